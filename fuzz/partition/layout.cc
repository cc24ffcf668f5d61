// Ops that move data without looking at it.
#include <algorithm>
#include <numeric>

#include "maker.h"

namespace partita::core::fuzz {
namespace {

bool give(Maker& m, const Known& v) { return v && m.give(v.value, v.facts); }

bool broadcast(Maker& m) {
  Known v = m.pick([&](const Known& k) { return k.rank() <= 3 && k.type().num_elements() <= m.limit() / 6; });
  if (!v) return false;
  Dims dims = v.dims(), mapping(dims.size());
  std::iota(mapping.begin(), mapping.end(), 0);
  // Size-1 dimensions may grow; new ones go anywhere.
  for (int64_t& d : dims) {
    if (d == 1 && m.dice.once_in(2)) d = m.size();
  }
  for (int64_t more = m.dice.between(1, 2); more > 0 && dims.size() < 4; --more) {
    int64_t at = m.dice.between(0, dims.size());
    dims.insert(dims.begin() + at, std::min<int64_t>(m.size(), 6));
    for (int64_t& d : mapping) d += d >= at ? 1 : 0;
  }
  // Dimensions may change places as well.
  if (m.dice.once_in(4) && mapping.size() > 1) {
    Dims old = mapping, sizes = dims;
    m.dice.shuffle(mapping);
    for (size_t i = 0; i < mapping.size(); ++i) {
      dims[mapping[i]] = sizes[old[i]];
    }
  }
  return give(m, m.broadcast(v, dims, mapping));
}

bool transpose(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 2; });
  if (!v) return false;
  Dims permutation(v.rank());
  std::iota(permutation.begin(), permutation.end(), 0);
  m.dice.shuffle(permutation);
  return give(m, m.transposed(v, permutation));
}

// Any other way to write the number of elements as a product.
bool reshape(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1 && k.rank() <= 4; });
  if (!v) return false;
  int64_t rest = v.type().num_elements();
  Dims dims;
  if (rest == 0) {
    dims = m.shape(m.dice.between(1, 3));
    dims[0] = 0;
  } else {
    while (rest > 1 && dims.size() < 4) {
      Dims factors;
      for (int64_t f = 2; f <= rest; ++f) {
        if (rest % f == 0) factors.push_back(f);
      }
      int64_t factor = dims.size() == 3 ? rest : m.dice.one_of(factors);
      dims.push_back(factor);
      rest /= factor;
    }
    if (dims.size() < 4 && m.dice.once_in(3)) dims.insert(dims.begin() + m.dice.between(0, dims.size()), 1);
  }
  return give(m, {m.value(OpKind::kReshape, {v.value}, {}, {m.context().tensor(v.element(), dims)}), v.facts});
}

Known random_slice(Maker& m, const Known& v) {
  Dims starts, limits, strides;
  for (int64_t n : v.dims()) {
    bool whole = m.dice.once_in(3);
    int64_t start = whole ? 0 : m.dice.between(0, n), limit = whole ? n : m.dice.between(start, n);
    if (limit == start && n > 0 && !m.dice.once_in(10)) {
      start = std::min(start, n - 1);
      limit = n;
    }
    starts.push_back(start);
    limits.push_back(limit);
    strides.push_back(m.dice.once_in(3) ? m.dice.between(1, 4) : 1);
  }
  return m.slice(v, starts, limits, strides);
}

bool slice(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1; });
  return v && give(m, random_slice(m, v));
}

bool pad(Maker& m) {
  Known v = m.pick([&](const Known& k) { return k.rank() >= 1 && k.type().num_elements() <= m.limit() / 3; });
  if (!v) return false;
  Known with = m.want(v.element(), {});
  Dims low, high, interior;
  for (int64_t n : v.dims()) {
    bool whole = m.dice.once_in(3);
    low.push_back(whole ? 0 : m.dice.between(-std::min<int64_t>(n, 3), 4));
    high.push_back(whole ? 0 : m.dice.between(-std::min<int64_t>(n, 3), 4));
    interior.push_back(m.dice.once_in(4) ? m.dice.between(0, 2) : 0);
  }
  Value* padded = m.value(OpKind::kPad, {v.value, with.value},
                          {{AttrKey::kEdgePaddingLow, m.ints(low)},
                           {AttrKey::kEdgePaddingHigh, m.ints(high)},
                           {AttrKey::kInteriorPadding, m.ints(interior)}});
  return m.give(padded, either(v.facts, with.facts));
}

bool concatenate(Maker& m) {
  Known v = m.pick([&](const Known& k) { return k.rank() >= 1 && k.type().num_elements() <= m.limit() / 3; });
  if (!v) return false;
  const int64_t along = m.dice.below(v.rank());
  std::vector<Known> parts = {v};
  for (int64_t more = m.dice.between(1, 3); more > 0; --more) {
    Dims dims = v.dims();
    if (!m.dice.once_in(3)) dims[along] = m.size();
    parts.push_back(m.want(v.element(), dims));
  }
  m.dice.shuffle(parts);
  std::vector<Value*> operands;
  Facts facts = v.facts;
  for (const Known& part : parts) {
    operands.push_back(part.value);
    facts = either(facts, part.facts);
  }
  return m.give(m.value(OpKind::kConcatenate, operands, {{AttrKey::kDimension, m.integer(along)}}), facts);
}

// The end in front of the rest: one shifted exchange.
bool roll(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1; });
  if (!v) return false;
  const auto along = static_cast<size_t>(m.dice.below(v.rank()));
  Dims zero(v.rank(), 0), one(zero.size(), 1), dims = v.dims();
  const int64_t by = m.dice.between(0, dims[along]);
  Dims from = zero, to = dims;
  from[along] = by;
  to[along] = by;
  Known tail = m.slice(v, from, dims, one), head = m.slice(v, zero, to, one);
  if (!tail || !head) return false;
  return m.give(m.value(OpKind::kConcatenate, {tail.value, head.value},
                        {{AttrKey::kDimension, m.integer(static_cast<int64_t>(along))}}),
                v.facts);
}

bool reverse(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1; });
  if (!v) return false;
  Dims dimensions;
  for (int64_t d = 0; d < v.rank(); ++d) {
    if (m.dice.once_in(2)) dimensions.push_back(d);
  }
  m.dice.shuffle(dimensions);
  return give(m, {m.value(OpKind::kReverse, {v.value}, {{AttrKey::kDimensions, m.ints(dimensions)}}), v.facts});
}

bool nothing_to_something(Maker& m) {
  Dims dims = m.shape(m.dice.between(1, 3));
  ElementType e = m.dice.once_in(2) ? m.integer_element() : m.float_element();
  if (m.dice.once_in(2)) return give(m, m.constant(m.context().tensor(e, dims)));
  int64_t along = m.dice.below(dims.size());
  Value* made =
      m.value(OpKind::kIota, {}, {{AttrKey::kIotaDimension, m.integer(along)}}, {m.context().tensor(e, dims)});
  return m.give(made, {static_cast<double>(dims[along]), 0, true});
}

bool barrier(Maker& m) {
  std::vector<Known> through;
  std::vector<Value*> operands;
  for (int64_t n = m.dice.between(1, 3); n > 0; --n) {
    Known v = m.pick_any();
    if (!v) return false;
    through.push_back(v);
    operands.push_back(v.value);
  }
  Op* op = m.op(OpKind::kOptimizationBarrier, operands);
  if (op == nullptr) return false;
  for (size_t i = 0; i < through.size(); ++i) m.give(op->result(i), through[i].facts);
  return true;
}

// What only says something to a compiler.
bool handed_on(Maker& m) {
  Known v = m.pick_any();
  if (!v) return false;
  switch (m.dice.below(6)) {
    case 4: return give(m, {m.value(OpKind::kBitcast, {v.value}, {}, {v.type()}), v.facts});
    case 5:
      return give(m, {m.value(OpKind::kCustomCall, {v.value},
                              {{AttrKey::kCallTargetName, m.word("annotate_device_placement")}}, {v.type()}),
                      v.facts});
    case 0: return give(m, {m.value(OpKind::kCopy, {v.value}, {}, {v.type()}), v.facts});
    case 1: {
      static const std::vector<std::string> kDirections = {"NONE", "FORWARD", "BACKWARD", "BOTH"};
      return give(m, {m.value(OpKind::kPropagationBarrier, {v.value},
                              {{AttrKey::kAllowedDirection, m.word(m.dice.one_of(kDirections))}}),
                      v.facts});
    }
    case 2: {
      if (v.rank() == 0) return false;
      const int64_t d = m.dice.below(v.rank());
      Known size = m.scalar(ElementType::kS32, static_cast<double>(v.type().dim(d)));
      return give(m, {m.value(OpKind::kSetDimensionSize, {v.value, size.value}, {{AttrKey::kDimension, m.integer(d)}},
                              {v.type()}),
                      v.facts});
    }
    default: {
      Value* token = m.value(OpKind::kAfterAll, {}, {}, {m.context().token()});
      return give(m, {m.value(OpKind::kAddDependency, {v.value, token}, {}, {v.type()}), v.facts});
    }
  }
}

bool dimension_size(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1; });
  if (!v) return false;
  return m.give(
      m.value(OpKind::kGetDimensionSize, {v.value}, {{AttrKey::kDimension, m.integer(m.dice.below(v.rank()))}}),
      {100, 0, true});
}

}  // namespace

std::span<const WeightedFamily> layout_families() {
  static const WeightedFamily kList[] = {{"broadcast", 7, broadcast},
                                         {"transpose", 6, transpose},
                                         {"reshape", 8, reshape},
                                         {"slice", 6, slice},
                                         {"pad", 6, pad},
                                         {"concatenate", 6, concatenate},
                                         {"roll", 2, roll},
                                         {"reverse", 3, reverse},
                                         {"nothing_to_something", 2, nothing_to_something},
                                         {"barrier", 2, barrier},
                                         {"handed_on", 2, handed_on},
                                         {"dimension_size", 1, dimension_size}};
  return kList;
}

}  // namespace partita::core::fuzz

// Reductions, windows, running sums, order.
#include <algorithm>
#include <cmath>

#include "maker.h"

namespace partita::core::fuzz {
namespace {

OpKind any_combiner(Maker& m, ElementType e) {
  static const std::vector<OpKind> kBits = {OpKind::kAnd, OpKind::kOr, OpKind::kXor};
  static const std::vector<OpKind> kNumbers = {OpKind::kAdd, OpKind::kAdd, OpKind::kMaximum, OpKind::kMinimum};
  if (e == ElementType::kPred) return m.dice.one_of(kBits);
  if (is_complex(e)) return OpKind::kAdd;
  if (is_integer(e) && m.dice.once_in(3)) return m.dice.once_in(2) ? OpKind::kMultiply : m.dice.one_of(kBits);
  return m.dice.one_of(kNumbers);
}

// The identity, or some other number.
Known initial(Maker& m, OpKind combiner, ElementType e) {
  if (m.dice.once_in(3)) return m.want(e, {}, false, 8);
  switch (combiner) {
    case OpKind::kMultiply: return m.scalar(e, 1);
    case OpKind::kAnd: return m.scalar(e, e == ElementType::kPred ? 1 : -1);
    case OpKind::kMaximum:
      if (is_float(e) && m.dice.once_in(2)) {  // -infinity: not known to be small
        Known lowest = m.scalar(e, -INFINITY);
        lowest.facts = {16, 0, true};
        return lowest;
      }
      return m.scalar(e, element_class(e) == ElementClass::kUnsigned ? 0 : -16);
    case OpKind::kMinimum: return m.scalar(e, 16);
    default: return m.scalar(e, 0);
  }
}

// What `terms` numbers and a first one combine to.
Facts combined(OpKind combiner, const Facts& v, const Facts& init, ElementType e, double terms) {
  switch (combiner) {
    case OpKind::kAdd:
      return rounded({v.max * terms + init.max, v.error * terms + init.error, v.integral && init.integral}, e, terms);
    case OpKind::kMaximum:
    case OpKind::kMinimum: return either(v, init);
    default: return {exact_limit(e), 0, true};
  }
}

// Of what may hold infinities, the part between.
bool give_finite(Maker& m, Value* value, const Facts& facts, bool infinite) {
  if (value == nullptr) return false;
  Known v{value, facts};
  if (infinite) v = m.tamed({value, {1e9, facts.error, facts.integral}}, std::max(16.0, std::ceil(facts.max)));
  return m.give(v.value, v.facts);
}

bool is_infinite(const Known& init) {
  const Op* op = init.value->op();
  return op != nullptr && op->is(OpKind::kConstant) && is_float(init.element()) && init.facts.max == 16;
}

Known for_sum(Maker& m, Known v, OpKind combiner, double terms) {
  if (combiner != OpKind::kAdd || is_complex(v.element()) || epsilon_of(v.element()) == 0) return v;
  return m.tamed(v, std::max(1.0, std::floor(exact_limit(v.element()) / (terms + 8) / 2)));
}

Dims some_dims(Maker& m, int rank) {
  Dims dims;
  for (int64_t d = 0; d < rank; ++d) {
    if (m.dice.once_in(2)) dims.push_back(d);
  }
  if (dims.empty() && rank > 0) dims.push_back(m.dice.below(rank));
  return dims;
}

bool reduce(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1; });
  if (!v) return false;
  const ElementType e = v.element();
  OpKind combiner = any_combiner(m, e);
  Dims dims = some_dims(m, v.rank());
  double terms = 1;
  for (int64_t d : dims) terms *= static_cast<double>(v.type().dim(d));
  v = for_sum(m, v, combiner, terms);
  Known init = initial(m, combiner, e);
  if (!init) return false;
  Facts facts = combined(combiner, v.facts, init.facts, e, terms);
  if (!usable(facts, e)) return false;
  Value* made = m.value(OpKind::kReduce, {v.value, init.value}, {{AttrKey::kDimensions, m.ints(dims)}}, {},
                        {m.combiner(combiner, e)});
  return give_finite(m, made, facts, is_infinite(init));
}

// The largest or least and where it is; of equal ones the first.
bool arg_reduce(Maker& m) {
  Known v = m.pick([](const Known& k) {
    return k.rank() >= 1 && k.facts.same_bits() && !is_complex(k.element()) && k.element() != ElementType::kPred &&
           k.type().num_elements() > 0;
  });
  if (!v) return false;
  const ElementType e = v.element();
  const int64_t along = m.dice.below(v.rank());
  Type indices = m.context().tensor(ElementType::kS32, v.type().dims());
  Value* iota = m.value(OpKind::kIota, {}, {{AttrKey::kIotaDimension, m.integer(along)}}, {indices});
  const bool largest = m.dice.once_in(2);
  Known init = m.scalar(e, largest && element_class(e) != ElementClass::kUnsigned ? -100 : largest ? 0 : 100);
  Known nowhere = m.scalar(ElementType::kS32, 0);
  Type scalar = m.context().tensor(e, {}), place = m.context().tensor(ElementType::kS32, {});
  auto body = [&](std::span<Value* const> x) -> std::vector<Value*> {
    auto compare = [&](const char* how, Value* a, Value* b) {
      return m.value(OpKind::kCompare, {a, b}, {{AttrKey::kComparisonDirection, m.word(how)}});
    };
    Value* better = compare(largest ? "GT" : "LT", x[0], x[2]);
    Value* equal = compare("EQ", x[0], x[2]);
    Value* earlier = compare("LT", x[1], x[3]);
    Value* tie = m.value(OpKind::kAnd, {equal, earlier});
    Value* first = m.value(OpKind::kOr, {better, tie});
    return {m.value(OpKind::kSelect, {first, x[0], x[2]}), m.value(OpKind::kSelect, {first, x[1], x[3]})};
  };
  Op* op = m.op(OpKind::kReduce, {v.value, iota, init.value, nowhere.value}, {{AttrKey::kDimensions, m.ints({along})}},
                {}, {{{scalar, place, scalar, place}, body}});
  if (op == nullptr) return false;
  m.give(op->result(0), either(v.facts, init.facts));
  return m.give(op->result(1), {100, 0, true});
}

// softmax-like: x - max(x) along a dimension.
bool subtract_max(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1 && is_float(k.element()); });
  if (!v) return false;
  const int64_t along = m.dice.below(v.rank());
  Known init = m.scalar(v.element(), -INFINITY);
  Value* largest = m.value(OpKind::kReduce, {v.value, init.value}, {{AttrKey::kDimensions, m.ints({along})}}, {},
                           {m.combiner(OpKind::kMaximum, v.element())});
  if (largest == nullptr) return false;
  Dims mapping;
  for (int64_t d = 0; d < v.rank(); ++d) {
    if (d != along) mapping.push_back(d);
  }
  Known back = m.broadcast({largest, v.facts}, v.dims(), mapping);
  return m.give(m.value(OpKind::kSubtract, {v.value, back.value}), sum_of(v.facts, v.facts, v.element()));
}

struct Windows {
  Dims size, strides, base, dilation, padding;
  double terms = 1;
};

Windows random_windows(Maker& m, const Dims& dims, bool dilations) {
  Windows w;
  for (int64_t n : dims) {
    bool one = m.dice.once_in(3);
    int64_t size = one ? 1 : m.dice.once_in(6) ? std::max<int64_t>(n, 1) : m.dice.between(1, 4);
    w.size.push_back(size);
    w.terms *= static_cast<double>(size);
    w.strides.push_back(one || m.dice.once_in(2) ? 1 : m.dice.between(1, 3));
    w.base.push_back(dilations && m.dice.once_in(6) ? m.dice.between(1, 3) : 1);
    w.dilation.push_back(dilations && m.dice.once_in(6) ? m.dice.between(1, 3) : 1);
    for (int side = 0; side < 2; ++side) {
      w.padding.push_back(
          one || m.dice.once_in(2) ? 0 : m.dice.between(dilations ? -1 : 0, std::max<int64_t>(0, size - 1)));
    }
  }
  return w;
}

bool reduce_window(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1; });
  if (!v) return false;
  const ElementType e = v.element();
  OpKind combiner = any_combiner(m, e);
  Windows w = random_windows(m, v.dims(), true);
  v = for_sum(m, v, combiner, w.terms);
  Known init = initial(m, combiner, e);
  if (!init) return false;
  // Where windows reach into padding or between elements there is the initial value.
  Facts facts = combined(combiner, either(v.facts, init.facts), init.facts, e, w.terms);
  if (!usable(facts, e)) return false;
  Value* made = m.value(OpKind::kReduceWindow, {v.value, init.value},
                        {{AttrKey::kWindowDimensions, m.ints(w.size)},
                         {AttrKey::kWindowStrides, m.ints(w.strides)},
                         {AttrKey::kBaseDilations, m.ints(w.base)},
                         {AttrKey::kWindowDilations, m.ints(w.dilation)},
                         {AttrKey::kPadding, m.ints(w.padding)}},
                        {}, {m.combiner(combiner, e)});
  return give_finite(m, made, facts, is_infinite(init));
}

// Running sums and their kin, from either end.
bool cumulative(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1 && k.type().num_elements() > 0; });
  if (!v) return false;
  const ElementType e = v.element();
  OpKind combiner = any_combiner(m, e);
  const auto along = static_cast<size_t>(m.dice.below(v.rank()));
  const int64_t n = v.dims()[along];
  Dims window(v.rank(), 1), padding(2 * window.size(), 0);
  window[along] = n;
  padding[2 * along + (m.dice.once_in(2) ? 1 : 0)] = n - 1;
  v = for_sum(m, v, combiner, static_cast<double>(n));
  Known init = initial(m, combiner, e);
  if (!init) return false;
  Facts facts = combined(combiner, v.facts, init.facts, e, static_cast<double>(n));
  if (!usable(facts, e)) return false;
  Value* made = m.value(OpKind::kReduceWindow, {v.value, init.value},
                        {{AttrKey::kWindowDimensions, m.ints(window)}, {AttrKey::kPadding, m.ints(padding)}}, {},
                        {m.combiner(combiner, e)});
  return give_finite(m, made, facts, is_infinite(init));
}

// A carry along a dimension, and what it was at each step.
bool scan(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1 && is_integer(k.element()); });
  if (!v) return false;
  const auto along = static_cast<size_t>(m.dice.below(v.rank()));
  Dims slice = v.dims();
  slice.erase(slice.begin() + static_cast<int64_t>(along));
  Known init = m.want(v.element(), slice, true);
  Type part = m.context().tensor(v.element(), slice);
  OpKind combiner = any_combiner(m, v.element());
  const bool before = m.dice.once_in(3);
  auto body = [&](std::span<Value* const> x) -> std::vector<Value*> {
    Value* next = m.value(combiner, {x[0], x[1]});
    return {before ? x[1] : next, next};
  };
  Op* op = m.op(OpKind::kScan, {v.value, init.value},
                {{AttrKey::kDimension, m.integer(static_cast<int64_t>(along))},
                 {AttrKey::kNumCarries, m.integer(1)},
                 {AttrKey::kIsReverse, m.context().boolean(m.dice.once_in(2))}},
                {v.type(), part}, {{{part, part}, body}});
  if (op == nullptr) return false;
  m.give(op->result(0), {exact_limit(v.element()), 0, true});
  return m.give(op->result(1), {exact_limit(v.element()), 0, true});
}

bool select_and_scatter(Maker& m) {
  Known v = m.pick([&](const Known& k) {
    return k.rank() >= 1 && k.facts.same_bits() && !is_complex(k.element()) && k.element() != ElementType::kPred &&
           k.type().num_elements() > 0 && k.type().num_elements() <= m.limit() / 2;
  });
  if (!v) return false;
  const ElementType e = v.element();
  Windows w = random_windows(m, v.dims(), false);
  Dims sources;
  for (size_t d = 0; d < w.size.size(); ++d) {
    int64_t padded = v.dims()[d] + w.padding[2 * d] + w.padding[2 * d + 1];
    if (padded < w.size[d]) return false;
    sources.push_back((padded - w.size[d]) / w.strides[d] + 1);
  }
  Known source = m.want(e, sources), init = m.scalar(e, m.dice.once_in(3) ? 2 : 0);
  source = for_sum(m, source, OpKind::kAdd, w.terms);
  Facts facts = combined(OpKind::kAdd, source.facts, init.facts, e, w.terms);
  if (!usable(facts, e)) return false;
  Type scalar = m.context().tensor(e, {});
  std::string how = m.dice.once_in(2) ? "GE" : "LE";
  auto select = [&](std::span<Value* const> x) -> std::vector<Value*> {
    return {m.value(OpKind::kCompare, {x[0], x[1]}, {{AttrKey::kComparisonDirection, m.word(how)}})};
  };
  return m.give(m.value(OpKind::kSelectAndScatter, {v.value, source.value, init.value},
                        {{AttrKey::kWindowDimensions, m.ints(w.size)},
                         {AttrKey::kWindowStrides, m.ints(w.strides)},
                         {AttrKey::kPadding, m.ints(w.padding)}},
                        {}, {{{scalar, scalar}, select}, m.combiner(OpKind::kAdd, e)}),
                facts);
}

bool sort(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1 && k.facts.same_bits() && !is_complex(k.element()); });
  if (!v) return false;
  const int64_t along = m.dice.below(v.rank());
  std::vector<Known> operands = {v};
  while (operands.size() < 3 && m.dice.once_in(2)) operands.push_back(m.want(m.any_element(), v.dims()));
  std::vector<Value*> values;
  std::vector<Type> scalars;
  for (const Known& operand : operands) {
    values.push_back(operand.value);
    scalars.insert(scalars.end(), 2, m.context().tensor(operand.element(), {}));
  }
  const bool up = m.dice.once_in(2);
  auto before = [&](std::span<Value* const> x) -> std::vector<Value*> {
    return {m.value(OpKind::kCompare, {x[0], x[1]}, {{AttrKey::kComparisonDirection, m.word(up ? "LT" : "GT")}})};
  };
  // What comes along tells equal ones apart, so their order must be given.
  const bool stable = operands.size() > 1 || m.dice.once_in(2);
  Op* op = m.op(OpKind::kSort, values,
                {{AttrKey::kDimension, m.integer(along)}, {AttrKey::kIsStable, m.context().boolean(stable)}}, {},
                {{scalars, before}});
  if (op == nullptr) return false;
  for (size_t i = 0; i < operands.size(); ++i) m.give(op->result(i), operands[i].facts);
  return true;
}

bool top_k(Maker& m) {
  Known v = m.pick([](const Known& k) {
    return k.rank() >= 1 && k.facts.same_bits() && !is_complex(k.element()) && k.element() != ElementType::kPred &&
           k.type().num_elements() > 0;
  });
  if (!v) return false;
  const int64_t n = v.dims().back();
  Op* op = m.op(OpKind::kTopK, {v.value}, {{AttrKey::kK, m.integer(m.dice.between(1, n))}});
  if (op == nullptr) return false;
  m.give(op->result(0), v.facts);
  return m.give(op->result(1), {static_cast<double>(n), 0, true});
}

}  // namespace

std::span<const WeightedFamily> reduction_families() {
  static const WeightedFamily kList[] = {{"reduce", 14, reduce},
                                         {"arg_reduce", 3, arg_reduce},
                                         {"subtract_max", 3, subtract_max},
                                         {"reduce_window", 6, reduce_window},
                                         {"cumulative", 3, cumulative},
                                         {"scan", 2, scan},
                                         {"select_and_scatter", 3, select_and_scatter},
                                         {"sort", 3, sort},
                                         {"top_k", 2, top_k}};
  return kList;
}

}  // namespace partita::core::fuzz

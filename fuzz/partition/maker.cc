#include "maker.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "ir/infer.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::fuzz {
namespace {

constexpr int kMaxArguments = 9;

int64_t count(const Dims& dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

void append_number(Blob& blob, ElementType type, double number) {
  auto append = [&](const void* bytes, size_t size) {
    const auto* at = static_cast<const std::byte*>(bytes);
    blob.insert(blob.end(), at, at + size);
  };
  if (is_complex(type)) {
    append_number(blob, part_type(type), number);
    append_number(blob, part_type(type), 0);
  } else if (type == ElementType::kF64) {
    append(&number, sizeof number);
  } else if (is_float(type)) {
    uint64_t bits = encode_one(type, number);
    append(&bits, byte_width(type));
  } else {
    auto bits = static_cast<int64_t>(number);
    append(&bits, byte_width(type));
  }
}

}  // namespace

Maker::Maker(uint64_t seed, Functions functions) : functions(functions), dice(seed), module_(context_) {
  function_ = module_.add_function(context_.name("main"), {}, {});
  region_ = &function_->body();
  if (dice.once_in(4)) limit_ = 4000;
  for (int64_t n = dice.between(2, 4); n > 0; --n) sizes_.push_back(any_size());
}

bool Maker::give(Value* value, const Facts& facts) {
  if (value == nullptr) return false;
  if (!usable(facts, value->type().element()) || value->type().num_elements() > 4 * limit_) return false;
  values_.push_back({value, facts});
  return true;
}

Known Maker::pick(const Filter& filter) {
  std::vector<Known> fitting;
  for (const Known& known : values_) {
    if (!filter(known)) continue;
    fitting.push_back(known);
    if (!known.value->has_uses()) fitting.insert(fitting.end(), 3, known);
  }
  return fitting.empty() ? Known() : dice.one_of(fitting);
}

Known Maker::pick_any() {
  Known known = pick([](const Known&) { return true; });
  if (known) return known;
  const ElementType element = any_element();
  return argument(type(element, 0, 3));
}

Known Maker::argument(Type type) {
  if (alone_ || function_->num_arguments() >= kMaxArguments) return constant(type);
  Value* value = function_->body().add_argument(type, context_.name("a" + std::to_string(function_->num_arguments())));
  const bool is_unsigned = element_class(type.element()) == ElementClass::kUnsigned;
  Known known{value, {is_unsigned || is_complex(type.element()) ? 6.0 : 4.0, 0, true}};
  if (depth == 0) values_.push_back(known);
  return known;
}

Known Maker::splat(Type type, double value) {
  Blob blob;
  append_number(blob, type.element(), value);
  Attr data = context_.dense(type, true, blob);
  return {
      module_
          .add_op(*region_, OpKind::kConstant, {}, std::span(&type, 1), std::vector<KeyedAttr>{{AttrKey::kValue, data}})
          ->result(),
      {std::fabs(value), 0, std::floor(value) == value}};
}

Known Maker::constant(Type type) {
  const bool is_pred = type.element() == ElementType::kPred;
  const bool is_unsigned = element_class(type.element()) == ElementClass::kUnsigned;
  auto number = [&] { return static_cast<double>(is_pred ? dice.below(2) : dice.between(is_unsigned ? 0 : -3, 4)); };
  if (type.num_elements() == 0 || dice.once_in(2)) return splat(type, number());
  Blob blob;
  for (int64_t i = 0; i < type.num_elements(); ++i) append_number(blob, type.element(), number());
  Attr data = context_.dense(type, false, blob);
  return {
      module_
          .add_op(*region_, OpKind::kConstant, {}, std::span(&type, 1), std::vector<KeyedAttr>{{AttrKey::kValue, data}})
          ->result(),
      {4, 0, true}};
}

Known Maker::want(ElementType element, const Dims& dims, bool same_bits) {
  Type type = context_.tensor(element, dims);
  auto good = [&](const Known& known) { return !same_bits || known.facts.same_bits(); };
  if (!dice.once_in(4)) {
    if (Known known = pick([&](const Known& k) { return k.type() == type && good(k); })) return known;
  }
  if (!dice.once_in(3)) {
    // Of the same rank or less, if possible: what has to be flattened loses its sharding.
    const int rank = std::ssize(dims);
    Known known = pick([&](const Known& k) { return k.element() == element && good(k) && k.rank() <= rank; });
    if (!known) known = pick([&](const Known& k) { return k.element() == element && good(k); });
    if (!known || dice.once_in(5)) {
      Known other = pick(good);
      if (other) known = converted(other, element);
    }
    if (known && good(known)) {
      if (Known made = reshaped_to(known, dims)) return made;
    }
  }
  if (dice.once_in(8) && !dims.empty() && element != ElementType::kPred) {
    int64_t along = dice.below(dims.size());
    const auto n = static_cast<double>(dims[along]);
    if (n <= std::min(100.0, exact_limit(element))) {
      return {value(OpKind::kIota, {}, {{AttrKey::kIotaDimension, integer(along)}}, {type}), {n, 0, true}};
    }
  }
  return dice.once_in(6) ? constant(type) : argument(type);
}

Known Maker::want(ElementType element, const Dims& dims, bool same_bits, double limit) {
  return tamed(want(element, dims, same_bits), limit);
}

Known Maker::tamed(Known v, double limit) {
  if (v.facts.max <= limit) return v;
  ElementType element = v.element();
  if (element == ElementType::kPred || is_complex(element)) return limit >= 1 && !is_complex(element) ? v : Known();
  limit = std::max(1.0, std::floor(limit));
  if (limit > exact_limit(element) / 2) return v;
  bool is_unsigned = element_class(element) == ElementClass::kUnsigned;
  Known low = scalar(element, is_unsigned ? 0 : -limit), high = scalar(element, limit);
  return {value(OpKind::kClamp, {low.value, v.value, high.value}), {limit, v.facts.error, v.facts.integral}};
}

Known Maker::converted(const Known& v, ElementType element) {
  if (v.element() == element) return v;
  const Type to = context_.tensor(element, v.type().dims());
  Known from = v;
  if (is_complex(from.element()) && !is_complex(element)) {
    from = {value(OpKind::kReal, {from.value}), from.facts};
    if (from.element() == element) return from;
  }
  if (!is_complex(element) && epsilon_of(element) == 0) {
    if (!from.facts.same_bits()) return {};  // rounding would decide
    if (element == ElementType::kPred) return {value(OpKind::kConvert, {from.value}, {}, {to}), {1, 0, true}};
    if (epsilon_of(from.element()) > 0) {
      from = tamed(from, std::min(100.0, exact_limit(element) - 1));
      if (element_class(element) == ElementClass::kUnsigned) {
        from = {value(OpKind::kAbs, {from.value}), from.facts};
      }
    }
    if (from.element() == element) return from;
    const bool wraps = from.facts.max > exact_limit(element) - 1 || element_class(element) == ElementClass::kUnsigned;
    return {value(OpKind::kConvert, {from.value}, {}, {to}),
            {wraps ? exact_limit(element) : std::ceil(from.facts.max), 0, true}};
  }
  Facts facts = from.facts;
  facts.integral = facts.integral && facts.max <= exact_limit(element);
  if (!facts.same_bits()) facts.error += facts.max * epsilon_of(element);
  if (!usable(facts, element)) {
    from = tamed(from, 100);
    if (!from) return {};
    facts = {100, from.facts.error, from.facts.integral};
    if (!usable(facts, element)) return {};
  }
  return {value(OpKind::kConvert, {from.value}, {}, {to}), facts};
}

Known Maker::reshaped_to(const Known& v, const Dims& dims) {
  if (v.dims() == dims) return v;
  Known from = v;
  const int64_t n = count(dims);
  if (dims.empty() && v.type().num_elements() > 0) {  // one of its elements
    Dims starts, limits, strides;
    for (int64_t size : v.dims()) {
      starts.push_back(dice.below(size));
      limits.push_back(starts.back() + 1);
      strides.push_back(1);
    }
    from = slice(v, starts, limits, strides);
    return {value(OpKind::kReshape, {from.value}, {}, {context_.tensor(v.element(), {})}), v.facts};
  }
  // Its dimensions in order among the wanted ones: repeated along the others.
  Dims mapping;
  for (size_t d = 0; d < dims.size() && static_cast<int>(mapping.size()) < v.rank(); ++d) {
    if (dims[d] == v.type().dim(mapping.size())) mapping.push_back(static_cast<int64_t>(d));
  }
  if (std::ssize(mapping) == v.rank()) return broadcast(v, dims, mapping);
  if (from.rank() == std::ssize(dims) && !dice.once_in(6)) {
    // Dimension by dimension: padded with a number and cut where that is negative.
    Dims low, high, interior;
    for (size_t d = 0; d < dims.size(); ++d) {
      int64_t more = dims[d] - from.dims()[d];
      int64_t at_low = dice.once_in(2) ? 0 : dice.between(std::min<int64_t>(more, 0), std::max<int64_t>(more, 0));
      low.push_back(at_low);
      high.push_back(more - at_low);
      interior.push_back(0);
    }
    Known with = scalar(from.element(), 1);
    Value* padded = value(OpKind::kPad, {from.value, with.value},
                          {{AttrKey::kEdgePaddingLow, ints(low)},
                           {AttrKey::kEdgePaddingHigh, ints(high)},
                           {AttrKey::kInteriorPadding, ints(interior)}});
    return padded == nullptr ? Known() : Known{padded, either(from.facts, with.facts)};
  }
  const int64_t have = from.type().num_elements();
  if (have != n) {
    if (from.rank() != 1) {
      from.value = value(OpKind::kReshape, {from.value}, {}, {context_.tensor(from.element(), {have})});
    }
    Known with = scalar(from.element(), 0);
    from = {value(OpKind::kPad, {from.value, with.value},
                  {{AttrKey::kEdgePaddingLow, ints({0})},
                   {AttrKey::kEdgePaddingHigh, ints({n - have})},
                   {AttrKey::kInteriorPadding, ints({0})}}),
            from.facts};
    if (!from) return {};
  }
  if (from.dims() == dims) return from;
  from.value = value(OpKind::kReshape, {from.value}, {}, {context_.tensor(from.element(), dims)});
  return from;
}

Known Maker::positive(const Known& v) {
  Known absolute{value(OpKind::kAbs, {v.value}), v.facts};
  Known one = splat(v.type(), 1);
  return {value(OpKind::kAdd, {absolute.value, one.value}), sum_of(v.facts, one.facts, v.element())};
}

Known Maker::broadcast(const Known& v, const Dims& dims, const Dims& mapping) {
  return {value(OpKind::kBroadcastInDim, {v.value}, {{AttrKey::kBroadcastDimensions, ints(mapping)}},
                {context_.tensor(v.element(), dims)}),
          v.facts};
}

Known Maker::slice(const Known& v, const Dims& starts, const Dims& limits, const Dims& strides) {
  return {value(OpKind::kSlice, {v.value},
                {{AttrKey::kStartIndices, ints(starts)},
                 {AttrKey::kLimitIndices, ints(limits)},
                 {AttrKey::kStrides, ints(strides)}}),
          v.facts};
}

Known Maker::transposed(const Known& v, const Dims& permutation) {
  return {value(OpKind::kTranspose, {v.value}, {{AttrKey::kPermutation, ints(permutation)}}), v.facts};
}

ElementType Maker::float_element() {
  static const std::vector<ElementType> kList = {ElementType::kF32, ElementType::kF32, ElementType::kF32,
                                                 ElementType::kF32, ElementType::kF64, ElementType::kBF16,
                                                 ElementType::kF16};
  return dice.one_of(kList);
}
ElementType Maker::integer_element() {
  static const std::vector<ElementType> kList = {ElementType::kS32, ElementType::kS32, ElementType::kS32,
                                                 ElementType::kS64, ElementType::kS8,  ElementType::kU32,
                                                 ElementType::kU8,  ElementType::kS16};
  return dice.one_of(kList);
}
ElementType Maker::any_element() {
  switch (dice.below(12)) {
    case 0: return ElementType::kPred;
    case 1: return ElementType::kC64;
    case 2:
    case 3:
    case 4: return integer_element();
    default: return float_element();
  }
}

int64_t Maker::any_size() {
  if (limit_ > 400 && dice.once_in(3)) return dice.between(20, 120);
  switch (dice.below(80)) {
    case 0: return 0;
    case 1:
    case 2:
    case 3:
    case 4:
    case 5: return 1;
    case 6:
    case 7:
    case 8: return dice.between(13, 20);
    default: return dice.between(2, 12);
  }
}

int64_t Maker::size() { return dice.once_in(4) ? any_size() : dice.one_of(sizes_); }

Dims Maker::shape(int rank) {
  Dims dims;
  for (int d = 0; d < rank; ++d) dims.push_back(size());
  while (count(dims) > limit_) {
    int64_t& largest = *std::max_element(dims.begin(), dims.end());
    largest = (largest + 1) / 2;
  }
  return dims;
}

Op* Maker::op(OpKind kind, const std::vector<Value*>& operands, const std::vector<KeyedAttr>& attrs,
              const std::vector<Type>& results, const std::vector<Block>& blocks) {
  for (Value* operand : operands) {
    if (operand == nullptr) return nullptr;
  }
  Op* made = module_.add_op(*region_, kind, operands, {}, attrs, blocks.size());
  std::vector<const Region*> regions;
  bool whole = true;
  for (size_t i = 0; i < blocks.size() && whole; ++i) {
    Region& region = made->region(i);
    for (Type type : blocks[i].arguments) region.add_argument(type);
    Scope scope = enter(region);
    std::vector<Value*> returned = blocks[i].body(region.arguments());
    for (Value* value : returned) whole = whole && value != nullptr;
    if (whole) module_.add_op(region, OpKind::kReturn, returned, {});
    leave(scope);
    regions.push_back(&region);
  }
  std::vector<Type> types, types_of_results = results;
  for (Value* operand : operands) types.push_back(operand->type());
  if (whole) {
    InferredTypes inferred = infer_types(context_, kind, types, made->attrs(), regions);
    whole = inferred.state != InferredTypes::State::kInvalid;
    if (whole && results.empty()) types_of_results = inferred.types;
  }
  if (!whole || types_of_results.empty()) {
    made->erase();
    return nullptr;
  }
  module_.add_results(*made, types_of_results);
  return made;
}

Value* Maker::value(OpKind kind, const std::vector<Value*>& operands, const std::vector<KeyedAttr>& attrs,
                    const std::vector<Type>& results, const std::vector<Block>& blocks) {
  Op* made = op(kind, operands, attrs, results, blocks);
  return made == nullptr ? nullptr : made->result();
}

Maker::Block Maker::combiner(OpKind kind, ElementType element) {
  Type scalar = context_.tensor(element, {});
  return {{scalar, scalar}, [this, kind](std::span<Value* const> arguments) -> std::vector<Value*> {
            return {value(kind, {arguments[0], arguments[1]})};
          }};
}

Maker::Scope Maker::enter(Region& region) {
  Scope scope{region_, values_.size()};
  region_ = &region;
  ++depth;
  return scope;
}

void Maker::leave(const Scope& scope) {
  region_ = scope.region;
  values_.resize(scope.values);
  --depth;
}

void Maker::alone(const std::vector<Known>& with, const std::function<void()>& make) {
  std::vector<Known> outside = with;
  values_.swap(outside);
  const bool before = std::exchange(alone_, true);
  make();
  alone_ = before;
  values_.swap(outside);
}

void make_ops(Maker& maker, int count) {
  static const std::vector<WeightedFamily> kFamilies = [] {
    std::vector<WeightedFamily> all;
    for (auto list : {pointwise_families(), layout_families(), contraction_families(), reduction_families(),
                      indexing_families(), transform_families(), control_families(), manual_families()}) {
      all.insert(all.end(), list.begin(), list.end());
    }
    return all;
  }();
  int64_t total = 0;
  for (const WeightedFamily& family : kFamilies) total += family.weight;
  for (int made = 0, tries = 0; made < count && tries < 4 * count; ++tries) {
    int64_t at = maker.dice.below(total);
    for (const WeightedFamily& family : kFamilies) {
      at -= family.weight;
      if (at >= 0) continue;
      if (family.make(maker)) ++made;
      break;
    }
  }
}

}  // namespace partita::core::fuzz

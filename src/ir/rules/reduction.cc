// Reductions, windows, scans and order: ops with a body on scalars.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita {

using namespace rules;

namespace {

// Inputs of one shape and as many scalar initial values; empty where all is well.
std::string inputs_problem(const OpFacts& f) {
  size_t n = f.operands.size() / 2;
  if (f.operands.size() % 2 != 0) return "takes as many initial values as inputs";
  for (size_t i = 0; i < n; ++i) {
    if (!std::ranges::equal(f.operands[i].dims(), f.operands[0].dims())) return "all inputs must have one shape";
    Type init = f.operands[n + i];
    if (init.rank() != 0) return fmt::format("initial value {} must be a scalar, it is {}", i, describe(init));
    if (init.element() != f.operands[i].element() && f.regions.empty()) {
      return fmt::format("initial value {} has another element type than its input", i);
    }
  }
  return {};
}

// A body may compute in a wider type than its inputs; what it returns is the result's element type.
std::vector<Type> body_shaped(const OpFacts& f, std::span<const Type> inputs, Ints dims) {
  std::vector<Type> types;
  std::optional<std::vector<Type>> returned;
  if (!f.regions.empty()) returned = returned_types(*f.regions[0]);
  for (size_t i = 0; i < inputs.size(); ++i) {
    ElementType element = returned ? (*returned)[i].element() : inputs[i].element();
    types.push_back(f.context.tensor(element, dims));
  }
  return types;
}

}  // namespace

InferredTypes rule_reduce(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (std::string why = inputs_problem(f); !why.empty()) return broken("C1", why);
  size_t n = f.operands.size() / 2;
  std::span<const Type> inputs = f.operands.subspan(0, n);
  Ints dims = f.ints(AttrKey::kDimensions);
  RULE_REQUIRE(are_distinct_dims(dims, inputs[0].rank()), "C4", "dimensions must be distinct and those of {}",
               describe(inputs[0]));
  if (!f.regions.empty()) {
    if (std::string why = combiner_problem(*f.regions[0], inputs); !why.empty()) return broken("C6", why);
  }
  std::vector<int64_t> kept;
  for (int d = 0; d < inputs[0].rank(); ++d) {
    if (!contains(dims, d)) kept.push_back(inputs[0].dim(d));
  }
  return known(body_shaped(f, inputs, kept));
}

InferredTypes rule_reduce_window(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (std::string why = inputs_problem(f); !why.empty()) return broken("C1", why);
  size_t n = f.operands.size() / 2;
  std::span<const Type> inputs = f.operands.subspan(0, n);
  size_t rank = static_cast<size_t>(inputs[0].rank());
  struct List {
    AttrKey key;
    std::string_view label;
  };
  for (const List& list : {List{AttrKey::kWindowDimensions, "C4"}, List{AttrKey::kWindowStrides, "C6"},
                           List{AttrKey::kBaseDilations, "C8"}, List{AttrKey::kWindowDilations, "C10"}}) {
    if (!f.has(list.key)) continue;
    Ints values = f.ints(list.key);
    RULE_REQUIRE(values.size() == rank, list.label, "{} has {} entries, {} are wanted", attr_key_text(list.key),
                 values.size(), rank);
    RULE_REQUIRE(std::ranges::all_of(values, [](int64_t v) { return v > 0; }), list.label, "{} must be positive",
                 attr_key_text(list.key));
  }
  Ints padding = f.ints(AttrKey::kPadding);
  RULE_REQUIRE(!f.has(AttrKey::kPadding) || padding.size() == 2 * rank, "C12", "padding has {} entries, {} are wanted",
               padding.size(), 2 * rank);
  if (!f.regions.empty()) {
    if (std::string why = combiner_problem(*f.regions[0], inputs); !why.empty()) return broken("C13", why);
  }
  std::vector<int64_t> dims;
  auto entry = [&](AttrKey key, size_t i) {
    Ints values = f.ints(key);
    return i < values.size() ? values[i] : 1;
  };
  for (size_t i = 0; i < rank; ++i) {
    WindowDim w{.size = entry(AttrKey::kWindowDimensions, i),
                .stride = entry(AttrKey::kWindowStrides, i),
                .padding_low = padding.empty() ? 0 : padding[2 * i],
                .padding_high = padding.empty() ? 0 : padding[2 * i + 1],
                .base_dilation = entry(AttrKey::kBaseDilations, i),
                .window_dilation = entry(AttrKey::kWindowDilations, i)};
    auto size = checked_window_output_size(inputs[0].dims()[i], w);
    RULE_REQUIRE(size, "C15", "dimension {} would be too large", i);
    dims.push_back(*size);
  }
  RULE_REQUIRE(checked_element_count(dims), "C15", "the result is too large");
  return known(body_shaped(f, inputs, dims));
}

InferredTypes rule_select_and_scatter(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0], source = f.operands[1], init = f.operands[2];
  RULE_REQUIRE(operand.element() == source.element() || !f.regions.empty(), "C1",
               "operand and source have different element types");
  RULE_REQUIRE(init.rank() == 0, "I3", "init_value must be a scalar");
  size_t rank = static_cast<size_t>(operand.rank());
  RULE_REQUIRE(source.rank() == operand.rank(), "C2", "operand and source have different ranks");
  for (AttrKey key : {AttrKey::kWindowDimensions, AttrKey::kWindowStrides}) {
    if (!f.has(key)) continue;
    Ints values = f.ints(key);
    RULE_REQUIRE(values.size() == rank, key == AttrKey::kWindowDimensions ? "C4" : "C6",
                 "{} has {} entries, {} are wanted", attr_key_text(key), values.size(), rank);
    RULE_REQUIRE(std::ranges::all_of(values, [](int64_t v) { return v > 0; }),
                 key == AttrKey::kWindowDimensions ? "C5" : "C7", "{} must be positive", attr_key_text(key));
  }
  Ints padding = f.ints(AttrKey::kPadding), sizes = f.ints(AttrKey::kWindowDimensions),
       strides = f.ints(AttrKey::kWindowStrides);
  RULE_REQUIRE(!f.has(AttrKey::kPadding) || padding.size() == 2 * rank, "C8", "padding has {} entries, {} are wanted",
               padding.size(), 2 * rank);
  for (size_t i = 0; i < rank; ++i) {
    WindowDim w{.size = sizes.empty() ? 1 : sizes[i],
                .stride = strides.empty() ? 1 : strides[i],
                .padding_low = padding.empty() ? 0 : padding[2 * i],
                .padding_high = padding.empty() ? 0 : padding[2 * i + 1]};
    auto size = checked_window_output_size(operand.dims()[i], w);
    RULE_REQUIRE(size && *size == source.dims()[i], "C2",
                 "dimension {} of source is {}, the window has {} positions there", i, source.dims()[i],
                 size.value_or(-1));
  }
  if (f.regions.size() == 2) {
    auto selected = returned_types(*f.regions[0]);
    RULE_REQUIRE(f.regions[0]->num_arguments() == 2 && selected && selected->size() == 1 && is_tensor((*selected)[0]) &&
                     (*selected)[0].rank() == 0 && (*selected)[0].element() == ElementType::kPred,
                 "C9", "select must take two scalars and return an i1");
    Type inputs[] = {operand};
    if (std::string why = combiner_problem(*f.regions[1], inputs); !why.empty()) return broken("C10", why);
    return known(f.context.tensor((*returned_types(*f.regions[1]))[0].element(), operand.dims()));
  }
  return known(operand);
}

// Inputs lose the scanned dimension on their way into the body, outputs gain it on their way out; carries keep their
// type.
InferredTypes rule_scan(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  int64_t carries = f.integer(AttrKey::kNumCarries), dim = f.integer(AttrKey::kDimension);
  int64_t count = static_cast<int64_t>(f.operands.size());
  RULE_REQUIRE(carries >= 0 && carries <= count, "", "{} carries among {} operands", carries, count);
  size_t inputs = static_cast<size_t>(count - carries);
  int64_t length = -1;
  for (size_t i = 0; i < inputs; ++i) {
    RULE_REQUIRE(dim >= 0 && dim < f.operands[i].rank(), "", "dimension {} is not one of input {}, {}", dim, i,
                 describe(f.operands[i]));
    int64_t size = f.operands[i].dim(static_cast<int>(dim));
    RULE_REQUIRE(length < 0 || size == length, "", "inputs have different sizes along the scanned dimension");
    length = size;
  }
  if (f.regions.empty()) return free_choice();
  const Region& body = *f.regions[0];
  auto returned = returned_types(body);
  RULE_REQUIRE(body.num_arguments() == count, "", "the body takes {} arguments, {} are wanted", body.num_arguments(),
               count);
  RULE_REQUIRE(returned && static_cast<int64_t>(returned->size()) >= carries && all_tensors(*returned), "",
               "the body must return its outputs and {} carries", carries);
  size_t outputs = returned->size() - static_cast<size_t>(carries);
  for (int64_t i = 0; i < carries; ++i) {
    Type carry = f.operands[inputs + static_cast<size_t>(i)];
    RULE_REQUIRE((*returned)[outputs + static_cast<size_t>(i)] == carry, "", "carry {} is {}, the body returns {}", i,
                 describe(carry), describe((*returned)[outputs + static_cast<size_t>(i)]));
  }
  if (!f.inferring && length < 0) return free_choice();  // no inputs: the length is the outputs'
  std::vector<Type> types;
  for (size_t i = 0; i < outputs; ++i) {
    std::vector<int64_t> dims((*returned)[i].dims().begin(), (*returned)[i].dims().end());
    RULE_REQUIRE(dim >= 0 && dim <= static_cast<int64_t>(dims.size()), "", "output {} has no place for dimension {}", i,
                 dim);
    // An output may also come as a slice that still has the scanned dimension, of size 1.
    bool keeps = !f.results.empty() && i < f.results.size() && is_tensor(f.results[i]) &&
                 f.results[i].rank() == static_cast<int>(dims.size());
    if (keeps && dim < static_cast<int64_t>(dims.size())) {
      dims[static_cast<size_t>(dim)] *= length;
    } else {
      dims.insert(dims.begin() + dim, length);
    }
    auto type = with_dims(f.context, (*returned)[i].element(), dims);
    RULE_REQUIRE(type, "", "output {} is too large", i);
    types.push_back(*type);
  }
  for (int64_t i = 0; i < carries; ++i) types.push_back(f.operands[inputs + static_cast<size_t>(i)]);
  return known(std::move(types));
}

InferredTypes rule_sort(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type first = f.operands[0];
  for (Type type : f.operands) {
    RULE_REQUIRE(std::ranges::equal(type.dims(), first.dims()), "C3", "all inputs must have one shape");
  }
  int64_t dim = f.integer(AttrKey::kDimension, -1);
  RULE_REQUIRE(dim >= -first.rank() && dim < std::max(first.rank(), 1), "C4", "dimension {} is not one of {}", dim,
               describe(first));
  if (!f.regions.empty()) {
    const Region& comparator = *f.regions[0];
    auto returned = returned_types(comparator);
    RULE_REQUIRE(comparator.num_arguments() == static_cast<int>(2 * f.operands.size()), "C5",
                 "the comparator takes {} arguments, two per input are wanted", comparator.num_arguments());
    for (int i = 0; i < comparator.num_arguments(); ++i) {
      Type argument = comparator.argument(i)->type();
      RULE_REQUIRE(is_tensor(argument) && argument.rank() == 0 &&
                       argument.element() == f.operands[static_cast<size_t>(i / 2)].element(),
                   "C5", "argument {} of the comparator must be a scalar of input {}'s element type", i, i / 2);
    }
    RULE_REQUIRE(returned && returned->size() == 1 && is_tensor((*returned)[0]) && (*returned)[0].rank() == 0 &&
                     (*returned)[0].element() == ElementType::kPred,
                 "C5", "the comparator must return one i1");
  }
  return known(std::vector<Type>(f.operands.begin(), f.operands.end()));
}

InferredTypes rule_top_k(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  int64_t k = f.integer(AttrKey::kK);
  RULE_REQUIRE(operand.rank() >= 1, "C1", "takes tensors of rank 1 at least");
  RULE_REQUIRE(k >= 0 && k <= operand.dim(operand.rank() - 1), "C2", "k is {}, the last dimension has {}", k,
               operand.dim(operand.rank() - 1));
  std::vector<int64_t> dims(operand.dims().begin(), operand.dims().end());
  dims.back() = k;
  return known({f.context.tensor(operand.element(), dims), f.context.tensor(ElementType::kS32, dims)});
}

}  // namespace partita

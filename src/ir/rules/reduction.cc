// Reductions, windows, scans and order: ops with a body on scalars.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita::core::ir {

using namespace type_rules;

namespace {

// Inputs of one shape and as many scalar initial values of their element types. The labels differ between ops.
struct InputLabels {
  std::string_view count, shape, element;
};
std::optional<InferredTypes> inputs_problem(const OpFacts& f, const InputLabels& labels) {
  size_t n = f.operands.size() / 2;
  if (f.operands.size() % 2 != 0) return type_error(labels.count, "takes as many initial values as inputs");
  for (size_t i = 0; i < n; ++i) {
    Type input = f.operands[i], init = f.operands[n + i];
    if (!same_shape(input, f.operands[0])) {
      return type_error(labels.shape, fmt::format("inputs are {} and {}: they must have one shape",
                                                  describe(f.operands[0]), describe(input)));
    }
    if (init.rank() != 0) {
      return type_error("I2", fmt::format("initial value {} must be a scalar, it is {}", i, describe(init)));
    }
    if (init.element() != input.element()) {
      return type_error(labels.element,
                        fmt::format("input {} is {}, its initial value is {}: their element types differ", i,
                                    describe(input), describe(init)));
    }
  }
  return std::nullopt;
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

// A list with one positive number per dimension, or none.
struct WindowList {
  AttrKey key;
  std::string_view size_label, value_label;
};
std::optional<InferredTypes> window_list_problem(const OpFacts& f, const WindowList& list, size_t rank) {
  if (!f.has(list.key)) return std::nullopt;
  Ints values = f.ints(list.key);
  if (values.size() != rank) {
    return type_error(list.size_label,
                      fmt::format("{} has {} entries, {} are wanted", attr_key_text(list.key), values.size(), rank));
  }
  for (int64_t v : values) {
    if (v <= 0)
      return type_error(list.value_label, fmt::format("{} must be positive, not {}", attr_key_text(list.key), v));
  }
  return std::nullopt;
}

// A position of `whole` along `dim`, with or without that dimension.
bool is_slice_of(Type slice, Type whole, int64_t dim) {
  if (!is_tensor(slice) || slice.element() != whole.element()) return false;
  std::vector<int64_t> dims(whole.dims().begin(), whole.dims().end());
  dims[dim] = 1;
  if (std::ranges::equal(slice.dims(), dims)) return true;
  dims.erase(dims.begin() + dim);
  return std::ranges::equal(slice.dims(), dims);
}

int64_t entry(const OpFacts& f, AttrKey key, size_t i, int64_t otherwise) {
  Ints values = f.ints(key);
  return i < values.size() ? values[i] : otherwise;
}

WindowDim window_dim(const OpFacts& f, size_t i) {
  return {.size = entry(f, AttrKey::kWindowDimensions, i, 1),
          .stride = entry(f, AttrKey::kWindowStrides, i, 1),
          .padding_low = entry(f, AttrKey::kPadding, 2 * i, 0),
          .padding_high = entry(f, AttrKey::kPadding, 2 * i + 1, 0),
          .base_dilation = entry(f, AttrKey::kBaseDilations, i, 1),
          .window_dilation = entry(f, AttrKey::kWindowDilations, i, 1)};
}

}  // namespace

InferredTypes rule_reduce(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (auto problem = inputs_problem(f, {"C3", "C1", "C2"})) return *problem;
  std::span<const Type> inputs = f.operands.subspan(0, f.operands.size() / 2);
  Ints dims = f.ints(AttrKey::kDimensions);
  RULE_REQUIRE(are_in_range(dims, inputs[0].rank()), "C4", "dimensions must be those of {}", describe(inputs[0]));
  RULE_REQUIRE(are_unique(dims), "C5", "dimensions must be distinct");
  if (!f.regions.empty()) {
    if (std::string why = combiner_problem(*f.regions[0], inputs); !why.empty()) return type_error("C6", why);
  }
  std::vector<bool> gone = marked(dims, inputs[0].rank());
  std::vector<int64_t> kept;
  for (size_t d = 0; d < gone.size(); ++d) {
    if (!gone[d]) kept.push_back(inputs[0].dims()[d]);
  }
  return known(body_shaped(f, inputs, kept));
}

InferredTypes rule_reduce_window(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (auto problem = inputs_problem(f, {"C1", "C2", "C3"})) return *problem;
  std::span<const Type> inputs = f.operands.subspan(0, f.operands.size() / 2);
  size_t rank = inputs[0].dims().size();
  for (const WindowList& list :
       {WindowList{AttrKey::kWindowDimensions, "C4", "C5"}, WindowList{AttrKey::kWindowStrides, "C6", "C7"},
        WindowList{AttrKey::kBaseDilations, "C8", "C9"}, WindowList{AttrKey::kWindowDilations, "C10", "C11"}}) {
    if (auto problem = window_list_problem(f, list, rank)) return *problem;
  }
  Ints padding = f.ints(AttrKey::kPadding);
  RULE_REQUIRE(!f.has(AttrKey::kPadding) || padding.size() == 2 * rank, "C12", "padding has {} entries, {} are wanted",
               padding.size(), 2 * rank);
  if (!f.regions.empty()) {
    if (std::string why = combiner_problem(*f.regions[0], inputs); !why.empty()) return type_error("C13", why);
  }
  std::vector<int64_t> dims;
  for (size_t i = 0; i < rank; ++i) {
    auto size = checked_window_output_size(inputs[0].dims()[i], window_dim(f, i));
    RULE_REQUIRE(size, "C15", "dimension {} would be too large", i);
    dims.push_back(*size);
  }
  RULE_REQUIRE(checked_element_count(dims), "C15", "the result is too large");
  return known(body_shaped(f, inputs, dims));
}

InferredTypes rule_select_and_scatter(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0], source = f.operands[1], init = f.operands[2];
  RULE_REQUIRE(operand.element() == source.element(), "C1", "operand is {}, source is {}: their element types differ",
               describe(operand), describe(source));
  RULE_REQUIRE(init.rank() == 0, "I3", "init_value must be a scalar, it is {}", describe(init));
  RULE_REQUIRE(init.element() == operand.element(), "C3", "operand is {}, init_value is {}: their element types differ",
               describe(operand), describe(init));
  size_t rank = operand.dims().size();
  RULE_REQUIRE(source.rank() == operand.rank(), "C2", "operand and source have different ranks");
  for (const WindowList& list :
       {WindowList{AttrKey::kWindowDimensions, "C4", "C5"}, WindowList{AttrKey::kWindowStrides, "C6", "C7"}}) {
    if (auto problem = window_list_problem(f, list, rank)) return *problem;
  }
  Ints padding = f.ints(AttrKey::kPadding);
  RULE_REQUIRE(!f.has(AttrKey::kPadding) || padding.size() == 2 * rank, "C8", "padding has {} entries, {} are wanted",
               padding.size(), 2 * rank);
  for (size_t i = 0; i < rank; ++i) {
    auto size = checked_window_output_size(operand.dims()[i], window_dim(f, i));
    RULE_REQUIRE(size, "C2", "dimension {} is too large", i);
    RULE_REQUIRE(*size == source.dims()[i], "C2", "dimension {} of source is {}, the window has {} positions there", i,
                 source.dims()[i], *size);
  }
  if (f.regions.size() != 2) return known(operand);
  const Region& select = *f.regions[0];
  auto selected = returned_types(select);
  bool fits = select.num_arguments() == 2 && selected && selected->size() == 1 &&
              is_scalar_of((*selected)[0], ElementType::kPred);
  for (int i = 0; fits && i < 2; ++i) fits = is_scalar_of(select.argument(i)->type(), operand.element());
  RULE_REQUIRE(fits, "C9", "select must take two scalars of {} and return an i1", mlir_spelling(operand.element()));
  if (std::string why = combiner_problem(*f.regions[1], {&operand, 1}); !why.empty()) return type_error("C10", why);
  return known(f.context.tensor((*returned_types(*f.regions[1]))[0].element(), operand.dims()));
}

// Inputs lose the scanned dimension on their way into the body, outputs gain it on their way out; carries keep their
// type. A slice may also keep the scanned dimension, with size 1.
InferredTypes rule_scan(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  int64_t carries = f.integer(AttrKey::kNumCarries), dim = f.integer(AttrKey::kDimension);
  int64_t count = std::ssize(f.operands);
  RULE_REQUIRE(carries >= 0 && carries <= count, "", "{} carries among {} operands", carries, count);
  size_t inputs = static_cast<size_t>(count - carries);
  int64_t length = -1;
  for (size_t i = 0; i < inputs; ++i) {
    RULE_REQUIRE(dim >= 0 && dim < f.operands[i].rank(), "", "dimension {} is not one of input {}, {}", dim, i,
                 describe(f.operands[i]));
    int64_t size = f.operands[i].dim(dim);
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
  for (size_t i = 0; i < inputs; ++i) {
    Type argument = body.argument(i)->type();
    RULE_REQUIRE(is_slice_of(argument, f.operands[i], dim), "", "argument {} of the body is {}, no slice of {}", i,
                 describe(argument), describe(f.operands[i]));
  }
  for (size_t i = 0; i < static_cast<size_t>(carries); ++i) {
    Type carry = f.operands[inputs + i], argument = body.argument(inputs + i)->type();
    RULE_REQUIRE(argument == carry && (*returned)[outputs + i] == carry, "",
                 "carry {} is {}, the body takes {} and returns {}", i, describe(carry), describe(argument),
                 describe((*returned)[outputs + i]));
  }
  if (length < 0) {  // no inputs: the length is the outputs'
    if (f.inferring) return free_choice();
    bool placed =
        outputs > 0 && outputs <= f.results.size() && is_tensor(f.results[0]) && dim >= 0 && dim < f.results[0].rank();
    length = placed ? f.results[0].dim(dim) : 0;
  }
  std::vector<Type> types;
  for (size_t i = 0; i < outputs; ++i) {
    std::vector<int64_t> dims((*returned)[i].dims().begin(), (*returned)[i].dims().end());
    RULE_REQUIRE(dim >= 0 && dim <= std::ssize(dims), "", "output {} has no place for dimension {}", i, dim);
    bool keeps = i < f.results.size() && is_tensor(f.results[i]) && f.results[i].dims().size() == dims.size();
    if (keeps && dim < std::ssize(dims) && dims[dim] == 1) {
      dims[dim] = length;
    } else {
      dims.insert(dims.begin() + dim, length);
    }
    auto type = with_dims(f.context, (*returned)[i].element(), dims);
    RULE_REQUIRE(type, "", "output {} is too large", i);
    types.push_back(*type);
  }
  types.insert(types.end(), f.operands.begin() + static_cast<ptrdiff_t>(inputs), f.operands.end());
  return known(std::move(types));
}

InferredTypes rule_sort(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type first = f.operands[0];
  for (Type type : f.operands) {
    RULE_REQUIRE(same_shape(type, first), "C3", "inputs are {} and {}: they must have one shape", describe(first),
                 describe(type));
  }
  int64_t dim = f.integer(AttrKey::kDimension, -1);
  RULE_REQUIRE(dim >= -first.rank() && dim < first.rank(), "C4", "dimension {} is not one of {}", dim, describe(first));
  if (!f.regions.empty()) {
    const Region& comparator = *f.regions[0];
    auto returned = returned_types(comparator);
    RULE_REQUIRE(comparator.num_arguments() == static_cast<int>(2 * f.operands.size()), "C5",
                 "the comparator takes {} arguments, two per input are wanted", comparator.num_arguments());
    for (int i = 0; i < comparator.num_arguments(); ++i) {
      RULE_REQUIRE(is_scalar_of(comparator.argument(i)->type(), f.operands[i / 2].element()), "C5",
                   "argument {} of the comparator must be a scalar of input {}'s element type", i, i / 2);
    }
    RULE_REQUIRE(returned && returned->size() == 1 && is_scalar_of((*returned)[0], ElementType::kPred), "C5",
                 "the comparator must return one i1");
  }
  return known(std::vector<Type>(f.operands.begin(), f.operands.end()));
}

InferredTypes rule_top_k(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  int64_t k = f.integer(AttrKey::kK);
  RULE_REQUIRE(operand.rank() >= 1, "", "takes tensors of rank 1 at least, not {}", describe(operand));
  int64_t last = operand.dims().back();
  RULE_REQUIRE(k >= 0 && k <= last, "", "k is {}, the last dimension has {}", k, last);
  std::vector<int64_t> dims(operand.dims().begin(), operand.dims().end());
  dims.back() = k;
  return known({f.context.tensor(operand.element(), dims), f.context.tensor(ElementType::kS32, dims)});
}

}  // namespace partita::core::ir

// Values from nothing, layout and data movement.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita::core::ir {

using namespace type_rules;

InferredTypes rule_constant(const OpFacts& f) { return known(f.attr(AttrKey::kValue).as_type()); }

InferredTypes rule_iota(const OpFacts& f) {
  if (f.inferring) return free_choice();
  Type type = f.results[0];
  RULE_REQUIRE(is_tensor(type), "", "gives a tensor");
  int64_t dim = f.integer(AttrKey::kIotaDimension);
  RULE_REQUIRE(dim >= 0 && dim < type.rank(), "C1", "iota_dimension {} is not a dimension of {}", dim, describe(type));
  RULE_REQUIRE_ELEMENT(type.element() != ElementType::kPred, "O1", "gives integers, floats or complex numbers, not {}",
                       describe(type));
  return free_choice();
}

InferredTypes rule_device_id(const OpFacts& f) { return known(f.context.tensor(ElementType::kU32, {})); }

InferredTypes rule_bitcast_convert(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (f.inferring) return free_choice();
  Type from = f.operands[0], to = f.results[0];
  RULE_REQUIRE(is_tensor(to), "O1", "gives a tensor, not {}", describe(to));
  RULE_REQUIRE(is_complex(from.element()) == is_complex(to.element()), "C2",
               "{} cannot become {}: complex numbers stay complex", describe(from), describe(to));
  // The type with the wider elements, with the ratio of the widths as a last dimension, is shaped as the other.
  bool narrows = bit_width(to.element()) < bit_width(from.element());
  Type wide = narrows ? from : to, narrow = narrows ? to : from;
  int a = bit_width(wide.element()), b = bit_width(narrow.element());
  std::vector<int64_t> want(wide.dims().begin(), wide.dims().end());
  if (a != b) want.push_back(a / b);
  RULE_REQUIRE(a % b == 0 && std::ranges::equal(narrow.dims(), want), "C1", "{} cannot become {}", describe(from),
               describe(to));
  return free_choice();
}

InferredTypes rule_bitcast(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (f.inferring) return free_choice();
  RULE_REQUIRE(is_tensor(f.results[0]) && f.results[0].byte_size() == f.operands[0].byte_size(), "",
               "{} and {} must have the same number of bytes", describe(f.operands[0]), describe(f.results[0]));
  return free_choice();
}

InferredTypes rule_broadcast_in_dim(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  Ints dims = f.ints(AttrKey::kBroadcastDimensions);
  RULE_REQUIRE(std::ssize(dims) == operand.rank(), "C2", "{} broadcast_dimensions for an operand of rank {}",
               dims.size(), operand.rank());
  if (f.inferring) return free_choice();
  Type result = f.results[0];
  RULE_REQUIRE(is_tensor(result) && result.element() == operand.element(), "C1", "element types of {} and {} differ",
               describe(operand), describe(result));
  RULE_REQUIRE(are_in_range(dims, result.rank()), "C3", "broadcast_dimensions must be dimensions of {}",
               describe(result));
  RULE_REQUIRE(are_unique(dims), "C4", "broadcast_dimensions must be distinct");
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t from = operand.dim(i), to = result.dim(dims[i]);
    RULE_REQUIRE(from == 1 || from == to, "C5", "dimension {} of the operand is {}, dimension {} of the result is {}",
                 i, from, dims[i], to);
  }
  return free_choice();
}

InferredTypes rule_concatenate(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type first = f.operands[0];
  int64_t dim = f.integer(AttrKey::kDimension);
  RULE_REQUIRE(dim >= 0 && dim < first.rank(), "C4", "dimension {} is not one of {}", dim, describe(first));
  std::vector<int64_t> dims(first.dims().begin(), first.dims().end());
  int64_t sum = 0;
  for (Type type : f.operands) {
    RULE_REQUIRE(type.element() == first.element(), "C1", "inputs {} and {} have different element types",
                 describe(first), describe(type));
    RULE_REQUIRE(type.rank() == first.rank(), "C2", "inputs {} and {} have different ranks", describe(first),
                 describe(type));
    for (int d = 0; type != first && d < first.rank(); ++d) {
      RULE_REQUIRE(d == dim || type.dim(d) == first.dim(d), "C2", "{} and {} differ in dimension {}", describe(first),
                   describe(type), d);
    }
    RULE_REQUIRE(!__builtin_add_overflow(sum, type.dim(dim), &sum), "C6", "the result is too large");
  }
  dims[dim] = sum;
  auto type = with_dims(f.context, first.element(), dims);
  RULE_REQUIRE(type, "C6", "the result is too large");
  return known(*type);
}

InferredTypes rule_same_type(const OpFacts& f) {
  if (f.kind == OpKind::kPropagationBarrier) {
    std::string_view direction = f.text(AttrKey::kAllowedDirection);
    RULE_REQUIRE(direction == "NONE" || direction == "FORWARD" || direction == "BACKWARD" || direction == "BOTH", "",
                 "allowed_direction is {}, not NONE, FORWARD, BACKWARD or BOTH", direction);
  }
  return known(f.operands[0]);
}

InferredTypes rule_dimension_size(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  int64_t dim = f.integer(AttrKey::kDimension);
  RULE_REQUIRE(dim >= 0 && dim < f.operands[0].rank(), "C1", "dimension {} is not one of {}", dim,
               describe(f.operands[0]));
  if (f.kind == OpKind::kSetDimensionSize) {
    RULE_REQUIRE(is_scalar_of(f.operands[1], ElementType::kS32), "I2", "size must be a scalar of i32, it is {}",
                 describe(f.operands[1]));
    return known(f.operands[0]);
  }
  return known(f.context.tensor(ElementType::kS32, {}));
}

InferredTypes rule_pad(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  RULE_REQUIRE(f.operands[1].rank() == 0, "I2", "padding_value must be a scalar, it is {}", describe(f.operands[1]));
  RULE_REQUIRE(f.operands[1].element() == operand.element(), "C1", "padding_value is {}, the operand {}",
               describe(f.operands[1]), describe(operand));
  Ints low = f.ints(AttrKey::kEdgePaddingLow), high = f.ints(AttrKey::kEdgePaddingHigh),
       interior = f.ints(AttrKey::kInteriorPadding);
  size_t rank = operand.rank();
  RULE_REQUIRE(low.size() == rank && high.size() == rank && interior.size() == rank, "C2",
               "edge and interior padding must have {} entries", rank);
  std::vector<int64_t> dims;
  for (size_t i = 0; i < rank; ++i) {
    RULE_REQUIRE(interior[i] >= 0, "C3", "interior_padding {} of dimension {} is negative", interior[i], i);
    int64_t n = operand.dims()[i], size = 0;
    bool overflow = __builtin_mul_overflow(std::max<int64_t>(n - 1, 0), interior[i], &size) ||
                    __builtin_add_overflow(size, n, &size) || __builtin_add_overflow(size, low[i], &size) ||
                    __builtin_add_overflow(size, high[i], &size);
    RULE_REQUIRE(!overflow && size >= 0, "C4", "dimension {} would get a size that is negative or too large", i);
    dims.push_back(size);
  }
  auto type = with_dims(f.context, operand.element(), dims);
  RULE_REQUIRE(type, "C4", "the result is too large");
  return known(*type);
}

InferredTypes rule_reshape(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (f.inferring) return free_choice();
  Type from = f.operands[0], to = f.results[0];
  RULE_REQUIRE(is_tensor(to) && from.element() == to.element(), "C1", "element types of {} and {} differ",
               describe(from), describe(to));
  RULE_REQUIRE(from.num_elements() == to.num_elements(), "C2", "{} and {} have different numbers of elements",
               describe(from), describe(to));
  return free_choice();
}

InferredTypes rule_reverse(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Ints dims = f.ints(AttrKey::kDimensions);
  RULE_REQUIRE(are_unique(dims), "C2", "dimensions must be distinct");
  RULE_REQUIRE(are_in_range(dims, f.operands[0].rank()), "C3", "dimensions must be those of {}",
               describe(f.operands[0]));
  return known(f.operands[0]);
}

InferredTypes rule_slice(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  Ints start = f.ints(AttrKey::kStartIndices), limit = f.ints(AttrKey::kLimitIndices),
       strides = f.ints(AttrKey::kStrides);
  size_t rank = operand.rank();
  RULE_REQUIRE(start.size() == rank && limit.size() == rank && strides.size() == rank, "C2",
               "start_indices, limit_indices and strides must have {} entries", rank);
  std::vector<int64_t> dims;
  for (size_t i = 0; i < rank; ++i) {
    RULE_REQUIRE(start[i] >= 0 && start[i] <= limit[i] && limit[i] <= operand.dims()[i], "C3",
                 "[{}:{}] is not a range of dimension {}, which has size {}", start[i], limit[i], i, operand.dims()[i]);
    RULE_REQUIRE(strides[i] > 0, "C4", "stride {} of dimension {} must be positive", strides[i], i);
    dims.push_back(limit[i] == start[i] ? 0 : (limit[i] - start[i] - 1) / strides[i] + 1);
  }
  return known(f.context.tensor(operand.element(), dims));
}

InferredTypes rule_transpose(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  Ints permutation = f.ints(AttrKey::kPermutation);
  RULE_REQUIRE(std::ssize(permutation) == operand.rank() && are_distinct_dims(permutation, operand.rank()), "C2",
               "permutation must be one of the {} dimensions of the operand", operand.rank());
  std::vector<int64_t> dims;
  for (int64_t d : permutation) dims.push_back(operand.dim(d));
  return known(f.context.tensor(operand.element(), dims));
}

}  // namespace partita::core::ir

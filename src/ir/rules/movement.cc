// Values from nothing, layout and data movement.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita {

using namespace rules;

InferredTypes rule_constant(const OpFacts& f) { return known(f.attr(AttrKey::kValue).as_type()); }

InferredTypes rule_iota(const OpFacts& f) {
  if (f.inferring) return free_choice();
  Type type = f.results[0];
  RULE_REQUIRE(is_tensor(type), "", "gives a tensor");
  int64_t dim = f.integer(AttrKey::kIotaDimension);
  RULE_REQUIRE(dim >= 0 && dim < type.rank(), "C1", "iota_dimension {} is not a dimension of {}", dim, describe(type));
  RULE_REQUIRE(type.element() != ElementType::kPred, "O1", "gives integers, floats or complex numbers");
  return free_choice();
}

InferredTypes rule_device_id(const OpFacts& f) { return known(f.context.tensor(ElementType::kU32, {})); }

InferredTypes rule_bitcast_convert(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (f.inferring) return free_choice();
  Type from = f.operands[0], to = f.results[0];
  RULE_REQUIRE(is_tensor(to), "", "gives a tensor");
  RULE_REQUIRE(is_complex(from.element()) == is_complex(to.element()), "C2", "complex and other types cannot be mixed");
  int64_t a = bit_width(from.element()), b = bit_width(to.element());
  std::vector<int64_t> want(from.dims().begin(), from.dims().end());
  if (b < a) {
    want.push_back(a / b);
  } else if (b > a) {
    RULE_REQUIRE(!want.empty() && want.back() == b / a, "C1", "the last dimension of {} must be {}", describe(from),
                 b / a);
    want.pop_back();
  }
  RULE_REQUIRE(std::max(a, b) % std::min(a, b) == 0 && std::ranges::equal(to.dims(), want), "C1", "{} cannot become {}",
               describe(from), describe(to));
  return free_choice();
}

InferredTypes rule_bitcast(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (f.inferring) return free_choice();
  RULE_REQUIRE(is_tensor(f.results[0]) && f.results[0].byte_size() == f.operands[0].byte_size(), "",
               "operand and result must have the same number of bytes");
  return free_choice();
}

InferredTypes rule_broadcast_in_dim(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  Ints dims = f.ints(AttrKey::kBroadcastDimensions);
  RULE_REQUIRE(static_cast<int>(dims.size()) == operand.rank(), "C2",
               "{} broadcast_dimensions for an operand of rank {}", dims.size(), operand.rank());
  if (f.inferring) return free_choice();
  Type result = f.results[0];
  RULE_REQUIRE(is_tensor(result) && result.element() == operand.element(), "C1", "element types of {} and {} differ",
               describe(operand), describe(result));
  RULE_REQUIRE(std::ranges::all_of(dims, [&](int64_t d) { return d >= 0 && d < result.rank(); }), "C3",
               "broadcast_dimensions must be dimensions of {}", describe(result));
  RULE_REQUIRE(are_distinct_dims(dims, result.rank()), "C4", "broadcast_dimensions must be distinct");
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t from = operand.dim(static_cast<int>(i)), to = result.dim(static_cast<int>(dims[i]));
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
    RULE_REQUIRE(type.element() == first.element(), "C1", "inputs have different element types");
    RULE_REQUIRE(type.rank() == first.rank(), "C2", "inputs have different ranks");
    for (int d = 0; d < first.rank(); ++d) {
      RULE_REQUIRE(d == dim || type.dim(d) == first.dim(d), "C2", "{} and {} differ in dimension {}", describe(first),
                   describe(type), d);
    }
    sum += type.dim(static_cast<int>(dim));
  }
  dims[static_cast<size_t>(dim)] = sum;
  auto type = with_dims(f.context, first.element(), dims);
  RULE_REQUIRE(type, "", "the result is too large");
  return known(*type);
}

InferredTypes rule_same_type(const OpFacts& f) { return known(f.operands[0]); }

InferredTypes rule_dimension_size(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  int64_t dim = f.integer(AttrKey::kDimension);
  RULE_REQUIRE(dim >= 0 && dim < f.operands[0].rank(), "C1", "dimension {} is not one of {}", dim,
               describe(f.operands[0]));
  if (f.kind == OpKind::kSetDimensionSize) return known(f.operands[0]);
  return known(f.context.tensor(ElementType::kS32, {}));
}

InferredTypes rule_pad(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  RULE_REQUIRE(f.operands[1].rank() == 0 && f.operands[1].element() == operand.element(), "C1",
               "the padding value must be a scalar of the operand's element type");
  Ints low = f.ints(AttrKey::kEdgePaddingLow), high = f.ints(AttrKey::kEdgePaddingHigh),
       interior = f.ints(AttrKey::kInteriorPadding);
  size_t rank = static_cast<size_t>(operand.rank());
  RULE_REQUIRE(low.size() == rank && high.size() == rank && interior.size() == rank, "C2",
               "edge and interior padding must have {} entries", rank);
  std::vector<int64_t> dims;
  for (size_t i = 0; i < rank; ++i) {
    RULE_REQUIRE(interior[i] >= 0, "C3", "interior padding must not be negative");
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
  RULE_REQUIRE(are_distinct_dims(f.ints(AttrKey::kDimensions), f.operands[0].rank()), "C2",
               "dimensions must be distinct and those of {}", describe(f.operands[0]));
  return known(f.operands[0]);
}

InferredTypes rule_slice(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  Ints start = f.ints(AttrKey::kStartIndices), limit = f.ints(AttrKey::kLimitIndices),
       strides = f.ints(AttrKey::kStrides);
  size_t rank = static_cast<size_t>(operand.rank());
  RULE_REQUIRE(start.size() == rank && limit.size() == rank && strides.size() == rank, "C2",
               "start_indices, limit_indices and strides must have {} entries", rank);
  std::vector<int64_t> dims;
  for (size_t i = 0; i < rank; ++i) {
    RULE_REQUIRE(start[i] >= 0 && start[i] <= limit[i] && limit[i] <= operand.dims()[i], "C3",
                 "[{}:{}] is not a range of dimension {}, which has size {}", start[i], limit[i], i, operand.dims()[i]);
    RULE_REQUIRE(strides[i] > 0, "C4", "strides must be positive");
    dims.push_back(limit[i] == start[i] ? 0 : (limit[i] - start[i] - 1) / strides[i] + 1);
  }
  return known(f.context.tensor(operand.element(), dims));
}

InferredTypes rule_transpose(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  Ints permutation = f.ints(AttrKey::kPermutation);
  RULE_REQUIRE(static_cast<int>(permutation.size()) == operand.rank() && are_distinct_dims(permutation, operand.rank()),
               "C2", "permutation must be one of the {} dimensions of the operand", operand.rank());
  std::vector<int64_t> dims;
  for (int64_t d : permutation) dims.push_back(operand.dim(static_cast<int>(d)));
  return known(f.context.tensor(operand.element(), dims));
}

}  // namespace partita

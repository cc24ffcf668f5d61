// Ops that read at places given by index tensors, and dynamic_update_slice.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita::core::ir {

using namespace type_rules;

namespace {

// Start indices: rank scalars of one integer type. (HLO's old form with one vector of indices is split by its reader.)
struct StartLabels {
  std::string_view count, type, kind;
};
std::optional<InferredTypes> start_indices_problem(std::span<const Type> indices, int rank, const StartLabels& labels) {
  if (std::ssize(indices) != rank) {
    return type_error(labels.count, fmt::format("{} start indices for an operand of rank {}", indices.size(), rank));
  }
  for (Type type : indices) {
    if (!is_scalar(type)) return type_error(labels.kind, fmt::format("a start index is {}, no scalar", describe(type)));
    if (!is_integer(type.element())) {
      return wrong_element_type(labels.kind, fmt::format("start indices must be integers, not {}", describe(type)));
    }
    if (type != indices[0]) {
      return type_error(labels.type, fmt::format("start indices are {} and {}: they must have one type",
                                                 describe(indices[0]), describe(type)));
    }
  }
  return std::nullopt;
}

// The dimensions of `indices` other than index_vector_dim, which may be one past the last (indices are then scalars).
std::vector<int64_t> batch_shape(Type indices, int64_t index_vector_dim) {
  std::vector<int64_t> dims(indices.dims().begin(), indices.dims().end());
  if (index_vector_dim < std::ssize(dims)) dims.erase(dims.begin() + index_vector_dim);
  return dims;
}

}  // namespace

InferredTypes rule_dynamic_slice(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  if (auto problem = start_indices_problem(f.operands.subspan(1), operand.rank(), {"C2", "C3", "I2"})) return *problem;
  Ints sizes = f.ints(AttrKey::kSliceSizes);
  RULE_REQUIRE(std::ssize(sizes) == operand.rank(), "C2", "{} slice_sizes for an operand of rank {}", sizes.size(),
               operand.rank());
  for (size_t i = 0; i < sizes.size(); ++i) {
    RULE_REQUIRE(sizes[i] >= 0 && sizes[i] <= operand.dims()[i], "C4",
                 "slice size {} of dimension {}, which has size {}", sizes[i], i, operand.dims()[i]);
  }
  return known(f.context.tensor(operand.element(), sizes));
}

InferredTypes rule_dynamic_update_slice(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0], update = f.operands[1];
  RULE_REQUIRE(operand.element() == update.element(), "C2", "operand {} and update {} have different element types",
               describe(operand), describe(update));
  RULE_REQUIRE(operand.rank() == update.rank(), "C3", "operand {} and update {} have different ranks",
               describe(operand), describe(update));
  if (auto problem = start_indices_problem(f.operands.subspan(2), operand.rank(), {"C4", "C5", "I3"})) return *problem;
  for (int i = 0; i < operand.rank(); ++i) {
    RULE_REQUIRE(update.dim(i) <= operand.dim(i), "C6", "the update {} does not fit into {}", describe(update),
                 describe(operand));
  }
  return known(operand);
}

InferredTypes rule_gather(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0], indices = f.operands[1];
  RULE_REQUIRE_ELEMENT(is_integer(indices.element()), "I2", "start_indices must be integers, not {}",
                       describe(indices));
  Ints offset = f.ints(AttrKey::kOffsetDims), collapsed = f.ints(AttrKey::kCollapsedSliceDims);
  Ints batching = f.ints(AttrKey::kOperandBatchingDims), index_batching = f.ints(AttrKey::kStartIndicesBatchingDims);
  Ints map = f.ints(AttrKey::kStartIndexMap), sizes = f.ints(AttrKey::kSliceSizes);
  int64_t vector_dim = f.integer(AttrKey::kIndexVectorDim);
  int64_t rank = operand.rank();
  RULE_REQUIRE(
      static_cast<int64_t>(offset.size() + collapsed.size() + batching.size()) == rank, "C1",
      "offset_dims, collapsed_slice_dims and operand_batching_dims must cover the {} dimensions of the operand", rank);
  RULE_REQUIRE(vector_dim >= 0 && vector_dim <= indices.rank(), "C2", "index_vector_dim {} is no dimension of {}",
               vector_dim, describe(indices));
  int64_t index_size = vector_dim < indices.rank() ? indices.dim(vector_dim) : 1;
  RULE_REQUIRE(std::ssize(map) == index_size, "C3", "start_index_map has {} entries, an index has {}", map.size(),
               index_size);
  std::vector<int64_t> batch = batch_shape(indices, vector_dim);
  int64_t result_rank = static_cast<int64_t>(batch.size() + offset.size());
  RULE_REQUIRE(are_unique(offset) && is_sorted(offset), "C4", "offset_dims must be distinct and sorted");
  RULE_REQUIRE(are_in_range(offset, result_rank), "C5", "offset_dims must be below {}, the rank of the result",
               result_rank);
  std::vector<int64_t> taken = joined(collapsed, batching);
  RULE_REQUIRE(are_unique(taken), "C6", "collapsed_slice_dims and operand_batching_dims must be distinct");
  RULE_REQUIRE(is_sorted(collapsed), "C7", "collapsed_slice_dims must be sorted");
  RULE_REQUIRE(are_in_range(collapsed, rank), "C8", "collapsed_slice_dims must be dimensions of {}", describe(operand));
  RULE_REQUIRE(is_sorted(batching), "C10", "operand_batching_dims must be sorted");
  RULE_REQUIRE(are_in_range(batching, rank), "C11", "operand_batching_dims must be dimensions of {}",
               describe(operand));
  RULE_REQUIRE(std::ssize(sizes) == rank, "C20", "slice_sizes has {} entries, {} are wanted", sizes.size(), rank);
  for (int64_t d : collapsed) {
    RULE_REQUIRE(sizes[d] <= 1, "C9", "collapsed dimension {} has slice size {}", d, sizes[d]);
  }
  for (int64_t d : batching) {
    RULE_REQUIRE(sizes[d] <= 1, "C12", "batching dimension {} has slice size {}", d, sizes[d]);
  }
  RULE_REQUIRE(are_unique(index_batching), "C13", "start_indices_batching_dims must be distinct");
  RULE_REQUIRE(are_in_range(index_batching, indices.rank()), "C14",
               "start_indices_batching_dims must be dimensions of {}", describe(indices));
  RULE_REQUIRE(!contains(index_batching, vector_dim), "C15", "index_vector_dim cannot be a batching dimension");
  RULE_REQUIRE(batching.size() == index_batching.size(), "C16", "operand has {} batching dimensions, start_indices {}",
               batching.size(), index_batching.size());
  for (size_t i = 0; i < batching.size(); ++i) {
    int64_t a = operand.dim(batching[i]), b = indices.dim(index_batching[i]);
    RULE_REQUIRE(a == b, "C17", "batching dimension {} of the operand is {}, {} of start_indices is {}", batching[i], a,
                 index_batching[i], b);
  }
  RULE_REQUIRE(are_unique(joined(map, batching)), "C18", "start_index_map and operand_batching_dims must be distinct");
  RULE_REQUIRE(are_in_range(map, rank), "C19", "start_index_map must name dimensions of {}", describe(operand));
  for (size_t i = 0; i < sizes.size(); ++i) {
    RULE_REQUIRE(sizes[i] >= 0 && sizes[i] <= operand.dims()[i], "C21",
                 "slice size {} of dimension {}, which has size {}", sizes[i], i, operand.dims()[i]);
  }
  std::vector<bool> is_taken = marked(taken, rank), is_offset = marked(offset, result_rank);
  std::vector<int64_t> dims, offset_sizes;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (!is_taken[d]) offset_sizes.push_back(sizes[d]);
  }
  size_t next_offset = 0, next_batch = 0;
  for (bool offset_here : is_offset) dims.push_back(offset_here ? offset_sizes[next_offset++] : batch[next_batch++]);
  auto type = with_dims(f.context, operand.element(), dims);
  RULE_REQUIRE(type, "C22", "the result is too large");
  return known(*type);
}

}  // namespace partita::core::ir

// Ops that pick places by index tensors: dynamic slices, gather, scatter.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita {

using namespace rules;

namespace {

// Start indices: rank scalars of one integer type. (HLO's old form with one vector of indices is split by its reader.)
std::string start_indices_problem(std::span<const Type> indices, int rank) {
  if (static_cast<int>(indices.size()) != rank)
    return fmt::format("{} start indices for an operand of rank {}", indices.size(), rank);
  for (Type type : indices) {
    if (!is_tensor(type) || type.rank() != 0 || !is_integer(type.element()))
      return "start indices must be integer scalars";
    if (!(type == indices[0])) return "start indices must have one type";
  }
  return {};
}

// The dimensions of `indices` other than index_vector_dim, which may be one past the last (indices are then scalars).
std::vector<int64_t> batch_shape(Type indices, int64_t index_vector_dim) {
  std::vector<int64_t> dims(indices.dims().begin(), indices.dims().end());
  if (index_vector_dim < static_cast<int64_t>(dims.size())) dims.erase(dims.begin() + index_vector_dim);
  return dims;
}

}  // namespace

InferredTypes rule_dynamic_slice(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  if (std::string why = start_indices_problem(f.operands.subspan(1), operand.rank()); !why.empty())
    return broken("C2", why);
  Ints sizes = f.ints(AttrKey::kSliceSizes);
  RULE_REQUIRE(static_cast<int>(sizes.size()) == operand.rank(), "C2", "slice_sizes must have {} entries",
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
  RULE_REQUIRE(operand.element() == update.element(), "C2", "operand and update have different element types");
  RULE_REQUIRE(operand.rank() == update.rank(), "C3", "operand and update have different ranks");
  if (std::string why = start_indices_problem(f.operands.subspan(2), operand.rank()); !why.empty())
    return broken("C4", why);
  for (int i = 0; i < operand.rank(); ++i) {
    RULE_REQUIRE(update.dim(i) <= operand.dim(i), "C6", "the update {} does not fit into {}", describe(update),
                 describe(operand));
  }
  return known(operand);
}

InferredTypes rule_gather(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0], indices = f.operands[1];
  RULE_REQUIRE(is_integer(indices.element()), "I2", "start_indices must be integers");
  Ints offset = f.ints(AttrKey::kOffsetDims), collapsed = f.ints(AttrKey::kCollapsedSliceDims);
  Ints batching = f.ints(AttrKey::kOperandBatchingDims), index_batching = f.ints(AttrKey::kStartIndicesBatchingDims);
  Ints map = f.ints(AttrKey::kStartIndexMap), sizes = f.ints(AttrKey::kSliceSizes);
  int64_t vector_dim = f.integer(AttrKey::kIndexVectorDim);
  int64_t rank = operand.rank();
  RULE_REQUIRE(
      static_cast<int64_t>(offset.size() + collapsed.size() + batching.size()) == rank, "C1",
      "offset_dims, collapsed_slice_dims and operand_batching_dims must cover the {} dimensions of the operand", rank);
  RULE_REQUIRE(vector_dim >= 0 && vector_dim <= indices.rank(), "C2", "index_vector_dim {} is out of range",
               vector_dim);
  int64_t index_size = vector_dim < indices.rank() ? indices.dim(static_cast<int>(vector_dim)) : 1;
  RULE_REQUIRE(static_cast<int64_t>(map.size()) == index_size, "C3", "start_index_map has {} entries, an index has {}",
               map.size(), index_size);
  std::vector<int64_t> batch = batch_shape(indices, vector_dim);
  int64_t result_rank = static_cast<int64_t>(batch.size() + offset.size());
  RULE_REQUIRE(are_distinct_dims(offset, result_rank) && is_sorted(offset), "C4",
               "offset_dims must be distinct, sorted and below {}", result_rank);
  std::vector<int64_t> taken(collapsed.begin(), collapsed.end());
  taken.insert(taken.end(), batching.begin(), batching.end());
  RULE_REQUIRE(are_distinct_dims(taken, rank), "C6",
               "collapsed_slice_dims and operand_batching_dims must be distinct dimensions");
  RULE_REQUIRE(is_sorted(collapsed), "C7", "collapsed_slice_dims must be sorted");
  RULE_REQUIRE(is_sorted(batching), "C10", "operand_batching_dims must be sorted");
  RULE_REQUIRE(are_distinct_dims(index_batching, indices.rank()), "C13",
               "start_indices_batching_dims must be distinct dimensions");
  RULE_REQUIRE(!contains(index_batching, vector_dim), "C15", "index_vector_dim cannot be a batching dimension");
  RULE_REQUIRE(batching.size() == index_batching.size(), "C16",
               "operand and indices must have as many batching dimensions");
  for (size_t i = 0; i < batching.size(); ++i) {
    RULE_REQUIRE(operand.dim(static_cast<int>(batching[i])) == indices.dim(static_cast<int>(index_batching[i])), "C17",
                 "batching dimensions of operand and indices have different sizes");
  }
  std::vector<int64_t> mapped(map.begin(), map.end());
  mapped.insert(mapped.end(), batching.begin(), batching.end());
  RULE_REQUIRE(are_distinct_dims(mapped, rank), "C18",
               "start_index_map and operand_batching_dims must be distinct dimensions");
  RULE_REQUIRE(static_cast<int64_t>(sizes.size()) == rank, "C20", "slice_sizes must have {} entries", rank);
  for (size_t i = 0; i < sizes.size(); ++i) {
    RULE_REQUIRE(sizes[i] >= 0 && sizes[i] <= operand.dims()[i], "C21",
                 "slice size {} of dimension {}, which has size {}", sizes[i], i, operand.dims()[i]);
    if (contains(taken, static_cast<int64_t>(i))) {
      RULE_REQUIRE(sizes[i] <= 1, "C22", "collapsed and batching dimensions have slice size 1 at most");
    }
  }
  std::vector<int64_t> dims(static_cast<size_t>(result_rank), -1);
  size_t next_offset = 0, next_batch = 0;
  std::vector<int64_t> offset_sizes;
  for (int64_t d = 0; d < rank; ++d) {
    if (!contains(taken, d)) offset_sizes.push_back(sizes[static_cast<size_t>(d)]);
  }
  for (int64_t d = 0; d < result_rank; ++d) {
    dims[static_cast<size_t>(d)] = contains(offset, d) ? offset_sizes[next_offset++] : batch[next_batch++];
  }
  auto type = with_dims(f.context, operand.element(), dims);
  RULE_REQUIRE(type, "C23", "the result is too large");
  return known(*type);
}

InferredTypes rule_scatter(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  RULE_REQUIRE(f.operands.size() % 2 == 1, "", "takes inputs, indices, and as many updates as inputs");
  size_t n = f.operands.size() / 2;
  std::span<const Type> inputs = f.operands.subspan(0, n), updates = f.operands.subspan(n + 1);
  Type indices = f.operands[n];
  RULE_REQUIRE(is_integer(indices.element()), "I2", "scatter_indices must be integers");
  for (size_t i = 1; i < n; ++i) {
    RULE_REQUIRE(std::ranges::equal(inputs[i].dims(), inputs[0].dims()), "C1", "all inputs must have one shape");
    RULE_REQUIRE(std::ranges::equal(updates[i].dims(), updates[0].dims()), "C3", "all updates must have one shape");
  }
  for (size_t i = 0; i < n; ++i) {
    RULE_REQUIRE(inputs[i].element() == updates[i].element(), "C6",
                 "input {} and update {} have different element types", i, i);
  }
  Ints window = f.ints(AttrKey::kUpdateWindowDims), inserted = f.ints(AttrKey::kInsertedWindowDims);
  Ints batching = f.ints(AttrKey::kInputBatchingDims), index_batching = f.ints(AttrKey::kScatterIndicesBatchingDims);
  Ints map = f.ints(AttrKey::kScatterDimsToOperandDims);
  int64_t vector_dim = f.integer(AttrKey::kIndexVectorDim);
  int64_t rank = inputs[0].rank(), update_rank = updates[0].rank();
  RULE_REQUIRE(
      static_cast<int64_t>(window.size() + inserted.size() + batching.size()) == rank, "C2",
      "update_window_dims, inserted_window_dims and input_batching_dims must cover the {} dimensions of the input",
      rank);
  RULE_REQUIRE(are_distinct_dims(window, update_rank) && is_sorted(window), "C7",
               "update_window_dims must be distinct, sorted and below {}", update_rank);
  std::vector<int64_t> taken(inserted.begin(), inserted.end());
  taken.insert(taken.end(), batching.begin(), batching.end());
  RULE_REQUIRE(are_distinct_dims(taken, rank), "C9",
               "inserted_window_dims and input_batching_dims must be distinct dimensions");
  RULE_REQUIRE(is_sorted(inserted), "C10", "inserted_window_dims must be sorted");
  RULE_REQUIRE(is_sorted(batching), "C12", "input_batching_dims must be sorted");
  RULE_REQUIRE(vector_dim >= 0 && vector_dim <= indices.rank(), "C22", "index_vector_dim {} is out of range",
               vector_dim);
  RULE_REQUIRE(are_distinct_dims(index_batching, indices.rank()), "C14",
               "scatter_indices_batching_dims must be distinct dimensions");
  RULE_REQUIRE(!contains(index_batching, vector_dim), "C16", "index_vector_dim cannot be a batching dimension");
  RULE_REQUIRE(batching.size() == index_batching.size(), "C17",
               "input and indices must have as many batching dimensions");
  for (size_t i = 0; i < batching.size(); ++i) {
    RULE_REQUIRE(inputs[0].dim(static_cast<int>(batching[i])) == indices.dim(static_cast<int>(index_batching[i])),
                 "C18", "batching dimensions of input and indices have different sizes");
  }
  int64_t index_size = vector_dim < indices.rank() ? indices.dim(static_cast<int>(vector_dim)) : 1;
  RULE_REQUIRE(static_cast<int64_t>(map.size()) == index_size, "C19",
               "scatter_dims_to_operand_dims has {} entries, an index has {}", map.size(), index_size);
  std::vector<int64_t> mapped(map.begin(), map.end());
  mapped.insert(mapped.end(), batching.begin(), batching.end());
  RULE_REQUIRE(are_distinct_dims(mapped, rank), "C20",
               "scatter_dims_to_operand_dims and input_batching_dims must be distinct dimensions");
  std::vector<int64_t> batch = batch_shape(indices, vector_dim);
  RULE_REQUIRE(static_cast<int64_t>(batch.size() + window.size()) == update_rank, "C4",
               "updates have rank {}, {} is wanted", update_rank, batch.size() + window.size());
  size_t next = 0, input_dim = 0;
  for (int d = 0; d < update_rank; ++d) {
    int64_t size = updates[0].dim(d);
    if (!contains(window, d)) {
      RULE_REQUIRE(size == batch[next], "C4", "dimension {} of the updates is {}, the indices' is {}", d, size,
                   batch[next]);
      ++next;
      continue;
    }
    while (contains(taken, static_cast<int64_t>(input_dim))) ++input_dim;
    RULE_REQUIRE(size <= inputs[0].dim(static_cast<int>(input_dim)), "C4",
                 "dimension {} of the updates is larger than the input's", d);
    ++input_dim;
  }
  if (!f.regions.empty()) {
    if (std::string why = combiner_problem(*f.regions[0], inputs); !why.empty()) return broken("C23", why);
    // The body may compute in a wider type, which is then the result's.
    auto results = returned_types(*f.regions[0]);
    std::vector<Type> types;
    for (size_t i = 0; i < n; ++i) types.push_back(f.context.tensor((*results)[i].element(), inputs[i].dims()));
    return known(std::move(types));
  }
  return known(std::vector<Type>(inputs.begin(), inputs.end()));
}

}  // namespace partita

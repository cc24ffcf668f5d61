// scatter.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita::core::ir {

using namespace type_rules;

namespace {

// (C4) The updates are windows of the input, one for each index.
std::optional<InferredTypes> updates_problem(Type input, Type indices, Type updates, Ints window, Ints taken,
                                             int64_t vector_dim) {
  std::vector<int64_t> batch(indices.dims().begin(), indices.dims().end());
  if (vector_dim < indices.rank()) batch.erase(batch.begin() + vector_dim);
  if (batch.size() + window.size() != updates.dims().size()) {
    return type_error("C4",
                      fmt::format("updates have rank {}, {} is wanted", updates.rank(), batch.size() + window.size()));
  }
  std::vector<bool> is_window = marked(window, updates.rank()), is_taken = marked(taken, input.rank());
  size_t next_batch = 0, input_dim = 0;
  for (size_t d = 0; d < is_window.size(); ++d) {
    int64_t size = updates.dims()[d];
    if (!is_window[d]) {
      int64_t want = batch[next_batch++];
      if (size == want) continue;
      return type_error("C4", fmt::format("dimension {} of the updates is {}, the indices' is {}", d, size, want));
    }
    while (is_taken[input_dim]) ++input_dim;
    int64_t limit = input.dims()[input_dim++];
    if (size > limit) {
      return type_error("C4", fmt::format("dimension {} of the updates is {}, the input's is {}", d, size, limit));
    }
  }
  return std::nullopt;
}

}  // namespace

InferredTypes rule_scatter(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  RULE_REQUIRE(f.operands.size() % 2 == 1, "C5", "takes inputs, indices, and as many updates as inputs");
  size_t n = f.operands.size() / 2;
  std::span<const Type> inputs = f.operands.subspan(0, n), updates = f.operands.subspan(n + 1);
  Type indices = f.operands[n];
  RULE_REQUIRE_ELEMENT(is_integer(indices.element()), "I2", "scatter_indices must be integers, not {}",
                       describe(indices));
  for (size_t i = 0; i < n; ++i) {
    RULE_REQUIRE(same_shape(inputs[i], inputs[0]), "C1", "inputs are {} and {}: they must have one shape",
                 describe(inputs[0]), describe(inputs[i]));
    RULE_REQUIRE(same_shape(updates[i], updates[0]), "C3", "updates are {} and {}: they must have one shape",
                 describe(updates[0]), describe(updates[i]));
    RULE_REQUIRE(inputs[i].element() == updates[i].element(), "C6",
                 "input {} is {}, its update is {}: their element types differ", i, describe(inputs[i]),
                 describe(updates[i]));
  }
  Ints window = f.ints(AttrKey::kUpdateWindowDims), inserted = f.ints(AttrKey::kInsertedWindowDims);
  Ints batching = f.ints(AttrKey::kInputBatchingDims), index_batching = f.ints(AttrKey::kScatterIndicesBatchingDims);
  Ints map = f.ints(AttrKey::kScatterDimsToOperandDims);
  int64_t vector_dim = f.integer(AttrKey::kIndexVectorDim);
  int64_t rank = inputs[0].rank();
  RULE_REQUIRE(
      static_cast<int64_t>(window.size() + inserted.size() + batching.size()) == rank, "C2",
      "update_window_dims, inserted_window_dims and input_batching_dims must cover the {} dimensions of the input",
      rank);
  RULE_REQUIRE(are_unique(window) && is_sorted(window), "C7", "update_window_dims must be distinct and sorted");
  RULE_REQUIRE(are_in_range(window, updates[0].rank()), "C8", "update_window_dims must be dimensions of {}",
               describe(updates[0]));
  std::vector<int64_t> taken = joined(inserted, batching);
  RULE_REQUIRE(are_unique(taken), "C9", "inserted_window_dims and input_batching_dims must be distinct");
  RULE_REQUIRE(is_sorted(inserted), "C10", "inserted_window_dims must be sorted");
  RULE_REQUIRE(are_in_range(inserted, rank), "C11", "inserted_window_dims must be dimensions of {}",
               describe(inputs[0]));
  RULE_REQUIRE(is_sorted(batching), "C12", "input_batching_dims must be sorted");
  RULE_REQUIRE(are_in_range(batching, rank), "C13", "input_batching_dims must be dimensions of {}",
               describe(inputs[0]));
  RULE_REQUIRE(are_unique(index_batching), "C14", "scatter_indices_batching_dims must be distinct");
  RULE_REQUIRE(are_in_range(index_batching, indices.rank()), "C15",
               "scatter_indices_batching_dims must be dimensions of {}", describe(indices));
  RULE_REQUIRE(!contains(index_batching, vector_dim), "C16", "index_vector_dim cannot be a batching dimension");
  RULE_REQUIRE(batching.size() == index_batching.size(), "C17",
               "the input has {} batching dimensions, scatter_indices {}", batching.size(), index_batching.size());
  for (size_t i = 0; i < batching.size(); ++i) {
    int64_t a = inputs[0].dim(batching[i]), b = indices.dim(index_batching[i]);
    RULE_REQUIRE(a == b, "C18", "batching dimension {} of the input is {}, {} of scatter_indices is {}", batching[i], a,
                 index_batching[i], b);
  }
  RULE_REQUIRE(vector_dim >= 0 && vector_dim <= indices.rank(), "C22", "index_vector_dim {} is no dimension of {}",
               vector_dim, describe(indices));
  int64_t index_size = vector_dim < indices.rank() ? indices.dim(vector_dim) : 1;
  RULE_REQUIRE(std::ssize(map) == index_size, "C19", "scatter_dims_to_operand_dims has {} entries, an index has {}",
               map.size(), index_size);
  RULE_REQUIRE(are_unique(joined(map, batching)), "C20",
               "scatter_dims_to_operand_dims and input_batching_dims must be distinct");
  RULE_REQUIRE(are_in_range(map, rank), "C21", "scatter_dims_to_operand_dims must name dimensions of {}",
               describe(inputs[0]));
  if (auto problem = updates_problem(inputs[0], indices, updates[0], window, taken, vector_dim)) return *problem;
  if (f.regions.empty()) return known(std::vector<Type>(inputs.begin(), inputs.end()));
  if (std::string why = combiner_problem(*f.regions[0], inputs); !why.empty()) return type_error("C23", why);
  // The body may compute in a wider type, which is then the result's.
  auto results = returned_types(*f.regions[0]);
  std::vector<Type> types;
  for (size_t i = 0; i < n; ++i) types.push_back(f.context.tensor((*results)[i].element(), inputs[i].dims()));
  return known(std::move(types));
}

}  // namespace partita::core::ir

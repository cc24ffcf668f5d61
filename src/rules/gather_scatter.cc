// Gather and scatter.
//
//   rows of a table: gather 100x64, 8x16 -> 8x16x64             a b, c d -> c d b       a is masked: its owner gives it
//   batching dims: gather 8x100x64, 8x16 -> 8x16x64             c a b, c d -> c d b     each batch in its own table
//   the index counts: gather 8x100, (iota, j) 8x2 -> 8          c a, c e -> c           a masked, e whole
//   scatter add 100x64, 8x16, 8x16x64 -> 100x64                 a b, c d, c d b -> a b  c, d reduced; owners of a write
#include <algorithm>

#include "ir/views.h"
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {
namespace {

int position(Ints dims, int64_t d) {
  auto found = std::ranges::find(dims, d);
  return found == dims.end() ? -1 : static_cast<int>(found - dims.begin());
}

// Which dimension of the indices an operand dimension runs along, where each batch reads or writes one place of its
// own: -1 where none does. An index dimension is given to one operand dimension only, a batching one before others: a
// diagonal has it in the first.
std::vector<int> counted_dims(const RuleFacts& facts, Ints index_map, Ints batching, Type operand, Type indices) {
  std::vector<int> dims(operand.rank(), -1);
  for (size_t c = 0; c < facts.counting.size(); ++c) {
    int along = facts.counting[c];
    auto d = static_cast<size_t>(index_map[c]);
    if (along < 0 || operand.dims()[d] != indices.dim(along)) continue;
    if (position(batching, along) < 0 && std::ranges::find(dims, along) == dims.end()) dims[d] = along;
  }
  return dims;
}

// The dimensions of a result or of updates that are not of a window, in order, belong to those of the indices that are
// not the vector's, in order.
std::vector<int64_t> others(Ints window, int rank) {
  std::vector<int64_t> dims;
  for (int d = 0; d < rank; ++d) {
    if (position(window, d) < 0) dims.push_back(d);
  }
  return dims;
}

// What combines the results of devices that have different updates, and whether each fills up with its identity
// (`masked`). Where updates overwrite, the device that has the last one gives the element and the others add nothing.
// Nothing where the combiner is not known.
struct Partial {
  std::optional<ReductionKind> kind;
  bool masked = false;
};
Partial partial_results(const Op& op, const RuleFacts& facts) {
  ElementType element = op.operand(0)->type().element();
  for (int i = 1; i < num_inputs(op) && element == ElementType::kPred; ++i) {
    element = op.operand(i)->type().element();
  }
  // Updates that are padding are sent out of bounds, along a dimension that has bounds.
  bool bounded = op.operand(0)->type().rank() > std::ssize(scatter_dims(op).input_batching_dims);
  if (!bounded) return {};
  if (auto kind = reduction_of(facts.combiner, element)) return {kind, true};
  if (facts.overwrites) return {merge_of(element), false};
  return {};
}

}  // namespace

Rule rule_gather(const Op& op, const RuleFacts& facts) {
  RuleBuilder make(op);
  GatherDims dims = gather_dims(op);
  int to = make.result();
  Type operand = make.type(0), indices = make.type(1);
  std::vector<int64_t> batch = others(dims.offset_dims, make.rank(to));
  std::vector<int> index_factors(indices.rank(), -1);
  size_t next_batch = 0;
  for (int d = 0; d < indices.rank(); ++d) {
    if (d == dims.index_vector_dim) continue;
    index_factors[d] = make.share({{1, d}, {to, batch[next_batch++]}});
  }
  std::vector<int> counted =
      counted_dims(facts, dims.start_index_map, dims.start_indices_batching_dims, operand, indices);
  size_t next_offset = 0;
  for (int d = 0; d < operand.rank(); ++d) {
    int64_t size = operand.dim(d), slice = dims.slice_sizes[d];
    int batching = position(dims.operand_batching_dims, d);
    if (batching >= 0) {
      auto along = static_cast<size_t>(dims.start_indices_batching_dims[static_cast<size_t>(batching)]);
      make.put({0, d}, index_factors[along]);
      continue;
    }
    bool collapsed = position(dims.collapsed_slice_dims, d) >= 0;
    int64_t offset = collapsed ? -1 : dims.offset_dims[next_offset++];
    int along = counted[d];
    if (!collapsed && slice == size) {
      make.share({{0, d}, {to, offset}});
    } else if (along >= 0 && slice == 1) {
      make.put({0, d}, index_factors[along]);
    } else if (size != 1) {
      make.put({0, d}, make.masked(size, operand.element()));
    }
  }
  make.linear(0b01);
  return make.finish();
}

// Index out of bounds or not, each owner of an operand element takes the updates meant for it: indexed dimensions of
// the operand pass. Updates on several devices give partial results, where something combines them.
Rule rule_scatter(const Op& op, const RuleFacts& facts) {
  RuleBuilder make(op);
  ScatterDims dims = scatter_dims(op);
  int inputs = num_inputs(op), indices = inputs;
  auto updates = [&](int i) { return inputs + 1 + i; };
  Type operand = make.type(0), index_type = make.type(indices);
  const Partial partial = partial_results(op, facts);
  auto put_all = [&](int64_t operand_dim, int64_t update_dim, int f) {
    for (int i = 0; i < inputs; ++i) {
      if (operand_dim >= 0) make.put({{i, operand_dim}, {make.result(i), operand_dim}}, f);
      if (update_dim >= 0) make.put({updates(i), update_dim}, f);
    }
  };

  std::vector<int> counted =
      counted_dims(facts, dims.scatter_dims_to_operand_dims, dims.scatter_indices_batching_dims, operand, index_type);
  for (int d = 0; d < operand.rank(); ++d) {  // only where one element is written, not a window that begins there
    int window = position(dims.inserted_window_dims, d);
    if (window < 0) counted[d] = -1;
  }
  std::vector<int64_t> scattered = others(dims.update_window_dims, make.rank(updates(0)));
  std::vector<int> index_factors(index_type.rank(), -1);
  size_t next_scattered = 0;
  for (int d = 0; d < index_type.rank(); ++d) {
    if (d == dims.index_vector_dim) continue;
    bool own = position(dims.scatter_indices_batching_dims, d) >= 0 || std::ranges::find(counted, d) != counted.end();
    int64_t size = index_type.dim(d);
    int f = own            ? make.factor(size)
            : partial.kind ? make.reduce(size, partial.kind)
                           : make.factor(size, FactorKind::kWhole);
    make.at(f).masked = !own && partial.masked;
    make.put({indices, d}, f);
    put_all(-1, scattered[next_scattered++], f);
    index_factors[d] = f;
  }
  size_t next_window = 0;
  for (int d = 0; d < operand.rank(); ++d) {
    int batching = position(dims.input_batching_dims, d);
    bool inserted = position(dims.inserted_window_dims, d) >= 0;
    int64_t update = batching >= 0 || inserted ? -1 : dims.update_window_dims[next_window++];
    int along = batching >= 0 ? static_cast<int>(dims.scatter_indices_batching_dims[static_cast<size_t>(batching)])
                              : counted[d];
    if (along >= 0) {
      put_all(d, -1, index_factors[along]);
      continue;
    }
    // A window as large as the operand lies on it exactly, unless an index may move it.
    bool indexed = position(dims.scatter_dims_to_operand_dims, d) >= 0;
    bool full = update >= 0 && !indexed && make.size({updates(0), update}) == operand.dim(d);
    put_all(d, full ? update : -1, make.factor(operand.dim(d)));
  }
  if (facts.combiner == OpKind::kAdd && op.num_operands() <= 64) {
    make.linear(operand_bits(0, inputs) | operand_bits(inputs + 1, inputs));
  }
  return make.finish();
}

}  // namespace partita::core::rules

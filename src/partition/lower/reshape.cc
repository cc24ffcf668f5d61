// reshape: where the shards of the first dimension of a run do not cut at the same elements before and after, the flat
// run is exchanged.
//
//   10 -> 5x2 on 4 devices:  3 elements each before, 2·2 after: device 1 holds 3, 4, 5 and wants 4, 5, 6, 7
//
// Runs are the shortest groups of dimensions with equal products; a factor that is first on both sides begins one.
#include <numeric>

#include "partition/lower/movement.h"

namespace partita::core::partition {
namespace {

// Dimensions [from, from_end) of the operand become [to, to_end) of the result. Dimensions of size 1 belong to the run
// before them, or to the first.
struct Run {
  int from = 0, from_end = 0, to = 0, to_end = 0;
};

std::vector<Run> runs(Type from, Type to) {
  std::vector<Run> out;
  int i = 0, j = 0;
  while (i < from.rank() || j < to.rank()) {
    Run run{i, i, j, j};
    int64_t a = 1, b = 1;
    bool begun = false;
    while ((!begun || a != b) && (i < from.rank() || j < to.rank())) {
      bool first = i < from.rank() && (a <= b || j == to.rank());
      int64_t size = first ? from.dim(i++) : to.dim(j++);
      (first ? a : b) *= size;
      begun = begun || size != 1;
    }
    while (i < from.rank() && from.dim(i) == 1) ++i;
    while (j < to.rank() && to.dim(j) == 1) ++j;
    run.from_end = i;
    run.to_end = j;
    out.push_back(run);
  }
  return out;
}

int64_t product(std::span<const int64_t> dims, int begin, int end) {
  return std::accumulate(dims.begin() + begin, dims.begin() + end, int64_t{1}, std::multiplies<>());
}

struct RunHaloExchange {
  int run;
  AxisRefs axes;
  HaloExchange exchange;
};

// For each run whose shards differ in size.
std::vector<RunHaloExchange> reshape_exchanges(const Op& op, const Choice& choice) {
  const Type from = op.operand(0)->type(), to = op.result()->type();
  std::vector<RunHaloExchange> out;
  if (from.num_elements() == 0) return out;
  const std::vector<int64_t> before = choice.operands[0]->local_shape(from.dims());
  const std::vector<int64_t> after = choice.results[0]->local_shape(to.dims());
  const std::vector<Run> all = runs(from, to);
  for (size_t r = 0; r < all.size(); ++r) {
    const Run& run = all[r];
    const int64_t shard_rows = product(before, run.from, run.from_end), wanted = product(after, run.to, run.to_end);
    if (shard_rows == wanted) continue;
    AxisRefs axes;
    for (int d = run.from; d < run.from_end; ++d) {
      const AxisRefs& mine = choice.operands[0]->dim(d).axes;
      axes.insert(axes.end(), mine.begin(), mine.end());
    }
    out.push_back({static_cast<int>(r),
                   axes,
                   {.shards = total_size(axes),
                    .extent = product(from.dims(), run.from, run.from_end),
                    .pitch = shard_rows,
                    .step = wanted,
                    .start = 0,
                    .rows = wanted}});
  }
  return out;
}

std::vector<Value*> lower_reshape(LoweringState& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  const std::vector<RunHaloExchange> exchanges = reshape_exchanges(local.op, local.choice);
  if (exchanges.empty()) return lower_pass(lowering, local);
  LocalOp changed = local;
  Value*& value = changed.operands[0];
  std::vector<int64_t> flat;
  for (const Run& run : runs(local.op.operand(0)->type(), local.op.result()->type())) {
    flat.push_back(product(value->type().dims(), run.from, run.from_end));
  }
  value = b.reshape(value, flat);
  for (const RunHaloExchange& step : exchanges) {
    value = emit_halo_exchange(b, value, step.run, local.operand_sharding(0).mesh_ptr(), step.axes, step.exchange);
  }
  return lower_pass(lowering, changed);
}

Price reshape_price(const Op& op, const Rule&, const Choice& choice, const PriceWeights& weights) {
  Price price;
  const Type from = op.operand(0)->type();
  for (const RunHaloExchange& step : reshape_exchanges(op, choice)) {
    double local = cost::packed_bytes(from.element());
    for (int64_t n : choice.operands[0]->local_shape(from.dims())) local *= static_cast<double>(n);
    price += halo_exchange_price(step.exchange, local / static_cast<double>(step.exchange.pitch), weights);
  }
  return price;
}

}  // namespace

constinit const LoweringPattern kLowerReshape = {
    .lower = lower_reshape, .can_divide = divides_all_but_whole, .exchange = reshape_price, .moves_boundaries = true};

}  // namespace partita::core::partition

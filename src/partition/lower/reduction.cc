// reduce along divided dimensions: each device reduces its part, starting from the identity; the initial value counts
// once, on the first device of the group. The result is unreduced.
//
// Where the combiner's identity is not known (argmax, several inputs, any body) it is extended by one: see
// combiner_identity.h.
//
//   argmax of 7 on 3 devices:   (valid, value, place) locally, from (false, …)  ->  all-gather of the 3 triples
//                               ->  the same reduce over them in the order of devices, from (true, init)
#include <algorithm>

#include "ir/views.h"
#include "partition/local/collectives.h"
#include "partition/lower/combiner_identity.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

std::vector<Value*> lower_known(LoweringState& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  const int n = num_inputs(local.op);
  LocalOp changed = local;
  for (int i = 0; i < n; ++i) {
    const Sharding& result = local.result_sharding(i);
    if (result.unreduced_axes().empty()) continue;
    Type global = local.op.operand(i)->type();
    Value* identity = b.identity(b.tensor(global.element(), {}), result.reduction());
    for (int64_t d : local.op.ints_attr(AttrKey::kDimensions)) {
      Value*& operand = changed.operands[i];
      operand = b.mask_padding(operand, global, local.operand_sharding(i), d, identity);
    }
    // Where the initial value is unreduced itself, every device's part of it counts.
    const AxisRefs once = outside(result.unreduced_axes(), local.operand_sharding(n + i).unreduced_axes());
    if (once.empty()) continue;
    Value*& init = changed.operands[n + i];
    Value* group = b.shard_index(result.mesh_ptr(), once);
    Value* neutral = b.identity(init->type(), result.reduction());
    init = b.select(b.compare(group, "EQ", b.index(0)), init, neutral);
  }
  return lower_pass(lowering, changed);
}

// Reduces columns of which the first says which elements are valid. Inputs, then initial values; so are the arguments
// of the body.
std::vector<Value*> reduce_with_identity(LocalBuilder& b, const Op& op, std::vector<Value*> inputs,
                                         std::span<Value* const> inits, std::span<const int64_t> dims) {
  std::vector<int64_t> kept;
  for (int d = 0; d < inputs[0]->type().rank(); ++d) {
    if (std::ranges::find(dims, d) == dims.end()) kept.push_back(inputs[0]->type().dim(d));
  }
  std::vector<Type> results, scalars;
  for (Value* init : inits) results.push_back(b.tensor(init->type().element(), kept));
  for (Value* init : inits.subspan(1)) scalars.push_back(init->type());
  inputs.insert(inputs.end(), inits.begin(), inits.end());
  KeyedAttr attr = {AttrKey::kDimensions, b.context().ints(dims)};
  Op* made = b.op(OpKind::kReduce, inputs, results, std::span(&attr, 1), 1);
  fill_combiner_with_identity(b, made->region(0), op.region(0), scalars);
  return made->results();
}

std::vector<Value*> lower_with_identity(LoweringState& lowering, const LocalOp& local, const AxisRefs& axes) {
  LocalBuilder& b = lowering.builder();
  b.prepare_regions(local.op);
  const int n = num_inputs(local.op);
  const std::span<const int64_t> dims = local.op.ints_attr(AttrKey::kDimensions);
  const Type global = local.op.operand(0)->type();
  const Type scalar = b.tensor(ElementType::kPred, {});
  Value* valid = b.splat(b.tensor(ElementType::kPred, local.operands[0]->type().dims()), 1);
  for (int64_t d : dims) {
    valid = b.mask_padding(valid, global, local.operand_sharding(0), d, b.splat(scalar, 0));
  }
  std::vector<Value*> inputs(local.operands.begin(), local.operands.begin() + n);
  std::vector<Value*> inits(local.operands.begin() + n, local.operands.end());
  inputs.insert(inputs.begin(), valid);
  inits.insert(inits.begin(), b.splat(scalar, 0));
  std::vector<Value*> parts = reduce_with_identity(b, local.op, std::move(inputs), inits, dims);
  for (Value*& part : parts) {
    std::vector<int64_t> shape(part->type().dims().begin(), part->type().dims().end());
    shape.insert(shape.begin(), 1);
    part = all_gather(b, b.reshape(part, shape), 0, local.operand_sharding(0).mesh_ptr(), axes);
  }
  inits[0] = b.splat(scalar, 1);
  const int64_t devices_dim = 0;
  std::vector<Value*> out = reduce_with_identity(b, local.op, std::move(parts), inits, std::span(&devices_dim, 1));
  out.erase(out.begin());
  return out;
}

// Axes of reduced factors that only the op's own region can combine.
AxisRefs axes_without_identity(const Rule& rule, const Choice& choice) {
  AxisRefs axes;
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    if (rule.factors[f].kind != FactorKind::kReduce || rule.factors[f].reduction) continue;
    axes.insert(axes.end(), choice.axes[f].begin(), choice.axes[f].end());
  }
  return axes;
}

std::vector<Value*> lower_reduce(LoweringState& lowering, const LocalOp& local) {
  const AxisRefs axes = axes_without_identity(local.rule, local.choice);
  return total_size(axes) > 1 ? lower_with_identity(lowering, local, axes) : lower_known(lowering, local);
}

// Every device gets the partial results of the others, all of them in one launch.
Price gathered_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights&) {
  const auto devices = static_cast<double>(total_size(axes_without_identity(rule, choice)));
  if (devices == 1) return {};
  Price price{0, 1};
  for (int i = 0; i < op.num_results(); ++i) {
    const Type type = op.result(i)->type();
    const auto parts = static_cast<double>(total_size(choice.results[i]->sharded_axes()));
    price.bytes += cost::sent_bytes_of_part(cost::bytes_of(type) / parts, devices);
  }
  return price;
}

bool divides_reduced(const Op&, const Rule& rule, int factor, int64_t) {
  const FactorKind kind = rule.factors[factor].kind;
  return kind == FactorKind::kPass || kind == FactorKind::kReduce;
}

}  // namespace

constinit const LoweringPattern kLowerReduce = {
    .lower = lower_reduce, .can_divide = divides_reduced, .exchange = gathered_price};

}  // namespace partita::core::partition

// Host effects: outfeed, messages to the host, calls with side effects, host callbacks. They happen as often as in the
// global program: one device acts, under a condition, and the others get the results.
//
//   %r = custom_call @host(%x)     ->    %i = if (device is the first) { custom_call @host(%x) } else { zero }
//                                        %r = all-reduce of %i; %x is replicated
//
// Which device: the one a maximal sharding names, else the first. In manual code every coordinate of the manual axes is
// a program of its own and acts once. Calls without effects run wherever their result is wanted, and an infeed gives
// every device the same, unless it has a maximal sharding.
#include "partition/local/collectives.h"
#include "partition/lower/halo_exchange.h"
#include "partition/lower/lowering_patterns.h"
#include "partition/lower/top_k.h"

namespace partita::core::partition {
namespace {

// The devices that compute the same here, and which of them acts.
struct Actors {
  MeshPtr mesh;
  AxisRefs axes;
  int64_t acting = 0;  // position along the axes
};

const Sharding* maximal_of(LoweringState& lowering, const Op& op) {
  auto maximal = [&](const Value* value) -> const Sharding* {
    const Sharding* sharding = value->type().is_tensor() ? lowering.completion().sharding_of(value) : nullptr;
    return sharding != nullptr && sharding->is_maximal() ? sharding : nullptr;
  };
  for (int i = 0; i < op.num_results(); ++i) {
    if (const Sharding* sharding = maximal(op.result(i))) return sharding;
  }
  for (int i = 0; i < op.num_operands(); ++i) {
    if (const Sharding* sharding = maximal(op.operand(i))) return sharding;
  }
  return nullptr;
}

Actors actors_of(LoweringState& lowering, const LocalOp& local) {
  Actors actors;
  AxisRefs manual;
  for (const auto* list : {&local.choice.operands, &local.choice.results}) {
    for (const Sharding* sharding : *list) {
      if (sharding == nullptr || sharding->is_maximal()) continue;
      actors.mesh = sharding->mesh_ptr();
      if (!sharding->manual_axes().empty()) manual = sharding->manual_axes();
    }
  }
  if (actors.mesh == nullptr && !lowering.completion().meshes().empty()) {
    actors.mesh = lowering.completion().meshes().main();
  }
  if (actors.mesh == nullptr || actors.mesh->is_maximal()) return actors;
  actors.axes = complement(*actors.mesh, manual);
  if (const Sharding* maximal = maximal_of(lowering, local.op)) {
    // The position of that device, digit by digit.
    const std::optional<int64_t> position = [&]() -> std::optional<int64_t> {
      auto coordinates = actors.mesh->coordinates(maximal->mesh().order().id_at(0));
      if (!coordinates) return std::nullopt;
      int64_t all = 0;
      for (size_t i = 0; i < coordinates->size(); ++i) {
        all = all * actors.mesh->axis(i).size + (*coordinates)[i];
      }
      return all;
    }();
    for (const AxisRef& axis : actors.axes) {
      if (position) actors.acting = actors.acting * axis.size + *position / ref_stride(*actors.mesh, axis) % axis.size;
    }
  }
  return actors;
}

// The result on the devices that do not act.
Value* nothing(LocalBuilder& b, Type type) {
  if (type.kind() == TypeKind::kToken) return b.value(OpKind::kAfterAll, {}, type);
  if (type.element() == ElementType::kPred) return b.splat(type, 0);
  return b.identity(type, ReductionKind::kSum);
}

std::vector<Value*> lower_once(LoweringState& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  const Actors actors = actors_of(lowering, local);
  bool plain = total_size(actors.axes) == 1;
  std::vector<Type> types;
  for (int i = 0; i < local.op.num_results(); ++i) {
    types.push_back(local.op.result(i)->type());
    plain = plain || (!local.op.result(i)->type().is_tensor() && types.back().kind() != TypeKind::kToken);
  }
  if (plain) return lower_pass(lowering, local);
  b.prepare_regions(local.op);
  Value* me = b.shard_index(actors.mesh, actors.axes);
  Value* acts = b.compare(me, "EQ", b.index(actors.acting));
  Op* branches = b.op(OpKind::kIf, std::span(&acts, 1), types, {}, 2);
  b.fill(branches->region(0), {},
         [&](std::span<Value* const>) { return b.clone(local.op, local.operands, types)->results(); });
  b.fill(branches->region(1), {}, [&](std::span<Value* const>) {
    std::vector<Value*> values;
    for (Type type : types) values.push_back(nothing(b, type));
    return values;
  });
  std::vector<Value*> results = branches->results();
  for (Value*& result : results) {
    if (!result->type().is_tensor()) continue;
    const bool pred = result->type().element() == ElementType::kPred;
    result = all_reduce(b, result, actors.mesh, actors.axes, pred ? ReductionKind::kOr : ReductionKind::kSum);
  }
  return results;
}

std::vector<Value*> lower_infeed(LoweringState& lowering, const LocalOp& local) {
  return maximal_of(lowering, local.op) != nullptr ? lower_once(lowering, local) : lower_pass(lowering, local);
}

std::vector<Value*> lower_message(LoweringState& lowering, const LocalOp& local) {
  return local.op.bool_attr(AttrKey::kIsHostTransfer) ? lower_once(lowering, local) : lower_pass(lowering, local);
}

// ---- calls

bool is_seen_outside(LoweringState& lowering, const Op& call) {
  const std::string_view target = call.text_attr(AttrKey::kCallTargetName);
  if (target.starts_with("check.")) return false;  // tests compare on every device
  return call.bool_attr(AttrKey::kHasSideEffect) || target.find("callback") != std::string_view::npos ||
         maximal_of(lowering, call) != nullptr;
}

bool is_divided(const LocalOp& local) {
  for (const AxisRefs& axes : local.choice.axes) {
    if (total_size(axes) > 1) return true;
  }
  return false;
}

// Dimensions that the rule reduces by a sum: padding becomes zero.
LocalOp without_summed_padding(LocalBuilder& b, const LocalOp& local) {
  LocalOp masked = local;
  for (int i = 0; i < local.op.num_operands(); ++i) {
    const TensorFactors& factors = local.rule.operands[i];
    const Type global = local.op.operand(i)->type();
    for (int d = 0; d < std::ssize(factors); ++d) {
      bool summed = false;
      for (int f : factors[d]) {
        summed = summed || local.rule.factors[f].kind == FactorKind::kReduce;
      }
      if (!summed) continue;
      Value*& operand = masked.operands[i];
      Value* zero = b.splat(b.tensor(global.element(), {}), 0.0);
      operand = b.mask_padding(operand, global, local.operand_sharding(i), d, zero);
    }
  }
  return masked;
}

std::vector<Value*> lower_call(LoweringState& lowering, const LocalOp& local) {
  if (is_divided(local)) return lower_pass(lowering, without_summed_padding(lowering.builder(), local));
  return is_seen_outside(lowering, local.op) ? lower_once(lowering, local) : lower_pass(lowering, local);
}

// ---- known calls

bool has_top_k_shape(const Op& op) {
  return op.num_operands() == 1 && op.num_results() == 2 && op.operand(0)->type().rank() > 0 &&
         op.result(0)->type().rank() == op.operand(0)->type().rank() &&
         op.result(1)->type().rank() == op.operand(0)->type().rank();
}

bool divides_top_k_call(const Op& op, const Rule& rule, int factor, int64_t shards) {
  if (divides_pass(op, rule, factor, shards)) return true;
  return has_top_k_shape(op) && has_factor(rule.operands[0], factor) && op.operand(0)->type().num_elements() > 0 &&
         has_last_in_order(op.operand(0)->type().element());
}

std::vector<Value*> lower_top_k_call(LoweringState& lowering, const LocalOp& local) {
  if (!has_top_k_shape(local.op)) return lower_call(lowering, local);
  if (local.operand_sharding(0).shard_count(local.op.operand(0)->type().rank() - 1) == 1) {
    return lower_pass(lowering, local);
  }
  Attr further = local.op.discardable_attribute("mhlo.attributes");
  Attr largest = further.is(AttrKind::kDict) ? further.get("largest") : Attr();
  return lower_divided_top_k(lowering, local, !largest.is(AttrKind::kBool) || largest.as_bool());
}

Price top_k_call_price(const Op& op, const Rule&, const Choice& choice, const PriceWeights&) {
  return has_top_k_shape(op) ? top_k_price(op, choice) : Price();
}

}  // namespace

constinit const LoweringPattern kLowerInfeed = {.lower = lower_infeed, .can_divide = divides_pass};
constinit const LoweringPattern kLowerOnce = {.lower = lower_once, .can_divide = divides_pass};
constinit const LoweringPattern kLowerMessage = {.lower = lower_message, .can_divide = divides_pass};
constinit const LoweringPattern kLowerCall = {.lower = lower_call, .can_divide = divides_pass_and_reduce};
constinit const LoweringPattern kLowerTopKCall = {
    .lower = lower_top_k_call, .can_divide = divides_top_k_call, .exchange = top_k_call_price};

}  // namespace partita::core::partition

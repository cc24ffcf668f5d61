#include "partition/lower/lowering_state.h"

#include <fmt/format.h>

#include <limits>

#include "complete/graph.h"
#include "ir/names.h"
#include "ir/views.h"
#include "partition/choice/loop_carries.h"
#include "partition/choice/strategy_selector.h"
#include "partition/local/renumber.h"
#include "partition/lower/fallback.h"
#include "partition/lower/lowering_patterns.h"
#include "partition/lower/roll.h"
#include "partition/reshard/emit.h"

namespace partita::core::partition {
namespace {

reshard::MeshCosts costs(const PriceWeights& weights) {
  reshard::MeshCosts costs;
  costs.other.alpha = weights.launch;
  return costs;
}

bool gives_its_operands(const Op& op) {
  if (op.num_results() > op.num_operands()) return false;
  for (int i = 0; i < op.num_results(); ++i) {
    if (op.operand(i)->type() != op.result(i)->type()) return false;
  }
  return true;
}

}  // namespace

LoweringState::LoweringState(const Module& module, const Completion& completion, const PartitionPlan& plan,
                             const PartitionOptions& options, Partitioned& out, Function& function)
    : module_(module),
      completion_(completion),
      plan_(plan),
      options_(options),
      out_(out),
      builder_(function, options.ids),
      planner_(costs(plan.weights())),
      copies_(module.num_value_ids()) {
  builder_.set_weights(plan.weights());
  builder_.set_captured([this](const Value* global) { return get(global, replicated(global)); });
}

LoweringState::~LoweringState() = default;

const Sharding* LoweringState::replicated(const Value* global) {
  const Sharding* sharding = storage_sharding(global);
  return sharding != nullptr ? replicated(*sharding) : nullptr;
}

const Sharding* LoweringState::replicated(const Sharding& sharding) {
  Sharding::Spec spec;
  spec.dims.resize(sharding.rank());
  spec.manual = sharding.manual_axes();
  Result<Sharding> made = Sharding::make(sharding.mesh_ptr(), std::move(spec));
  PARTITA_INVARIANT(made.ok(), "a value has no replicated sharding: " + made.error().diagnostic.message);
  return pool().intern(std::move(*made));
}

void LoweringState::define(const Value* global, const Sharding* sharding, Value* local) {
  if (local->name().empty()) local->set_name(global->name());
  copies_[global->id()].push_back({sharding, local});
}

size_t LoweringState::scope_of(const Value* global) const {
  const Region* region = global->is_argument() ? global->region() : global->op()->parent();
  for (size_t i = scopes_.size(); i-- > 0;) {
    if (scopes_[i].global == region) return i;
  }
  return scopes_.size() - 1;
}

Value* LoweringState::get(const Value* global, const Sharding* wanted) {
  global = before_unchanged_loops(global);
  std::vector<LocalCopy>& copies = copies_[global->id()];
  for (const LocalCopy& copy : copies) {
    if (copy.sharding == wanted) return copy.local;
  }
  const size_t scope = scope_of(global);
  const LocalBuilder::Place here = builder_.place();
  if (scope + 1 < scopes_.size()) builder_.set_place(scopes_[scope].place);
  const Reason reason = builder_.reason();
  builder_.reason().value = global;
  Value* local = nullptr;
  if (copies.empty()) {
    PARTITA_INVARIANT(complete::is_constant_like(*global), "a value is used before it is lowered");
    const Sharding* reduced = wanted;
    if (!wanted->unreduced_axes().empty()) {  // unreduced: one device has the constant, the others the identity
      Sharding::Spec spec = wanted->spec();
      spec.unreduced.clear();
      Result<Sharding> made = Sharding::make(wanted->mesh_ptr(), std::move(spec));
      PARTITA_INVARIANT(made.ok(), "a constant has no sharding: " + made.error().diagnostic.message);
      reduced = pool().intern(std::move(*made));
    }
    local = reshard(make_constant(global, reduced), global->type(), reduced, wanted);
  } else {
    const auto [nearest, price] = nearest_copy(global, wanted);
    const Choice* again = price > 0 ? plan_.rematerialization(global, wanted) : nullptr;
    local = again != nullptr ? rematerialize(*global->op(), *again)
                             : reshard(nearest->local, global->type(), nearest->sharding, wanted);
  }
  builder_.set_place(here);
  builder_.reason() = reason;
  copies.push_back({wanted, local});
  return local;
}

LoweringState::NearestCopy LoweringState::nearest_copy(const Value* global, const Sharding* wanted) {
  const std::vector<LocalCopy>& copies = copies_[global->id()];
  if (copies.size() == 1) return {&copies[0], std::numeric_limits<double>::infinity()};
  NearestCopy nearest;
  for (const LocalCopy& copy : copies) {
    const double price = plan_.pricing().reshard(global->type(), copy.sharding, wanted, pool());
    if (nearest.copy == nullptr || price < nearest.price) nearest = {&copy, price};
  }
  return nearest;
}

Value* LoweringState::rematerialize(const Op& op, const Choice& choice) {
  LocalOp local{op, completion_.rules().rule(op), choice, {}};
  for (int i = 0; i < op.num_operands(); ++i) {
    local.operands.push_back(get(op.operand(i), choice.operands[i]));
  }
  builder_.set_origin(op);
  return pattern_of(op).lower(*this, local)[0];
}

Value* LoweringState::reshard(Value* local, Type global, const Sharding* from, const Sharding* to) {
  const Sharding* manual = with_manual_of(from, *to, pool());
  if (manual != from) {
    // Dimensions that manual axes divide are gathered first; then both shardings describe the same local value.
    Sharding::Spec spec = manual->spec();
    spec.manual = from->manual_axes();
    Result<Sharding> gathered = Sharding::make(from->mesh_ptr(), std::move(spec));
    if (gathered.ok()) local = reshard(local, global, from, pool().intern(std::move(*gathered)));
    from = manual;
  }
  if (from == to) return local;
  const reshard::Plan& plan = planner_.plan(global.dims(), cost::packed_bits(global.element()), *from, *to);
  builder_.reason().from = from;
  builder_.reason().to = to;
  local = reshard::emit(builder_, plan, local);
  builder_.reason().from = builder_.reason().to = nullptr;
  return local;
}

// A constant is never moved: every device makes its own part.
Value* LoweringState::make_constant(const Value* global, const Sharding* wanted) {
  const Op& op = *global->op();
  Type type = builder_.local(global->type(), *wanted);
  builder_.set_origin(op);
  if (op.is(OpKind::kIota)) {
    auto dim = static_cast<int>(op.int_attr(AttrKey::kIotaDimension));
    if (wanted->shard_count(dim) == 1) return builder_.iota(type, dim);
    // Integers first: a sum in a narrow float would round twice.
    Type indices = builder_.tensor(ElementType::kS64, type.dims());
    Value* offset = builder_.shard_offset(*wanted, dim, type.dim(dim));
    Value* positions = builder_.value(
        OpKind::kAdd, {builder_.iota(indices, dim), builder_.broadcast_scalar(offset, indices)}, indices);
    return builder_.convert(positions, type.element());
  }
  if (op.is(OpKind::kBroadcastInDim)) {
    const Value* scalar = op.operand(0);
    const Sharding* everywhere = pool().intern(Sharding::replicated(wanted->mesh_ptr(), 0));
    return builder_.broadcast_scalar(get(scalar, everywhere), type);
  }
  const Literal& literal = op.attr(AttrKey::kValue).literal();
  if (literal.splat) {
    return builder_.splat_bits(type, std::span(literal.data->data(), byte_width(type.element())));
  }
  Value* constant = builder_.constant(op.attr(AttrKey::kValue));
  if (type == global->type()) return constant;
  Sharding::Spec spec;
  spec.dims.resize(global->type().rank());
  spec.manual = wanted->manual_axes();
  Result<Sharding> replicated = Sharding::make(wanted->mesh_ptr(), std::move(spec));
  return reshard(constant, global->type(), pool().intern(std::move(*replicated)), wanted);
}

Status LoweringState::lower_region(const Region& region, Region& into) {
  const LocalBuilder::Place outside = builder_.place();
  builder_.set_place({&into, nullptr});
  scopes_.push_back({&region, {&into, nullptr}});
  Status status;
  for (const Op& op : region) {
    if (op.is(OpKind::kReturn)) break;
    builder_.set_origin(op);
    builder_.reason() = {&op};
    status = lower_op(op);
    if (!status.ok()) break;
  }
  if (!status.ok()) {
    scopes_.pop_back();
    builder_.set_place(outside);
  }
  return status;
}

Status LoweringState::lower_op(const Op& op) { return (this->*lowering_of(op.kind()).way)(op); }

Status LoweringState::lower_nothing(const Op&) { return {}; }

Status LoweringState::lower_broadcast(const Op& op) {
  return complete::is_constant_like(*op.result()) ? Status() : lower_plain(op);  // of a constant: made where it is used
}

Status LoweringState::lower_slice(const Op& op) { return is_only_rolled(op) ? Status() : lower_plain(op); }

Status LoweringState::lower_concatenate(const Op& op) {
  const std::optional<Roll> roll = roll_of(op);
  if (!roll) return lower_plain(op);
  lower_roll(*this, op, *roll);
  return {};
}

Status LoweringState::lower_barrier(const Op& op) {
  std::vector<Value*> operands;
  std::vector<Type> types;
  for (int i = 0; i < op.num_operands(); ++i) {
    operands.push_back(get(op.operand(i), storage_sharding(op.result(i))));
    types.push_back(operands.back()->type());
  }
  Op* made = builder_.clone(op, operands, types);
  for (int i = 0; i < op.num_results(); ++i) define(op.result(i), storage_sharding(op.result(i)), made->result(i));
  return {};
}

Status LoweringState::lower_custom_call(const Op& op) {
  std::string_view target = op.text_attr(AttrKey::kCallTargetName);
  // Hints are identities by now. A call of that name whose results are not its operands is something else, and stays.
  const bool hint = target == call_targets::kSharding || target == call_targets::kShardBarrierFrom ||
                    target == call_targets::kShardBarrierTo || target == call_targets::kFuncResultSharding ||
                    target == call_targets::kPropagationBarrier;
  if (hint && gives_its_operands(op)) return lower_identity(op);
  if (target == call_targets::kShardingGroup && op.num_results() == 0) return {};
  if (call_targets::enters_manual_code(target) || call_targets::leaves_manual_code(target)) {
    return lower_conversion(op);
  }
  const std::optional<Roll> roll = roll_of(op);
  if (!roll) return lower_plain(op);
  lower_roll(*this, op, *roll);
  return {};
}

Status LoweringState::lower_per_device(const Op& op) {
  PARTITA_CHECK_OK(check_same_on_all(op));
  return lower_plain(op);
}

// Outside of manual code a value is the same for all partitions.
Status LoweringState::check_same_on_all(const Op& op) const {
  const Sharding* storage = plan_.storage_sharding(op.result());
  if (out_.devices == 1 || !storage->manual_axes().empty()) return {};
  if (!op.is(OpKind::kPartitionId) && is_same_on_all_partitions(op, out_.replicas, out_.devices)) return {};
  return Error{module_.error_at_op(op, Code::kManualForm,
                                   fmt::format("{} gives every partition another value, and outside of manual code a "
                                               "value is one for all; put it into an sdy.manual_computation",
                                               op.info().mlir))};
}

Status LoweringState::lower_identity(const Op& op) {
  for (int i = 0; i < op.num_results(); ++i) {
    const Sharding* wanted = storage_sharding(op.result(i));
    define(op.result(i), wanted, get(op.operand(i), wanted));
  }
  return {};
}

Status LoweringState::lower_plain(const Op& op) {
  std::vector<const Sharding*> operands(static_cast<size_t>(op.num_operands()));
  std::vector<const Sharding*> results(static_cast<size_t>(op.num_results()));
  for (int i = 0; i < op.num_operands(); ++i) operands[i] = storage_sharding(op.operand(i));
  for (int i = 0; i < op.num_results(); ++i) results[i] = storage_sharding(op.result(i));
  const Choice& choice = plan_.choice(op);
  const Rule& rule = completion_.rules().rule(op);
  if (choice.operands != operands || choice.results != results) {  // else nothing is gathered
    std::optional<Diagnostic> fallback = fallback_of(op, rule, operands, results, choice.axes, plan_.capabilities());
    if (fallback && options_.strict) return Error{std::move(*fallback)};
    if (fallback) out_.fallbacks.push_back(std::move(*fallback));
  }
  LocalOp local{op, rule, choice, {}};
  local.operands.reserve(operands.size());
  for (int i = 0; i < op.num_operands(); ++i) {
    local.operands.push_back(get(op.operand(i), choice.operands[i]));
  }
  builder_.set_origin(op);
  std::vector<Value*> made = pattern_of(op).lower(*this, local);
  for (int i = 0; i < op.num_results(); ++i) {
    auto at = static_cast<size_t>(i);
    const Sharding* have = choice.results[at];
    builder_.reason() = {&op, op.result(i)};
    if (have != nullptr && have != results[at]) made[at] = reshard(made[at], op.result(i)->type(), have, results[at]);
    define(op.result(i), results[at], made[at]);
  }
  return {};
}

void LoweringState::lower_return(const Op& ret, std::span<const Value* const> values,
                                 std::span<const Sharding* const> wanted) {
  std::vector<Value*> locals;
  builder_.set_origin(ret);
  builder_.reason() = {&ret};
  for (size_t i = 0; i < values.size(); ++i) locals.push_back(get(values[i], wanted[i]));
  builder_.op(OpKind::kReturn, locals, {});
  scopes_.pop_back();
}

}  // namespace partita::core::partition

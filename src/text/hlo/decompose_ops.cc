// Decomposes the ops that have no HLO instruction of their own into several that have one (decompose.h).
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/maps.h"
#include "ir/builder.h"
#include "ir/device_pairs.h"
#include "ir/names.h"
#include "ir/numeric/float_text.h"
#include "text/hlo/decompose.h"
#include "text/hlo/decompose_math.h"
#include "text/hlo/writer_literals.h"
#include "text/sharding/in_hlo.h"

namespace partita::core::text {

using namespace hlo_names;

namespace {

Error no_hlo_form(const Op& op, std::string_view why) {
  return Error{
      op.module().error_at_op(op, Code::kNoHloForm, fmt::format("{} has no HLO form: {}", op.info().mlir, why))};
}

// The new value takes the place, the name and the further attributes of the op's only result.
void replace(Op& op, Value* value) {
  if (value->op() && value->name().empty()) {
    value->set_name(op.result()->name());
    if (!value->op()->discardable_attributes()) value->op()->set_discardable_attributes(op.discardable_attributes());
  }
  op.result()->replace_all_uses_with(value);
  op.erase();
}

// --- functions as formulas -------------------------------------------------------------------------------------------

// --- data movement ---------------------------------------------------------------------------------------------------

// HLO's broadcast adds dimensions only, in order: dimensions of size 1 that grow are reshaped away, others are sorted
// first.
void decompose_broadcast(Op& op) {
  Context& context = op.module().context();
  Value* operand = op.operand(0);
  Type from = operand->type(), to = op.result()->type();
  std::span<const int64_t> dims = op.ints_attr(AttrKey::kBroadcastDimensions);
  Builder b(&op);
  if (!std::is_sorted(dims.begin(), dims.end())) {
    std::vector<int64_t> order(dims.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int64_t i, int64_t j) { return dims[i] < dims[j]; });
    std::vector<int64_t> sizes, sorted;
    for (int64_t i : order) {
      sizes.push_back(from.dim(i));
      sorted.push_back(dims[i]);
    }
    from = context.tensor(from.element(), sizes);
    operand = b.value(OpKind::kTranspose, {operand}, from, {{AttrKey::kPermutation, context.ints(order)}});
    op.set_attr(AttrKey::kBroadcastDimensions, context.ints(sorted));
    dims = op.ints_attr(AttrKey::kBroadcastDimensions);
  }
  std::vector<int64_t> kept_sizes, kept_dims;
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t size = from.dim(i);
    if (size == 1 && to.dim(dims[i]) != 1) continue;
    kept_sizes.push_back(size);
    kept_dims.push_back(dims[i]);
  }
  if (kept_dims.size() != dims.size()) {
    operand = b.value(OpKind::kReshape, {operand}, context.tensor(from.element(), kept_sizes));
    op.set_attr(AttrKey::kBroadcastDimensions, context.ints(kept_dims));
  }
  if (operand != op.operand(0)) op.set_operand(0, operand);
}

bool needs_broadcast_fix(const Op& op) {
  std::span<const int64_t> dims = op.ints_attr(AttrKey::kBroadcastDimensions);
  Type from = op.operand(0)->type(), to = op.result()->type();
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i && dims[i] <= dims[i - 1]) return true;
    if (from.dim(i) != to.dim(dims[i])) return true;
  }
  return false;
}

// Scalars that stand for a whole tensor in StableHLO (select's predicate, clamp's bounds) are broadcast.
void broadcast_scalar_operand(Op& op, int index, Type like) {
  Value* operand = op.operand(index);
  if (operand->type().rank() != 0 || like.rank() == 0) return;
  Builder b(&op);
  Context& context = op.module().context();
  Type type = context.tensor(operand->type().element(), like.dims());
  op.set_operand(index, b.value(OpKind::kBroadcastInDim, {operand}, type,
                                {{AttrKey::kBroadcastDimensions, context.ints(std::initializer_list<int64_t>{})}}));
}

// HLO converts no complex number to a real one: the real part is taken first, and truth is being different from zero.
void decompose_convert(Op& op) {
  ElementType from = op.operand(0)->type().element(), to = op.result()->type().element();
  if (!is_complex(from) || is_complex(to)) return;
  Builder b(&op);
  Context& context = op.module().context();
  Type part = context.tensor(part_type(from), op.result()->type().dims());
  op.set_operand(0, b.value(OpKind::kReal, {op.operand(0)}, part));
}

// HLO's all-to-all splits and joins along one dimension. Any other pair: split off the pieces as a dimension of their
// own, exchange along it, move it before the dimension to join, and join.
void decompose_all_to_all(Op& op) {
  Context& context = op.module().context();
  size_t split = op.int_attr(AttrKey::kSplitDimension);
  size_t join = op.int_attr(AttrKey::kConcatDimension);
  int64_t pieces = op.int_attr(AttrKey::kSplitCount);
  if (split == join && op.num_operands() == 1) return;
  std::vector<KeyedAttr> attrs(op.attrs().begin(), op.attrs().end());
  attrs.push_back({AttrKey::kConcatDimension, context.integer(static_cast<int64_t>(split))});
  Builder b(&op);
  for (int i = 0; i < op.num_operands(); ++i) {
    Value* value = op.operand(i);
    Type result = op.result(i)->type();
    ElementType element = result.element();
    std::vector<int64_t> dims(value->type().dims().begin(), value->type().dims().end());
    if (split != join) {
      dims[split] /= std::max<int64_t>(pieces, 1);
      dims.insert(dims.begin() + static_cast<ptrdiff_t>(split), pieces);
      value = b.value(OpKind::kReshape, {value}, context.tensor(element, dims));
    }
    Type exchanged = context.tensor(element, dims);
    Op* exchange = op.module().add_op(*op.parent(), OpKind::kAllToAll, std::vector<Value*>{value},
                                      std::vector<Type>{exchanged}, attrs, 0, &op);
    exchange->set_discardable_attributes(op.discardable_attributes());
    exchange->set_offset(op.offset());
    value = exchange->result();
    if (split != join) {
      std::vector<int64_t> order, moved;
      for (size_t d = 0; d + 1 < dims.size(); ++d) {
        if (d == join) order.push_back(static_cast<int64_t>(split));
        order.push_back(static_cast<int64_t>(d < split ? d : d + 1));
      }
      for (int64_t d : order) moved.push_back(dims[d]);
      value = b.value(OpKind::kTranspose, {value}, context.tensor(element, moved),
                      {{AttrKey::kPermutation, context.ints(order)}});
      value = b.value(OpKind::kReshape, {value}, result);
    }
    value->set_name(op.result(i)->name());
    op.result(i)->replace_all_uses_with(value);
  }
  op.erase();
}

// --- checks ----------------------------------------------------------------------------------------------------------

// check.expect_eq_const %x, dense<…> is custom-call(x, constant), custom_call_target="check.expect_eq". How close is
// close enough is a frontend attribute.
void decompose_check(Op& op, std::string_view target) {
  Context& context = op.module().context();
  Builder b(&op);
  std::vector<Value*> operands = op.operands();
  if (Attr expected = op.attr(AttrKey::kValue)) operands.push_back(b.constant(expected));
  Op* call = op.module().add_op(*op.parent(), OpKind::kCustomCall, operands, {},
                                std::vector<KeyedAttr>{{AttrKey::kCallTargetName, context.string(target)},
                                                       {AttrKey::kHasSideEffect, context.boolean(true)}},
                                0, &op);
  call->set_offset(op.offset());
  call->set_discardable_attributes(op.discardable_attributes());
  Attr frontend = op.discardable_attribute(kFrontendAttributes);
  for (AttrKey key : {AttrKey::kTolerance, AttrKey::kMinUlpDifference, AttrKey::kMaxUlpDifference}) {
    Attr value = op.attr(key);
    // The op's own default, which is stricter than the call's.
    if (!value && key == AttrKey::kTolerance && target == "check.expect_almost_eq") value = context.real(1e-4);
    if (!value && key == AttrKey::kMaxUlpDifference && target == "check.expect_close") value = context.integer(1);
    if (!value) continue;
    frontend = context.with_entry(frontend, fmt::format("check.{}", attr_key_text(key)),
                                  context.string(value.is(AttrKind::kFloat) ? fmt::format("{}", value.as_float())
                                                                            : fmt::format("{}", value.as_int())));
  }
  call->set_discardable_attribute(kFrontendAttributes, frontend);
  op.erase();
}

std::string_view check_target(OpKind kind) {
  switch (kind) {
    case OpKind::kCheckExpectEq:
    case OpKind::kCheckExpectEqConst: return "check.expect_eq";
    case OpKind::kCheckExpectAlmostEq:
    case OpKind::kCheckExpectAlmostEqConst: return "check.expect_almost_eq";
    case OpKind::kCheckExpectClose:
    case OpKind::kCheckExpectCloseConst: return "check.expect_close";
    default: return {};
  }
}

// What a send or recv knows about its partners has a place of its own in XLA.
void move_source_target_pairs(Op& op) {
  const std::vector<int64_t> listed = listed_pairs(op);
  const std::span<const int64_t> pairs = listed;
  if (pairs.empty()) return;
  Context& context = op.module().context();
  std::string text = "{";
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
    if (i) text += ',';
    append_braced(text, pairs.subspan(i, 2));
  }
  text += '}';
  op.set_discardable_attribute(kFrontendAttributes,
                               context.with_entry(op.discardable_attribute(kFrontendAttributes),
                                                  "_xla_send_recv_source_target_pairs", context.string(text)));
  op.set_attr(AttrKey::kSourceTargetPairs, {});
}

// Only the newest XLA has an opcode for atan; an HLO program that came with it keeps it.
bool needs_older_form(const Op& op) {
  return op.is(OpKind::kAtan) && op.module().format() == TextFormat::kStableHlo &&
         is_float(op.result()->type().element());
}

Status decompose_region(Region& region);

Status decompose_op(Op& op) {
  for (int i = 0; i < op.num_regions(); ++i) PARTITA_CHECK_OK(decompose_region(op.region(i)));
  if (Attr groups = op.info().has(kCollective) ? op.attr(AttrKey::kReplicaGroups) : Attr()) {
    PARTITA_ASSIGN(Attr said, hlo_groups(op.module(), groups));
    if (!(said == groups)) op.set_attr(AttrKey::kReplicaGroups, said);
  }
  switch (op.kind()) {
    case OpKind::kBroadcastInDim:
      if (needs_broadcast_fix(op)) decompose_broadcast(op);
      return {};
    case OpKind::kSelect: broadcast_scalar_operand(op, 0, op.result()->type()); return {};
    case OpKind::kClamp:
      broadcast_scalar_operand(op, 0, op.result()->type());
      broadcast_scalar_operand(op, 2, op.result()->type());
      return {};
    case OpKind::kConvert: decompose_convert(op); return {};
    case OpKind::kPad:
      // Nothing to pad, and HLO's syntax for padding needs a dimension.
      if (op.result()->type().rank() == 0)
        replace(op, Builder(&op).value(OpKind::kCopy, {op.operand(0)}, op.result()->type()));
      return {};
    case OpKind::kAllToAll: decompose_all_to_all(op); return {};
    case OpKind::kSend:
    case OpKind::kRecv: move_source_target_pairs(op); return {};
    case OpKind::kUniformQuantize:
    case OpKind::kUniformDequantize: return no_hlo_form(op, "HLO has no quantised types");
    case OpKind::kAsinAcosKernel: return no_hlo_form(op, "it is a step inside of asin and acos, which HLO has whole");
    case OpKind::kCheckExpectSerializedEq:
    case OpKind::kRunParallel:
    case OpKind::kInterpreterPrint:
    case OpKind::kInterpreterProbe: return no_hlo_form(op, "it belongs to the test harness of StableHLO's interpreter");
    default: break;
  }
  if (std::string_view target = check_target(op.kind()); !target.empty()) {
    decompose_check(op, target);
    return {};
  }
  if (op.info().has(kTerminator) || (!op.info().hlo.empty() && !needs_older_form(op))) return {};
  Op* before = op.previous();
  Value* value = decompose_function(op);
  if (value == nullptr) return no_hlo_form(op, "no instruction says the same");
  put_in_order(before, op, value);
  replace(op, value);
  return {};
}

Status decompose_region(Region& region) {
  for (Op* op = region.first(); op != nullptr;) {
    Op* next = op->next();
    PARTITA_CHECK_OK(decompose_op(*op));
    op = next;
  }
  return {};
}

}  // namespace

Status decompose_ops(Module& module) {
  for (Function* f : module.functions()) PARTITA_CHECK_OK(decompose_region(f->body()));
  return {};
}

}  // namespace partita::core::text

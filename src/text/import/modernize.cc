// Old and dynamic ops as the ops that replace them. Each rewrite is a function from the op to the value that takes its
// place.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "ir/builder.h"
#include "ir/replica_groups.h"
#include "ir/verify.h"
#include "ir/views.h"
#include "text/import/einsum.h"
#include "text/import/normalize.h"

namespace partita::core::text {
namespace {

std::vector<int64_t> counting(int64_t from, int64_t count) {
  std::vector<int64_t> out(count);
  std::iota(out.begin(), out.end(), from);
  return out;
}

class Modernizer {
 public:
  Modernizer(Module& module, Diagnostics& diagnostics) : module_(module), diagnostics_(diagnostics) {}

  bool replaced_any() const { return replaced_any_; }

  void run(Region& region) {
    for (Op* op = region.first(); op != nullptr;) {
      Op* next = op->next();
      for (int i = 0; i < op->num_regions(); ++i) run(op->region(i));
      if (op->is(OpKind::kBlock)) {
        fail(*op, fmt::format("{} is of programs that are being written, and not for texts", op->info().mlir),
             Code::kCannotEvaluate);
      } else if (op->info().has(kLegacy) && !waits_for_sizes(*op)) {
        replace(*op);
      }
      if (op->is(OpKind::kCustomCall)) unwrap(*op);
      if (op->is(OpKind::kRng)) drop_shape(*op);
      op = next;
    }
  }

 private:
  Context& context() { return module_.context(); }

  // Dynamic ops stay until their types are static (specialize.h), and so do those whose twins are built from sizes.
  static bool waits_for_sizes(const Op& op) {
    auto dynamic = [](const Value* value) { return value->type().is_tensor() && !value->type().is_static(); };
    if (op.is(OpKind::kDot) || op.is(OpKind::kBroadcast) || op.is(OpKind::kCrossReplicaSum)) return false;
    return std::ranges::any_of(op.operands(), dynamic) || std::ranges::any_of(op.results(), dynamic);
  }

  Value* fail(const Op& op, std::string message, Code code = Code::kDynamicOp) {
    diagnostics_.add(module_.error_at_op(op, code, std::move(message)));
    return nullptr;
  }

  void replace(Op& op) {
    Value* value = modern(op);
    if (value == nullptr) return;
    value->set_name(op.result()->name());
    if (value->op() != nullptr && value->op() != &op)
      value->op()->set_discardable_attributes(op.discardable_attributes());
    op.result()->replace_all_uses_with(value);
    op.erase();
    replaced_any_ = true;
  }

  // custom_call @mhlo.erf {mhlo.attributes = {}, mhlo.version = 1}: an op of MHLO in StableHLO's packing. Those that go
  // element by element, and topk, are the same here; others keep their packing, with the attributes in it.
  void unwrap(Op& op) {
    std::string_view target = op.text_attr(AttrKey::kCallTargetName);
    std::optional<OpKind> kind = target.starts_with("mhlo.") ? ir::op_from_mlir(target) : std::nullopt;
    if (!kind) return;
    const OpInfo& info = op_info(*kind);
    Attr attributes = op.discardable_attribute("mhlo.attributes");
    Attr k = attributes.is(AttrKind::kDict) ? attributes.get("k") : Attr();
    Attr largest = attributes.is(AttrKind::kDict) ? attributes.get("largest") : Attr();
    const bool top_k = *kind == OpKind::kTopK && k && k.is(AttrKind::kInt) && op.num_results() == 2 &&
                       std::ssize(attributes.entries()) == (largest ? 2 : 1) &&
                       (!largest || largest.is(AttrKind::kBool));
    const bool plain = info.has(kElementwise) && op.num_results() == 1 &&
                       (!attributes.is(AttrKind::kDict) || attributes.entries().empty()) &&
                       std::none_of(info.attrs.begin(), info.attrs.end(), [](const AttrSpec& a) { return a.required; });
    if (!(plain || top_k) || op.num_operands() < info.min_operands || op.num_operands() > info.max_operands) return;
    Builder b(&op);
    std::vector<Type> types;
    for (int i = 0; i < op.num_results(); ++i) types.push_back(op.result(i)->type());
    Op* made = b.op(*kind, op.operands(), types);
    if (top_k) {
      made->set_attr(AttrKey::kK, k);
      if (largest && !largest.as_bool()) made->set_attr(AttrKey::kLargest, largest);
    }
    Attr discardable = op.discardable_attributes();
    for (const char* name : {"mhlo.attributes", "mhlo.version"})
      discardable = context().with_entry(discardable, name, {});
    made->set_discardable_attributes(discardable);
    made->set_name(op.name());
    for (int i = 0; i < op.num_results(); ++i) {
      made->result(i)->set_name(op.result(i)->name());
      op.result(i)->replace_all_uses_with(made->result(i));
    }
    op.erase();
    replaced_any_ = true;
  }

  // The result type says what the shape operand of rng repeats. The constant it came from goes with it, or each reading
  // of what was written would add another.
  void drop_shape(Op& op) {
    if (op.num_operands() != 3) return;
    Op* shape = op.operand(2)->op();
    Value* bounds[] = {op.operand(0), op.operand(1)};
    op.set_operands(bounds);
    if (shape != nullptr && shape->is(OpKind::kConstant) && shape->is_unused()) shape->erase();
  }

  Value* modern(Op& op) {
    Builder b(&op);
    Type type = op.result()->type();
    switch (op.kind()) {
      case OpKind::kBroadcast: {
        int64_t added = std::ssize(op.ints_attr(AttrKey::kBroadcastSizes));
        return broadcast(b, op, counting(added, op.operand(0)->type().rank()));
      }
      case OpKind::kDynamicBroadcastInDim: {
        Ints dims = op.ints_attr(AttrKey::kBroadcastDimensions);
        return broadcast(b, op, std::vector<int64_t>(dims.begin(), dims.end()));
      }
      case OpKind::kChloConstant:
      case OpKind::kSdyConstant: return b.constant(op.attr(AttrKey::kValue));
      case OpKind::kConstantLike: return constant_like(b, op);
      case OpKind::kCreateToken: return b.value(OpKind::kAfterAll, {}, type);
      case OpKind::kCrossReplicaSum: return cross_replica_sum(b, op);
      case OpKind::kDot: return dot(b, op);
      case OpKind::kDynamicIota:
        return b.value(OpKind::kIota, {}, type, {{AttrKey::kIotaDimension, op.attr(AttrKey::kIotaDimension)}});
      case OpKind::kDynamicReshape: return b.value(OpKind::kReshape, {op.operand(0)}, type);
      case OpKind::kDynamicPad: return dynamic_pad(b, op);
      case OpKind::kDynamicGather: return with_known_operand(op, OpKind::kGather, AttrKey::kSliceSizes, "slice sizes");
      case OpKind::kDynamicConv: return with_known_operand(op, OpKind::kConvolution, AttrKey::kPadding, "padding");
      case OpKind::kRealDynamicSlice: return real_dynamic_slice(b, op);
      case OpKind::kTorchIndexSelect: return torch_index_select(b, op);
      case OpKind::kMark:
        if (op.operand(0)->type() == type) return op.operand(0);
        return fail(op, fmt::format("{} gives another type than it takes", op.info().mlir), Code::kResultType);
      case OpKind::kEinsum:
      case OpKind::kUnaryEinsum: {
        std::string why;
        Value* value = expand_einsum(op, why);
        return value ? value : fail(op, "einsum: " + why, Code::kConstraint);
      }
      default: return fail(op, fmt::format("{} has no modern form here", op.info().mlir), Code::kCannotEvaluate);
    }
  }

  Value* broadcast(Builder& b, Op& op, const std::vector<int64_t>& dims) {
    return b.value(OpKind::kBroadcastInDim, {op.operand(0)}, op.result()->type(),
                   {{AttrKey::kBroadcastDimensions, context().ints(dims)}});
  }

  Value* constant_like(Builder& b, Op& op) {
    Attr value = op.attr(AttrKey::kValue);
    Type type = op.result()->type();
    if (value.is(AttrKind::kDense)) {
      const Literal& literal = value.literal();
      return b.constant(context().dense(type, true, literal.data));
    }
    double number = value.is(AttrKind::kFloat) ? value.as_float() : static_cast<double>(value.as_int());
    Value* scalar = b.scalar(ElementType::kF64, number);
    Type as_element = context().tensor(type.element(), {});
    Value* converted = b.value(OpKind::kConvert, {scalar}, as_element);
    return b.value(OpKind::kBroadcastInDim, {converted}, type, {{AttrKey::kBroadcastDimensions, context().ints({})}});
  }

  Value* cross_replica_sum(Builder& b, Op& op) {
    Value* operand = op.operand(0);
    Type type = op.result()->type();
    Op* reduce = b.op(OpKind::kAllReduce, std::span(&operand, 1), std::span(&type, 1),
                      {{AttrKey::kReplicaGroups, op.attr(AttrKey::kReplicaGroups)}}, 1);
    Type element = context().tensor(type.element(), {});
    Region& body = reduce->region(0);
    Value* lhs = body.add_argument(element);
    Value* rhs = body.add_argument(element);
    Builder inner(body);
    Value* sum = inner.value(OpKind::kAdd, {lhs, rhs}, element);
    inner.ret(std::span(&sum, 1));
    return reduce->result();
  }

  // vector·vector, matrix·vector, vector·matrix, matrix·matrix: the last dimension of the left with the first of the
  // right.
  Value* dot(Builder& b, Op& op) {
    int64_t last = op.operand(0)->type().rank() - 1;
    if (last < 0 || op.operand(1)->type().rank() < 1)
      return fail(op, "dot wants vectors or matrices", Code::kConstraint);
    Attr none = context().ints({});
    return b.value(OpKind::kDotGeneral, {op.operand(0), op.operand(1)}, op.result()->type(),
                   {{AttrKey::kLhsBatchingDimensions, none},
                    {AttrKey::kRhsBatchingDimensions, none},
                    {AttrKey::kLhsContractingDimensions, context().ints({last})},
                    {AttrKey::kRhsContractingDimensions, context().ints({0})},
                    {AttrKey::kPrecisionConfig, op.attr(AttrKey::kPrecisionConfig)}});
  }

  Value* dynamic_pad(Builder& b, Op& op) {
    Attr parts[3];
    for (int i = 0; i < 3; ++i) {
      auto known = known_integers(op.operand(2 + i));
      if (!known) return fail(op, "dynamic_pad: the padding must be constant");
      parts[i] = context().ints(*known);
    }
    return b.value(OpKind::kPad, {op.operand(0), op.operand(1)}, op.result()->type(),
                   {{AttrKey::kEdgePaddingLow, parts[0]},
                    {AttrKey::kEdgePaddingHigh, parts[1]},
                    {AttrKey::kInteriorPadding, parts[2]}});
  }

  // An op whose third operand becomes an attribute; all other attributes are the same.
  Value* with_known_operand(Op& op, OpKind kind, AttrKey key, std::string_view what) {
    auto known = known_integers(op.operand(2));
    if (!known) return fail(op, fmt::format("{}: the {} must be constant", op.info().mlir, what));
    std::vector<KeyedAttr> attrs(op.attrs().begin(), op.attrs().end());
    attrs.push_back({key, context().ints(*known)});
    Value* operands[] = {op.operand(0), op.operand(1)};
    Type type = op.result()->type();
    Op* twin = module_.add_op(*op.parent(), kind, operands, std::span(&type, 1), attrs, 0, &op);
    twin->set_offset(op.offset());
    twin->set_location(op.location());
    return twin->result();
  }

  Value* real_dynamic_slice(Builder& b, Op& op) {
    auto start = known_integers(op.operand(1)), limit = known_integers(op.operand(2)),
         strides = known_integers(op.operand(3));
    if (start && limit && strides) {
      return b.value(OpKind::kSlice, {op.operand(0)}, op.result()->type(),
                     {{AttrKey::kStartIndices, context().ints(*start)},
                      {AttrKey::kLimitIndices, context().ints(*limit)},
                      {AttrKey::kStrides, context().ints(*strides)}});
    }
    if (!strides || std::any_of(strides->begin(), strides->end(), [](int64_t s) { return s != 1; })) {
      return fail(op, "real_dynamic_slice: starts and limits that are not constant need strides of 1");
    }
    // The result type fixes the sizes, so only the starts matter.
    Type index = op.operand(1)->type();
    Type one = context().tensor(index.element(), {1});
    Type scalar = context().tensor(index.element(), {});
    std::vector<Value*> operands = {op.operand(0)};
    for (int64_t i = 0; i < op.result()->type().rank(); ++i) {
      Value* part = b.value(OpKind::kSlice, {op.operand(1)}, one,
                            {{AttrKey::kStartIndices, context().ints({i})},
                             {AttrKey::kLimitIndices, context().ints({i + 1})},
                             {AttrKey::kStrides, context().ints({1})}});
      operands.push_back(b.value(OpKind::kReshape, {part}, scalar));
    }
    Type type = op.result()->type();
    return b
        .op(OpKind::kDynamicSlice, operands, std::span(&type, 1), {{AttrKey::kSliceSizes, context().ints(type.dims())}})
        ->result();
  }

  // result[b…, before dim…, i…, after dim…] = operand[b…, before…, index[b…, i…], after…]
  Value* torch_index_select(Builder& b, Op& op) {
    Type operand = op.operand(0)->type(), index = op.operand(1)->type();
    int64_t dim = op.int_attr(AttrKey::kDim), batch = op.int_attr(AttrKey::kBatchDims);
    if (dim < 0) dim += operand.rank();
    if (batch < 0) batch += index.rank();
    if (dim < 0 || dim >= operand.rank() || batch < 0 || batch > dim || batch > index.rank()) {
      return fail(op, "torch_index_select: dim or batch_dims is out of range", Code::kConstraint);
    }
    // Gather lays batch dimensions out where offset_dims leaves room: the slice's dimensions after the batch ones stand
    // before and after the index dimensions.
    int64_t index_dims = index.rank() - batch;
    std::vector<int64_t> offset = counting(batch, dim - batch);
    for (int64_t d = dim + index_dims; d < operand.rank() - 1 + index_dims; ++d) offset.push_back(d);
    std::vector<int64_t> sizes(operand.dims().begin(), operand.dims().end());
    sizes[dim] = 1;
    for (int64_t d = 0; d < batch; ++d) sizes[d] = 1;
    Attr batching = context().ints(counting(0, batch));
    return b.value(OpKind::kGather, {op.operand(0), op.operand(1)}, op.result()->type(),
                   {{AttrKey::kOffsetDims, context().ints(offset)},
                    {AttrKey::kCollapsedSliceDims, context().ints({dim})},
                    {AttrKey::kOperandBatchingDims, batching},
                    {AttrKey::kStartIndicesBatchingDims, batching},
                    {AttrKey::kStartIndexMap, context().ints({dim})},
                    {AttrKey::kIndexVectorDim, context().integer(index.rank())},
                    {AttrKey::kSliceSizes, context().ints(sizes)}});
  }

  Module& module_;
  Diagnostics& diagnostics_;
  bool replaced_any_ = false;
};

}  // namespace

bool modernize(Module& module, Diagnostics& diagnostics) {
  size_t before = diagnostics.error_count();
  Modernizer modernizer(module, diagnostics);
  for (Function* f : module.functions()) modernizer.run(f->body());
  if (diagnostics.error_count() != before) return false;
  // Old ops have no rules of their own: those that took their place say what was wrong.
  return !modernizer.replaced_any() || verify(module, diagnostics);
}

}  // namespace partita::core::text

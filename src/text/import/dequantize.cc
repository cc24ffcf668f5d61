#include "text/import/dequantize.h"

#include <algorithm>

#include "base/maps.h"
#include "ir/builder.h"
#include "ir/numeric/float_formats.h"
#include "ir/verify.h"
#include "text/import/normalize.h"

namespace partita::core::text {
namespace {

using ir::Quantization;

Type storage_of(Context& context, Type type) {
  if (!type.is_tensor() || type.quantization() == nullptr) return type;
  return context.tensor(type.element(), type.dims());
}

// Ops that hand elements on, or leave arithmetic to their regions: on quantised values they work on what is stored.
bool works_on_storage(OpKind kind) {
  switch (kind) {
    case OpKind::kAllGather:
    case OpKind::kAllReduce:
    case OpKind::kAllToAll:
    case OpKind::kBitcastConvert:
    case OpKind::kBroadcastInDim:
    case OpKind::kCall:
    case OpKind::kCase:
    case OpKind::kCollectiveBroadcast:
    case OpKind::kCollectivePermute:
    case OpKind::kConcatenate:
    case OpKind::kConstant:
    case OpKind::kCopy:
    case OpKind::kCustomCall:
    case OpKind::kDynamicBroadcastInDim:
    case OpKind::kDynamicGather:
    case OpKind::kDynamicPad:
    case OpKind::kDynamicReshape:
    case OpKind::kDynamicSlice:
    case OpKind::kDynamicUpdateSlice:
    case OpKind::kGather:
    case OpKind::kGetDimensionSize:
    case OpKind::kIf:
    case OpKind::kManualComputation:
    case OpKind::kMap:
    case OpKind::kOptimizationBarrier:
    case OpKind::kPad:
    case OpKind::kRealDynamicSlice:
    case OpKind::kReduce:
    case OpKind::kReduceScatter:
    case OpKind::kReduceWindow:
    case OpKind::kReshape:
    case OpKind::kReturn:
    case OpKind::kReverse:
    case OpKind::kScatter:
    case OpKind::kSelect:
    case OpKind::kSelectAndScatter:
    case OpKind::kSetDimensionSize:
    case OpKind::kSlice:
    case OpKind::kSort:
    case OpKind::kTranspose:
    case OpKind::kWhile: return true;
    default: return op_info(kind).has(kPlacement);
  }
}

class Dequantizer {
 public:
  explicit Dequantizer(Module& module) : module_(module), how_(module.num_value_ids(), nullptr) {}

  void run() {
    for (Function* function : module_.functions()) {
      store(function->body());
      std::vector<Type> results;
      for (Type type : function->result_types()) results.push_back(storage_of(context(), type));
      function->set_result_types(std::move(results));
    }
    for (Function* function : module_.functions()) rewrite(function->body());
  }

 private:
  Context& context() { return module_.context(); }

  // All values get the type of what is stored.
  void store(Value& value) {
    if (!value.type().is_tensor()) return;
    how_[value.id()] = value.type().quantization();
    value.set_type(storage_of(context(), value.type()));
  }
  void store(Region& region) {
    for (Value* argument : region.arguments()) store(*argument);
    for (Op& op : region) {
      for (Value* result : op.results()) store(*result);
      for (int i = 0; i < op.num_regions(); ++i) store(op.region(i));
    }
  }

  const Quantization* how(const Value* value) const { return value->id() < how_.size() ? how_[value->id()] : nullptr; }

  void rewrite(Region& region) {
    for (Op* op = region.first(); op != nullptr;) {
      Op* next = op->next();
      for (int i = 0; i < op->num_regions(); ++i) rewrite(op->region(i));
      rewrite(*op);
      op = next;
    }
  }

  void rewrite(Op& op) {
    bool any = false, same = true;
    const Quantization* first = nullptr;
    for (const Value* value : values_of(op)) {
      if (how(value) == nullptr) continue;
      if (any) same = same && how(value) == first;
      first = how(value);
      any = true;
    }
    if (!any) return;
    // A join of values on different scales brings them to its own.
    const bool joins = op.is(OpKind::kConcatenate) || op.is(OpKind::kSelect) || op.is(OpKind::kPad);
    if (works_on_storage(op.kind()) && (same || !joins)) return;
    Builder b(&op);
    std::vector<Value*> operands;
    for (Value* operand : op.operands()) {
      operands.push_back(how(operand) == nullptr ? operand : real(b, operand, *how(operand)));
    }
    std::vector<Value*> results;
    if (op.is(OpKind::kUniformQuantize) || op.is(OpKind::kUniformDequantize)) {
      results = operands;
    } else {
      std::vector<Type> types;
      for (const Value* result : op.results()) {
        types.push_back(how(result) == nullptr ? result->type()
                                               : context().tensor(how(result)->expressed, result->type().dims()));
      }
      results = b.like(op, operands, types)->results();
    }
    for (int i = 0; i < op.num_results(); ++i) {
      Value* value = results[static_cast<size_t>(i)];
      if (const Quantization* target = how(op.result(i))) {
        value = stored(b, value, *target, op.result(i)->type());
        how_.resize(module_.num_value_ids(), nullptr);
        how_[value->id()] = target;  // it takes the place of the result
      }
      value->set_name(op.result(i)->name());
      op.result(i)->replace_all_uses_with(value);
    }
    op.erase();
  }

  static std::vector<const Value*> values_of(Op& op) {
    std::vector<const Value*> out;
    for (const Value* operand : op.operands()) out.push_back(operand);
    for (const Value* result : op.results()) out.push_back(result);
    return out;
  }

  // A number for each element of a tensor of floats: the same for all, or one for each index of the dimension.
  Value* spread(Builder& b, Type type, const Quantization& how, std::span<const double> numbers) {
    const bool per_axis = how.dimension >= 0;
    const auto width = static_cast<size_t>(byte_width(type.element()));
    Blob data;
    for (double number : numbers) {
      const uint64_t bits = encode_one(type.element(), number);
      const auto bytes = std::as_bytes(std::span(&bits, 1)).first(width);
      data.insert(data.end(), bytes.begin(), bytes.end());
    }
    std::vector<int64_t> dims;
    if (per_axis) dims.push_back(std::ssize(numbers));
    const Type list = context().tensor(type.element(), dims);
    Value* constant = b.constant(context().dense(list, false, std::span<const std::byte>(data)));
    if (list == type) return constant;
    std::vector<int64_t> to;
    if (per_axis) to.push_back(how.dimension);
    return b.value(OpKind::kBroadcastInDim, {constant}, type, {{AttrKey::kBroadcastDimensions, context().ints(to)}});
  }
  Value* same_for_all(Builder& b, Type type, double number) {
    return spread(b, type, Quantization{}, std::span(&number, 1));
  }

  Value* zero_points(Builder& b, Type type, const Quantization& how) {
    if (std::ranges::all_of(how.zero_points, [](int64_t zero) { return zero == 0; })) return nullptr;
    const std::vector<double> numbers(how.zero_points.begin(), how.zero_points.end());
    return spread(b, type, how, numbers);
  }

  Value* real(Builder& b, Value* value, const Quantization& how) {
    const Type type = context().tensor(how.expressed, value->type().dims());
    Value* out = b.value(OpKind::kConvert, {value}, type);
    if (Value* zero = zero_points(b, type, how)) out = b.value(OpKind::kSubtract, {out, zero}, type);
    return b.value(OpKind::kMultiply, {out, spread(b, type, how, how.scales)}, type);
  }

  Value* stored(Builder& b, Value* value, const Quantization& how, Type storage) {
    const Type type = value->type();
    Value* out = b.value(OpKind::kDivide, {value, spread(b, type, how, how.scales)}, type);
    if (Value* zero = zero_points(b, type, how)) out = b.value(OpKind::kAdd, {out, zero}, type);
    Value *low = same_for_all(b, type, static_cast<double>(how.min)),
          *high = same_for_all(b, type, static_cast<double>(how.max));
    out = b.value(OpKind::kClamp, {low, out, high}, type);
    out = b.value(OpKind::kRoundNearestEven, {out}, type);
    return b.value(OpKind::kConvert, {out}, storage);
  }

  Module& module_;
  std::vector<const Quantization*> how_;  // by the value's id
};

bool has_quantized(const Region& region) {
  auto quantized = [](const Value* value) {
    return value->type() && value->type().is_tensor() && value->type().quantization() != nullptr;
  };
  if (std::ranges::any_of(region.arguments(), quantized)) return true;
  for (const Op& op : region) {
    for (int i = 0; i < op.num_results(); ++i) {
      if (quantized(op.result(i))) return true;
    }
    for (int i = 0; i < op.num_regions(); ++i) {
      if (has_quantized(op.region(i))) return true;
    }
  }
  return false;
}

}  // namespace

bool is_quantized(const Module& module) {
  return std::ranges::any_of(module.functions(), [](const Function* f) { return has_quantized(f->body()); });
}

bool dequantize(Module& module, Diagnostics& diagnostics) {
  Dequantizer(module).run();
  return ir::verify(module, diagnostics);
}

}  // namespace partita::core::text

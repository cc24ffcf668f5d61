#include "text/import/specialize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ir/builder.h"
#include "ir/infer.h"
#include "ir/verify.h"
#include "ir/views.h"
#include "text/import/normalize.h"

namespace partita::core::text {
namespace {

using Numbers = std::optional<std::vector<int64_t>>;

// Shape code works on a few numbers; arrays of data are not folded.
constexpr int64_t kMostFolded = 64;

bool is_dynamic_type(Type type) { return !type.is_static() || std::ranges::any_of(type.parts(), is_dynamic_type); }

bool is_shape_code(Type type) {
  if (!type.is_tensor() || !is_plain(type) || type.rank() > 1 || type.num_elements() > kMostFolded) return false;
  // Shape code has numbers of 32 or 64 bits with a sign. Others are folded where 64 bits with a sign hold them all.
  const ElementType element = type.element();
  return element == ElementType::kPred ||
         (is_integer(element) && bit_width(element) >= 8 && element != ElementType::kU64);
}

class Specializer {
 public:
  Specializer(Module& module, Diagnostics& diagnostics) : module_(module), diagnostics_(diagnostics) {}

  bool region(Region& region) {
    for (Op* op = region.first(); op != nullptr;) {
      Op* next = op->next();
      if (!this->op(*op)) return false;
      op = next;
    }
    return true;
  }

 private:
  Context& context() { return module_.context(); }

  bool fail(const Op& op, std::string message, Code code = Code::kDynamicOp) {
    diagnostics_.add(module_.error_at_op(op, code, std::move(message)));
    return false;
  }
  bool unknown(const Op& op, std::string_view what) {
    return fail(op, fmt::format("{}: {} do not follow from the sizes of the arguments", op.info().mlir, what));
  }

  bool op(Op& op) {
    if (op.is(OpKind::kCustomCall) && op.text_attr(AttrKey::kCallTargetName) == "shape_assertion") {
      return assertion(op);
    }
    if (fold(op)) return true;
    for (int i = 0; i < op.num_operands(); ++i) {
      if (is_dynamic_type(op.operand(i)->type())) return unknown(op, fmt::format("the sizes of operand {}", i));
    }
    if (op.is(OpKind::kSetDimensionSize)) return set_size(op);
    if (op.is(OpKind::kWhile)) {
      for (int r = 0; r < op.num_regions(); ++r) {
        for (int i = 0; i < std::min(op.region(r).num_arguments(), op.num_operands()); ++i) {
          op.region(r).argument(i)->set_type(op.operand(i)->type());
        }
      }
    }
    for (int r = 0; r < op.num_regions(); ++r) {
      for (const Value* argument : op.region(r).arguments()) {
        if (is_dynamic_type(argument->type())) return unknown(op, "the sizes of a region's arguments");
      }
      if (!region(op.region(r))) return false;
    }
    const bool dynamic = std::ranges::any_of(op.results(), [](const Value* v) { return is_dynamic_type(v->type()); });
    return (!dynamic || refine(op)) && check_carries(op);
  }

  // What a loop's body gives has the types it takes, now that they are known.
  bool check_carries(const Op& op) {
    if (!op.is(OpKind::kWhile)) return true;
    const Op* end = op.region(1).terminator();
    for (int i = 0; end != nullptr && i < end->num_operands() && i < op.num_operands(); ++i) {
      if (end->operand(i)->type() == op.operand(i)->type()) continue;
      return fail(op, fmt::format("value {} of the loop changes its sizes, from {} to {}", i,
                                  op.operand(i)->type().to_string(), end->operand(i)->type().to_string()));
    }
    return true;
  }

  // --- shape code

  Numbers known(const Value* value) { return ir::known_integers(value); }

  // An integer op on known numbers becomes a constant.
  bool fold(Op& op) {
    if (op.num_results() != 1 || op.num_regions() > 0 || op.is(OpKind::kConstant)) return false;
    if (!is_shape_code(op.result()->type())) return false;
    if (op.is(OpKind::kGetDimensionSize) && !op.operand(0)->type().is_static()) return false;
    Numbers values = known(op.result());
    if (!values) values = folded(op);
    const Type type = op.result()->type();
    if (!values || std::ssize(*values) != type.num_elements()) return false;
    const auto width = static_cast<size_t>(byte_width(type.element()));
    Blob data;
    for (int64_t value : *values) {
      const auto bytes = std::as_bytes(std::span(&value, 1)).first(width);
      data.insert(data.end(), bytes.begin(), bytes.end());
    }
    Builder b(&op);
    Value* constant = b.constant(context().dense(type, false, std::span<const std::byte>(data)));
    constant->set_name(op.result()->name());
    op.result()->replace_all_uses_with(constant);
    op.erase();
    return true;
  }

  Numbers folded(const Op& op) {
    std::vector<std::vector<int64_t>> in;
    for (int i = 0; i < op.num_operands(); ++i) {
      if (!is_shape_code(op.operand(i)->type())) return {};
      Numbers values = known(op.operand(i));
      if (!values) return {};
      in.push_back(std::move(*values));
    }
    if (op.info().has(kElementwise) && !in.empty()) {
      const auto count = static_cast<size_t>(op.result()->type().num_elements());
      for (const std::vector<int64_t>& values : in) {  // nothing is verified yet
        if (values.size() != 1 && values.size() != count) return {};
      }
      const bool truth = op.result()->type().element() == ElementType::kPred;
      std::vector<int64_t> out(count);
      for (size_t i = 0; i < count; ++i) {
        auto at = [&](size_t operand) { return in[operand][in[operand].size() == 1 ? 0 : i]; };
        const std::optional<int64_t> value = element(op, at);
        if (!value) return {};
        out[i] = truth ? (*value != 0 ? 1 : 0) : *value;
      }
      return out;
    }
    if (op.is(OpKind::kSlice)) {
      std::vector<int64_t> out;
      const Ints start = op.ints_attr(AttrKey::kStartIndices), limit = op.ints_attr(AttrKey::kLimitIndices),
                 strides = op.ints_attr(AttrKey::kStrides);
      if (in.size() != 1 || start.size() != 1 || limit.size() != 1 || strides.size() != 1) return {};
      if (start[0] < 0 || strides[0] < 1 || limit[0] > std::ssize(in[0])) return {};
      for (int64_t i = start[0]; i < limit[0]; i += strides[0]) out.push_back(in[0][static_cast<size_t>(i)]);
      return out;
    }
    return {};
  }

  // Of an op element by element, in the arithmetic of 64 bits: sizes are far below what 32 bits hold.
  template <typename At>
  static std::optional<int64_t> element(const Op& op, const At& at) {
    int64_t out = 0;
    switch (op.kind()) {
      case OpKind::kAdd: return __builtin_add_overflow(at(0), at(1), &out) ? std::nullopt : std::optional(out);
      case OpKind::kSubtract: return __builtin_sub_overflow(at(0), at(1), &out) ? std::nullopt : std::optional(out);
      case OpKind::kMultiply: return __builtin_mul_overflow(at(0), at(1), &out) ? std::nullopt : std::optional(out);
      case OpKind::kDivide:
        return at(1) == 0 || (at(1) == -1 && at(0) == INT64_MIN) ? std::nullopt : std::optional(at(0) / at(1));
      case OpKind::kRemainder:
        return at(1) == 0 || at(1) == -1 ? (at(1) == 0 ? std::nullopt : std::optional<int64_t>(0))
                                         : std::optional(at(0) % at(1));
      case OpKind::kMaximum: return std::max(at(0), at(1));
      case OpKind::kMinimum: return std::min(at(0), at(1));
      case OpKind::kAnd: return at(0) & at(1);
      case OpKind::kOr: return at(0) | at(1);
      case OpKind::kXor: return at(0) ^ at(1);
      case OpKind::kNot: return op.result()->type().element() == ElementType::kPred ? (at(0) == 0 ? 1 : 0) : ~at(0);
      case OpKind::kNegate: return at(0) == INT64_MIN ? std::nullopt : std::optional(-at(0));
      case OpKind::kAbs: return at(0) == INT64_MIN ? std::nullopt : std::optional(std::abs(at(0)));
      case OpKind::kSign: return at(0) < 0 ? -1 : at(0) > 0 ? 1 : 0;
      case OpKind::kSelect: return at(0) != 0 ? at(1) : at(2);
      case OpKind::kClamp: return std::min(std::max(at(1), at(0)), at(2));
      case OpKind::kCompare: {
        const std::string_view how = op.text_attr(AttrKey::kComparisonDirection);
        const int64_t a = at(0), b = at(1);
        return how == "EQ"   ? a == b
               : how == "NE" ? a != b
               : how == "LT" ? a < b
               : how == "LE" ? a <= b
               : how == "GT" ? a > b
                             : a >= b;
      }
      default: return std::nullopt;
    }
  }

  // custom_call @shape_assertion(%holds, %a, %b) {error_message = "{0} must be a multiple of {1}"}
  bool assertion(Op& op) {
    const Numbers holds = op.num_operands() > 0 ? known(op.operand(0)) : Numbers();
    if (!holds || holds->size() != 1) return unknown(op, "what it demands");
    if ((*holds)[0] == 0) {
      const Attr given = op.discardable_attribute("error_message");
      std::string message(given.is(AttrKind::kString) ? given.text() : "a condition on the sizes does not hold");
      for (int i = 1; i < op.num_operands(); ++i) {
        const Numbers value = known(op.operand(i));
        const std::string mark = fmt::format("{{{}}}", i - 1);
        for (size_t at = message.find(mark); value && !value->empty() && at != std::string::npos;
             at = message.find(mark)) {
          message.replace(at, mark.size(), std::to_string((*value)[0]));
        }
      }
      return fail(op, std::move(message), Code::kShapeAssertion);
    }
    if (op.is_unused()) op.erase();
    return true;
  }

  // --- types

  bool set(Op& op, const std::vector<Type>& types) {
    if (std::ssize(types) != op.num_results()) return unknown(op, "the sizes of its results");
    for (size_t i = 0; i < types.size(); ++i) {
      const Type was = op.result(static_cast<int>(i))->type();
      if (!fits(types[i], was)) {
        return fail(
            op,
            fmt::format("{} gives {} here, where {} is written", op.info().mlir, types[i].to_string(), was.to_string()),
            Code::kTypeMismatch);
      }
      op.result(static_cast<int>(i))->set_type(types[i]);
    }
    return true;
  }

  static bool fits(Type type, Type pattern) {
    if (type.kind() != pattern.kind() || !type.is_tensor()) return type == pattern || !type.is_tensor();
    if (type.rank() != pattern.rank() || type.element() != pattern.element()) return false;
    for (int d = 0; d < type.rank(); ++d) {
      const int64_t size = type.dim(d), allowed = pattern.dim(d);
      if (!ir::is_dynamic(allowed) ? size != allowed : allowed != ir::kDynamic && size > ir::bound_of(allowed)) {
        return false;
      }
    }
    return true;
  }

  bool set_dims(Op& op, std::span<const int64_t> dims) {
    for (int64_t dim : dims) {
      if (dim < 0) return fail(op, fmt::format("{} gives a dimension of {}", op.info().mlir, dim));
    }
    if (!ir::checked_element_count(dims)) {
      return fail(op, fmt::format("{} gives more elements than any memory holds", op.info().mlir));
    }
    return set(op, {context().with_dims(op.result()->type(), dims)});
  }

  bool from_operand(Op& op, int operand) {
    const Numbers dims = known(op.operand(operand));
    return dims ? set_dims(op, *dims) : unknown(op, "the sizes of its result");
  }

  bool infer(Op& op, OpKind kind, int operands, std::initializer_list<KeyedAttr> more) {
    std::vector<Type> types;
    for (int i = 0; i < operands; ++i) types.push_back(op.operand(i)->type());
    std::vector<KeyedAttr> attrs(op.attrs().begin(), op.attrs().end());
    attrs.insert(attrs.end(), more.begin(), more.end());
    std::vector<const Region*> regions;
    for (int i = 0; i < op.num_regions(); ++i) regions.push_back(&op.region(i));
    InferredTypes inferred = ir::infer_types(context(), kind, types, context().attr_list(attrs), regions);
    if (inferred.state == InferredTypes::State::kInvalid) {
      return fail(op, fmt::format("{} {}", op.info().mlir, inferred.why), Code::kConstraint);
    }
    if (inferred.state == InferredTypes::State::kFree || std::ssize(inferred.types) != op.num_results()) {
      return unknown(op, "the sizes of its results");
    }
    return set(op, inferred.types);
  }

  bool refine(Op& op) {
    switch (op.kind()) {
      case OpKind::kDynamicReshape:
      case OpKind::kDynamicBroadcastInDim: return from_operand(op, 1);
      case OpKind::kDynamicIota: return from_operand(op, 0);
      case OpKind::kDynamicPad: {
        const Numbers low = known(op.operand(2)), high = known(op.operand(3)), interior = known(op.operand(4));
        if (!low || !high || !interior) return unknown(op, "the paddings");
        return infer(op, OpKind::kPad, 2,
                     {{AttrKey::kEdgePaddingLow, context().ints(*low)},
                      {AttrKey::kEdgePaddingHigh, context().ints(*high)},
                      {AttrKey::kInteriorPadding, context().ints(*interior)}});
      }
      case OpKind::kRealDynamicSlice: return real_slice(op);
      case OpKind::kDynamicGather: {
        const Numbers sizes = known(op.operand(2));
        if (!sizes) return unknown(op, "the sizes of its slices");
        return infer(op, OpKind::kGather, 2, {{AttrKey::kSliceSizes, context().ints(*sizes)}});
      }
      case OpKind::kDynamicConv: {
        const Numbers padding = known(op.operand(2));
        if (!padding) return unknown(op, "the paddings");
        return infer(op, OpKind::kConvolution, 2, {{AttrKey::kPadding, context().ints(*padding)}});
      }
      case OpKind::kReshape: return reshape(op);
      case OpKind::kConvert:
      case OpKind::kBitcastConvert:
      case OpKind::kUniformQuantize:
      case OpKind::kUniformDequantize:
      case OpKind::kReducePrecision:
        if (op.operand(0)->type().rank() != op.result()->type().rank()) break;
        return set_dims(op, op.operand(0)->type().dims());
      case OpKind::kWhile: {
        std::vector<Type> types;
        for (int i = 0; i < op.num_operands(); ++i) types.push_back(op.operand(i)->type());
        return set(op, types);
      }
      case OpKind::kCase:
      case OpKind::kIf: return branches(op);
      case OpKind::kCustomCall: return custom_call(op);
      default: break;
    }
    return infer(op, op.kind(), op.num_operands(), {});
  }

  bool real_slice(Op& op) {
    const Numbers start = known(op.operand(1)), limit = known(op.operand(2)), strides = known(op.operand(3));
    if (!start || !limit || !strides) return unknown(op, "the sizes of the slice");
    return infer(op, OpKind::kSlice, 1,
                 {{AttrKey::kStartIndices, context().ints(*start)},
                  {AttrKey::kLimitIndices, context().ints(*limit)},
                  {AttrKey::kStrides, context().ints(*strides)}});
  }

  // One dimension may be open: it is what is left.
  bool reshape(Op& op) {
    std::vector<int64_t> dims(op.result()->type().dims().begin(), op.result()->type().dims().end());
    int64_t known_part = 1;
    int open = 0;
    for (int64_t dim : dims) {
      open += ir::is_dynamic(dim) ? 1 : 0;
      known_part *= ir::is_dynamic(dim) ? 1 : dim;
    }
    const int64_t count = op.operand(0)->type().num_elements();
    if (open != 1 || known_part == 0 || count % known_part != 0) return unknown(op, "the sizes of its result");
    for (int64_t& dim : dims) dim = ir::is_dynamic(dim) ? count / known_part : dim;
    return set_dims(op, dims);
  }

  bool branches(Op& op) {
    const Op* first = op.region(0).terminator();
    if (first == nullptr || first->num_operands() != op.num_results()) return unknown(op, "the sizes of its results");
    std::vector<Type> types;
    for (int i = 0; i < first->num_operands(); ++i) types.push_back(first->operand(i)->type());
    for (int r = 1; r < op.num_regions(); ++r) {
      const Op* end = op.region(r).terminator();
      if (end == nullptr || end->num_operands() != op.num_results()) return unknown(op, "the sizes of its results");
      for (int i = 0; i < op.num_results(); ++i) {
        if (end->operand(i)->type() == types[static_cast<size_t>(i)]) continue;
        return fail(op, fmt::format("result {} of {} has other sizes in another branch", i, op.info().mlir));
      }
    }
    return set(op, types);
  }

  // Sizes of results may be operands, as jax.export says it; annotations give what they take.
  bool custom_call(Op& op) {
    if (const Attr list = op.discardable_attribute("indices_of_shape_operands")) {
      const Numbers indices = list.is(AttrKind::kDense) ? dense_ints(list.literal())
                              : list.is(AttrKind::kInts)
                                  ? Numbers(std::vector<int64_t>(list.ints().begin(), list.ints().end()))
                                  : Numbers();
      if (indices && std::ssize(*indices) == op.num_results()) {
        std::vector<Type> types;
        for (int i = 0; i < op.num_results(); ++i) {
          const int64_t at = (*indices)[static_cast<size_t>(i)];
          const Numbers dims = at >= 0 && at < op.num_operands() ? known(op.operand(static_cast<int>(at))) : Numbers();
          if (!dims || !ir::checked_element_count(*dims)) return unknown(op, "the sizes of its results");
          types.push_back(context().with_dims(op.result(i)->type(), *dims));
        }
        return set(op, types);
      }
    }
    if (op.num_operands() == 1 && op.num_results() == 1 && fits(op.operand(0)->type(), op.result()->type())) {
      return set(op, {op.operand(0)->type()});
    }
    return unknown(op, fmt::format("the sizes of the results of @{}", op.text_attr(AttrKey::kCallTargetName)));
  }

  static Numbers dense_ints(const Literal& literal) {
    if (literal.type.element() != ElementType::kS64) return {};
    std::vector<int64_t> out(static_cast<size_t>(literal.type.num_elements()));
    for (size_t i = 0; i < out.size(); ++i) {
      std::memcpy(&out[i], literal.data->data() + (literal.splat ? 0 : i * 8), 8);
    }
    return out;
  }

  // A size that is known: the rest of the dimension goes.
  bool set_size(Op& op) {
    const Numbers size = known(op.operand(1));
    const Type type = op.operand(0)->type();
    const auto dim = static_cast<size_t>(op.int_attr(AttrKey::kDimension));
    if (!size || size->size() != 1 || dim >= type.dims().size()) return unknown(op, "the size it sets");
    const int64_t wanted = (*size)[0];
    if (wanted < 0 || wanted > type.dims()[dim]) {
      return fail(op, fmt::format("{} sets a dimension of {} to {}", op.info().mlir, type.dims()[dim], wanted));
    }
    std::vector<int64_t> start(type.dims().size(), 0), limit(type.dims().begin(), type.dims().end());
    const std::vector<int64_t> strides(type.dims().size(), 1);
    limit[dim] = wanted;
    Value* value = op.operand(0);
    if (wanted != type.dims()[dim]) {
      Builder b(&op);
      value = b.value(OpKind::kSlice, {value}, context().with_dims(type, limit),
                      {{AttrKey::kStartIndices, context().ints(start)},
                       {AttrKey::kLimitIndices, context().ints(limit)},
                       {AttrKey::kStrides, context().ints(strides)}});
      value->set_name(op.result()->name());
    }
    op.result()->replace_all_uses_with(value);
    op.erase();
    return true;
  }

  Module& module_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool is_static(const Function& function) {
  auto dynamic = [](const Value* value) { return is_dynamic_type(value->type()); };
  bool found = std::ranges::any_of(function.body().arguments(), dynamic);
  ir::walk(function.body(), [&](const Op& op) {
    for (int i = 0; i < op.num_results() && !found; ++i) found = dynamic(op.result(i));
    for (int r = 0; r < op.num_regions() && !found; ++r) found = std::ranges::any_of(op.region(r).arguments(), dynamic);
  });
  return !found;
}

std::string give_shape(Value& argument, std::span<const int64_t> dims) {
  const Type type = argument.type();
  if (!type.is_tensor() || type.rank() != std::ssize(dims)) {
    return fmt::format("{} has another rank than {}", type.to_string(), fmt::join(dims, "x"));
  }
  for (int d = 0; d < type.rank(); ++d) {
    const int64_t is = type.dim(d), wanted = dims[static_cast<size_t>(d)];
    if (!ir::is_dynamic(is) ? is != wanted : is != ir::kDynamic && wanted > ir::bound_of(is)) {
      return fmt::format("{} cannot be {}", type.to_string(), fmt::join(dims, "x"));
    }
  }
  if (!ir::checked_element_count(dims)) return fmt::format("{} is too large", fmt::join(dims, "x"));
  argument.set_type(argument.region()->module().context().with_dims(type, dims));
  return {};
}

bool specialize(Function& function, Diagnostics& diagnostics) {
  Module& module = function.module();
  for (int i = 0; i < function.num_arguments(); ++i) {
    const Type type = function.argument(i)->type();
    if (!is_dynamic_type(type)) continue;
    std::string example;
    for (int64_t dim : type.dims()) {
      example += fmt::format("{}{}", example.empty() ? "" : "x",
                             !ir::is_dynamic(dim)  ? dim
                             : dim == ir::kDynamic ? 8
                                                   : ir::bound_of(dim));
    }
    std::string message =
        fmt::format("argument {} is {}: give its sizes, as in --shape 'arg{}={}'", i, type.to_string(), i, example);
    diagnostics.add(module.source() ? error_at(*module.source(), function.offset(), Code::kDynamicOp, message)
                                    : error_without_place(Code::kDynamicOp, message));
    return false;
  }
  if (!Specializer(module, diagnostics).region(function.body())) return false;
  std::vector<Type> results;
  if (const Op* end = function.body().terminator()) {
    for (int i = 0; i < end->num_operands(); ++i) results.push_back(end->operand(i)->type());
  }
  function.set_result_types(std::move(results));
  return modernize(module, diagnostics) && ir::verify(module, diagnostics);
}

}  // namespace partita::core::text

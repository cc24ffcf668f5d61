#include "front/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "front/scope.h"
#include "ir/infer.h"
#include "transform/grad/remat.h"

namespace partita {
inline namespace v1 {
namespace detail {
namespace {

using core::AttrKey;
using core::Code;
using core::ElementType;
using core::OpKind;
using core::Type;
using core::Value;

constexpr std::int64_t kMostRank = 1024;

const char* element_name(ElementType type) { return partita::name_of(static_cast<DType>(type)); }

std::shared_ptr<Trace> trace_for(std::string_view op, Where where) {
  std::shared_ptr<Trace> trace = current_trace();
  if (trace == nullptr) {
    fail_at(where, Code::kNoTrace,
            fmt::format("{} outside of a trace: nothing is computed before a program runs; put this into a function "
                        "and give it to evaluate(f, arguments...), or to trace",
                        op));
  }
  return trace;
}

}  // namespace

namespace {

// Arguments of the traced function have names, and no line that made them.
std::string shown_tensor(const TracedValue& traced, const Trace* trace) {
  if (traced.trace == nullptr) return "a tensor of the host";
  if (traced.made.line > 0) return "this";
  const bool named = traced.trace.get() == trace && traced.value->is_argument() && !traced.value->name().empty();
  return named ? fmt::format("argument {} of the traced function", traced.value->name().text())
               : "an argument of the traced function";
}
const char* made_note(const TracedValue& traced) {
  return traced.made.line > 0 ? "it was made here" : "it is an argument of the traced function";
}

}  // namespace

std::string type_text(Type type) { return spec_of(type).type_text(); }

Site::Site(std::string_view op, std::span<const Operand> operands, Where otherwise)
    : op_(op), where_(users_line(operands.empty() ? otherwise : operands[0].where())), trace_(trace_for(op, where_)) {
  trace_->begins(where_);
  for (const Operand& operand : operands) remember(operand);
}
Site::Site(std::string_view op, std::initializer_list<const Operand*> operands)
    : op_(op), where_(users_line((*operands.begin())->where())), trace_(trace_for(op, where_)) {
  trace_->begins(where_);
  given_.reserve(operands.size());
  for (const Operand* operand : operands) remember(*operand);
}
Site::Site(std::string_view op, Where where) : Site(op, std::span<const Operand>(), where) {}

void Site::remember(const Operand& operand) {
  if (operand.is_tensor() && !operand.tensor().is_empty()) given_.push_back(operand.tensor());
}

void Site::fail(Code code, const std::string& message) const {
  std::vector<Note> notes;
  for (const Tensor& tensor : given_) {
    const TracedValue& traced = Access::get<TensorImpl>(tensor).traced;
    const Where made = tensor.is_traced() ? traced.made : where_;
    notes.push_back({made, fmt::format("{} is {}", shown_tensor(traced, trace_.get()), tensor.type_text())});
  }
  for (const OpenScope& scope : open_scopes()) {
    if (!scope.name.empty()) notes.push_back({scope.where, fmt::format("in {}", scope.name)});
  }
  fail_at(where_, code, fmt::format("{}: {}", op_, message), notes);
}

// ---- operands

Value* Site::traced_value(const Tensor& tensor, const TensorImpl& impl) const {
  const TracedValue& traced = impl.traced;
  if (traced.trace.get() != trace_.get()) {
    const bool ended = !traced.trace->is_open(0);
    fail_at(where_, Code::kLeakedTensor,
            fmt::format("{}: a {} is used {}", op_, tensor.type_text(),
                        ended ? "after the trace that made it has ended; return it from the traced function"
                              : "in a trace inside of the one that made it; give it to the inner one as an argument"),
            {{traced.made, made_note(traced)},
             {traced.trace->where(), ended ? "in this trace, which has ended" : "in this trace, which goes on"}});
  }
  if (!trace_->is_open(traced.frame)) {
    const Trace::Frame& frame = trace_->frame(traced.frame);
    fail_at(where_, Code::kLeakedTensor,
            fmt::format("{}: a {} is used after {} that made it has ended; return it from there", op_,
                        tensor.type_text(), frame.what),
            {{traced.made, made_note(traced)}, {frame.where, fmt::format("in {}", frame.what)}});
  }
  if (trace_->is_hidden(traced.frame)) {
    fail_at(where_, Code::kOutsideManual,
            fmt::format("{}: a {} from outside of manual code is used in it; give it to the manual function as an "
                        "argument",
                        op_, tensor.type_text()),
            {{traced.made, made_note(traced)}});
  }
  return traced.value;
}

Value* Site::value(const Operand& operand) {
  if (!operand.is_tensor()) fail(Code::kOpArguments, "a tensor is wanted here, not a number");
  const Tensor& tensor = operand.tensor();
  if (tensor.is_empty()) fail(Code::kOpArguments, "an empty Tensor has no value");
  const TensorImpl& impl = Access::get<TensorImpl>(tensor);
  if (impl.traced.trace != nullptr) return traced_value(tensor, impl);
  if (impl.is_spec()) {
    fail(Code::kOpArguments,
         fmt::format("a {} without elements has no value; give it to the traced function as an argument",
                     tensor.type_text()));
  }
  return trace_->constant(tensor, impl, where_);
}

Value* Site::value(const Operand& operand, ElementType like) {
  return operand.is_tensor() ? value(operand) : number(operand, like);
}

Value* Site::number(const Operand& operand, ElementType type, std::span<const std::int64_t> dims) {
  std::byte bytes[16] = {};
  const double real = operand.real();
  if (core::ir::is_float(type) || core::ir::is_complex(type)) {
    const Tensor one = Tensor::from_doubles(static_cast<DType>(type), {}, std::span(&real, 1));
    std::copy(one.bytes().begin(), one.bytes().end(), bytes);
  } else {
    const int bits = core::ir::bit_width(type);
    const bool is_signed = core::ir::element_class(type) == core::ElementClass::kSigned;
    std::int64_t integer = operand.integer();
    bool fits = type != ElementType::kPred;
    if (!operand.is_integer()) {
      fits = fits && std::trunc(real) == real && std::fabs(real) < 9.2e18;
      if (fits) integer = static_cast<std::int64_t>(real);
    }
    if (is_signed && bits < 64) {
      fits = fits && integer >= -(std::int64_t{1} << (bits - 1)) && integer < (std::int64_t{1} << (bits - 1));
    } else if (!is_signed) {
      fits = fits && integer >= 0 && (bits >= 63 || integer < (std::int64_t{1} << bits));
    }
    if (!fits) {
      fail(Code::kNumber,
           fmt::format("{} is no value of {}; convert the tensor first",
                       operand.is_integer() ? fmt::format("{}", operand.integer()) : fmt::format("{}", operand.real()),
                       element_name(type)));
    }
    std::memcpy(bytes, &integer, sizeof integer);
  }
  const Type scalar = context().tensor(type, {});
  Value* value = add(OpKind::kConstant, {},
                     {{AttrKey::kValue, context().dense(scalar, true, std::span(bytes, core::ir::byte_width(type)))}});
  return broadcast_to(value, dims);
}

ElementType Site::common_type(std::initializer_list<const Operand*> operands) {
  std::optional<ElementType> type;
  for (const Operand* operand : operands) {
    if (!operand->is_tensor()) continue;
    if (operand->tensor().is_empty()) fail(Code::kOpArguments, "an empty Tensor has no value");
    const auto other = static_cast<ElementType>(operand->tensor().dtype());
    if (type && *type != other) {
      fail(Code::kTypesDiffer,
           fmt::format("{} and {}: tensors never promote; use convert(x, {}) or convert(x, {})", element_name(*type),
                       element_name(other), element_name(*type), element_name(other)));
    }
    type = other;
  }
  if (!type) fail(Code::kOpArguments, "numbers alone; one of them must be a tensor");
  return *type;
}

Value* Site::broadcast_to(Value* value, std::span<const std::int64_t> dims) {
  const Type from = value->type();
  if (std::ranges::equal(from.dims(), dims)) return value;
  std::vector<std::int64_t> sizes, at;
  const int offset = static_cast<int>(std::ssize(dims)) - from.rank();
  bool dropped = false;
  for (int i = 0; i < from.rank(); ++i) {
    // A dimension of size 1 that grows is taken away first: broadcast_in_dim may keep it, but reads better without.
    if (from.dim(i) == 1 && dims[i + offset] != 1) {
      dropped = true;
      continue;
    }
    sizes.push_back(from.dim(i));
    at.push_back(i + offset);
  }
  if (dropped) value = reshape(value, sizes);
  return add(OpKind::kBroadcastInDim, {value}, {{AttrKey::kBroadcastDimensions, context().ints(at)}},
             tensor(from.element(), dims));
}

std::vector<std::int64_t> Site::common_dims(std::initializer_list<const Operand*> operands) {
  std::vector<std::int64_t> dims;
  for (const Operand* operand : operands) {
    if (!operand->is_tensor()) continue;
    const std::vector<std::int64_t>& other = operand->tensor().shape().dims();
    if (other.size() > dims.size()) dims.insert(dims.begin(), other.size() - dims.size(), 1);
    for (size_t i = 0; i < other.size(); ++i) {
      std::int64_t& size = dims[dims.size() - other.size() + i];
      if (size != other[i] && size != 1 && other[i] != 1) {
        std::vector<std::string> texts;
        for (const Operand* each : operands) {
          if (each->is_tensor()) texts.push_back(each->tensor().type_text());
        }
        fail(Code::kShapesDiffer,
             fmt::format("{} do not broadcast: sizes {} and {} of a dimension differ, and neither is 1",
                         fmt::join(texts, " and "), size, other[i]));
      }
      if (size == 1) size = other[i];
    }
  }
  return dims;
}

Value* Site::shaped(const Operand& operand, ElementType like, std::span<const std::int64_t> dims) {
  return operand.is_tensor() ? broadcast_to(value(operand), dims) : number(operand, like, dims);
}

std::vector<Value*> Site::broadcast(std::initializer_list<const Operand*> operands) {
  const ElementType type = common_type(operands);
  const std::vector<std::int64_t> dims = common_dims(operands);
  std::vector<Value*> values;
  for (const Operand* operand : operands) values.push_back(shaped(*operand, type, dims));
  return values;
}

int Site::dim(int dim, int rank) {
  const int counted = dim < 0 ? dim + rank : dim;
  if (counted < 0 || counted >= rank) {
    fail(Code::kNoDimension, rank == 0 ? fmt::format("dimension {} of a scalar, which has none", dim)
                                       : fmt::format("dimension {} of a tensor that has {}; they are {} to {}", dim,
                                                     rank, -rank, rank - 1));
  }
  return counted;
}

std::vector<std::int64_t> Site::dims(const Dims& dims, int rank) {
  std::vector<std::int64_t> out;
  if (dims.all()) {
    for (int i = 0; i < rank; ++i) out.push_back(i);
    return out;
  }
  for (int each : dims.list()) {
    const int counted = dim(each, rank);
    if (std::ranges::find(out, counted) != out.end()) {
      fail(Code::kNoDimension, fmt::format("dimension {} is named twice", each));
    }
    out.push_back(counted);
  }
  std::ranges::sort(out);
  return out;
}

Type Site::tensor(ElementType element, std::span<const std::int64_t> dims) {
  if (std::ssize(dims) > kMostRank || !core::ir::checked_element_count(dims)) {
    fail(Code::kOpArguments, fmt::format("no tensor has the shape [{}]", fmt::join(dims, ",")));
  }
  return context().tensor(element, dims);
}

// ---- ops

core::Op* Site::add_op(OpKind kind, std::span<Value* const> operands, std::span<const Type> results,
                       std::initializer_list<core::KeyedAttr> attrs, int regions) {
  core::Op* op = core::Builder(trace_->region()).op(kind, operands, results, attrs, regions);
  trace_->set_where(*op, where_);
  return op;
}

Value* Site::add(OpKind kind, std::initializer_list<Value*> operands, std::initializer_list<core::KeyedAttr> attrs,
                 Type result) {
  return add(kind, std::vector<Value*>(operands), attrs, result);
}

Value* Site::add(OpKind kind, const std::vector<Value*>& operands, std::initializer_list<core::KeyedAttr> attrs,
                 Type result) {
  std::vector<Type> types;
  for (const Value* operand : operands) types.push_back(operand->type());
  const core::InferredTypes inferred =
      core::ir::infer_types(context(), kind, types, context().attr_list(std::span(attrs.begin(), attrs.size())));
  if (inferred.state == core::InferredTypes::State::kInvalid) {
    fail(inferred.element_type ? Code::kTypesDiffer : Code::kOpArguments, inferred.why);
  }
  if (inferred.state == core::InferredTypes::State::kKnown) result = inferred.types[0];
  return add_op(kind, operands, std::span(&result, 1), attrs)->result();
}

Value* Site::reshape(Value* value, std::span<const std::int64_t> dims) {
  if (std::ranges::equal(value->type().dims(), dims)) return value;
  return add(OpKind::kReshape, {value}, {}, tensor(value->type().element(), dims));
}

Value* Site::transpose(Value* value, std::span<const std::int64_t> order) {
  if (std::ranges::is_sorted(order)) return value;
  return add(OpKind::kTranspose, {value}, {{AttrKey::kPermutation, context().ints(order)}});
}

Value* Site::convert(Value* value, ElementType type) {
  if (value->type().element() == type) return value;
  return add(OpKind::kConvert, {value}, {}, tensor(type, value->type().dims()));
}

Value* Site::mark(Value* value, std::string_view kind, std::string_view name) {
  core::Context& context = this->context();
  const Type type = value->type();
  core::Op* op = add_op(OpKind::kMark, std::span(&value, 1), std::span(&type, 1),
                        {{AttrKey::kMarkKind, context.string(kind)},
                         {AttrKey::kName, name.empty() ? core::Attr() : context.string(name)}});
  return op->result();
}

Tensor Site::marked_result(Value* value) { return result(mark(value, core::transform::kLeaf)); }

void Site::fill_combiner(core::Region& region, OpKind kind, ElementType type) {
  const Type scalar = context().tensor(type, {});
  Value* a = region.add_argument(scalar);
  Value* b = region.add_argument(scalar);
  core::Builder build(region);
  Value* both = build.value(kind, {a, b}, scalar);
  build.ret(std::span(&both, 1));
}

}  // namespace detail
}  // namespace v1
}  // namespace partita

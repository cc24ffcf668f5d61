#include "text/stablehlo/assembler.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/replica_groups.h"

namespace partita::core::text::stablehlo {

Assembler::Assembler(Context& context, std::shared_ptr<const SourceText> source, Diagnostics& diagnostics)
    : context_(context), source_(std::move(source)), diagnostics_(diagnostics) {}

bool Assembler::fail(const char* at, Code code, std::string message) {
  if (!diagnostics_.full()) diagnostics_.add(error_at(*source_, offset_of(at), code, std::move(message)));
  return false;
}

void Signature::clear() {
  spelled_operands.clear();
  spelled_results.clear();
  operands.clear();
  results.clear();
  operand_at.clear();
  has_arrow = false;
  at = nullptr;
}

void OpParts::clear() {
  broadcasting = {};
  names.clear();
  operands.clear();
  attrs.clear();
  discardable.clear();
  segments.clear();
  signature.clear();
  location = Attr();
  op = nullptr;
  attrs_in_op = 0;
}

namespace {

using OpNames = TextMap<OpKind>;

const OpNames& op_names() {
  static const OpNames names = [] {
    OpNames all;
    for (int i = 0; i < kOpKindCount; ++i) all.emplace(op_info(static_cast<OpKind>(i)).mlir, static_cast<OpKind>(i));
    return all;
  }();
  return names;
}

constexpr std::string_view kFusion = "mhlo.fusion";

// What makes StableHLO of a program in another dialect. A dialect that is written behind none of these may be any.
struct OtherDialect {
  std::string_view name, remedy;
};
constexpr std::string_view kTensorFlow = "tf-opt --tf-to-stablehlo-pipeline, or jax2tf and jax.export, give StableHLO";
constexpr std::string_view kLite = "odml-to-stablehlo, or an export of the model before it became TensorFlow Lite";
constexpr std::string_view kTorch =
    "torch-mlir-opt --torch-backend-to-stablehlo-backend-pipeline, or torch_xla.stablehlo, gives StableHLO";
constexpr std::string_view kLowered =
    "the program is lowered too far: export it as StableHLO, or stop the pipeline where it still is StableHLO";
constexpr std::string_view kKernels = "this is a kernel: export the program around it, where it is a custom call";
constexpr OtherDialect kOtherDialects[] = {
    {"affine", kLowered},
    {"arith", kLowered},
    {"bufferization", kLowered},
    {"cf", kLowered},
    {"gpu", kLowered},
    {"iree_linalg_ext", kLowered},
    {"linalg", kLowered},
    {"llvm", kLowered},
    {"math", kLowered},
    {"memref", kLowered},
    {"mosaic", kKernels},
    {"mosaic_gpu", kKernels},
    {"onnx", "onnx-mlir-opt --convert-onnx-to-stablehlo gives StableHLO"},
    {"scf", kLowered},
    {"shape", "stablehlo-opt --shape-legalize-to-stablehlo gives StableHLO"},
    {"tensor", kLowered},
    {"tf", kTensorFlow},
    {"tf_device", kTensorFlow},
    {"tf_executor", kTensorFlow},
    {"tf_saved_model", kTensorFlow},
    {"tfl", kLite},
    {"torch", kTorch},
    {"torch_c", kTorch},
    {"tosa", "TOSA has no way back: export the model to StableHLO instead of TOSA"},
    {"tpu", kKernels},
    {"tt", kKernels},
    {"ttg", kKernels},
    {"vector", kLowered},
    {"vhlo", "stablehlo-opt --vhlo-legalize-to-stablehlo gives StableHLO; portable artifacts are read as they are"}};

bool is_own_dialect(std::string_view dialect) {
  for (std::string_view own : {"stablehlo", "chlo", "mhlo", "sdy", "func", "builtin", "check", "interpreter"}) {
    if (dialect == own) return true;
  }
  return false;
}

std::optional<OpKind> kind_of(std::string_view name) {
  const OpNames& names = op_names();
  if (auto at = names.find(name); at != names.end()) return at->second;
  return ir::op_from_mlir(name);
}

}  // namespace

bool Assembler::find_op(std::string_view name, OpParts& parts) {
  if (std::optional<OpKind> kind = kind_of(name)) {
    parts.kind = *kind;
    return true;
  }
  if (name.starts_with("chlo.broadcast_")) {
    parts.broadcasting = name.substr(15);
    for (std::string_view dialect : {"stablehlo.", "chlo."}) {
      if (std::optional<OpKind> kind = kind_of(std::string(dialect) + std::string(parts.broadcasting))) {
        parts.kind = *kind;
        return true;
      }
    }
  }
  if (name == "arith.constant") {  // of a tensor: what MLIR's own folding makes
    parts.kind = OpKind::kConstant;
    return true;
  }
  // XLA's mark around ops that make one kernel; a region that may use what stands around it.
  if (name == kFusion) {
    parts.kind = OpKind::kNamedComputation;
    parts.attrs.push_back({AttrKey::kName, context_.string(kFusion)});
    return true;
  }
  if (name == "chlo.minimum_broadcast_shapes") {
    return fail(
        parts.at, Code::kDynamicOp,
        "chlo.minimum_broadcast_shapes is for shapes that only the running program knows; export with static ones");
  }
  if (name == "module" || name == "builtin.module" || name == "func.func" || name == "func") {
    return fail(parts.at, Code::kSyntax, fmt::format("'{}' cannot stand inside a function", name));
  }
  const std::string_view dialect = name.substr(0, name.find('.'));
  if (dialect.size() < name.size() && !is_own_dialect(dialect)) {
    const auto* known = std::ranges::find(kOtherDialects, dialect, &OtherDialect::name);
    return fail(parts.at, Code::kOtherDialect,
                fmt::format("'{}' is of the dialect '{}', not of StableHLO: {}", name, dialect,
                            known == std::end(kOtherDialects) ? "write the program in StableHLO" : known->remedy));
  }
  return fail(parts.at, Code::kUnknownOp, fmt::format("no op is called '{}'", name));
}

Op* Assembler::begin_op(Region& region, OpParts& parts) {
  parts.op = module_->add_op(region, parts.kind, parts.operands, {}, parts.attrs);
  parts.op->set_offset(offset_of(parts.at));
  parts.attrs_in_op = parts.attrs.size();
  return parts.op;
}

bool Assembler::assemble(Region& region, OpParts& parts) {
  if (!parts.broadcasting.empty()) return finish_broadcasting(region, parts);
  if (parts.kind == OpKind::kTuple) return finish_tuple(parts);
  if (parts.kind == OpKind::kGetTupleElement) return finish_tuple_element(parts);
  if (parts.kind == OpKind::kScan && parts.segments.size() == 2) {
    parts.attrs.push_back({AttrKey::kNumCarries, context_.integer(parts.segments[1])});
  }
  if (parts.kind == OpKind::kCall || parts.kind == OpKind::kComposite) {
    for (const KeyedAttr& attr : parts.attrs) {
      if (attr.value.is(AttrKind::kSymbol)) symbol_uses_.push_back({attr.value.name(), parts.at});
    }
  }
  for (const KeyedAttr& attr : parts.attrs) {
    if (attr.key != AttrKey::kValue || !is_elided(attr.value)) continue;
    if (!finish_elided(parts, attr.value)) return false;
    break;
  }
  Op* op = parts.op;
  if (op == nullptr) {
    op = module_->add_op(region, parts.kind, parts.operands, parts.signature.results, parts.attrs);
    op->set_offset(offset_of(parts.at));
  } else {
    module_->add_results(*op, parts.signature.results);
    for (size_t i = parts.attrs_in_op; i < parts.attrs.size(); ++i)
      op->set_attr(parts.attrs[i].key, parts.attrs[i].value);
  }
  if (!parts.discardable.empty()) op->set_discardable_attributes(context_.dict(parts.discardable));
  if (parts.location) op->set_location(parts.location);
  if (op->info().has(kCollective) && is_mesh_groups(op->attr(AttrKey::kReplicaGroups))) mesh_group_ops_.push_back(op);
  return bind_results(parts, *op);
}

// A constant whose elements are not in the text is a call that nobody can evaluate; everything else works on its type.
bool Assembler::finish_elided(OpParts& parts, Attr value) {
  if (parts.kind != OpKind::kConstant && parts.kind != OpKind::kSdyConstant) {
    return fail(parts.at, Code::kBadLiteral,
                fmt::format("the elements of {} are not in the text, and {} needs them", value.text(),
                            op_info(parts.kind).mlir));
  }
  const Type type = elided_types_[value.id()];
  if (parts.signature.results.size() != 1 || parts.signature.results[0] != type) {
    return fail(parts.at, Code::kTypeMismatch, fmt::format("the constant is of type {}", type.to_string()));
  }
  parts.kind = OpKind::kCustomCall;
  parts.attrs = {{AttrKey::kCallTargetName, context_.string(kElidedConstant)},
                 {AttrKey::kBackendConfig, context_.string(value.text())}};
  return true;
}

// A tuple is a name for its parts, no op.
bool Assembler::finish_tuple(OpParts& parts) {
  Signature& signature = parts.signature;
  if (signature.spelled_results.size() != 1 || signature.spelled_results[0].tuple == nullptr ||
      signature.results != signature.operands) {
    return fail(signature.at ? signature.at : parts.at, Code::kTypeMismatch,
                "a tuple's type is made of its operands' types");
  }
  return bind_group(parts, {signature.spelled_results, parts.operands});
}

bool Assembler::finish_tuple_element(OpParts& parts) {
  Signature& signature = parts.signature;
  if (signature.spelled_operands.size() != 1 || signature.spelled_operands[0].tuple == nullptr || parts.attrs.empty()) {
    return fail(parts.at, Code::kBadAttribute, "get_tuple_element takes a tuple and an index");
  }
  const std::vector<SpelledType>& elements = signature.spelled_operands[0].tuple->parts;
  const int64_t index = parts.attrs[0].value.as_int();
  if (index < 0 || index >= std::ssize(elements)) {
    return fail(parts.at, Code::kBadAttribute,
                fmt::format("the tuple has {} elements, there is no {}", elements.size(), index));
  }
  auto from = parts.operands.begin();
  for (int64_t i = 0; i < index; ++i) from += static_cast<ptrdiff_t>(flat_count(elements[i]));
  const SpelledType& type = elements[index];
  std::vector<Value*> values(from, from + static_cast<ptrdiff_t>(flat_count(type)));
  std::vector<Type> types;
  append_flat(type, types);
  if (signature.results != types) {
    return fail(signature.at ? signature.at : parts.at, Code::kTypeMismatch,
                fmt::format("element {} of the tuple has another type", index));
  }
  return bind_group(parts, {{type}, std::move(values)});
}

bool Assembler::is_isolated(const OpParts& parts) const {
  return parts.kind == OpKind::kManualComputation ||
         (parts.kind == OpKind::kNamedComputation && parts.op->text_attr(AttrKey::kName) != kFusion);
}

Value* Assembler::add_argument(Region& region, std::string_view name, const SpelledType& type, const Group** group) {
  if (type.tuple == nullptr) return region.add_argument(type.type, context_.name(name));
  Group& parts = groups_.emplace_back();
  parts.types = {type};
  for (Type part : type.tuple->flat) {
    std::string part_name = fmt::format("{}.{}", name, parts.values.size());
    parts.values.push_back(region.add_argument(part, context_.name(part_name)));
  }
  *group = &parts;
  return nullptr;
}

SpelledType Assembler::tuple_of(std::vector<SpelledType> parts) {
  TupleType& tuple = tuples_.emplace_back();
  for (const SpelledType& part : parts) append_flat(part, tuple.flat);
  tuple.parts = std::move(parts);
  return {Type(), &tuple};
}

}  // namespace partita::core::text::stablehlo

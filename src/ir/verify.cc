#include "ir/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/maps.h"
#include "ir/device_pairs.h"
#include "ir/names.h"
#include "ir/replica_groups.h"
#include "ir/type_rules.h"

namespace partita::core::ir {
namespace {

std::string count_text(int min, int max) {
  if (min == max) return std::to_string(min);
  if (max == kMany) return fmt::format("at least {}", min);
  return fmt::format("{} to {}", min, max);
}

class Verifier {
 public:
  Verifier(const Module& module, Diagnostics& diagnostics)
      : module_(module), diagnostics_(diagnostics), visible_(module.num_value_ids()) {}

  void module() {
    for (const Function* f : module_.functions()) {
      if (!functions_.emplace(f->name().text(), f).second) {
        fail_function(*f, Code::kRedefinition, fmt::format("a function @{} exists already", f->name().text()));
      }
    }
    for (const Function* f : module_.functions()) {
      if (diagnostics_.full()) return;
      function(*f);
    }
  }

 private:
  void function(const Function& f) {
    auto is_null = [](Type type) { return !type; };
    auto untyped = [](const Value* value) { return !value->type(); };
    if (std::ranges::any_of(f.body().arguments(), untyped) || std::ranges::any_of(f.result_types(), is_null)) {
      fail_function(f, Code::kFunctionForm,
                    fmt::format("an argument or result of the function @{} has no type", f.name().text()));
      return;
    }
    region(f.body());
    const Op* ret = f.body().terminator();
    if (ret == nullptr) {
      fail_function(f, Code::kFunctionForm, fmt::format("the function @{} does not end in a return", f.name().text()));
      return;
    }
    std::span<const Type> want = f.result_types();
    if (ret->num_operands() != std::ssize(want)) {
      fail(*ret, Code::kFunctionForm,
           fmt::format("@{} returns {} values, its signature says {}", f.name().text(), ret->num_operands(),
                       want.size()));
      return;
    }
    for (int i = 0; i < ret->num_operands(); ++i) {
      if (ret->operand(i) == nullptr) continue;  // reported already
      Type got = ret->operand(i)->type();
      if (got == want[i]) continue;
      fail(*ret, Code::kFunctionForm,
           fmt::format("result {} of @{} is {}, its signature says {}", i, f.name().text(), got.to_string(),
                       want[i].to_string()));
    }
  }

  void fail(const Op& op, Code code, std::string message) {
    Diagnostic d = module_.error_at_op(op, code, std::move(message));
    if (d.place.line == 0) d.message += where(op);
    diagnostics_.add(std::move(d));
  }
  // For programs without a text to point into.
  static std::string where(const Op& op) {
    const Function* f = op.function();
    if (f == nullptr) return {};
    int position = 0, found = 0;
    walk(f->body(), [&](const Op& other) {
      ++position;
      if (&other == &op) found = position;
    });
    return fmt::format(" (op {} of @{})", found, f->name().text());
  }
  void fail_function(const Function& f, Code code, std::string message) {
    if (module_.source() && f.offset() != kNoOffset) {
      diagnostics_.add(error_at(*module_.source(), f.offset(), code, std::move(message)));
    } else {
      diagnostics_.add(error_without_place(code, std::move(message)));
    }
  }

  // Values are visible from their definition to the end of their region, and in the regions inside.
  void region(const Region& region) {
    for (const Value* argument : region.arguments()) visible_[argument->id()] = argument;
    for (const Op& op : region) {
      if (diagnostics_.full()) return;
      this->op(op, &op == region.last());
      for (int i = 0; i < op.num_results(); ++i) visible_[op.result(i)->id()] = op.result(i);
    }
    for (const Op& op : region) {
      for (int i = 0; i < op.num_results(); ++i) visible_[op.result(i)->id()] = nullptr;
    }
    for (const Value* argument : region.arguments()) visible_[argument->id()] = nullptr;
  }

  // An operand that a pass took from another module has an id that is not ours.
  bool is_visible(const Value* value) const {
    return value != nullptr && value->id() < visible_.size() && visible_[value->id()] == value;
  }

  void op(const Op& op, bool last) {
    for (int i = 0; i < op.num_operands(); ++i) {
      if (!is_visible(op.operand(i))) {
        has_holes_ |= op.operand(i) == nullptr;
        fail(op, Code::kDominance, fmt::format("operand {} of {} is not defined here", i, op.info().mlir));
        return;
      }
    }
    // Values without a type come from programs that were built by hand; where an operand has none it is reported
    // already.
    for (int i = 0; i < op.num_operands(); ++i) {
      if (!op.operand(i)->type()) return;
    }
    for (int i = 0; i < op.num_results(); ++i) {
      if (op.result(i)->type()) continue;
      has_holes_ = true;
      fail(op, Code::kResultType, fmt::format("result {} of {} has no type", i, op.info().mlir));
      return;
    }
    for (int i = 0; i < op.num_regions(); ++i) {
      for (const Value* argument : op.region(i).arguments()) {
        if (argument->type()) continue;
        has_holes_ = true;
        fail(op, Code::kRegionForm, fmt::format("an argument of region {} of {} has no type", i, op.info().mlir));
        return;
      }
    }
    bool ended = true;
    for (int i = 0; i < op.num_regions(); ++i) {
      region(op.region(i));
      ended = ended && op.region(i).terminator() != nullptr;
      if (!op.region(i).empty()) continue;
      fail(op, Code::kRegionForm, fmt::format("region {} of {} is empty, it must end in a return", i, op.info().mlir));
    }
    if (!ended || (has_holes_ && op.num_regions() > 0)) return;  // reported already; the rest would follow from it
    if (op.info().has(kTerminator) != last) {
      fail(op, Code::kRegionForm,
           last ? fmt::format("a region must end in a return, not in {}", op.info().mlir)
                : "a return must be the last op of its region");
      return;
    }
    if (!counts(op) || !attributes(op)) return;
    if (const Attr groups = op.attr(AttrKey::kReplicaGroups);
        is_mesh_groups(groups) && groups.get("mesh").is(AttrKind::kSymbol)) {
      fail(op, Code::kUnknownMesh, fmt::format("no mesh @{}", groups.get("mesh").text()));
      return;
    }
    types(op);
    if (op.info().has(kCollective)) devices(op);
    if (op.is(OpKind::kCall)) call(op);
  }

  // The number of devices of the module: replicas times partitions; 0 where either is not given.
  int64_t device_count() const {
    Attr replicas = module_.discardable_attribute(hlo_names::kNumReplicas),
         partitions = module_.discardable_attribute(hlo_names::kNumPartitions);
    int64_t count = 0;
    if (!replicas.is(AttrKind::kInt) || !partitions.is(AttrKind::kInt) || replicas.as_int() < 1 ||
        partitions.as_int() < 1 || __builtin_mul_overflow(replicas.as_int(), partitions.as_int(), &count))
      return 0;
    return count;
  }

  void devices(const Op& op) {
    int64_t count = device_count(), named = 0;
    if (count == 0) return;
    auto take = [&](std::span<const int64_t> ids) {
      for (int64_t id : ids) named = std::max(named, id);
    };
    if (const Attr pairs = op.attr(AttrKey::kSourceTargetPairs)) named = last_device(pairs);
    Attr groups = op.attr(AttrKey::kReplicaGroups);
    if (groups.is(AttrKind::kArray)) {
      for (Attr group : groups.elements()) take(group.ints());
    } else if (is_iota_groups(groups)) {
      if (auto ids = checked_element_count(groups.get("iota_dims").ints())) named = *ids - 1;
    }
    if (named < count) return;
    fail(op, Code::kConstraint,
         fmt::format("{} names device {}, the module says it runs on {}", op.info().mlir, named, count));
  }

  bool counts(const Op& op) {
    const OpInfo& info = op.info();
    struct Row {
      std::string_view what;
      int got, min, max;
      Code code;
    };
    for (const Row& row :
         {Row{"operands", op.num_operands(), info.min_operands, info.max_operands, Code::kOperandCount},
          Row{"results", op.num_results(), info.min_results, info.max_results, Code::kResultCount},
          Row{"regions", op.num_regions(), info.min_regions, info.max_regions, Code::kRegionForm}}) {
      if (row.got >= row.min && row.got <= row.max) continue;
      fail(op, row.code,
           fmt::format("{} has {} {}, it takes {}", info.mlir, row.got, row.what, count_text(row.min, row.max)));
      return false;
    }
    return true;
  }

  bool attributes(const Op& op) {
    bool ok = true;
    for (const AttrSpec& spec : op.info().attrs) {
      Attr value = op.attr(spec.key);
      if (!value && spec.required) {
        fail(op, Code::kAttributeForm,
             fmt::format("{} needs the attribute {}", op.info().mlir, attr_key_text(spec.key)));
        ok = false;
      } else if (value && !has_form(value, spec.form)) {
        fail(
            op, Code::kAttributeForm,
            fmt::format("the attribute {} of {} has the wrong kind of value", attr_key_text(spec.key), op.info().mlir));
        ok = false;
      }
    }
    return ok;
  }

  void types(const Op& op) {
    operand_types_.clear();
    result_types_.clear();
    regions_.clear();
    for (int i = 0; i < op.num_operands(); ++i) operand_types_.push_back(op.operand(i)->type());
    for (int i = 0; i < op.num_results(); ++i) result_types_.push_back(op.result(i)->type());
    for (int i = 0; i < op.num_regions(); ++i) regions_.push_back(&op.region(i));
    if (!std::ranges::all_of(operand_types_, is_plain) || !std::ranges::all_of(result_types_, is_plain)) {
      loosely(op);
      return;
    }
    InferredTypes inferred = type_rule_for(op.kind())(
        {module_.context(), op.kind(), operand_types_, op.attrs(), regions_, result_types_, false});
    std::string_view name = op.info().mlir;
    if (inferred.state == InferredTypes::State::kInvalid) {
      fail(op, inferred.element_type ? Code::kElementType : Code::kConstraint,
           fmt::format("{}{} {}", name, inferred.why.starts_with('(') ? "" : ":", inferred.why));
      return;
    }
    if (inferred.state != InferredTypes::State::kKnown || inferred.types == result_types_) return;
    if (inferred.types.size() != result_types_.size()) {
      fail(op, Code::kResultCount,
           fmt::format("{} gives {} results here, not {}", name, inferred.types.size(), result_types_.size()));
      return;
    }
    for (size_t i = 0; i < result_types_.size(); ++i) {
      Type got = result_types_[i], want = inferred.types[i];
      if (got == want) continue;
      ResultLabels labels = result_labels(op.kind(), i);
      bool shapes_agree = got.is_tensor() && want.is_tensor() && std::ranges::equal(got.dims(), want.dims());
      std::string_view label = shapes_agree ? labels.element : labels.shape;
      fail(op, Code::kResultType,
           fmt::format("{}{}{}{}: result {} is {}, the operands give {}", name, label.empty() ? "" : " (", label,
                       label.empty() ? "" : ")", i, got.to_string(), want.to_string()));
      return;
    }
  }

  // Rules know sizes and plain numbers alone: the rest is checked when sizes are known and quantised values are what
  // they are stored as (text/import). Until then sizes that are known must agree, and quantised types be where they are
  // due.
  void loosely(const Op& op) {
    auto compatible = [](Type a, Type b) {
      if (!a.is_tensor() || !b.is_tensor()) return true;
      if (a.rank() != b.rank()) return false;
      for (int d = 0; d < a.rank(); ++d) {
        if (!is_dynamic(a.dim(d)) && !is_dynamic(b.dim(d)) && a.dim(d) != b.dim(d)) return false;
      }
      return true;
    };
    for (Type operand : operand_types_) {
      if (!op.info().has(kElementwise) || op.is(OpKind::kMap)) break;
      const bool scalar = operand.is_tensor() && operand.rank() == 0;
      if (scalar || compatible(operand, result_types_[0])) continue;
      fail(op, Code::kConstraint,
           fmt::format("{}: {} and {} differ in their sizes", op.info().mlir, operand.to_string(),
                       result_types_[0].to_string()));
      return;
    }
    const bool quantizes = op.is(OpKind::kUniformQuantize);
    if (!quantizes && !op.is(OpKind::kUniformDequantize)) return;
    const Type from = operand_types_[0], to = result_types_[0];
    const Quantization* how = (quantizes ? to : from).is_tensor() ? (quantizes ? to : from).quantization() : nullptr;
    if (how == nullptr) {
      fail(op, Code::kElementType,
           fmt::format("{} {} a quantised type, not {}", op.info().mlir, quantizes ? "gives" : "takes",
                       (quantizes ? to : from).to_string()));
    } else if (Type real = quantizes ? from : to; real.quantization() == nullptr && real.element() != how->expressed) {
      fail(op, Code::kElementType,
           fmt::format("{} is between {} and {}, whose elements stand for {}", op.info().mlir, from.to_string(),
                       to.to_string(), mlir_spelling(how->expressed)));
    }
  }

  // What a call takes and gives is what its function does.
  void call(const Op& op) {
    std::string_view callee = op.text_attr(AttrKey::kCallee);
    auto found = functions_.find(callee);
    if (found == functions_.end()) {
      fail(op, Code::kConstraint, fmt::format("func.call calls @{}, which does not exist", callee));
      return;
    }
    const Function& f = *found->second;
    bool fits = op.num_operands() == f.num_arguments() && op.num_results() == std::ssize(f.result_types());
    for (int i = 0; fits && i < op.num_operands(); ++i) fits = op.operand(i)->type() == f.argument(i)->type();
    for (int i = 0; fits && i < op.num_results(); ++i) {
      fits = op.result(i)->type() == f.result_types()[i];
    }
    if (!fits) fail(op, Code::kConstraint, fmt::format("func.call does not have the signature of @{}", callee));
  }

  const Module& module_;
  Diagnostics& diagnostics_;
  TextMap<const Function*> functions_;
  std::vector<const Value*> visible_;  // by id; null where it is not
  bool has_holes_ = false;             // a null operand or a value without a type was met
  std::vector<Type> operand_types_, result_types_;
  std::vector<const Region*> regions_;
};

}  // namespace

bool verify(const Module& module, Diagnostics& diagnostics) {
  size_t before = diagnostics.error_count();
  Verifier(module, diagnostics).module();
  return diagnostics.error_count() == before;
}

}  // namespace partita::core::ir

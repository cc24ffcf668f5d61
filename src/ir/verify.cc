#include "ir/verify.h"

#include <fmt/format.h>
#include <tsl/robin_set.h>

#include "ir/type_rules.h"

namespace partita {
namespace {

bool has_form(Attr attr, AttrForm form) {
  auto all = [&](AttrKind kind) {
    for (Attr element : attr.elements()) {
      if (!element.is(kind)) return false;
    }
    return attr.is(AttrKind::kArray);
  };
  switch (form) {
    case AttrForm::kBool: return attr.is(AttrKind::kBool);
    case AttrForm::kInt: return attr.is(AttrKind::kInt);
    case AttrForm::kFloat: return attr.is(AttrKind::kFloat);
    case AttrForm::kInts:
    case AttrForm::kBools: return attr.is(AttrKind::kInts);
    case AttrForm::kPairs: return attr.is(AttrKind::kInts) && attr.ints().size() % 2 == 0;
    case AttrForm::kString:
    case AttrForm::kEnum: return attr.is(AttrKind::kString);
    case AttrForm::kEnums: return all(AttrKind::kString);
    case AttrForm::kSymbol: return attr.is(AttrKind::kSymbol);
    case AttrForm::kSymbols: return all(AttrKind::kSymbol);
    case AttrForm::kDense: return attr.is(AttrKind::kDense);
    case AttrForm::kGroups: return attr.is(AttrKind::kArray) || attr.is(AttrKind::kDict);
    case AttrForm::kAny: return true;
  }
  return false;
}

std::string count_text(int min, int max) {
  if (min == max) return std::to_string(min);
  if (max == kMany) return fmt::format("at least {}", min);
  return fmt::format("{} to {}", min, max);
}

class Verifier {
 public:
  Verifier(const Module& module, Diagnostics& diagnostics) : module_(module), diagnostics_(diagnostics) {}

  void function(const Function& f) {
    region(f.body());
    const Op* ret = f.body().terminator();
    if (ret == nullptr) {
      fail_function(f, Code::kFunctionForm, fmt::format("the function @{} does not end in a return", f.name().text()));
      return;
    }
    std::span<const Type> want = f.result_types();
    if (ret->num_operands() != static_cast<int>(want.size())) {
      fail(*ret, Code::kFunctionForm,
           fmt::format("@{} returns {} values, its signature says {}", f.name().text(), ret->num_operands(),
                       want.size()));
      return;
    }
    for (int i = 0; i < ret->num_operands(); ++i) {
      Type got = ret->operand(i)->type();
      if (got == want[static_cast<size_t>(i)]) continue;
      fail(*ret, Code::kFunctionForm,
           fmt::format("result {} of @{} is {}, its signature says {}", i, f.name().text(), got.to_string(),
                       want[static_cast<size_t>(i)].to_string()));
    }
  }

 private:
  void fail(const Op& op, Code code, std::string message) {
    diagnostics_.add(module_.error_at_op(op, code, std::move(message)));
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
    for (const Value* argument : region.arguments()) visible_.insert(argument);
    for (const Op& op : region) {
      if (diagnostics_.full()) return;
      this->op(op, &op == region.last());
      for (int i = 0; i < op.num_results(); ++i) visible_.insert(op.result(i));
    }
    for (const Op& op : region) {
      for (int i = 0; i < op.num_results(); ++i) visible_.erase(op.result(i));
    }
    for (const Value* argument : region.arguments()) visible_.erase(argument);
  }

  void op(const Op& op, bool last) {
    for (int i = 0; i < op.num_operands(); ++i) {
      if (visible_.find(op.operand(i)) == visible_.end()) {
        fail(op, Code::kDominance, fmt::format("operand {} of {} is not defined here", i, op.info().mlir));
        return;
      }
    }
    for (int i = 0; i < op.num_regions(); ++i) region(op.region(i));
    if (op.info().has(kTerminator) != last) {
      fail(op, Code::kRegionForm,
           last ? "a region must end in a return" : "a return must be the last op of its region");
      return;
    }
    if (counts(op) && attributes(op)) types(op);
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
    InferredTypes inferred = type_rule_for(op.kind())(
        {module_.context(), op.kind(), operand_types_, op.attrs(), regions_, result_types_, false});
    if (inferred.state == InferredTypes::State::kInvalid) {
      fail(op, Code::kConstraint, fmt::format("{} {}", op.info().mlir, inferred.why));
    } else if (inferred.state == InferredTypes::State::kKnown && inferred.types != result_types_) {
      if (inferred.types.size() != result_types_.size()) {
        fail(op, Code::kResultCount,
             fmt::format("{} gives {} results here, not {}", op.info().mlir, inferred.types.size(),
                         result_types_.size()));
        return;
      }
      for (size_t i = 0; i < result_types_.size(); ++i) {
        if (inferred.types[i] == result_types_[i]) continue;
        fail(op, Code::kResultType,
             fmt::format("result {} of {} is {}, its operands give {}", i, op.info().mlir, result_types_[i].to_string(),
                         inferred.types[i].to_string()));
        return;
      }
    }
  }

  const Module& module_;
  Diagnostics& diagnostics_;
  tsl::robin_set<const Value*> visible_;
  std::vector<Type> operand_types_, result_types_;
  std::vector<const Region*> regions_;
};

}  // namespace

bool verify(const Module& module, Diagnostics& diagnostics) {
  size_t before = diagnostics.error_count();
  Verifier verifier(module, diagnostics);
  tsl::robin_set<std::string_view> names;
  for (const Function* f : module.functions()) {
    if (!names.insert(f->name().text()).second) {
      Diagnostic d = module.source() ? error_at(*module.source(), f->offset(), Code::kRedefinition, "")
                                     : error_without_place(Code::kRedefinition, "");
      d.message = fmt::format("a function @{} exists already", f->name().text());
      diagnostics.add(d);
    }
    verifier.function(*f);
    if (diagnostics.full()) break;
  }
  return diagnostics.error_count() == before;
}

}  // namespace partita

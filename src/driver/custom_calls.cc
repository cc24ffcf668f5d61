#include "driver/custom_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "base/maps.h"
#include "driver/compilation.h"
#include "ir/names.h"
#include "rules/einsum_rule.h"
#include "rules/sharding_rule.h"
#include "shard/scanner.h"
#include "text/import/normalize.h"

namespace partita::core::driver {
namespace {

std::string_view target_of(const Op& call) { return call.text_attr(AttrKey::kCallTargetName); }

bool may_be_the_hosts(const Op& op) {
  return op.is(OpKind::kCustomCall) && !call_targets::carries_sharding(target_of(op));
}

std::vector<Op*> calls_of(Module& module) {
  std::vector<Op*> calls;
  for (Function* function : module.functions()) {
    walk(function->body(), [&](Op& op) {
      if (may_be_the_hosts(op)) calls.push_back(&op);
    });
  }
  return calls;
}

// What the host answered, where it is no text.
Diagnostic placed_at(const Op& call, Diagnostic d) {
  if (d.place.line > 0 || !d.file.empty()) return d;
  Diagnostic out = call.module().error_at_op(call, d.code, std::move(d.message));
  out.notes = std::move(d.notes);
  return out;
}

// The error at the call, and the host's rule with the place in it as a note.
Diagnostic bad_rule(const Op& call, const std::string& text, const Diagnostic& why) {
  const SourceText rule(fmt::format("<sharding rule of {}>", target_of(call)), text);
  Diagnostic note = shard::placed_in(why, rule, 0);
  note.severity = Severity::kNote;
  Diagnostic d = call.module().error_at_op(
      call, why.code,
      fmt::format("the sharding rule that the host gives for @{} does not fit: {}", target_of(call), text));
  d.notes.push_back(std::move(note));
  return d;
}

// ---- lowerings

struct Lowering {
  std::unique_ptr<Module> module;  // of one function
  int64_t ops = 0;
  int depth = 0;  // regions inside regions
};

int depth_of(const Region& region) {
  int depth = 0;
  for (const Op& op : region) {
    for (int i = 0; i < op.num_regions(); ++i) depth = std::max(depth, 1 + depth_of(op.region(i)));
  }
  return depth;
}

// The lowering is computed on every device alone, wherever its operands come from.
bool has_shardings(const Module& module) {
  bool found = !module.meshes().empty();
  for (const Function* function : module.functions()) {
    walk(function->body(), [&](const Op& op) {
      found = found || op.discardable_attribute(hlo_names::kSharding) ||
              op.discardable_attribute(sdy_names::kSharding) ||
              (op.is(OpKind::kCustomCall) && call_targets::carries_sharding(target_of(op)));
    });
  }
  return found;
}

std::string shown_types(std::span<const Type> from, std::span<const Type> to) {
  auto list = [](std::span<const Type> types) {
    std::string out;
    for (Type type : types) out += (out.empty() ? "" : ", ") + type.to_string();
    return "(" + out + ")";
  };
  return list(from) + " -> " + list(to);
}

std::vector<Type> types_of(std::span<const Value* const> values) {
  std::vector<Type> types;
  for (const Value* value : values) types.push_back(value->type());
  return types;
}

class Expander {
 public:
  Expander(Module& module, const CustomCallHandlers& handlers, Diagnostics& diagnostics)
      : module_(module), handlers_(handlers), diagnostics_(diagnostics) {}

  void run() {
    for (Op* call : calls_of(module_)) {
      if (diagnostics_.full()) return;
      inside_.clear();
      if (Status status = expand(*call); !status.ok()) {
        diagnostics_.add(placed_at(*call, status.error().diagnostic));
        if (status.error().diagnostic.code == Code::kTooLarge) return;
      }
    }
  }

 private:
  // Recursive as far as kMaxLoweringDepth.
  Status expand(Op& call) {
    PARTITA_ASSIGN(const std::string text, handlers_.lowering(call));
    if (text.empty()) return {};
    PARTITA_ASSIGN(const Lowering* lowering, read(call, text));
    PARTITA_CHECK_OK(check_fits(call, *lowering));
    inside_.emplace_back(target_of(call));  // kept by the context, not by the op
    for (Op* inner : splice(call, *lowering->module->entry())) PARTITA_CHECK_OK(expand(*inner));
    inside_.pop_back();
    return {};
  }

  Error fail(const Op& call, Code code, std::string message) const {
    return Error{module_.error_at_op(call, code, std::move(message))};
  }

  // Equal texts, and most are, are read once.
  Result<const Lowering*> read(const Op& call, const std::string& text) {
    if (auto known = read_.find(text); known != read_.end()) return &known->second;
    Diagnostics found;
    auto source = std::make_shared<SourceText>(fmt::format("<lowering of {}>", target_of(call)), text);
    std::vector<std::unique_ptr<Module>> modules = read_programs(module_.context(), source, found);
    if (found.has_errors()) {
      Code code = Code::kSyntax;
      std::vector<Diagnostic> notes;
      for (Diagnostic d : found.all()) {
        if (notes.empty()) code = d.code;
        d.severity = Severity::kNote;
        notes.push_back(std::move(d));
      }
      Error error =
          fail(call, code, fmt::format("the lowering that the host gives for @{} is not valid", target_of(call)));
      error.diagnostic.notes = std::move(notes);
      return error;
    }
    // More are left where they are public, or named by ops: neither has a meaning in the caller's module.
    if (modules.size() != 1 || modules[0]->functions().size() != 1) {
      return fail(call, Code::kFunctionForm,
                  fmt::format("the lowering that the host gives for @{} is to be one program with one public function",
                              target_of(call)));
    }
    if (has_shardings(*modules[0])) {
      return fail(call, Code::kShardingForm,
                  fmt::format("the lowering that the host gives for @{} has shardings; it computes on one device, from "
                              "what that has of the operands",
                              target_of(call)));
    }
    Lowering& lowering = read_[text];
    lowering.module = std::move(modules[0]);
    lowering.ops = static_cast<int64_t>(lowering.module->count_ops());
    lowering.depth = depth_of(lowering.module->entry()->body());
    return &lowering;
  }

  Status check_fits(const Op& call, const Lowering& lowering) {
    const Function& entry = *lowering.module->entry();
    const std::vector<Type> from = types_of(call.operands()), to = types_of(call.results());
    const std::vector<Type> arguments = types_of(entry.body().arguments());
    if (from != arguments || !std::ranges::equal(to, entry.result_types())) {
      return fail(call, Code::kTypeMismatch,
                  fmt::format("the lowering that the host gives for @{} is {}, the call {}", target_of(call),
                              shown_types(arguments, entry.result_types()), shown_types(from, to)));
    }
    if (std::ssize(inside_) >= kMaxLoweringDepth) {
      return fail(call, Code::kRecursiveCall,
                  fmt::format("lowerings of custom calls contain each other without end: @{} ({} deep)",
                              fmt::join(std::span(inside_).first(4), ", which has @"), inside_.size()));
    }
    int outer = 0;
    for (const Op* around = call.parent_op(); around != nullptr; around = around->parent_op()) ++outer;
    if (outer + lowering.depth > text::kMaxNesting) {
      return fail(call, Code::kTooDeep,
                  fmt::format("regions would nest more than {} deep when custom calls are lowered", text::kMaxNesting));
    }
    made_ += lowering.ops;
    if (made_ > static_cast<int64_t>(text::kMaxInlinedOps)) {
      return fail(call, Code::kTooLarge,
                  fmt::format("the lowerings of custom calls give more than {} ops", text::kMaxInlinedOps));
    }
    return {};
  }

  // Puts the ops of the entry in the call's place. Gives the calls among them.
  std::vector<Op*> splice(Op& call, const Function& entry) {
    std::vector<Op*> inner;
    Module::ValueMap map;
    for (int i = 0; i < call.num_operands(); ++i) map.set(entry.argument(i), call.operand(i));
    auto adopt = [&](Op& op) {
      op.set_offset(call.offset());
      op.set_location(call.location());
      text::forget_numbers(op);
      if (may_be_the_hosts(op)) inner.push_back(&op);
    };
    const Op& end = *entry.body().terminator();
    for (const Op& op : entry.body()) {
      if (&op == &end) break;
      Op* copy = module_.clone_op(op, *call.parent(), map, &call);
      adopt(*copy);
      for (int i = 0; i < copy->num_regions(); ++i) walk(copy->region(i), adopt);
    }
    PointerSet<const Value*> named;  // values that have a name of their own
    for (int i = 0; i < call.num_operands(); ++i) named.insert(call.operand(i));
    for (int i = 0; i < call.num_results(); ++i) {
      Value* result = map.get(end.operand(i));
      const Name name =
          call.num_results() == 1 && call.result(i)->name().empty() ? call.name() : call.result(i)->name();
      if (named.insert(result).second && !name.empty()) result->set_name(name);
      call.result(i)->replace_all_uses_with(result);
    }
    call.erase();
    return inner;
  }

  Module& module_;
  const CustomCallHandlers& handlers_;
  Diagnostics& diagnostics_;
  std::map<std::string, Lowering> read_;  // by text
  std::vector<std::string_view> inside_;  // the targets of the calls being lowered, outermost first
  int64_t made_ = 0;
};

}  // namespace

void attach_sharding_rules(Module& module, const CustomCallHandlers& handlers, Diagnostics& diagnostics) {
  for (Op* call : calls_of(module)) {
    if (!rules::sharding_rule_text(*call).empty()) continue;
    Result<std::string> text = handlers.sharding_rule(*call);
    if (!text.ok()) {
      diagnostics.add(placed_at(*call, text.error().diagnostic));
      continue;
    }
    if (text->empty()) continue;
    Result<std::string> rule = rules::as_sdy_rule(*text, *call);
    if (rule.ok()) {
      call->set_discardable_attribute(sdy_names::kShardingRule, module.context().opaque_attr(*rule));
    } else {
      diagnostics.add(bad_rule(*call, *text, rule.error().diagnostic));
    }
  }
}

void expand_calls(Module& module, const CustomCallHandlers& handlers, Diagnostics& diagnostics) {
  Expander(module, handlers, diagnostics).run();
}

}  // namespace partita::core::driver

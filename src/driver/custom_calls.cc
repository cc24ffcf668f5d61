#include "driver/custom_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/maps.h"
#include "driver/compilation.h"
#include "driver/host_programs.h"
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
    PARTITA_ASSIGN(const HostProgram* lowering, programs_.read(call, text));
    PARTITA_CHECK_OK(check_fits(call, *lowering));
    inside_.emplace_back(target_of(call));  // kept by the context, not by the op
    for (Op* inner : splice(call, lowering->entry())) PARTITA_CHECK_OK(expand(*inner));
    inside_.pop_back();
    return {};
  }

  Error fail(const Op& call, Code code, std::string message) const {
    return Error{module_.error_at_op(call, code, std::move(message))};
  }

  Status check_fits(const Op& call, const HostProgram& lowering) {
    PARTITA_CHECK_OK(programs_.check_types(call, lowering, types_of(call.operands()), types_of(call.results())));
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
    const std::vector<Value*> given = splice_function(entry, call.operands(), *call.parent(), &call, call, [&](Op& op) {
      if (may_be_the_hosts(op)) inner.push_back(&op);
    });
    PointerSet<const Value*> named;  // values that have a name of their own
    for (int i = 0; i < call.num_operands(); ++i) named.insert(call.operand(i));
    for (int i = 0; i < call.num_results(); ++i) {
      Value* result = given[i];
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
  HostPrograms programs_{"lowering"};
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

// Inlining. Callees come first, so that each body is flat when it is copied; a private function with one caller gives
// its ops away instead of copying them.
#include <fmt/format.h>

#include <algorithm>

#include "base/maps.h"
#include "ir/builder.h"
#include "text/import/constraints.h"
#include "text/import/defaults.h"
#include "text/import/normalize.h"

namespace partita::core::text {
namespace {

// The function a call-like op names, or empty.
std::string_view callee_of(const Op& op) {
  if (op.is(OpKind::kCall)) return op.text_attr(AttrKey::kCallee);
  if (op.is(OpKind::kComposite)) return op.text_attr(AttrKey::kDecomposition);
  return {};
}

struct Calls {
  std::vector<Op*> ops;    // in text order
  std::vector<Op*> edges;  // sdy.func_data_flow_edge
  int depth = 0;           // regions inside regions
};

// An edge for sharding information at the border of a function: on its argument, or on what a call gives. Others belong
// to loops and branches, and stay.
bool is_function_edge(const Op& op) {
  if (!op.is(OpKind::kDataFlowEdge)) return false;
  const Value* value = op.operand(0);
  return value->is_argument() ? value->region()->parent_op() == nullptr : value->op()->is(OpKind::kCall);
}

void find_calls(Region& region, int depth, Calls& calls) {
  calls.depth = std::max(calls.depth, depth);
  for (Op& op : region) {
    if (!callee_of(op).empty() || op.is(OpKind::kNamedComputation)) calls.ops.push_back(&op);
    if (is_function_edge(op)) calls.edges.push_back(&op);
    for (int i = 0; i < op.num_regions(); ++i) find_calls(op.region(i), depth + 1, calls);
  }
}

class Inliner {
 public:
  Inliner(Module& module, Diagnostics& diagnostics) : module_(module), diagnostics_(diagnostics) {}

  bool run() {
    std::vector<Function*> functions(module_.functions().begin(), module_.functions().end());
    for (Function* f : functions) by_name_[f->name().text()] = f;
    for (Function* f : functions) {
      Calls& calls = calls_[f];
      find_calls(f->body(), 0, calls);
      for (Op* edge : calls.edges) drop_edge(*edge);
      for (Op* op : calls.ops) {
        if (op->is(OpKind::kNamedComputation)) continue;
        Function* callee = find(callee_of(*op));
        if (callee == nullptr) {
          fail(*op, Code::kUnknownSymbol, fmt::format("there is no function @{} to call", callee_of(*op)));
        } else {
          ++callers_[callee];
        }
      }
    }
    if (diagnostics_.has_errors()) return false;
    find_functions_that_stay(functions);
    for (Function* f : functions) {
      if (!flatten(f)) return false;
    }
    std::vector<Function*> kept;
    for (Function* f : functions) {
      if (keep_.contains(f)) kept.push_back(f);
    }
    module_.keep_functions(kept);
    return true;
  }

 private:
  enum class State { kNew, kOpen, kDone };

  Function* find(std::string_view name) const {
    auto at = by_name_.find(name);
    return at == by_name_.end() ? nullptr : at->second;
  }

  void fail(const Op& op, Code code, std::string message) {
    diagnostics_.add(module_.error_at_op(op, code, std::move(message)));
  }

  // Public ones, the entry, and those an attribute names (programs of run_parallel, computations of custom calls).
  // Where all are private and none is the entry: those that no other calls.
  void find_functions_that_stay(const std::vector<Function*>& functions) {
    const Function* entry = module_.entry();
    const bool all_private = std::ranges::all_of(functions, &Function::is_private);
    for (Function* f : functions) {
      const bool is_outermost = all_private && entry == nullptr && callers_[f] == 0;
      if (!f->is_private() || f == entry || is_outermost) keep_.insert(f);
      walk(f->body(), [&](Op& op) {
        if (!callee_of(op).empty()) return;
        for (const KeyedAttr& a : op.attrs()) keep_named(a.value);
      });
    }
  }

  void keep_named(Attr attr) {
    if (!attr) return;
    if (attr.is(AttrKind::kSymbol)) {
      if (Function* f = find(attr.text())) keep_.insert(f);
    }
    for (Attr element : attr.elements()) keep_named(element);
    for (const NamedAttr& entry : attr.entries()) keep_named(entry.value);
  }

  // Depth first over the call graph with a stack of our own: a chain of calls may be long.
  bool flatten(Function* root) {
    struct Frame {
      Function* function;
      size_t next;
    };
    if (state_[root] == State::kDone) return true;
    std::vector<Frame> stack = {{root, 0}};
    state_[root] = State::kOpen;
    while (!stack.empty()) {
      Frame& frame = stack.back();
      Calls& calls = calls_[frame.function];
      if (frame.next == calls.ops.size()) {
        if (!inline_into(frame.function)) return false;
        state_[frame.function] = State::kDone;
        stack.pop_back();
        continue;
      }
      Op* call = calls.ops[frame.next++];
      if (call->is(OpKind::kNamedComputation)) continue;
      Function* callee = find(callee_of(*call));
      State state = state_[callee];
      if (state == State::kOpen) {
        fail(*call, Code::kRecursiveCall,
             fmt::format("@{} calls itself, directly or through others; a tensor program cannot recurse",
                         callee->name().text()));
        return false;
      }
      if (state == State::kNew) {
        state_[callee] = State::kOpen;
        stack.push_back({callee, 0});
      }
    }
    return true;
  }

  bool inline_into(Function* f) {
    Calls& calls = calls_[f];
    size_t size = 0;
    walk(f->body(), [&](Op&) { ++size; });
    for (Op* call : calls.ops) {
      if (call->is(OpKind::kNamedComputation)) continue;
      Function* callee = find(callee_of(*call));
      size += sizes_[callee];
      total_ += sizes_[callee];
      int outer = 0;
      for (Op* at = call->parent_op(); at != nullptr; at = at->parent_op()) ++outer;
      calls.depth = std::max(calls.depth, outer + calls_[callee].depth);
      if (size > kMaxInlinedOps || total_ > kMaxInlinedOps) {
        fail(*call, Code::kTooLarge,
             fmt::format("inlining the calls of this program gives more than {} ops", kMaxInlinedOps));
        return false;
      }
      if (calls.depth > kMaxNesting) {
        fail(*call, Code::kTooDeep,
             fmt::format("regions would nest more than {} deep when calls are inlined", kMaxNesting));
        return false;
      }
      if (!splice(*call, *callee)) return false;
    }
    for (Op* op : calls.ops) {
      if (op->is(OpKind::kNamedComputation) && !splice_named(*op)) return false;
    }
    sizes_[f] = size;
    if (!keep_.contains(f)) walk(f->body(), forget_numbers);
    return true;
  }

  bool splice(Op& call, Function& callee) {
    if (call.num_operands() != callee.num_arguments() || call.num_results() != std::ssize(callee.result_types()) ||
        callee.body().terminator() == nullptr) {
      fail(call, Code::kFunctionForm, fmt::format("the call does not fit the signature of @{}", callee.name().text()));
      return false;
    }
    for (int i = 0; i < call.num_operands(); ++i) {
      if (!(call.operand(i)->type() == callee.argument(i)->type())) {
        fail(call, Code::kTypeMismatch,
             fmt::format("argument {} of @{} is {}, the call gives {}", i, callee.name().text(),
                         callee.argument(i)->type().to_string(), call.operand(i)->type().to_string()));
        return false;
      }
    }
    bool last_caller = --callers_[&callee] == 0 && !keep_.contains(&callee);
    std::vector<Value*> results;
    if (last_caller) {
      for (int i = 0; i < callee.num_arguments(); ++i) {
        callee.argument(i)->replace_all_uses_with(
            constrain(call, call.operand(i), stated_sharding(callee.argument_attrs(i))));
      }
      while (Op* op = callee.body().first()) {
        if (op == callee.body().terminator()) break;
        op->move_before(&call);
      }
      results = callee.body().terminator()->operands();
      callee.body().terminator()->erase();
    } else {
      Module::ValueMap map;
      for (int i = 0; i < callee.num_arguments(); ++i) {
        map.set(callee.argument(i), constrain(call, call.operand(i), stated_sharding(callee.argument_attrs(i))));
      }
      for (Op& op : callee.body()) {
        if (&op != callee.body().terminator()) module_.clone_op(op, *call.parent(), map, &call);
      }
      for (Value* value : callee.body().terminator()->operands()) results.push_back(map.get(value));
    }
    PointerSet<const Value*> known;  // values that have a name of their own
    for (int i = 0; i < call.num_operands(); ++i) known.insert(call.operand(i));
    std::vector<StatedSharding> stated = stated_result_shardings(call);
    for (int i = 0; i < call.num_results(); ++i) {
      Value* result = constrain(call, results[i], stated_sharding(callee.result_attrs(i)));
      result = constrain(call, result, stated[i]);
      call.result(i)->replace_all_uses_with(named(call, i, result, known));
    }
    call.erase();
    return true;
  }

  // The ops of a region that only marks them. It takes its operands as arguments, or captures them.
  bool splice_named(Op& op) {
    Region& body = op.region(0);
    const Op* end = body.terminator();
    bool fits = (body.num_arguments() == 0 || body.num_arguments() == op.num_operands()) && end != nullptr &&
                end->num_operands() == op.num_results();
    for (int i = 0; fits && i < body.num_arguments(); ++i) fits = body.argument(i)->type() == op.operand(i)->type();
    for (int i = 0; fits && i < op.num_results(); ++i) fits = end->operand(i)->type() == op.result(i)->type();
    if (!fits) {
      fail(op, Code::kFunctionForm, "the region does not take the operands and give the results");
      return false;
    }
    Context& context = module_.context();
    std::vector<StatedSharding> in = stated_shardings(context, op.attr(AttrKey::kInShardings), op.num_operands());
    for (int i = 0; i < body.num_arguments(); ++i) {
      Value* operand = constrain(op, op.operand(i), in[i]);
      body.argument(i)->replace_all_uses_with(operand);
    }
    while (Op* inner = body.first()) {
      if (inner == body.terminator()) break;
      inner->move_before(&op);
    }
    std::vector<Value*> results = body.terminator()->operands();
    body.terminator()->erase();
    PointerSet<const Value*> known;
    for (int i = 0; i < op.num_operands(); ++i) known.insert(op.operand(i));
    std::vector<StatedSharding> out = stated_shardings(context, op.attr(AttrKey::kOutShardings), op.num_results());
    for (int i = 0; i < op.num_results(); ++i) {
      Value* result = constrain(op, results[i], out[i]);
      op.result(i)->replace_all_uses_with(named(op, i, result, known));
    }
    op.erase();
    return true;
  }

  // Whether the bracket it begins with, behind the name of the attribute if that is there, is closed at its end.
  static bool is_bracketed(std::string_view text) {
    constexpr std::string_view kName = "#sdy.sharding";
    if (text.starts_with(kName)) text.remove_prefix(kName.size());
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '"') quoted = !quoted;
      if (quoted) continue;
      if (i == 0 && text[i] != '<') return false;
      depth += text[i] == '<' ? 1 : text[i] == '>' ? -1 : 0;
      if (depth == 0) return i + 1 == text.size() && i > 0;
    }
    return false;
  }

  // Attributes keep their text as it is; what becomes part of an op has to begin like a sharding.
  Value* constrain(Op& op, Value* value, const StatedSharding& stated) {
    if (stated.sdy && !(stated.sdy.is(AttrKind::kOpaque) && is_bracketed(stated.sdy.text()))) {
      fail(op, Code::kShardingSyntax, "a sharding is written as in <@mesh, [{\"x\"}, {}]>");
      return value;
    }
    return constrained(op, value, stated);
  }

  // Inlining takes the border away; the sharding that an edge carries is a hint on the value.
  void drop_edge(Op& edge) {
    StatedSharding stated = stated_result_shardings(edge)[0];
    if (Attr own = edge.attr(AttrKey::kSharding)) stated.sdy = own;
    edge.result()->replace_all_uses_with(constrain(edge, edge.operand(0), stated));
    edge.erase();
  }

  // What a call gives is known by the call's name, and the op that gives it now takes that name. Where there is no such
  // op, since the callee hands an argument back or gives one value twice, a HLO program gets a copy that has it.
  Value* named(Op& call, int i, Value* value, PointerSet<const Value*>& known) {
    Name name = call.result(i)->name();
    if (name.empty() && call.num_results() == 1) name = call.name();
    if (name.empty()) return value;
    if (known.insert(value).second) {
      value->set_name(name);
      return value;
    }
    Op* around = call.parent_op();
    bool computes = around == nullptr || around->is(OpKind::kWhile) || around->is(OpKind::kIf) ||
                    around->is(OpKind::kCase);  // regions that combine elements stay as plain as they are
    if (module_.format() != TextFormat::kHlo || !value->type().is_tensor() || !computes) return value;
    Value* copy = Builder(&call).value(OpKind::kCopy, {value}, value->type());
    copy->op()->set_name(name);
    copy->set_name(name);
    return copy;
  }

  Module& module_;
  Diagnostics& diagnostics_;
  TextMap<Function*> by_name_;
  PointerMap<Function*, Calls> calls_;
  PointerMap<Function*, int> callers_;
  PointerMap<Function*, State> state_;
  PointerMap<Function*, size_t> sizes_;
  PointerSet<Function*> keep_;
  size_t total_ = 0;
};

}  // namespace

void forget_numbers(Op& op) {
  auto is_number = [](Name name) { return !name.empty() && name.text()[0] >= '0' && name.text()[0] <= '9'; };
  if (is_number(op.name())) op.set_name({});
  for (int i = 0; i < op.num_results(); ++i) {
    if (is_number(op.result(i)->name())) op.result(i)->set_name({});
  }
}

bool inline_calls(Module& module, Diagnostics& diagnostics) { return Inliner(module, diagnostics).run(); }

bool normalize(Module& module, Diagnostics& diagnostics) {
  lift_meshes(module);
  if (!inline_calls(module, diagnostics) || !modernize(module, diagnostics)) return false;
  drop_defaults(module);
  return true;
}

}  // namespace partita::core::text

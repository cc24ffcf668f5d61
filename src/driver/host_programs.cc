#include "driver/host_programs.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/compilation.h"
#include "ir/names.h"
#include "text/import/normalize.h"

namespace partita::core::driver {
namespace {

std::string_view call_target(const Op& call) { return call.text_attr(AttrKey::kCallTargetName); }

int depth_of(const Region& region) {
  int depth = 0;
  for (const Op& op : region) {
    for (int i = 0; i < op.num_regions(); ++i) depth = std::max(depth, 1 + depth_of(op.region(i)));
  }
  return depth;
}

bool has_shardings(const Module& module) {
  bool found = !module.meshes().empty();
  for (const Function* function : module.functions()) {
    walk(function->body(), [&](const Op& op) {
      found = found || op.is(OpKind::kShardingConstraint) || op.discardable_attribute(hlo_names::kSharding) ||
              op.discardable_attribute(sdy_names::kSharding) ||
              (op.is(OpKind::kCustomCall) && call_targets::carries_sharding(call_target(op)));
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

}  // namespace

Result<const HostProgram*> HostPrograms::read(const Op& call, const std::string& text) {
  if (auto known = read_.find(text); known != read_.end()) return &known->second;
  auto fail = [&](Code code, std::string_view why) {
    return Error{call.module().error_at_op(
        call, code, fmt::format("the {} that the host gives for @{} {}", what_, call_target(call), why))};
  };
  Diagnostics found;
  auto source = std::make_shared<SourceText>(fmt::format("<{} of {}>", what_, call_target(call)), text);
  std::vector<std::unique_ptr<Module>> modules = read_programs(call.module().context(), source, found);
  if (found.has_errors()) {
    Code code = Code::kSyntax;
    std::vector<Diagnostic> notes;
    for (Diagnostic d : found.all()) {
      if (notes.empty()) code = d.code;
      d.severity = Severity::kNote;
      notes.push_back(std::move(d));
    }
    Error error = fail(code, "is not valid");
    error.diagnostic.notes = std::move(notes);
    return error;
  }
  // More are left where they are public, or named by ops: neither has a meaning in the caller's module.
  if (modules.size() != 1 || modules[0]->functions().size() != 1) {
    return fail(Code::kFunctionForm, "is to be one program with one public function");
  }
  if (has_shardings(*modules[0])) {
    return fail(Code::kShardingForm, "has shardings; it computes on one device, from what that has of the operands");
  }
  if (prepare_) prepare_(*modules[0]->entry());
  HostProgram& program = read_[text];
  program.module = std::move(modules[0]);
  program.ops = static_cast<int64_t>(program.module->count_ops());
  program.depth = depth_of(program.module->entry()->body());
  return &program;
}

Status HostPrograms::check_types(const Op& call, const HostProgram& program, std::span<const Type> from,
                                 std::span<const Type> to) const {
  std::vector<Type> arguments;
  for (const Value* argument : program.entry().body().arguments()) arguments.push_back(argument->type());
  if (std::ranges::equal(from, arguments) && std::ranges::equal(to, program.entry().result_types())) return {};
  return Error{call.module().error_at_op(
      call, Code::kTypeMismatch,
      fmt::format("the {} that the host gives for @{} is {}; the call wants {}", what_, call_target(call),
                  shown_types(arguments, program.entry().result_types()), shown_types(from, to)))};
}

std::vector<Value*> splice_function(const Function& function, std::span<Value* const> arguments, Region& region,
                                    Op* before, const Op& like, const std::function<void(Op&)>& made) {
  Module::ValueMap map;
  for (int i = 0; i < std::ssize(arguments); ++i) map.set(function.argument(i), arguments[i]);
  auto adopt = [&](Op& op) {
    op.set_offset(like.offset());
    op.set_location(like.location());
    text::forget_numbers(op);
    if (made) made(op);
  };
  const Op& end = *function.body().terminator();
  for (const Op& op : function.body()) {
    if (&op == &end) break;
    Op* copy = region.module().clone_op(op, region, map, before);
    adopt(*copy);
    for (int i = 0; i < copy->num_regions(); ++i) walk(copy->region(i), adopt);
  }
  std::vector<Value*> results;
  for (const Value* returned : end.operands()) results.push_back(map.get(returned));
  return results;
}

}  // namespace partita::core::driver

#include "run/program_part.h"

#include <algorithm>

#include "base/maps.h"
#include "ir/builder.h"
#include "ir/nesting.h"
#include "run/value_places.h"

namespace partita::core::run {
namespace {

bool is_constant(const Value* value) { return value->op() != nullptr && value->op()->is(OpKind::kConstant); }

// What the ops read of others, in their regions too; each once, in the order of reading.
std::vector<const Value*> read_by(std::span<const Op* const> ops) {
  std::vector<const Value*> out;
  PointerSet<const Value*> seen;
  for (const Op* op : ops) {
    for (const Value* result : op->results()) seen.insert(result);
  }
  auto add = [&](const Value* value) {
    if (seen.insert(value).second) out.push_back(value);
  };
  for (const Op* op : ops) {
    for (const Value* value : op->operands()) add(value);
    for (int r = 0; r < op->num_regions(); ++r) {
      ir::walk(op->region(r), [&](const Op& inner) {
        for (const Value* value : inner.operands()) {
          if (!ir::is_inside(value, *op)) add(value);
        }
      });
    }
  }
  return out;
}

const Region& region_at(const Function& entry, std::span<const int> path) {
  return path.empty() ? entry.body() : op_at(entry, path)->region(1);
}

}  // namespace

const Value* in_first_iteration(const Value* value) {
  for (;;) {
    const Op* loop = value->is_argument() ? value->region()->parent_op() : nullptr;
    if (loop == nullptr || !loop->is(OpKind::kWhile)) return value;
    value = loop->operand(value->index());
  }
}

PartAlone part_alone(const Function& entry, const ProgramPart& part, std::vector<const Value*> made) {
  const Module& whole = entry.module();
  const std::vector<const Op*> all = ops_of(region_at(entry, part.path));
  const std::span<const Op* const> ops =
      std::span(all).subspan(static_cast<size_t>(part.first), static_cast<size_t>(part.last - part.first + 1));
  PartAlone out{std::make_unique<Module>(whole.context()), {}, std::move(made)};
  Module& module = *out.module;
  module.set_discardable_attributes(whole.discardable_attributes());
  module.meshes() = whole.meshes();
  const std::vector<const Value*> read = read_by(ops);
  std::vector<Type> arguments, results;
  for (const Value* value : read) {
    if (is_constant(in_first_iteration(value))) continue;
    out.given.push_back(value);
    arguments.push_back(value->type());
  }
  for (const Value* value : out.made) results.push_back(value->type());
  Function& function = *module.add_function(whole.context().name("main"), arguments, results);
  Module::ValueMap map;
  for (size_t i = 0; i < out.given.size(); ++i) map.set(out.given[i], function.argument(static_cast<int>(i)));
  for (const Value* value : read) {
    const Value* from = in_first_iteration(value);
    if (is_constant(from)) map.set(value, module.clone_op(*from->op(), function.body(), map)->result());
  }
  for (const Op* op : ops) module.clone_op(*op, function.body(), map);
  std::vector<Value*> returned;
  for (const Value* value : out.made) returned.push_back(map.get(value));
  Builder(function.body()).ret(returned);
  return out;
}

}  // namespace partita::core::run

#include "driver/hint_candidates.h"

#include <fmt/format.h>
#include <tsl/robin_set.h>

#include <algorithm>

namespace partita::core::driver {

std::string ProgramEnd::name() const { return fmt::format("{}{}", argument != nullptr ? "arg" : "out", index); }

std::string hint_spelling(const Sharding& sharding) { return to_string(sharding); }

namespace {

// Neighbours of a value: what it is made of, what is made of it. Loops hand on what they carry.
void add_neighbours(const Value& value, std::vector<const Value*>& out, std::vector<int>& results,
                    const Function& entry) {
  auto regions_of = [&](const Op& op, int index) {
    if (!op.is(OpKind::kWhile)) return;
    for (int r = 0; r < op.num_regions(); ++r) out.push_back(op.region(r).argument(index));
    if (const Op* end = op.region(1).terminator()) out.push_back(end->operand(index));
  };
  if (const Op* op = value.op()) {
    if (op->is(OpKind::kWhile)) {
      out.push_back(op->operand(value.index()));
      regions_of(*op, value.index());
    } else {
      for (int i = 0; i < op->num_operands(); ++i) out.push_back(op->operand(i));
    }
  } else if (const Op* loop = value.region()->parent_op(); loop != nullptr && loop->is(OpKind::kWhile)) {
    out.push_back(loop->operand(value.index()));
    out.push_back(loop->result(value.index()));
  }
  for (const Use* use = value.first_use(); use != nullptr; use = use->next()) {
    const Op& user = *use->op();
    if (user.info().has(kTerminator)) {
      const Op* around = user.parent_op();
      if (around == nullptr) {
        if (user.parent() == &entry.body()) results.push_back(use->index());
      } else if (around->is(OpKind::kWhile) && user.parent() == &around->region(1)) {
        out.push_back(around->result(use->index()));
        out.push_back(around->region(1).argument(use->index()));
      }
      continue;
    }
    if (user.is(OpKind::kWhile)) {
      regions_of(user, use->index());
      out.push_back(user.result(use->index()));
      continue;
    }
    for (int i = 0; i < user.num_results(); ++i) out.push_back(user.result(i));
  }
}

}  // namespace

std::vector<ProgramEnd> ends_around(const Function& entry, const Value& value, size_t most, size_t most_ops) {
  std::vector<ProgramEnd> ends;
  tsl::robin_set<const Value*> seen = {&value};
  std::vector<const Value*> queue = {&value}, next;
  std::vector<int> results;
  auto add = [&](ProgramEnd end) {
    const bool known = std::any_of(ends.begin(), ends.end(), [&](const ProgramEnd& other) {
      return other.argument == end.argument && other.index == end.index;
    });
    if (!known && ends.size() < most) ends.push_back(end);
  };
  for (size_t at = 0; at < queue.size() && at < most_ops && ends.size() < most; ++at) {
    const Value* here = queue[at];
    if (here->is_argument() && here->region() == &entry.body()) {
      if (here->type().is_tensor() && here->type().rank() > 0) add({here, here->index()});
      if (here != &value) continue;  // what else is made of an argument has nothing to do with it
    }
    next.clear();
    results.clear();
    add_neighbours(*here, next, results, entry);
    for (int result : results) {
      if (entry.result_types()[result].is_tensor() && entry.result_types()[result].rank() > 0) add({nullptr, result});
    }
    for (const Value* other : next) {
      if (other->type().is_tensor() && seen.insert(other).second) queue.push_back(other);
    }
  }
  return ends;
}

std::vector<std::string> hints_on_end(const Compilation& compilation, const ProgramEnd& end,
                                      const std::vector<int>& axes) {
  const Completion& completion = compilation.completion();
  const Sharding& now = end.argument != nullptr ? *completion.sharding_of(end.argument) : *completion.result(end.index);
  const Type type = end.argument != nullptr ? end.argument->type() : compilation.entry().result_types()[end.index];
  const MeshPtr& mesh = completion.meshes().main();
  std::vector<std::string> out;
  if (now.is_maximal() || !same_mesh(now.mesh_ptr(), mesh) || !now.manual_axes().empty()) return out;
  auto add = [&](Sharding::Spec spec) {
    spec.unreduced.clear();
    spec.replicated.clear();
    Result<Sharding> made = Sharding::make(mesh, std::move(spec));
    if (!made.ok() || *made == now) return;
    for (int d = 0; d < made->rank(); ++d) {
      if (type.dim(d) % made->shard_count(d) != 0) return;
    }
    const std::string hint = fmt::format("{}={}", end.name(), hint_spelling(*made));
    if (std::find(out.begin(), out.end(), hint) == out.end()) out.push_back(hint);
  };
  for (int axis : axes) {
    if (mesh->axis(axis).size == 1) continue;
    Sharding::Spec without = now.spec();
    for (DimSharding& dim : without.dims) {
      dim.priority.reset();
      std::erase_if(dim.axes, [&](const AxisRef& ref) { return ref.axis == axis; });
    }
    for (int d = 0; d < now.rank(); ++d) {
      Sharding::Spec spec = without;
      spec.dims[d].axes.push_back(whole_axis(*mesh, axis));
      add(std::move(spec));
    }
    add(without);
  }
  return out;
}

}  // namespace partita::core::driver

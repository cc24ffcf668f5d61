#include "cost/memory_bound.h"

#include <algorithm>
#include <vector>

#include "cost/fusion.h"
#include "cost/run_class.h"
#include "cost/wire.h"

namespace partita::core::cost {
namespace {

// By id of value: whether it may lie where something does that counts elsewhere, a result of the program, a carry of a
// loop, what a branch gives: that is returned, or written over by what is.
class Leaving {
 public:
  explicit Leaving(const Function& local) : leaves_(local.module().num_value_ids()) { visit(local.body()); }

  bool operator[](const Value& value) const { return leaves_[value.id()]; }

 private:
  void visit(const Region& region) {
    for (const Op* op = region.last(); op != nullptr; op = op->previous()) {
      for (int r = 0; r < op->num_regions(); ++r) visit(op->region(r));
      bool written_over = op->info().has(kTerminator) || op->is(OpKind::kWhile);
      for (int r = 0; r < op->num_results(); ++r) written_over |= leaves_[op->result(r)->id()];
      const RunClass& runs = run_class(op->kind());
      const bool in_place = op->info().has(kElementwise) || runs.passes_on || runs.in_place || runs.fusible ||
                            op->is(OpKind::kScatter) || op->info().has(kTerminator);
      if (!written_over || !in_place) continue;
      for (const Value* operand : op->operands()) leaves_[operand->id()] = true;
    }
  }

  std::vector<bool> leaves_;
};

// By id of value: whether it may lie where an argument does, of the program or of a loop: what is written over it.
class OnArguments {
 public:
  explicit OnArguments(const Function& local) : lies_(local.module().num_value_ids()) {
    for (const Value* argument : local.body().arguments()) lies_[argument->id()] = true;
    walk(local.body(), [&](const Op& op) {
      const RunClass& runs = run_class(op.kind());
      const bool in_place = op.info().has(kElementwise) || runs.passes_on || runs.in_place || op.is(OpKind::kScatter);
      bool any = false;
      for (const Value* operand : op.operands()) any |= lies_[operand->id()];
      for (const Value* result : op.results()) lies_[result->id()] = any && in_place;
      for (int r = 0; r < op.num_regions(); ++r) {
        for (const Value* argument : op.region(r).arguments()) lies_[argument->id()] = true;
      }
    });
  }

  bool operator[](const Value& value) const { return lies_[value.id()]; }

 private:
  std::vector<bool> lies_;
};

// Whether the op is a kernel whose operands and results are there at once, whatever is fused into it.
bool is_kernel(const Op& op) {
  const RunClass& runs = run_class(op.kind());
  return !op.info().has(kTerminator) && !is_fusible(op) && !runs.passes_on && !runs.runs_regions && !runs.in_place &&
         !op.is(OpKind::kScatter) && op.num_results() > 0;
}

}  // namespace

MemoryBound memory_bound(const Function& local, const Memory& memory, const CompilerTraits& compiler) {
  const Storage storage(local, compiler);
  const Leaving leaving(local);
  const OnArguments on_arguments(local);
  MemoryBound out;
  out.ends = memory.arguments + memory.results - memory.aliased;
  double most = 0;
  auto look = [&](const Op& op) {
    if (!is_kernel(op)) return;
    double bytes = workspace_of(op, storage, compiler);
    for (const Value* result : op.results()) bytes += leaving[*result] ? 0 : storage.bytes(*result);
    const std::vector<const Value*> operands = op.operands();
    for (int i = 0; i < op.num_operands(); ++i) {
      const Value& operand = *operands[i];
      if (std::find(operands.begin(), operands.begin() + i, &operand) != operands.begin() + i) continue;
      if (operand.op() == nullptr || operand.op()->parent() != op.parent() || leaving[operand] ||
          on_arguments[operand]) {
        continue;
      }
      const bool fused =
          is_fusible(*operand.op()) && (operand.op()->is(OpKind::kConstant) || takes_in(op, i, compiler));
      if (!fused) bytes += storage.bytes(operand);
    }
    if (bytes > most) most = bytes, out.op = &op;
  };
  // Reducers and the like hold no kernels.
  auto visit = [&](auto& self, const Region& region) -> void {
    for (const Op& op : region) {
      look(op);
      if (!run_class(op.kind()).runs_regions) continue;
      for (int r = 0; r < op.num_regions(); ++r) self(self, op.region(r));
    }
  };
  visit(visit, local.body());
  const double lent = memory.results - memory.aliased;  // until results are made, others lie there
  if (most <= lent) out.op = nullptr;
  out.bytes = out.ends + std::max(0.0, most - lent);
  return out;
}

}  // namespace partita::core::cost

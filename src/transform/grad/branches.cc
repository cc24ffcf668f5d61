// Conditionals: the gradient is a conditional on the same index. What a branch computed and its gradient needs is a
// further result of the forward conditional, zeros in the other branches.
#include "base/maps.h"
#include "ir/nesting.h"
#include "transform/grad/backward.h"
#include "transform/grad/rules.h"
#include "transform/grad/widen.h"

namespace partita::core::transform {
namespace {

class BranchValues final : public ForwardValues {
 public:
  BranchValues(Op& forward, int branch, Backward& outer, TensorBuilder& place)
      : branch_(forward.region(branch)), outer_(outer), place_(place) {}

  Value* get(Value* forward) override {
    if (!is_inside(forward, branch_)) return outer_.values().get(forward);
    if (const auto at = known_.find(forward); at != known_.end()) return at->second;
    Op& op = *forward->op();
    Value* found = nullptr;
    if (op.info().has(kConstantLike)) {
      found = place_.like(op, {})->result(forward->index());
    } else {
      found = kept(forward);
    }
    known_[forward] = found;
    return found;
  }

  // Stands for a result that the forward conditional does not give yet.
  struct Kept {
    Value* standing;
  };
  std::vector<Kept> all;

 private:
  Value* kept(Value* forward) {
    Op& end = *branch_.terminator();
    std::vector<Value*> returned = end.operands();
    returned.push_back(forward);
    end.set_operands(returned);
    TensorBuilder before = outer_.builder();
    all.push_back({before.zeros(forward->type())});
    return all.back().standing;
  }

  Region& branch_;
  Backward& outer_;
  TensorBuilder& place_;
  PointerMap<const Value*, Value*> known_;
};

}  // namespace

Status grad_branches(Adjoint& a) {
  Op& op = a.op();
  std::vector<Value*> wanted;  // branches take everything from outside
  for (Value* value : captured_values(op)) {
    if (a.wanted(value)) wanted.push_back(value);
  }
  std::vector<Type> types;
  for (const Value* value : wanted) types.push_back(value->type());
  Value* index = a.operand(0);
  Op* back = a.b().op(op.kind(), std::span(&index, 1), types, {}, op.num_regions());
  const TensorBuilder behind = a.b();
  a.b() = TensorBuilder(back);
  a.b().set_origin(op);

  const int results = op.num_results();
  std::vector<std::vector<Value*>> standing;
  for (int r = 0; r < op.num_regions(); ++r) {
    Region& branch = op.region(r);
    Region& region = back->region(r);
    Backward inner(TensorBuilder(region), a.backward());
    BranchValues values(op, r, a.backward(), inner.builder());
    inner.set_values(values);
    for (int i = 0; i < results; ++i) {
      Value* returned = branch.terminator()->operand(i);
      if (a.ct(i) != nullptr && a.wanted(returned)) inner.add(returned, a.ct(i));
    }
    PARTITA_CHECK_OK(inner.walk(ops_of(branch)));
    std::vector<Value*> cts;
    for (const Value* value : wanted) {
      Value* ct = inner.ct(value);
      cts.push_back(ct != nullptr ? ct : inner.builder().zeros(value->type()));
    }
    inner.builder().ret(cts);
    standing.emplace_back();
    for (const BranchValues::Kept& kept : values.all) standing.back().push_back(kept.standing);
  }
  // Each branch returns what it keeps at its own places, and zeros at those of the others.
  std::vector<Type> all;
  std::vector<int> to;
  for (int i = 0; i < results; ++i) {
    all.push_back(op.result(i)->type());
    to.push_back(i);
  }
  for (const auto& of_branch : standing) {
    for (const Value* value : of_branch) all.push_back(value->type());
  }
  if (all.size() > to.size()) {
    int first = results;
    for (int r = 0; r < op.num_regions(); ++r) {
      Op& end = *op.region(r).terminator();
      const std::vector<Value*> own = end.operands();
      std::vector<Value*> returned(own.begin(), own.begin() + results);
      TensorBuilder b(&end);
      const int after = first + static_cast<int>(standing[r].size());
      for (int i = results; i < std::ssize(all); ++i) {
        returned.push_back(i >= first && i < after ? own[results + i - first] : b.zeros(all[i]));
      }
      end.set_operands(returned);
      first = after;
    }
    Op* wider = replace_op(op, op.operands(), all, to);
    int i = results;
    for (const auto& of_branch : standing) {
      for (Value* value : of_branch) {
        value->replace_all_uses_with(a.use(wider->result(i++)));
        value->op()->erase();
      }
    }
  }
  a.b() = behind;
  for (size_t k = 0; k < wanted.size(); ++k) a.add(wanted[k], back->result(static_cast<int>(k)));
  return {};
}

}  // namespace partita::core::transform

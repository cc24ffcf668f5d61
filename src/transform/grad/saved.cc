#include "transform/grad/saved.h"

#include <vector>

namespace partita::core::transform {
namespace {

// Whether a value takes no memory worth mentioning: it is made again from little or nothing.
bool is_made_again(const Value& value) {
  const Op* op = value.op();
  if (op == nullptr || op->info().has(kConstantLike) || op->is(OpKind::kIota)) return true;
  if (!op->is(OpKind::kBroadcastInDim)) return false;
  const Type from = op->operand(0)->type();
  return from.is_tensor() && from.num_elements() <= 1;
}

class Search {
 public:
  Search(const Function& gradient, const GradientEnds& ends)
      : gradient_(gradient),
        ends_(ends),
        depends_(gradient.module().num_value_ids()),
        backward_(depends_.size()),
        noted_(depends_.size()) {
    const int cotangents = static_cast<int>(std::ssize(ends.of));
    for (int i = gradient.num_arguments() - cotangents; i < gradient.num_arguments(); ++i) {
      depends_[gradient.argument(i)->id()] = backward_[gradient.argument(i)->id()] = true;
    }
  }

  std::vector<const Value*> run() {
    std::vector<const Op*> backward_ops;
    for (const Op& op : gradient_.body()) {
      const bool depends = reads_cotangent(op);
      if (op.is(OpKind::kReturn) || !(depends || is_for_backward(op))) continue;
      for (int r = 0; r < op.num_results(); ++r) {
        depends_[op.result(r)->id()] = depends;
        backward_[op.result(r)->id()] = true;
      }
      backward_ops.push_back(&op);
    }
    for (const Op* op : backward_ops) {
      for (const Value* operand : op->operands()) note(*operand);
      for (int r = 0; r < op->num_regions(); ++r) {
        walk(op->region(r), [&](const Op& inner) {
          for (const Value* operand : inner.operands()) note(*operand);
        });
      }
    }
    std::vector<const Value*> out;
    for (const Op& op : gradient_.body()) {
      for (int r = 0; r < op.num_results(); ++r) {
        if (noted_[op.result(r)->id()]) out.push_back(op.result(r));
      }
    }
    return out;
  }

 private:
  bool is_for_backward(const Op& op) const {
    return !op.is(OpKind::kWhile) && op.num_results() > 0 && op.result()->id() >= ends_.forward_values;
  }
  // The op, or code in its regions.
  bool reads_cotangent(const Op& op) const {
    bool found = false;
    auto look = [&](const Op& one) {
      for (const Value* operand : one.operands()) found |= static_cast<bool>(depends_[operand->id()]);
    };
    look(op);
    for (int r = 0; r < op.num_regions(); ++r) walk(op.region(r), look);
    return found;
  }
  void note(const Value& value) {
    const bool outside = value.op() != nullptr && value.op()->parent() == &gradient_.body();
    if (outside && !backward_[value.id()] && !is_made_again(value)) noted_[value.id()] = true;
  }

  const Function& gradient_;
  const GradientEnds& ends_;
  std::vector<bool> depends_;   // by id of value: on a cotangent
  std::vector<bool> backward_;  // by id of value: depends on one, or was made for what does
  std::vector<bool> noted_;     // by id of value: the backward part reads it
};

}  // namespace

std::vector<const Value*> saved_values(const Function& gradient, const GradientEnds& ends) {
  return Search(gradient, ends).run();
}

}  // namespace partita::core::transform

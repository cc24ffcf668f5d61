#include "eval/endless.h"

#include <algorithm>
#include <cstring>

#include "base/maps.h"

namespace partita::core::eval {
namespace {

bool depends_on_more(const Op& op) {
  if (op.is(OpKind::kAsyncStart) || op.is(OpKind::kAsyncDone) || op.is(OpKind::kShardingGroup)) return false;
  return op.info().has(kSideEffects) || op.info().has(kCollective);
}

class Deciding {
 public:
  explicit Deciding(const Op& loop) : loop_(loop), decides_(loop.num_results()) {}

  std::optional<std::vector<int>> find() {
    reach(loop_.region(0).terminator()->operand(0));
    while (!open_.empty() && !more_) {
      const Value* value = open_.back();
      open_.pop_back();
      if (value->is_argument()) {
        if (value->region()->parent_op() == &loop_) decide(value->index());
        continue;  // those of inner regions come from operands of their op, which are reached with it
      }
      reach_all(*value->op());
    }
    if (more_) return std::nullopt;
    std::vector<int> found;
    for (size_t i = 0; i < decides_.size(); ++i) {
      if (decides_[i]) found.push_back(static_cast<int>(i));
    }
    return found;
  }

 private:
  void reach(const Value* value) {
    if (!seen_.try_emplace(value, true).second) return;
    open_.push_back(value);
  }
  void reach_all(const Op& op) {
    more_ = more_ || depends_on_more(op);
    for (const Value* operand : op.operands()) reach(operand);
    for (int r = 0; r < op.num_regions(); ++r) {
      walk(op.region(r), [&](const Op& inner) {
        more_ = more_ || depends_on_more(inner);
        for (const Value* operand : inner.operands()) reach(operand);
      });
    }
  }
  void decide(int index) {
    if (decides_[index]) return;
    decides_[index] = true;
    reach(loop_.region(1).terminator()->operand(index));
  }

  const Op& loop_;
  std::vector<bool> decides_;
  std::vector<const Value*> open_;
  PointerMap<const Value*, bool> seen_;
  bool more_ = false;  // something else than carried values decides
};

bool same(const Tensor& a, const Tensor& b) {
  if (!a.type() || !a.type().is_tensor() || a.raw() == b.raw()) return true;
  return std::memcmp(a.raw(), b.raw(), a.type().byte_size()) == 0;
}

}  // namespace

std::optional<std::vector<int>> deciding_values(const Op& loop) { return Deciding(loop).find(); }

bool EndlessLoop::is_back(const std::vector<Tensor>& carried) {
  ++turn_;
  if (turn_ < next_ && kept_.empty()) return false;
  if (turn_ == 64) deciding_ = deciding_values(loop_);
  if (!deciding_) return false;
  bool back = !kept_.empty();
  for (size_t k = 0; back && k < kept_.size(); ++k) back = same(kept_[k], carried[(*deciding_)[k]]);
  if (turn_ == 64 && deciding_->empty()) return true;  // nothing that changes decides
  if (turn_ == next_) {
    kept_.clear();
    for (int i : *deciding_) kept_.push_back(carried[i]);
    next_ *= 2;
  }
  return back;
}

}  // namespace partita::core::eval

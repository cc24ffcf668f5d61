// Loops and branches.
#include <algorithm>
#include <cstdlib>

#include "engine/lowering.h"
#include "engine/steps.h"
#include "ir/trip_count.h"
#include "ir/views.h"

namespace partita::core::engine {
namespace {

// Whether the loop writes all of a carry before anything reads it: a slice in each turn, from the first to the last.
//
//   zeros -> while (i < 4) { stack = dynamic_update_slice stack, x, i }      the zeros are never seen
bool is_written_whole(const Op& loop, int carry) {
  const Region& body = loop.region(1);
  const Value* stack = body.argument(carry);
  if (loop.region(0).argument(carry)->first_use() != nullptr || !stack->has_one_use()) return false;
  const Op& update = *stack->first_use()->op();
  if (!update.is(OpKind::kDynamicUpdateSlice) || update.parent() != &body || update.operand(0) != stack) return false;
  if (body.terminator()->operand(carry) != update.result() || !update.result()->has_one_use()) return false;
  const std::optional<int64_t> turns = ir::known_trip_count(loop);
  if (!turns || *turns < 1) return false;
  int moving = -1;
  for (int d = 0; d < stack->type().rank(); ++d) {
    if (update.operand(1)->type().dim(d) == stack->type().dim(d)) continue;
    if (moving >= 0) return false;
    moving = d;
  }
  if (moving < 0) return true;
  const Value* index = update.operand(2 + moving);
  if (!index->is_argument() || index->region() != &body) return false;
  const std::optional<ir::Induction> at = ir::induction_of(loop, index->index());
  const int64_t size = update.operand(1)->type().dim(moving), last = stack->type().dim(moving) - size;
  if (!at || at->step == 0 || std::abs(at->step) > size) return false;
  if (at->step > 0) return at->init == 0 && *turns - 1 >= (last + at->step - 1) / at->step;
  return at->init == last && *turns - 1 >= (last - at->step - 1) / -at->step;
}

}  // namespace

bool Lowering::lower_control(const Op& op) {
  if (op.is(OpKind::kWhile)) return lower_while(op), true;
  if (op.is(OpKind::kIf) || op.is(OpKind::kCase)) return lower_branches(op), true;
  return false;
}

// A value that is carried has one buffer, in which the body makes the next one where it can. What the body hands on
// unchanged is read where it is.
void Lowering::lower_while(const Op& op) {
  const Region& condition = op.region(0);
  const Region& body = op.region(1);
  auto step = std::make_unique<WhileStep>(op);
  std::vector<View> targets(op.num_results());
  std::vector<int> read;  // buffers that the loop reads, as often as it has them from outside
  for (const Value* operand : op.operands()) {
    if (operand->type().is_tensor()) read.push_back(view_of(*operand).place.buffer);
  }
  for (const Value* value : captured_values(op)) {
    if (!value->type().is_tensor()) continue;
    read.push_back(view_of(*value).place.buffer);
    step->reads.push_back(read.back());
  }
  for (int i = 0; i < op.num_results(); ++i) {
    const Value& initial = *op.operand(i);
    if (!initial.type().is_tensor()) continue;
    View view = view_of(initial);
    if (!ir::is_carried_unchanged(op, i)) {
      const auto found = destinations_.find(op.result(i));
      const bool elsewhere = found != destinations_.end() && found->second.guard == nullptr &&
                             found->second.view.place.buffer != view.place.buffer;
      const bool taken = std::ranges::count(read, view.place.buffer) > 1;
      if (elsewhere || taken || !is_dense(view) || view.place.reg >= 0 || !may_overwrite(initial)) {
        const View from = view;
        view = make(*op.result(i));
        if (!is_written_whole(op, i)) copy(from, view, &op);
      }
      targets[i] = view;
      owners_[view.place.buffer] = &body;
      step->writes.push_back(view.place.buffer);
    }
    step->reads.push_back(view.place.buffer);
    views_[condition.argument(i)] = view;
    views_[body.argument(i)] = view;
    views_[op.result(i)] = view;
  }
  for (int i = 0; i < op.num_results(); ++i) {
    if (targets[i].place.buffer >= 0) {
      want(*body.terminator()->operand(i), targets[i], body.argument(i));
    }
  }
  Steps* const outer = steps_;
  steps_ = &step->condition;
  lower_region(condition, {});
  step->again = view_of(*condition.terminator()->operand(0));
  step->reads.push_back(step->again.place.buffer);
  steps_ = &step->body;
  Loop loop{outer, static_cast<int>(program_.buffers.size()), program_.registers, {}};
  for (const View& target : targets) {
    if (target.place.buffer >= 0) loop.written.push_back(target.place.buffer);
  }
  loops_.push_back(std::move(loop));
  lower_region(body, targets);
  loops_.pop_back();
  steps_ = outer;
  for (const View& target : targets) {
    if (target.place.buffer >= 0) owners_[target.place.buffer] = &scope_->region;
  }
  for (const Value* argument : condition.arguments()) {
    const auto found = views_.find(argument);
    step->carried.push_back(found != views_.end() ? found->second : View());
  }
  emit(std::move(step));
}

void Lowering::lower_branches(const Op& op) {
  auto step = std::make_unique<BranchStep>(op);
  step->index = view_of(*op.operand(0));
  step->reads.push_back(step->index.place.buffer);
  std::vector<View> targets(op.num_results());
  for (int i = 0; i < op.num_results(); ++i) {
    if (!op.result(i)->type().is_tensor()) continue;
    targets[i] = make(*op.result(i));
    step->writes.push_back(targets[i].place.buffer);
  }
  Steps* const outer = steps_;
  step->branches.resize(op.num_regions());
  for (int b = 0; b < op.num_regions(); ++b) {
    steps_ = &step->branches[b];
    for (int i = 0; i < op.num_results(); ++i) {
      if (targets[i].place.buffer >= 0) want(*op.region(b).terminator()->operand(i), targets[i], nullptr);
    }
    lower_region(op.region(b), targets);
  }
  steps_ = outer;
  for (const View& target : targets) {
    if (target.place.buffer >= 0) owners_[target.place.buffer] = &scope_->region;
  }
  emit(std::move(step));
}

}  // namespace partita::core::engine

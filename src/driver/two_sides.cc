#include "driver/two_sides.h"

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <optional>

#include "complete/updates.h"
#include "complete/value_names.h"
#include "ir/shown.h"

namespace partita::core::driver {
namespace {

class Sides {
 public:
  Sides(const Compilation& compilation, const Reason& reason)
      : module_(compilation.module()),
        entry_(compilation.entry()),
        completion_(compilation.completion()),
        reason_(reason),
        mesh_(completion_.meshes().main()) {}

  std::vector<std::string> say() {
    if (!same_mesh(reason_.from->mesh_ptr(), mesh_) || !same_mesh(reason_.to->mesh_ptr(), mesh_)) return {};
    find_moved_axes();
    if (moved_.empty()) return {};
    const std::string what = is_summed_ ? summed() : divided();
    if (!what.empty()) out_.push_back(what);
    const std::string wanted = other_side();
    if (!wanted.empty()) out_.push_back(wanted);
    return std::move(out_);
  }

 private:
  // Axes that one side has and the other has not in the same place.
  void find_moved_axes() {
    auto add = [&](const AxisRef& ref) {
      if (std::find(moved_.begin(), moved_.end(), ref.axis) == moved_.end()) moved_.push_back(ref.axis);
    };
    for (const AxisRef& ref : reason_.from->unreduced_axes()) {
      if (!overlaps(reason_.to->unreduced_axes(), ref)) is_summed_ = true, add(ref);
    }
    if (is_summed_) return;
    for (int d = 0; d < reason_.from->rank() && d < reason_.to->rank(); ++d) {
      const AxisRefs &from = reason_.from->dim(d).axes, &to = reason_.to->dim(d).axes;
      for (const AxisRef& ref : from) {
        if (!overlaps(to, ref)) add(ref), from_dim_ = from_dim_ < 0 ? d : from_dim_;
      }
    }
  }

  std::string axes_text() const {
    std::string out;
    for (int axis : moved_) out += (out.empty() ? "" : "*") + mesh_->axis(axis).name;
    return out;
  }

  bool is_moved(const AxisRef& ref) const { return std::find(moved_.begin(), moved_.end(), ref.axis) != moved_.end(); }

  std::string place(SourceOffset offset) const {
    if (module_.source() == nullptr || offset == kNoOffset) return "";
    return fmt::format(" (line {})", module_.source()->locate(offset).line);
  }

  std::string called(const Value& value) const {
    const std::string name = complete::friendly_name(entry_, value);
    if (name != "%?") return name;
    return value.op() != nullptr ? "what " + ir::shown_op(*value.op()) + place(value.op()->offset()) + " makes"
                                 : "a value";
  }

  std::string hint_text(const Hint& hint) const {
    const std::string on = hint.value != nullptr ? called(*hint.value) : complete::friendly_result(entry_, hint.index);
    if (hint.place == Hint::Place::kCommandLine) return fmt::format("the given hint on {}", on);
    return fmt::format("the hint on {}{}", on, place(hint.offset));
  }

  // The hint that brought one of the moved axes to the value, and the dimension it is on there.
  struct Origin {
    const Hint* hint = nullptr;
    int dim = -1;
  };
  std::optional<Origin> origin(const Value& value) const {
    if (!value.type().is_tensor() || completion_.sharding_of(&value) == nullptr) return std::nullopt;
    for (const complete::AxisCause& cause : completion_.causes(&value)) {
      if (!is_moved(cause.axis) || cause.dim < 0) continue;
      const std::vector<complete::AxisCause> chain = completion_.chain(cause);
      return Origin{chain.empty() ? cause.hint : chain.back().hint, cause.dim};
    }
    return std::nullopt;
  }

  static std::string by_hint(const std::string& hint) { return hint.empty() ? ", by cost" : " by " + hint; }

  // --- the side it comes from

  std::string summed() const {
    const std::string whose = is_gradient_of();
    const std::string subject = whose.empty() ? called(*reason_.value) : "gradient of " + whose;
    const Op* maker = summing_op(*reason_.value);
    for (int i = 0; maker != nullptr && i < maker->num_operands(); ++i) {
      const Value& operand = *maker->operand(i);
      const std::optional<Origin> found = origin(operand);
      if (!found) continue;
      const std::string hint = found->hint != nullptr ? hint_text(*found->hint) : "";
      return fmt::format("{}: {} sums over dimension {} of {}, which {} divides{}", subject,
                         ir::shown_op(*maker) + place(maker->offset()), found->dim, called(operand), axes_text(),
                         by_hint(hint));
    }
    return fmt::format("{}: every device along {} has a part of the sum", subject, axes_text());
  }

  // The op that sums: the value's own, or one whose result became it by ops that keep sums apart.
  static const Op* summing_op(const Value& value) {
    const Value* at = &value;
    for (int steps = 0; steps < 32 && at != nullptr; ++steps) {
      const Op* op = at->op();
      if (op == nullptr) return nullptr;
      if (op->is(OpKind::kWhile)) {
        const Op* end = op->region(1).terminator();
        at = end != nullptr ? end->operand(at->index()) : nullptr;
        continue;
      }
      const bool sums = op->is(OpKind::kDotGeneral) || op->is(OpKind::kReduce) || op->is(OpKind::kScatter) ||
                        op->is(OpKind::kConvolution) || op->is(OpKind::kGather) || op->is(OpKind::kReduceWindow);
      if (sums || op->num_operands() == 0) return sums ? op : nullptr;
      // The one operand that is no constant, or of an update of a stack what is put in.
      at = op->operand(op->is(OpKind::kDynamicUpdateSlice) ? 1 : 0);
      if (op->info().has(kElementwise) && op->num_operands() == 2 && at->op() == nullptr) at = op->operand(1);
    }
    return nullptr;
  }

  std::string divided() const {
    const std::optional<Origin> found = origin(*reason_.value);
    const std::string hint = found && found->hint != nullptr ? hint_text(*found->hint) : "";
    return fmt::format("{} is divided along {} on dimension {}{}", called(*reason_.value), axes_text(), from_dim_,
                       by_hint(hint));
  }

  // --- the other side

  // What the value becomes in the end, through ops that keep its elements.
  struct Reached {
    int result = -1;
    const Hint* hint = nullptr;  // without the moved axes
  };
  // With `all` every result that it goes into is added there.
  Reached forward(std::vector<int>* all = nullptr) const {
    Reached first;
    tsl::robin_map<const Value*, int> seen = {{reason_.value, 0}};
    std::vector<const Value*> queue = {reason_.value};
    for (size_t at = 0; at < queue.size() && at < 256; ++at) {
      const Value* here = queue[at];
      if (const Hint* hint = here != reason_.value ? completion_.hint_on(here) : nullptr;
          hint != nullptr && lacks(*hint) && first.hint == nullptr) {
        first = {-1, hint};
        if (all == nullptr) return first;
      }
      for (const Use* use = here->first_use(); use != nullptr; use = use->next()) {
        const Op& user = *use->op();
        const Value* next = nullptr;
        if (user.info().has(kTerminator)) {
          if (user.parent() == &entry_.body()) {
            if (all == nullptr) return {use->index(), hint_on_result(use->index())};
            all->push_back(use->index());
            continue;
          }
          const Op* around = user.parent_op();
          if (around != nullptr && around->is(OpKind::kWhile)) next = around->result(use->index());
        } else if (user.info().has(kElementwise) || user.info().has(kPlacement) || user.is(OpKind::kTranspose) ||
                   user.is(OpKind::kReshape) || user.is(OpKind::kDynamicUpdateSlice)) {
          next = user.result();
        }
        if (next != nullptr && next->type().is_tensor() && seen.emplace(next, 0).second) queue.push_back(next);
      }
    }
    return first;
  }

  bool lacks(const Hint& hint) const {
    if (hint.sharding == nullptr || hint.sharding->is_maximal()) return false;
    const AxisRefs used = hint.sharding->sharded_axes();
    return std::none_of(used.begin(), used.end(), [&](const AxisRef& ref) { return is_moved(ref); });
  }

  const Hint* hint_on_result(int i) const {
    for (const Hint& hint : completion_.hints()) {
      const bool of_result = hint.place == Hint::Place::kResult || hint.place == Hint::Place::kCommandLine;
      if (of_result && hint.value == nullptr && hint.index == i) return &hint;
    }
    return nullptr;
  }

  // The first argument that is updated with it: weights stand before what an optimizer remembers of them.
  std::string is_gradient_of() const {
    std::vector<int> results;
    forward(&results);
    const std::vector<int> updated = complete::updated_results(entry_);
    for (int i = 0; i < std::ssize(updated); ++i) {
      if (updated[i] >= 0 && std::find(results.begin(), results.end(), updated[i]) != results.end()) {
        return complete::friendly_name(entry_, *entry_.argument(i));
      }
    }
    return "";
  }

  std::string other_side() const {
    // What the op computes besides has the axes elsewhere.
    if (!is_summed_ && reason_.op->is(OpKind::kDotGeneral)) {
      for (int i = 0; i < reason_.op->num_operands(); ++i) {
        const Value& operand = *reason_.op->operand(i);
        if (&operand == reason_.value) continue;
        if (std::optional<Origin> found = origin(operand); found && found->hint != nullptr) {
          return fmt::format("{}{} divides its work along {} by dimension {} of {}, by {}", ir::shown_op(*reason_.op),
                             place(reason_.op->offset()), axes_text(), found->dim, called(operand),
                             hint_text(*found->hint));
        }
      }
    }
    const Reached reached = forward();
    const std::string what = is_summed_ ? "the whole sum" : "all of it";
    if (reached.hint != nullptr && lacks(*reached.hint)) {
      const std::string on = reached.hint->value != nullptr ? called(*reached.hint->value)
                                                            : complete::friendly_result(entry_, reached.hint->index);
      const bool whole = reached.hint->sharding->sharded_axes().empty();
      const std::string how = whole ? "whole" : "as " + to_string(*reached.hint->sharding);
      return fmt::format("{} is kept {} by {}, so that every device along {} needs {}", on, how,
                         hint_text(*reached.hint), axes_text(), what);
    }
    const AxisRefs to = reason_.to->sharded_axes();
    if (std::none_of(to.begin(), to.end(), [&](const AxisRef& ref) { return is_moved(ref); })) {
      return fmt::format("no hint divides what {}{} makes of it along {}, so that every device there needs {}",
                         ir::shown_op(*reason_.op), place(reason_.op->offset()), axes_text(), what);
    }
    return fmt::format("{}{} is computed divided along {} otherwise, which was the least cost",
                       ir::shown_op(*reason_.op), place(reason_.op->offset()), axes_text());
  }

  const Module& module_;
  const Function& entry_;
  const Completion& completion_;
  const Reason& reason_;
  const MeshPtr mesh_;
  std::vector<int> moved_;
  bool is_summed_ = false;
  int from_dim_ = -1;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> two_sides(const Compilation& compilation, const Reason& reason) {
  return Sides(compilation, reason).say();
}

}  // namespace partita::core::driver

#include "complete/unique_names.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/maps.h"
#include "complete/hints.h"

namespace partita::core::complete {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// %4:2 = … names its results together; %q, %r = … each of them.
bool names_results_together(const Op& op) {
  if (op.num_results() < 2) return false;
  for (int i = 0; i < op.num_results(); ++i) {
    if (!op.result(i)->name().empty() && !(op.result(i)->name() == op.name())) return false;
  }
  return true;
}

class Namer {
 public:
  explicit Namer(Function& function) : function_(function), context_(function.module().context()) {}

  void run() {
    names_.reserve(2 * function_.module().num_value_ids());
    remember(function_.body());
    name(function_.body());
  }

 private:
  // All names of the text, so that none of them is made up for another value.
  void remember(const Region& region) {
    auto add = [&](Name name) {
      if (!name.empty()) names_.try_emplace(name.id(), false);
    };
    for (const Value* argument : region.arguments()) add(argument->name());
    for (const Op& op : region) {
      for (int i = 0; i < op.num_results(); ++i) add(op.result(i)->name());
      if (op.num_results() != 1 || !(op.name() == op.result()->name())) add(op.name());
      for (int r = 0; r < op.num_regions(); ++r) remember(op.region(r));
    }
  }

  void name(Region& region) {
    Op* around = region.parent_op();
    const Region* condition =
        around != nullptr && around->is(OpKind::kWhile) && &region == &around->region(1) ? &around->region(0) : nullptr;
    for (int i = 0; i < region.num_arguments(); ++i) {
      Value* argument = region.argument(i);
      const auto twin = condition == nullptr ? old_names_.end() : old_names_.find(condition->argument(i));
      if (twin != old_names_.end() && twin->second == argument->name()) {
        argument->set_name(condition->argument(i)->name());
      } else {
        old_names_[argument] = argument->name();
        argument->set_name(fresh(argument->name()));
      }
    }
    for (Op& op : region) {
      name_results(op);
      if (!has_sharded_regions(op)) continue;  // nobody asks for values of a comparator
      for (int r = 0; r < op.num_regions(); ++r) name(op.region(r));
    }
  }

  void name_results(Op& op) {
    if (op.num_results() == 0) return;
    if (names_results_together(op)) {
      const Name old = op.name(), now = fresh(old);
      op.set_name(now);
      for (int i = 0; i < op.num_results(); ++i) {
        if (!op.result(i)->name().empty()) op.result(i)->set_name(now);
      }
      return;
    }
    for (int i = 0; i < op.num_results(); ++i) {
      Value* result = op.result(i);
      const Name old = result->name().empty() && op.num_results() == 1 ? op.name() : result->name();
      const Name now = fresh(old);
      result->set_name(now);
      if (!op.name().empty() && op.name() == old) op.set_name(now);
    }
  }

  // The name itself for the first value that has it.
  Name fresh(Name name) {
    if (!name.empty()) {
      bool& is_used = names_[name.id()];
      if (!std::exchange(is_used, true)) return name;
    }
    const bool numbered = name.empty() || is_number(name.text());
    int& next = numbered ? next_number_ : suffixes_[name.id()];
    for (;;) {
      const std::string suffix = std::to_string(next++);
      const Name candidate = context_.name(numbered ? suffix : std::string(name.text()) + "_" + suffix);
      if (names_.try_emplace(candidate.id(), true).second) return candidate;
    }
  }

  Function& function_;
  Context& context_;
  PointerMap<const void*, bool> names_;  // all there are; whether a value has it already
  PointerMap<const void*, int> suffixes_;
  PointerMap<const Value*, Name> old_names_;  // of region arguments
  int next_number_ = 0;
};

}  // namespace

void make_names_unique(Module& module) {
  if (module.format() != TextFormat::kStableHlo) return;
  for (Function* function : module.functions()) Namer(*function).run();
}

}  // namespace partita::core::complete

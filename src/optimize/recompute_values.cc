// Values that are needed again long after the moment when memory is short.
//
//   %e = exp %x                            %e = exp %x
//   %s = dot %e, %w                        %s = dot %e, %w
//   …             memory is short          …
//                                          %x2 = optimization_barrier %x
//                                          %e2 = exp %x2
//   %g = multiply %e, %d                   %g = multiply %e2, %d
//
// What is there anyway at the later use (arguments, values that are read later still) is where the computation starts;
// what is cheap on the way is computed again with it, what is small is kept. The barrier tells the compiler that comes
// after us not to compute both at once.
//
// Where all that is needed later is narrower, and would be fused into its user, it is made at once and kept instead:
//
//   %m = compare %x, %t                    %m = compare %x, %t
//                                          %k = optimization_barrier %m        a byte for each element, not four
//   …             memory is short          …
//   %g = select %m, %d, %0                 %g = select %k, %d, %0
#include <algorithm>
#include <optional>

#include "base/maps.h"
#include "cost/fusion.h"
#include "cost/wire.h"
#include "ir/builder.h"
#include "optimize/effects.h"
#include "optimize/remedy.h"

namespace partita::core::optimize {
namespace {

constexpr size_t kMostClones = 64;   // ops that are computed again for one value
constexpr double kNarrowPart = 0.5;  // of the value: what is no larger may be kept instead
constexpr double kSmallPart = 0.25;  // of the value: what is no larger is kept, and not computed again

// The ancestor of an op that stands in the region; null where there is none.
Op* ancestor_in(Op* op, const Region& region) {
  while (op != nullptr && op->parent() != &region) op = op->parent_op();
  return op;
}

// One region at the moment of the peak, as of when it was looked at.
class Moment {
 public:
  Moment(Region& region, const Op& at, const std::vector<bool>& fused, Modelled& modelled)
      : region_(region), fused_(fused), modelled_(modelled) {
    for (Op& op : region) place_.emplace(&op, static_cast<int>(place_.size()));
    peak_ = place_.at(&at);
    for (Op* op = region.last(); op != nullptr; op = op->previous()) {
      for (int r = 0; r < op->num_results(); ++r) find_end(*op->result(r));
    }
    for (Value* argument : region.arguments()) find_end(*argument);
  }

  void offer(std::vector<Remedy>& out) {
    for (Op& op : region_) {
      if (place_.at(&op) >= peak_) break;
      for (int r = 0; r < op.num_results(); ++r) {
        Value& value = *op.result(r);
        if (end_of(value) <= peak_ || !value.type().is_tensor()) continue;
        offer_value(value, out);
      }
    }
  }

 private:
  // How a value is computed again.
  struct Recipe {
    Op* before = nullptr;         // the first that needs it again
    std::vector<Value*> wanted;   // it, and what is fused and made of it before the peak
    std::vector<Op*> clones;      // in order
    std::vector<Value*> sources;  // to be read again
    double extra = 0;             // bytes of sources that were not there so long
    double seconds = 0;
  };

  int place_of_user(const Use& use) const {
    const Op* op = use.op();
    while (op->parent() != &region_) op = op->parent_op();
    return place_.at(op);
  }
  int end_of(const Value& value) const {
    const auto found = end_.find(&value);
    return found != end_.end() ? found->second : -1;
  }
  // Where it is read last; where it is fused, that is where what is made of it is.
  void find_end(const Value& value) {
    int end = -1;
    for (const Use* use = value.first_use(); use != nullptr; use = use->next()) {
      const Op* user = use->op();
      const bool fused = user->parent() == &region_ && user->num_results() == 1 && fused_[user->result()->id()];
      end = std::max(end, fused ? end_of(*user->result()) : place_of_user(*use));
    }
    end_[&value] = end;
  }
  bool is_fused(const Value& value) const { return fused_[value.id()]; }
  // What is kept instead of a wide value: made before the peak, by fused ops that are computed for it in their order.
  struct Narrower {
    std::vector<Value*> kept;
    std::vector<Op*> clones;
    Op* after = nullptr;  // the last that they read
    double bytes = 0;
  };

  // The narrow values through which alone the value is read after the peak.
  bool find_kept(Value& value, double narrow, Narrower& out) {
    for (Use* use = value.first_use(); use != nullptr; use = use->next()) {
      Op* user = use->op();
      if (ancestor_in(user, region_) == user && user->num_results() == 1 && is_fused(*user->result())) {
        Value& made = *user->result();
        if (end_of(made) <= peak_ || std::find(out.kept.begin(), out.kept.end(), &made) != out.kept.end()) continue;
        const double bytes = cost::bytes_of(made.type());
        if (bytes > narrow) {
          if (!find_kept(made, narrow, out)) return false;
          continue;
        }
        if (!add_early(*user, out)) return false;
        out.kept.push_back(&made);
        out.bytes += bytes;
      } else if (place_of_user(*use) >= peak_) {
        return false;
      }
    }
    return true;
  }

  bool add_early(Op& op, Narrower& out) {
    if (std::find(out.clones.begin(), out.clones.end(), &op) != out.clones.end()) return true;
    if (!can_repeat(op, region_) || out.clones.size() >= kMostClones) return false;
    for (int i = 0; i < op.num_operands(); ++i) {
      Op* source = op.operand(i)->op();
      if (source == nullptr || source->parent() != &region_) continue;
      if (is_fused(*op.operand(i))) {
        if (!add_early(*source, out)) return false;
        continue;
      }
      if (place_.at(source) >= peak_) return false;
      if (out.after == nullptr || place_.at(source) > place_.at(out.after)) out.after = source;
    }
    out.clones.push_back(&op);
    return true;
  }

  void offer_narrower(Value& value, double held, std::vector<Remedy>& out) {
    Narrower found;
    found.after = value.op();
    if (!find_kept(value, held * kNarrowPart, found) || found.kept.empty() || found.bytes >= held) return;
    const Hardware& hardware = modelled_.hardware();
    const double seconds = found.bytes / (hardware.memory_bandwidth * hardware.rates.efficiency);
    auto shared = std::make_shared<Narrower>(std::move(found));
    out.push_back({held - shared->bytes, seconds,
                   [this_region = &region_, shared] { return keep_narrower(*this_region, *shared); }, &value, true});
  }

  static bool keep_narrower(const Region& region, const Narrower& narrower) {
    Op* before = narrower.after->next();
    if (narrower.after->parent() != &region || before == nullptr) return false;
    PointerSet<const Op*> later;
    for (const Op* op = before; op != nullptr; op = op->next()) later.insert(op);
    PointerSet<const Op*> cloned;
    for (const Op* op : narrower.clones) {
      if (op->parent() != &region) return false;
      for (int i = 0; i < op->num_operands(); ++i) {
        const Op* source = op->operand(i)->op();
        if (source != nullptr && later.contains(source) && !cloned.contains(source)) return false;
      }
      cloned.insert(op);
    }
    Builder b(before);
    Module::ValueMap map;
    for (Op* op : narrower.clones) {
      Op* made = op->module().clone_op(*op, *before->parent(), map, before);
      for (int r = 0; r < made->num_results(); ++r) made->result(r)->set_name({});
    }
    for (Value* kept : narrower.kept) {
      use_from(*kept, *b.value(OpKind::kOptimizationBarrier, {map.get(kept)}, kept->type()), region, later);
    }
    return true;
  }

  // In the place of the value, by those ops of the region alone.
  static void use_from(Value& value, Value& instead, const Region& region, const PointerSet<const Op*>& later) {
    for (Use *use = value.first_use(), *next; use != nullptr; use = next) {
      next = use->next();
      const Op* user = ancestor_in(use->op(), region);
      if (user != nullptr && later.contains(user)) use->op()->set_operand(use->index(), &instead);
    }
  }

  void offer_value(Value& value, std::vector<Remedy>& out) {
    if (is_fused(value)) return;
    const double held = cost::bytes_of(value.type());
    offer_narrower(value, held, out);
    std::optional<Recipe> recipe = recipe_of(value);
    if (!recipe || recipe->extra >= held) return;
    auto shared = std::make_shared<Recipe>(std::move(*recipe));
    const bool light =
        std::all_of(shared->clones.begin(), shared->clones.end(), [](Op* op) { return optimize::is_light(*op); });
    out.push_back({held - shared->extra, shared->seconds,
                   [this_region = &region_, shared] { return compute_again(*this_region, *shared); }, &value, light});
  }

  std::optional<Recipe> recipe_of(Value& value) {
    Recipe out;
    out.wanted.push_back(&value);
    // Late users, also of what is fused and stands before the peak.
    for (size_t w = 0; w < out.wanted.size(); ++w) {
      if (out.wanted.size() > kMostClones) return std::nullopt;
      for (Use* use = out.wanted[w]->first_use(); use != nullptr; use = use->next()) {
        const int place = place_of_user(*use);
        Op* user = ancestor_in(use->op(), region_);
        if (place == peak_) return std::nullopt;
        if (place > peak_) {
          if (out.before == nullptr || place < place_.at(out.before)) out.before = user;
        } else if (user == use->op() && user->num_results() == 1 && is_fused(*user->result()) &&
                   end_of(*user->result()) > peak_ &&
                   std::find(out.wanted.begin(), out.wanted.end(), user->result()) == out.wanted.end()) {
          out.wanted.push_back(user->result());
        }
      }
    }
    if (out.before == nullptr || out.before->info().has(kTerminator)) return std::nullopt;
    seen_.clear();
    const double small = kSmallPart * cost::bytes_of(value.type());
    for (Value* wanted : out.wanted) {
      if (!add(*wanted, small, true, out)) return std::nullopt;
    }
    return out;
  }

  bool add(Value& value, double small, bool is_wanted, Recipe& out) {
    Op* op = value.op();
    if (op == nullptr || op->parent() != &region_) {  // an argument, or from around the region
      if (!seen_.insert(&value).second) return true;
      const bool carried = op == nullptr && value.region() == &region_ && region_.parent_op() != nullptr;
      if (carried && end_of(value) < place_.at(out.before)) out.extra += cost::bytes_of(value.type());
      out.sources.push_back(&value);
      return true;
    }
    if (!is_wanted && !is_fused(value)) {
      if (!seen_.insert(&value).second) return true;
      const bool there = end_of(value) >= place_.at(out.before);
      const double bytes = cost::bytes_of(value.type());
      if (there || bytes <= small || !can_repeat(*op, region_)) {
        if (!there) out.extra += bytes;
        out.sources.push_back(&value);
        return true;
      }
    }
    if (std::find(out.clones.begin(), out.clones.end(), op) != out.clones.end()) return true;
    if (!can_repeat(*op, region_) || out.clones.size() >= kMostClones) return false;
    for (int i = 0; i < op->num_operands(); ++i) {
      if (!add(*op->operand(i), small, false, out)) return false;
    }
    out.clones.push_back(op);
    out.seconds += seconds_again(*op, modelled_);
    return true;
  }

  // False where another remedy has changed what it reads.
  static bool compute_again(const Region& region, const Recipe& recipe) {
    if (recipe.before->parent() != &region) return false;
    PointerSet<const Op*> later;
    for (const Op* op = recipe.before; op != nullptr; op = op->next()) later.insert(op);
    for (const Op* op : recipe.clones) {
      if (op->parent() != &region || later.contains(op)) return false;
    }
    Builder b(recipe.before);
    Module::ValueMap map;
    for (Value* source : recipe.sources) {
      if (source->op() != nullptr && (source->op()->parent() == nullptr || later.contains(source->op()))) return false;
      if (source->type().num_elements() <= 1 || (source->op() != nullptr && source->op()->is(OpKind::kConstant)))
        continue;
      map.set(source, b.value(OpKind::kOptimizationBarrier, {source}, source->type()));
    }
    for (Op* op : recipe.clones) {
      Op* made = op->module().clone_op(*op, *recipe.before->parent(), map, recipe.before);
      for (int r = 0; r < made->num_results(); ++r) made->result(r)->set_name({});
    }
    for (Value* wanted : recipe.wanted) use_from(*wanted, *map.get(wanted), region, later);
    return true;
  }

  Region& region_;
  const std::vector<bool>& fused_;
  Modelled& modelled_;
  int peak_ = 0;
  PointerMap<const Op*, int> place_;
  PointerMap<const Value*, int> end_;
  PointerSet<const Value*> seen_;
};

}  // namespace

std::vector<Remedy> value_remedies(Function& local, const Memory& memory, Modelled& modelled) {
  std::vector<Remedy> out;
  if (memory.at == nullptr) return out;
  const std::vector<bool> fused = cost::fused_values(local, modelled.hardware().compiler);
  for (Op* op = const_cast<Op*>(memory.at); op != nullptr; op = op->parent_op()) {
    Moment(*op->parent(), *op, fused, modelled).offer(out);
  }
  return out;
}

}  // namespace partita::core::optimize

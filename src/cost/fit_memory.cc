#include "cost/fit_memory.h"

#include <algorithm>
#include <optional>

#include "base/maps.h"
#include "cost/op_prices.h"
#include "cost/run_class.h"

namespace partita::core::cost {
namespace {

constexpr int kNowhere = -1;

// Positions in the order of the program, both ends included.
struct Piece {
  int begin = 0;
  int end = 0;
};

// A value that has memory.
struct Held {
  const Value* value = nullptr;
  const Step* made_by = nullptr;  // null: an argument
  const Region* region = nullptr;
  int buffer = kNowhere;
  double bytes = 0;  // 0 where the memory is counted elsewhere
  int made_at = 0;
  int overwritten = 0;          // where its buffer begins to hold something else
  bool kept = false;            // not to be given up
  std::vector<int> reads{};     // in order
  std::vector<Piece> pieces{};  // where it is held
};

class Fitting {
 public:
  Fitting(const Function& local, const Hardware& hardware, const ValueMemory& values, Memory& memory)
      : memory_(memory),
        limit_(hardware.memory - (memory.arguments + memory.results - memory.aliased)),
        held_of_(memory.buffer_of.size(), kNowhere),
        separate_(separate_steps_of(local, hardware, values)) {
    for (int p = 0; p < std::ssize(memory.profile); ++p) at_[memory.profile[p].op] = p;
    last_ = static_cast<int>(std::ssize(memory.profile)) - 1;
    add_arguments(local.body());
    add(separate_);
    find_overwritten();
    for (Held& one : held_) {
      std::sort(one.reads.begin(), one.reads.end());
      one.pieces.push_back({one.made_at, one.reads.empty() ? one.made_at : one.reads.back()});
    }
  }

  void run(Steps& steps) {
    for (int p = 0; p <= last_; ++p) {
      while (memory_.profile[p].bytes > limit_ && give_up_one(p)) {
      }
    }
    if (again_.empty() && !moved_) return;
    memory_.without_recomputing = memory_.peak();
    find_peak();
    insert(steps);
  }

 private:
  // A value that is not held from its last read before `p` on, and made again for its next one.
  struct Choice {
    int held = kNowhere;
    int from = 0;  // read last
    int to = 0;    // read next
    bool moves = false;
    double gain = 0;  // bytes at p
  };
  struct Again {
    const Step* step;
    const Region* region;
    int before;
  };

  // Code that runs once, as part of an op (what is started early, say), is where that op is.
  int position(const Op& op) const {
    for (const Op* at = &op; at != nullptr; at = at->parent_op()) {
      if (const auto found = at_.find(at); found != at_.end()) return found->second;
    }
    return 0;
  }

  // ---- what is held

  void add_arguments(const Region& region) {
    for (const Value* argument : region.arguments()) {
      held_of_[argument->id()] = static_cast<int>(held_.size());
      held_.push_back(
          {.value = argument, .region = &region, .buffer = memory_.buffer_of[argument->id()], .kept = true});
    }
  }

  void add(const Steps& all) {
    for (const Step& step : all.steps) {
      const int here = position(*step.op);
      for (const StepInput& input : step.inputs) read(*input.value, *all.region, here);
      for (const Steps& inner : step.body) {
        add_arguments(*inner.region);
        add(inner);
      }
      if (step.rearranged != nullptr) continue;
      for (int r = 0; r < step.op->num_results(); ++r) make(step, r, *all.region);
    }
    if (const Op* end = all.region->terminator()) {
      for (const Value* result : end->operands()) {
        read(*result, *all.region, position(*end));
        if (Held* held = find(*result)) held->kept = true;
      }
    }
  }
  Held* find(const Value& value) {
    const int held = held_of_[value.id()];
    return held == kNowhere ? nullptr : &held_[held];
  }
  void read(const Value& value, const Region& region, int here) {
    Held* held = find(value);
    if (held == nullptr) return;
    held->reads.push_back(here);
    held->kept |= held->region != &region;  // read in a loop, again and again
  }
  void make(const Step& step, int result, const Region& region) {
    const Value& value = *step.op->result(result);
    const int buffer = memory_.buffer_of[value.id()];
    if (buffer == kNowhere) return;
    if (run_class(step.op->kind()).passes_on && result < step.op->num_operands()) {
      const Value& same = *step.op->operand(result);
      if (memory_.buffer_of[same.id()] == buffer && held_of_[same.id()] != kNowhere) {
        held_of_[value.id()] = held_of_[same.id()];
        return;
      }
    }
    held_of_[value.id()] = static_cast<int>(held_.size());
    const HeldBuffer& place = memory_.buffers[buffer];
    held_.push_back(
        {.made_by = &step,
         .region = &region,
         .buffer = buffer,
         .bytes = place.counted ? place.bytes : 0,
         .made_at = position(*step.op),
         .kept = step.kind != Step::Kind::kKernel || step.op->num_results() != 1 || step.op->info().has(kSideEffects)});
  }
  void find_overwritten() {
    std::vector<int> next(memory_.buffers.size(), last_ + 1);
    for (auto one = held_.rbegin(); one != held_.rend(); ++one) {
      if (one->buffer == kNowhere) {
        one->overwritten = last_ + 1;
        continue;
      }
      one->overwritten = next[one->buffer];
      next[one->buffer] = one->made_at;
    }
  }

  // ---- the choice

  static Piece* piece_at(Held& held, int position) {
    for (Piece& piece : held.pieces) {
      if (piece.begin <= position && position <= piece.end) return &piece;
    }
    return nullptr;
  }

  // What the memory at `p` grows by so that all inputs of the step are there at `position`; nothing where one cannot
  // be.
  std::optional<double> keep_inputs(const Step& step, int position, int p, bool apply) {
    double grows = 0;
    for (const StepInput& input : step.inputs) {
      const int index = held_of_[input.value->id()];
      if (index == kNowhere) continue;  // a constant
      Held& held = held_[index];
      if (held.overwritten <= position) return std::nullopt;
      if (held.bytes == 0 || piece_at(held, position) != nullptr) continue;
      Piece* before = nullptr;
      for (Piece& piece : held.pieces) {
        if (piece.end < position && (before == nullptr || piece.end > before->end)) before = &piece;
      }
      if (before == nullptr) return std::nullopt;
      if (before->end < p) grows += held.bytes;
      if (!apply) continue;
      for (int q = before->end + 1; q <= position; ++q) memory_.profile[q].bytes += held.bytes;
      before->end = position;
    }
    return grows;
  }

  bool give_up_one(int p) {
    Choice best;
    for (int index = 0; index < std::ssize(held_); ++index) {
      Held& held = held_[index];
      if (held.made_at >= p) break;
      if (held.kept || held.bytes == 0) continue;
      const Piece* piece = piece_at(held, p);
      if (piece == nullptr || piece->end == p) continue;
      const auto next = std::lower_bound(held.reads.begin(), held.reads.end(), p);
      if (next == held.reads.end() || *next == p) continue;
      const bool unread = next == held.reads.begin();
      Choice one{index, piece->begin, *next, unread, held.bytes};
      if (!unread) one.from = std::max(one.from, *(next - 1));
      const std::optional<double> grows = keep_inputs(*held.made_by, one.to, p, false);
      if (!grows || one.gain <= *grows) continue;
      one.gain -= *grows;
      const bool better = one.moves != best.moves ? one.moves : one.gain > best.gain;
      if (best.held == kNowhere || better) best = one;
    }
    if (best.held == kNowhere) return false;
    give_up(best, p);
    return true;
  }

  void give_up(const Choice& choice, int p) {
    Held& held = held_[choice.held];
    keep_inputs(*held.made_by, choice.to, p, true);
    // What is made later only is not held before; else from its last read on.
    const int from = choice.moves ? held.made_at - 1 : choice.from;
    for (int q = from + 1; q < choice.to; ++q) memory_.profile[q].bytes -= held.bytes;
    Piece& piece = *piece_at(held, p);
    const Piece later{choice.to, piece.end};
    if (choice.moves) {
      piece = later;
      moved_ = true;
    } else {
      piece.end = choice.from;
      held.pieces.push_back(later);
      again_.push_back({held.made_by, held.region, choice.to});
    }
  }

  // ---- what comes out

  void find_peak() {
    int most = 0;
    for (int p = 0; p <= last_; ++p) {
      if (memory_.profile[p].bytes > memory_.profile[most].bytes) most = p;
    }
    memory_.temporaries = memory_.profile[most].bytes;
    memory_.at = memory_.profile[most].op;
    memory_.live.clear();
    for (Held& held : held_) {
      if (held.bytes > 0 && piece_at(held, most) != nullptr) {
        memory_.live.push_back({held.value, held.bytes});
      }
    }
    std::stable_sort(memory_.live.begin(), memory_.live.end(),
                     [](const LiveBuffer& a, const LiveBuffer& b) { return a.bytes > b.bytes; });
  }

  void insert(Steps& all) {
    for (Step& step : all.steps) {
      for (Steps& inner : step.body) insert(inner);
    }
    std::vector<const Again*> here;
    for (const Again& one : again_) {
      if (one.region == all.region) here.push_back(&one);
    }
    if (here.empty()) return;
    std::stable_sort(here.begin(), here.end(), [](const Again* a, const Again* b) { return a->before < b->before; });
    std::vector<Step> out;
    auto next = here.begin();
    for (Step& step : all.steps) {
      for (; next != here.end() && (*next)->before <= position(*step.op); ++next) {
        out.push_back(*(*next)->step);
        out.back().again = true;
      }
      out.push_back(std::move(step));
    }
    all.steps = std::move(out);
  }

  Memory& memory_;
  double limit_;              // of temporaries
  std::vector<int> held_of_;  // by id of value
  Steps separate_;
  PointerMap<const Op*, int> at_;  // positions
  int last_ = 0;
  std::vector<Held> held_;  // in the order in which they are made
  std::vector<Again> again_;
  bool moved_ = false;
};

void sum_again(const Steps& all, double times, const Hardware& hardware, ComputedAgain& out) {
  for (const Step& step : all.steps) {
    for (const Steps& inner : step.body) sum_again(inner, times * step.trip_count, hardware, out);
    if (!step.again) continue;
    const double operations = times * matrix_operations(*step.op);
    out.kernels += times * step.kernels;
    out.seconds += times * step.seconds;
    out.matrix += operations;
    if (operations > 0) out.at_the_peak += operations / hardware.matrix_rate(step.op->operand(0)->type().element());
  }
}

}  // namespace

void fit_memory(const Function& local, const Hardware& hardware, const ValueMemory& values, Memory& memory,
                Steps& steps) {
  if (hardware.memory == 0 || memory.peak() <= hardware.memory) return;
  Fitting(local, hardware, values, memory).run(steps);
}

ComputedAgain computed_again(const Steps& steps, const Hardware& hardware) {
  ComputedAgain out;
  sum_again(steps, 1, hardware, out);
  return out;
}

}  // namespace partita::core::cost

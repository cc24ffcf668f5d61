#include "cost/kernel_fusion.h"

#include <algorithm>
#include <optional>

#include "cost/op_prices.h"
#include "cost/storage.h"
#include "ir/views.h"

namespace partita::core::cost {
namespace {

constexpr int kAlways = -1;  // before the first step of a region
constexpr size_t kMostInputs = 64;

// Whether each row of the operand becomes one element of the result.
bool reduces_rows(const Op& op) {
  const Ints dims = op.ints_attr(AttrKey::kDimensions);
  const int rank = op.operand(0)->type().rank();
  for (int d = rank - static_cast<int>(std::ssize(dims)); d < rank; ++d) {
    if (!ir::contains(dims, d)) return false;
  }
  return true;
}

}  // namespace

class KernelJoiner::Joining {
 public:
  Joining(const Function& local, const CompilerTraits& compiler, const Storage& storage, const Steps& all)
      : storage_(storage),
        rows_(compiler.joins_rows),
        products_(compiler.fuses_into_products),
        made_by_(local.module().num_value_ids(), kAlways),
        last_reader_(made_by_.size()),
        all_readers_(made_by_.size(), 0) {
    count_readers(all);
    readers_ = all_readers_;
  }

  void join(Steps& all) {
    std::vector<Step>& steps = all.steps;
    ++join_;
    // They may have been joined before, in another order.
    for (const Step& step : steps) {
      for (int r = 0; r < step.op->num_results(); ++r) {
        const uint32_t id = step.op->result(r)->id();
        readers_[id] = all_readers_[id];
      }
    }
    std::vector<Space> spaces(steps.size());  // of those that others may join
    for (int i = 0; i < std::ssize(steps); ++i) {
      Step& step = steps[i];
      const std::optional<Space> space = space_of(step);
      const int home = space ? find_home(step, *space, *all.region, spaces) : kAlways;
      const int at = home == kAlways ? i : home;
      const Op* op = step.op;
      for (const StepInput& input : step.inputs) last_reader_[input.value->id()] = {join_, at};
      if (home == kAlways) {
        if (space) spaces[i] = *space;
      } else {
        take_in(step, steps[home], home);
        if (space->sums > 0) {
          spaces[home].rows = space->rows && (spaces[home].rows || spaces[home].sums == 0);
          spaces[home].sums = space->sums;
        }
      }
      for (int r = 0; r < op->num_results(); ++r) made_by_[op->result(r)->id()] = at;
    }
    std::erase_if(steps, [](const Step& step) { return step.op == nullptr; });
  }

 private:
  // The elements that a kernel goes over, and how many sums it makes of them.
  struct Space {
    double elements = 0;
    double sums = 0;
    bool product = false;
    bool rows = false;  // every sum is of one row, so that what is made of it can go over the row once more
  };

  void count_readers(const Steps& all) {
    for (const Step& step : all.steps) {
      for (const StepInput& input : step.inputs) ++all_readers_[input.value->id()];
      for (const Steps& inner : step.body) count_readers(inner);
    }
    if (const Op* end = all.region->terminator()) {
      for (const Value* result : end->operands()) ++all_readers_[result->id()];
    }
  }

  std::optional<Space> space_of(const Step& step) const {
    if (step.kind != Step::Kind::kKernel || step.rearranged != nullptr || step.op->num_results() != 1)
      return std::nullopt;
    const Op& op = *step.op;
    if (op.info().has(kElementwise) || op.is(OpKind::kBroadcastInDim)) return Space{element_count(op.result())};
    if (products_ && (op.is(OpKind::kDotGeneral) || op.is(OpKind::kConvolution))) {
      return Space{.elements = element_count(op.result()), .product = true};
    }
    if (op.is(OpKind::kReduce)) {
      return Space{
          .elements = element_count(op.operand(0)), .sums = element_count(op.result()), .rows = reduces_rows(op)};
    }
    return std::nullopt;
  }

  // The step that makes a value in this region; kAlways where it comes from outside.
  int maker(const Value& value, const Region& region) const {
    return value.op() != nullptr && value.op()->parent() == &region ? made_by_[value.id()] : kAlways;
  }

  bool reads_result_of(const Step& step, int at, const Region& region) const {
    return std::any_of(step.inputs.begin(), step.inputs.end(),
                       [&](const StepInput& input) { return maker(*input.value, region) == at; });
  }

  // A kernel of the region that the step can join: one that makes or reads what it reads.
  int find_home(const Step& step, const Space& space, const Region& region, const std::vector<Space>& spaces) const {
    int found = kAlways;
    for (const StepInput& input : step.inputs) {
      for (const int candidate : {maker(*input.value, region), last_reader_here(*input.value)}) {
        if (candidate <= found || step.inputs.size() > kMostInputs) continue;
        if (fits(step, space, candidate, spaces[candidate], region)) found = candidate;
      }
    }
    return found;
  }
  int last_reader_here(const Value& value) const {
    const Reader& reader = last_reader_[value.id()];
    return reader.join == join_ ? reader.at : kAlways;
  }
  bool fits(const Step& step, const Space& space, int at, const Space& home, const Region& region) const {
    if (home.elements == 0 || space.product) return false;
    if (home.product && (space.sums > 0 || !reads_result_of(step, at, region))) return false;
    const bool over_sums = space.sums == 0 && space.elements == home.sums;
    if (space.elements != home.elements && !over_sums) return false;
    if (space.sums > 0 && home.sums > 0 && space.sums != home.sums) return false;
    const bool again = rows_ && home.rows && (space.sums == 0 || space.rows);
    for (const StepInput& input : step.inputs) {
      const int made = maker(*input.value, region);
      if (made > at) return false;  // not there before the kernel runs
      const bool is_sum = made == at && home.sums > 0 && element_count(input.value) == home.sums;
      if (is_sum && !over_sums && !again) return false;
    }
    return true;
  }

  void take_in(Step& step, Step& home, int at) {
    for (const StepInput& input : step.inputs) {
      if (made_by_[input.value->id()] == at && makes(home, *input.value)) {
        // Read where it is made; if nobody else reads it, it need not be written.
        if (--readers_[input.value->id()] == 0) home.written -= storage_.bytes(*input.value);
        continue;
      }
      auto known = std::find_if(home.inputs.begin(), home.inputs.end(),
                                [&](const StepInput& other) { return other.value == input.value; });
      if (known == home.inputs.end()) {
        home.inputs.push_back(input);
      } else {
        known->bytes = std::max(known->bytes, input.bytes);
      }
    }
    home.written += step.written;
    home.operations += step.operations;
    home.joined.push_back(step.op);
    step.op = nullptr;
  }
  static bool makes(const Step& step, const Value& value) {
    return value.op() == step.op || std::find(step.joined.begin(), step.joined.end(), value.op()) != step.joined.end();
  }

  const Storage& storage_;
  bool rows_;
  bool products_;
  struct Reader {
    int join = 0;  // in which it is
    int at = kAlways;
  };
  int join_ = 0;                     // that is made
  std::vector<int> made_by_;         // by id of value: the step of its region that makes it
  std::vector<Reader> last_reader_;  // by id of value: the step that reads it last, so far
  std::vector<int> all_readers_;     // by id of value
  std::vector<int> readers_;         // of those, the ones that read memory
};

KernelJoiner::KernelJoiner(const Function& local, const CompilerTraits& compiler, const Storage& storage,
                           const Steps& all)
    : joining_(std::make_unique<Joining>(local, compiler, storage, all)) {}
KernelJoiner::~KernelJoiner() = default;

void KernelJoiner::join(Steps& region) { joining_->join(region); }

namespace {

void join_all(KernelJoiner& joiner, Steps& steps) {
  for (Step& step : steps.steps) {
    for (Steps& inner : step.body) join_all(joiner, inner);
  }
  joiner.join(steps);
}

}  // namespace

void join_kernels(const Function& local, const CompilerTraits& compiler, const Storage& storage, Steps& steps) {
  KernelJoiner joiner(local, compiler, storage, steps);
  join_all(joiner, steps);
}

}  // namespace partita::core::cost

#include "cost/kernels.h"

#include <algorithm>
#include <cmath>

#include "cost/fusion.h"
#include "cost/kernel_fusion.h"
#include "cost/op_prices.h"
#include "cost/products.h"
#include "cost/run_class.h"
#include "cost/storage.h"
#include "cost/trips.h"
#include "ir/views.h"

namespace partita::core::cost {
namespace {

// Elements of a sum that one processor adds up.
constexpr double kSummedAtOnce = 4096;

// Counters and indices.
bool is_single_integer(const Op& op) {
  for (int r = 0; r < op.num_results(); ++r) {
    const Type type = op.result(r)->type();
    if (type.is_tensor() && (type.num_elements() > 1 || is_float(type.element()) || is_complex(type.element())))
      return false;
  }
  return true;
}

bool multiplies_matrices(const Op& op) { return matrix_operations(op) > 0; }

const Value* first_result(const Op& op) { return op.num_results() > 0 ? op.result() : nullptr; }

// Elements of a running sum that are added up one by one; blocks of them have one sum each.
constexpr double kScanBlock = 128;

// A running sum is a window over all elements before; compilers make it in blocks.
double share_in_blocks(const Op& op) {
  if (!op.is(OpKind::kReduceWindow)) return 1;
  const std::vector<WindowDim> windows = window_of(op);
  for (size_t d = 0; d < windows.size(); ++d) {
    const WindowDim& w = windows[d];
    const auto size = static_cast<double>(w.size);
    if (size > kScanBlock && w.stride == 1 && w.size == op.operand(0)->type().dim(static_cast<int>(d)) &&
        w.padding_low + w.padding_high == w.size - 1) {
      return kScanBlock / size;
    }
  }
  return 1;
}

class StepBuilder {
 public:
  StepBuilder(const CompilerTraits& compiler, const ValueMemory& values)
      : compiler_(compiler), storage_(values.storage), fused_(values.fused), seen_(fused_.size(), 0) {}

  Steps build(const Region& region) {
    Steps out{&region, {}};
    // Most steps are those of values that have memory.
    if (region.parent_op() == nullptr) out.steps.reserve(std::count(fused_.begin(), fused_.end(), false));
    for (const Op& op : region) {
      if (op.is(OpKind::kReturn) || is_fused(op)) continue;
      for (int i = 0; i < op.num_operands(); ++i) {
        if (wants_copy(op, i)) rearrange(op, i, out.steps);
      }
      out.steps.push_back(step_of(op));
    }
    return out;
  }

 private:
  bool is_fused(const Op& op) const { return op.num_results() == 1 && fused_[op.result()->id()]; }

  Step step_of(const Op& op) {
    Step step{.kind = Step::Kind::kFree, .op = &op};
    if (collective_kind(op.kind())) {
      step.kind = Step::Kind::kCollective;
    } else if (op.is(OpKind::kWhile)) {
      step.kind = Step::Kind::kLoop;
      step.body.push_back(build(op.region(1)));
      const TripCount count = trip_count_of(op);
      step.trip_count = count.count;
      step.known_trip_count = count.from == TripCount::From::kProgram;
      for (int i = 0; i < op.num_results(); ++i) {
        if (is_kept(*op.operand(i)) && !ir::is_carried_unchanged(op, i)) {
          step.written += 2 * bytes_of(op.operand(i)->type()) * padding(op.operand(i));
        }
      }
    } else if (op.num_regions() > 0 && run_class(op.kind()).runs_regions) {
      step.kind = Step::Kind::kBranches;
      for (int r = 0; r < op.num_regions(); ++r) step.body.push_back(build(op.region(r)));
    }
    ++generation_;
    take_in(op, step);
    if (step.kind != Step::Kind::kFree) return step;
    const bool renames = (run_class(op.kind()).passes_on && !reads_fused(op)) || folds_into_product(op);
    if (renames || is_single_integer(op)) return step;
    step.written = written_by(op) * padding(first_result(op));
    if (step.read() + step.written > 0 || multiplies_matrices(op)) step.kind = Step::Kind::kKernel;
    return step;
  }
  double written_by(const Op& op) const {
    if (run_class(op.kind()).passes_on) return bytes_of(op.result()->type());
    // Where the operand of an update is not in memory, or must stay as it is, all of the result is written.
    const bool in_place = op.is(OpKind::kDynamicUpdateSlice) || op.is(OpKind::kScatter);
    if (in_place && (fused_[op.operand(0)->id()] || is_kept(*op.operand(0)))) return bytes_of(op.result()->type());
    return bytes_written(op);
  }
  // What others read, or what was given to the program to read.
  static bool is_kept(const Value& value) {
    const Use* use = value.first_use();
    const bool others = use != nullptr && use->next() != nullptr;
    return others || (value.is_argument() && value.region()->parent_op() == nullptr);
  }
  bool reads_fused(const Op& op) const {
    return op.num_operands() > 0 && fused_[op.operand(0)->id()] && !op.operand(0)->op()->is(OpKind::kConstant);
  }

  // Convolutions have the copies among their overhead.
  bool wants_copy(const Op& op, int operand) const {
    return op.is(OpKind::kDotGeneral) && !compiler_.reads_any_layout && reads_rearranged(op, operand);
  }
  // A copy of the operand in the order that the op wants, with all that is fused into it.
  void rearrange(const Op& op, int operand, std::vector<Step>& steps) {
    const Value& value = *op.operand(operand);
    Step copy{.kind = Step::Kind::kKernel, .op = &op, .rearranged = &value};
    ++generation_;
    if (is_computed_into(op, operand)) {
      take_in(*value.op(), copy);
    } else {
      copy.inputs.push_back({&value, bytes_of(value.type()) * padding(&value)});
    }
    copy.written = bytes_of(value.type()) * padding(&value);
    steps.push_back(std::move(copy));
  }
  bool is_computed_into(const Op& op, int operand) const {
    const Value& value = *op.operand(operand);
    return wants_copy(op, operand) && fused_[value.id()] && value.op() != nullptr && !value.op()->is(OpKind::kConstant);
  }

  // Adds what the op reads, and all that is fused into it. Of a fused op that only a slice is taken from, that part of
  // its elements is computed.
  void take_in(const Op& root, Step& step) {
    pending_.assign(1, {&root, 1});
    inputs_.clear();
    while (!pending_.empty()) {
      const auto [op, share] = pending_.back();
      pending_.pop_back();
      if (!multiplies_matrices(*op)) step.operations += share * share_in_blocks(*op) * arithmetic_operations(*op);
      for (int i = 0; i < op->num_operands(); ++i) {
        const Value& operand = *op->operand(i);
        if (seen_[operand.id()] == generation_) continue;
        seen_[operand.id()] = generation_;
        if (is_computed_into(*op, i)) {
          inputs_.push_back({&operand, bytes_of(operand.type()) * padding(&operand)});
        } else if (!fused_[operand.id()]) {
          inputs_.push_back({&operand, share * bytes_read(*op, i) * padding(&operand)});
        } else if (operand.op() != nullptr && !operand.op()->is(OpKind::kConstant)) {
          const double part = takes_a_part(*op)
                                  ? std::min(1.0, element_count(op->result()->type()) / element_count(operand.type()))
                                  : 1;
          pending_.emplace_back(operand.op(), share * part);
        }
      }
    }
    step.inputs.assign(inputs_.begin(), inputs_.end());
  }
  static bool takes_a_part(const Op& op) {
    return op.is(OpKind::kSlice) || op.is(OpKind::kDynamicSlice) || op.is(OpKind::kGather);
  }

  // How much larger a value is in memory than its elements.
  double padding(const Value* value) const { return value != nullptr ? storage_.growth(*value) : 1; }

  const CompilerTraits& compiler_;
  const Storage& storage_;
  const std::vector<bool>& fused_;  // by id of value
  std::vector<int64_t> seen_;       // by id of value: the last kernel that it is read by
  int64_t generation_ = 0;
  std::vector<std::pair<const Op*, double>> pending_;  // fused ops, and the part of each that is wanted
  std::vector<StepInput> inputs_;                      // of the step at hand
};

// Whether the kernel takes a slice out of a larger buffer, or puts one into it, and does nothing else with it.
bool copies_slice(const Step& step) {
  const Op* op = step.op;
  if (op->is(OpKind::kDynamicUpdateSlice)) return step.operations == 0;
  while (run_class(op->kind()).passes_on && op->num_operands() > 0 && op->operand(0)->op() != nullptr) {
    op = op->operand(0)->op();
  }
  return op->is(OpKind::kDynamicSlice) && step.operations == 0;
}

bool keeps_last_dimension(const Op& transpose) {
  const Ints permutation = transpose.ints_attr(AttrKey::kPermutation);
  return permutation.empty() || permutation.back() == std::ssize(permutation) - 1;
}

// Lines that are sorted by one kernel.
constexpr double kSortedAtOnce = 4096;

// Of a sort or a top-k, besides what it reads and writes.
double sort_seconds(const Op& op, const Hardware& hardware) {
  const Type type = op.operand(0)->type();
  const int64_t dim = op.is(OpKind::kSort) ? op.int_attr(AttrKey::kDimension, -1) : -1;
  const auto length = static_cast<double>(type.dim(static_cast<int>(dim < 0 ? dim + type.rank() : dim)));
  const double start = length > kSortedAtOnce ? hardware.overheads.sort : 0;
  if (op.is(OpKind::kTopK)) return start / 2;
  const double rate = hardware.rates.sort;
  return start + (rate > 0 ? element_count(type) * std::ceil(std::log2(std::max(2.0, length))) / rate : 0);
}

// Few sums of many elements: every processor sums up a part, and a second kernel the parts.
bool sums_in_parts(const Step& step, const Hardware& hardware) {
  auto is_such = [&](const Op& op) {
    if (!op.is(OpKind::kReduce)) return false;
    const double sums = element_count(op.result()->type());
    const auto units = static_cast<double>(hardware.products.units);
    return units > 1 && sums < units && element_count(op.operand(0)->type()) > kSummedAtOnce * sums;
  };
  return is_such(*step.op) ||
         std::any_of(step.joined.begin(), step.joined.end(), [&](const Op* op) { return is_such(*op); });
}

}  // namespace

double memory_rate(const Step& step, const Hardware& hardware) {
  const MemoryRates& rates = hardware.rates;
  const double streaming = hardware.memory_bandwidth * rates.efficiency;
  if (step.rearranged != nullptr) return streaming;
  if (rates.copy > 0 && copies_slice(step)) return rates.copy;
  for (const Op* joined : step.joined) {
    if (joined->is(OpKind::kReduce) && rates.reduce > 0) return rates.reduce;
  }
  auto or_streaming = [&](double rate) { return rate > 0 ? rate : streaming; };
  switch (step.op->kind()) {
    case OpKind::kTranspose: return keeps_last_dimension(*step.op) ? streaming : or_streaming(rates.transpose);
    case OpKind::kGather: return or_streaming(rates.gather);
    case OpKind::kScatter:
      return packed_bits(step.op->result()->type().element()) < 32 && rates.narrow_scatter > 0
                 ? rates.narrow_scatter
                 : or_streaming(rates.scatter);
    case OpKind::kFft: return or_streaming(rates.fft);
    case OpKind::kReduce:
    case OpKind::kReduceWindow:
    case OpKind::kSelectAndScatter: return or_streaming(rates.reduce);
    default: break;
  }
  return streaming;
}

double Step::read() const {
  double sum = 0;
  for (const StepInput& input : inputs) sum += input.bytes;
  return sum;
}

void add_seconds(Steps& all, const Hardware& hardware) {
  for (Step& step : all.steps) {
    step.seconds = kernel_seconds(step, hardware);
    step.kernels = kernel_count(step, hardware);
    for (Steps& inner : step.body) add_seconds(inner, hardware);
  }
}

Steps separate_steps_of(const Function& local, const Hardware& hardware, const ValueMemory& values) {
  Steps steps = StepBuilder(hardware.compiler, values).build(local.body());
  add_seconds(steps, hardware);
  return steps;
}

Steps steps_of(const Function& local, const Hardware& hardware) {
  return steps_of(local, hardware, ValueMemory(local, hardware.compiler));
}

Steps steps_of(const Function& local, const Hardware& hardware, const ValueMemory& values) {
  Steps steps = StepBuilder(hardware.compiler, values).build(local.body());
  join_kernels(local, hardware.compiler, values.storage, steps);
  add_seconds(steps, hardware);
  return steps;
}

double kernel_seconds(const Step& step, const Hardware& hardware) {
  if (step.kind != Step::Kind::kKernel) return 0;
  const Op& op = *step.op;
  double busy = step.operations / hardware.vector_flops;
  const bool is_product = multiplies_matrices(op) && step.rearranged == nullptr;
  if (is_product) {
    const double rate = hardware.matrix_rate(op.operand(0)->type().element());
    busy += op.is(OpKind::kConvolution) ? convolution_seconds(op, rate, hardware)
                                        : product_seconds(dot_shape(op), rate, hardware.products);
  }
  if (op.is(OpKind::kSort) || op.is(OpKind::kTopK)) busy += sort_seconds(op, hardware);
  if (sums_in_parts(step, hardware)) busy += hardware.overheads.kernel;
  const double moving = (step.read() + step.written) / memory_rate(step, hardware);
  // What a product needs to start is in its ramp.
  if (is_product) return std::max({busy, moving, hardware.overheads.kernel});
  return hardware.overheads.kernel + std::max(busy, moving);
}

double copy_seconds(const Step& loop, const Hardware& hardware) {
  return loop.written / (hardware.memory_bandwidth * hardware.rates.efficiency);
}
double iteration_seconds(const Step& loop, const Hardware& hardware) {
  return loop.known_trip_count ? hardware.overheads.loop : hardware.overheads.unknown_loop;
}

double kernel_count(const Step& step, const Hardware& hardware) {
  if (step.kind != Step::Kind::kKernel) return 0;
  if (sums_in_parts(step, hardware)) return 2;
  return step.op->is(OpKind::kConvolution) && step.rearranged == nullptr
             ? static_cast<double>(hardware.convolutions.kernels)
             : 1;
}

}  // namespace partita::core::cost

#include "cost/kernels.h"

#include <algorithm>
#include <cmath>

#include "cost/fusion.h"
#include "cost/kernel_fusion.h"
#include "cost/op_prices.h"
#include "cost/products.h"
#include "cost/run_class.h"
#include "cost/tiles.h"
#include "cost/trips.h"
#include "ir/views.h"

namespace partita::core::cost {
namespace {

double elements(Type type) { return type.is_tensor() ? static_cast<double>(type.num_elements()) : 0; }

// Counters and indices.
bool is_single_integer(const Op& op) {
  for (int r = 0; r < op.num_results(); ++r) {
    const Type type = op.result(r)->type();
    if (type.is_tensor() && (type.num_elements() > 1 || is_float(type.element()) || is_complex(type.element())))
      return false;
  }
  return true;
}

const Value* first_result(const Op& op) { return op.num_results() > 0 ? op.result() : nullptr; }

class StepBuilder {
 public:
  StepBuilder(const Function& local, std::array<int64_t, 2> tile)
      : tile_(tile), fused_(fused_values(local)), seen_(fused_.size(), 0) {}

  Steps build(const Region& region) {
    Steps out{&region, {}};
    for (const Op& op : region) {
      if (op.is(OpKind::kReturn) || is_fused(op)) continue;
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
    const bool renames = run_class(op.kind()).passes_on && !reads_fused(op);
    if (renames || is_single_integer(op)) return step;
    step.written = written_by(op) * padding(first_result(op));
    if (step.read() + step.written > 0 || matrix_operations(op) > 0) step.kind = Step::Kind::kKernel;
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

  // Adds what the op reads, and all that is fused into it. Of a fused op that only a slice is taken from, that part of
  // its elements is computed.
  void take_in(const Op& root, Step& step) {
    pending_.assign(1, {&root, 1});
    while (!pending_.empty()) {
      const auto [op, share] = pending_.back();
      pending_.pop_back();
      step.operations += share * (arithmetic_operations(*op) - matrix_operations(*op));
      for (int i = 0; i < op->num_operands(); ++i) {
        const Value& operand = *op->operand(i);
        if (seen_[operand.id()] == generation_) continue;
        seen_[operand.id()] = generation_;
        if (!fused_[operand.id()]) {
          step.inputs.push_back({&operand, share * bytes_read(*op, i) * padding(&operand)});
        } else if (operand.op() != nullptr && !operand.op()->is(OpKind::kConstant)) {
          const double part =
              takes_a_part(*op) ? std::min(1.0, elements(op->result()->type()) / elements(operand.type())) : 1;
          pending_.emplace_back(operand.op(), share * part);
        }
      }
    }
  }
  static bool takes_a_part(const Op& op) {
    return op.is(OpKind::kSlice) || op.is(OpKind::kDynamicSlice) || op.is(OpKind::kGather);
  }

  // How much larger a value is in memory than its elements.
  double padding(const Value* value) const {
    if (value == nullptr || tile_ == std::array<int64_t, 2>{1, 1}) return 1;
    const double dense = bytes_of(value->type());
    return dense > 0 ? padded_bytes(value->type(), tile_) / dense : 1;
  }

  std::array<int64_t, 2> tile_;
  std::vector<bool> fused_;    // by id of value
  std::vector<int64_t> seen_;  // by id of value: the last kernel that it is read by
  int64_t generation_ = 0;
  std::vector<std::pair<const Op*, double>> pending_;  // fused ops, and the part of each that is wanted
};

// Bytes per second of an op that moves data.
double memory_rate(const Step& step, const Hardware& hardware) {
  const MemoryRates& rates = hardware.rates;
  const double streaming = hardware.memory_bandwidth * rates.efficiency;
  for (const Op* joined : step.joined) {
    if (joined->is(OpKind::kReduce) && rates.reduce > 0) return rates.reduce;
  }
  auto or_streaming = [&](double rate) { return rate > 0 ? rate : streaming; };
  switch (step.op->kind()) {
    case OpKind::kTranspose: return or_streaming(rates.transpose);
    case OpKind::kGather: return or_streaming(rates.gather);
    case OpKind::kScatter: return or_streaming(rates.scatter);
    case OpKind::kFft: return or_streaming(rates.fft);
    case OpKind::kReduce:
    case OpKind::kReduceWindow:
    case OpKind::kSelectAndScatter: return or_streaming(rates.reduce);
    default: break;
  }
  const bool in_cache = rates.cache_bytes > 0 && step.read() + step.written <= rates.cache_bytes;
  return in_cache ? rates.cache_bandwidth : streaming;
}

double sort_seconds(const Op& sort, double rate) {
  const Type type = sort.operand(0)->type();
  const int64_t dim = sort.int_attr(AttrKey::kDimension, -1);
  const int at = static_cast<int>(dim < 0 ? dim + type.rank() : dim);
  return elements(type) * std::ceil(std::log2(std::max<double>(2, static_cast<double>(type.dim(at))))) / rate;
}

}  // namespace

double Step::read() const {
  double sum = 0;
  for (const StepInput& input : inputs) sum += input.bytes;
  return sum;
}

Steps steps_of(const Function& local, const Hardware& hardware) {
  Steps steps = StepBuilder(local, hardware.memory_tile).build(local.body());
  join_kernels(local, hardware.joins_rows, steps);
  return steps;
}

double kernel_seconds(const Step& step, const Hardware& hardware) {
  if (step.kind != Step::Kind::kKernel) return 0;
  const Op& op = *step.op;
  double busy = step.operations / hardware.vector_flops;
  if (const double matrix = matrix_operations(op); matrix > 0) {
    const double rate = hardware.matrix_rate(op.operand(0)->type().element());
    busy += op.is(OpKind::kConvolution) ? convolution_seconds(op, rate, hardware)
                                        : product_seconds(dot_shape(op), rate, hardware.products);
  }
  if (op.is(OpKind::kSort) && hardware.rates.sort > 0) busy = std::max(busy, sort_seconds(op, hardware.rates.sort));
  const double seconds = std::max(busy, (step.read() + step.written) / memory_rate(step, hardware));
  const Overheads& overheads = hardware.overheads;
  return std::max(seconds, overheads.kernel) + (seconds > 3 * overheads.kernel ? overheads.gap : 0);
}

double kernel_count(const Step& step, const Hardware& hardware) {
  if (step.kind != Step::Kind::kKernel) return 0;
  return step.op->is(OpKind::kConvolution) ? static_cast<double>(hardware.convolutions.kernels) : 1;
}

}  // namespace partita::core::cost

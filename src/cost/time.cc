#include "cost/time.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "cost/fusion.h"
#include "cost/trips.h"
#include "ir/operations.h"

namespace partita {
namespace {

// How many blocks of so many devices the group lies in.
double blocks_of(const DeviceGroup& group, int64_t devices, int64_t block) {
  if (block <= 0) return 1;
  if (group.ids.empty()) return std::ceil(static_cast<double>(devices) / static_cast<double>(block));
  std::set<int64_t> blocks;
  for (int64_t id : group.ids) blocks.insert(id / block);
  return static_cast<double>(blocks.size());
}

// Pairs that stay in a block go over its level; the slowest of them are waited for.
size_t outermost_of_pairs(const DeviceGroup& group, const Hardware& hardware) {
  size_t outermost = 0;
  for (size_t i = 0; i + 1 < group.ids.size(); i += 2) {
    size_t level = 0;
    while (level + 1 < hardware.levels.size() &&
           group.ids[i] / hardware.levels[level].devices != group.ids[i + 1] / hardware.levels[level].devices) {
      ++level;
    }
    outermost = std::max(outermost, level);
  }
  return outermost;
}

bool is_point_to_point(OpKind kind) { return kind == OpKind::kCollectivePermute || kind == OpKind::kSend; }

// Bytes of an operand that the op reads, and of a result that it writes.
double bytes_read(const Op& op, int operand) {
  switch (op.kind()) {
    case OpKind::kSlice:
    case OpKind::kDynamicSlice:
    case OpKind::kGather: return operand == 0 ? bytes_of(op.result()->type()) : bytes_of(op.operand(operand)->type());
    case OpKind::kDynamicUpdateSlice:
    case OpKind::kScatter: return operand < op.num_results() ? 0 : bytes_of(op.operand(operand)->type());
    case OpKind::kWhile:
    case OpKind::kIf:
    case OpKind::kCase:
    case OpKind::kReturn:
    case OpKind::kOptimizationBarrier: return 0;
    default: return bytes_of(op.operand(operand)->type());
  }
}

double bytes_written(const Op& op) {
  switch (op.kind()) {
    case OpKind::kDynamicUpdateSlice: return bytes_of(op.operand(1)->type());
    case OpKind::kScatter: return bytes_of(op.operand(op.num_operands() - 1)->type());
    case OpKind::kReshape:
    case OpKind::kBitcast:
    case OpKind::kWhile:
    case OpKind::kIf:
    case OpKind::kCase:
    case OpKind::kOptimizationBarrier: return 0;
    default: break;
  }
  double sum = 0;
  for (int r = 0; r < op.num_results(); ++r) sum += bytes_of(op.result(r)->type());
  return sum;
}

// Fused ops move nothing themselves, but what they read from memory.
double compute_time(const Function& local, const Hardware& hardware) {
  const std::vector<bool> fused = fused_values(local);
  double sum = 0;
  walk_counted(local.body(), 1, [&](const Op& op, double times) {
    if (op.parent_op() != nullptr && !runs_regions(*op.parent_op())) return;
    if (op.is(OpKind::kReturn)) return;
    const bool is_fused = op.num_results() == 1 && fused[op.result()->id()];
    double bytes = is_fused ? 0 : bytes_written(op);
    for (int i = 0; i < op.num_operands(); ++i) {
      if (!fused[op.operand(i)->id()]) bytes += bytes_read(op, i);
    }
    const double matrix = matrix_operations(op);
    double busy = (arithmetic_operations(op) - matrix) / hardware.vector_flops;
    if (matrix > 0) busy += matrix / hardware.matrix_rate(op.operand(0)->type().element());
    if (sends_data(op)) busy = 0;
    const bool runs = !is_fused && bytes > 0;
    sum += times * (std::max(busy, bytes / hardware.memory_bandwidth) + (runs ? hardware.op_latency : 0));
  });
  return sum;
}

}  // namespace

std::vector<double> collective_time(const Collective& collective, int64_t devices, const Hardware& hardware) {
  const DeviceGroup& group = *collective.group;
  std::vector<double> seconds(hardware.levels.size());
  const OpKind kind = collective.op->kind();
  if (is_point_to_point(kind)) {
    const size_t level = outermost_of_pairs(group, hardware);
    seconds[level] =
        collective.bytes / hardware.levels[level].bandwidth + collective.times * hardware.levels[level].latency;
    return seconds;
  }
  const auto n = static_cast<double>(group.size);
  if (n <= 1) return seconds;
  double blocks = n;  // that the level below has made of the group; at first every device is one
  double share = 1;   // of the whole buffer, what a device still has to exchange
  for (size_t level = 0; level < hardware.levels.size() && blocks > 1; ++level) {
    const NetworkLevel& network = hardware.levels[level];
    const double next = std::min(blocks, blocks_of(group, devices, network.devices));
    const double members = blocks / next;  // that meet over this level
    if (members > 1) {
      // Of all that is sent, (n-1)/n of the buffer: between these members, the rest further out.
      const bool spreads = kind == OpKind::kAllToAll || kind == OpKind::kRaggedAllToAll;
      const double part = spreads ? (members - 1) * (n / blocks) / n : share * (members - 1) / members;
      const double rounds = std::ceil(std::log2(members)) * (kind == OpKind::kAllReduce ? 2 : 1);
      seconds[level] =
          collective.bytes * part / ((n - 1) / n) / network.bandwidth + collective.times * rounds * network.latency;
      share /= members;
    }
    blocks = next;
  }
  return seconds;
}

StepTime step_time(const Function& local, const Wire& wire, int64_t devices, const Hardware& hardware) {
  StepTime out;
  out.compute = compute_time(local, hardware);
  out.by_level.resize(hardware.levels.size());
  for (const Collective& collective : wire.collectives) {
    const std::vector<double> seconds = collective_time(collective, devices, hardware);
    for (size_t level = 0; level < seconds.size(); ++level) out.by_level[level] += seconds[level];
  }
  out.communication = std::accumulate(out.by_level.begin(), out.by_level.end(), 0.0);
  return out;
}

}  // namespace partita

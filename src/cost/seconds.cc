#include "cost/seconds.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "cost/op_prices.h"
#include "shard/axis_groups.h"

namespace partita::core::cost {
namespace {

// How many blocks of so many devices the members lie in.
double blocks_of(const GroupMembers& members, int64_t block) {
  if (block <= 0) return 1;
  if (members.ids.empty()) return std::ceil(static_cast<double>(members.devices) / static_cast<double>(block));
  std::set<int64_t> blocks;
  for (int64_t id : members.ids) blocks.insert(id / block);
  return static_cast<double>(blocks.size());
}

// Pairs that stay in a block go over its level; the slowest of them are waited for.
size_t outermost_of_pairs(std::span<const int64_t> pairs, std::span<const NetworkLevel> levels) {
  size_t outermost = 0;
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
    size_t level = 0;
    while (level + 1 < levels.size() && pairs[i] / levels[level].devices != pairs[i + 1] / levels[level].devices) {
      ++level;
    }
    outermost = std::max(outermost, level);
  }
  return outermost;
}

}  // namespace

std::vector<NetworkLevel> network_levels(const Hardware& hardware) {
  if (!hardware.torus) return hardware.levels;
  const Torus& torus = *hardware.torus;
  std::vector<NetworkLevel> levels;
  if (torus.cores > 1) levels.push_back({"chip", torus.cores, torus.chip_bandwidth, torus.hop_latency});
  levels.push_back({"torus", 0, torus.link_bandwidth, torus.hop_latency});
  return levels;
}

std::vector<double> collective_seconds(CollectiveKind kind, const Price& price, const GroupMembers& members,
                                       const Hardware& hardware) {
  const std::vector<NetworkLevel> levels = network_levels(hardware);
  std::vector<double> seconds(levels.size());
  if (kind == CollectiveKind::kPermute) {
    const size_t level = outermost_of_pairs(members.ids, levels);
    seconds[level] = price.bytes / levels[level].bandwidth + price.launches * levels[level].latency;
    return seconds;
  }
  const double n = members.count;
  double blocks = n;  // that the level below has made of the group; at first every device is one
  double share = 1;   // of the full buffer, what a device still has to exchange
  for (size_t level = 0; level < levels.size() && blocks > 1; ++level) {
    const NetworkLevel& network = levels[level];
    const double next = std::min(blocks, blocks_of(members, network.devices));
    const double meet = blocks / next;  // over this level
    if (meet > 1) {
      // Of all that is sent, (n-1)/n of the buffer: between these members, the rest further out.
      const double part = kind == CollectiveKind::kAllToAll ? (meet - 1) * (n / blocks) / n : share * (meet - 1) / meet;
      const double rounds = std::ceil(std::log2(meet)) * (kind == CollectiveKind::kAllReduce ? 2 : 1);
      seconds[level] =
          price.bytes * part / ((n - 1) / n) / network.bandwidth + price.launches * rounds * network.latency;
      share /= meet;
    }
    blocks = next;
  }
  return seconds;
}

std::vector<double> collective_seconds(CollectiveKind kind, const Price& price, const Mesh& mesh,
                                       std::span<const AxisRef> axes, const Hardware& hardware) {
  const AxisRefs along(axes.begin(), axes.end());
  const std::vector<int64_t> ids = devices_along(mesh, along, mesh.order().id_at(0));
  std::vector<int64_t> pairs;  // each to the next
  if (kind == CollectiveKind::kPermute) {
    for (size_t i = 0; i < ids.size(); ++i) pairs.insert(pairs.end(), {ids[i], ids[(i + 1) % ids.size()]});
  }
  const GroupMembers members{static_cast<double>(ids.size()), pairs.empty() ? ids : pairs, mesh.device_count()};
  return collective_seconds(kind, price, members, hardware);
}

double op_seconds(const Op& op, double bytes, bool is_fused, const Hardware& hardware) {
  double busy = 0;
  if (!collective_kind(op.kind())) {
    const double matrix = matrix_operations(op);
    busy = (arithmetic_operations(op) - matrix) / hardware.vector_flops;
    if (matrix > 0) busy += matrix / hardware.matrix_rate(op.operand(0)->type().element());
  }
  const bool runs = !is_fused && bytes > 0;
  return std::max(busy, bytes / hardware.memory_bandwidth) + (runs ? hardware.op_latency : 0);
}

}  // namespace partita::core::cost

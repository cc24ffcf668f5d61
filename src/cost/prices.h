// The price list: what a collective sends, how often it is launched, and what a byte, a launch and an operation weigh
// against each other. Choosing, planning of reshards and reports all read it here.
//
//   an all-gather of 2x8xf32 along x=4 gives 8x8xf32: of the full 256 bytes a device sends 3/4, 192, in one launch
//   an all-reduce of 8x8xf32 along x=4 is a reduce-scatter and an all-gather: 2 · 192 bytes, in one launch
//   in bytes, as choosing weighs them: 192 + 1000 and 384 + 1000
//
// Rings are assumed: a device hands on to its neighbour what it got. *Full* is the larger side of a collective: what an
// all-gather gives, what a reduce-scatter takes, both sides of the others; what one device brings to an all-gather, or
// gets of a reduce-scatter, is its *part*. Products come before the quotient: sizes are integers, so that what divides
// evenly is exact.
#pragma once

#include <cstdint>

#include "ir/type.h"

namespace partita::core::cost {

// ---- sizes

// Of one element in memory and on the wire, densely packed: 4-bit types take half a byte, booleans a whole one.
inline int packed_bits(ElementType element) { return element == ElementType::kPred ? 8 : bit_width(element); }
inline double packed_bytes(ElementType element) { return packed_bits(element) / 8.0; }

// Bytes of a tensor; 0 for what is no tensor.
inline double bytes_of(Type type) {
  if (!type || !type.is_tensor()) return 0;
  return static_cast<double>(type.num_elements()) * packed_bits(type.element()) / 8;
}

// ---- collectives

enum class CollectiveKind : uint8_t {
  kAllGather,
  kReduceScatter,
  kAllToAll,
  kAllReduce,
  kBroadcast,  // from one device to all, or combined from all to one: everyone hands the buffer on
  kPermute,    // between pairs of devices: permutes, sends, the messages of a halo
};

// What a device sends in a collective of n devices; `full` are the bytes of the full side.
constexpr double sent_bytes(CollectiveKind kind, double full, double n) {
  switch (kind) {
    case CollectiveKind::kAllGather:
    case CollectiveKind::kReduceScatter:
    case CollectiveKind::kAllToAll: return full * (n - 1) / n;
    case CollectiveKind::kAllReduce: return 2 * full * (n - 1) / n;
    case CollectiveKind::kBroadcast:
    case CollectiveKind::kPermute: return full;
  }
  return full;
}
// The other way round: the bytes of the full side, where a device of n, more than one, sends so many.
constexpr double full_bytes(CollectiveKind kind, double sent, double n) { return sent / sent_bytes(kind, 1, n); }
// What a device sends in an all-gather or a reduce-scatter, given the bytes of a shard.
constexpr double sent_bytes_of_part(double part, double n) { return part * (n - 1); }

// What moving data costs a device.
struct Price {
  double bytes = 0;     // that it sends
  double launches = 0;  // of collectives

  constexpr Price& operator+=(const Price& more) {
    bytes += more.bytes;
    launches += more.launches;
    return *this;
  }
  friend constexpr Price operator+(Price a, const Price& b) { return a += b; }
  friend constexpr Price operator*(double times, const Price& price) {
    return {times * price.bytes, times * price.launches};
  }
  friend bool operator==(const Price&, const Price&) = default;
};

constexpr Price collective_price(CollectiveKind kind, double full, double n) { return {sent_bytes(kind, full, n), 1}; }
constexpr Price gather_price(double part, double n) { return {sent_bytes_of_part(part, n), 1}; }

// ---- what is minimised

// What choosing minimises.
enum class Objective : uint8_t {
  kTime,    // the modelled step on a hardware
  kBytes,   // what a device sends
  kMemory,  // what a device holds at its peak, and then the step
};

// A weighted sum, in bytes that a device could send meanwhile. Everything that compares ways of computing is given the
// weights: minimising something else, seconds on some hardware, is other weights.
struct PriceWeights {
  double launch = 1000;          // of a collective
  double operation = 1.0 / 200;  // of an op's work (op_work, cost/op_prices.h)
  double stored = 0.001;         // of a byte of a result: of ways that cost the same, the one with the smaller values
  // Of a byte that a materialized sharding of a captured value takes throughout a loop. Enough to prefer gathering in
  // every iteration where that sends as many bytes: the smaller pieces take less memory.
  double live_across_loop = 0.05;
  // Of what the program held by completion's shardings takes, as a part of what all else costs then: how much slower a
  // step may be where it takes less memory (choice/memory_pressure.h). Instead of the two above.
  double held = 0;
  double unit = 0;  // seconds that a byte stands for; 0: bytes are just that

  constexpr double of(const Price& price) const { return price.bytes + launch * price.launches; }
};
inline constexpr PriceWeights kDefaultWeights;

// The lighter of two; the first where they weigh the same.
constexpr Price cheaper(const Price& a, const Price& b, const PriceWeights& weights) {
  return weights.of(b) < weights.of(a) ? b : a;
}

}  // namespace partita::core::cost

namespace partita::core {
using cost::CollectiveKind;
using cost::kDefaultWeights;
using cost::Objective;
using cost::Price;
using cost::PriceWeights;
}  // namespace partita::core

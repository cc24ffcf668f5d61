// The order in which devices fill a mesh or a tile assignment: a bijection from positions 0..n-1 to device ids.
//
// Two representations. Symbolic: the ids 0..n-1 reshaped and transposed, as HLO writes `<=[2,4]T(1,0)`. It is kept as
// digits: position and id are mixed-radix numbers over the same digits in another order, so `<=[2,4]T(1,0)` is
//   {size 4, from 2, to 1}, {size 2, from 1, to 4}:   position 3 = 1*2 + 1*1  ->  id 1*1 + 1*4 = 5.
// Nothing costs more than the number of digits. Listed: explicit ids, any distinct non-negative ones; costs what the
// list costs, and is shared between copies.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"

namespace partita::core::shard {

// No mesh or tile assignment may have more devices: it keeps every product of sizes far from overflow.
inline constexpr int64_t kMaxDevices = int64_t{1} << 40;
// Nor more than these where devices have to be looked at one by one.
inline constexpr int64_t kMaxListedDevices = int64_t{1} << 22;

// One digit that a source number and a target number share: source stride `from`, target stride `to`.
struct Digit {
  int64_t size = 1;
  int64_t from = 1;
  int64_t to = 1;
  friend bool operator==(const Digit&, const Digit&) = default;
};
using Digits = std::vector<Digit>;  // major to minor in the source, unless stated otherwise

// Drops digits of size 1, sets `from` anew, and joins neighbours that are neighbours in the target too: the canonical
// list.
Digits normalized(const Digits& digits);
// Splits digits so that a boundary lies at this stride of the source (target). False where the stride does not divide:
// then no list of digits has such a boundary. `digits` may be split in part on failure.
bool cut_source(Digits& digits, int64_t stride);
bool cut_target(Digits& digits, int64_t stride);
// a: p -> x, b: q -> x. The digits of p -> q, where p and q name the same x; nothing where the two do not align (2·3
// against 3·2).
std::optional<Digits> aligned(Digits a, Digits b);
// The digits of a list of numbers, where it has some: values[p] = sum of digit·to, with values a permutation of 0..n-1.
std::optional<Digits> digits_of(const std::vector<int64_t>& values);
// The value the digits map this source number to.
int64_t map_number(const Digits& digits, int64_t source);

class DeviceOrder {
 public:
  DeviceOrder() = default;  // one device, id 0

  static DeviceOrder iota(int64_t count);
  // 0..n-1 as an array of shape dims, transposed by perm (HLO's V2). Dims at least 1, perm a permutation.
  static Result<DeviceOrder> transposed(const std::vector<int64_t>& dims, const std::vector<int64_t>& perm);
  // Explicit ids. They stay a list; see canonical().
  static Result<DeviceOrder> listed(std::vector<int64_t> ids);
  // position -> id, over ids 0..n-1.
  static DeviceOrder from_digits(Digits digits);

  int64_t count() const { return count_; }
  bool is_listed() const { return list_ != nullptr; }
  bool is_iota() const { return !is_listed() && digits_.size() <= 1; }

  int64_t id_at(int64_t position) const;
  std::optional<int64_t> position_of(int64_t id) const;

  const Digits& digits() const { return digits_; }  // symbolic orders only
  const std::vector<int64_t>& ids() const;          // listed orders only
  // The ids in order, for either representation: linear in devices, for text that has to list them.
  std::vector<int64_t> to_list() const;
  // (dims, perm) of the shortest `<=[dims]T(perm)`; symbolic orders only.
  std::pair<std::vector<int64_t>, std::vector<int64_t>> iota_form() const;

  // The symbolic order where there is one, otherwise itself. Canonical orders are equal iff they order devices
  // alike.
  DeviceOrder canonical() const;

  // Compares representations too: a list differs from the symbolic order it lists.
  friend bool operator==(const DeviceOrder& a, const DeviceOrder& b);
  size_t hash() const;

 private:
  struct List {
    std::vector<int64_t> ids;
    std::vector<std::pair<int64_t, int64_t>> by_id;  // (id, position), sorted
  };

  int64_t count_ = 1;
  Digits digits_;
  std::shared_ptr<const List> list_;
};

}  // namespace partita::core::shard

namespace partita::core {
using shard::DeviceOrder;
using shard::Digit;
using shard::Digits;
}  // namespace partita::core

// Numbers that depend on the device alone, as digits of its id: where a device starts to slice, and where it stands in
// its group, can be compared without listing devices.
//
//   id = partition_id of 8 devices; i = id / 2 % 4 * 16          16 times the digit (id / 2) % 4
//   groups [2,4]<=[4,2]T(1,0) = {{0,2,4,6},{1,3,5,7}}            position of id in its group: the digit (id / 2) % 4
//
// So a slice of 16 that starts at i is a device's own part of what these groups gather.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/program.h"

namespace partita::core::optimize {

struct DeviceNumbers;

class DeviceIndex {
 public:
  // (id / stride) % size, times factor
  struct Digit {
    int64_t stride, size, factor;
    friend bool operator==(const Digit&, const Digit&) = default;
  };

  static DeviceIndex constant(int64_t value);
  static DeviceIndex of_id(int64_t devices);  // the id itself

  friend DeviceIndex operator+(DeviceIndex a, const DeviceIndex& b);
  DeviceIndex operator*(int64_t factor) const;
  // Towards zero, of a number that is not negative; nothing where the digits do not come apart.
  std::optional<DeviceIndex> divided(int64_t by) const;
  std::optional<DeviceIndex> remainder(int64_t by) const;

  int64_t at(int64_t device) const;
  int64_t lowest() const;
  int64_t highest() const;
  // The number is this and the digits together.
  int64_t base() const { return base_; }
  const std::vector<Digit>& digits() const { return digits_; }
  // Digits have one form where their strides divide one another: equal numbers compare equal.
  friend bool operator==(const DeviceIndex&, const DeviceIndex&) = default;

 private:
  friend bool is_same_in_groups(const DeviceIndex& index, Attr groups, const DeviceNumbers& numbers);
  void normalize();
  void cut_where_others_end();

  int64_t base_ = 0;
  std::vector<Digit> digits_;  // by stride, the largest first
};

// The devices that a program's collectives are among, where they have one kind of number: all are partitions of one
// replica, or replicas of one partition.
struct DeviceNumbers {
  OpKind id = OpKind::kPartitionId;  // the op that gives a device its number
  int64_t devices = 1;

  // Nothing where there are replicas and partitions both.
  static std::optional<DeviceNumbers> of(const Module& module);
  // Whether the groups or pairs of this collective name devices by that number.
  bool names(const Op& collective) const;
};

// An integer scalar computed from constants and the device's number.
std::optional<DeviceIndex> device_index(const Value* value, const DeviceNumbers& numbers);

// Where every device stands in its group. Nothing where groups are not counted (an iota), or the digits of an id do not
// come apart so.
std::optional<DeviceIndex> group_position(Attr groups, const DeviceNumbers& numbers);

// Whether `index` is `scale` times the position that every device has in its group. Nothing that is in no group counts.
bool is_group_position(const DeviceIndex& index, int64_t scale, Attr groups, const DeviceNumbers& numbers);

// Whether `index` is the same number on all devices of a group. False where that is not seen.
bool is_same_in_groups(const DeviceIndex& index, Attr groups, const DeviceNumbers& numbers);

}  // namespace partita::core::optimize

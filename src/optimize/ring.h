// The devices of a collective's groups as rings: each has the next and the previous member of its group as neighbours.
//
//   groups {{0,2,4},{1,3,5}}      what device 2 has, the next one of 0, is pulled by 0: pairs 2->0, 4->2, 0->4, 3->1, …
//
// After k pulls from the next, a device at position p of n has what the one at (p + k) % n had.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/build/tensor_builder.h"
#include "optimize/device_index.h"

namespace partita::core::optimize {

class Ring {
 public:
  // Of a collective with groups; nothing where they are no rings: of different sizes, of one device, or such that some
  // device is in none.
  static std::optional<Ring> of(const Op& collective);

  int64_t size() const { return size_; }
  const Op& collective() const { return *collective_; }

  // Makes the number of the device's position, at the head of the function; before anything else is made.
  void place_in(Function& function);

  Value* from_next(TensorBuilder& b, Value* value) const { return pull(b, value, next_); }
  Value* from_previous(TensorBuilder& b, Value* value) const { return pull(b, value, previous_); }

  // (position + offset) % size, an i64 scalar. `offset` is constant, plus or minus a counter where there is one: a
  // number from 0 to size, together between -size and size.
  struct Offset {
    int64_t constant = 0;
    Value* counter = nullptr;
    bool subtracted = false;  // the counter
  };
  Value* shard(TensorBuilder& b, const Offset& offset) const;

 private:
  Ring(const Op& collective, int64_t size, const DeviceNumbers& numbers)
      : collective_(&collective), size_(size), numbers_(numbers) {}
  Value* pull(TensorBuilder& b, Value* value, Attr pairs) const;

  const Op* collective_;
  int64_t size_;
  DeviceNumbers numbers_;
  Attr next_, previous_;  // source and target pairs
  Value* position_ = nullptr;
};

// An i64 scalar.
Value* index_constant(TensorBuilder& b, int64_t number);

}  // namespace partita::core::optimize

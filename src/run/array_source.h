// Where the elements of a global tensor come from, box by box: a tensor in memory, a file, a seed. What a device gets
// is read without the rest, so that no process needs to hold a global tensor.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/result.h"
#include "eval/tensor.h"
#include "ir/context.h"
#include "run/boxes.h"

namespace partita::core::run {

class ArraySource {
 public:
  explicit ArraySource(Type type) : type_(type) {}
  virtual ~ArraySource() = default;
  Type type() const { return type_; }  // global
  // The elements of `box`, to their places in `to`, whose first element is that at `corner`. Of an unreduced value:
  // of this part of it.
  virtual Status read(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t part) const = 0;
  // Whether parts other than the first are there to be read; else the value is the first part, and the others are the
  // identity of the reduction.
  virtual bool has_parts() const { return false; }

 private:
  Type type_;
};

std::unique_ptr<ArraySource> tensor_source(Tensor global);
// As run::random_arguments has it for argument `index`.
std::unique_ptr<ArraySource> random_source(Type type, uint64_t seed, uint64_t index);

// What the device at this place holds: the box of the sharding, padding zero.
Result<Tensor> read_shard(Context& context, const ArraySource& source, const Sharding* sharding, int64_t place);

}  // namespace partita::core::run

namespace partita::core {
using run::ArraySource;
}  // namespace partita::core

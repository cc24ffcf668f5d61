// Which dimensions of a program a dimension of its arguments is part of: what grows when that one does.
//
//   reshape 8x16x32 -> 128x32           8 is the batch: of 128 it is the part above 16
//   dot_general 128x32, 32x64 -> 128x64
//   reshape 128x64 -> 8x16x64           and here it is dimension 0 again
//
// It is followed along the factors of the ops' rules, both ways, through loops and branches, until nothing new is
// found: all that shares a factor with it has to grow with it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::transform {

// The batch within a dimension of above x size x below elements; none where size is 0.
struct BatchMark {
  int64_t size = 0;
  int64_t below = 1;
  friend bool operator==(const BatchMark&, const BatchMark&) = default;
};

class BatchMarks {
 public:
  // Of a value, by dimension; empty where the batch is no part of it.
  const std::vector<BatchMark>& of(const Value* value) const { return marks_[value->id()]; }
  bool has(const Value* value, int dim) const { return !of(value).empty() && of(value)[dim].size > 0; }

  // From dimension `dim` of an argument. kUsage, at the op, where an op needs a fixed size of it: takes a part of it,
  // joins something to it, or works on elements one by one.
  static Result<BatchMarks> follow(Function& entry, const Value* argument, int dim);

 private:
  friend class Following;
  std::vector<std::vector<BatchMark>> marks_;  // by the ids of values
};

// kUsage: the op cannot have another batch.
Error cannot_resize(const Op& op, const std::string& why);

}  // namespace partita::core::transform

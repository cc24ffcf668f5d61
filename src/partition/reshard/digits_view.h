// A step's layouts dimension by dimension: which digits change owners, and which dimensions of a local array they are.
#pragma once

#include <vector>

#include "partition/local/local_builder.h"
#include "partition/reshard/plan.h"

namespace partita::core::partition::reshard {

// A digit, or several flat ones that go the same way. Without axes it is local.
struct DigitView {
  int64_t size = 1;
  int64_t tile = 1;
  AxisRefs before, after;
  bool enters() const { return before.empty() && !after.empty(); }
  bool leaves() const { return !before.empty() && after.empty(); }
  bool changes() const { return before != after; }
};

struct DimView {
  int64_t extent = 0;
  std::vector<DigitView> digits;

  bool changes() const;
  // One digit changes, the last, with no local digit above it: no reshape is needed.
  bool is_simple() const;
  int64_t above(size_t digit) const { return digit == 0 ? extent : digits[digit - 1].tile; }
};

// Of steps whose layouts have the same digits. Digits are joined where they go the same way, unless `apart`.
std::vector<DimView> views_of(const Step& step, bool apart);

// A local array with the digits of changing dimensions as dimensions of their own, then the tile; of simple dimensions
// the tile and the changing digit are one dimension. Made from and turned into the plain local array.
class ExposedArray {
 public:
  // With `all`, simple dimensions are shown digit by digit too.
  ExposedArray(LocalBuilder& b, std::vector<DimView> dims, Value* local, bool all);
  // To be called once the array is as it is after the step.
  Value* plain(Value* exposed);

  Value* array() const { return array_; }
  // The dimension of the array that shows a digit.
  int place(size_t dim, size_t digit) const { return first_[dim] + (exposed_[dim] ? static_cast<int>(digit) : 0); }
  bool is_exposed(size_t dim) const { return exposed_[dim]; }
  const std::vector<DimView>& dims() const { return dims_; }

 private:
  LocalBuilder& b_;
  std::vector<DimView> dims_;
  std::vector<bool> exposed_;
  std::vector<int> first_;
  Value* array_ = nullptr;
};

}  // namespace partita::core::partition::reshard

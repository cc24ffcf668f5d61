#include "partition/reshard/digits_view.h"

#include <algorithm>
#include <functional>

namespace partita::core::partition::reshard {
namespace {

// Reshapes are put off until something looks at the dimensions.
class Shaping {
 public:
  Shaping(LocalBuilder& b, Value* value) : b_(b), value_(value) {
    dims_.assign(value->type().dims().begin(), value->type().dims().end());
  }
  std::vector<int64_t>& dims() { return dims_; }

  void resize(size_t dim, int64_t size) {
    if (dims_[dim] == size) return;
    Value* shaped = finish();
    if (size < dims_[dim]) {
      value_ = b_.slice_dim(shaped, dim, 0, size);
    } else {
      Value* fill = b_.splat(b_.tensor(shaped->type().element(), {}), 0);
      value_ = b_.pad_dim(shaped, dim, 0, size - dims_[dim], fill);
    }
    dims_[dim] = size;
  }
  Value* finish() { return b_.reshape(value_, dims_); }

 private:
  LocalBuilder& b_;
  Value* value_;
  std::vector<int64_t> dims_;
};

// Digits below the last that a device holds one value of are inside its tile.
template <typename AxesOf>
size_t held(const DimView& dim, const AxesOf& axes) {
  size_t count = dim.digits.size();
  while (count > 0 && std::invoke(axes, dim.digits[count - 1]).empty()) --count;
  return count;
}

}  // namespace

bool DimView::changes() const {
  return std::any_of(digits.begin(), digits.end(), [](const DigitView& digit) { return digit.changes(); });
}

bool DimView::is_simple() const {
  return std::all_of(digits.begin(), digits.end() - 1,
                     [](const DigitView& digit) { return !digit.changes() && !digit.before.empty(); });
}

std::vector<DimView> views_of(const Step& step, bool apart) {
  std::vector<DimView> dims;
  for (size_t d = 0; d < step.before.dims.size(); ++d) {
    const DimLayout& before = step.before.dims[d];
    const DimLayout& after = step.after.dims[d];
    DimView dim{before.extent, {}};
    for (size_t i = 0; i < before.digits.size(); ++i) {
      DigitView digit{before.digits[i].size, before.digits[i].tile, {}, {}};
      if (!before.digits[i].is_local()) digit.before = {before.digits[i].owner};
      if (!after.digits[i].is_local()) digit.after = {after.digits[i].owner};
      DigitView* last = dim.digits.empty() ? nullptr : &dim.digits.back();
      const bool alike = last != nullptr && last->before.empty() == digit.before.empty() &&
                         last->after.empty() == digit.after.empty() && last->changes() == digit.changes();
      if (alike && !(apart && digit.changes()) && last->tile == digit.size * digit.tile) {
        last->size *= digit.size;
        last->tile = digit.tile;
        last->before.insert(last->before.end(), digit.before.begin(), digit.before.end());
        last->after.insert(last->after.end(), digit.after.begin(), digit.after.end());
      } else {
        dim.digits.push_back(std::move(digit));
      }
    }
    dims.push_back(std::move(dim));
  }
  return dims;
}

ExposedArray::ExposedArray(LocalBuilder& b, std::vector<DimView> dims, Value* local, bool all)
    : b_(b), dims_(std::move(dims)) {
  Shaping shaping(b, local);
  exposed_.resize(dims_.size());
  // From the last dimension, so that the places of those before it stay.
  for (size_t d = dims_.size(); d-- > 0;) {
    const DimView& dim = dims_[d];
    if (!dim.changes()) continue;
    if (!all && dim.is_simple()) {
      const DigitView& digit = dim.digits.back();
      if (digit.enters()) shaping.resize(d, digit.size * digit.tile);
      continue;
    }
    exposed_[d] = true;
    std::vector<int64_t>& sizes = shaping.dims();
    const size_t shown = held(dim, &DigitView::before);
    sizes[d] = dim.above(shown);
    for (size_t i = shown; i-- > 0;) {
      sizes.insert(sizes.begin() + static_cast<int64_t>(d), dim.digits[i].before.empty() ? dim.digits[i].size : 1);
    }
    for (size_t i = shown; i < dim.digits.size(); ++i) {
      shaping.resize(d + i, dim.digits[i].size * dim.digits[i].tile);
      shaping.dims()[d + i] = dim.digits[i].tile;
      shaping.dims().insert(shaping.dims().begin() + static_cast<int64_t>(d + i), dim.digits[i].size);
    }
  }
  array_ = shaping.finish();
  int place = 0;
  for (size_t d = 0; d < dims_.size(); ++d) {
    first_.push_back(place);
    place += exposed_[d] ? static_cast<int>(dims_[d].digits.size()) + 1 : 1;
  }
}

Value* ExposedArray::plain(Value* exposed) {
  Shaping shaping(b_, exposed);
  for (size_t d = dims_.size(); d-- > 0;) {
    const DimView& dim = dims_[d];
    const auto first = static_cast<size_t>(first_[d]);
    if (!exposed_[d]) {
      if (dim.changes() && dim.digits.back().leaves()) shaping.resize(first, dim.above(dim.digits.size() - 1));
      continue;
    }
    const size_t shown = held(dim, &DigitView::after);
    auto join = [&](size_t at) {
      std::vector<int64_t>& sizes = shaping.dims();
      sizes[at] *= sizes[at + 1];
      sizes.erase(sizes.begin() + static_cast<int64_t>(at) + 1);
    };
    for (size_t i = dim.digits.size(); i-- > shown;) {
      join(first + i);
      shaping.resize(first + i, dim.above(i));
    }
    for (size_t i = shown; i-- > 0;) join(first + i);
  }
  return shaping.finish();
}

}  // namespace partita::core::partition::reshard

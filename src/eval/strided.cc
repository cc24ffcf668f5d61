#include "eval/strided.h"

#include <algorithm>

namespace partita::core::eval {
namespace {

template <int kWidth>
struct Element {
  std::byte bytes[kWidth];
};

template <int kWidth>
void copy_run(int64_t count, const std::byte* from, int64_t from_stride, std::byte* to, int64_t to_stride) {
  using E = Element<kWidth>;
  const E* source = reinterpret_cast<const E*>(from);
  E* target = reinterpret_cast<E*>(to);
  if (from_stride == 1 && to_stride == 1) {
    std::memcpy(target, source, static_cast<size_t>(count) * kWidth);
  } else {
    for (int64_t i = 0; i < count; ++i) target[i * to_stride] = source[i * from_stride];
  }
}

template <int kWidth>
void fill(const std::byte* value, std::byte* to, int64_t count) {
  Element<kWidth> element;
  std::memcpy(&element, value, kWidth);
  Element<kWidth>* target = reinterpret_cast<Element<kWidth>*>(to);
  for (int64_t i = 0; i < count; ++i) target[i] = element;
}

template <int kWidth>
void gather(const std::byte* from, std::span<const int64_t> offsets, std::byte* to) {
  using E = Element<kWidth>;
  const E* source = reinterpret_cast<const E*>(from);
  E* target = reinterpret_cast<E*>(to);
  for (size_t i = 0; i < offsets.size(); ++i) target[i] = source[offsets[i]];
}

template <int kWidth>
void scatter(const std::byte* from, std::span<const int64_t> offsets, std::byte* to) {
  using E = Element<kWidth>;
  const E* source = reinterpret_cast<const E*>(from);
  E* target = reinterpret_cast<E*>(to);
  for (size_t i = 0; i < offsets.size(); ++i) target[offsets[i]] = source[i];
}

}  // namespace

int64_t product(Dims dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

// Drops loops of one step and joins neighbours that continue each other, so that the innermost run is as long as it
// can be.
StridedCopy::StridedCopy(int width, Dims dims, Dims from, Dims to) : width_(width), empty_(product(dims) == 0) {
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 1) continue;
    if (!loops_.empty()) {
      Loop& outer = loops_.back();
      if (outer.from == from[i] * dims[i] && outer.to == to[i] * dims[i]) {
        outer = {outer.count * dims[i], from[i], to[i]};
        continue;
      }
    }
    loops_.push_back({dims[i], from[i], to[i]});
  }
}

template <int kWidth>
void StridedCopy::run(const std::byte* from, std::byte* to) const {
  if (loops_.empty()) {
    std::memcpy(to, from, kWidth);
    return;
  }
  const Loop inner = loops_.back();
  if (loops_.size() == 1) return copy_run<kWidth>(inner.count, from, inner.from, to, inner.to);
  std::span<const Loop> outer(loops_.data(), loops_.size() - 1);
  std::vector<int64_t> index(outer.size(), 0);
  while (true) {
    copy_run<kWidth>(inner.count, from, inner.from, to, inner.to);
    for (size_t d = outer.size(); d-- > 0;) {
      from += outer[d].from * kWidth;
      to += outer[d].to * kWidth;
      if (++index[d] < outer[d].count) break;
      if (d == 0) return;
      from -= outer[d].from * kWidth * outer[d].count;
      to -= outer[d].to * kWidth * outer[d].count;
      index[d] = 0;
    }
  }
}

void StridedCopy::operator()(const std::byte* from, std::byte* to) const {
  if (empty_) return;
  switch (width_) {
    case 1: return run<1>(from, to);
    case 2: return run<2>(from, to);
    case 4: return run<4>(from, to);
    case 8: return run<8>(from, to);
    default: return run<16>(from, to);
  }
}

void copy_strided(int width, Dims dims, StridedSource from, StridedTarget to) {
  StridedCopy(width, dims, from.strides, to.strides)(from.data, to.data);
}

void fill_elements(int width, const std::byte* value, std::byte* to, int64_t count) {
  switch (width) {
    case 1: return fill<1>(value, to, count);
    case 2: return fill<2>(value, to, count);
    case 4: return fill<4>(value, to, count);
    case 8: return fill<8>(value, to, count);
    default: return fill<16>(value, to, count);
  }
}

void gather_elements(int width, const std::byte* from, std::span<const int64_t> offsets, std::byte* to) {
  switch (width) {
    case 1: return gather<1>(from, offsets, to);
    case 2: return gather<2>(from, offsets, to);
    case 4: return gather<4>(from, offsets, to);
    case 8: return gather<8>(from, offsets, to);
    default: return gather<16>(from, offsets, to);
  }
}

void scatter_elements(int width, const std::byte* from, std::span<const int64_t> offsets, std::byte* to) {
  switch (width) {
    case 1: return scatter<1>(from, offsets, to);
    case 2: return scatter<2>(from, offsets, to);
    case 4: return scatter<4>(from, offsets, to);
    case 8: return scatter<8>(from, offsets, to);
    default: return scatter<16>(from, offsets, to);
  }
}

void copy_padded(int width, Dims dims, const std::byte* from, Dims low, Dims interior, Dims to_dims, std::byte* to) {
  std::vector<int64_t> from_strides = row_major_strides(dims), to_strides = row_major_strides(to_dims), counts;
  int64_t from_start = 0, to_start = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    int64_t step = interior[d] + 1;
    int64_t first = low[d] >= 0 ? 0 : (-low[d] + step - 1) / step;
    int64_t room = to_dims[d] - 1 - low[d];  // the last element i has i * step <= room
    int64_t end = room < 0 ? 0 : std::min(dims[d], room / step + 1);
    counts.push_back(std::max<int64_t>(0, end - first));
    from_start += first * from_strides[d];
    to_start += (low[d] + first * step) * to_strides[d];
    to_strides[d] *= step;
  }
  if (product(counts) == 0) return;
  copy_strided(width, counts, {from + from_start * width, from_strides}, {to + to_start * width, to_strides});
}

const std::byte* bytes_of(const Tensor& tensor, int64_t element_offset) {
  return static_cast<const std::byte*>(tensor.raw()) + element_offset * byte_width(tensor.type().element());
}

std::byte* mutable_bytes_of(Tensor& tensor, int64_t element_offset) {
  return static_cast<std::byte*>(tensor.mutable_raw()) + element_offset * byte_width(tensor.type().element());
}

void copy_permuted(int width, Dims dims, Dims order, const std::byte* from, std::byte* to) {
  std::vector<int64_t> strides = row_major_strides(dims);
  std::vector<int64_t> result_dims, from_strides;
  for (int64_t d : order) {
    result_dims.push_back(dims[d]);
    from_strides.push_back(strides[d]);
  }
  copy_strided(width, result_dims, {from, from_strides}, {to, row_major_strides(result_dims)});
}

std::vector<int64_t> index_values(const Tensor& tensor) {
  bool is_unsigned = element_class(tensor.type().element()) == ElementClass::kUnsigned;
  std::vector<int64_t> values(tensor.size());
  for (size_t i = 0; i < values.size(); ++i) {
    int64_t value = integer_at(tensor, static_cast<int64_t>(i));
    values[i] = is_unsigned && value < 0 ? INT64_MAX : value;
  }
  return values;
}

Odometer::Odometer(Dims dims) : dims_(dims.begin(), dims.end()), index_(dims.size(), 0), valid_(product(dims) > 0) {}

void Odometer::next() {
  for (size_t d = dims_.size(); d-- > 0;) {
    if (++index_[d] < dims_[d]) return;
    index_[d] = 0;
  }
  valid_ = false;
}

}  // namespace partita::core::eval

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/move/move.h"

namespace partita::core::engine::move {
namespace {

int64_t ceil_divide(int64_t a, int64_t b) { return a >= 0 ? (a + b - 1) / b : -(-a / b); }

template <typename T>
void read_as(const void* from, Ints dims, Ints strides, int64_t* to) {
  std::vector<int64_t> at(dims.size(), 0);
  int64_t size = 1;
  for (int64_t d : dims) size *= d;
  const T* source = static_cast<const T*>(from);
  for (int64_t i = 0; i < size; ++i) {
    int64_t offset = 0;
    for (size_t d = 0; d < at.size(); ++d) offset += at[d] * strides[d];
    T value;
    std::memcpy(&value, source + offset, sizeof value);
    if constexpr (std::is_same_v<T, uint64_t>) {
      value = std::min<uint64_t>(value, static_cast<uint64_t>(std::numeric_limits<int64_t>::max()));
    }
    to[i] = static_cast<int64_t>(value);
    for (size_t d = at.size(); d-- > 0;) {
      if (++at[d] < dims[d]) break;
      at[d] = 0;
    }
  }
}

template <typename Rows>
void for_row_bytes(int64_t bytes, Rows&& rows) {
  switch (bytes) {
    case 1: return rows(std::integral_constant<size_t, 1>());
    case 2: return rows(std::integral_constant<size_t, 2>());
    case 4: return rows(std::integral_constant<size_t, 4>());
    case 8: return rows(std::integral_constant<size_t, 8>());
    case 16: return rows(std::integral_constant<size_t, 16>());
    case 32: return rows(std::integral_constant<size_t, 32>());
    case 64: return rows(std::integral_constant<size_t, 64>());
    default: return rows(static_cast<size_t>(bytes));
  }
}

}  // namespace

Pad::Pad(int width, Ints dims, Ints from_strides, Ints low, Ints interior, Ints to_dims)
    : width_(width), fill_all_(false), to_dims_(to_dims.begin(), to_dims.end()), to_strides_(to_dims.size(), 1) {
  const size_t rank = dims.size();
  for (size_t d = rank; d-- > 1;) to_strides_[d - 1] = to_strides_[d] * to_dims[d];
  // Elements first to last of the operand lie inside.
  std::vector<int64_t> count(rank), step(rank), begin(rank), end(rank);
  bool empty = false;
  for (size_t d = 0; d < rank; ++d) {
    const int64_t apart = interior[d] + 1;
    const int64_t first = std::max<int64_t>(ceil_divide(-low[d], apart), 0);
    const int64_t last = std::min(ceil_divide(to_dims[d] - low[d], apart), dims[d]);
    count[d] = std::max<int64_t>(last - first, 0);
    empty = empty || count[d] == 0;
    begin[d] = low[d] + first * apart;
    end[d] = begin[d] + (count[d] - 1) * apart + 1;
    step[d] = to_strides_[d] * apart;
    fill_all_ = fill_all_ || (interior[d] > 0 && count[d] > 1);
    from_offset_ += first * from_strides[d] * width;
    to_offset_ += begin[d] * to_strides_[d] * width;
  }
  if (empty) {
    fill_all_ = true;
    return;
  }
  copy_.emplace_back(width, count, from_strides, step);
  if (fill_all_) return;
  // What is before and after in dimension d, inside of the operand in all dimensions before d.
  for (size_t d = 0; d < rank; ++d) {
    for (const auto& [from, to] : {std::pair(int64_t{0}, begin[d]), std::pair(end[d], to_dims[d])}) {
      if (from == to) continue;
      Border border{.dims = to_dims_, .offset = from * to_strides_[d] * width};
      border.dims[d] = to - from;
      for (size_t before = 0; before < d; ++before) {
        border.dims[before] = end[before] - begin[before];
        border.offset += begin[before] * to_strides_[before] * width;
      }
      borders_.push_back(border);
    }
  }
}

void Pad::run(const void* from, const void* value, void* to) const {
  std::byte* target = static_cast<std::byte*>(to);
  if (fill_all_) fill(width_, to_dims_, to_strides_, value, to);
  for (const Border& border : borders_) fill(width_, border.dims, to_strides_, value, target + border.offset);
  for (const Copy& copy : copy_) copy.run(static_cast<const std::byte*>(from) + from_offset_, target + to_offset_);
}

int64_t clamped_offset(Ints starts, Ints dims, Ints slice, Ints strides) {
  int64_t offset = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    offset += std::clamp<int64_t>(starts[d], 0, std::max<int64_t>(dims[d] - slice[d], 0)) * strides[d];
  }
  return offset;
}

void gather_rows(const void* from, std::span<const int64_t> offsets, int64_t row_bytes, void* to) {
  const std::byte* source = static_cast<const std::byte*>(from);
  std::byte* target = static_cast<std::byte*>(to);
  for_row_bytes(row_bytes, [&](auto bytes) {
    for (size_t i = 0; i < offsets.size(); ++i) std::memcpy(target + i * bytes, source + offsets[i], bytes);
  });
}

void scatter_rows(const void* from, std::span<const int64_t> offsets, int64_t row_bytes, void* to) {
  const std::byte* source = static_cast<const std::byte*>(from);
  std::byte* target = static_cast<std::byte*>(to);
  for_row_bytes(row_bytes, [&](auto bytes) {
    for (size_t i = 0; i < offsets.size(); ++i) std::memcpy(target + offsets[i], source + i * bytes, bytes);
  });
}

void read_indices(const void* from, int width, bool is_signed, Ints dims, Ints strides, int64_t* to) {
  switch (width) {
    case 1: return is_signed ? read_as<int8_t>(from, dims, strides, to) : read_as<uint8_t>(from, dims, strides, to);
    case 2: return is_signed ? read_as<int16_t>(from, dims, strides, to) : read_as<uint16_t>(from, dims, strides, to);
    case 4: return is_signed ? read_as<int32_t>(from, dims, strides, to) : read_as<uint32_t>(from, dims, strides, to);
    default: return is_signed ? read_as<int64_t>(from, dims, strides, to) : read_as<uint64_t>(from, dims, strides, to);
  }
}

}  // namespace partita::core::engine::move

#include "engine/product/pack.h"

#include <cstring>

namespace partita::core::engine::product {
namespace {

constexpr int64_t kMaxLanes = 64;

}  // namespace

ElementLoader::ElementLoader(const loop::TileKernels& kernels, ElementType stored, ElementType sums)
    : load_(kernels.find_load(stored)),
      width_(byte_width(stored)),
      register_width_(byte_width(loop::register_type(stored))) {
  is_plain_ = stored == sums || (is_integer(stored) && is_integer(sums) && byte_width(stored) == byte_width(sums));
  converts_ = !is_plain_ && loop::register_type(stored) != sums;
  if (converts_) conversion_ = loop::Conversion(kernels, stored, sums);
}

void ElementLoader::load(const std::byte* from, int64_t stride, void* to, int64_t n) const {
  if (!converts_) return load_(from, stride, to, n);
  constexpr int64_t kBlock = 128;
  const int64_t wide = 8;
  alignas(16) std::byte registers[kBlock * wide];
  alignas(16) std::byte converted[kBlock * wide];
  std::byte* target = static_cast<std::byte*>(to);
  for (int64_t at = 0; at < n; at += kBlock) {
    const int64_t count = std::min(kBlock, n - at);
    load_(from + at * stride * width_, stride, registers, count);
    conversion_.run(registers, converted, count);
    const int64_t bytes = count * conversion_.to_width();
    std::memcpy(target, converted, static_cast<size_t>(bytes));
    target += bytes;
  }
}

template <typename T>
void Packer<T>::by_lanes(const std::byte* from, int64_t lane, int64_t count, int64_t begin, int64_t end,
                         T* panel) const {
  const int64_t width = loader->width(), lane_stride = lanes->stride();
  int64_t offsets[kMaxLanes], counts[kMaxLanes], places[kMaxLanes];
  int runs = 0;
  lanes->for_runs(lane, lane + count, [&](int64_t at, int64_t offset, int64_t n) {
    places[runs] = at;
    offsets[runs] = offset * width;
    counts[runs++] = n;
  });
  const bool whole = runs == 1 && loader->is_plain() && lane_stride == 1 && count == panel_lanes;
  depth->for_runs(begin, end, [&](int64_t at, int64_t offset, int64_t n) {
    T* to = panel + at * panel_lanes;
    const std::byte* source = from + offset * width;
    const int64_t step = depth->stride() * width;
    for (int64_t p = 0; p < n; ++p, to += panel_lanes, source += step) {
      if (whole) {
        std::memcpy(to, source + offsets[0], sizeof(T) * static_cast<size_t>(panel_lanes));
        continue;
      }
      for (int r = 0; r < runs; ++r) loader->load(source + offsets[r], lane_stride, to + places[r], counts[r]);
      for (int64_t i = count; i < panel_lanes; ++i) to[i] = T{0};
    }
  });
}

template <typename T>
void Packer<T>::by_depth(const std::byte* from, int64_t lane, int64_t count, int64_t begin, int64_t end, T* panel,
                         T* room) const {
  const int64_t width = loader->width();
  const T* sources[kMaxLanes];
  const int64_t terms = end - begin;
  for (int64_t i = 0; i < panel_lanes; ++i) {
    T* row = room + i * kDepthBlock;
    sources[i] = row;
    if (i >= count) {
      std::memset(row, 0, sizeof(T) * static_cast<size_t>(terms));
      continue;
    }
    const std::byte* source = from + lanes->offset(lane + i) * width;
    depth->for_runs(begin, end, [&](int64_t at, int64_t offset, int64_t n) {
      if (n == terms && depth->stride() == 1 && loader->is_plain()) {
        sources[i] = reinterpret_cast<const T*>(source + offset * width);
      } else {
        loader->load(source + offset * width, depth->stride(), row + at, n);
      }
    });
  }
  interleave(sources, terms, panel);
}

template <typename T>
void Packer<T>::pack(const std::byte* from, int64_t lane, int64_t begin, int64_t end, T* panel, T* room) const {
  const int64_t count = std::min(panel_lanes, lanes->size() - lane);
  if (lanes->stride() == 1 && depth->stride() != 1) {
    by_lanes(from, lane, count, begin, end, panel);
  } else {
    by_depth(from, lane, count, begin, end, panel, room);
  }
}

template struct Packer<float>;
template struct Packer<double>;
template struct Packer<uint32_t>;
template struct Packer<uint64_t>;

}  // namespace partita::core::engine::product

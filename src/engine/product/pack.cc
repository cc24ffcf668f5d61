#include "engine/product/pack.h"

#include <algorithm>
#include <cstring>

namespace partita::core::engine::product {
namespace {

constexpr int64_t kMaxLanes = 64;
constexpr int64_t kPanelsAtOnce = 4;  // whose lanes are read together

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
  depth->for_runs(begin, end, [&](int64_t at, int64_t offset, int64_t n) {
    T* to = panel + at * panel_lanes;
    const std::byte* source = from + offset * width;
    const int64_t step = depth->stride() * width;
    for (int64_t p = 0; p < n; ++p, to += panel_lanes, source += step) {
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

// `count` whole panels of lanes that lie side by side.
template <typename T>
void Packer<T>::by_whole_lanes(const std::byte* from, int64_t count, int64_t begin, int64_t end, T* panels,
                               int64_t panel_stride) const {
  struct Chunk {
    uint64_t halves[2];
  };
  const int64_t width = loader->width(), bytes = panel_lanes * width;
  depth->for_runs(begin, end, [&](int64_t at, int64_t offset, int64_t n) {
    const std::byte* source = from + offset * width;
    for (int64_t p = 0; p < n; ++p, source += depth->stride() * width) {
      for (int64_t j = 0; j < count; ++j) {
        std::byte* to = reinterpret_cast<std::byte*>(panels + j * panel_stride + (at + p) * panel_lanes);
        for (int64_t b = 0; b < bytes; b += 16) {
          Chunk chunk;
          std::memcpy(&chunk, source + j * bytes + b, sizeof chunk);
          std::memcpy(to + b, &chunk, sizeof chunk);
        }
      }
    }
  });
}

template <typename T>
void Packer<T>::pack(const std::byte* from, int64_t lane, int64_t lane_end, int64_t begin, int64_t end, T* panels,
                     int64_t panel_stride, T* room) const {
  const bool lanes_first = lanes->stride() == 1 && depth->stride() != 1;
  const bool whole = lanes_first && loader->is_plain() && lanes->runs() == 1 && panel_lanes * sizeof(T) % 16 == 0;
  for (; lane < lane_end;) {
    const int64_t here = std::min(lane_end, lanes->size()) - lane;
    const int64_t together = whole ? std::min(here / panel_lanes, kPanelsAtOnce) : 0;
    if (together > 0) {
      by_whole_lanes(from + lane * loader->width(), together, begin, end, panels, panel_stride);
    } else if (lanes_first) {
      by_lanes(from, lane, std::min(here, panel_lanes), begin, end, panels);
    } else {
      by_depth(from, lane, std::min(here, panel_lanes), begin, end, panels, room);
    }
    lane += std::max<int64_t>(together, 1) * panel_lanes;
    panels += std::max<int64_t>(together, 1) * panel_stride;
  }
}

template <typename T>
void Packer<T>::pack_pairs(const std::byte* from, int64_t lane, int64_t lane_end, int64_t begin, int64_t end,
                           uint32_t* panels, int64_t panel_stride, uint32_t* room, const PairPacking& packing) const {
  constexpr int64_t kWidth = 2;
  const int64_t terms = end - begin, given = (terms + 1) / 2, words = round_up(given, packing.step);
  const bool lanes_first = lanes->stride() == 1 && depth->stride() != 1, blocks = packing.interleave_blocks != nullptr;
  const auto element = [](const std::byte* at) {
    uint16_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return bits;
  };
  const std::byte* rows[kDepthBlock];
  if (lanes_first) {
    depth->for_runs(begin, end, [&](int64_t at, int64_t offset, int64_t n) {
      for (int64_t p = 0; p < n; ++p) rows[at + p] = from + (offset + p * depth->stride()) * kWidth;
    });
  }
  for (; lane < lane_end; lane += panel_lanes, panels += panel_stride) {
    const int64_t count = std::min(std::min(lane_end, lanes->size()) - lane, panel_lanes);
    if (lanes_first) {
      uint32_t* panel = blocks ? room : panels;
      if (count < panel_lanes) std::fill_n(panel, given * panel_lanes, uint32_t{0});
      std::fill_n(panel + given * panel_lanes, (words - given) * panel_lanes, uint32_t{0});
      lanes->for_runs(lane, lane + count, [&](int64_t at, int64_t offset, int64_t n) {
        for (int64_t w = 0; w < given; ++w) {
          uint32_t* to = panel + w * panel_lanes + at;
          const std::byte* low = rows[2 * w] + offset * kWidth;
          if (2 * w + 1 < terms) {
            const std::byte* high = rows[2 * w + 1] + offset * kWidth;
            for (int64_t i = 0; i < n; ++i) {
              to[i] = element(low + i * kWidth) | static_cast<uint32_t>(element(high + i * kWidth)) << 16;
            }
          } else {
            for (int64_t i = 0; i < n; ++i) to[i] = element(low + i * kWidth);
          }
        }
      });
      for (int64_t w = 0; blocks && w < words; w += packing.step) {
        const uint32_t* of_words[kMaxLanes];
        for (int64_t i = 0; i < packing.step; ++i) of_words[i] = room + (w + i) * panel_lanes;
        packing.interleave_blocks(of_words, panel_lanes, panels + w * panel_lanes);
      }
      continue;
    }
    const uint32_t* sources[kMaxLanes];
    for (int64_t i = 0; i < panel_lanes; ++i) {
      uint32_t* row = room + i * (kDepthBlock / 2);
      sources[i] = row;
      if (i >= count || terms != 2 * words) std::fill_n(row, words, uint32_t{0});
      if (i >= count) continue;
      std::byte* to = reinterpret_cast<std::byte*>(row);
      const std::byte* source = from + lanes->offset(lane + i) * kWidth;
      const int64_t step = depth->stride() * kWidth;
      depth->for_runs(begin, end, [&](int64_t at, int64_t offset, int64_t n) {
        const std::byte* run = source + offset * kWidth;
        if (step == kWidth) {
          std::memcpy(to + at * kWidth, run, static_cast<size_t>(n * kWidth));
        } else {
          for (int64_t p = 0; p < n; ++p) std::memcpy(to + (at + p) * kWidth, run + p * step, kWidth);
        }
      });
    }
    if (!blocks) {
      packing.interleave(sources, words, panels);
      continue;
    }
    for (int64_t w = 0; w < words; w += packing.step) {
      for (int64_t i = 0; i < panel_lanes; ++i) {
        std::copy_n(sources[i] + w, packing.step, panels + w * panel_lanes + i * packing.step);
      }
    }
  }
}

template struct Packer<float>;
template struct Packer<double>;
template struct Packer<uint32_t>;
template struct Packer<uint64_t>;

}  // namespace partita::core::engine::product

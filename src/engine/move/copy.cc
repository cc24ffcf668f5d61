#include <algorithm>
#include <cstring>

#include "engine/move/move.h"
#include "engine/move/transpose.h"

namespace partita::core::engine::move {
namespace {

constexpr int64_t kBytesPerTask = int64_t{1} << 18;
constexpr int64_t kBlockedBytes = int64_t{1} << 16, kStreamedBytes = int64_t{1} << 23;

Size size_of(int64_t bytes) {
  return bytes < kBlockedBytes ? Size::kFirstCache : bytes < kStreamedBytes ? Size::kCaches : Size::kMemory;
}

template <int64_t kBytes>
void copy_runs(const std::byte* from, int64_t from_stride, std::byte* to, int64_t to_stride, int64_t count) {
  for (int64_t i = 0; i < count; ++i) std::memcpy(to + i * to_stride, from + i * from_stride, kBytes);
}

void copy_runs(int64_t bytes, const std::byte* from, int64_t from_stride, std::byte* to, int64_t to_stride,
               int64_t count) {
  switch (bytes) {
    case 1: return copy_runs<1>(from, from_stride, to, to_stride, count);
    case 2: return copy_runs<2>(from, from_stride, to, to_stride, count);
    case 4: return copy_runs<4>(from, from_stride, to, to_stride, count);
    case 8: return copy_runs<8>(from, from_stride, to, to_stride, count);
    case 12: return copy_runs<12>(from, from_stride, to, to_stride, count);
    case 16: return copy_runs<16>(from, from_stride, to, to_stride, count);
    case 24: return copy_runs<24>(from, from_stride, to, to_stride, count);
    case 32: return copy_runs<32>(from, from_stride, to, to_stride, count);
    case 64: return copy_runs<64>(from, from_stride, to, to_stride, count);
    default:
      for (int64_t i = 0; i < count; ++i) {
        std::memcpy(to + i * to_stride, from + i * from_stride, static_cast<size_t>(bytes));
      }
  }
}

}  // namespace

Copy::Copy(int width, Ints dims, Ints from_strides, Ints to_strides) : width_(width), bytes_(width) {
  for (size_t d = 0; d < dims.size(); ++d) {
    bytes_ *= dims[d];
    if (dims[d] == 1) continue;
    Loop loop{dims[d], from_strides[d] * width, to_strides[d] * width};
    if (loop.to < 0) {  // from the other end
      from_base_ += (loop.count - 1) * loop.from;
      to_base_ += (loop.count - 1) * loop.to;
      loop.from = -loop.from;
      loop.to = -loop.to;
    }
    loops_.push_back(loop);
  }
  if (bytes_ == 0) {
    tasks_ = 0;
    return;
  }
  std::ranges::stable_sort(loops_, [](const Loop& a, const Loop& b) { return a.to > b.to; });
  for (size_t i = loops_.size(); i-- > 1;) {
    Loop &outer = loops_[i - 1], &inner = loops_[i];
    if (outer.to != inner.to * inner.count || outer.from != inner.from * inner.count) continue;
    inner.count *= outer.count;
    loops_.erase(loops_.begin() + static_cast<std::ptrdiff_t>(i) - 1);
  }
  run_bytes_ = width;
  kind_ = Kind::kElements;
  if (!loops_.empty() && loops_.back().to == width && loops_.back().from == width) {
    run_bytes_ *= loops_.back().count;
    loops_.pop_back();
    kind_ = Kind::kRuns;
  } else if (!loops_.empty() && loops_.back().to == width) {
    const auto rows = std::ranges::find(loops_, int64_t{width}, &Loop::from);
    if (rows != loops_.end()) {
      kind_ = Kind::kTranspose;
      columns_ = loops_.back();
      const Loop dense = *rows;
      loops_.erase(rows);
      loops_.back() = dense;
    }
  }
  if (loops_.empty()) {
    loops_.push_back({1, 0, 0});
    if (run_bytes_ > kBytesPerTask) {  // pieces of one run, and what is left
      loops_[0] = {run_bytes_ / kBytesPerTask, kBytesPerTask, kBytesPerTask};
      run_bytes_ = kBytesPerTask;
    }
  }
  const int64_t pieces = std::clamp<int64_t>(bytes_ / kBytesPerTask, 1, loops_[0].count);
  split_ = (loops_[0].count + pieces - 1) / pieces;
  if (loops_.size() == 1 && kind_ == Kind::kTranspose) split_ = (split_ + 63) / 64 * 64;
  tasks_ = (loops_[0].count + split_ - 1) / split_;
}

void Copy::inner(const std::byte* from, std::byte* to, int64_t first, int64_t end, const std::byte* after) const {
  const Loop& loop = loops_.back();
  from += first * loop.from;
  to += first * loop.to;
  if (kind_ == Kind::kTranspose) {
    return transpose(width_, end - first, columns_.count, from, columns_.from, to, loop.to, size_of(bytes_), after);
  }
  copy_runs(run_bytes_, from, loop.from, to, loop.to, end - first);
}

void Copy::walk(size_t depth, const std::byte* from, std::byte* to, const std::byte* after) const {
  if (depth + 1 == loops_.size()) return inner(from, to, 0, loops_.back().count, after);
  const Loop& loop = loops_[depth];
  for (int64_t i = 0; i < loop.count; ++i) {
    const std::byte* here = from + i * loop.from;
    walk(depth + 1, here, to + i * loop.to, i + 1 < loop.count ? here + loop.from : after);
  }
}

void Copy::run_tasks(int64_t first, int64_t end, const void* from, void* to) const {
  if (first >= end || kind_ == Kind::kNothing) return;
  const std::byte* source = static_cast<const std::byte*>(from) + from_base_;
  std::byte* target = static_cast<std::byte*>(to) + to_base_;
  const Loop& loop = loops_[0];
  const int64_t begin = first * split_, stop = std::min(end * split_, loop.count);
  if (loops_.size() == 1) {
    inner(source, target, begin, stop, nullptr);
  } else {
    for (int64_t i = begin; i < stop; ++i) {
      const std::byte* here = source + i * loop.from;
      walk(1, here, target + i * loop.to, i + 1 < stop ? here + loop.from : nullptr);
    }
  }
  if (kind_ == Kind::kTranspose && size_of(bytes_) == Size::kMemory) end_stream();
  // One run in pieces may leave a rest.
  const int64_t covered = loop.count * run_bytes_;
  if (loops_.size() == 1 && kind_ == Kind::kRuns && loop.to == run_bytes_ && stop == loop.count && covered < bytes_) {
    std::memcpy(target + covered, source + covered, static_cast<size_t>(bytes_ - covered));
  }
}

void fill(int width, Ints dims, Ints strides, const void* value, void* to) {
  const std::vector<int64_t> zeros(dims.size(), 0);
  const auto* bytes = static_cast<const unsigned char*>(value);
  const bool is_uniform = std::all_of(bytes, bytes + width, [bytes](unsigned char b) { return b == bytes[0]; });
  int64_t size = 1;
  bool dense = true;
  for (size_t d = dims.size(); d-- > 0;) {
    dense = dense && (strides[d] == size || dims[d] == 1);
    size *= dims[d];
  }
  if (size == 0) return;
  if (dense && is_uniform) {
    std::memset(to, bytes[0], static_cast<size_t>(size * width));
    return;
  }
  Copy(width, dims, zeros, strides).run(value, to);
}

}  // namespace partita::core::engine::move

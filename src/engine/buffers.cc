#include "engine/buffers.h"

#include <algorithm>

namespace partita::core::engine {
namespace {

constexpr int64_t kAlignment = 64;

struct Range {
  int first = -1, last = -1;
};

class Liveness {
 public:
  explicit Liveness(size_t buffers) : ranges_(buffers) {}

  void walk(const Steps& steps) {
    for (const std::unique_ptr<Step>& step : steps) {
      const int begin = next_++;
      step->number = begin;
      touch(*step, begin);
      if (step->is_loop()) loops_.push_back({begin, {}});
      for (const Steps* part : step->parts()) walk(*part);
      const int end = next_++;
      if (!step->parts().empty()) touch(*step, end);
      if (step->is_loop()) {
        const Loop loop = std::move(loops_.back());
        loops_.pop_back();
        for (int buffer : loop.from_before) use(buffer, end);
      }
    }
  }
  const std::vector<Range>& ranges() const { return ranges_; }
  int numbers() const { return next_; }

 private:
  struct Loop {
    int begin;
    std::vector<int> from_before;
  };
  void touch(const Step& step, int at) {
    for (int buffer : step.writes) use(buffer, at);
    for (int buffer : step.reads) use(buffer, at);
  }
  void use(int buffer, int at) {
    Range& range = ranges_[buffer];
    if (range.first < 0) range.first = at;
    range.last = std::max(range.last, at);
    if (!loops_.empty() && range.first <= loops_.back().begin) loops_.back().from_before.push_back(buffer);
  }

  int next_ = 0;
  std::vector<Loop> loops_;
  std::vector<Range> ranges_;
};

int64_t aligned(int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

// The largest first, each into the lowest gap. Gives the size of all.
int64_t place(std::vector<int> order, const std::vector<Range>& ranges, std::vector<Buffer>& buffers, int64_t base) {
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return buffers[a].bytes > buffers[b].bytes; });
  int64_t end = base;
  std::vector<int> placed;  // by offset
  for (int b : order) {
    const int64_t bytes = aligned(buffers[b].bytes);
    int64_t offset = base;
    for (int other : placed) {
      if (ranges[other].last < ranges[b].first || ranges[b].last < ranges[other].first) continue;
      if (buffers[other].offset >= offset + bytes) break;
      offset = std::max(offset, buffers[other].offset + aligned(buffers[other].bytes));
    }
    buffers[b].offset = offset;
    end = std::max(end, offset + bytes);
    const auto before = [&](int x, int y) { return buffers[x].offset < buffers[y].offset; };
    placed.insert(std::upper_bound(placed.begin(), placed.end(), b, before), b);
  }
  return end;
}

}  // namespace

ArenaSizes assign_buffers(const Steps& steps, std::vector<Buffer>& buffers) {
  Liveness liveness(buffers.size());
  liveness.walk(steps);
  const std::vector<Range>& ranges = liveness.ranges();
  std::vector<int> own;
  std::vector<std::vector<int>> shared;
  for (int b = 0; b < std::ssize(buffers); ++b) {
    if (ranges[b].first < 0 || buffers[b].bytes == 0) continue;
    if (buffers[b].kind == Buffer::Kind::kArena) own.push_back(b);
    if (buffers[b].kind != Buffer::Kind::kShared) continue;
    if (std::ssize(shared) <= buffers[b].index) shared.resize(buffers[b].index + 1);
    shared[buffers[b].index].push_back(b);
  }
  ArenaSizes sizes;
  sizes.numbers = liveness.numbers();
  sizes.own = place(std::move(own), ranges, buffers, 0);
  for (std::vector<int>& kind : shared) {
    const int64_t end = place(std::move(kind), ranges, buffers, sizes.shared);
    sizes.shared_by_kind.push_back(end - sizes.shared);
    sizes.shared = end;
  }
  return sizes;
}

}  // namespace partita::core::engine

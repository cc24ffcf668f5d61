// Windows that choose: select_and_scatter. Where windows do not reach along the last dimension its elements are taken
// together, each with a choice of its own.
//
//   operand [1 5 2 3], windows of 2, >=, source [10 20]      result [0 10 0 20]
#include <algorithm>

#include "engine/steps.h"

namespace partita::core::engine {
namespace {

constexpr int64_t kTogether = 256;

// The next index below `dims`, row-major; false after the last.
bool next_index(std::vector<int64_t>& at, Ints dims) {
  for (size_t d = dims.size(); d-- > 0;) {
    if (++at[d] < dims[d]) return true;
    at[d] = 0;
  }
  return false;
}

}  // namespace

SelectAndScatterStep::SelectAndScatterStep(const Op* op, loop::Op keeps, std::vector<Dim> window, const View& operand,
                                           const View& source, const View& initial, const View& result)
    : Step(op),
      keeps_(keeps),
      window_(std::move(window)),
      operand_(operand),
      source_(source),
      initial_(initial),
      result_(result) {
  reads = {operand.place.buffer, source.place.buffer, initial.place.buffer};
  writes = {result.place.buffer};
}

template <typename T, typename Keeps>
void SelectAndScatterStep::run_as(const T* operand, const T* source, T* result, Keeps keeps) const {
  struct Place {
    int64_t from, to;
  };
  const int rank = source_.rank();
  // The elements that are taken together, and the dimensions that are walked through.
  const bool together = rank > 0 && window_.back().size == 1 && window_.back().stride == 1 && window_.back().low == 0;
  const int outer = together ? rank - 1 : rank;
  const int64_t n = together ? source_.dims.back() : 1;
  const int64_t from_stride = together ? operand_.strides.back() : 0,
                source_stride = together ? source_.strides.back() : 0;
  const Ints windows(source_.dims.data(), outer);
  std::vector<int64_t> sizes;
  for (int d = 0; d < outer; ++d) sizes.push_back(window_[d].size);
  std::vector<int64_t> at(outer, 0), element(outer, 0);
  std::vector<Place> inside;
  do {
    inside.clear();
    std::fill(element.begin(), element.end(), 0);
    do {
      Place place{0, 0};
      bool is_inside = true;
      for (int d = 0; d < outer && is_inside; ++d) {
        const int64_t i = at[d] * window_[d].stride + element[d] - window_[d].low;
        is_inside = i >= 0 && i < operand_.dims[d];
        place.from += i * operand_.strides[d];
        place.to += i * result_.strides[d];
      }
      if (is_inside) inside.push_back(place);
    } while (next_index(element, sizes));
    if (inside.empty()) continue;
    int64_t given = 0;
    for (int d = 0; d < outer; ++d) given += at[d] * source_.strides[d];
    for (int64_t first = 0; first < n; first += kTogether) {
      const int64_t count = std::min(kTogether, n - first);
      T best[kTogether];
      int64_t chosen[kTogether];
      for (int64_t c = 0; c < count; ++c) {
        best[c] = operand[inside[0].from + (first + c) * from_stride];
        chosen[c] = inside[0].to;
      }
      for (size_t k = 1; k < inside.size(); ++k) {
        const T* candidate = operand + inside[k].from + first * from_stride;
        const int64_t to = inside[k].to;
        for (int64_t c = 0; c < count; ++c) {
          const T x = candidate[c * from_stride];
          const bool stays = keeps(best[c], x);
          best[c] = stays ? best[c] : x;
          chosen[c] = stays ? chosen[c] : to;
        }
      }
      for (int64_t c = 0; c < count; ++c) {
        result[chosen[c] + first + c] += source[given + (first + c) * source_stride];
      }
    }
  } while (next_index(at, windows));
}

template <typename T>
void SelectAndScatterStep::run_of(Device& device) const {
  const T* operand = reinterpret_cast<const T*>(device.address(operand_.place));
  const T* source = reinterpret_cast<const T*>(device.address(source_.place));
  T* result = reinterpret_cast<T*>(device.address(result_.place));
  std::fill_n(result, result_.num_elements(), *reinterpret_cast<const T*>(device.address(initial_.place)));
  if (source_.num_elements() == 0) return;
  switch (keeps_) {
    case loop::Op::kGreaterEqual: return run_as(operand, source, result, [](T a, T b) { return a >= b; });
    case loop::Op::kGreater: return run_as(operand, source, result, [](T a, T b) { return a > b; });
    case loop::Op::kLessEqual: return run_as(operand, source, result, [](T a, T b) { return a <= b; });
    default: return run_as(operand, source, result, [](T a, T b) { return a < b; });
  }
}

Status SelectAndScatterStep::run(Device& device) const {
  operand_.element == ElementType::kF64 ? run_of<double>(device) : run_of<float>(device);
  return {};
}

}  // namespace partita::core::engine

// Windows that choose: select_and_scatter. Where windows do not reach along the last dimension its elements are taken
// together, each with a choice of its own. Where they do not reach along the first one its indices are tasks.
//
//   operand [1 5 2 3], windows of 2, >=, source [10 20]      result [0 10 0 20]
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "engine/steps.h"

namespace partita::core::engine {
namespace {

template <typename V, typename T>
V load(const T* from) {
  V value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

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
void SelectAndScatterStep::run_as(const T* operand, const T* source, T* result, int64_t begin, int64_t end,
                                  Keeps keeps) const {
  struct Place {
    int64_t from, to;
  };
  using Number = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
  constexpr int64_t kLanes = 16 / sizeof(T);
  typedef T Lanes __attribute__((vector_size(16)));
  typedef Number Numbers __attribute__((vector_size(16)));
  const int rank = source_.rank();
  // The elements that are taken together, and the dimensions that are walked through.
  const bool together = rank > 0 && window_.back().size == 1 && window_.back().stride == 1 && window_.back().low == 0 &&
                        source_.dims.back() <= operand_.dims.back();
  const int outer = together ? rank - 1 : rank;
  const int64_t n = together ? source_.dims.back() : 1;
  const int64_t from_stride = together ? operand_.strides.back() : 0,
                source_stride = together ? source_.strides.back() : 0;
  std::vector<int64_t> windows(source_.dims.begin(), source_.dims.begin() + outer);
  std::vector<int64_t> sizes;
  for (int d = 0; d < outer; ++d) sizes.push_back(window_[d].size);
  std::vector<int64_t> at(outer, 0), element(outer, 0);
  if (has_tasks()) {
    at[0] = begin;
    windows[0] = end;
  }
  // Where the elements of a window lie from its first, and what is there of one that reaches over the border.
  std::vector<Place> whole, part;
  std::vector<int64_t> indices;  // of each element of a window, by dimension
  do {
    Place place{0, 0};
    for (int d = 0; d < outer; ++d) {
      place.from += element[d] * operand_.strides[d];
      place.to += element[d] * result_.strides[d];
    }
    whole.push_back(place);
    indices.insert(indices.end(), element.begin(), element.end());
  } while (next_index(element, sizes));
  do {
    Place first_place{0, 0};
    bool is_whole = true;
    for (int d = 0; d < outer; ++d) {
      const int64_t i = at[d] * window_[d].stride - window_[d].low;
      is_whole = is_whole && i >= 0 && i + sizes[d] <= operand_.dims[d];
      first_place.from += i * operand_.strides[d];
      first_place.to += i * result_.strides[d];
    }
    if (!is_whole) {
      part.clear();
      for (size_t k = 0; k < whole.size(); ++k) {
        bool is_inside = true;
        for (int d = 0; d < outer; ++d) {
          const int64_t i = at[d] * window_[d].stride - window_[d].low + indices[k * outer + d];
          is_inside = is_inside && i >= 0 && i < operand_.dims[d];
        }
        if (is_inside) part.push_back(whole[k]);
      }
    }
    const std::vector<Place>& inside = is_whole ? whole : part;
    if (inside.empty()) continue;
    const T* from_here = operand + first_place.from;
    T* to_here = result + first_place.to;
    int64_t given = 0;
    for (int d = 0; d < outer; ++d) given += at[d] * source_.strides[d];
    int64_t first = 0;
    for (; first + kLanes <= n && from_stride == 1; first += kLanes) {
      Lanes best = load<Lanes>(from_here + inside[0].from + first);
      Numbers chosen = {};
      for (size_t k = 1; k < inside.size(); ++k) {
        const Lanes candidate = load<Lanes>(from_here + inside[k].from + first);
        const Numbers stays = keeps(best, candidate);
        best = stays ? best : candidate;
        chosen = stays ? chosen : Numbers{} + static_cast<Number>(k);
      }
      for (int64_t c = 0; c < kLanes; ++c) {
        to_here[inside[chosen[c]].to + first + c] += source[given + (first + c) * source_stride];
      }
    }
    for (; first < n; ++first) {
      size_t chosen = 0;
      const auto element_of = [&](size_t k) { return from_here[inside[k].from + first * from_stride]; };
      for (size_t k = 1; k < inside.size(); ++k) {
        if (!keeps(element_of(chosen), element_of(k))) chosen = k;
      }
      to_here[inside[chosen].to + first] += source[given + first * source_stride];
    }
  } while (next_index(at, windows));
}

bool SelectAndScatterStep::has_tasks() const {
  return source_.rank() > 1 && window_[0].size == 1 && window_[0].stride == 1 && window_[0].low == 0;
}

template <typename T>
void SelectAndScatterStep::run_of(Device& device) const {
  const T* operand = reinterpret_cast<const T*>(device.address(operand_.place));
  const T* source = reinterpret_cast<const T*>(device.address(source_.place));
  T* result = reinterpret_cast<T*>(device.address(result_.place));
  const T initial = *reinterpret_cast<const T*>(device.address(initial_.place));
  const bool divided = has_tasks();
  const int64_t rows = divided ? result_.dims[0] : 1, row = rows == 0 ? 0 : result_.num_elements() / rows;
  const int64_t tasks = divided ? source_.dims[0] : 1;
  device.team->run(tasks, [&](int64_t begin, int64_t end, int) {
    const int64_t first = std::min(begin, rows), last = end == tasks ? rows : std::min(end, rows);
    std::fill_n(result + first * row, (last - first) * row, initial);
    if (source_.num_elements() == 0) return;
    const auto run_with = [&](auto keeps) { run_as(operand, source, result, begin, end, keeps); };
    switch (keeps_) {
      case loop::Op::kGreaterEqual: return run_with([](auto a, auto b) { return a >= b; });
      case loop::Op::kGreater: return run_with([](auto a, auto b) { return a > b; });
      case loop::Op::kLessEqual: return run_with([](auto a, auto b) { return a <= b; });
      default: return run_with([](auto a, auto b) { return a < b; });
    }
  });
}

Status SelectAndScatterStep::run(Device& device) const {
  operand_.element == ElementType::kF64 ? run_of<double>(device) : run_of<float>(device);
  return {};
}

}  // namespace partita::core::engine

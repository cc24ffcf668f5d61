#include "partita/optim/adafactor.h"

#include <algorithm>
#include <string_view>

namespace partita {
inline namespace v1 {
namespace optim {
namespace {

using Sizes = std::vector<std::int64_t>;

// How a tensor is read as a stack of matrices: dimensions [stack, split) are rows, those from there on columns.
struct Factors {
  int stack = 0, split = 0, rank = 0;

  bool is_vector() const { return rank - stack < 2; }
  std::vector<int> rows() const { return range(stack, split); }
  std::vector<int> columns() const { return range(split, rank); }
  std::vector<int> all() const { return range(stack, rank); }

 private:
  static std::vector<int> range(int from, int to) {
    std::vector<int> dims;
    for (int i = from; i < to; ++i) dims.push_back(i);
    return dims;
  }
};

int stacked_dims(const Adafactor& options, std::string_view name) {
  int count = 0;
  while (!name.empty()) {
    const std::string_view word = name.substr(0, name.find('.'));
    count += static_cast<int>(std::count(options.stacks.begin(), options.stacks.end(), word));
    name.remove_prefix(std::min(name.size(), word.size() + 1));
  }
  return count;
}

// Where rows and columns together are the fewest.
Factors factors_of(const Adafactor& options, const Shape& shape, const std::string& name) {
  Factors factors{stacked_dims(options, name), 0, shape.rank()};
  std::int64_t least = 0;
  for (int split = factors.stack + 1; split < shape.rank(); ++split) {
    std::int64_t rows = 1, columns = 1;
    for (int i = factors.stack; i < split; ++i) rows *= shape[i];
    for (int i = split; i < shape.rank(); ++i) columns *= shape[i];
    if (factors.split == 0 || rows + columns < least) {
      factors.split = split;
      least = rows + columns;
    }
  }
  return factors;
}

Shape without(const Shape& shape, const std::vector<int>& dims) {
  Sizes sizes;
  for (int i = 0; i < shape.rank(); ++i) {
    if (std::find(dims.begin(), dims.end(), i) == dims.end()) sizes.push_back(shape[i]);
  }
  return Shape(sizes);
}

}  // namespace

namespace detail {

FactoredMoment adafactor_init(const Adafactor& options, const Tensor& p, const std::string& name) {
  const Factors factors = factors_of(options, p.shape(), name);
  if (factors.is_vector()) return {zeros_like(p), std::nullopt};
  return {zeros(p.dtype(), without(p.shape(), factors.columns())),
          zeros(p.dtype(), without(p.shape(), factors.rows()))};
}

std::pair<Tensor, FactoredMoment> adafactor_step(const Adafactor& options, const Tensor& p, const Tensor& g,
                                                 const FactoredMoment& moment, const std::string& name, Operand rate) {
  const Factors factors = factors_of(options, p.shape(), name);
  const Tensor square = g * g + options.epsilon;
  const auto faded = [&](const Tensor& old, const Tensor& now) {
    return options.decay * old + (1 - options.decay) * now;
  };
  FactoredMoment next;
  Tensor change;
  if (factors.is_vector()) {
    next.rows = faded(moment.rows, square);
    change = g * rsqrt(next.rows);
  } else {
    next.rows = faded(moment.rows, mean(square, factors.columns()));
    next.columns = faded(*moment.columns, mean(square, factors.rows()));
    const Tensor rows = expand_dims(next.rows, factors.columns());
    change = g * rsqrt(rows / mean(rows, factors.rows(), {.keepdims = true})) *
             rsqrt(expand_dims(*next.columns, factors.rows()));
  }
  const Tensor size = sqrt(mean(change * change, factors.all(), {.keepdims = true}));
  return {p - rate * change / maximum(size / options.clip, 1), next};
}

}  // namespace detail
}  // namespace optim
}  // namespace v1
}  // namespace partita

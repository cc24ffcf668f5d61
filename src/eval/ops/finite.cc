#include "eval/ops/finite.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "eval/ops/elements.h"

namespace partita::core::eval {
namespace {

// Calls see(index, value) for each element that is no number, until it returns false. The parts of a complex number
// are elements of their own.
template <typename See>
void each_not_finite(const Tensor& tensor, const See& see) {
  if (!tensor.type() || !tensor.type().is_tensor()) return;
  const ElementType part = part_type(tensor.type().element());
  if (!is_float(part)) return;
  const int64_t width = byte_width(part);
  const int64_t count = tensor.type().byte_size() / width;
  const auto* bytes = static_cast<const std::byte*>(tensor.raw());
  std::array<double, 1024> numbers;
  for (int64_t first = 0; first < count; first += std::ssize(numbers)) {
    const int64_t here = std::min<int64_t>(std::ssize(numbers), count - first);
    convert_elements(part, bytes + first * width, ElementType::kF64, numbers.data(), here);
    for (int64_t i = 0; i < here; ++i) {
      if (!std::isfinite(numbers[i]) && !see(first + i, numbers[i])) return;
    }
  }
}

}  // namespace

std::optional<NotFinite> find_not_finite(const Tensor& tensor) {
  std::optional<NotFinite> out;
  each_not_finite(tensor, [&](int64_t index, double value) {
    const int64_t parts = byte_width(tensor.type().element()) / byte_width(part_type(tensor.type().element()));
    out = {index / parts, std::isnan(value)};
    return false;
  });
  return out;
}

}  // namespace partita::core::eval

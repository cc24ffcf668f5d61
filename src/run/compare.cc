#include "run/compare.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>

#include "base/numeric/float_formats.h"

namespace partita {
namespace {

double epsilon_of(ElementType type) { return std::ldexp(1.0, -float_format(type).mantissa_bits); }

// The elements as doubles, two per complex number.
std::vector<double> as_doubles(const Tensor& tensor) {
  ElementType type = tensor.type().element();
  size_t count = static_cast<size_t>(tensor.size()) * (is_complex(type) ? 2 : 1);
  std::vector<double> out(count);
  decode(part_type(type), tensor.raw(), out.data(), count);
  return out;
}

// Exact types: bytes are values. Unsigned 64-bit ones print as such.
std::string integer_text(const Tensor& tensor, int64_t i) {
  if (tensor.type().element() == ElementType::kPred) return integer_at(tensor, i) ? "true" : "false";
  if (tensor.type().element() == ElementType::kU64) return std::to_string(static_cast<uint64_t>(integer_at(tensor, i)));
  return std::to_string(integer_at(tensor, i));
}

std::vector<int64_t> unravel(int64_t index, std::span<const int64_t> dims) {
  std::vector<int64_t> at(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    at[d] = index % dims[d];
    index /= dims[d];
  }
  return at;
}

}  // namespace

std::string Difference::to_string() const {
  return fmt::format("{} of {} elements differ, most at [{}]: got {}, want {}", count, total, fmt::join(at, ", "), got,
                     want);
}

std::optional<Difference> compare(const Tensor& got, const Tensor& want, const Tolerance& tolerance) {
  ElementType type = want.type().element();
  Difference result;
  result.total = want.size();
  int64_t worst = -1;
  if (!is_float(type) && !is_complex(type)) {
    size_t width = static_cast<size_t>(byte_width(type));
    const std::byte* a = static_cast<const std::byte*>(got.raw());
    const std::byte* b = static_cast<const std::byte*>(want.raw());
    for (int64_t i = 0; i < want.size(); ++i) {
      if (std::memcmp(a + static_cast<size_t>(i) * width, b + static_cast<size_t>(i) * width, width) == 0) continue;
      ++result.count;
      double distance = std::abs(static_cast<double>(integer_at(got, i)) - static_cast<double>(integer_at(want, i)));
      if (worst < 0 || distance > result.largest) {
        worst = i;
        result.largest = distance;
      }
    }
    if (worst < 0) return std::nullopt;
    result.got = integer_text(got, worst);
    result.want = integer_text(want, worst);
    result.at = unravel(worst, want.type().dims());
    return result;
  }
  std::vector<double> a = as_doubles(got), b = as_doubles(want);
  double largest = 0;
  for (double x : b) {
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  }
  double epsilon = epsilon_of(part_type(type));
  double rtol = tolerance.rtol ? std::max(*tolerance.rtol, 4 * epsilon) : 64 * epsilon;
  double atol = tolerance.atol ? std::max(*tolerance.atol, 4 * epsilon * largest) : 64 * epsilon * largest;
  size_t parts = is_complex(type) ? 2 : 1;
  for (size_t i = 0; i < b.size(); i += parts) {
    double distance = 0;
    bool differs = false;
    for (size_t p = i; p < i + parts; ++p) {
      if (a[p] == b[p] || (std::isnan(a[p]) && std::isnan(b[p]))) continue;
      double d = std::abs(a[p] - b[p]);
      if (std::isfinite(a[p]) && std::isfinite(b[p]) && d <= atol + rtol * std::abs(b[p])) continue;
      differs = true;
      distance = std::max(distance, std::isnan(d) ? HUGE_VAL : d);
    }
    if (!differs) continue;
    ++result.count;
    if (worst < 0 || distance > result.largest) {
      worst = static_cast<int64_t>(i / parts);
      result.largest = distance;
    }
  }
  if (worst < 0) return std::nullopt;
  size_t at = static_cast<size_t>(worst) * parts;
  result.got = parts == 1 ? fmt::format("{}", a[at]) : fmt::format("({}, {})", a[at], a[at + 1]);
  result.want = parts == 1 ? fmt::format("{}", b[at]) : fmt::format("({}, {})", b[at], b[at + 1]);
  result.at = unravel(worst, want.type().dims());
  return result;
}

}  // namespace partita

#include "eval/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/numeric/float_formats.h"

namespace partita::core::eval {

ComparisonRule ComparisonRule::same() {
  ComparisonRule rule;
  rule.kind = Kind::kSame;
  return rule;
}
ComparisonRule ComparisonRule::within(double absolute, bool scaled) {
  ComparisonRule rule;
  rule.kind = scaled ? Kind::kScaled : Kind::kAbsolute;
  rule.absolute = absolute;
  return rule;
}
ComparisonRule ComparisonRule::ulps(uint64_t min_ulp, uint64_t max_ulp) {
  ComparisonRule rule;
  rule.kind = Kind::kUlp;
  rule.min_ulp = min_ulp;
  rule.max_ulp = max_ulp;
  return rule;
}
ComparisonRule ComparisonRule::tolerance(std::optional<double> rtol, std::optional<double> atol) {
  ComparisonRule rule;
  rule.kind = Kind::kTolerance;
  rule.rtol = rtol;
  rule.atol = atol;
  return rule;
}

namespace {

// A float tensor, or a complex one as twice as many floats.
struct Floats {
  ElementType type;
  int width;
  const std::byte* data;
  int64_t count;

  explicit Floats(const Tensor& tensor)
      : type(part_type(tensor.type().element())),
        width(byte_width(type)),
        data(static_cast<const std::byte*>(tensor.raw())),
        count(tensor.size() * parts(tensor)) {}
  static int64_t parts(const Tensor& tensor) { return is_complex(tensor.type().element()) ? 2 : 1; }

  uint64_t bits(int64_t i) const {
    uint64_t bits = 0;
    std::memcpy(&bits, data + i * width, width);
    return bits;
  }
  double value(int64_t i) const { return decode_one(type, bits(i)); }
  // Position among all values of the type, in order: neighbours differ by one, and both zeros are one position.
  int64_t position(int64_t i) const {
    const FloatFormat& format = float_format(type);
    uint64_t pattern = bits(i);
    if (!format.has_sign()) return static_cast<int64_t>(pattern);
    uint64_t sign = uint64_t{1} << (format.bits() - 1);
    auto magnitude = static_cast<int64_t>(pattern & (sign - 1));
    return (pattern & sign) != 0 ? -magnitude : magnitude;
  }
};

double largest_magnitude(const Floats& floats) {
  double largest = 0;
  for (int64_t i = 0; i < floats.count; ++i) {
    double value = std::fabs(floats.value(i));
    if (std::isfinite(value)) largest = std::max(largest, value);
  }
  return largest;
}

uint64_t distance(int64_t a, int64_t b) {
  return a < b ? static_cast<uint64_t>(b) - static_cast<uint64_t>(a)
               : static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
}

class FloatComparison {
 public:
  FloatComparison(const Tensor& got, const Tensor& expected, const ComparisonRule& rule)
      : got_(got), expected_(expected), rule_(rule) {
    epsilon_ = std::ldexp(1.0, -float_format(expected_.type).mantissa_bits);
    parts_ = Floats::parts(expected);
    if (rule.kind != ComparisonRule::Kind::kTolerance) return;
    double scale = largest_magnitude(expected_);
    const double rounding = rule.growth * std::max(64 * epsilon_, 4 * rule.narrowest);
    rtol_ = rule.rtol ? std::max(*rule.rtol, 4 * epsilon_) : rounding;
    atol_ = rule.atol ? std::max(*rule.atol, 4 * epsilon_ * scale) : rounding * scale;
  }

  bool equal(int64_t i) const {
    double a = got_.value(i);
    double b = expected_.value(i);
    if (rule_.kind == ComparisonRule::Kind::kExact) return a == b;
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    if (std::isinf(a) || std::isinf(b)) return a == b;
    switch (rule_.kind) {
      case ComparisonRule::Kind::kExact:
      case ComparisonRule::Kind::kSame: break;
      case ComparisonRule::Kind::kAbsolute: return std::fabs(a - b) <= rule_.absolute;
      case ComparisonRule::Kind::kScaled:
        return std::fabs(a - b) <= std::max(rule_.absolute, 16 * epsilon_ * magnitude(i));
      case ComparisonRule::Kind::kUlp: {
        uint64_t apart = distance(got_.position(i), expected_.position(i));
        return apart >= rule_.min_ulp && apart <= rule_.max_ulp;
      }
      case ComparisonRule::Kind::kTolerance: return std::fabs(a - b) <= atol_ + rtol_ * std::fabs(b);
    }
    return a == b;
  }
  double apart(int64_t i) const { return std::fabs(got_.value(i) - expected_.value(i)); }

 private:
  // Of the element that part i belongs to: a complex number's small part is no more exact than its large one.
  double magnitude(int64_t i) const {
    double size = std::fabs(expected_.value(i));
    return parts_ == 2 ? std::hypot(size, expected_.value(i ^ 1)) : size;
  }

  Floats got_;
  Floats expected_;
  const ComparisonRule& rule_;
  double epsilon_ = 0;
  int64_t parts_ = 1;
  double rtol_ = 0;
  double atol_ = 0;
};

std::string index_text(Type type, int64_t flat) {
  std::vector<int64_t> strides = row_major_strides(type.dims());
  std::string text;
  for (size_t d = 0; d < strides.size(); ++d) {
    text += fmt::format("{}{}", d == 0 ? "" : ", ", flat / strides[d] % type.dims()[d]);
  }
  return "[" + text + "]";
}

std::string float_text(ElementType type, double value) {
  return type == ElementType::kF64 ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value));
}

}  // namespace

std::string element_text(const Tensor& tensor, int64_t index) {
  ElementType type = tensor.type().element();
  switch (element_class(type)) {
    case ElementClass::kBool: return tensor.as<uint8_t>()[index] != 0 ? "true" : "false";
    case ElementClass::kSigned: return fmt::format("{}", integer_at(tensor, index));
    case ElementClass::kUnsigned: return fmt::format("{}", static_cast<uint64_t>(integer_at(tensor, index)));
    case ElementClass::kFloat: return float_text(type, Floats(tensor).value(index));
    case ElementClass::kComplex: {
      Floats parts(tensor);
      return fmt::format("({}, {})", float_text(parts.type, parts.value(2 * index)),
                         float_text(parts.type, parts.value(2 * index + 1)));
    }
  }
  return "";
}

std::optional<Difference> compare(const Tensor& got, const Tensor& expected, const ComparisonRule& rule) {
  Difference difference;
  if (got.type() != expected.type()) {
    difference.count = expected.size();
    difference.message =
        fmt::format("the type is {} and should be {}", got.type().to_string(), expected.type().to_string());
    return difference;
  }
  int64_t n = expected.size();
  ElementType type = expected.type().element();
  auto note = [&](int64_t i, double apart) {
    if (difference.count++ == 0) difference.first = i;
    if (std::isfinite(apart)) difference.largest = std::max(difference.largest, apart);
  };
  if (is_float(type) || is_complex(type)) {
    FloatComparison floats(got, expected, rule);
    int64_t parts = Floats::parts(expected);
    for (int64_t i = 0; i < n; ++i) {
      bool equal = true;
      double apart = 0;
      for (int64_t p = i * parts; p < (i + 1) * parts; ++p) {
        if (floats.equal(p)) continue;
        equal = false;
        apart = std::max(apart, floats.apart(p));
      }
      if (!equal) note(i, apart);
    }
  } else {
    auto width = static_cast<size_t>(byte_width(type));
    const auto* a = static_cast<const std::byte*>(got.raw());
    const auto* b = static_cast<const std::byte*>(expected.raw());
    for (int64_t i = 0; i < n; ++i, a += width, b += width) {
      if (std::memcmp(a, b, width) != 0) note(i, 0);
    }
  }
  if (difference.count == 0) return std::nullopt;
  std::string where = expected.type().rank() == 0
                          ? "the value"
                          : "the first, at " + index_text(expected.type(), difference.first) + ",";
  difference.message = fmt::format("{} of {} elements differ; {} is {} and should be {}", difference.count, n, where,
                                   element_text(got, difference.first), element_text(expected, difference.first));
  if (difference.count > 1 && difference.largest > 0) {
    difference.message += fmt::format(" (largest difference {})", static_cast<float>(difference.largest));
  }
  return difference;
}

}  // namespace partita::core::eval

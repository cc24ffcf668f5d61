#include "simulate/svg.h"

#include <fmt/format.h>

#include <cmath>

#include "cost/units.h"

namespace partita::core::simulate {
namespace {

std::string escaped(std::string_view words) {
  std::string out;
  for (const char c : words) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string points_text(const std::vector<std::pair<double, double>>& points) {
  std::string out;
  for (const auto& [x, y] : points) out += fmt::format("{:.1f},{:.1f} ", x, y);
  return out;
}

// 1, 2 or 5 times a power of ten: at most ten of them make up the range.
double round_step(double range) {
  const double power = std::pow(10, std::floor(std::log10(range / 5)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range / (factor * power) <= 10) return factor * power;
  }
  return 10 * power;
}

}  // namespace

Svg::Svg(double width, double height) {
  text_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, height);
}

void Svg::text(double x, double y, std::string_view words, std::string_view anchor) {
  text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, escaped(words));
}

void Svg::box(double x, double y, double width, double height, std::string_view fill, std::string_view title) {
  text_ += fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"{}\"><title>{}</title></rect>\n", x, y,
      width, height, fill, escaped(title));
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view stroke) {
  text_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2,
                       y2, stroke);
}

void Svg::area(const std::vector<std::pair<double, double>>& points, std::string_view fill, std::string_view stroke) {
  text_ += fmt::format("<polygon fill=\"{}\" stroke=\"{}\" points=\"{}\"/>\n", fill, stroke, points_text(points));
}

void Svg::time_axis(double left, double y, double right, double seconds) {
  line(left, y, right, y, "#404040");
  const double each = round_step(seconds);
  for (double at = 0; at <= seconds * (1 + 1e-9); at += each) {
    const double x = left + (right - left) * at / seconds;
    line(x, y, x, y + 5, "#404040");
    text(x, y + 18, at == 0 ? "0" : cost::seconds_text(at), "middle");
  }
}

}  // namespace partita::core::simulate

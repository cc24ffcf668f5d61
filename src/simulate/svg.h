// The few shapes that plots are made of.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::core::simulate {

class Svg {
 public:
  Svg(double width, double height);

  void raw(std::string_view markup) { text_ += markup; }
  void text(double x, double y, std::string_view words, std::string_view anchor = "start");
  // `title` is shown where someone points at it.
  void box(double x, double y, double width, double height, std::string_view fill, std::string_view title);
  void line(double x1, double y1, double x2, double y2, std::string_view stroke);
  void area(const std::vector<std::pair<double, double>>& points, std::string_view fill, std::string_view stroke);
  // From 0 to `seconds`, with a mark at round numbers.
  void time_axis(double left, double y, double right, double seconds);

  std::string finish() { return std::move(text_) + "</svg>\n"; }

 private:
  std::string text_;
};

}  // namespace partita::core::simulate

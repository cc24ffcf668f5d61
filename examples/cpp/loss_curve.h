// A picture of losses, and of what no model can go below.
#pragma once

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

inline void write_file(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  const bool whole = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file == nullptr || std::fclose(file) != 0 || !whole) throw std::runtime_error("cannot write " + path);
}

// As SVG.
inline std::string loss_curve(const std::vector<double>& losses, double floor) {
  constexpr double kWidth = 640, kHeight = 320, kLeft = 40, kMargin = 30;
  const double most = *std::max_element(losses.begin(), losses.end());
  const double step = (kWidth - kLeft - kMargin) / static_cast<double>(std::max<std::size_t>(losses.size() - 1, 1));
  auto y = [&](double loss) { return kHeight - kMargin - (kHeight - 2 * kMargin) * loss / most; };
  auto text = [](const char* format, auto... numbers) {
    char line[256];
    std::snprintf(line, sizeof line, format, numbers...);
    return std::string(line);
  };
  std::string out = text(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
      kWidth, kHeight);
  out += "<polyline fill=\"none\" stroke=\"#2060c0\" stroke-width=\"1.5\" points=\"";
  for (std::size_t i = 0; i < losses.size(); ++i) {
    out += text("%.1f,%.1f ", kLeft + step * static_cast<double>(i), y(losses[i]));
  }
  out += text(
      "\"/>\n<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#c04020\" "
      "stroke-dasharray=\"5 4\"/>\n",
      kLeft, kWidth - kMargin, y(floor), y(floor));
  out += text("<text x=\"44\" y=\"%.1f\" fill=\"#c04020\">entropy rate %.3f</text>\n", y(floor) - 5, floor);
  out += text("<text x=\"44\" y=\"20\">loss (nats per character), %.0f steps; the last is %.3f</text>\n</svg>\n",
              static_cast<double>(losses.size()), losses.back());
  return out;
}

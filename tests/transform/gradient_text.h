// Programs for gradient tests: types and functions put together as text.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace partita::core::transform {

using Shape = std::vector<int64_t>;

inline std::string type_text(const Shape& shape, std::string_view element = "f64") {
  return fmt::format("tensor<{}{}{}>", fmt::join(shape, "x"), shape.empty() ? "" : "x", element);
}
inline std::string list_text(const std::vector<int64_t>& list) { return fmt::format("[{}]", fmt::join(list, ", ")); }

// A function of arguments %0, %1, …
inline std::string function_text(const std::vector<std::string>& arguments, const std::string& body,
                                 const std::string& returned, const std::vector<std::string>& results) {
  std::string text = "func.func @main(";
  for (size_t i = 0; i < arguments.size(); ++i) text += fmt::format("{}%{}: {}", i > 0 ? ", " : "", i, arguments[i]);
  return text + fmt::format(") -> ({0}) {{\n{1}\n  return {2} : {0}\n}}\n", fmt::join(results, ", "), body, returned);
}

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  int64_t pick(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random_); }
  bool toss() { return pick(0, 1) == 1; }
  Shape shape(int rank, int64_t low, int64_t high) {
    Shape out;
    for (int d = 0; d < rank; ++d) out.push_back(pick(low, high));
    return out;
  }

 private:
  std::mt19937 random_;
};

}  // namespace partita::core::transform

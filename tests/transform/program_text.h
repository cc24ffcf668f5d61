// Programs for tests of gradients, written from numbers.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <vector>

#include "dice.h"

namespace partita::core::transform {

using Dims = std::vector<int64_t>;

inline std::string tensor_text(const Dims& dims, const std::string& element = "f64") {
  std::string out = "tensor<";
  for (int64_t dim : dims) out += std::to_string(dim) + "x";
  return out + element + ">";
}
inline std::string list_text(const Dims& numbers) { return fmt::format("[{}]", fmt::join(numbers, ", ")); }
inline std::string array_text(const Dims& numbers) {
  return numbers.empty() ? "array<i64>" : fmt::format("array<i64: {}>", fmt::join(numbers, ", "));
}
// Pairs of numbers, as padding has them.
inline std::string pairs_text(const Dims& flat) {
  std::string out;
  for (size_t i = 0; i + 1 < flat.size(); i += 2)
    out += fmt::format("{}[{}, {}]", i == 0 ? "" : ", ", flat[i], flat[i + 1]);
  return fmt::format("[{}]", out);
}

// @main of these arguments, named %a, %b, …; `body` gives `%y` of this type.
inline std::string main_text(const std::vector<std::string>& arguments, const std::string& result,
                             const std::string& body) {
  std::string list;
  for (size_t i = 0; i < arguments.size(); ++i) {
    list += fmt::format("{}%{}: {}", i == 0 ? "" : ", ", static_cast<char>('a' + i), arguments[i]);
  }
  return fmt::format("func.func @main({}) -> {} {{\n  {}\n  return %y : {}\n}}\n", list, result, body, result);
}

// @main of these arguments, named %0, %1, …, that returns values of several types.
inline std::string function_text(const std::vector<std::string>& arguments, const std::string& body,
                                 const std::string& returned, const std::vector<std::string>& results) {
  std::string list;
  for (size_t i = 0; i < arguments.size(); ++i) list += fmt::format("{}%{}: {}", i == 0 ? "" : ", ", i, arguments[i]);
  return fmt::format("func.func @main({0}) -> ({1}) {{\n{2}\n  return {3} : {1}\n}}\n", list, fmt::join(results, ", "),
                     body, returned);
}

// A body (%p, %q) -> %r that is associative and no plain op: log(e^p + e^q), as JAX writes it.
inline constexpr const char* kLogAddExp =
    "%m = stablehlo.maximum %p, %q : tensor<f64>\n    %n = stablehlo.subtract %p, %q : tensor<f64>\n"
    "    %c = stablehlo.compare NE, %n, %n : (tensor<f64>, tensor<f64>) -> tensor<i1>\n"
    "    %v = stablehlo.add %p, %q : tensor<f64>\n    %o = stablehlo.abs %n : tensor<f64>\n"
    "    %s = stablehlo.negate %o : tensor<f64>\n    %t = stablehlo.exponential %s : tensor<f64>\n"
    "    %u = stablehlo.log_plus_one %t : tensor<f64>\n    %w = stablehlo.add %m, %u : tensor<f64>\n"
    "    %r = stablehlo.select %c, %v, %w : tensor<i1>, tensor<f64>";

// Of pairs (%p, %q), (%s, %t) -> %u, %v, one linear function after another: associative, but the order counts.
inline constexpr const char* kCompose =
    "%u = stablehlo.multiply %p, %s : tensor<f64>\n    %w = stablehlo.multiply %q, %s : tensor<f64>\n"
    "    %v = stablehlo.add %w, %t : tensor<f64>\n    stablehlo.return %u, %v : tensor<f64>, tensor<f64>";

// `rank` sizes between the two.
inline Dims some_dims(fuzz::Dice& dice, int64_t rank, int64_t low = 1, int64_t high = 4) {
  Dims dims;
  for (int64_t d = 0; d < rank; ++d) dims.push_back(dice.between(low, high));
  return dims;
}
inline Dims some_permutation(fuzz::Dice& dice, int64_t rank) {
  Dims order;
  for (int64_t d = 0; d < rank; ++d) order.push_back(d);
  dice.shuffle(order);
  return order;
}

}  // namespace partita::core::transform

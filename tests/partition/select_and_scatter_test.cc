// select_and_scatter along divided dimensions, with numbers that a mask could mistake for its own.
#include <gtest/gtest.h>

#include "differential.h"
#include "random_cases.h"

namespace partita::core::partition {
namespace {

using Dims = std::vector<int64_t>;

std::string list(const Dims& numbers) {
  std::string text;
  for (int64_t n : numbers) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

struct Case {
  std::string element = "f32", direction = "GE", combiner = "add", init = "0.0";
  Dims sizes, windows, strides, low, high;
  // f32: operand elements that are not below 0.2 become NaN, those below -0.3 become -Inf.
  bool extreme = false;

  Dims outputs() const {
    Dims out;
    for (size_t d = 0; d < sizes.size(); ++d) {
      const int64_t padded = sizes[d] + low[d] + high[d];
      out.push_back(padded < windows[d] ? 0 : (padded - windows[d]) / strides[d] + 1);
    }
    return out;
  }
  std::string text(const std::string& mesh, const std::string& operand, const std::string& source,
                   const std::string& result) const {
    const std::string t = RandomCase::type(sizes, element), s = RandomCase::type(outputs(), element),
                      scalar = "tensor<" + element + ">", mask = RandomCase::type(sizes, "i1");
    std::string padding;
    for (size_t d = 0; d < sizes.size(); ++d) {
      padding += (d > 0 ? ", [" : "[") + std::to_string(low[d]) + ", " + std::to_string(high[d]) + "]";
    }
    std::string head = mesh + "func.func @main(%a: " + t + operand + ", %s: " + s + source + ") -> (" + t + result +
                       ") {\n  %i = stablehlo.constant dense<" + init + "> : " + scalar + "\n";
    if (extreme) {
      auto replace = [&](const std::string& to, const std::string& from, const std::string& how,
                         const std::string& bound, const std::string& by) {
        head += "  %b" + to + " = stablehlo.constant dense<" + bound + "> : " + t + "\n  %v" + to +
                " = stablehlo.constant dense<" + by + "> : " + t + "\n  %c" + to + " = stablehlo.compare " + how +
                ", " + from + ", %b" + to + " : (" + t + ", " + t + ") -> " + mask + "\n  %" + to +
                " = stablehlo.select %c" + to + ", %v" + to + ", " + from + " : " + mask + ", " + t + "\n";
      };
      replace("n", "%a", "GE", "0.2", "0x7FC00000");
      replace("o", "%n", "LT", "-0.3", "0xFF800000");
    }
    return head + "  %r = \"stablehlo.select_and_scatter\"(" + (extreme ? "%o" : "%a") +
           ", %s, %i) ({\n  ^bb0(%p: " + scalar + ", %q: " + scalar + "):\n    %c = stablehlo.compare " + direction +
           ", %p, %q : (" + scalar + ", " + scalar + ") -> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n  }, {\n" +
           "  ^bb0(%p: " + scalar + ", %q: " + scalar + "):\n    %d = stablehlo." + combiner + " %p, %q : " + scalar +
           "\n    stablehlo.return %d : " + scalar + "\n  }) {window_dimensions = array<i64: " + list(windows) +
           ">, window_strides = array<i64: " + list(strides) + ">, padding = dense<[" + padding + "]> : tensor<" +
           std::to_string(sizes.size()) + "x2xi64>} : (" + t + ", " + s + ", " + scalar + ") -> " + t +
           "\n  return %r : " + t + "\n}\n";
  }
};

TEST(SelectAndScatterLowering, AllKinds) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomCase random(seed);
    Case c;
    c.extreme = random.below(2) == 0;
    c.direction = random.one_of<std::string>({"GE", "GT", "LT", "LE"});
    if (!c.extreme && random.below(2) == 0) {
      c.element = "i32";
      c.init = random.one_of<std::string>({"0", "3"});
      c.combiner = random.one_of<std::string>({"add", "maximum", "subtract"});
    }
    const int rank = random.between(1, 2);
    for (int d = 0; d < rank; ++d) {
      c.sizes.push_back(random.between(random.below(10) == 0 ? 0 : 1, 16));
      c.windows.push_back(random.between(1, 5));
      c.strides.push_back(random.between(1, 4));
      c.low.push_back(random.between(0, c.windows.back() - 1));
      c.high.push_back(random.between(0, 3));
    }
    auto sharded = [&] { return " {sdy.sharding = " + random.sharding(rank) + "}"; };
    std::string operand = sharded(), source = sharded(), result = sharded();
    if (random.below(3) != 0) source = operand, result = operand;
    // A last dimension that makes rows too long to gather for nothing.
    if (random.below(2) == 0) {
      for (std::string* text : {&operand, &source, &result}) text->insert(text->size() - 3, ", {}");
      c.sizes.push_back(150);
      for (Dims* dims : {&c.windows, &c.strides}) dims->push_back(1);
      for (Dims* dims : {&c.low, &c.high}) dims->push_back(0);
    }
    ASSERT_EQ(differential(c.text(random.mesh(), operand, source, result), seed), "");
  }
}

}  // namespace
}  // namespace partita::core::partition

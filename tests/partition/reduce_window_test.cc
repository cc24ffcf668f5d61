// reduce_window: pooling, cumulative windows, windows over all of a dimension, any body and initial value.
#include <gtest/gtest.h>

#include <algorithm>

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

struct Window {
  int64_t size = 1, window = 1, stride = 1, low = 0, high = 0, base = 1, dilation = 1;
  int64_t outputs() const {
    int64_t padded = (size == 0 ? 0 : (size - 1) * base + 1) + low + high, span = (window - 1) * dilation + 1;
    return padded <= 0 || padded < span ? 0 : (padded - span) / stride + 1;
  }
};

// The body as ops on %p0, %p1, … and %q0, %q1, …, which returns %s0, %s1, …
struct Case {
  std::vector<std::string> elements;
  std::vector<std::string> inits;
  std::string body;
  std::vector<Window> windows;

  std::string text(const std::string& mesh, const std::string& in, const std::string& out) const {
    Dims from, to, window, strides, base, dilation;
    std::string padding;
    for (const Window& w : windows) {
      from.push_back(w.size);
      to.push_back(w.outputs());
      window.push_back(w.window);
      strides.push_back(w.stride);
      base.push_back(w.base);
      dilation.push_back(w.dilation);
      padding += (padding.empty() ? "[" : ", [") + std::to_string(w.low) + ", " + std::to_string(w.high) + "]";
    }
    std::string arguments, results, constants, operands, types, blocks, returned, scalars;
    auto with = [](std::string& text, const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
    std::string init_names, init_types, left, right, result_types;
    for (size_t i = 0; i < elements.size(); ++i) {
      const std::string n = std::to_string(i), scalar = "tensor<" + elements[i] + ">";
      with(arguments, "%a" + n + ": " + RandomCase::type(from, elements[i]) + in);
      with(results, RandomCase::type(to, elements[i]) + out);
      with(result_types, RandomCase::type(to, elements[i]));
      constants += "  %i" + n + " = stablehlo.constant dense<" + inits[i] + "> : " + scalar + "\n";
      with(operands, "%a" + n);
      with(init_names, "%i" + n);
      with(types, RandomCase::type(from, elements[i]));
      with(init_types, scalar);
      with(left, "%p" + n + ": " + scalar);
      with(right, "%q" + n + ": " + scalar);
      with(returned, "%s" + n);
      with(scalars, scalar);
    }
    auto array = [](const Dims& d) { return "array<i64: " + list(d) + ">"; };
    const size_t rank = windows.size();
    std::string count = elements.size() > 1 ? ":" + std::to_string(elements.size()) : "", names;
    for (size_t i = 0; i < elements.size(); ++i) with(names, elements.size() > 1 ? "%r#" + std::to_string(i) : "%r");
    return mesh + "func.func @main(" + arguments + ") -> (" + results + ") {\n" + constants + "  %r" + count +
           " = \"stablehlo.reduce_window\"(" + operands + ", " + init_names + ") ({\n  ^bb0(" + left + ", " + right +
           "):\n" + body + "    stablehlo.return " + returned + " : " + scalars +
           "\n  }) {window_dimensions = " + array(window) + ", window_strides = " + array(strides) +
           ", base_dilations = " + array(base) + ", window_dilations = " + array(dilation) + ", padding = dense<[" +
           padding + "]> : tensor<" + std::to_string(rank) + "x2xi64>} : (" + types + ", " + init_types + ") -> (" +
           result_types + ")\n  return " + names + " : " + result_types + "\n}\n";
  }
};

std::string plain(const std::string& op, const std::string& element) {
  return "    %s0 = stablehlo." + op + " %p0, %q0 : tensor<" + element + ">\n";
}

// Known combiners with their identities, and with other initial values.
void set_combiner(RandomCase& random, Case& c) {
  struct Known {
    const char *element, *op, *init;
  };
  static const std::vector<Known> kKnown = {{"f32", "add", "0.0"},
                                            {"f32", "add", "3.0"},
                                            {"f32", "maximum", "0xFF800000"},
                                            {"f32", "maximum", "0.1"},
                                            {"f32", "minimum", "0.0"},
                                            {"i32", "multiply", "1"},
                                            {"i32", "multiply", "2"},
                                            {"i32", "add", "0"},
                                            {"i32", "maximum", "-2147483648"},
                                            {"ui8", "maximum", "0"},
                                            {"ui8", "minimum", "255"},
                                            {"i1", "or", "false"},
                                            {"i1", "and", "true"},
                                            {"i64", "xor", "0"},
                                            {"f32", "minimum", "0x7F800000"},
                                            {"complex<f32>", "add", "(0.0, 0.0)"}};
  const Known& known = random.one_of(kKnown);
  c.elements = {known.element};
  c.inits = {known.init};
  c.body = plain(known.op, known.element);
}

// The least and where it is; associative, with no identity that anybody knows. Padding (-1) would win.
void set_argmin(Case& c) {
  c.elements = {"i32", "i32"};
  c.inits = {"5", "0"};
  c.body =
      "    %c = stablehlo.compare LT, %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "    %e = stablehlo.compare EQ, %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "    %l = stablehlo.compare GE, %p1, %q1 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "    %t = stablehlo.and %e, %l : tensor<i1>\n"
      "    %o = stablehlo.or %c, %t : tensor<i1>\n"
      "    %s0 = stablehlo.select %o, %p0, %q0 : tensor<i1>, tensor<i32>\n"
      "    %s1 = stablehlo.select %o, %p1, %q1 : tensor<i1>, tensor<i32>\n";
}

std::string sharded(const std::string& sharding) { return " {sdy.sharding = " + sharding + "}"; }

void run(uint64_t seed, RandomCase& random, Case& c) {
  const int rank = std::ssize(c.windows);
  std::string in = sharded(random.sharding(rank)), out = random.below(2) == 0 ? in : sharded(random.sharding(rank));
  // A last dimension that makes rows too long to gather for nothing.
  if (random.below(2) == 0) {
    for (std::string* text : {&in, &out}) text->insert(text->size() - 3, ", {}");
    c.windows.push_back({.size = 200});
  }
  ASSERT_EQ(differential(c.text(random.mesh(), in, out), seed), "");
}

TEST(ReduceWindowLowering, Pooling) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomCase random(seed);
    Case c;
    random.below(6) == 0 ? set_argmin(c) : set_combiner(random, c);
    for (int64_t d = 0, rank = random.between(1, 2); d < rank; ++d) {
      Window w;
      do {
        w = {random.between(random.below(8) == 0 ? 0 : 1, 14), random.between(1, 5)};
        w.stride = random.below(2) == 0 ? 1 : random.between(1, 3);
        w.low = random.below(2) == 0 ? 0 : random.between(-2, 3);
        w.high = random.below(2) == 0 ? 0 : random.between(-2, 3);
        w.base = random.below(3) == 0 ? random.between(1, 3) : 1;
        w.dilation = random.below(3) == 0 ? random.between(1, 3) : 1;
      } while (w.outputs() < (random.below(8) == 0 ? 0 : 1));
      c.windows.push_back(w);
    }
    ASSERT_NO_FATAL_FAILURE(run(seed, random, c));
  }
}

TEST(ReduceWindowLowering, Cumulative) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomCase random(seed);
    Case c;
    random.below(6) == 0 ? set_argmin(c) : set_combiner(random, c);
    const int64_t n = random.between(1, 17);
    c.windows.push_back({n, n});
    (random.below(2) == 0 ? c.windows[0].low : c.windows[0].high) = n - 1;
    if (random.below(2) == 0)
      c.windows.insert(c.windows.begin() + random.between(0, 1), {.size = random.between(1, 9)});
    ASSERT_NO_FATAL_FAILURE(run(seed, random, c));
  }
}

TEST(ReduceWindowLowering, WholeDimensions) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomCase random(seed);
    Case c;
    random.below(3) == 0 ? set_argmin(c) : set_combiner(random, c);
    for (int64_t d = 0, rank = random.between(1, 3); d < rank; ++d) {
      const int64_t n = random.between(1, 9);
      c.windows.push_back({n, random.below(3) == 0 ? 1 + (n > 1) : n});
    }
    ASSERT_NO_FATAL_FAILURE(run(seed, random, c));
  }
}

// A sum from 0 on is a scan of shards and one row from each: no shard travels.
TEST(ReduceWindowLowering, CumulativeSumsSendRows) {
  Case c{{"f32"}, {"0.0"}, plain("add", "f32"), {{.size = 1024, .window = 1024, .low = 1023}}};
  const std::string x = sharded("#sdy.sharding<@m, [{\"x\"}]>");
  for (int devices : {2, 3, 8, 16}) {
    DifferentialOptions options;
    options.lacks = "-> tensor<1024xf32>";
    EXPECT_EQ(differential(c.text("sdy.mesh @m = <[\"x\"=" + std::to_string(devices) + "]>\n", x, x), 1, options), "");
  }
}

}  // namespace
}  // namespace partita::core::partition

// slice, pad, concatenate, reverse and reshape along divided dimensions.
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

// A case whose last dimension is never divided: where it is long, rows are exchanged, where it is short, gathered.
struct Movement {
  RandomCase random;
  int rank;  // of what is divided
  int64_t width;
  std::string element;

  explicit Movement(uint64_t seed) : random(seed) {
    rank = static_cast<int>(random.between(1, 2));
    width = random.below(4) == 0 ? 1 : 400;
    element = random.one_of<std::string>({"f32", "i32", "i8", "i1"});
    if (element == "i1" || element == "i8") width *= 2;
    sharding_ = sharding();
  }
  std::string sharding() {
    std::string text = random.sharding(rank);
    return text.insert(text.size() - 2, ", {}");
  }
  std::string type(Dims dims) const {
    dims.push_back(width);
    return RandomCase::type(dims, element);
  }
  // Mostly the same for all arguments and results of a program.
  std::string sharded() { return " {sdy.sharding = " + (random.below(4) == 0 ? sharding() : sharding_) + "}"; }
  std::string program(const std::vector<Dims>& arguments, const Dims& result, const std::string& op) {
    std::string text = random.mesh() + "func.func @main(";
    for (size_t i = 0; i < arguments.size(); ++i) {
      text += (i > 0 ? ", %a" : "%a") + std::to_string(i) + ": " + type(arguments[i]) + sharded();
    }
    text += ") -> (" + type(result) + sharded() + ") {\n  %fill = stablehlo.constant dense<1> : tensor<" + element +
            ">\n  %r = " + op + "\n  return %r : " + type(result) + "\n}\n";
    return element == "f32" ? replaced(text, "dense<1>", "dense<1.5>") : text;
  }
  static std::string replaced(std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
  }

 private:
  std::string sharding_;
};

TEST(Movement, Slice) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Movement m(seed);
    Dims from, to, starts, limits, strides;
    std::string ranges;
    for (int d = 0; d < m.rank; ++d) {
      from.push_back(m.random.between(0, 24));
      starts.push_back(m.random.between(0, from.back()));
      limits.push_back(m.random.below(2) == 0 ? from.back() : m.random.between(starts.back(), from.back()));
      if (m.random.below(6) == 0) starts.back() = 0, limits.back() = from.back();
      strides.push_back(m.random.below(2) == 0 ? 1 : m.random.between(1, 5));
      to.push_back((limits.back() - starts.back() + strides.back() - 1) / strides.back());
      ranges += std::to_string(starts.back()) + ":" + std::to_string(limits.back()) + ":" +
                std::to_string(strides.back()) + ", ";
    }
    std::string text = m.program({from}, to,
                                 "stablehlo.slice %a0 [" + ranges + "0:" + std::to_string(m.width) + "] : (" +
                                     m.type(from) + ") -> " + m.type(to));
    ASSERT_EQ(differential(text, seed), "");
  }
}

TEST(Movement, Pad) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Movement m(seed);
    Dims from, to, low, high, interior;
    for (int d = 0; d < m.rank; ++d) {
      int64_t n = m.random.between(0, 14), inside = m.random.below(2) == 0 ? 0 : m.random.between(0, 4);
      int64_t spread = n == 0 ? 0 : (n - 1) * (inside + 1) + 1;
      from.push_back(n);
      interior.push_back(inside);
      low.push_back(m.random.between(-std::min<int64_t>(spread, 4), 9));
      high.push_back(m.random.between(-std::min<int64_t>(spread + std::min<int64_t>(low.back(), 0), 4), 9));
      to.push_back(spread + low.back() + high.back());
    }
    for (Dims* dims : {&low, &high, &interior}) dims->push_back(0);
    std::string text =
        m.program({from}, to,
                  "stablehlo.pad %a0, %fill, low = [" + list(low) + "], high = [" + list(high) + "], interior = [" +
                      list(interior) + "] : (" + m.type(from) + ", tensor<" + m.element + ">) -> " + m.type(to));
    ASSERT_EQ(differential(text, seed), "");
  }
}

TEST(Movement, Concatenate) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Movement m(seed);
    Dims to = m.random.shape(m.rank, 1, 8);
    auto dim = static_cast<size_t>(m.random.below(static_cast<uint64_t>(m.rank)));
    to[dim] = 0;
    std::vector<Dims> parts;
    std::string names, types;
    for (int64_t i = 0, count = m.random.between(1, 4); i < count; ++i) {
      parts.push_back(to);
      parts.back()[dim] = m.random.between(0, 9);
      names += (i > 0 ? ", %a" : "%a") + std::to_string(i);
      types += (i > 0 ? ", " : "") + m.type(parts.back());
    }
    for (const Dims& part : parts) to[dim] += part[dim];
    std::string text = m.program(
        parts, to,
        "stablehlo.concatenate " + names + ", dim = " + std::to_string(dim) + " : (" + types + ") -> " + m.type(to));
    ASSERT_EQ(differential(text, seed), "");
  }
}

TEST(Movement, Reverse) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Movement m(seed);
    Dims shape = m.random.shape(m.rank, 0, 15), dims;
    for (int d = 0; d < m.rank; ++d) {
      if (m.random.below(4) != 0) dims.push_back(d);
    }
    std::string text =
        m.program({shape}, shape, "stablehlo.reverse %a0, dims = [" + list(dims) + "] : " + m.type(shape));
    ASSERT_EQ(differential(text, seed), "");
  }
}

// Two slices of one value the other way round.
TEST(Movement, Roll) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Movement m(seed);
    Dims shape = m.random.shape(m.rank, 1, 16);
    const auto dim = static_cast<size_t>(m.random.below(static_cast<uint64_t>(m.rank)));
    const int64_t amount = m.random.between(0, shape[dim] - 1);
    Dims parts[2] = {shape, shape};
    parts[0][dim] = shape[dim] - amount;
    parts[1][dim] = amount;
    std::string ops, names[2] = {"%s0", "%s1"};
    for (int side = 0; side < 2; ++side) {
      std::string ranges;
      for (size_t d = 0; d < shape.size(); ++d) {
        const bool cut = d == dim;
        ranges += std::to_string(cut && side == 0 ? amount : 0) + ":" +
                  std::to_string(cut && side == 1 ? amount : shape[d]) + ", ";
      }
      ops += names[side] + " = stablehlo.slice %a0 [" + ranges + "0:" + std::to_string(m.width) + "] : (" +
             m.type(shape) + ") -> " + m.type(parts[side]) + "\n  ";
    }
    ops += "%r = stablehlo.concatenate %s0, %s1, dim = " + std::to_string(dim) + " : (" + m.type(parts[0]) + ", " +
           m.type(parts[1]) + ") -> " + m.type(shape);
    std::string text = m.program({shape}, shape, "X");
    text = Movement::replaced(text, "%r = X", ops);
    ASSERT_EQ(differential(text, seed), "");
  }
}

// The end of a value before it, or its beginning behind it, or both.
TEST(Movement, Wrap) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Movement m(seed);
    Dims shape = m.random.shape(m.rank, 1, 16);
    const auto dim = static_cast<size_t>(m.random.below(static_cast<uint64_t>(m.rank)));
    const int64_t n = shape[dim];
    const int64_t before = m.random.between(0, n), behind = m.random.between(before == 0 ? 1 : 0, n);
    auto cut = [&](const std::string& name, int64_t from, int64_t to) {
      Dims part = shape;
      part[dim] = to - from;
      std::string ranges;
      for (size_t d = 0; d < shape.size(); ++d) {
        ranges += std::to_string(d == dim ? from : 0) + ":" + std::to_string(d == dim ? to : shape[d]) + ", ";
      }
      return name + " = stablehlo.slice %a0 [" + ranges + "0:" + std::to_string(m.width) + "] : (" + m.type(shape) +
             ") -> " + m.type(part) + "\n  ";
    };
    Dims first = shape, last = shape, all = shape;
    first[dim] = before;
    last[dim] = behind;
    all[dim] = before + n + behind;
    std::string ops, operands, types;
    if (before > 0) {
      ops += cut("%s0", n - before, n);
      operands += "%s0, ";
      types += m.type(first) + ", ";
    }
    operands += "%a0";
    types += m.type(shape);
    if (behind > 0) {
      ops += cut("%s1", 0, behind);
      operands += ", %s1";
      types += ", " + m.type(last);
    }
    ops += "%r = stablehlo.concatenate " + operands + ", dim = " + std::to_string(dim) + " : (" + types + ") -> " +
           m.type(all);
    std::string text = m.program({shape}, all, "X");
    text = Movement::replaced(text, "%r = X", ops);
    ASSERT_EQ(differential(text, seed), "");
  }
}

// The divisors of n in two or three numbers.
Dims factored(RandomCase& random, int64_t n) {
  Dims dims;
  for (int rank = 1; rank < 3 && n > 1 && random.below(4) != 0; ++rank) {
    int64_t d = random.between(1, n);
    while (n % d != 0) --d;
    dims.push_back(d);
    n /= d;
  }
  dims.push_back(n);
  return dims;
}

TEST(Movement, Reshape) {
  for (uint64_t seed = 0; seed < 800; ++seed) {
    RandomCase random(seed);
    int64_t n = random.one_of(Dims{6, 10, 12, 14, 18, 20, 24, 30, 36});
    Dims from = factored(random, n), to = factored(random, n);
    if (random.below(4) == 0) from.insert(from.begin(), 1);
    int64_t width = random.below(4) == 0 ? 1 : 400;
    from.push_back(width);
    to.push_back(width);
    auto sharding = [&](const Dims& dims, bool first) {
      std::string text = random.sharding(first ? 1 : static_cast<int>(dims.size()) - 1);
      for (size_t d = first ? 1 : dims.size() - 1; d < dims.size(); ++d) text.insert(text.size() - 2, ", {}");
      return " {sdy.sharding = " + text + "}";
    };
    bool first = random.below(2) == 0;
    RandomCase copy = random;
    std::string in = sharding(from, first);
    if (first) random = copy;
    const std::string op = random.below(4) == 0 ? "mhlo.bitcast" : "stablehlo.reshape";
    std::string out = sharding(to, first), a = RandomCase::type(from, "f32"), b = RandomCase::type(to, "f32");
    std::string text = random.mesh() + "func.func @main(%a: " + a + in + ") -> (" + b + out + ") {\n  %r = \"" + op +
                       "\"(%a) : (" + a + ") -> " + b + "\n  return %r : " + b + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

// One row goes around the ring.
TEST(Movement, ARollIsOneExchange) {
  const std::string x = " {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}", t = "tensor<16x40000xi8>";
  DifferentialOptions options;
  options.contains = "collective_permute";
  options.lacks = "dynamic_update_slice";
  const std::string text = "sdy.mesh @m = <[\"x\"=4]>\nfunc.func @main(%a: " + t + x + ") -> (" + t + x +
                           ") {\n  %s = stablehlo.slice %a [15:16, 0:40000] : (" + t +
                           ") -> tensor<1x40000xi8>\n  %h = stablehlo.slice %a [0:15, 0:40000] : (" + t +
                           ") -> tensor<15x40000xi8>\n  %r = stablehlo.concatenate %s, %h, dim = 0 : "
                           "(tensor<1x40000xi8>, tensor<15x40000xi8>) -> " +
                           t + "\n  return %r : " + t + "\n}\n";
  EXPECT_EQ(differential(text, 1, options), "");
}

// Rows of a megabyte: nothing but the rows that are missing is sent.
TEST(Movement, OnlyWhatIsMissingIsSent) {
  const std::string head = "sdy.mesh @m = <[\"x\"=4]>\nfunc.func @main(";
  const std::string x = " {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}";
  DifferentialOptions options;
  options.contains = "collective_permute";
  options.lacks = "all_gather";
  EXPECT_EQ(differential(head + "%a: tensor<16x40000xi8>" + x + ") -> (tensor<12x40000xi8>" + x +
                             ") {\n  %r = stablehlo.slice %a [1:13, 0:40000] : (tensor<16x40000xi8>) -> "
                             "tensor<12x40000xi8>\n  return %r : tensor<12x40000xi8>\n}\n",
                         1, options),
            "");
  EXPECT_EQ(differential(head + "%a: tensor<10x40000xi8>" + x +
                             ") -> (tensor<5x2x40000xi8> {sdy.sharding = "
                             "#sdy.sharding<@m, [{\"x\"}, {}, {}]>}) {\n  %r = stablehlo.reshape %a : "
                             "(tensor<10x40000xi8>) -> tensor<5x2x40000xi8>\n  return %r : tensor<5x2x40000xi8>\n}\n",
                         1, options),
            "");
  EXPECT_EQ(differential(head + "%a: tensor<16x40000xi8>" + x + ") -> (tensor<16x40000xi8>" + x +
                             ") {\n  %r = stablehlo.reverse %a, dims = [0] : tensor<16x40000xi8>\n  return %r : "
                             "tensor<16x40000xi8>\n}\n",
                         1, options),
            "");
}

}  // namespace
}  // namespace partita::core::partition

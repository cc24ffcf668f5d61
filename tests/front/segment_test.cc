// Loops in segments, what checkpoints keep by a predicate, and sums of cotangents in a wider type: none of them changes
// a gradient, but for the rounding of the last.
#include "../made_up.h"
#include "partita/partita.h"

namespace partita {
namespace {

int count_of(const std::string& text, const std::string& word) {
  int count = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

const Tensor kX = made_up({7, 3, 3}, 1, f64), kStart = made_up({3, 3}, 2, f64), kShared = made_up({3}, 3, f64);

// Carries, outputs, inputs and a tensor from outside, all with gradients.
auto gradients(ScanOptions options) {
  return [options](Tensor x, Tensor start, Tensor shared) {
    const auto loss = [&](const std::tuple<Tensor, Tensor, Tensor>& in) {
      const auto& [xs, first, outside] = in;
      const auto step = [&](Tensor c, Tensor v) {
        const Tensor next = tanh(matmul(c, v) + outside);
        return std::pair(next, sum(next * v, 0));
      };
      const auto [last, ys] = scan(step, first, xs, options);
      return sum(last * last) + sum(sin(ys));
    };
    return value_and_grad(loss)(std::tuple(x, start, shared));
  };
}

void expect_same(const std::vector<Tensor>& got, const std::vector<Tensor>& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) expect_near(got[i].to_doubles(), wanted[i].to_doubles(), 1e-12);
}

TEST(Segments, ChangeNothing) {
  for (bool reverse : {false, true}) {
    const std::vector<Tensor> wanted = leaves(evaluate(gradients({.reverse = reverse}), kX, kStart, kShared));
    for (std::int64_t segment : {1, 2, 3, 4, 6, 7, 8, 100}) {
      SCOPED_TRACE(segment);
      expect_same(leaves(evaluate(gradients({.reverse = reverse, .segment = segment}), kX, kStart, kShared)), wanted);
    }
  }
}

TEST(Segments, KeepCarriesBetweenThemAlone) {
  const auto f = [](std::int64_t segment) {
    return [segment](Tensor x, Tensor start) {
      const auto loss = [&](Tensor c) {
        return sum(scan([](Tensor h, Tensor v) { return sin(tanh(h * v)); }, c, x, {.segment = segment}));
      };
      return grad(loss)(start);
    };
  };
  const Tensor x = Tensor::spec(f32, {64, 1000}), start = Tensor::spec(f32, {1000});
  const Report whole = trace(f(0), x, start).cost(), parts = trace(f(8), x, start).cost();
  const double step = 4000;
  EXPECT_GT(whole.peak_bytes - whole.argument_bytes, 64 * step);
  EXPECT_LT(parts.peak_bytes - parts.argument_bytes, 32 * step);
  EXPECT_LT(parts.operations, 2 * whole.operations) << "each step is computed twice, and no more often";
}

TEST(Segments, OfRepeatAndOfLoopsInLoops) {
  const auto f = [](std::int64_t segment) {
    return [segment](Tensor x) {
      const auto inner = [&](Tensor h) {
        return repeat([](Tensor i, Tensor v) { return sin(v) + convert(i, f64); }, h, 5, {.segment = segment});
      };
      return grad([&](Tensor v) { return sum(repeat(checkpoint(inner), v, 7, {.segment = segment})); })(x);
    };
  };
  const Doubles wanted = evaluate(f(0), kStart).to_doubles();
  for (std::int64_t segment : {2, 3, 5}) expect_near(evaluate(f(segment), kStart).to_doubles(), wanted, 1e-12);
  // And for many examples at once.
  const auto many = [&](Tensor x) { return vectorize(f(2))(x); };
  expect_near(evaluate(many, kX).to_doubles(), evaluate([&](Tensor x) { return map_rows(f(0), x); }, kX).to_doubles(),
              1e-12);
}

TEST(Segments, OfProgramsThatWereRead) {
  const auto f = [](Tensor x, Tensor start) {
    return scan([](Tensor c, Tensor v) { return tanh(matmul(c, v)); }, start, x);
  };
  const Traced traced = trace(f, kX, kStart);
  const std::vector<Tensor> wanted = evaluate(traced.grad(), {kX, kStart, kStart});
  for (std::int64_t segment : {2, 3}) {
    const Program gradient = traced.grad({.segment = segment});
    EXPECT_GT(count_of(gradient.text(), "stablehlo.while"), count_of(traced.grad().text(), "stablehlo.while"));
    expect_same(evaluate(gradient, {kX, kStart, kStart}), wanted);
    expect_same(evaluate(traced.grad({.save = Save::kDots, .segment = segment}), {kX, kStart, kStart}), wanted);
  }
  EXPECT_THROW(traced.grad({.segment = -1}), Error);
}

TEST(Segments, ThatAreNoneAreErrors) {
  const auto f = [](Tensor x) {
    return scan([](Tensor c, Tensor v) { return c + v; }, zeros(f64, {3, 3}), x, {.segment = -2});
  };
  try {
    trace(f, kX);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics()[0].code, "P716");
  }
}

// ---- predicates

TEST(SavedOps, AreNotComputedAgain) {
  const auto f = [](const Save& save) {
    return [save](Tensor x) {
      const auto part = checkpoint([](Tensor v) { return sin(cos(tanh(v))); }, save);
      return value_and_grad([&](Tensor v) { return sum(part(v)); })(x);
    };
  };
  const auto counts = [&](const Save& save) {
    const std::string text = trace(f(save), kStart).text();
    return std::vector<int>{count_of(text, "stablehlo.tanh"), count_of(text, "stablehlo.cosine")};
  };
  const Doubles wanted = evaluate(f(Save::kAll), kStart).second.to_doubles();
  const auto tanhs = [](const OpInfo& op) { return op.name == "tanh"; };
  const Save policies[] = {Save::kNothing, Save::ops(tanhs), Save::ops([](const OpInfo&) { return true; })};
  for (const Save& save : policies) expect_near(evaluate(f(save), kStart).second.to_doubles(), wanted, 1e-12);
  // Forward and again; cosines of the rule of sine, too.
  EXPECT_EQ(counts(Save::kNothing), (std::vector<int>{2, 3}));
  EXPECT_EQ(counts(Save::ops(tanhs)), (std::vector<int>{1, 3}));
  EXPECT_EQ(counts(Save::ops([](const OpInfo&) { return true; })), (std::vector<int>{1, 2}));
}

TEST(SavedOps, SeeNamesAndTypes) {
  std::vector<std::string> seen;
  const auto f = [&](Tensor x, Tensor w) {
    const auto note = [&](const OpInfo& op) {
      seen.push_back(std::string(op.name) + " " + std::string(op.given) + " " + op.result.type_text() + " " +
                     std::to_string(op.operands.size()));
      return false;
    };
    const auto part =
        checkpoint([](Tensor v, Tensor u) { return tanh(named(matmul(v, u), "product")); }, Save::ops(note));
    return grad([&](Tensor v) { return sum(part(v, w)); })(x);
  };
  trace(f, Tensor::spec(f32, {2, 3}), Tensor::spec(f32, {3, 4}));
  EXPECT_EQ(seen, (std::vector<std::string>{"dot_general product f32[2,4] 2", "tanh  f32[2,4] 1"}));
}

// What a rule asks for is the value itself, and its name stands on a mark of it.
TEST(SavedOps, NamedResultsServeTheRuleThatMadeThem) {
  const auto f = [](Tensor x) {
    const auto part = checkpoint([](Tensor v) { return named(tanh(v), "t") * 2; }, Save::names({"t"}));
    return value_and_grad([&](Tensor v) { return sum(part(v)); })(x);
  };
  EXPECT_EQ(count_of(trace(f, kStart).text(), "stablehlo.tanh"), 1);
}

TEST(SavedOps, InPipelines) {
  const auto f = [](const Save& save) {
    return [save](Tensor w, Tensor x) {
      const auto layer = [](Tensor h, Tensor v) { return tanh(matmul(h, v)); };
      const auto loss = [&](Tensor v) { return sum(pipeline(layer, v, x, {.stages = 2, .save = save})); };
      return grad(loss)(w);
    };
  };
  const Tensor w = made_up({2, 3, 3}, 1, f64), x = made_up({4, 3, 3}, 2, f64);
  const Save dots = Save::ops([](const OpInfo& op) { return op.name == "dot_general"; });
  expect_near(evaluate(f(dots), w, x).to_doubles(), evaluate(f(Save::kNothing), w, x).to_doubles(), 1e-12);
  EXPECT_LT(count_of(trace(f(dots), w, x).text(), "dot_general"),
            count_of(trace(f(Save::kNothing), w, x).text(), "dot_general"));
}

// ---- wider sums

TEST(Accumulate, SumsOfLoopsAreWide) {
  const auto f = [](std::optional<DType> wide) {
    return [wide](Tensor w, Tensor x) {
      const auto loss = [&](Tensor v) { return convert(sum(map_rows([&](Tensor row) { return v * row; }, x)), f32); };
      return grad(loss, {.accumulate = wide})(w);
    };
  };
  // 512 times 1: bf16 gets stuck at 256.
  const Tensor w = evaluate([] { return ones(bf16, {2}); }), x = evaluate([] { return ones(bf16, {512, 2}); });
  EXPECT_EQ(evaluate(f(std::nullopt), w, x).to_doubles(), (Doubles{256, 256}));
  EXPECT_EQ(evaluate(f(f32), w, x).to_doubles(), (Doubles{512, 512}));
  EXPECT_EQ(evaluate(f(f32), w, x).dtype(), bf16);
  EXPECT_EQ(trace(f(f32), Tensor::spec(f64, {2}), Tensor::spec(f64, {512, 2})).text(),
            trace(f(std::nullopt), Tensor::spec(f64, {2}), Tensor::spec(f64, {512, 2})).text())
      << "what is wider stays";
}

// Loops in loops, and slices and rows that are written into the sum.
TEST(Accumulate, InLoopsInLoopsAndIntoSlices) {
  const Tensor w = evaluate([] { return ones(bf16, {2, 3}); }), x = evaluate([] { return ones(bf16, {32, 16, 3}); });
  const auto f = [](int kind, std::optional<DType> wide) {
    return [kind, wide](Tensor v, Tensor rows) {
      const auto loss = [&](Tensor u) {
        const auto one = [&](Tensor row) {
          const Tensor zero = zeros(s32, {});
          if (kind == 0) return row * slice(u, 0, 0, 1);
          if (kind == 1) return row * dynamic_row(u, zero);
          return row * take(u, zero);
        };
        return convert(sum(map_rows([&](Tensor some) { return map_rows(one, some); }, rows)), f32);
      };
      return grad(loss, {.accumulate = wide})(v);
    };
  };
  for (int kind : {0, 1, 2}) {
    SCOPED_TRACE(kind);
    EXPECT_EQ(evaluate(f(kind, f32), w, x).to_doubles(), (Doubles{512, 512, 512, 0, 0, 0}));
    EXPECT_LT(evaluate(f(kind, std::nullopt), w, x).to_doubles()[0], 512);
  }
}

TEST(Accumulate, OfProgramsAndWrongTypes) {
  const auto f = [](Tensor v, Tensor x) { return sum(map_rows([&](Tensor row) { return v * row; }, x)); };
  const Tensor w = evaluate([] { return ones(bf16, {2}); }), x = evaluate([] { return ones(bf16, {512, 2}); });
  const Tensor one = evaluate([] { return ones(bf16, {}); });
  const Traced traced = trace(f, w, x);
  EXPECT_EQ(evaluate(traced.grad({.wrt = {"arg0"}, .accumulate = f32}), {w, x, one})[0].to_doubles(),
            (Doubles{512, 512}));
  EXPECT_THROW(traced.grad({.accumulate = s32}), Error);
  const auto wrong = [&](Tensor v, Tensor rows) {
    return grad([&](Tensor u) { return f(u, rows); }, {.accumulate = s32})(v);
  };
  try {
    trace(wrong, w, x);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics()[0].code, "P701");
  }
}

}  // namespace
}  // namespace partita

// Loops and branches of traced functions.
#include <gtest/gtest.h>

#include "partita/partita.h"

namespace partita {
namespace {

using Doubles = std::vector<double>;

const Tensor kRows = Tensor::of<float>({3, 2}, {1, 2, 3, 4, 5, 6});

TEST(Control, ScanCarriesAndStacks) {
  const auto sums = [](Tensor rows) {
    return scan([](Tensor sum, Tensor x) { return std::pair(sum + x, sum * 2); }, zeros(f32, {2}), rows);
  };
  const auto [last, all] = evaluate(sums, kRows);
  EXPECT_EQ(last.to_doubles(), (Doubles{9, 12}));
  EXPECT_EQ(all.to_doubles(), (Doubles{0, 0, 2, 4, 8, 12}));
  const auto reversed = [](Tensor rows) {
    return scan([](Tensor sum, Tensor x) { return std::pair(sum + x, sum + x); }, zeros(f32, {2}), rows,
                {.reverse = true});
  };
  EXPECT_EQ(evaluate(reversed, kRows).second.to_doubles(), (Doubles{9, 12, 8, 10, 5, 6}));
}

struct Cell {
  Tensor h, c;
};

TEST(Control, ScanTakesTreesAndCapturesTensors) {
  const auto run = [](Tensor rows, Tensor scale) {
    const auto next = [&](const Cell& s, Tensor x) { return Cell{s.h + x * scale, s.c * 2}; };
    return scan(next, Cell{zeros(f32, {2}), ones(f32, {})}, rows);
  };
  const Cell out = evaluate(run, kRows, Tensor::scalar<float>(10));
  EXPECT_EQ(out.h.to_doubles(), (Doubles{90, 120}));
  EXPECT_EQ(out.c.item(), 8);
}

TEST(Control, MapsRowsAndRepeats) {
  EXPECT_EQ(evaluate([](Tensor rows) { return map_rows([](Tensor x) { return sum(x); }, rows); }, kRows).to_doubles(),
            (Doubles{3, 7, 11}));
  const auto power = [](Tensor x) { return repeat([&](Tensor y) { return y * x; }, ones_like(x), 3); };
  EXPECT_EQ(evaluate(power, Tensor::scalar<float>(2)).item(), 8);
  const auto triangle = [](Tensor x) { return repeat([](Tensor i, Tensor y) { return y + i; }, x, 5); };
  EXPECT_EQ(evaluate(triangle, Tensor::scalar<std::int32_t>(100)).item(), 110);
}

TEST(Control, WhileRunsUntilItsConditionFails) {
  const auto doubled = [](Tensor x, Tensor limit) {
    return while_loop([&](Tensor y) { return y < limit; }, [](Tensor y) { return y * 2; }, x);
  };
  EXPECT_EQ(evaluate(doubled, Tensor::scalar<float>(3), Tensor::scalar<float>(20)).item(), 24);
  const auto bounded = [](Tensor x, Tensor limit) {
    return while_loop([&](Tensor y) { return y < limit; }, [](Tensor y) { return y * 2; }, x, {.max_trips = 10});
  };
  EXPECT_EQ(evaluate(bounded, Tensor::scalar<float>(3), Tensor::scalar<float>(20)).item(), 24);
  EXPECT_EQ(evaluate(bounded, Tensor::scalar<float>(30), Tensor::scalar<float>(20)).item(), 30);
  const auto short_bound = [](Tensor x) {
    return while_loop([](Tensor y) { return y < 100; }, [](Tensor y) { return y * 2; }, x, {.max_trips = 2});
  };
  EXPECT_EQ(evaluate(short_bound, Tensor::scalar<float>(1)).item(), 4);
}

TEST(Control, TakesOneBranch) {
  const auto halved = [](Tensor x) {
    const auto half = [&] { return x / 2; };
    return cond(any(x > 4), half, [&] { return x; });
  };
  EXPECT_EQ(evaluate(halved, kRows).to_doubles(), (Doubles{0.5, 1, 1.5, 2, 2.5, 3}));
  EXPECT_EQ(evaluate(halved, Tensor::of<float>({1}, {3})).to_doubles(), (Doubles{3}));
  const auto chosen = [](Tensor i, Tensor x) {
    return choose(i, {[&] { return x; }, [&] { return x + 1; }, [&] { return x * 10; }});
  };
  for (const auto& [i, wanted] : {std::pair(0, 5.0), {1, 6.0}, {2, 50.0}, {7, 50.0}}) {
    EXPECT_EQ(evaluate(chosen, Tensor::scalar<std::int64_t>(i), Tensor::scalar<float>(5)).item(), wanted);
  }
  const auto cells = [](Tensor x) {
    return choose<Cell>(convert(x, s32), {[&] { return Cell{x, x}; }, [&] { return Cell{x + 1, x}; }});
  };
  EXPECT_EQ(evaluate(cells, Tensor::scalar<float>(1)).h.item(), 2);
}

}  // namespace
}  // namespace partita

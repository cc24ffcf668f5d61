// Optimizers against their formulas, two steps each, so that state counts.
#include "../made_up.h"
#include "partita/optim/accumulate.h"
#include "partita/optim/adafactor.h"
#include "partita/optim/adamw.h"
#include "partita/optim/clip.h"
#include "partita/optim/lion.h"
#include "partita/optim/momentum.h"
#include "partita/optim/schedules.h"
#include "partita/optim/sgd.h"
#include "partita/optim/train_step.h"
#include "partita/partita.h"

namespace partita {
namespace {

const Tensor kP = Tensor::of<double>({2}, {1, -2}), kG = Tensor::of<double>({2}, {0.5, 4}),
             kH = Tensor::of<double>({2}, {-1, 0.25});

// After a step along g and one along h.
template <typename Optimizer>
Doubles after_two(const Optimizer& optimizer) {
  const auto f = [&](Tensor p, Tensor g, Tensor h) {
    const auto [q, state] = optimizer.update(p, g, optimizer.init(p));
    return optimizer.update(q, h, state).first;
  };
  return evaluate(f, kP, kG, kH).to_doubles();
}

// The same for each element by itself: step(p, g, state, number of the step).
template <typename State, typename Step>
Doubles by_loops(const Step& step) {
  Doubles out;
  for (int i = 0; i < 2; ++i) {
    State state;
    double p = kP.to_doubles()[i];
    p = step(p, kG.to_doubles()[i], state, 1);
    out.push_back(step(p, kH.to_doubles()[i], state, 2));
  }
  return out;
}

struct TwoSums {
  double m = 0, v = 0;
};

TEST(Optimizers, Sgd) {
  expect_near(after_two(optim::Sgd{.rate = 0.1}),
              by_loops<TwoSums>([](double p, double g, TwoSums&, int) { return p - 0.1 * g; }), 1e-12);
}

TEST(Optimizers, Momentum) {
  for (bool nesterov : {false, true}) {
    const auto step = [&](double p, double g, TwoSums& s, int) {
      s.m = 0.8 * s.m + g;
      return p - 0.1 * (nesterov ? 0.8 * s.m + g : s.m);
    };
    expect_near(after_two(optim::Momentum{.rate = 0.1, .beta = 0.8, .nesterov = nesterov}), by_loops<TwoSums>(step),
                1e-12);
  }
}

TEST(Optimizers, AdamW) {
  for (bool correct : {false, true}) {
    const auto step = [&](double p, double g, TwoSums& s, int t) {
      s.m = 0.8 * s.m + 0.2 * g;
      s.v = 0.9 * s.v + 0.1 * g * g;
      const double m = correct ? s.m / (1 - std::pow(0.8, t)) : s.m, v = correct ? s.v / (1 - std::pow(0.9, t)) : s.v;
      return p - 0.1 * m / (std::sqrt(v) + 1e-3) - 0.1 * 0.05 * p;
    };
    const optim::AdamW adamw{
        .rate = 0.1, .beta1 = 0.8, .beta2 = 0.9, .epsilon = 1e-3, .weight_decay = 0.05, .correct_bias = correct};
    expect_near(after_two(adamw), by_loops<TwoSums>(step), 1e-6);  // the step counts in f32
  }
}

TEST(Optimizers, Lion) {
  const auto step = [](double p, double g, TwoSums& s, int) {
    const double mean = 0.8 * s.m + 0.2 * g;
    s.m = 0.9 * s.m + 0.1 * g;
    return p - 0.1 * ((mean > 0) - (mean < 0) + 0.05 * p);
  };
  expect_near(after_two(optim::Lion{.rate = 0.1, .beta1 = 0.8, .beta2 = 0.9, .weight_decay = 0.05}),
              by_loops<TwoSums>(step), 1e-12);
}

TEST(Optimizers, RatesMayChange) {
  const auto f = [](Tensor p, Tensor g, Tensor rate) { return optim::Sgd{.rate = 9}.update(p, g, {}, rate).first; };
  expect_near(evaluate(f, kP, kG, Tensor::scalar(0.5)).to_doubles(), {0.75, -4});
}

struct Params {
  Tensor matrix, vector;
};

TEST(Adafactor, KeepsRowsAndColumns) {
  const optim::Adafactor adafactor{.rate = 0.1, .decay = 0.75, .clip = 1e9};
  const Params p = {made_up({2, 3}, 1, f64), made_up({3}, 2, f64)}, g = {made_up({2, 3}, 3, f64), made_up({3}, 4, f64)};
  const auto f = [&](const Params& x, const Params& d) { return adafactor.update(x, d, adafactor.init(x)); };
  const auto [q, state] = evaluate(f, p, g);
  EXPECT_EQ(state.moments[0].rows.type_text(), "f64[2]");
  EXPECT_EQ(state.moments[0].columns->type_text(), "f64[3]");
  EXPECT_EQ(state.moments[1].rows.type_text(), "f64[3]");
  EXPECT_FALSE(state.moments[1].columns.has_value());
  const Doubles d = g.matrix.to_doubles(), w = p.matrix.to_doubles();
  double rows[2] = {}, columns[3] = {};
  for (int i = 0; i < 6; ++i) rows[i / 3] += 0.25 * d[i] * d[i] / 3;
  for (int i = 0; i < 6; ++i) columns[i % 3] += 0.25 * d[i] * d[i] / 2;
  Doubles wanted;
  for (int i = 0; i < 6; ++i) {
    wanted.push_back(w[i] - 0.1 * d[i] / std::sqrt(rows[i / 3] * columns[i % 3] / ((rows[0] + rows[1]) / 2)));
  }
  expect_near(q.matrix.to_doubles(), wanted, 1e-9);
  const Doubles e = g.vector.to_doubles();
  expect_near({q.vector.to_doubles()[1]}, {p.vector.to_doubles()[1] - 0.1 * e[1] / std::sqrt(0.25 * e[1] * e[1])},
              1e-9);
}

TEST(Adafactor, ChangesAreClipped) {
  const optim::Adafactor adafactor{.rate = 1, .decay = 0.99, .clip = 0.5};
  const auto f = [&](Tensor x, Tensor d) { return x - adafactor.update(x, d, adafactor.init(x)).first; };
  double square = 0;
  for (double change : evaluate(f, made_up({4, 4}), made_up({4, 4}, 2)).to_doubles()) square += change * change / 16;
  EXPECT_NEAR(std::sqrt(square), 0.5, 1e-5);
}

struct Stacked {
  struct Layers {
    Tensor w;
  } layers;
};
struct Alone {
  Tensor w;
};

TEST(Adafactor, StacksAreTensorsOfTheirOwn) {
  const optim::Adafactor adafactor{.rate = 0.1};
  const Tensor p = made_up({2, 3, 2, 2}), g = made_up({2, 3, 2, 2}, 2);
  const auto together = [&](const Stacked& x, const Stacked& d) { return adafactor.update(x, d, adafactor.init(x)); };
  const auto apart = [&](Tensor x, Tensor d) {
    const Alone first = {row(x, 1)}, slope = {row(d, 1)};
    return adafactor.update(first, slope, adafactor.init(first)).first.w;
  };
  const auto [q, state] = evaluate(together, Stacked{{p}}, Stacked{{g}});
  EXPECT_EQ(state.moments[0].rows.type_text(), "f32[2,3]");
  EXPECT_EQ(state.moments[0].columns->type_text(), "f32[2,2,2]");
  const Doubles all = q.layers.w.to_doubles();
  expect_near(Doubles(all.begin() + 12, all.end()), evaluate(apart, p, g).to_doubles());
}

TEST(Clip, ByGlobalNorm) {
  const auto f = [](const Params& g, double most) { return optim::clip_by_global_norm(g, most); };
  const Params g = {Tensor::of<float>({1, 1}, {3}), Tensor::of<float>({1}, {4})};
  const auto [small, norm] = evaluate([&](const Params& x) { return f(x, 1); }, g);
  EXPECT_NEAR(norm.item(), 5, 1e-6);
  EXPECT_NEAR(small.matrix.item(), 0.6, 1e-6);
  EXPECT_NEAR(small.vector.item(), 0.8, 1e-6);
  EXPECT_NEAR(evaluate([&](const Params& x) { return f(x, 10); }, g).first.vector.item(), 4, 1e-6);
}

TEST(Schedules, WarmUpAndFall) {
  const optim::ScheduleOptions options{.peak = 2, .warmup = 10, .total = 30, .least = 0.5};
  const auto rates = [&](auto schedule) {
    const auto f = [&](Tensor step) { return schedule(step, options, Where::current()); };
    return evaluate(f, Tensor::of<float>({5}, {0, 5, 10, 20, 40})).to_doubles();
  };
  expect_near(rates(optim::linear), {0, 1, 2, 1.25, 0.5});
  expect_near(rates(optim::cosine), {0, 1, 2, 1.25, 0.5});
  expect_near(rates(optim::inverse_sqrt), {0, 1, 2, 2 * std::sqrt(0.5), 1});
}

Tensor loss_of(const Alone& p, Tensor x) { return mean(square(einsum("bi,io->bo", {x, p.w}))); }

TEST(Accumulate, PartsGiveWhatTheWholeDoes) {
  const Alone p = {made_up({3, 2})};
  const Tensor x = made_up({8, 3}, 2);
  const auto whole = [](const Alone& w, Tensor v) { return value_and_grad(loss_of)(w, v); };
  const auto parts = [](const Alone& w, Tensor v) { return optim::accumulated(loss_of, 4)(w, v); };
  const auto [value, slope] = evaluate(whole, p, x);
  const auto [sum, total] = evaluate(parts, p, x);
  EXPECT_NEAR(sum.item(), value.item(), 1e-5);
  expect_near(total.w.to_doubles(), slope.w.to_doubles());
  const auto divided = [&](const Alone& w, Tensor v) { return parts(w, shard(v, "x,-")); };
  const auto run = compile(trace(divided, p, x), "x=2", {.objective = Objective::kBytes});
  EXPECT_FALSE(run.report().collectives.empty());
  for (const Collective& c : run.report().collectives) EXPECT_EQ(c.kind, "all-reduce");
}

TEST(TrainStep, Learns) {
  const optim::AdamW adamw{.rate = 0.1};
  const Alone p = {made_up({3, 2})};
  const Tensor x = made_up({8, 3}, 2);
  const auto first = evaluate([&](const Alone& w) { return adamw.init(w); }, p);
  const auto run = compile(trace(optim::train_step(loss_of, adamw), p, first, x), "x=2", {.donate = {0, 1}});
  auto [l, q, s] = run(p, first, x);
  const double start = l.item();
  for (int i = 0; i < 30; ++i) std::tie(l, q, s) = run(q, s, x);
  EXPECT_LT(l.item(), start / 10);
  EXPECT_EQ(s.step->item(), 31);
}

}  // namespace
}  // namespace partita

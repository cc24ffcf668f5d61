// The examples in the headers of optimizers, as they stand there, with what they presuppose.
#include "../made_up.h"
#include "partita/optim/accumulate.h"
#include "partita/optim/adafactor.h"
#include "partita/optim/adamw.h"
#include "partita/optim/clip.h"
#include "partita/optim/schedules.h"
#include "partita/optim/sgd.h"
#include "partita/optim/train_step.h"
#include "partita/partita.h"

namespace partita {
namespace {

const Tensor kP = made_up({2, 4}), kX = made_up({8, 4}, 2), kY = made_up({8, 4}, 3);

Tensor loss_of_rows(Tensor p, Tensor x, Tensor y) { return mean(square(x * sum(p, 0) - y)); }

// Example of include/partita/optim/sgd.h
TEST(OptimizerExamples, Sgd) {
  const auto f = [](Tensor p, Tensor x, Tensor y) {
    const auto loss = loss_of_rows;
    const optim::SgdState state;
    auto [l, g] = value_and_grad(loss)(p, x, y);
    auto [q, s] = optim::Sgd{.rate = 0.1}.update(p, g, state);
    return q;
  };
  EXPECT_NE(evaluate(f, kP, kX, kY).to_doubles()[0], kP.to_doubles()[0]);
}

// Example of include/partita/optim/adafactor.h
TEST(OptimizerExamples, Adafactor) {
  const auto f = [](Tensor p, Tensor g) {
    const auto state = optim::Adafactor{}.init(p);
    auto [q, s] = optim::Adafactor{.rate = 1e-2}.update(p, g, state);
    return q;
  };
  EXPECT_NE(evaluate(f, kP, kP).to_doubles()[0], kP.to_doubles()[0]);
}

// Example of include/partita/optim/clip.h
TEST(OptimizerExamples, Clip) {
  const auto f = [](Tensor g) {
    auto [clipped, norm] = optim::clip_by_global_norm(g, 1.0);
    return clipped;
  };
  EXPECT_LT(std::abs(evaluate(f, kP).to_doubles()[0]), std::abs(kP.to_doubles()[0]));
}

// Example of include/partita/optim/schedules.h
TEST(OptimizerExamples, Schedules) {
  const auto f = [](Tensor p, Tensor g, Tensor step) {
    const optim::AdamW adamw;
    const auto state = adamw.init(p);
    Tensor rate = optim::cosine(step, {.peak = 3e-4, .warmup = 1000, .total = 100000});
    auto [q, s] = adamw.update(p, g, state, rate);
    return p - q;
  };
  EXPECT_NEAR(std::abs(evaluate(f, kP, kP, Tensor::scalar(500.f)).to_doubles()[0]), 1.5e-4, 1e-6);
}

// Example of include/partita/optim/accumulate.h
TEST(OptimizerExamples, Accumulate) {
  const auto f = [](Tensor params, Tensor x, Tensor y) {
    const auto loss = loss_of_rows;
    auto [l, g] = optim::accumulated(loss, 8)(params, x, y);
    return g;
  };
  const auto whole = [](Tensor params, Tensor x, Tensor y) { return grad(loss_of_rows)(params, x, y); };
  expect_near(evaluate(f, kP, kX, kY).to_doubles(), evaluate(whole, kP, kX, kY).to_doubles());
}

// Example of include/partita/optim/train_step.h
TEST(OptimizerExamples, TrainStep) {
  const auto loss = loss_of_rows;
  const Tensor params = kP, x = kX, y = kY;
  const auto state = evaluate([](Tensor p) { return optim::AdamW{}.init(p); }, params);
  const auto step = optim::train_step(loss, optim::AdamW{.rate = 3e-4});
  auto run = compile(trace(step, params, state, x, y), "x=4,y=2", {.donate = {0, 1}});
  auto [l, q, s] = run(params, state, x, y);
  EXPECT_EQ(s.step->item(), 1);
}

}  // namespace
}  // namespace partita

// Gates by hand, and experts one token after the other.
#include "partita/nn/moe.h"

#include "../made_up.h"
#include "partita/partita.h"

namespace partita {
namespace {

// One group of three tokens, all of which like expert 0 best; then 1, 1 and 2.
const Tensor kLogits = Tensor::of<float>({1, 3, 3}, {3, 2, 0,  //
                                                     2, 1, 0,  //
                                                     4, 0, 1});

double at(const Tensor& t, int s, int e, int c) {  // of [1, 3, 3, capacity]
  return t.to_doubles()[(s * 3 + e) * t.shape()[3] + c];
}

TEST(Moe, TheBestExpertTakesTheFirstTokens) {
  const nn::Gate gate = evaluate([](Tensor l) { return nn::top1_gate(l, 2); }, kLogits);
  const double first = std::exp(3.0) / (std::exp(3.0) + std::exp(2.0) + 1);
  EXPECT_NEAR(at(gate.combine, 0, 0, 0), first, 1e-6);
  EXPECT_EQ(at(gate.dispatch, 0, 0, 0), 1);
  EXPECT_EQ(at(gate.dispatch, 1, 0, 1), 1);
  double total = 0;
  for (double d : gate.dispatch.to_doubles()) total += d;
  EXPECT_EQ(total, 2) << "there is no room for the third";
}

TEST(Moe, SecondChoicesComeAfterAllFirstOnes) {
  const nn::Gate gate = evaluate([](Tensor l) { return nn::top2_gate(l, 4); }, kLogits);
  const double e = std::exp(1.0);
  EXPECT_NEAR(at(gate.combine, 0, 0, 0), e / (e + 1), 1e-5);
  EXPECT_NEAR(at(gate.combine, 0, 1, 0), 1 / (e + 1), 1e-5);
  EXPECT_NEAR(at(gate.combine, 1, 1, 1), 1 / (e + 1), 1e-5);
  EXPECT_NEAR(at(gate.combine, 2, 0, 2), std::exp(3.0) / (std::exp(3.0) + 1), 1e-5);
  EXPECT_NEAR(at(gate.combine, 2, 2, 0), 1 / (std::exp(3.0) + 1), 1e-5);
  // Here expert 0 is the second choice of the first token, but the first of the two others.
  const Tensor logits = Tensor::of<float>({1, 3, 3}, {1, 2, -9, 2, 1, -9, 2, 1, -9});
  const nn::Gate later = evaluate([](Tensor l) { return nn::top2_gate(l, 4); }, logits);
  EXPECT_GT(at(later.combine, 0, 0, 2), 0);
  EXPECT_EQ(at(later.combine, 0, 0, 0), 0);
}

TEST(Moe, BalanceIsOneWhereAllExpertsHaveTheSame) {
  const auto f = [](Tensor l) { return nn::top1_gate(l, 3).balance; };
  const Tensor even = Tensor::of<float>({1, 3, 3}, {20, 0, 0, 0, 20, 0, 0, 0, 20});
  EXPECT_NEAR(evaluate(f, even).item(), 1, 1e-5);
  const Tensor uneven = Tensor::of<float>({1, 3, 3}, {20, 0, 0, 20, 0, 0, 20, 0, 0});
  EXPECT_NEAR(evaluate(f, uneven).item(), 3, 1e-5);
}

TEST(Moe, TokensComeBackWeighted) {
  const Tensor x = made_up({1, 3, 2}), in = made_up({3, 2, 2}, 2), out = made_up({3, 2, 2}, 3);
  const auto f = [](Tensor v, Tensor l, const nn::Experts& w) {
    const nn::Gate gate = nn::top2_gate(l, 3);
    return std::pair(nn::moe(v, gate, w), gate.combine);
  };
  const auto [got, combine] = evaluate(f, x, kLogits, nn::Experts{in, out});
  const Doubles xs = x.to_doubles(), a = in.to_doubles(), b = out.to_doubles();
  Doubles wanted(6);
  for (int s = 0; s < 3; ++s) {
    for (int e = 0; e < 3; ++e) {
      double weight = 0;
      for (int c = 0; c < 3; ++c) weight += at(combine, s, e, c);
      for (int h = 0; h < 2; ++h) {
        const double hidden = std::max(xs[s * 2] * a[e * 4 + h] + xs[s * 2 + 1] * a[e * 4 + 2 + h], 0.0);
        for (int m = 0; m < 2; ++m) wanted[s * 2 + m] += weight * hidden * b[e * 4 + h * 2 + m];
      }
    }
  }
  expect_near(got.to_doubles(), wanted);
}

TEST(Moe, ExchangesAreAllToAlls) {
  const auto f = [](Tensor x, Tensor gate, const nn::Experts& w) {
    const nn::Experts experts = {shard(w.in, "x,-,-"), shard(w.out, "x,-,-")};
    return nn::moe(x, nn::top2_gate(einsum("gsm,me->gse", {x, gate}), 4), experts, nn::Activation::kRelu,
                   {.groups = "x,-,-", .experts = "x,-,-,-", .before = "-,x,-,-"});
  };
  const auto traced =
      trace(f, made_up({4, 8, 4}), made_up({4, 4}, 2), nn::Experts{made_up({4, 4, 8}), made_up({4, 8, 4})});
  const auto run = compile(traced, "x=4");
  int exchanges = 0;
  for (const Collective& c : run.report().collectives) exchanges += c.kind == "all-to-all";
  EXPECT_EQ(exchanges, 2);
  EXPECT_TRUE(run.report().fallbacks.empty());
}

}  // namespace
}  // namespace partita

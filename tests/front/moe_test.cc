// A layer of experts: four hints, and the all-to-alls follow.
#include <gtest/gtest.h>

#include "partita/partita.h"

namespace partita {
namespace {

struct Gate {
  Tensor dispatch, combine;
};

// The two best experts of each token, as far as these have room: [g, s, e] becomes [g, s, e, c].
Gate top2_gate(Tensor logits, std::int64_t capacity) {
  const Tensor weights = softmax(logits);
  const std::int64_t experts = logits.shape()[2];
  Tensor left = weights;
  std::vector<Tensor> combine;
  Tensor before = zeros(f32, {logits.shape()[0], 1, experts});
  for (int choice = 0; choice < 2; ++choice) {
    const Tensor mask = one_hot(argmax(left), experts);
    const Tensor place = (cumsum(mask, 1) - 1.0 + before) * mask;
    before = before + sum(mask, 1, {.keepdims = true});
    const Tensor fits = mask * convert(place < static_cast<double>(capacity), f32);
    const Tensor slot = one_hot(convert(sum(place * fits, 2), s32), capacity);
    combine.push_back(einsum("gse,gsc->gsec", {weights * fits, slot}));
    left = left * (1.0 - mask);
  }
  const Tensor all = combine[0] + combine[1];
  return {convert(all > 0, f32), all};
}

struct Experts {
  Tensor gate, win, wout;
};

Tensor moe(Tensor x, const Experts& w, std::int64_t capacity) {
  auto g = top2_gate(einsum("gsm,me->gse", {x, w.gate}), capacity);
  Tensor d = shard(einsum("gsec,gsm->egcm", {g.dispatch, x}), "x,-,-,-");
  Tensor h = relu(einsum("egcm,emh->egch", {d, shard(w.win, "x,-,-")}));
  Tensor o = einsum("egch,ehm->egcm", {h, shard(w.wout, "x,-,-")});
  return shard(einsum("gsec,egcm->gsm", {g.combine, o}), "x,-,-");
}

TEST(Examples, ExpertsExchangeTokens) {
  const Tensor x = Tensor::spec(f32, {4, 8, 4});
  const Experts w = {Tensor::spec(f32, {4, 4}), Tensor::spec(f32, {4, 4, 8}), Tensor::spec(f32, {4, 8, 4})};
  const Traced traced = trace(moe, x, w, std::int64_t{4});
  const auto run = compile(traced, "x=4");
  int exchanges = 0;
  for (const Collective& c : run.report().collectives) exchanges += c.kind == "all-to-all";
  EXPECT_EQ(exchanges, 2);
  const std::vector<Tensor> in = traced.random_arguments(5);
  const Experts given = {in[1], in[2], in[3]};
  const std::vector<double> got = run(in[0], given, 4).to_doubles();
  const std::vector<double> wanted = evaluate(moe, in[0], given, std::int64_t{4}).to_doubles();
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-4);
}

}  // namespace
}  // namespace partita

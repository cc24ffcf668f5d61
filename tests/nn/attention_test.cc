// Attention against its definition in loops; caches against attention to all at once.
#include "partita/nn/attention.h"

#include "../made_up.h"
#include "partita/nn/kv_cache.h"
#include "partita/partita.h"

namespace partita {
namespace {

constexpr int kB = 2, kS = 3, kT = 4, kN = 4, kM = 2, kD = 3;

// Query s sees key t where `sees` says so.
template <typename Sees>
Doubles by_loops(const Tensor& q, const Tensor& k, const Tensor& v, const Sees& sees, int shared = kM) {
  const Doubles qs = q.to_doubles(), ks = k.to_doubles(), vs = v.to_doubles();
  Doubles out(qs.size());
  for (int b = 0; b < kB; ++b) {
    for (int n = 0; n < kN; ++n) {
      const int m = n / (kN / shared);
      for (int s = 0; s < kS; ++s) {
        double weights[kT], total = 0;
        for (int t = 0; t < kT; ++t) {
          double score = 0;
          for (int d = 0; d < kD; ++d) {
            score += qs[((b * kS + s) * kN + n) * kD + d] * ks[((b * kT + t) * shared + m) * kD + d];
          }
          weights[t] = sees(s, t) ? std::exp(score / std::sqrt(3.0)) : 0;
          total += weights[t];
        }
        for (int d = 0; d < kD; ++d) {
          for (int t = 0; t < kT; ++t) {
            out[((b * kS + s) * kN + n) * kD + d] += weights[t] / total * vs[((b * kT + t) * shared + m) * kD + d];
          }
        }
      }
    }
  }
  return out;
}

const Tensor kQ = made_up({kB, kS, kN, kD}, 1), kK = made_up({kB, kT, kM, kD}, 2), kV = made_up({kB, kT, kM, kD}, 3);

TEST(Attention, GroupsOfHeadsShareKeysAndValues) {
  const auto f = [](Tensor q, Tensor k, Tensor v) { return nn::attention(q, k, v); };
  expect_near(evaluate(f, kQ, kK, kV).to_doubles(), by_loops(kQ, kK, kV, [](int, int) { return true; }));
  const Tensor k = made_up({kB, kT, kN, kD}, 4), v = made_up({kB, kT, kN, kD}, 5);
  const auto everything = [](int, int) { return true; };
  expect_near(evaluate(f, kQ, k, v).to_doubles(), by_loops(kQ, k, v, everything, kN));
}

TEST(Attention, Causal) {
  const auto f = [](Tensor q, Tensor k, Tensor v) { return nn::attention(q, k, v, {.causal = true}); };
  expect_near(evaluate(f, kQ, kK, kV).to_doubles(), by_loops(kQ, kK, kV, [](int s, int t) { return t <= s; }));
  const auto later = [](Tensor q, Tensor k, Tensor v, Tensor places) {
    return nn::attention(q, k, v, {.causal = true, .positions = places});
  };
  expect_near(evaluate(later, kQ, kK, kV, Tensor::of<std::int32_t>({3}, {1, 2, 3})).to_doubles(),
              by_loops(kQ, kK, kV, [](int s, int t) { return t <= s + 1; }));
}

TEST(Attention, Mask) {
  const Tensor mask = Tensor::of<bool>({kS, kT}, {true, false, true, true,  //
                                                  false, false, true, false, true, true, true, true});
  const auto f = [](Tensor q, Tensor k, Tensor v, Tensor m) { return nn::attention(q, k, v, {.mask = m}); };
  const Doubles seen = mask.to_doubles();
  expect_near(evaluate(f, kQ, kK, kV, mask).to_doubles(),
              by_loops(kQ, kK, kV, [&](int s, int t) { return seen[s * kT + t] != 0; }));
}

TEST(Attention, OneTokenAfterTheOtherIsAllAtOnce) {
  const Tensor q = made_up({kB, kT, kN, kD}, 6);
  const auto all = [](Tensor queries, Tensor k, Tensor v) { return nn::attention(queries, k, v, {.causal = true}); };
  const auto steps = [](Tensor queries, Tensor k, Tensor v) {
    nn::KvCache cache = {zeros(f32, {kB, kT + 2, kM, kD}), zeros(f32, {kB, kT + 2, kM, kD})};
    std::vector<Operand> out;
    for (int t = 0; t < kT; ++t) {
      const Tensor position = full(s32, {}, t);
      cache = nn::updated(cache, slice(k, 1, t, t + 1), slice(v, 1, t, t + 1), position);
      out.emplace_back(nn::attention(slice(queries, 1, t, t + 1), cache, position));
    }
    return concatenate(out, 1);
  };
  expect_near(evaluate(steps, q, kK, kV).to_doubles(), evaluate(all, q, kK, kV).to_doubles());
}

TEST(Attention, HeadsAndSequencesNeedNoExchange) {
  const auto f = [](Tensor q, Tensor k, Tensor v) {
    return nn::attention(shard(q, "x,-,y,-"), shard(k, "x,-,y,-"), shard(v, "x,-,y,-"), {.causal = true});
  };
  const auto run = compile(trace(f, kQ, kK, kV), "x=2,y=2", {.objective = Objective::kBytes});
  EXPECT_EQ(run.report().wire_bytes, 0);
  expect_near(run(kQ, kK, kV).to_doubles(), by_loops(kQ, kK, kV, [](int s, int t) { return t <= s; }));
}

}  // namespace
}  // namespace partita

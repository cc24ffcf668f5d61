// The examples in the headers of layers, as they stand there, with what they presuppose.
#include "../made_up.h"
#include "partita/nn/attention.h"
#include "partita/nn/conv.h"
#include "partita/nn/cross_entropy.h"
#include "partita/nn/dense.h"
#include "partita/nn/embed.h"
#include "partita/nn/ffn.h"
#include "partita/nn/lstm.h"
#include "partita/nn/moe.h"
#include "partita/partita.h"

namespace partita {
namespace {

// What f gives on a mesh, and that this is what it gives on one device.
template <typename F, typename... In>
Tensor on_mesh(const F& f, const In&... in) {
  const Tensor got = compile(trace(f, in...), "x=2,y=2")(in...);
  expect_near(got.to_doubles(), evaluate(f, in...).to_doubles());
  return got;
}

// Example of include/partita/nn/dense.h
TEST(LayerExamples, Dense) {
  const auto f = [](Tensor x, Tensor w, Tensor b) {
    Tensor h = relu(nn::dense(x, {shard(w, "-,y"), b}));
    return h;
  };
  EXPECT_EQ(on_mesh(f, made_up({2, 4}), made_up({4, 6}), made_up({6})).type_text(), "f32[2,6]");
}

// Example of include/partita/nn/embed.h
TEST(LayerExamples, Embed) {
  const auto f = [](Tensor table, Tensor ids) {
    Tensor h = shard(nn::embed(shard(table, "y,x"), ids), "x,-,y");
    return h;
  };
  const Tensor ids = Tensor::of<std::int32_t>({2, 2}, {0, 5, 3, 3});
  EXPECT_EQ(on_mesh(f, made_up({6, 4}), ids).type_text(), "f32[2,2,4]");
}

// Example of include/partita/nn/attention.h
TEST(LayerExamples, Attention) {
  const auto f = [](Tensor q, Tensor k, Tensor v) {
    Tensor a = nn::attention(q, k, v, {.causal = true});
    return a;
  };
  const Tensor x = made_up({2, 3, 2, 4});
  EXPECT_EQ(on_mesh(f, x, x, x).type_text(), "f32[2,3,2,4]");
}

// Example of include/partita/nn/cross_entropy.h
TEST(LayerExamples, CrossEntropy) {
  const auto f = [](Tensor logits, Tensor next) {
    Tensor loss = nn::cross_entropy(shard(logits, "x,-,y"), next);
    return loss;
  };
  const Tensor next = Tensor::of<std::int32_t>({2, 2}, {0, 5, 3, 3});
  EXPECT_EQ(on_mesh(f, made_up({2, 2, 6}), next).type_text(), "f32[]");
}

// Example of include/partita/nn/ffn.h
TEST(LayerExamples, Ffn) {
  const auto f = [](Tensor x, const nn::Ffn& w) {
    Tensor y = nn::ffn(x, w, nn::Activation::kGelu, "x,-,y");
    return y;
  };
  EXPECT_EQ(on_mesh(f, made_up({2, 3, 4}), nn::Ffn{made_up({4, 8}), made_up({8, 4})}).type_text(), "f32[2,3,4]");
}

struct MoeWeights {
  Tensor gate;
  nn::Experts experts;
};

// Example of include/partita/nn/moe.h
TEST(LayerExamples, Moe) {
  constexpr std::int64_t capacity = 3;
  const auto f = [](Tensor x, const MoeWeights& w) {
    auto gate = nn::top2_gate(einsum("gsm,me->gse", {x, w.gate}), capacity);
    Tensor y = nn::moe(x, gate, w.experts, nn::Activation::kRelu, {.groups = "x,-,-", .experts = "x,-,-,-"});
    return y;
  };
  const MoeWeights w = {made_up({4, 2}), {made_up({2, 4, 8}), made_up({2, 8, 4})}};
  EXPECT_EQ(on_mesh(f, made_up({2, 3, 4}), w).type_text(), "f32[2,3,4]");
}

// Example of include/partita/nn/conv.h
TEST(LayerExamples, Conv) {
  const auto f = [](Tensor x, Tensor kernel) {
    Tensor y = nn::conv(shard(x, "b,h,-,-"), kernel, {.strides = {2, 2}});
    return y;
  };
  EXPECT_EQ(abstract(f, Tensor::spec(f32, {2, 8, 8, 3}), Tensor::spec(f32, {3, 3, 3, 5})).type_text(), "f32[2,4,4,5]");
}

// Example of include/partita/nn/lstm.h
TEST(LayerExamples, Lstm) {
  const auto f = [](Tensor xs, const nn::Lstm& w) {
    Tensor hs = nn::lstm(xs, {shard(w.bias, "x"), shard(w.recurrent, "-,x"), shard(w.input, "-,x")});
    return hs;
  };
  const nn::Lstm w = {Tensor::spec(f32, {16}), Tensor::spec(f32, {4, 16}), Tensor::spec(f32, {3, 16})};
  EXPECT_EQ(abstract(f, Tensor::spec(f32, {5, 2, 3}), w).type_text(), "f32[5,2,4]");
}

}  // namespace
}  // namespace partita

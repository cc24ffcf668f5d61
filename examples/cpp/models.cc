// Steps of the library's models as programs for eight devices, small enough to be looked at: training steps, gradients
// of a loss, and one step of making text.
//
//   models                           their names
//   models dense_2d > step.mlir      one of them: partita cost step.mlir
#include <partita/models/llama_decode.h>
#include <partita/models/lstm.h>
#include <partita/models/mlp.h>
#include <partita/models/moe_lm.h>
#include <partita/models/pipeline_lm.h>
#include <partita/models/resnet.h>
#include <partita/models/transformer_lm.h>
#include <partita/models/unet3d.h>
#include <partita/optim/adamw.h>
#include <partita/optim/train_step.h>
#include <partita/partita.h>

#include <cstdio>
#include <string_view>

using namespace partita;
using namespace partita::models;

// A loss and the gradient of its first argument.
template <typename Loss, typename Params, typename... Rest>
std::string gradient_text(const char* mesh, const Loss& loss, const Params& params, const Rest&... rest) {
  const auto step = [&](const Params& p, const Rest&... in) { return value_and_grad(loss)(p, in...); };
  return trace(step, params, rest...).text(TextOptions{.mesh = mesh});
}

template <typename Loss, typename Params>
std::string training_text(const char* mesh, const Loss& loss, const Params& params, std::vector<int> donate = {}) {
  const optim::AdamW adam{.correct_bias = false};
  const auto state = abstract([&](const Params& p) { return adam.init(p); }, params);
  const Tensor ids = Tensor::spec(s32, {16, 256});
  return trace(optim::train_step(loss, adam), params, state, ids, ids)
      .text(TextOptions{.mesh = mesh, .donate = std::move(donate)});
}

const TransformerConfig kDense = {.layers = 4, .model = 512, .hidden = 2048, .heads = 8, .depth = 64, .vocab = 4096};

std::string dense_text(const char* mesh, const TransformerHints& hints, DType type = f32) {
  TransformerConfig config = kDense;
  config.type = type;
  config.convert_once = true;
  const auto loss = [&](const TransformerLm& p, Tensor ids, Tensor next) {
    return transformer_loss(p, ids, next, config, hints);
  };
  return training_text(mesh, loss, transformer_specs(config),
                       type == f32 ? std::vector<int>{} : std::vector<int>{0, 1});
}
std::string dense_dp() { return dense_text("x=8", TransformerHints::data_parallel("x")); }
std::string dense_fsdp() { return dense_text("x=8", TransformerHints::fsdp("x")); }
std::string dense_megatron() { return dense_text("x=2,y=4", TransformerHints::megatron("x", "y")); }
std::string dense_2d() { return dense_text("x=4,y=2", TransformerHints::finalized("x", "y")); }
std::string dense_bf16() { return dense_text("x=4,y=2", TransformerHints::finalized("x", "y"), bf16); }

std::string moe() {
  const MoeConfig config = {.base = kDense, .experts = 8, .capacity = 64};
  const auto loss = [&](const MoeLm& p, Tensor ids, Tensor next) {
    return moe_loss(p, ids, next, config, MoeLmHints::experts_only("x"));
  };
  return training_text("x=8", loss, moe_specs(config));
}

std::string perceptron() {
  const Mlp p = {{{Tensor::spec(f32, {2048, 8192}), {}}, {Tensor::spec(f32, {8192, 2048}), {}}}};
  const auto loss = [](const Mlp& w, Tensor x) {
    return sum(square(mlp(w, x, nn::Activation::kRelu, {.in = "x,-", .even = "-,y", .odd = "y,-"})));
  };
  return gradient_text("x=4,y=2", loss, p, Tensor::spec(f32, {512, 2048}));
}

std::string recurrent() {
  const nn::Lstm p = {Tensor::spec(f32, {2048}), Tensor::spec(f32, {512, 2048}), Tensor::spec(f32, {512, 2048})};
  const auto loss = [](const nn::Lstm& w, Tensor xs, Tensor ys) { return lstm_loss(w, xs, ys, {.gates = "x"}); };
  const Tensor xs = Tensor::spec(f32, {64, 32, 512});
  return gradient_text("x=8", loss, p, xs, xs);
}

std::string pipeline_of_perceptrons() {
  const PipelineLm p = {Tensor::spec(f32, {4, 2, 256, 1024}), Tensor::spec(f32, {4, 2, 1024, 256})};
  const auto loss = [](const PipelineLm& w, Tensor x) { return pipeline_lm_loss(w, x); };
  return gradient_text("p=4,d=2", loss, p, Tensor::spec(f32, {64, 64, 256}));
}

std::string residual() {
  const auto kernel = [](int size, int in, int out) { return Tensor::spec(f32, {size, size, in, out}); };
  const Resnet p = {kernel(3, 32, 32), kernel(3, 32, 32),           kernel(3, 32, 64), kernel(3, 64, 64),
                    kernel(1, 32, 64), Tensor::spec(f32, {64, 10}), kernel(7, 3, 32)};
  const auto loss = [](const Resnet& w, Tensor image, Tensor labels) {
    return resnet_loss(w, image, labels, "-,x,-,-");
  };
  return gradient_text("x=8", loss, p, Tensor::spec(f32, {8, 128, 128, 3}), Tensor::spec(s32, {8}));
}

std::string volumes() {
  const auto kernel = [](int size, int in, int out) { return Tensor::spec(f32, {size, size, size, in, out}); };
  const SmallUnet3d p = {kernel(3, 1, 16),  kernel(3, 16, 16), kernel(3, 16, 32), kernel(3, 32, 32),
                         kernel(3, 32, 16), kernel(1, 16, 2),  kernel(2, 32, 16)};
  const auto loss = [](const SmallUnet3d& w, Tensor volume, Tensor wanted) {
    return small_unet3d_loss(w, volume, wanted, "x,y,-,-,-");
  };
  return gradient_text("x=2,y=4", loss, p, Tensor::spec(f32, {2, 32, 32, 32, 1}),
                       Tensor::spec(f32, {2, 32, 32, 32, 2}));
}

std::string decoding() {
  const LlamaConfig config = {.layers = 4,
                              .model = 1024,
                              .hidden = 2816,
                              .heads = 16,
                              .shared_heads = 4,
                              .depth = 64,
                              .vocab = 8192,
                              .longest = 1024};
  const auto init = [&](const Key& key) { return std::pair(init_llama(config, key), empty_caches(config, 8)); };
  const auto [params, caches] = abstract(init, key_of(0));
  const auto step = [&](const Llama& p, const nn::KvCache& c, Tensor token, Tensor position, const Key& key) {
    return llama_decode(p, c, token, position, key, config, LlamaHints::megatron("x", "y"));
  };
  return trace(step, params, caches, Tensor::spec(s32, {8}), Tensor::spec(s32, {}), key_of(0))
      .text(TextOptions{.mesh = "x=2,y=4"});
}

struct Named {
  const char* name;
  std::string (*text)();
};
const Named kModels[] = {
    {"dense_dp", dense_dp}, {"dense_fsdp", dense_fsdp}, {"dense_megatron", dense_megatron},
    {"dense_2d", dense_2d}, {"dense_bf16", dense_bf16}, {"moe", moe},
    {"mlp", perceptron},    {"lstm", recurrent},        {"pipeline", pipeline_of_perceptrons},
    {"resnet", residual},   {"unet3d", volumes},        {"llama_decode", decoding},
};

int main(int count, char** arguments) {
  try {
    for (const Named& model : kModels) {
      if (count < 2) std::puts(model.name);
      if (count != 2 || std::string_view(arguments[1]) != model.name) continue;
      std::fputs(model.text().c_str(), stdout);
      return 0;
    }
    if (count < 2) return 0;
    std::fprintf(stderr, "usage: models [NAME]; without a name, it lists them\n");
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 1;
}

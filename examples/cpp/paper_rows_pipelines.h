// Rows of the GSPMD paper's Tables 4 (Transformers as pipelines), 5 (Conformers as pipelines) and 8 (U-Nets, divided in
// space), for paper.cc.
#pragma once

#include <partita/models/conformer.h>
#include <partita/models/staged_transformer.h>
#include <partita/models/unet3d.h>
#include <partita/optim/adafactor.h>
#include <partita/optim/train_step.h>
#include <partita/partita.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace pipelines {

using namespace partita;

// A training step of parameters that are types only: a program for the mesh.
template <typename Params, typename Loss>
std::string step_text(const char* mesh, const Params& params, const optim::Adafactor& optimizer, const Loss& loss,
                      const Tensor& x, const Tensor& y) {
  const auto state = abstract([&](const Params& p) { return optimizer.init(p); }, params);
  const auto step = optim::train_step(loss, optimizer);
  return trace(step, params, state, x, y).text(TextOptions{.mesh = mesh, .donate = {0, 1}});
}

struct Row {
  const char* name;
  const char* mesh;
  int stages;  // 0: none
  int microbatches, batch;
  int layers;  // of all stages
  bool circular = false;
  int image = 0;
};

inline const Row kRows[] = {
    {"t4_2x16x8_s2_16x64", "l=2,x=16,y=8", 2, 16, 64, 64},
    {"t4_4x16x4_s4_16x64", "l=4,x=16,y=4", 4, 16, 64, 64},
    {"t4_4x16x4_s4_32x32", "l=4,x=16,y=4", 4, 32, 32, 64},
    {"t4_8x16x2_s8_32x32", "l=8,x=16,y=2", 8, 32, 32, 64},
    {"t4_8x8x4_s8_32x32", "l=8,x=8,y=4", 8, 32, 32, 64},
    {"t5_6b_gpipe64", "l=8", 8, 64, 1, 32},
    {"t5_6b_gpipe16", "l=8", 8, 16, 1, 32},
    {"t5_6b_circular16", "l=8", 8, 16, 1, 32, true},
    {"t5_13b_gpipe128", "l=16", 16, 128, 1, 64},
    {"t5_13b_gpipe32", "l=16", 16, 32, 1, 64},
    {"t5_13b_circular32", "l=16", 16, 32, 1, 64, true},
    {"t8_1x1", "d=1,s=1", 0, 1, 4, 4, false, 128},
    {"t8_1x2", "d=1,s=2", 0, 1, 4, 4, false, 128},
    {"t8_1x4", "d=1,s=4", 0, 1, 4, 4, false, 128},
    {"t8_1x8", "d=1,s=8", 0, 1, 4, 4, false, 128},
    {"t8_1x16", "d=1,s=16", 0, 1, 4, 4, false, 128},
    {"t8_4x16", "d=4,s=16", 0, 1, 8, 4, false, 256},
    {"t8_2x32", "d=2,s=32", 0, 1, 8, 4, false, 256},
};

// Parameters of pipelines have two dimensions in front of their matrices.
inline optim::Adafactor of_stages() { return {.rate = 1e-3, .stacks = {"layers", "layers"}}; }

inline std::string transformer_text(const Row& row) {
  const models::TransformerConfig config = {
      .layers = row.layers, .model = 4096, .hidden = 16384, .heads = 64, .depth = 128, .vocab = 32000, .type = bf16};
  const auto hints = models::staged_hints("x", "y");
  const Tensor ids = Tensor::spec(s32, {row.microbatches, row.batch, 1024});
  const Save kept = models::save_products(true);
  const auto loss = [&](const models::TransformerLm& p, Tensor in, Tensor next) {
    return models::staged_transformer_loss(p, in, next, config, hints, {.axis = "l", .save = kept, .whole = true});
  };
  return step_text(row.mesh, models::staged_transformer_specs(config, row.stages), of_stages(), loss, ids, ids);
}

inline std::string conformer_text(const Row& row) {
  const models::ConformerConfig config = {.stages = row.stages,
                                          .layers = row.layers / row.stages,
                                          .model = 3072,
                                          .hidden = 12288,
                                          .heads = 16,
                                          .depth = 192};
  const Tensor x = Tensor::spec(bf16, {row.microbatches, row.batch, 608, config.model});
  const auto loss = [&](const models::Conformer& p, Tensor in, Tensor out) {
    const Save kept = row.circular ? Save::kNothing : Save::kDots;
    return models::conformer_loss(p, in, out,
                                  {.axis = "l", .circular = row.circular, .save = kept, .whole = !row.circular});
  };
  return step_text(row.mesh, models::conformer_specs(config), of_stages(), loss, x, x);
}

inline std::string unet_text(const Row& row) {
  const models::UnetConfig config = {.levels = row.layers, .features = 43, .inputs = 1, .classes = 3};
  const Tensor volume = Tensor::spec(bf16, {row.batch, row.image, row.image, row.image, 1});
  const Tensor classes = Tensor::spec(s32, {row.batch, row.image, row.image, row.image});
  const auto loss = [](const models::Unet3d& p, Tensor in, Tensor out) {
    return models::unet3d_loss(p, in, shard(out, "d,s,-,-"), "d,s,-,-,-");
  };
  return step_text(row.mesh, models::unet3d_specs(config), {.rate = 1e-3, .stacks = {}}, loss, volume, classes);
}

// Writes the row of this name; without one, nothing is written.
inline bool write_row(std::string_view name) {
  for (const Row& row : kRows) {
    if (name != row.name) continue;
    const std::string text = row.image > 0               ? unet_text(row)
                             : name.substr(0, 2) == "t5" ? conformer_text(row)
                                                         : transformer_text(row);
    std::fputs(text.c_str(), stdout);
    return true;
  }
  return false;
}

inline void list_rows() {
  for (const Row& row : kRows) std::printf("%-20s on %s\n", row.name, row.mesh);
}

}  // namespace pipelines

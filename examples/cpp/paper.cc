// The training steps of the GSPMD paper's tables, as programs for their meshes: dense Transformers (Tables 2 and 3),
// mixtures of experts (Table 6) and their hybrid (Table 7); Tables 4, 5 and 8 are in paper_rows_pipelines.h.
//
//   paper                            the rows
//   paper t2_64b_128 > step.mlir     one of them, to be looked at: partita cost step.mlir
//
// Where the paper leaves sizes open they are those that give its parameters. No model is ever held anywhere: parameters
// are types only.
#include <partita/models/hybrid_moe.h>
#include <partita/models/moe_lm.h>
#include <partita/models/transformer_lm.h>
#include <partita/optim/adafactor.h>
#include <partita/optim/train_step.h>
#include <partita/partita.h>

#include <cstdio>
#include <string_view>

#include "paper_rows_pipelines.h"

using namespace partita;

struct Row {
  const char* name;
  const char* mesh;
  int batch;
  int layers;  // of experts and dense ones: how many of both
  int model, hidden, heads, depth;
  int experts = 0, capacity = 0;
};

const Row kRows[] = {
    {"t2_64b_128", "x=8,y=16", 64, 32, 8192, 65536, 128, 256},
    {"t2_64b_512", "x=16,y=32", 256, 32, 8192, 65536, 128, 256},
    {"t2_64b_2048", "x=32,y=64", 1024, 32, 8192, 65536, 128, 256},
    {"t2_128b", "x=32,y=64", 512, 64, 8192, 65536, 128, 256},
    {"t2_256b", "x=32,y=64", 256, 128, 8192, 65536, 128, 256},
    {"t2_512b", "x=32,y=64", 128, 256, 8192, 65536, 128, 256},
    {"t2_1t", "x=32,y=64", 128, 128, 16384, 131072, 256, 256},
    {"t3_4x16", "x=4,y=16", 48, 64, 4096, 16384, 64, 128},
    {"t3_8x16", "x=8,y=16", 96, 64, 4096, 16384, 64, 128},
    {"t3_8x32", "x=8,y=32", 192, 64, 4096, 16384, 64, 128},
    {"t3_16x4", "x=16,y=4", 48, 64, 4096, 16384, 64, 128},
    {"t3_16x8", "x=16,y=8", 96, 64, 4096, 16384, 64, 128},
    {"t3_32x8", "x=32,y=8", 192, 64, 4096, 16384, 64, 128},
    {"t6_10b", "x=32", 128, 18, 1024, 8192, 16, 128, 32, 64},
    {"t6_37b", "x=128", 512, 18, 1024, 8192, 16, 128, 128, 16},
    {"t6_145b", "x=512", 2048, 18, 1024, 8192, 16, 128, 512, 4},
    {"t6_577b", "x=2048", 8192, 18, 1024, 8192, 16, 128, 2048, 1},
    {"t7_33b", "x=8,y=4", 32, 12, 4096, 32768, 128, 128, 8, 64},
    {"t7_57b", "x=16,y=8", 128, 12, 4096, 32768, 128, 128, 16, 16},
    {"t7_420b", "x=32,y=16", 128, 12, 4096, 131072, 512, 128, 32, 4},
    {"t7_804b", "x=64,y=32", 512, 12, 4096, 131072, 512, 128, 64, 1},
};

// What a step takes and gives stays in its place: parameters and their state are donated.
template <typename Params, typename Loss>
std::string step_text(const Row& row, const Params& params, const Loss& loss) {
  const optim::Adafactor adafactor{.rate = 1e-3};
  const auto state = abstract([&](const Params& p) { return adafactor.init(p); }, params);
  const Tensor ids = Tensor::spec(s32, {row.batch, 1024});
  const auto step = optim::train_step(loss, adafactor);
  return trace(step, params, state, ids, ids).text(TextOptions{.mesh = row.mesh, .donate = {0, 1}});
}

std::string text_of(const Row& row) {
  const models::TransformerConfig dense = {.layers = row.layers,
                                           .model = row.model,
                                           .hidden = row.hidden,
                                           .heads = row.heads,
                                           .depth = row.depth,
                                           .vocab = 32000,
                                           .type = bf16,
                                           .remat = models::save_products(row.experts == 0)};
  if (row.experts == 0) {
    const auto hints = models::TransformerHints::finalized("x", "y");
    return step_text(row, models::transformer_specs(dense), [&](const auto& p, Tensor ids, Tensor next) {
      return models::transformer_loss(p, ids, next, dense, hints);
    });
  }
  const models::MoeConfig config = {.base = dense, .experts = row.experts, .capacity = row.capacity, .alternate = true};
  const bool one_axis = std::string_view(row.mesh).find('y') == std::string_view::npos;
  const auto hints = one_axis ? models::MoeLmHints::experts_only("x") : models::hybrid_hints("x", "y");
  return step_text(row, models::moe_specs(config), [&](const auto& p, Tensor ids, Tensor next) {
    return models::moe_loss(p, ids, next, config, hints);
  });
}

int main(int count, char** arguments) {
  try {
    for (const Row& row : kRows) {
      if (count < 2) std::printf("%-12s on %s\n", row.name, row.mesh);
      if (count == 2 && std::string_view(arguments[1]) == row.name) {
        std::fputs(text_of(row).c_str(), stdout);
        return 0;
      }
    }
    if (count < 2) {
      pipelines::list_rows();
      return 0;
    }
    if (count == 2 && pipelines::write_row(arguments[1])) return 0;
    std::fprintf(stderr, "usage: paper [ROW]; without a row, it lists them\n");
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 1;
}

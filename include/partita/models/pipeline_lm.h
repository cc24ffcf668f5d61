// Perceptrons with a residual connection as a pipeline: each stage has several.
//
// Meant with stages along one axis and batches along another: `{.stage = "p", .batch = "d"}`. Weights then stay where
// they are, and their gradients are reduced once.
#pragma once

#include <cstdint>
#include <string>

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/transform.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

struct PipelineLm {
  Tensor in, out;  // [stages, layers, m, h], [stages, layers, h, m]
};
struct PipelineLmOptions {
  std::int64_t microbatches = 8;
  std::string stage = "p", batch = "d";  // axes
  Save save = Save::kAll;                // what a stage keeps for its gradient
};

// x [b, s, m], with a batch that the microbatches divide: the mean of squares of what comes out. Microbatch k of K has
// the examples k, K + k, 2 K + k, …: some of each device that the batch is divided over, so that none is moved.
PARTITA_API Tensor pipeline_lm_loss(const PipelineLm& p, const Tensor& x, const PipelineLmOptions& options = {},
                                    Where where = Where::current());

}  // namespace models
}  // namespace v1
}  // namespace partita

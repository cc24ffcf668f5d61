// Fourier transforms along divided dimensions.
//
//   fft 64x64, rows on 4 devices:  columns of each row locally; an all-to-all divides the columns instead; rows; back
//   fft of 64 alone on 4 devices:  as an 8x8 matrix in three all-to-alls, with a turn of exp(-2πi·c·b/64) in between
//
// Several dimensions are transformed one after the other, each while others are divided.
#pragma once

#include <vector>

#include "partition/lower/lowering_state.h"

namespace partita::core::partition {

std::vector<Value*> lower_fft(LoweringState& lowering, const LocalOp& local);
bool divides_fft(const Op& op, const Rule& rule, int factor, int64_t shards);
Price fft_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights);

}  // namespace partita::core::partition

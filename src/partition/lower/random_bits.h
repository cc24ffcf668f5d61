// rng_bit_generator on a shard: the bits of every element are a function of the state and of its position in the
// global tensor, so each device generates its own and all meshes give the same.
//
//   PHILOX, ui32 of 10x6 on 4 devices, rows:  device i has elements 18·i …; blocks of 4 words from 18·i / 4 on, by the
//   op itself with its counter advanced; the first 18·i mod 4 words are dropped
//
// Where a shard is not one stretch of the tensor, the cipher is written out and applied to each element's counter.
#pragma once

#include <vector>

#include "partition/lower/lowering_state.h"

namespace partita::core::partition {

// Whether the layout of the state is known.
bool has_random_words(const Op& op);

// The new state, the same everywhere, and this device's bits.
std::vector<Value*> local_random_bits(LocalBuilder& b, const LocalOp& local);

}  // namespace partita::core::partition

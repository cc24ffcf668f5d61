// Fused loops as machine code: one function for a row, made with Xbyak.
#pragma once

#include <memory>

#include "engine/loop/plan.h"

namespace partita::core::engine::loop {

// Null where there is no emitter for this machine or this program: the tile interpreter runs it then. Emitted: rows of
// one dimension, dense or the same all along it in every buffer, over f32, bf16, 32-bit integers and pred, without
// accumulated stores; on processors with AVX-512.
std::shared_ptr<const Kernel> make_emitted_kernel(const Plan& plan);

}  // namespace partita::core::engine::loop

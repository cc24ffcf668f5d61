// A training step to measure on, traced from the models of the library.
#pragma once

#include <string>

namespace partita::core::bench {

// StableHLO text of a step of the paper's dense Transformer with Adam: 64 layers in a loop, 64 billion parameters,
// hints on a mesh of x by y devices. The ops are the same on any mesh.
std::string training_step(int x, int y);

}  // namespace partita::core::bench

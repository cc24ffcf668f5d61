// Several simulations of a program beside each other: under other meshes, with other batches, on other machines.
#pragma once

#include <span>
#include <string>

#include "simulate/simulation.h"

namespace partita::core::simulate {

// A row for each, in their order; the shortest step is marked. `labels` say what is special about each. Where `batches`
// are given, the size of each's, there is a column of the step by it, and the shortest of that is marked.
std::string sweep_table(std::span<const Simulation> simulations, std::span<const std::string> labels,
                        std::span<const int64_t> batches = {});
// Bars of their steps: computing, and waiting for collectives, as SVG.
std::string sweep_plot(std::span<const Simulation> simulations, std::span<const std::string> labels);

}  // namespace partita::core::simulate

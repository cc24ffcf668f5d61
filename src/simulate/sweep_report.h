// Several simulations of a program beside each other: under other meshes, on other machines.
#pragma once

#include <span>
#include <string>

#include "simulate/simulation.h"

namespace partita::core::simulate {

// A row for each, in their order; the shortest step is marked. `labels` say what is special about each.
std::string sweep_table(std::span<const Simulation> simulations, std::span<const std::string> labels);
// Bars of their steps: computing, and waiting for collectives, as SVG.
std::string sweep_plot(std::span<const Simulation> simulations, std::span<const std::string> labels);

}  // namespace partita::core::simulate

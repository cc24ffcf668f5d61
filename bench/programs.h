// Programs to measure on, made up here: a stack of equal layers, as an unrolled transformer is one.
#pragma once

#include <optional>
#include <string>

namespace partita::core::bench {

// StableHLO text of `layers` layers (dot_general, bias, layer norm, softmax-like reductions), about 2.5 kB each.
std::string stablehlo_stack(int layers);

// The same as HLO text, about 3 kB each.
std::string hlo_stack(int layers);

// A model of `layers` layers with its gradient and update, unrolled, about 25 ops each, on a mesh of x by y devices.
// The weights and the batch have hints.
std::string hinted_model(int layers, int x, int y);

// Two chains whose hints contradict each other and meet at every step, and one argument that every step uses.
std::string crossing_hints(int steps);

// The text of a program given on the command line; says where it cannot be read.
std::optional<std::string> text_of_file(const std::string& path);
// What stands behind the last '/'.
std::string name_of_file(const std::string& path);

}  // namespace partita::core::bench

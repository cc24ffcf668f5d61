// A recipe: a model's step, how few hints divide it, and what docs/recipes.md says becomes of that.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "partita/partita.h"

namespace partita::recipes {

struct Step {
  Program written;  // what the hints are counted in: as the user wrote it, without gradients
  Program program;
  std::vector<Tensor> arguments;
};

// What f computes, without a gradient.
template <typename F, typename... In>
Step step_of(const F& f, const In&... in) {
  const Program program = trace(f, in...);
  std::vector<Tensor> arguments;
  (
      [&] {
        for (const Tensor& leaf : leaves(in)) arguments.push_back(leaf);
      }(),
      ...);
  return {program, program, arguments};
}

// The loss, and the parameters after one step down its gradient.
template <typename Loss, typename Params, typename... Batch>
Step training_step(const Loss& loss, const Params& params, const Batch&... batch) {
  const auto step = [&](const Params& p, const Batch&... rows) {
    const auto [value, grads] = value_and_grad(loss)(p, rows...);
    return std::pair(value, map(p, grads, [](const Tensor& w, const Tensor& g) { return w - 0.1 * g; }));
  };
  Step both = step_of(step, params, batch...);
  both.written = trace(loss, params, batch...);
  return both;
}

// That the step on the mesh gives what one device does, that nothing is gathered for want of a way to compute it, that
// a device sends at most `budget` bytes, and that the section `name` of the page has its hints and collectives.
void expect_as_on_page(const std::string& name, const Step& step, const Mesh& mesh, double budget);

// Bytes that each of n devices sends, of a tensor of so many bytes in all.
inline double gathered(double bytes, double n) { return bytes * (n - 1) / n; }
inline double reduced(double bytes, double n) { return 2 * gathered(bytes, n); }

}  // namespace partita::recipes

#include "run/nan_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/execute.h"
#include "eval/ops/finite.h"
#include "run/boxes.h"
#include "run/stepper.h"

namespace partita::core::run {
namespace {

struct Found {
  int result = 0;
  int64_t device = 0;
  bool nan = false;
  std::vector<int64_t> at;  // in the global result
};

std::optional<Found> find(const LocalProgram& program, const ByDevice& results) {
  for (int r = 0; r < std::ssize(program.results); ++r) {
    const auto& [global, sharding] = program.results[r];
    if (!global.is_tensor()) continue;
    const engine::DeviceRange here = program.devices_here();
    for (int64_t device = here.first; device < here.end; ++device) {
      const int64_t place = device % program.places;
      if (sharding != nullptr && !sharding->mesh().coordinates(place)) continue;
      const Box box = box_of(sharding, global.dims(), place);
      const Tensor truth = true_elements(program.module.context(), results[device][r], box);
      const std::optional<eval::NotFinite> bad = eval::find_not_finite(truth);
      if (!bad) continue;
      Found found{r, device, bad->nan, box.corner};
      int64_t index = bad->index;
      for (size_t d = box.extent.size(); d-- > 0;) {
        found.at[d] += index % box.extent[d];
        index /= box.extent[d];
      }
      return found;
    }
  }
  return std::nullopt;
}

// Runs the step again and looks at every value; nothing where that leads to none.
std::optional<Diagnostic> find_first(const LocalProgram& program, const EvalOptions& given, int64_t step,
                                     ByDevice inputs, bool nan) {
  engine::CompileOptions how{program.replicas, program.partitions};
  how.keeps_values = true;
  auto executable = engine::compile(program.module, program.entry, how);
  if (!executable.ok()) return std::nullopt;
  EvalOptions options = given;
  options.random_seed = seed_of_step(given.random_seed, step);
  options.print = nullptr;
  options.outfeed = nullptr;
  Diagnostics checks;
  engine::Runner runner(*executable, options);
  runner.watch_values();
  if (!runner.run(std::move(inputs), checks).ok()) return std::nullopt;
  const auto first = runner.first_not_finite(nan);
  if (!first) return std::nullopt;
  const Op& op = *first->first->op();
  const Name name = first->first->name();
  Diagnostic note = program.module.error_at_op(
      op, Code::kCheckFailed,
      fmt::format("the first value with {} that was computed of values without is {}of {}, on device {}",
                  nan ? "a NaN" : "an infinity", name ? fmt::format("%{}, ", name.text()) : "", op.info().mlir,
                  first->second));
  note.severity = Severity::kNote;
  return note;
}

}  // namespace

std::optional<Diagnostic> check_finite(const LocalProgram& program, const EvalOptions& options, int64_t step,
                                       const ByDevice& inputs, const ByDevice& results) {
  const std::optional<Found> found = find(program, results);
  if (!found) return std::nullopt;
  Diagnostic diagnostic = base::error_without_place(
      Code::kCheckFailed, fmt::format("step {}: out{} has {} at [{}], on device {}", step + 1, found->result,
                                      found->nan ? "a NaN" : "an infinity", fmt::join(found->at, ", "), found->device));
  if (program.ranks != nullptr) return diagnostic;  // the others would have to run the step again, too
  std::optional<Diagnostic> first = find_first(program, options, step, inputs, found->nan);
  if (first) diagnostic.notes.push_back(*std::move(first));
  return diagnostic;
}

}  // namespace partita::core::run

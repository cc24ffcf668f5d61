#include "run/nan_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "engine/execute.h"
#include "engine/meet/ranks.h"
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

// What the first rank has that comes before those of the others; each says so by a line of numbers, smaller ones first.
using Line = std::vector<int64_t>;
Result<Line> first_of_ranks(engine::Ranks* ranks, const Line& mine) {
  if (ranks == nullptr) return mine;
  PARTITA_ASSIGN(const std::vector<std::string> all, ranks->gather(fmt::format("{}", fmt::join(mine, " "))));
  Line first;
  for (const std::string& text : all) {
    std::istringstream in(text);
    const Line line{std::istream_iterator<int64_t>(in), {}};
    if (!line.empty() && (first.empty() || line < first)) first = line;
  }
  return first;
}

// A value by where its op stands in the program, which is the same on all ranks.
std::vector<const Value*> values_in_order(const Function& entry) {
  std::vector<const Value*> values;
  walk(entry.body(), [&](const Op& op) {
    for (const Value* result : op.results()) values.push_back(result);
  });
  return values;
}

// Runs the step again and looks at every value; nothing where that leads to none.
Result<std::optional<Diagnostic>> find_first(const LocalProgram& program, const EvalOptions& given, int64_t step,
                                             ByDevice inputs, bool nan) {
  engine::CompileOptions how{program.replicas, program.partitions};
  how.keeps_values = true;
  PARTITA_ASSIGN(const auto executable, engine::compile(program.module, program.entry, how));
  EvalOptions options = given;
  options.random_seed = seed_of_step(given.random_seed, step);
  options.print = nullptr;
  options.outfeed = nullptr;
  Diagnostics checks;
  engine::Runner runner(executable, options, program.ranks);
  runner.watch_values();
  PARTITA_CHECK_OK(runner.run(std::move(inputs), checks));
  const std::vector<const Value*> values = values_in_order(program.entry);
  Line line;
  if (const auto mine = runner.first_not_finite(nan)) {
    line = {mine->turn, mine->device, std::ranges::find(values, mine->value) - values.begin()};
  }
  PARTITA_ASSIGN(line, first_of_ranks(program.ranks, line));
  if (line.empty()) return std::optional<Diagnostic>();
  const Value& value = *values[line[2]];
  const Op& op = *value.op();
  const Name name = value.name();
  Diagnostic note = program.module.error_at_op(
      op, Code::kCheckFailed,
      fmt::format("the first value with {} that was computed of values without is {}of {}, on device {}",
                  nan ? "a NaN" : "an infinity", name ? fmt::format("%{}, ", name.text()) : "", op.info().mlir,
                  line[1]));
  note.severity = Severity::kNote;
  return std::optional(std::move(note));
}

}  // namespace

Result<std::optional<Diagnostic>> check_finite(const LocalProgram& program, const EvalOptions& options, int64_t step,
                                               const ByDevice& inputs, const ByDevice& results) {
  Line line;
  if (const std::optional<Found> found = find(program, results)) {
    line = {found->result, found->device, found->nan ? 1 : 0};
    line.insert(line.end(), found->at.begin(), found->at.end());
  }
  PARTITA_ASSIGN(line, first_of_ranks(program.ranks, line));
  if (line.empty()) return std::optional<Diagnostic>();
  const bool nan = line[2] != 0;
  Diagnostic diagnostic = base::error_without_place(
      Code::kCheckFailed,
      fmt::format("step {}: out{} has {} at [{}], on device {}", step + 1, line[0], nan ? "a NaN" : "an infinity",
                  fmt::join(line.begin() + 3, line.end(), ", "), line[1]));
  // Where the step does not run as it did, what is known is said without.
  Result<std::optional<Diagnostic>> first = find_first(program, options, step, inputs, nan);
  if (!first.ok() && program.ranks != nullptr) return std::move(first).error();
  if (first.ok() && *first) diagnostic.notes.push_back(**std::move(first));
  return std::optional(std::move(diagnostic));
}

}  // namespace partita::core::run

#include "run/nan_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "run/boxes.h"
#include "run/finite.h"

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
    for (int64_t device = 0; device < std::ssize(results); ++device) {
      const int64_t place = device % program.places;
      if (sharding != nullptr && !sharding->mesh().coordinates(place)) continue;
      const Box box = box_of(sharding, global.dims(), place);
      const Tensor truth = true_elements(program.module.context(), results[device][r], box);
      const std::optional<NotFinite> bad = find_not_finite(truth);
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

}  // namespace

std::optional<Diagnostic> check_finite(const LocalProgram& program, int64_t step, const ByDevice& results) {
  const std::optional<Found> found = find(program, results);
  if (!found) return std::nullopt;
  return base::error_without_place(
      Code::kCheckFailed, fmt::format("step {}: out{} has {} at [{}], on device {}", step + 1, found->result,
                                      found->nan ? "a NaN" : "an infinity", fmt::join(found->at, ", "), found->device));
}

}  // namespace partita::core::run

// The first op whose value one way to run a program computes otherwise than another: found by cutting the program in
// two, again and again.
//
//   0  add          the values that op 2 and later ones read of ops 0 and 1 are equal: what is wrong comes later
//   1  dot
//   2  all_reduce   those that op 3 reads of ops 0 to 2 are not
//   3  tanh
//
// In parts: ops 0 and 1 are run alone, on the arguments; then ops 2 and 3 on what these gave, which is all that is
// kept. Together that is one run, however long the program. What goes wrong only where all of it runs takes a run for
// each cut.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "eval/compare.h"
#include "run/local_program.h"
#include "run/program_part.h"
#include "run/value_places.h"

namespace partita::core::run {

// A value that differs, and where.
struct ValueDifference {
  size_t value = 0;               // which of those that were asked for
  int64_t device = 0;             // the first that has it otherwise
  std::vector<int64_t> at;        // the first element that differs, in the value as the program has it
  std::vector<int64_t> at_shard;  // the same in what the device holds
  int64_t count = 0;              // elements of the device that differ
  std::string got, want;
};

// Runs the program both ways, with these values as further results, and compares them: the first that differs, in their
// order.
using DifferenceProbe = std::function<Result<std::optional<ValueDifference>>(std::span<const ValuePlace> places)>;

struct FirstDifference {
  ValuePlace place;
  ValueDifference difference;
  int probes = 0;
};

// Nothing where all values agree as far as can be seen. Of a loop that differs, its first iteration is looked into.
// `progress` hears how many probes are done, of at most how many.
Result<std::optional<FirstDifference>> find_first_difference(const Function& entry, const DifferenceProbe& probe,
                                                             const std::function<void(int, int)>& progress = {});

// Values by device; one where the program is not by device.
using DeviceValues = std::vector<Tensor>;

// Runs a part both ways on what it is given; the values that it should make.
struct PartOutcome {
  std::optional<ValueDifference> difference;
  std::vector<DeviceValues> made;  // as they should be
};
using PartProbe = std::function<Result<PartOutcome>(const PartAlone& part, const std::vector<DeviceValues>& given)>;

// The same, in parts. `arguments` are those of the entry; `given` then has what the op found was given, in the order of
// part_alone.
struct FirstDifferentPart {
  FirstDifference found;
  std::vector<DeviceValues> given;
};
Result<std::optional<FirstDifferentPart>> find_first_different_part(const Function& entry,
                                                                    std::vector<DeviceValues> arguments,
                                                                    const PartProbe& probe,
                                                                    const std::function<void(int, int)>& progress = {});

// What devices hold of a value against all of it. Nothing where each has what it should.
std::optional<ValueDifference> shard_difference(Context& context, const BoundaryValue& boundary, const Tensor& expected,
                                                const ByDevice& outputs, size_t result, int64_t places,
                                                const ComparisonRule& rule);

// What each device has against what another way to run the same local program gave it.
std::optional<ValueDifference> device_difference(const ByDevice& got, const ByDevice& expected, size_t result,
                                                 const ComparisonRule& rule);

}  // namespace partita::core::run

namespace partita::core {
using run::FirstDifference;
using run::ValueDifference;
}  // namespace partita::core

// A program compiled again with further hints, for figures that hold when the hints are given.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cost/report.h"
#include "driver/compilation.h"

namespace partita::core::driver {

// What a step sends, takes and holds on each device.
struct StepFigures {
  double bytes = 0;
  double seconds = 0;
  double memory = 0;
};
StepFigures figures_of(const CostReport& report);

// Whether something of it is lower by more than rounding: a thousandth.
bool lowers(const StepFigures& after, const StepFigures& before);
// Below 1 where `after` is better: the product of what is sent, taken and held, each as a part of before.
double relative(const StepFigures& after, const StepFigures& before);
// "each device sends 1.00 MiB instead of 2.00 MiB, …"
std::string comparison_text(const StepFigures& after, const StepFigures& before);

struct HintTrial {
  std::vector<std::string> hints;  // as --shard takes them
  bool compiles = false;           // else the program cannot be completed with it, and the rest is not known
  StepFigures figures;
  // Of the collectives that are made for a line of the text: what they send. By the place of the op, and of the value.
  std::map<SourceOffset, double> bytes_for_op, bytes_of_value;
  std::set<std::string> reasons;  // reason_key() of each
};

// Equal for the same op that wants the same value brought from and to the same, in any copy of the program.
std::string reason_key(const Reason& reason);

class HintTrials {
 public:
  // The compilation was made from a text and has run; the report is of its local program. `imported` does to
  // what is compiled again what was done to the program after stage import.
  HintTrials(const Compilation& compilation, const CostReport& report, std::function<void(Compilation&)> imported = {});

  // Each set of hints is compiled once. Errors are not the user's: none is reported.
  const HintTrial& with(std::vector<std::string> hints);
  // How the program is without further hints.
  const HintTrial& before() const { return before_; }
  int count() const { return static_cast<int>(known_.size()); }
  const Compilation& compilation() const { return compilation_; }

 private:
  const Compilation& compilation_;
  std::function<void(Compilation&)> imported_;
  HintTrial before_;
  std::map<std::vector<std::string>, HintTrial> known_;
};

}  // namespace partita::core::driver

namespace partita::core {
using driver::HintTrial;
using driver::HintTrials;
using driver::StepFigures;
}  // namespace partita::core

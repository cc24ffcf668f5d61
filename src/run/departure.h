// Why a run went wrong: whose fault it is, at which op, device and element, and a program that shows it again.
//
//   the partitioned program departs first at custom_call @turned at it.mlir:5, %b: device 0 has 0.4 at [0] and …
//   and a program of that op alone, with what it was given as arguments
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/compilation.h"
#include "eval/evaluate.h"
#include "run/first_difference.h"

namespace partita::core::run {

// A program that was partitioned here and gave other results than on one device.
struct FailedRun {
  const Compilation& compilation;  // from a text; it has run
  HintOptions hints;               // as run::evaluate_reference takes them
  const std::vector<Tensor>& arguments;
  EvalOptions how;
  bool fast = false;  // it was run by the engine
  ComparisonRule rule;
};

struct Departure {
  bool of_engine = false;  // the engine departs from the evaluator, on the same local program
  bool in_loop = false;    // in its first iteration
  int64_t step = 0;        // of several, from 1 on
  std::string op, place, name;
  ValueDifference difference;
  std::string sentence;

  std::string program;            // a text that shows it again; empty where none does
  std::vector<Tensor> arguments;  // of that program; none: those of the run
  std::string hint;               // which that program wants besides the options of the run; may be empty
};

// Nothing where no value that is computed on the way differs by more than rounding.
Result<std::optional<Departure>> find_departure(const FailedRun& failed,
                                                const std::function<void(int, int)>& progress = {});

// The same text with these options, imported once more; null where it has gone in the meantime.
std::unique_ptr<Compilation> imported_again(const Compilation& compilation, CompileOptions options);

// The same of a local program on these shards, between the engine and the evaluator.
Result<std::optional<Departure>> engine_departure(const LocalProgram& program, const ByDevice& inputs,
                                                  const EvalOptions& how, const ComparisonRule& rule,
                                                  const std::function<void(int, int)>& progress = {});

}  // namespace partita::core::run

namespace partita::core {
using run::Departure;
}  // namespace partita::core

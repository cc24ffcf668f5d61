// Hints that would help a program: single ones and pairs for arguments and results, tried, the best first.
//
//   'tensor<512x2048xf32>=[x, -]'      sends 1.0 MiB instead of 4.0 MiB, …
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/hint_trials.h"

namespace partita::core::driver {

struct SuggestOptions {
  double seconds = 25;  // begins no trial after this long
  int most = 10;        // suggestions
  // How far it is, before each trial: tried so far, and how many there will be.
  std::function<void(int tried, int planned)> progress{};
};

struct Suggestion {
  std::vector<std::string> hints;  // as --shard takes them
  StepFigures after;
};

struct Suggestions {
  std::string file;
  StepFigures before;
  std::vector<Suggestion> best;  // each lowers something, and is better by time, or by bytes, or memory than others
  int tried = 0;                 // sets of hints
  std::string left_out;          // what was not tried; empty where nothing is
  std::string none;              // why nothing is suggested
};

// `trials` are of a program that was partitioned here, `report` of it.
Suggestions suggest(HintTrials& trials, const CostReport& report, const SuggestOptions& options);

std::string suggestions_text(const Suggestions& suggestions, std::string_view label);
std::string suggestions_json(const std::vector<Suggestions>& all);

}  // namespace partita::core::driver

namespace partita::core {
using driver::Suggestions;
}  // namespace partita::core

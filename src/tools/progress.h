// A line that says how far something is that takes long.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace partita::core::tools {

// How far something is, once it takes longer than a second: a line on a terminal that is written over, elsewhere a line
// now and then, or none under --json, where programs read what is written. Time passes on it also while one op takes
// long.
class Progress {
 public:
  // `total`: the ops there are, about, or what else is counted; 0: nobody knows.
  explicit Progress(std::string what, double total = 0, std::string unit = "ops", bool json = false);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  // To be EvalOptions::progress.
  std::function<void(int64_t ops)> counter();
  // What learns of the total on the way.
  void set(int64_t done, int64_t total);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace partita::core::tools

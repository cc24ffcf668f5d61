// Compilation from text to text: one list of named stages. Every verb, test, fuzzer and benchmark runs (part of) it;
// what can be listed, timed, printed after, dumped, verified and skipped comes from here.
//
//   read  verify  import  differentiate  rules  merge  hints  complete  choose  lower  expand  cse … channels  write
//
// A stage belongs to some goals: to write a program with its shardings needs no lowering, and merges nothing away. Two
// ask the host about custom calls of its own, and run only where it said that it has some (driver/custom_calls.h).
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "optimize/pipeline.h"

namespace partita::core::driver {

class Compilation;

// What a compilation is for.
enum class Goal : uint8_t {
  kCheck,          // read, and its hints, those of all functions
  kEvaluate,       // the program as it is, to be run
  kConvert,        // the program as it is, in another format; with CompileOptions::passes what these make of it
  kAnnotate,       // the program with a sharding on every value: all of its instructions, and no others
  kExplain,        // the shardings of what is compiled; nothing is written
  kExecute,        // the program that every device runs, to be run or looked at
  kCompile,        // the same, written
  kDifferentiate,  // the program's gradient, written
};

struct Stage {
  std::string_view name;
  std::string_view what;  // one line for people
  uint8_t goals = 0;      // a bit for each
  bool optional = false;  // may be skipped
  bool changes = false;   // leaves another program than it found: dumped, and verified where that is asked for
  // Null where the caller does the work (Compilation::perform), and leaves no program.
  Status (Compilation::*run)(const Stage&) = nullptr;
  const Pass* pass = nullptr;  // over the local program
  bool asks_host = false;      // left out without CompileOptions::calls

  bool is_for(Goal goal) const { return (goals >> static_cast<int>(goal) & 1) != 0; }
};

// In the order in which they run.
std::span<const Stage> all_stages();

// Null where no stage has the name.
const Stage* find_stage(std::string_view name);

// "read, verify, …": of all stages, of those that fulfil `wanted`, or of those that leave a program on the way to one
// of these goals, whoever the host is.
std::string stage_names();
std::string stage_names(const std::function<bool(const Stage&)>& wanted);
std::string stage_names(std::initializer_list<Goal> goals);
bool is_optional(const Stage& stage);
bool is_pass(const Stage& stage);

// A line for each: its name, and what it does.
std::string stage_table();

}  // namespace partita::core::driver

namespace partita::core {
using driver::Goal;
using driver::Stage;
}  // namespace partita::core

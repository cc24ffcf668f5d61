// Checks one program: partitioned and run on all its devices, compared with the global program evaluated on one.
//
// Every device's part of every result is compared, so that copies that should agree do. The padding of arguments holds
// garbage. The local program is made twice from the text and must come out the same, must verify, and must be written
// and read back in both formats. By the seed it is also run with replica ids, or as read back from HLO or StableHLO
// text, or made from the program as HLO. Half of the seeds choose by time, each on a machine of its own: with padded
// tiles or without, its memory and links slower or faster than those of the machines known. One seed in five has its
// choices made op by op. One in three must do with 1 byte to 2 KiB of memory, or come as near as it can.
#pragma once

#include <cstdint>
#include <string>

#include "facts.h"

namespace partita::core::fuzz {

// What runs the programs: the reference evaluator, the engine, or one after the other. The numbers they are compared
// with are always the evaluator's. Under the engine the global program is run on one device as well. On ranks the
// engine runs every local program once more, divided among ranks on one host or two, and must give the same bits.
enum class Engine { kReference, kFast, kBoth, kRanks };
inline Functions functions_under(Engine engine) {
  return engine == Engine::kReference ? Functions::kSame : Functions::kNear;
}

struct Finding {
  // "" where nothing is wrong; read, evaluate, complete, partition, result, …: what to hold on to while shrinking
  std::string stage;
  std::string message;
  int fallbacks = 0;

  bool bad() const { return !stage.empty(); }
};

// Arguments are small integers drawn from the seed.
Finding check_program(const std::string& program, uint64_t seed, Engine engine = Engine::kReference);
// What the seed stands for (generate.h); a gradient that is no program is a finding of the stage "gradient".
Finding check_seed(uint64_t seed, Engine engine = Engine::kReference);

}  // namespace partita::core::fuzz

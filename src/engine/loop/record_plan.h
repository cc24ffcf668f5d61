// The instructions of a plan as straight-line vector code, phase by phase.
#pragma once

#include <optional>
#include <vector>

#include "engine/loop/plan.h"
#include "engine/loop/recorder.h"

namespace partita::core::engine::loop {

// What is done with values of a recorded block, in this order, after all of it is computed.
struct Root {
  enum class Kind : uint8_t { kStore, kKeep, kReduce, kPart, kSlot } kind = Kind::kStore;
  int line = -1;
  int index = -1;  // buffer; kept row; reduction; part of one; slot of scratch
};

struct Block {
  recorded::Recorder code;
  std::vector<Root> roots;
};

struct Reduction {
  Combiner combiner = Combiner::kAdd;
  int slot = -1;        // where its result goes
  bool rounds = false;  // to bf16
};

struct RecordedPhase {
  Block row;   // values of the row that are there when the phase begins, each to its slot
  Block body;  // for each vector of the row
  std::vector<Reduction> reductions;
};

struct RecordedPlan {
  std::vector<RecordedPhase> phases;
  int slots = 0, kept_rows = 0;
  // Loads that are the same along the row: put into their slots before a row is run.
  struct SlotLoad {
    int slot, buffer;
  };
  std::vector<SlotLoad> slot_loads;
  Block end;  // values of the row that are stored
};

// Nothing where an instruction cannot be recorded.
std::optional<RecordedPlan> record(const Plan& plan);

recorded::Vector round_to_bf16(recorded::Vector x);
recorded::Vector combine(Combiner combiner, recorded::Vector a, recorded::Vector b);

}  // namespace partita::core::engine::loop

// What may be asked of a writer.
#pragma once

#include <cstdint>

namespace partita::core::text {

// How shardings are spelled: sdy attributes with axis names, or HLO's device tile assignments.
enum class Annotations : uint8_t { kAsIs, kSdy, kMhlo };

struct WriteOptions {
  Annotations annotations = Annotations::kAsIs;
  // HLO: a completed program says the sharding of every instruction, also of those that are no ops here: tuples and
  // their parts, parameters of loops and branches, the scalar under a constant.
  bool every_sharding = false;
  // HLO: collectives are pairs of a start and a done, and the order of instructions is a schedule.
  bool async = false;
};

}  // namespace partita::core::text

namespace partita::core {
using text::Annotations;
using text::WriteOptions;
}  // namespace partita::core

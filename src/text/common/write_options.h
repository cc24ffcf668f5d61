// What may be asked of a writer.
#pragma once

#include <compare>
#include <cstdint>

namespace partita::core::text {

// How shardings are spelled: sdy attributes with axis names, or HLO's device tile assignments.
enum class Annotations : uint8_t { kAsIs, kSdy, kMhlo };

// What a program is written as: text, or bytes of one of these. The format that belongs to it: StableHLO for bytecode
// and portable artifacts, HLO for protos.
enum class Encoding : uint8_t { kText, kBytecode, kArtifact, kProto };

// Of StableHLO, that a portable artifact is written for.
struct ArtifactVersion {
  int major = 1, minor = 20;
  friend auto operator<=>(const ArtifactVersion&, const ArtifactVersion&) = default;
};

struct WriteOptions {
  Annotations annotations = Annotations::kAsIs;
  // HLO: a completed program says the sharding of every instruction, also of those that are no ops here: tuples and
  // their parts, parameters of loops and branches, the scalar under a constant.
  bool every_sharding = false;
  // HLO: collectives are pairs of a start and a done, and the order of instructions is a schedule.
  bool async = false;
  Encoding encoding = Encoding::kText;
  ArtifactVersion artifact{};
};

}  // namespace partita::core::text

namespace partita::core {
using text::Annotations;
using text::ArtifactVersion;
using text::Encoding;
using text::WriteOptions;
}  // namespace partita::core

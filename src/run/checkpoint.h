// Checkpoints: arrays of a training run in shards, and what is needed to go on from them.
//
//   DIR/step-0000000100/manifest.json   step, program, seed, mesh; of each array its type, sharding, pieces, checksums
//                       device0.npz     arg0, arg2, …: what device 0 is the first to hold
//                       device3.npz     …
//
// A checkpoint is written aside, in DIR/.part-…, brought to the disk, and renamed: under its name it is whole, whenever
// the process or the machine stops.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/meet/device_range.h"
#include "ir/program.h"
#include "run/array_source.h"

namespace partita::core::run {

// The version of the format that is written; no other is read.
inline constexpr int kCheckpointVersion = 1;

// Of what a program computes, whatever its shardings and names: the same on every machine.
std::string program_fingerprint(const Function& entry);

struct CheckpointInfo {
  int64_t step = 0;                // how many were done
  std::string program;             // program_fingerprint
  bool partitioned = false;        // it was given as a local program, whose fingerprint depends on how it was divided
  std::optional<uint64_t> seed{};  // of --random
  std::string mesh;                // for people
};

struct ArrayToSave {
  std::string name;  // "arg3"
  Type global;
  const Sharding* sharding = nullptr;
  std::vector<Tensor> by_device;
  const ArraySource* source =
      nullptr;  // instead of by_device: shards are read one after the other, as they are written
};

// Devices d and d % places hold the same. Afterwards at most `keep` checkpoints are left, the last; 0 for all.
// Leftovers of processes that have ended are removed. P502 where something cannot be written; then nothing has changed.
// With `ranks` each writes what its devices are the first to hold, into a folder that all of them see, and the first
// rank the rest; `devices` is how many they share.
Status save_checkpoint(Context& context, const std::string& folder, const CheckpointInfo& info,
                       std::span<const ArrayToSave> arrays, int64_t places, int64_t keep,
                       engine::Ranks* ranks = nullptr, int64_t devices = 0);

// Makes the folder, and says before the first step where nothing can be written there.
Status make_checkpoint_folder(const std::string& folder, engine::Ranks* ranks = nullptr);

// DIR/step-0000000100
std::string checkpoint_path(const std::string& folder, int64_t step);
uint32_t checksum(std::span<const std::byte> bytes);
// Steps of the checkpoints of a folder, in order. Empty where there is no such folder.
std::vector<int64_t> checkpoints_in(const std::string& folder);

// A checkpoint that is read. Errors are P501, name the file, and say what to do.
class Checkpoint {
 public:
  // `path` is a checkpoint, or a folder of them: then the last.
  static Result<std::unique_ptr<Checkpoint>> open(const std::string& path);
  ~Checkpoint();

  const std::string& path() const { return path_; }
  const CheckpointInfo& info() const { return info_; }
  std::vector<std::string> names() const;
  // The global type of the array of this name.
  Result<Type> type_of(Context& context, const std::string& name) const;
  // The array of this name, in whatever sharding it is wanted: what is read of it is compared with its checksums. P404
  // where it is not there or of another type.
  Result<std::unique_ptr<ArraySource>> array(const std::string& name, Type global, const Sharding* sharding) const;

 private:
  struct Array;
  class Source;
  Checkpoint() = default;
  Status read_manifest();

  std::string path_;
  CheckpointInfo info_;
  std::map<std::string, std::unique_ptr<Array>> arrays_;
};

}  // namespace partita::core::run

namespace partita::core {
using run::Checkpoint;
}  // namespace partita::core

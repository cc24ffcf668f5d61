// A local program on the devices of a PJRT plugin: compiled by XLA, or whatever is behind the plugin, and run step
// after step with shards in the devices' memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/stepper.h"

namespace partita::core::pjrt {

struct PluginOptions {
  std::string path;
  std::vector<std::string> create;  // "cpu_device_count=8": of the plugin's client, docs of the plugin say which
};

// What a run took; bytes are of one device, the one with most of them.
struct Usage {
  std::string platform, device_kind, version;
  int64_t devices = 0;
  double compile_seconds = 0;
  std::vector<double> step_seconds;  // on the devices, without transfers
  double to_devices_seconds = 0, to_host_seconds = 0;
  int64_t to_devices_bytes = 0, to_host_bytes = 0;  // of all devices
  struct Compiled {
    int64_t arguments = 0, results = 0, aliased = 0, temporaries = 0, code = 0;
  };
  std::optional<Compiled> compiled;            // as the compiler says; nothing where it does not
  std::optional<int64_t> in_use, peak, limit;  // as the devices say, after the last step

  std::string to_string() const;
  std::string to_json() const;  // an object
};

class PjrtRunner : public StepRunner {
 public:
  // The program outlives the runner. P420 where the plugin cannot be used or does not fit the program, P421 where it
  // reports an error.
  static Result<std::unique_ptr<PjrtRunner>> open(const LocalProgram& program, const PluginOptions& options);
  virtual Usage usage() const = 0;
};

}  // namespace partita::core::pjrt

namespace partita::core {
using pjrt::PjrtRunner;
}  // namespace partita::core

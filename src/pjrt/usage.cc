// What a run took, for people and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pjrt/runner.h"

namespace partita::core::pjrt {
namespace {

std::string mebibytes(int64_t bytes) { return fmt::format("{:.2f} MiB", static_cast<double>(bytes) / (1 << 20)); }

}  // namespace

std::string Usage::to_string() const {
  std::string out = fmt::format("pjrt: {} of {} ({}), version {} of the interface; compiled in {:.3f} s\n", devices,
                                platform, device_kind, version, compile_seconds);
  if (compiled) {
    out += fmt::format("compiled memory: arguments {}, results {}, of them aliased {}, temporaries {}, code {}\n",
                       mebibytes(compiled->arguments), mebibytes(compiled->results), mebibytes(compiled->aliased),
                       mebibytes(compiled->temporaries), mebibytes(compiled->code));
  }
  if (in_use) {
    out += fmt::format("device memory: in use {}", mebibytes(*in_use));
    if (peak) out += fmt::format(", at most {}", mebibytes(*peak));
    if (limit) out += fmt::format(", of {}", mebibytes(*limit));
    out += '\n';
  }
  out += fmt::format("transfers: {} to the devices in {:.3f} s, {} back in {:.3f} s\n", mebibytes(to_devices_bytes),
                     to_devices_seconds, mebibytes(to_host_bytes), to_host_seconds);
  if (!step_seconds.empty()) {
    std::vector<double> sorted = step_seconds;
    std::sort(sorted.begin(), sorted.end());
    out += fmt::format("steps: {}, the first {:.6f} s, median {:.6f} s\n", step_seconds.size(), step_seconds[0],
                       sorted[sorted.size() / 2]);
  }
  return out;
}

std::string Usage::to_json() const {
  const auto optional = [](const std::optional<int64_t>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
  };
  nlohmann::ordered_json out = {{"platform", platform},
                                {"device_kind", device_kind},
                                {"interface", version},
                                {"devices", devices},
                                {"compile_seconds", compile_seconds},
                                {"step_seconds", step_seconds},
                                {"to_devices", {{"bytes", to_devices_bytes}, {"seconds", to_devices_seconds}}},
                                {"to_host", {{"bytes", to_host_bytes}, {"seconds", to_host_seconds}}},
                                {"compiled_memory", nullptr},
                                {"device_memory", nullptr}};
  if (compiled) {
    out["compiled_memory"] = {{"arguments", compiled->arguments},
                              {"results", compiled->results},
                              {"aliased", compiled->aliased},
                              {"temporaries", compiled->temporaries},
                              {"code", compiled->code}};
  }
  if (in_use) {
    out["device_memory"] = {{"in_use", *in_use}, {"peak", optional(peak)}, {"limit", optional(limit)}};
  }
  return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace partita::core::pjrt

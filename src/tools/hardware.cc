// partita hardware: the descriptions of machines. Lists and shows those that are part of the program, checks a user's,
// and measures the machine it runs on.
#include "cost/hardware.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "measure/measure.h"
#include "run/atomic_file.h"
#include "tools/invocation.h"

namespace partita::core::tools {
namespace {

// 2026-05-01
std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

int written(Invocation& invocation, const std::string& text) {
  const Status status = invocation.write(invocation.options().output, text);
  return status.ok() ? kDone : invocation.refuse(status.error());
}

}  // namespace

int run_hardware_list(const Options& options) {
  Invocation invocation(options);
  std::string text;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const std::string& name : cost::known_hardware()) {
    const Result<Hardware> hardware = cost::load_hardware(name);
    if (!hardware.ok()) return invocation.refuse(hardware.error());
    text += fmt::format("{:<8}  {}\n", name, hardware->name);
    json.push_back({{"name", name}, {"machine", hardware->name}, {"memory", hardware->memory}});
  }
  if (options.json) text = nlohmann::ordered_json({{"version", 1}, {"hardware", json}}).dump(1) + "\n";
  return written(invocation, text);
}

int run_hardware_show(const Options& options) {
  Invocation invocation(options);
  const std::string_view text = cost::hardware_text(options.hardware);
  if (!text.empty()) return written(invocation, std::string(text));
  return invocation.refuse(
      Error{error_without_place(Code::kUsage, fmt::format("no hardware called {} is part of the program; there are {}",
                                                          options.hardware, cost::hardware_names()))});
}

int run_hardware_check(const Options& options) {
  Invocation invocation(options);
  int status = kDone;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const std::string& file : options.files) {
    const Result<std::string> text = read_file(file);
    if (!text.ok()) {
      status = invocation.refuse(text.error());
      continue;
    }
    const Result<Hardware> hardware = cost::parse_hardware(*text, shown_path(file));
    if (options.json) {
      json.push_back({{"file", shown_path(file)},
                      {"ok", hardware.ok()},
                      {"machine", hardware.ok() ? nlohmann::ordered_json(hardware->name) : nlohmann::ordered_json()}});
    }
    if (!hardware.ok()) {
      status = invocation.refuse(hardware.error());
    } else if (options.verbose) {
      std::fprintf(stderr, "%s: %s\n", shown_path(file).c_str(), hardware->name.c_str());
    }
  }
  if (!options.json) return status;
  using Json = nlohmann::ordered_json;
  const std::string text = Json({{"version", 1}, {"files", json}}).dump(1, ' ', false, Json::error_handler_t::replace);
  const Status done = invocation.write("-", text + "\n");
  return done.ok() ? status : invocation.refuse(done.error());
}

int run_hardware_measure(const Options& options) {
  Invocation invocation(options);
  // What cannot be written is said before anything is measured. The file is made only then: of a measurement that is
  // interrupted nothing stays behind.
  if (options.output != "-") {
    const Result<run::AtomicFile> made = run::AtomicFile::create(options.output);
    if (!made.ok()) return invocation.refuse(made.error());
  }
  measure::MeasureOptions how;
  how.threads = options.threads > 0 ? static_cast<int>(options.threads) : measure::machine_facts().threads;
  how.seconds = options.seconds;
  how.when = today();
  const bool silent = options.json && isatty(STDERR_FILENO) == 0;  // programs read what is written there
  how.progress = [silent](const std::string& line) {
    if (!silent) std::fprintf(stderr, "%s\n", line.c_str());
  };
  const std::string text = measure::description_text(measure::measure_machine(how));
  // What is written can be read: a figure that makes no sense is an error here, and not where it is used.
  const Result<Hardware> read = cost::parse_hardware(text, "measured");
  if (!read.ok()) return invocation.refuse(read.error());
  return written(invocation, text);
}

}  // namespace partita::core::tools

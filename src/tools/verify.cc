#include "tools/verify.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "run/arguments.h"
#include "text/read.h"

namespace partita::core::tools {
namespace {

void note(Invocation& invocation, const std::string& file, std::string message) {
  Diagnostic d = error_without_place(Code::kMismatch, std::move(message));
  d.severity = Severity::kNote;
  invocation.report(std::move(d), file);
}

// Where files go; empty where the command line names no place.
std::string folder_of(const Options& options) {
  if (!options.dump_dir.empty() || options.outputs.empty()) return options.dump_dir;
  const std::string folder = std::filesystem::path(options.outputs).parent_path().string();
  return folder.empty() ? "." : folder;
}

// Writes it; the command that shows it again.
Result<std::string> write_departure(Invocation& invocation, const Departure& departure, const std::string& folder) {
  const Options& options = invocation.options();
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);  // where it cannot, writing says so
  const bool hlo = text::sniff_format(departure.program) == TextFormat::kHlo;
  const std::string base = folder + "/first_difference", file = base + (hlo ? ".hlo" : ".mlir");
  PARTITA_CHECK_OK(invocation.write(file, departure.program));
  std::string command = "partita run --verify";
  // With a plugin, too, it is the evaluator that departs.
  if (!options.engine.empty() && options.engine != "fast") command += " --engine reference";
  if (options.plan == PlanKind::kAnnotated) command += " --plan annotated";
  if (options.rtol) command += fmt::format(" --rtol {}", *options.rtol);
  if (options.atol) command += fmt::format(" --atol {}", *options.atol);
  if (departure.arguments.empty()) {
    if (options.random_seed) command += fmt::format(" --random {}", *options.random_seed);
    if (!options.inputs.empty()) command += fmt::format(" --inputs {}", options.inputs[0]);
  } else {
    PARTITA_CHECK_OK(run::write_arguments(base + ".npz", departure.arguments));
    command += fmt::format(" --inputs {}.npz", base);
  }
  if (!departure.hint.empty()) command += fmt::format(" --shard '{}'", departure.hint);
  const bool hinted = !departure.of_engine && departure.arguments.empty();
  return fmt::format("{} shows it again: {} {}{}", file, command, file,
                     hinted ? " with the hints and options of this run" : "");
}

}  // namespace

std::vector<std::string> differing_results(const std::vector<Tensor>& results, const std::vector<Tensor>& expected,
                                           const ComparisonRule& rule) {
  std::vector<std::string> out;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].type() || !results[i].type().is_tensor()) continue;
    if (auto difference = compare(results[i], expected[i], rule)) {
      out.push_back(fmt::format("out{} differs from what one device computes: {}", i, difference->message));
    }
  }
  return out;
}

void report_departure(Invocation& invocation, const std::string& file, const Result<std::optional<Departure>>& found,
                      Verification& verified) {
  if (!found.ok())
    return note(invocation, file, "what differs first is not known: " + found.error().diagnostic.message);
  if (!*found) {
    return note(invocation, file,
                "no value that is computed on the way differs by more than rounding where it is a result as well");
  }
  const Departure& departure = **found;
  note(invocation, file,
       departure.step > 0 ? fmt::format("in step {} {}", departure.step, departure.sentence) : departure.sentence);
  nlohmann::ordered_json json = {{"of", departure.of_engine ? "engine" : "partitioning"},
                                 {"op", departure.op},
                                 {"place", departure.place},
                                 {"name", departure.name},
                                 {"in_loop", departure.in_loop},
                                 {"device", departure.difference.device},
                                 {"at", departure.difference.at},
                                 {"at_shard", departure.difference.at_shard},
                                 {"count", departure.difference.count},
                                 {"got", departure.difference.got},
                                 {"want", departure.difference.want}};
  if (departure.step > 0) json["step"] = departure.step;
  const std::string folder = folder_of(invocation.options());
  if (departure.program.empty()) {
    note(invocation, file, "no smaller program shows it again");
  } else if (folder.empty()) {
    note(invocation, file, "--dump-dir DIR writes a program there that shows it again");
  } else {
    const Result<std::string> written = write_departure(invocation, departure, folder);
    if (written.ok()) {
      note(invocation, file, *written);
      json["again"] = *written;
    } else {
      invocation.report(written.error().diagnostic);
    }
  }
  verified.first_difference = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace partita::core::tools

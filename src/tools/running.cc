#include "tools/running.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "cost/trips.h"
#include "ir/names.h"
#include "run/arguments.h"
#include "run/atomic_file.h"

namespace partita::core::tools {

void state_devices(Module& module, const Options& options) {
  if (options.devices == 0 || module.discardable_attribute(hlo_names::kNumPartitions)) return;
  module.set_discardable_attribute(hlo_names::kNumPartitions, module.context().integer(options.devices, "i32"));
}

Error no_arguments(int64_t count) {
  return base::failure(
      Code::kBadInput,
      fmt::format("the program takes {} arguments; give them with --inputs FILE.npz, or --random SEED", count));
}

Result<std::vector<Tensor>> make_arguments(const Function& entry, std::span<const Type> types, const Options& options) {
  if (options.inputs.size() > 1) {
    return base::failure(Code::kUsage, "several files of --inputs are for --steps: one step after the other");
  }
  if (!options.inputs.empty()) {
    return run::arguments_from_file(entry.module().context(), types, run::argument_names(entry), options.inputs[0]);
  }
  if (options.random_seed) return run::random_arguments(types, *options.random_seed);
  std::vector<Tensor> none;
  for (Type type : types) {
    if (type.is_tensor()) {
      return no_arguments(std::ssize(types));
    }
    none.push_back(Tensor::make(type));
  }
  return none;
}

Result<EvalOptions> make_eval_options(Context& context, const Options& options) {
  EvalOptions out;
  out.rtol = options.rtol;
  out.atol = options.atol;
  out.random_seed = options.random_seed.value_or(0);
  out.jobs = options.jobs;
  out.deadline_seconds = options.deadline;
  out.print = [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); };
  if (!options.infeed.empty()) {
    PARTITA_ASSIGN(out.infeed, run::tensors_from_npz(context, options.infeed, "in"));
  }
  return out;
}

Result<int> finish_results(Invocation& invocation, const std::vector<Tensor>& results, const Findings& findings) {
  const Options& options = invocation.options();
  int status = kDone;
  std::vector<std::string> different;
  if (options.verbose) {
    for (size_t i = 0; i < results.size(); ++i) {
      Type type = results[i].type();
      std::fprintf(stderr, "out%zu: %s\n", i, type ? type.to_string().c_str() : "token");
    }
  }
  if (!options.expect.empty()) {
    PARTITA_ASSIGN(std::vector<std::string> differences,
                   run::compare_with_file(invocation.context(), results, options.expect,
                                          ComparisonRule::tolerance(options.rtol, options.atol)));
    different = differences;
    for (const std::string& text : differences) {
      Diagnostic d = error_without_place(Code::kMismatch, text);
      d.file = options.expect;
      invocation.report(d);
      status = kCheckFailed;
    }
  }
  if (options.json) {
    nlohmann::ordered_json json = {{"results", nlohmann::ordered_json::array()},
                                   {"differences", nlohmann::ordered_json::array()}};
    for (size_t i = 0; i < results.size(); ++i) {
      const Type type = results[i].type();
      json["results"].push_back({{"name", fmt::format("out{}", i)}, {"type", type ? type.to_string() : "token"}});
    }
    for (const std::string& text : different) json["differences"].push_back(text);
    if (const std::optional<Verification>& verified = findings.verified) {
      for (const std::string& text : verified->differences) json["differences"].push_back(text);
      json["verified"] = verified->differences.empty();
      if (!verified->first_difference.empty()) {
        json["first_difference"] = nlohmann::ordered_json::parse(verified->first_difference);
      }
    }
    json["agrees"] = options.expect.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(different.empty());
    if (!findings.steps.empty()) json["steps"] = nlohmann::ordered_json::parse(findings.steps);
    if (!findings.runtime.empty()) json["runtime"] = nlohmann::ordered_json::parse(findings.runtime);
    invocation.add_json(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  }
  if (!options.outputs.empty()) PARTITA_CHECK_OK(run::write_results(options.outputs, results));
  if (findings.verified && !findings.verified->differences.empty()) status = kCheckFailed;
  return status;
}

double ops_of(const Function& function) {
  double sum = 0;
  cost::walk_counted(function.body(), 1, [&](const Op&, double times) { sum += times; });
  return sum;
}

namespace {

int64_t line_of(const Op& op) { return op.module().error_at_op(op, Code::kDeadlock, "").place.line; }

Status write_trace(const engine::Profile& profile, const std::string& path) {
  constexpr double kMicro = 1e6;
  nlohmann::ordered_json events = nlohmann::ordered_json::array();
  std::set<int64_t> devices;
  for (const engine::Profile::Event& event : profile.events) {
    const engine::Profile::Entry& entry = profile.entries[event.entry];
    const Op& op = *entry.op;
    const Name name = op.num_results() > 0 ? op.result(0)->name() : Name();
    if (devices.insert(event.device).second) {
      events.push_back({{"ph", "M"},
                        {"name", "thread_name"},
                        {"pid", 0},
                        {"tid", event.device},
                        {"args", {{"name", fmt::format("device {}", event.device)}}}});
    }
    events.push_back({{"ph", "X"},
                      {"name", fmt::format("{}{}{}", op.info().mlir, name ? " %" : "", name ? name.text() : "")},
                      {"cat", entry.what},
                      {"pid", 0},
                      {"tid", event.device},
                      {"ts", kMicro * event.begin},
                      {"dur", kMicro * (event.end - event.begin)},
                      {"args", {{"line", line_of(op)}}}});
  }
  const nlohmann::ordered_json out = {{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}};
  PARTITA_ASSIGN(AtomicFile file, AtomicFile::create(path));
  const std::string text = out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  PARTITA_CHECK_OK(file.write(text));
  return file.commit();
}

}  // namespace

Status show_profile(const engine::Profile& profile, const Options& options) {
  if (profile.seconds <= 0) {
    if (options.timing == "text" || options.profile || !options.trace.empty()) {
      std::fputs(
          "engine: it ran nothing: there was no step to run, or the reference evaluator computes the program as a "
          "whole\n",
          stderr);
    }
    return {};
  }
  if (!options.trace.empty()) PARTITA_CHECK_OK(write_trace(profile, options.trace));
  if (options.timing == "text" || options.profile) {
    std::fprintf(stderr,
                 "engine: %.3f s of processor time on all devices together, %.1f%% of it in the reference evaluator\n",
                 profile.seconds, 100 * profile.in_evaluator / profile.seconds);
  }
  if (!options.profile) return {};
  std::map<std::string, double> kinds;
  for (const engine::Profile::Entry& entry : profile.entries) kinds[entry.what] += entry.seconds;
  std::vector<std::pair<double, std::string>> most;
  for (const auto& [what, seconds] : kinds) most.emplace_back(-seconds, what);
  std::sort(most.begin(), most.end());
  for (const auto& [seconds, what] : most) {
    std::fprintf(stderr, "%9.3f ms %5.1f%%  %s, all of them\n", -1e3 * seconds, -100 * seconds / profile.seconds,
                 what.c_str());
  }
  std::vector<engine::Profile::Entry> entries = profile.entries;
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  if (std::ssize(entries) > options.top) entries.resize(options.top);
  for (const engine::Profile::Entry& entry : entries) {
    const Op& op = *entry.op;
    const Name name = op.num_results() > 0 ? op.result(0)->name() : Name();
    const int64_t line = line_of(op);
    std::fprintf(stderr, "%9.3f ms %5.1f%%  %-11s %s%s%s%s\n", 1e3 * entry.seconds,
                 100 * entry.seconds / profile.seconds, entry.what.c_str(), std::string(op.info().mlir).c_str(),
                 name ? " %" : "", name ? std::string(name.text()).c_str() : "",
                 line > 0 ? fmt::format(" at line {}", line).c_str() : "");
  }
  return {};
}

}  // namespace partita::core::tools

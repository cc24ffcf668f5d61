#include "optimize/pipeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "cost/wire.h"
#include "ir/verify.h"
#include "optimize/passes.h"

namespace partita {
namespace {

constexpr Pass kPasses[] = {
    {"cse", "what is computed or sent twice is computed or sent once", share_common},
    {"simplify", "collectives that undo each other go, others send less", simplify_collectives},
    {"hoist", "collectives that are the same in every round of a loop go before it", hoist_collectives},
    {"regather", "slices of stacks are gathered, where the whole stacks would fill the memory", regather_slices},
    {"sink", "sums over devices that a loop adds up are made once, after it", sink_sums},
    {"dce", "what nobody uses goes, carries of loops too", remove_dead},
    {"combine", "small collectives of the same kind and groups become one", combine_collectives},
    {"schedule", "what takes memory comes late; collectives have something to overlap with", schedule_ops},
    {"channels", "collectives are numbered from 1, in their order", number_channels},
};

Result<const Pass*> find_pass(std::string_view name) {
  for (const Pass& pass : kPasses) {
    if (pass.name == name) return &pass;
  }
  return Error{error_without_place(
      Code::kUsage, fmt::format("no pass over the local program is called '{}'; there are {}", name, pass_names()))};
}

}  // namespace

double OptimizeLimits::kept_by(const Function& local) const {
  double arguments = 0;
  for (int i = 0; i < local.num_arguments(); ++i) arguments += bytes_of(local.argument(i)->type());
  return std::max(kept_at_least, kept_part * arguments);
}

std::span<const Pass> all_passes() { return kPasses; }

std::string pass_names() {
  std::string names;
  for (const Pass& pass : kPasses) names += fmt::format("{}{}", names.empty() ? "" : ", ", pass.name);
  return names;
}

Result<std::vector<const Pass*>> passes_named(std::span<const std::string> names) {
  std::vector<const Pass*> out;
  for (const std::string& name : names) {
    PARTITA_ASSIGN(const Pass* pass, find_pass(name));
    out.push_back(pass);
  }
  return out;
}

Result<std::vector<const Pass*>> passes_but(std::span<const std::string> skipped) {
  PARTITA_ASSIGN(std::vector<const Pass*> without, passes_named(skipped));
  std::vector<const Pass*> out;
  for (const Pass& pass : kPasses) {
    if (std::find(without.begin(), without.end(), &pass) == without.end()) out.push_back(&pass);
  }
  return out;
}

Status run_pass(const Pass& pass, Function& local, const OptimizeLimits& limits, bool verified) {
  pass.run(local, limits);
  if (!verified) return {};
  Diagnostics found;
  if (verify(local.module(), found)) return {};
  Diagnostic d = found.all().front();
  d.code = Code::kInternal;
  d.message = fmt::format(
      "the pass '{}' left a program that does not verify: {}\nThis is a bug of partita. Please report it with the "
      "input; --skip {} goes around it.",
      pass.name, d.message, pass.name);
  return Error{d};
}

}  // namespace partita

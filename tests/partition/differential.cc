#include "differential.h"

#include <memory>

#include "complete/completion.h"
#include "eval/compare.h"
#include "eval/evaluate.h"
#include "eval/math/random.h"
#include "ir/verify.h"
#include "optimize/pipeline.h"
#include "partition/merge_pads.h"
#include "partition/partition.h"
#include "run/arguments.h"
#include "run/shards.h"
#include "spoiled_shards.h"
#include "text/read.h"
#include "text/write.h"

namespace partita {
namespace {

class Comparison {
 public:
  Comparison(const std::string& program, uint64_t seed, const DifferentialOptions& options)
      : program_(program), seed_(seed), options_(options) {}

  // Stops where the local program is there.
  std::string text() {
    std::string problem = run(false);
    return problem.empty() ? local_ : problem;
  }

  std::string run(bool execute = true) {
    auto source = std::make_shared<SourceText>("program", program_);
    auto modules = read_programs(context_, source, diagnostics_);
    if (diagnostics_.has_errors() || modules.size() != 1) return failure("read: " + diagnostics_.render_all());
    Module& module = *modules[0];
    Function& entry = *module.entry();
    merge_pads(entry);
    std::optional<Hints> hints = read_hints(module, entry, {}, diagnostics_);
    if (!hints) return failure("hints: " + diagnostics_.render_all());
    Result<Completion> completion = complete(module, entry, std::move(*hints), diagnostics_);
    if (!completion.ok()) return failure("complete: " + render(completion.error().diagnostic));
    PartitionOptions how;
    how.strict = options_.strict;
    Result<Partitioned> made = partition(module, entry, *completion, how, diagnostics_);
    if (!made.ok()) return failure("partition: " + render(made.error().diagnostic));
    if (Result<std::string> text = write_stablehlo(*made->module); text.ok()) local_ = *text;
    Diagnostics found;
    verify(*made->module, found);
    if (found.has_errors()) return failure("verify: " + found.render_all());
    if (!execute) return {};
    if (!options_.contains.empty() && local_.find(options_.contains) == std::string::npos) {
      return failure("there is no " + options_.contains);
    }
    if (!options_.lacks.empty() && local_.find(options_.lacks) != std::string::npos) {
      return failure("there is a " + options_.lacks);
    }
    for (const Pass& pass : all_passes()) {
      Status status = run_pass(pass, *made->module->entry(), {}, true);
      if (!status.ok()) return failure(render(status.error().diagnostic));
    }
    return compare_results(module, entry, *made);
  }

 private:
  std::string failure(const std::string& what) const {
    return what + "\nseed " + std::to_string(seed_) + "\n" + program_ + (local_.empty() ? "" : "\nlocal:\n" + local_);
  }

  // One tensor for each result of each infeed, in the order of the text.
  std::vector<Tensor> infeed_of(const Function& entry) const {
    std::vector<Tensor> tensors;
    walk(entry.body(), [&](const Op& op) {
      for (int i = 0; op.is(OpKind::kInfeed) && i + 1 < op.num_results(); ++i) {
        Tensor tensor = Tensor::make(op.result(i)->type());
        math::fill_random_input({seed_, 1000 + tensors.size()}, tensor.type().element(), 0,
                                static_cast<size_t>(tensor.size()), tensor.mutable_raw());
        tensors.push_back(std::move(tensor));
      }
    });
    return tensors;
  }

  std::string compare_results(const Module& module, const Function& entry, const Partitioned& made) {
    std::vector<Tensor> arguments = random_arguments(argument_types(entry), seed_);
    EvalOptions how;
    how.rtol = options_.rtol;
    how.atol = options_.atol;
    how.infeed = infeed_of(entry);
    std::vector<Tensor> sent, sent_here;
    how.outfeed = &sent;
    Diagnostics checks;
    Result<std::vector<Tensor>> want = evaluate(module, entry, arguments, how, checks);
    if (!want.ok()) return failure("evaluate: " + render(want.error().diagnostic));
    std::vector<std::vector<Tensor>> local(static_cast<size_t>(made.devices));
    for (int64_t device = 0; device < made.devices; ++device) {
      for (size_t i = 0; i < arguments.size(); ++i) {
        const Sharding* sharding = made.arguments[i].sharding;
        local[static_cast<size_t>(device)].push_back(
            sharding != nullptr ? spoiled_shard(context_, arguments[i], *sharding, device) : arguments[i]);
      }
    }
    how.outfeed = &sent_here;
    auto got = evaluate_on_grid(*made.module, *made.module->entry(), 1, made.devices, std::move(local), how, checks);
    if (!got.ok()) return failure("run: " + render(got.error().diagnostic));
    if (checks.has_errors()) return failure("checks: " + checks.render_all());
    if (sent.size() != sent_here.size()) return failure("outfeeds are not as many");
    for (size_t i = 0; i < sent.size(); ++i) {
      auto difference = compare(sent_here[i], sent[i], ComparisonRule::tolerance(options_.rtol, options_.atol));
      if (difference) return failure("outfeed " + std::to_string(i) + ": " + difference->message);
    }
    for (size_t i = 0; i < want->size(); ++i) {
      const EdgeValue& edge = made.results[i];
      if (edge.sharding == nullptr) continue;
      std::vector<Tensor> parts;
      for (const std::vector<Tensor>& results : *got) parts.push_back(results[i]);
      Result<Tensor> whole = assembled(context_, edge.global, *edge.sharding, parts);
      if (!whole.ok()) return failure("assemble: " + render(whole.error().diagnostic));
      auto difference = compare(*whole, (*want)[i], ComparisonRule::tolerance(options_.rtol, options_.atol));
      if (difference) return failure("result " + std::to_string(i) + ": " + difference->message);
    }
    return {};
  }

  const std::string& program_;
  const uint64_t seed_;
  const DifferentialOptions options_;
  Context context_;
  Diagnostics diagnostics_;
  std::string local_;
};

}  // namespace

std::string local_text(const std::string& program) { return Comparison(program, 0, {}).text(); }

std::string differential(const std::string& program, uint64_t seed, const DifferentialOptions& options) {
  return Comparison(program, seed, options).run();
}

}  // namespace partita

#include "differential.h"

#include <memory>

#include "driver/compilation.h"
#include "eval/compare.h"
#include "eval/evaluate.h"
#include "eval/math/random_inputs.h"
#include "ir/copy_module.h"
#include "run/arguments.h"
#include "run/shards.h"
#include "spoiled_shards.h"

namespace partita::core::partition {
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
    Diagnostics diagnostics;
    auto source = std::make_shared<SourceText>("program", program_);
    const std::vector<TextRange> programs = text::split_programs(*source, diagnostics);
    if (programs.size() != 1) return failure("read: " + diagnostics.render_all());
    CompileOptions options;
    options.goal = Goal::kExecute;
    options.to = TextFormat::kStableHlo;
    options.how.strict = options_.strict;
    options.verify_each = true;
    options.calls = options_.calls;
    Compilation compilation(context_, source, programs[0], options);
    if (!compilation.run_until("import")) return failed(compilation);
    if (execute) {
      if (std::string problem = evaluate_global(compilation); !problem.empty()) return problem;
    }
    if (!compilation.run_until("lower")) return failed(compilation);
    if (Result<std::string> text = compilation.program_text(); text.ok()) local_ = *text;
    if (!execute) return {};
    if (!options_.contains.empty() && local_.find(options_.contains) == std::string::npos) {
      return failure("there is no " + options_.contains);
    }
    if (!options_.lacks.empty() && local_.find(options_.lacks) != std::string::npos) {
      return failure("there is a " + options_.lacks);
    }
    if (!compilation.run()) return failed(compilation);
    return compare_results(compilation.partitioned());
  }

 private:
  std::string failure(const std::string& what) const {
    return what + "\nseed " + std::to_string(seed_) + "\n" + program_ + (local_.empty() ? "" : "\nlocal:\n" + local_);
  }

  std::string failed(const Compilation& compilation) const {
    return failure(std::string(compilation.failed()->name) + ": " + compilation.diagnostics().render_all());
  }

  // One tensor for each result of each infeed, in the order of the text.
  std::vector<Tensor> infeed_of(const Function& entry) const {
    std::vector<Tensor> tensors;
    walk(entry.body(), [&](const Op& op) {
      for (int i = 0; op.is(OpKind::kInfeed) && i + 1 < op.num_results(); ++i) {
        Tensor tensor = Tensor::make(op.result(i)->type());
        eval::math::fill_random_input({seed_, 1000 + tensors.size()}, tensor.type().element(), 0,
                                      static_cast<size_t>(tensor.size()), tensor.mutable_raw());
        tensors.push_back(std::move(tensor));
      }
    });
    return tensors;
  }

  // Before any stage has touched it.
  std::string evaluate_global(const Compilation& compilation) {
    Result<Function*> entry = compilation.find_entry();
    if (!entry.ok()) return failure(render(entry.error().diagnostic));
    arguments_ = run::random_arguments(run::argument_types(**entry), seed_);
    how_.rtol = options_.rtol;
    how_.atol = options_.atol;
    how_.infeed = infeed_of(**entry);
    how_.outfeed = &sent_;
    how_.custom_call = options_.custom_call;
    CompileOptions options;
    options.goal = Goal::kEvaluate;
    options.calls = options_.calls;
    Compilation global(copy_module(compilation.module()), options);
    if (!global.run()) return failed(global);
    Result<std::vector<Tensor>> want = evaluate(global.module(), **global.find_entry(), arguments_, how_, checks_);
    if (!want.ok()) return failure("evaluate: " + render(want.error().diagnostic));
    want_ = std::move(*want);
    return {};
  }

  std::string compare_results(const Partitioned& made) {
    std::vector<std::vector<Tensor>> local(made.devices);
    for (int64_t device = 0; device < made.devices; ++device) {
      for (size_t i = 0; i < arguments_.size(); ++i) {
        const Sharding* sharding = made.arguments[i].sharding;
        local[device].push_back(sharding != nullptr ? spoiled_shard(context_, arguments_[i], *sharding, device)
                                                    : arguments_[i]);
      }
    }
    std::vector<Tensor> sent_here;
    how_.outfeed = &sent_here;
    auto got = evaluate_on_grid(*made.module, *made.module->entry(), 1, made.devices, std::move(local), how_, checks_);
    if (!got.ok()) return failure("run: " + render(got.error().diagnostic));
    if (checks_.has_errors()) return failure("checks: " + checks_.render_all());
    if (sent_.size() != sent_here.size()) return failure("outfeeds are not as many");
    for (size_t i = 0; i < sent_.size(); ++i) {
      auto difference = compare(sent_here[i], sent_[i], ComparisonRule::tolerance(options_.rtol, options_.atol));
      if (difference) return failure("outfeed " + std::to_string(i) + ": " + difference->message);
    }
    for (size_t i = 0; i < want_.size(); ++i) {
      const BoundaryValue& value = made.results[i];
      if (value.sharding == nullptr) continue;
      std::vector<Tensor> parts;
      for (const std::vector<Tensor>& results : *got) parts.push_back(results[i]);
      Result<Tensor> whole = run::assembled(context_, value.global, *value.sharding, parts);
      if (!whole.ok()) return failure("assemble: " + render(whole.error().diagnostic));
      auto difference = compare(*whole, want_[i], ComparisonRule::tolerance(options_.rtol, options_.atol));
      if (difference) return failure("result " + std::to_string(i) + ": " + difference->message);
    }
    return {};
  }

  const std::string& program_;
  const uint64_t seed_;
  const DifferentialOptions options_;
  Context context_;
  EvalOptions how_;
  Diagnostics checks_;
  std::vector<Tensor> arguments_, want_, sent_;
  std::string local_;
};

}  // namespace

std::string local_text(const std::string& program) { return Comparison(program, 0, {}).text(); }

std::string differential(const std::string& program, uint64_t seed, const DifferentialOptions& options) {
  return Comparison(program, seed, options).run();
}

}  // namespace partita::core::partition

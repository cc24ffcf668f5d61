#include "check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "driver/compilation.h"
#include "engine/execute.h"
#include "eval/compare.h"
#include "eval/evaluate.h"
#include "eval/math/random.h"
#include "ir/numeric/float_formats.h"
#include "loopback.h"
#include "partition/spoiled_shards.h"
#include "run/reference.h"
#include "run/shards.h"
#include "text/write.h"

namespace partita::core::fuzz {
namespace {

Tensor small_integers(Type type, uint64_t seed, uint64_t stream) {
  Tensor tensor = Tensor::make(type);
  const eval::math::RandomStream random(seed, stream);
  const ElementType part = part_type(type.element());
  const bool is_signed = element_class(part) == ElementClass::kSigned;
  const int64_t count = tensor.size() * (is_complex(type.element()) ? 2 : 1);
  const int width = byte_width(part);
  auto* bytes = static_cast<std::byte*>(tensor.mutable_raw());
  for (int64_t i = 0; i < count; ++i) {
    const auto number = static_cast<int64_t>(random.below(9, static_cast<uint64_t>(i)));  // 0 to 8
    int64_t bits = number % 7;
    if (part == ElementType::kPred) bits = number & 1;
    if (is_signed) bits = number - 4;
    if (part == ElementType::kF64) {
      const auto exact = static_cast<double>(number - 4);
      std::memcpy(&bits, &exact, sizeof bits);
    } else if (is_float(part)) {
      bits = static_cast<int64_t>(encode_one(part, static_cast<double>(number - 4)));
    }
    std::memcpy(bytes + i * width, &bits, width);
  }
  return tensor;
}

// Programs live in contexts of their own, each with its own types: the tensor, with the type the other has where it is
// the same.
Tensor in_types_of(const Tensor& other, const Tensor& tensor) {
  return tensor.type().to_string() == other.type().to_string() ? tensor.with_type(other.type()) : tensor;
}

bool is_finite(const Tensor& tensor) {
  const ElementType part = part_type(tensor.type().element());
  if (!is_float(part)) return true;
  const int width = byte_width(part);
  const auto* bytes = static_cast<const std::byte*>(tensor.raw());
  for (int64_t i = 0; i < tensor.type().byte_size(); i += width) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes + i, static_cast<size_t>(width));
    if (!std::isfinite(decode_one(part, bits))) return false;
  }
  return true;
}

constexpr double kCancelled = 64;  // what a gradient may have added up and taken away again, in sizes of what is left

// One reading of the program, compiled.
struct Local {
  Context context;
  std::optional<Compilation> compilation;
  const Partitioned& made() const { return compilation->partitioned(); }
  const std::string& text() const { return compilation->text(); }
};

std::vector<std::unique_ptr<Module>> read(Context& context, const std::string& text, Diagnostics& diagnostics) {
  return driver::read_programs(context, std::make_shared<SourceText>("program", text), diagnostics);
}

// A machine known, its memory and its links up to 64 times slower or faster. Where it is a torus, which few meshes fit,
// its links are those of the default.
std::shared_ptr<const Hardware> hardware_of(uint64_t seed) {
  const std::vector<std::string> names = cost::known_hardware();
  auto out = std::make_shared<Hardware>(cost::load_hardware(names[seed % names.size()]).value());
  if (out->torus) out->levels = cost::default_hardware().levels;
  out->torus.reset();
  const eval::math::RandomStream random(seed, 0);
  auto scale = [&](uint64_t which) { return std::pow(4.0, static_cast<double>(random.below(7, which)) - 3); };
  out->memory_bandwidth *= scale(0);
  out->vector_flops *= scale(1);
  out->overheads.kernel *= scale(2);
  for (cost::NetworkLevel& level : out->levels) {
    level.bandwidth *= scale(3);
    level.latency *= scale(4);
  }
  return out;
}

class Check {
 public:
  Check(const std::string& program, uint64_t seed, Engine engine) : program_(program), seed_(seed), engine_(engine) {}

  Finding run() {
    if (!prepare(first_, DeviceIds::kPartition, true)) return finding_;
    finding_.fallbacks = std::ssize(first_.made().fallbacks);
    Local second;
    if (!prepare(second, DeviceIds::kPartition, false)) return finding_;
    if (second.text() != first_.text()) return bad("twice", "partitioned twice, differs:\n" + second.text());
    if (!compare_results(first_, *first_.made().module, false, "result")) return finding_;
    further_run();
    return finding_;
  }

 private:
  Finding bad(std::string stage, std::string message) {
    finding_.stage = std::move(stage);
    finding_.message = std::move(message);
    return finding_;
  }
  bool is_bad(std::string stage, std::string message) {
    bad(std::move(stage), std::move(message));
    return false;
  }

  bool prepare(Local& local, DeviceIds ids, bool evaluated) { return prepare(local, program_, ids, evaluated); }

  bool prepare(Local& local, const std::string& program, DeviceIds ids, bool evaluated) {
    Diagnostics diagnostics;
    auto source = std::make_shared<SourceText>("program", program);
    const std::vector<TextRange> programs = text::split_programs(*source, diagnostics);
    if (programs.size() != 1) return is_bad("read", diagnostics.render_all());
    CompileOptions options;
    options.to = TextFormat::kStableHlo;
    options.how.ids = ids;
    if (seed_ % 5 == 4) options.plan = PlanKind::kAnnotated;   // some with choices op by op,
    if (seed_ % 2 == 0) options.objective = Objective::kTime;  // half of them by time, each on a machine of its own,
    options.hardware = hardware_of(seed_ / 2);
    if (seed_ % 5 == 3) options.unfolded = 0;  // some as if they were large
    if (seed_ % 3 == 1)
      options.limits.max_memory = static_cast<double>(1 << (seed_ / 3 % 12));  // and some in little memory
    options.limits.rings_everywhere = seed_ % 3 == 2;                          // some with rings around all products,
    options.limits.paired_rings = seed_ % 2 == 1;
    options.limits.unrolled_rings = seed_ % 4 == 1 ? 0 : 8;
    options.verify_each = true;
    Compilation& compilation = local.compilation.emplace(local.context, source, programs[0], std::move(options));
    if (compilation.run_until("import") && evaluated) {
      Result<Function*> entry = compilation.find_entry();
      if (!entry.ok()) return is_bad("read", render(entry.error().diagnostic));
      if (!evaluate_global(compilation.module(), **entry)) return false;
    }
    if (compilation.run()) return true;
    return is_bad(std::string(compilation.failed()->name), compilation.diagnostics().render_all());
  }

  bool evaluate_global(const Module& module, const Function& entry) {
    for (int i = 0; i < entry.num_arguments(); ++i) {
      arguments_.push_back(small_integers(entry.argument(i)->type(), seed_, static_cast<uint64_t>(i)));
    }
    for (size_t i = 0; i < entry.result_types().size(); ++i) {
      Attr attrs = entry.result_attrs(i);
      Attr error = attrs ? attrs.get("fuzz.error") : Attr();
      errors_.push_back(error ? error.as_float() : 0);
      gradient_ = gradient_ || (attrs && attrs.get("fuzz.gradient"));
    }
    if (gradient_) {
      const run::Rounding rounding = run::rounding_of(entry);
      gradient_rule_.narrowest = rounding.narrowest;
      gradient_rule_.growth = kCancelled * rounding.growth;
      gradient_rule_.atol = 4 * kCancelled * rounding.narrowest;  // where all of it cancelled
    }
    Diagnostics checks;
    Result<std::vector<Tensor>> want = evaluate(module, entry, arguments_, {}, checks);
    if (!want.ok()) return is_bad("evaluate", render(want.error().diagnostic));
    want_ = std::move(*want);
    return engine_ == Engine::kReference || compare_alone(module, entry);
  }

  // The global program on one device, by the engine.
  bool compare_alone(const Module& module, const Function& entry) {
    Diagnostics checks;
    Result<std::vector<Tensor>> got = engine::run_alone(module, entry, arguments_, {}, checks);
    if (!got.ok()) return is_bad("alone run", render(got.error().diagnostic));
    for (size_t i = 0; i < want_.size(); ++i) {
      if (gradient_ && !is_finite(want_[i])) continue;
      auto difference = compare((*got)[i], want_[i], rule_of(i));
      if (difference) return is_bad("alone", "result " + std::to_string(i) + ": " + difference->message);
    }
    return true;
  }

  // Runs a local program whose arguments and results lie as `like` says.
  bool compare_results(Local& like, const Module& module, bool replicas, const std::string& stage) {
    const Partitioned& made = like.made();
    std::vector<std::vector<Tensor>> local(made.devices);
    for (int64_t device = 0; device < made.devices; ++device) {
      for (size_t i = 0; i < arguments_.size(); ++i) {
        const Sharding* sharding = made.arguments[i].sharding;
        Tensor part = sharding != nullptr ? partition::spoiled_shard(like.context, arguments_[i], *sharding, device)
                                          : arguments_[i];
        Type type = module.entry()->argument(i)->type();
        local[device].push_back(in_types_of(Tensor(type, nullptr), part));
      }
    }
    const int64_t count = replicas ? made.devices : 1, partitions = replicas ? 1 : made.devices;
    for (const bool fast : {false, true}) {
      if (engine_ == (fast ? Engine::kReference : Engine::kFast) || (!fast && engine_ == Engine::kRanks)) continue;
      Diagnostics checks;
      auto got = fast ? run_by_engine(module, count, partitions, local, checks)
                      : evaluate_on_grid(module, *module.entry(), count, partitions, local, {}, checks);
      const std::string by = fast ? "engine, " + stage : stage;
      if (!got.ok()) return is_bad(by + " run", render(got.error().diagnostic));
      for (size_t i = 0; i < want_.size(); ++i) {
        if (!same_result(like, i, *got, by)) return false;
      }
      if (fast && engine_ == Engine::kRanks && !same_on_ranks(module, count, partitions, local, *got)) return false;
    }
    return true;
  }

  // Divided among ranks in a way that the seed says: the same bits.
  bool same_on_ranks(const Module& module, int64_t replicas, int64_t partitions,
                     const std::vector<std::vector<Tensor>>& inputs, const std::vector<std::vector<Tensor>>& want) {
    std::vector<int> divisors;
    for (int n = 1; n <= std::ssize(inputs); ++n) {
      if (std::ssize(inputs) % n == 0) divisors.push_back(n);
    }
    const int ranks = divisors[seed_ % divisors.size()], hosts = std::min(ranks, static_cast<int>(1 + seed_ / 2 % 2));
    auto executable = engine::compile(module, *module.entry(), {replicas, partitions});
    if (!executable.ok()) return is_bad("ranks", render(executable.error().diagnostic));
    auto got = run_on_ranks(*executable, ranks, hosts, inputs);
    if (!got.ok() && got.error().diagnostic.code == Code::kCannotEvaluate) return true;  // what one process alone runs
    const std::string where = std::to_string(ranks) + " ranks on " + std::to_string(hosts) + " hosts";
    if (!got.ok()) return is_bad("ranks run", where + ": " + render(got.error().diagnostic));
    for (size_t d = 0; d < want.size(); ++d) {
      for (size_t i = 0; i < want[d].size(); ++i) {
        if (!want[d][i].type() || !want[d][i].type().is_tensor() || (*got)[d][i].blob() == want[d][i].blob()) continue;
        return is_bad("ranks", where + ": result " + std::to_string(i) + " of device " + std::to_string(d) +
                                   " has other bits than in one process");
      }
    }
    return true;
  }

  static Result<std::vector<std::vector<Tensor>>> run_by_engine(const Module& module, int64_t replicas,
                                                                int64_t partitions,
                                                                const std::vector<std::vector<Tensor>>& inputs,
                                                                Diagnostics& checks) {
    PARTITA_ASSIGN(auto executable, engine::compile(module, *module.entry(), {replicas, partitions}));
    return engine::Runner(std::move(executable), {}).run(inputs, checks);
  }

  ComparisonRule rule_of(size_t i) const {
    return gradient_         ? gradient_rule_
           : errors_[i] == 0 ? ComparisonRule::same()
                             : ComparisonRule::tolerance(0.0, 2 * errors_[i]);
  }

  bool same_result(Local& like, size_t i, const std::vector<std::vector<Tensor>>& got, const std::string& stage) {
    const BoundaryValue& value = like.made().results[i];
    if (value.sharding == nullptr) return true;
    if (gradient_ && !is_finite(want_[i])) return true;  // sums of infinities depend on the order
    const ComparisonRule rule = rule_of(i);
    auto agree = [&](const Tensor& have, const Tensor& want, const std::string& where) {
      auto difference = compare(have, want, rule);
      if (!difference) return true;
      return is_bad(stage, "result " + std::to_string(i) + where + ": " + difference->message);
    };
    if (!value.sharding->unreduced_axes().empty()) {
      std::vector<Tensor> parts;
      for (const std::vector<Tensor>& results : got) parts.push_back(results[i]);
      Result<Tensor> global = run::assembled(like.context, value.global, *value.sharding, parts);
      if (!global.ok()) return is_bad(stage, "assemble: " + render(global.error().diagnostic));
      return agree(in_types_of(want_[i], *global), want_[i], "");
    }
    for (size_t device = 0; device < got.size(); ++device) {
      const auto id = static_cast<int64_t>(device);
      Tensor want = partition::spoiled_shard(like.context, want_[i], *value.sharding, id);
      Tensor have = got[device][i].unshared();
      have = in_types_of(want, have);
      if (have.type() == want.type()) partition::spoil_padding(have, value.global, *value.sharding, id);
      if (!agree(have, want, " on device " + std::to_string(device))) return false;
    }
    return true;
  }

  // The program written in both formats, read, and one more way to run it.
  void further_run() {
    Result<std::string> hlo = text::write_hlo(*first_.made().module);
    if (!hlo.ok()) {
      bad("write hlo", render(hlo.error().diagnostic));
      return;
    }
    Context context;
    Diagnostics diagnostics;
    auto from_hlo = read(context, *hlo, diagnostics);
    if (diagnostics.has_errors() || from_hlo.size() != 1) {
      bad("read hlo", diagnostics.render_all() + "\n" + *hlo);
      return;
    }
    auto from_stablehlo = read(context, first_.text(), diagnostics);
    if (diagnostics.has_errors() || from_stablehlo.size() != 1) {
      bad("read back", diagnostics.render_all());
      return;
    }
    switch (seed_ % 4) {
      case 0: compare_results(first_, *from_hlo[0], false, "result from hlo"); break;
      case 1: compare_results(first_, *from_stablehlo[0], false, "result read back"); break;
      case 2: {
        Local replicas;
        if (!prepare(replicas, DeviceIds::kReplica, false)) return;
        compare_results(first_, *replicas.made().module, true, "result by replicas");
        break;
      }
      default: start_from_hlo(); break;
    }
  }

  // The program as HLO, its hints as tile assignments, partitioned from there.
  void start_from_hlo() {
    Context context;
    Diagnostics diagnostics;
    auto modules = read(context, program_, diagnostics);
    Result<std::string> hlo = text::write_hlo(*modules[0]);
    if (!hlo.ok()) {
      bad("as hlo", render(hlo.error().diagnostic));
      return;
    }
    Local local;
    if (prepare(local, *hlo, DeviceIds::kPartition, false)) {
      compare_results(local, *local.made().module, false, "result");
    }
    if (!finding_.bad()) return;
    finding_.stage = "as hlo: " + finding_.stage;
    finding_.message += "\n" + *hlo;
  }

  const std::string& program_;
  const uint64_t seed_;
  const Engine engine_;
  Local first_;
  std::vector<Tensor> arguments_;
  std::vector<Tensor> want_;
  std::vector<double> errors_;
  bool gradient_ = false;
  ComparisonRule gradient_rule_ = ComparisonRule::tolerance();
  Finding finding_;
};

}  // namespace

Finding check_program(const std::string& program, uint64_t seed, Engine engine) {
  return Check(program, seed, engine).run();
}

}  // namespace partita::core::fuzz

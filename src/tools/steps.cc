#include "tools/steps.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cost/report_rows.h"
#include "engine/meet/ranks.h"
#include "eval/ops/elements.h"
#include "ir/names.h"
#include "run/arguments.h"
#include "run/between_ranks.h"
#include "run/checkpoint.h"
#include "run/input_file.h"
#include "run/nan_check.h"
#include "run/shards.h"
#include "run/step_loop.h"
#include "tools/running.h"
#include "tools/summary.h"

namespace partita::core::tools {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

// Which result a line shows: --loss, or the first that is one float; -1 where there is none.
Result<int> loss_of(const run::Signature& signature, const std::string& asked) {
  const auto is_number = [](Type type) { return type.is_tensor() && type.rank() == 0 && is_float(type.element()); };
  for (int i = 0; i < std::ssize(signature.results); ++i) {
    const bool named = asked == fmt::format("out{}", i) || (!asked.empty() && asked == signature.result_names[i]);
    if (named && !is_number(signature.results[i])) {
      return base::failure(Code::kUsage, fmt::format("--loss {}: out{} is {}, and one float is wanted", asked, i,
                                                     signature.results[i].to_string()));
    }
    if (named || (asked.empty() && is_number(signature.results[i]))) return i;
  }
  if (asked.empty()) return -1;
  return base::failure(Code::kUsage, fmt::format("--loss {}: the program has no such result", asked));
}

// "step 12 of 100: loss 0.693147, 5.1 steps/s". On a terminal one line that changes; elsewhere the first step, the
// last, and one now and then. With --json these are kept, and no line is written where programs read what is.
class StepLine {
 public:
  StepLine(int64_t last, int64_t every, bool silent, bool json, std::vector<ShownStep>& shown)
      : last_(last),
        every_(every),
        silent_(silent),
        json_(json),
        terminal_(isatty(STDERR_FILENO) != 0 && every == 0),
        shown_(shown) {}
  ~StepLine() {
    if (visible_) std::fputc('\n', stderr);
  }

  void show(int64_t step, const std::optional<double>& loss) {
    ++since_;
    const Clock::time_point now = Clock::now();
    const double seconds = seconds_between(at_, now);
    const bool changing = terminal_ && !json_;
    const bool due = changing ? seconds >= 0.1 : every_ > 0 ? step % every_ == 0 : seconds >= 10;
    if (silent_ || !(due || first_ || step == last_)) return;
    const double rate = static_cast<double>(since_) / std::max(seconds, 1e-9);
    if (json_) {
      shown_.push_back({step, loss, rate});
    } else {
      std::string text = fmt::format("step {} of {}", step, last_);
      if (loss) text += fmt::format(": loss {:.6g}", *loss);
      text += fmt::format("{} {:.3g} steps/s", loss ? "," : ":", rate);
      std::fprintf(stderr, changing ? "\r\033[K%s" : "%s\n", text.c_str());
      std::fflush(stderr);
      visible_ = changing;
    }
    at_ = now;
    since_ = 0;
    first_ = false;
  }

 private:
  const int64_t last_, every_;
  const bool silent_, json_, terminal_;
  bool first_ = true, visible_ = false;
  int64_t since_ = 0;
  Clock::time_point at_ = Clock::now();
  std::vector<ShownStep>& shown_;
};

Result<std::optional<double>> number_of(const LocalProgram& program, const ByDevice& results, int result) {
  if (result < 0) return std::optional<double>();
  const auto& [global, sharding] = program.results[result];
  const engine::DeviceRange here = program.devices_here();
  const bool summed = sharding != nullptr && run::part_count(sharding) > 1;
  std::vector<Tensor> by_place;
  if (summed) {
    for (int64_t place = 0; place < program.places; ++place) {
      by_place.push_back(here.has(place) ? results[place][result] : Tensor());
    }
    PARTITA_CHECK_OK(
        run::fetch_shards(program, program.results[result], by_place, [](int rank, int64_t) { return rank == 0; }));
  }
  if (!here.has(0)) return std::optional<double>();  // the first rank shows it
  Tensor value = results[0][result];
  if (summed) {
    PARTITA_ASSIGN(value, run::assembled(program.module.context(), global, *sharding, by_place));
  }
  double number = 0;
  eval::convert_elements(global.element(), value.raw(), ElementType::kF64, &number, 1);
  return std::optional(number);
}

Status save(const SteppedRun& run, const run::StepLoop& loop, const Options& options) {
  const MeshPtr mesh = mesh_of_boundary(run.program.arguments, run.program.results);
  const run::CheckpointInfo info{loop.steps_done(), run.fingerprint, run.partitioned,
                                 options.inputs.empty() ? options.random_seed : std::nullopt,
                                 mesh != nullptr ? cost::mesh_text(*mesh) : ""};
  std::vector<run::ArrayToSave> arrays;
  for (const Feed& feed : loop.feeds()) {
    const auto& [global, sharding] = run.program.arguments[feed.argument];
    arrays.push_back({fmt::format("arg{}", feed.argument), global, sharding, loop.state(feed.argument)});
  }
  return run::save_checkpoint(run.program.module.context(), options.save_to, info, arrays, run.program.places,
                              options.keep, run.program.ranks, run.program.devices());
}

// Whether the checkpoint may be resumed with this program and these options.
Status check_resumable(const Checkpoint& checkpoint, const SteppedRun& run, const Options& options) {
  const run::CheckpointInfo& info = checkpoint.info();
  const auto refused = [&](std::string message) {
    return run::in_file(base::failure(Code::kBadInput, std::move(message)), checkpoint.path());
  };
  // A program for each device depends on how it was divided: of these the types of arguments are compared alone.
  const bool comparable = !info.partitioned && !run.partitioned && !info.program.empty();
  if (comparable && info.program != run.fingerprint && !options.any_program) {
    return refused(
        "the checkpoint is of another program; --any-program resumes it all the same, where the types of its "
        "arguments agree");
  }
  if (info.seed && options.inputs.empty() && options.random_seed && options.random_seed != info.seed) {
    return refused(
        fmt::format("the checkpoint is of a run with --random {}, and this one has --random {}; without "
                    "--random it goes on with its own",
                    *info.seed, *options.random_seed));
  }
  for (const std::string& name : checkpoint.names()) {
    const bool fed = std::any_of(run.feeds.begin(), run.feeds.end(),
                                 [&](const Feed& feed) { return name == fmt::format("arg{}", feed.argument); });
    if (!fed) return refused(fmt::format("the checkpoint has {}, into which no result is fed here", name));
  }
  return {};
}

Status load(const Checkpoint& checkpoint, const SteppedRun& run, run::StepLoop& loop) {
  std::vector<std::vector<Tensor>> states;
  for (const Feed& feed : loop.feeds()) {
    const auto& [global, sharding] = run.program.arguments[feed.argument];
    PARTITA_ASSIGN(const std::unique_ptr<ArraySource> source,
                   checkpoint.array(fmt::format("arg{}", feed.argument), global, sharding));
    PARTITA_ASSIGN(std::vector<Tensor> shards, run::read_argument(run.program, feed.argument, *source));
    states.push_back(std::move(shards));
  }
  loop.set_state(checkpoint.info().step, std::move(states));
  return {};
}

// Files of the same names may be others on another host.
Status check_same_inputs(engine::Ranks& ranks, const Checkpoint* checkpoint, const run::ArgumentFiles* files) {
  PARTITA_ASSIGN(const std::vector<std::string> all,
                 ranks.gather(fmt::format("{} {:x}", checkpoint != nullptr ? checkpoint->info().step : -1,
                                          files != nullptr ? files->fingerprint() : 0)));
  for (size_t r = 1; r < all.size(); ++r) {
    if (all[r] == all[0]) continue;
    return base::failure(Code::kBadInput, fmt::format("the files that rank {} reads are not those of rank 0", r));
  }
  return {};
}

bool begins_anew(const Options& options) {
  return options.resume == options.save_to && run::checkpoints_in(options.resume).empty();
}

}  // namespace

std::optional<uint64_t> seed_of_resumed(const Options& options) {
  if (options.resume.empty() || options.random_seed || !options.inputs.empty()) return std::nullopt;
  const Result<std::unique_ptr<Checkpoint>> checkpoint = Checkpoint::open(options.resume);
  return checkpoint.ok() ? (*checkpoint)->info().seed : std::nullopt;  // the run itself says what is wrong
}

bool keeps_inputs(const Options& options) { return !options.dump_local.empty() || options.check_nans; }

bool runs_in_steps(const Options& options) { return options.steps.has_value(); }

Result<std::vector<Feed>> feeds_of_steps(Function& entry, const Options& options, run::Signature& signature) {
  signature = run::signature_of(entry, run::argument_types(entry), entry.result_types());
  PARTITA_ASSIGN(std::vector<Feed> feeds, run::find_feeds(signature, options.feed));
  Context& context = entry.module().context();
  std::vector<bool> aliased(signature.results.size());
  for (const int result : signature.aliases) {
    if (result >= 0 && result < std::ssize(aliased)) aliased[result] = true;
  }
  for (const Feed& feed : feeds) {
    if (signature.aliases[feed.argument] >= 0 || aliased[feed.result]) continue;
    const Attr attributes = context.with_entry(entry.argument_attrs(feed.argument), hlo_names::kBufferDonor, {});
    entry.set_argument_attrs(
        feed.argument, context.with_entry(attributes, hlo_names::kAliasingOutput, context.integer(feed.result, "i32")));
  }
  return feeds;
}

Result<StepResults> run_steps(const SteppedRun& run, Invocation& invocation, bool silent,
                              const std::function<Status(const StepResults&)>& finish) {
  const Options& options = invocation.options();
  std::unique_ptr<Checkpoint> checkpoint;
  if (!options.resume.empty() && !begins_anew(options)) {
    PARTITA_ASSIGN(checkpoint, Checkpoint::open(options.resume));
  }
  std::unique_ptr<run::ArgumentFiles> files;
  if (!options.inputs.empty()) {
    if (run.plain && options.inputs.size() > 1) {  // as make_arguments says it
      return base::failure(Code::kUsage, "several files of --inputs are for --steps: one step after the other");
    }
    PARTITA_ASSIGN(files, run::ArgumentFiles::open(options.inputs, run.signature.argument_names));
  } else if (!options.random_seed) {
    for (Type type : run.signature.arguments) {
      if (type.is_tensor()) return no_arguments(std::ssize(run.signature.arguments));
    }
  }
  if (run.program.ranks != nullptr)
    PARTITA_CHECK_OK(check_same_inputs(*run.program.ranks, checkpoint.get(), files.get()));
  if (run.plain && files != nullptr) {
    for (int i = 0; i < std::ssize(run.signature.arguments); ++i) {
      PARTITA_CHECK_OK(files->check_one_step(i, run.signature.arguments[i]));
    }
  }
  PARTITA_ASSIGN(const int loss, loss_of(run.signature, options.loss));
  if (!silent && !run.plain) {
    if (!run.feeds.empty()) {
      invocation.say(run::feeds_text(run.feeds, run.signature));
    } else if (options.feed.empty() && options.steps > 1) {
      const std::string advice = run::suggested_feeds(run.signature);
      invocation.say("no result is fed into an argument of the next step" +
                     (advice.empty() ? "" : "; by its types this could be: " + advice));
    }
    if (loss >= 0) {
      const std::string& name = run.signature.result_names[loss];
      invocation.say(name.empty() ? fmt::format("loss: out{}", loss) : fmt::format("loss: out{} ({})", loss, name));
    }
  }
  run::StepLoop loop(run.program, run.feeds, {files.get(), options.random_seed});
  const bool check_nans = options.check_nans && !silent;
  const bool saves = !options.save_to.empty() && !silent;
  loop.keep_inputs(keeps_inputs(options) || run.watch != nullptr);
  StepResults out;
  if (loss >= 0) out.loss = fmt::format("out{}", loss);
  const int64_t last = *options.steps;
  if (saves && run.feeds.empty()) {
    return base::failure(Code::kUsage, "--save-to: no result is fed into an argument, so there is nothing to save");
  }
  if (saves) PARTITA_CHECK_OK(run::make_checkpoint_folder(options.save_to, run.program.ranks));
  if (checkpoint != nullptr) {
    PARTITA_CHECK_OK(check_resumable(*checkpoint, run, options));
    PARTITA_CHECK_OK(load(*checkpoint, run, loop));
    if (!silent) invocation.say(fmt::format("resumed after step {} from {}", loop.steps_done(), checkpoint->path()));
    checkpoint.reset();
  } else {
    if (!silent && !options.resume.empty()) {
      invocation.say(fmt::format("no checkpoint is in {} yet: this run begins", options.resume));
    }
    PARTITA_CHECK_OK(loop.begin());
  }
  if (loop.steps_done() >= last) {
    if (!silent) {
      invocation.say(fmt::format("step {} of {} was done already: nothing is run, and nothing is written",
                                 loop.steps_done(), last));
    }
    return out;
  }
  {
    StepLine line(last, options.report_every, silent || run.plain, options.json, out.shown);
    while (loop.steps_done() < last) {
      out.outputs.clear();  // what is fed is not held here: the next step may write over it
      PARTITA_ASSIGN(out.outputs, loop.step(run.runner));
      PARTITA_ASSIGN(const std::optional<double> number, number_of(run.program, out.outputs, loss));
      line.show(loop.steps_done(), number);
      if (check_nans) {
        PARTITA_ASSIGN(
            std::optional<Diagnostic> bad,
            run::check_finite(run.program, run.eval_options, loop.steps_done() - 1, loop.last_inputs(), out.outputs));
        if (bad) return Error{*std::move(bad)};
      }
      if (run.watch) {
        PARTITA_ASSIGN(const bool goes_on, run.watch(loop.steps_done() - 1, loop.last_inputs(), out.outputs));
        if (!goes_on) return out;
      }
      // That of the last step comes after its results: where it is there, they are.
      const bool due = options.save_every > 0 && loop.steps_done() % options.save_every == 0;
      if (saves && due && loop.steps_done() < last) PARTITA_CHECK_OK(save(run, loop, options));
    }
  }
  out.steps = loop.steps_done();
  out.times = loop.times();
  out.inputs = loop.last_inputs();
  PARTITA_ASSIGN(out.results, run.program.assemble(out.outputs));
  if (finish) PARTITA_CHECK_OK(finish(out));
  if (saves) PARTITA_CHECK_OK(save(run, loop, options));
  return out;
}

std::string steps_json(const StepResults& steps) {
  const auto or_null = [](bool there, auto value) { return there ? nlohmann::ordered_json(value) : nullptr; };
  const run::StepTimes& times = steps.times;
  nlohmann::ordered_json out = {
      {"done", steps.steps},
      {"seconds", {{"first", times.first()}, {"median", times.median()}, {"least", times.least()}}},
      {"loss", or_null(!steps.loss.empty(), steps.loss)}};
  out["shown"] = nlohmann::ordered_json::array();
  for (const ShownStep& shown : steps.shown) {
    out["shown"].push_back({{"step", shown.step},
                            {"loss", or_null(shown.loss && std::isfinite(*shown.loss), shown.loss.value_or(0))},
                            {"steps_per_second", shown.steps_per_second}});
  }
  return out.dump();
}

}  // namespace partita::core::tools

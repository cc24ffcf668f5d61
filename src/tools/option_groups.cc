#include "tools/option_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "complete/recipes.h"
#include "text/written_format.h"
#include "tools/modelled_program.h"

namespace partita::core::tools {
namespace {

// One of several words. CLI11's own transformer shows the values behind them, which mean nothing to people.
template <typename T>
CLI::Validator choice(const std::map<std::string, T>& words) {
  std::string all;
  for (const auto& [word, value] : words) all += (all.empty() ? "" : ",") + word;
  auto look_up = [words, all](std::string& text) -> std::string {
    auto at = words.find(text);
    if (at == words.end()) return "'" + text + "' is none of " + all;
    text = std::to_string(static_cast<int>(at->second));
    return {};
  };
  return CLI::Validator(look_up, "{" + all + "}");
}

void take_format(const std::string& text, Options& options) {
  const Result<text::WrittenFormat> asked = text::written_format(text);
  if (!asked.ok()) throw CLI::ValidationError("--to", asked.error().diagnostic.message);
  options.to = asked->format;
  options.encoding = asked->encoding;
  options.artifact = asked->artifact;
}

}  // namespace

void add_common(CLI::App& verb, Options& options, std::initializer_list<Goal> goals) {
  verb.add_option("FILE", options.files,
                  "programs: StableHLO or HLO text, MLIR bytecode, HLO protos, gzip or zstd of them, told apart by "
                  "content; - is standard input")
      ->required();
  verb.add_flag_callback(
      "--list-passes", [] { throw CLI::CallForVersion(driver::stage_table(), 0); },
      "print the stages from text to text, in order, and stop");
  verb.add_flag("--timing{text}", options.timing,
                "print the time of each stage to standard error; --timing=json for one line of JSON")
      ->check(CLI::IsMember({"text", "json"}));
  verb.add_option("--dump-dir", options.dump_dir, "write the program there after each stage that changes it")
      ->type_name("DIR");
  verb.add_option("--print-after", options.print_after,
                  "print the program to standard error after this stage: " + stage_names(goals))
      ->type_name("STAGE");
  verb.add_flag("-v,--verbose", options.verbose, "say more about what is done");
  verb.add_option("--shape", options.shapes,
                  "sizes of an argument whose dimensions are dynamic (repeatable); --inputs gives them too")
      ->type_name("arg0=8x128")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_json_messages(CLI::App& verb, Options& options) {
  verb.add_flag("--json", options.json, "write messages as lines of JSON");
}

void add_output(CLI::App& verb, Options& options) {
  verb.add_option("-o,--output", options.output, "where to write; - is standard output (default)")->type_name("FILE");
}

CLI::Option* add_top(CLI::App& verb, Options& options, const char* what) {
  return verb.add_option("--top", options.top, what)->type_name("N")->check(CLI::Range(int64_t{0}, int64_t{1} << 30));
}

void add_writing(CLI::App& verb, Options& options) {
  static const std::map<std::string, Annotations> spellings = {{"sdy", Annotations::kSdy},
                                                               {"mhlo", Annotations::kMhlo}};
  add_output(verb, options);
  verb.add_option_function<std::string>(
          "--to", [&options](const std::string& text) { take_format(text, options); },
          "format to write: stablehlo or hlo text (default: the input's), MLIR bytecode, a portable artifact (vhlo, or "
          "vhlo=1.9 for an older StableHLO), an HLO proto")
      ->type_name("{stablehlo,hlo,bytecode,vhlo,proto}");
  verb.add_option("--annotations", options.annotations,
                  "how to spell shardings: sdy (axes by name) or mhlo (tile assignments); default: as the input")
      ->type_name("")
      ->transform(choice(spellings));
}

void add_async(CLI::App& verb, Options& options) {
  verb.add_flag("--async", options.async,
                "write collectives of HLO as pairs of a start and a done: each starts where it stands in the schedule, "
                "and is waited for before its first use");
}

namespace {

// Of an argument of --random; empty where it is a seed. A number beyond 64 bits would stand for another.
std::string seed_problem(const std::string& text) {
  uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [at, wrong] = std::from_chars(text.data(), end, seed);
  if (wrong == std::errc() && at == end) return {};
  return text + " is no seed: a number from 0 to 18446744073709551615";
}

std::string tolerance_problem(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0' && value >= 0) return {};
  return text + " is no tolerance: a number from 0 on";
}

}  // namespace

void add_running(CLI::App& verb, Options& options, const std::string& what_computes,
                 const std::vector<std::string>& engines) {
  auto* inputs = verb.add_option("--inputs", options.inputs,
                                 "arguments, as arg0, arg1, … or by their names: .npz, .npy, .safetensors, the "
                                 ".index.json of several, or a checkpoint's folder")
                     ->type_name("F.npz")
                     ->allow_extra_args(false)
                     ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  verb.add_option("--random", options.random_seed, "make up the arguments: floats 0.3·normal, integers 0 to 6")
      ->type_name("SEED")
      ->check(seed_problem)
      ->excludes(inputs);
  verb.add_flag("--json", options.json, "say what came out as JSON, and messages as lines of JSON");
  verb.add_option("--outputs", options.outputs,
                  "write the results there as out0, out1, …: .npz, .safetensors, or .npy of one result")
      ->type_name("F.npz");
  verb.add_option(
          "--expect", options.expect,
          "compare the results with out0, out1, … of this file, in any format of --inputs; status 2 where they differ")
      ->type_name("F.npz");
  verb.add_option("--rtol", options.rtol, "relative tolerance of --expect and of check.* ops; at least 4 ε of the type")
      ->type_name("R")
      ->check(tolerance_problem);
  verb.add_option("--atol", options.atol,
                  "absolute tolerance of --expect and of check.* ops; at least 4 ε of the largest element")
      ->type_name("A")
      ->check(tolerance_problem);
  verb.add_option("--engine", options.engine, what_computes)->check(CLI::IsMember(engines));
  verb.add_option("--jobs", options.jobs, "how many devices run at the same time (default: one for each core)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  verb.add_option("--infeed", options.infeed, "what the program's infeeds read, in order: in0, in1, …")
      ->type_name("F.npz");
}

void add_hints(CLI::App& verb, Options& options) {
  verb.add_option("--entry", options.entry, "the function to partition (default: main, or the only one)")
      ->type_name("NAME");
  verb.add_option("--mesh", options.mesh, "the mesh of devices, x=4,y=2; it takes the place of the file's")
      ->type_name("AXES");
  verb.add_option("--devices", options.devices, "how many devices there are, where the file does not say")
      ->type_name("N")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
  verb.add_option(
          "--shard", options.shard,
          "a hint, which replaces the file's on the same values: 'arg0=x,-', the axes of each dimension, - for none, ? "
          "where completion may choose, ... for dimensions that are not named; also [x, -], P('x', None) and "
          "[{\"x\"}, {?}]. The name is argN, outN, that of a value, of its loc(…) or FILE:LINE, or one of several: "
          "'arg[0-29]', '*emb*', 'tensor<*x512xf32>'. Results that are new values of arguments follow them; may be "
          "repeated")
      ->type_name("NAME=AXES")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  verb.add_option("--hints", options.hints,
                  "a file of such hints, one on each line, and of the mesh; docs/steering.md has its form; may be "
                  "repeated")
      ->type_name("F")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  verb.add_flag("--no-hints", options.no_hints, "leave out the file's own hints");
  verb.add_option("--keep-hints", options.keep_hints,
                  "of the file's own hints keep these only: args, results, constraints, apart by commas")
      ->type_name("WHICH");
  std::string recipes;
  for (const complete::RecipeInfo& recipe : complete::all_recipes()) {
    recipes += (recipes.empty() ? "" : ", ") + std::string(recipe.name);
  }
  verb.add_option("--recipe", options.recipe,
                  "divide it in a known way, by what its arguments are found to be, instead of by its own hints: " +
                      recipes + "; -v says what was found, propagate --write-hints writes the hints it stands for")
      ->type_name("NAME");
  verb.add_option("--skip", options.skip,
                  "leave out this stage: " + driver::stage_names(driver::is_optional) + "; may be repeated")
      ->type_name("STAGE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_verifying(CLI::App& verb, Options& options) {
  verb.add_flag("--verify-passes", options.verify_passes,
                "verify the program after each stage that changes it; status 70 where one broke it");
}

void add_machine(CLI::App& verb, Options& options) {
  verb.add_option("--hardware", options.hardware,
                  "the machine that is partitioned for, and that times are modelled for: a JSON file, or one of " +
                      cost::hardware_names() + " (default: h100); docs/hardware.md has the fields")
      ->type_name("NAME");
  verb.add_option(
          "--layout", options.layout,
          "how the mesh lies on a torus of chips: x=0,y=1c has x along dimension 0, y along dimension 1 and over "
          "the cores of a chip; usual, as frameworks lay meshes (default: the best is found, with --plan annotated the "
          "usual one); docs/hardware.md has the rest")
      ->type_name("AXIS=PLACES,…");
}

void add_partitioning(CLI::App& verb, Options& options) {
  static const std::map<std::string, bool> ids = {{"partition", false}, {"replica", true}};
  verb.add_option("--ids", options.replica_ids,
                  "how devices are numbered in collectives: partition (default) or replica")
      ->type_name("")
      ->transform(choice(ids));
  static const std::map<std::string, PlanKind> plans = {{"chosen", PlanKind::kChosen},
                                                        {"annotated", PlanKind::kAnnotated}};
  verb.add_option(
          "--plan", options.plan,
          "who decides how values are stored and ops computed: chosen (default), all of the program at once, for "
          "--objective; annotated, the hints: completed shardings, and each op's own best way, as in "
          "GSPMD")
      ->type_name("")
      ->transform(choice(plans));
  static const std::map<std::string, Objective> objectives = {
      {"time", Objective::kTime}, {"bytes", Objective::kBytes}, {"memory", Objective::kMemory}};
  verb.add_option("--objective", options.objective,
                  "what a chosen plan minimises: time (default), the modelled step on --hardware; bytes, what is sent; "
                  "memory, what is held at the peak")
      ->type_name("")
      ->transform(choice(objectives));
  add_machine(verb, options);
  verb.add_flag("--strict", options.strict, "refuse, with status 2, where an op is gathered that could stay divided");
  verb.add_flag("--no-optimize", options.no_optimize, "leave the program as lowering makes it");
  add_verifying(verb, options);
}

void add_memory(CLI::App& verb, Options& options) {
  verb.add_option(
          "--max-memory", options.max_memory,
          "what a device has: the program is kept below it (order, values gathered or computed again), status 2 "
          "where that cannot be (default: the hardware's memory, and a warning)")
      ->type_name("N");
}

void add_budgets(CLI::App& verb, Options& options) {
  verb.add_option("--max-bytes", options.max_bytes,
                  "status 2 where a device sends more: a number of bytes, or 100M, 2G")
      ->type_name("N");
  add_memory(verb, options);
  verb.add_option("--forbid", options.forbid,
                  "status 2 where there is such a collective: all-gather, all-gather@x or @x; may be repeated")
      ->type_name("KIND@AXIS")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  verb.add_option("--budget", options.budget,
                  "the same from a file: {\"max_bytes\": \"100M\", \"max_memory\": …, \"forbid\": [\"all-gather@x\"]}")
      ->type_name("F.json");
}

void add_local(CLI::App& verb, Options& options) {
  verb.add_flag("--local", options.cost_local,
                "take the programs as partitioned already, also where they look as if they were not");
}

void add_variants(CLI::App& verb, Options& options) {
  auto add = [&](const char* name, const char* what) {
    verb.add_option_function<std::string>(
            name,
            [&options, name](const std::string& text) {
              Result<std::vector<std::string>> words = shell_words(text);
              if (!words.ok()) throw CLI::ValidationError(words.error().diagnostic.message);
              auto apply = [words = std::move(*words)](Options& to) {
                CLI::App app;
                const std::vector<std::string> shard = std::move(to.shard);
                to.shard.clear();
                add_hints(app, to);
                add_partitioning(app, to);
                add_memory(app, to);
                app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
                to.shard.insert(to.shard.begin(), shard.begin(), shard.end());
              };
              Options tried = options;
              try {
                apply(tried);
              } catch (const CLI::ParseError& e) {
                throw CLI::ValidationError(name, e.what());
              }
              options.variants.push_back({text, apply});
            },
            what)
        ->type_name("OPTIONS");
  };
  add("--a", "options of the first way to partition, beside those of the command line: '--shard arg0=[x,-]'");
  add("--b", "options of the second");
}

void add_steps(CLI::App& verb, Options& options) {
  CLI::Option* steps =
      verb.add_option("--steps", options.steps,
                      "run so many steps: results become the arguments that they alias or are named for, other "
                      "arguments are the next of --inputs (with a dimension of steps in front, or in several files), "
                      "or made up anew; docs/training.md has the rest")
          ->type_name("N")
          ->check(CLI::Range(int64_t{1}, int64_t{1} << 50));
  verb.add_option("--feed", options.feed,
                  "a result that becomes an argument of the next step: out3=arg1, out1-30=arg0-29; 'none' for none at "
                  "all; may be repeated")
      ->type_name("OUT=ARG")
      ->needs(steps)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  verb.add_option("--loss", options.loss, "the result that is shown after steps (default: the first that is one float)")
      ->type_name("OUT")
      ->needs(steps);
  verb.add_option("--report-every", options.report_every, "a line after every N steps (default: now and then)")
      ->type_name("N")
      ->needs(steps)
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 50));
  CLI::Option* save_to = verb.add_option("--save-to", options.save_to,
                                         "save checkpoints there, after the last step and as --save-every says")
                             ->type_name("DIR")
                             ->needs(steps);
  verb.add_option("--save-every", options.save_every, "save a checkpoint after every N steps")
      ->type_name("N")
      ->needs(save_to)
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 50));
  verb.add_option("--keep", options.keep, "keep the last N checkpoints of --save-to only (default: all)")
      ->type_name("N")
      ->needs(save_to)
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 50));
  CLI::Option* resume =
      verb.add_option("--resume", options.resume,
                      "go on from the last checkpoint of this folder, or from this one, on whatever mesh; where the "
                      "folder is that of --save-to and has none yet, begin")
          ->type_name("DIR")
          ->needs(steps);
  verb.add_flag("--any-program", options.any_program, "resume also where the checkpoint is of another program")
      ->needs(resume);
  verb.add_flag("--check-nans", options.check_nans,
                "end with status 2 after a step with a NaN or an infinity in a result, and say where it is")
      ->needs(steps);
}

}  // namespace partita::core::tools

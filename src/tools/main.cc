// The command line: verbs and their options. Each verb has its own file.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <memory>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/internal_error.h"
#include "complete/recipes.h"
#include "driver/stages.h"
#include "partita/version.h"
#include "tools/budgets.h"
#include "tools/command_line_text.h"
#include "tools/modelled_program.h"
#include "tools/options.h"
#include "tools/suggestions.h"

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

void add_common(CLI::App& verb, Options& options, std::initializer_list<Goal> goals) {
  verb.add_option(
          "FILE", options.files,
          "programs: StableHLO or HLO text, MLIR bytecode, HLO protos, gzip of them, told apart by content; - is "
          "standard input")
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
}

void add_writing(CLI::App& verb, Options& options) {
  static const std::map<std::string, TextFormat> formats = {{"stablehlo", TextFormat::kStableHlo},
                                                            {"hlo", TextFormat::kHlo}};
  static const std::map<std::string, Annotations> spellings = {{"sdy", Annotations::kSdy},
                                                               {"mhlo", Annotations::kMhlo}};
  verb.add_option("-o,--output", options.output, "where to write; - is standard output (default)")->type_name("FILE");
  verb.add_option("--to", options.to, "format to write: stablehlo or hlo (default: the input's)")
      ->type_name("")
      ->transform(choice(formats));
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

void add_running(CLI::App& verb, Options& options) {
  auto* inputs = verb.add_option("--inputs", options.inputs, "arguments as arg0, arg1, … of this .npz")
                     ->type_name("F.npz")
                     ->allow_extra_args(false)
                     ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  verb.add_option("--random", options.random_seed, "make up the arguments: floats 0.3·normal, integers 0 to 6")
      ->type_name("SEED")
      ->excludes(inputs);
  verb.add_flag("--json", options.json, "say what came out as JSON, and messages as lines of JSON");
  verb.add_option("--outputs", options.outputs, "write the results there as out0, out1, …")->type_name("F.npz");
  verb.add_option("--expect", options.expect,
                  "compare the results with out0, out1, … of this .npz; status 2 where they differ")
      ->type_name("F.npz");
  verb.add_option("--rtol", options.rtol, "relative tolerance of --expect and of check.* ops")->type_name("R");
  verb.add_option("--atol", options.atol, "absolute tolerance of --expect and of check.* ops")->type_name("A");
  verb.add_option(
          "--engine", options.engine,
          "what computes: fast (compiled, the default of run) or reference (the evaluator, the default of eval)")
      ->check(CLI::IsMember({"fast", "reference"}));
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

// What programs run on.
void add_machine(CLI::App& verb, Options& options) {
  verb.add_option("--hardware", options.hardware,
                  "the machine that is partitioned for, and that times are modelled for: a JSON file, or one of " +
                      cost::hardware_names() + " (default: h100); docs/hardware.md has the fields")
      ->type_name("NAME");
  verb.add_option(
          "--layout", options.layout,
          "how the mesh lies on a torus of chips: x=0,y=1c has x along dimension 0, y along dimension 1 and over "
          "the cores of a chip (default: the best is found); docs/hardware.md has the rest")
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

// For verbs that model a step.
void add_local(CLI::App& verb, Options& options) {
  verb.add_flag("--local", options.cost_local,
                "take the programs as partitioned already, also where they look as if they were not");
}

// --a and --b: options of hints and of partitioning, as one text.
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

// partita run, step after step
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

// partita hardware ACTION
void add_hardware_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* verb = app.add_subcommand("hardware", "list, show, check and measure descriptions of machines");
  verb->require_subcommand(1);
  auto add_output = [&](CLI::App& action) {
    action.add_option("-o,--output", options.output, "where to write; - is standard output (default)")
        ->type_name("FILE");
  };
  CLI::App* list = verb->add_subcommand("list", "say which machines are part of the program");
  add_output(*list);
  list->callback([&] { status = run_hardware_list(options); });

  CLI::App* show = verb->add_subcommand("show", "write the description of one of them, a JSON file");
  show->add_option("NAME", options.hardware, "one of " + cost::hardware_names())->required();
  add_output(*show);
  show->callback([&] { status = run_hardware_show(options); });

  CLI::App* check = verb->add_subcommand("check", "read descriptions, and say where they make no sense");
  check->add_option("FILE", options.files, "JSON files; - is standard input; docs/hardware.md has the fields")
      ->required();
  check->add_flag("-v,--verbose", options.verbose, "name the machines that were read");
  check->callback([&] { status = run_hardware_check(options); });

  CLI::App* measure =
      verb->add_subcommand("measure", "write a description of this machine's CPU, its threads being devices");
  add_output(*measure);
  measure
      ->add_option("--seconds", options.seconds,
                   "how long, about (default: 10); shorter is less sure, and each figure is taken at least once")
      ->type_name("S")
      ->check(CLI::Range(0.01, 86400.0));
  measure->add_option("--threads", options.threads, "how many devices run at once (default: one for each core)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  measure->footer(
      "Figures are what a thread reaches while all of them run: medians of processor time, with portable kernels.\n"
      "Progress goes to standard error. GPUs cannot be measured: nothing here runs programs on them.");
  measure->callback([&] { status = run_hardware_measure(options); });
}

// help, explain, completion, man: what the program says of itself.
void add_words_on_itself(CLI::App& app, Options& options, int& status) {
  CLI::App* help = app.add_subcommand("help", "print the options of a verb");
  auto verb = std::make_shared<std::string>();
  help->add_option("VERB", *verb, "a verb (default: all of them)");
  help->callback([&app, verb] {
    if (verb->empty()) {  // App::help() would be that of this verb
      std::fputs(app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal).c_str(), stdout);
      return;
    }
    const std::vector<std::string> known = verb_names(app);
    if (std::find(known.begin(), known.end(), *verb) == known.end()) {
      throw CLI::ValidationError(fmt::format("no verb is called '{}'{}", *verb, did_you_mean(*verb, known)));
    }
    std::fputs(app.get_subcommand(*verb)->help().c_str(), stdout);
  });

  CLI::App* explain = app.add_subcommand("explain", "say what the code of a message means: cause, example, remedy");
  explain->add_option("CODE", options.files, "P316; may be several (default: a line for each)");
  explain->add_flag("--json", options.json, "write it as JSON");
  explain->add_option("-o,--output", options.output, "where to write; - is standard output (default)")
      ->type_name("FILE");
  explain->callback([&] { status = run_explain(options); });

  CLI::App* completion = app.add_subcommand("completion", "print a script that completes commands in a shell");
  auto shell = std::make_shared<std::string>();
  completion->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion->callback([&app, shell] { std::fputs(completion_script(app, *shell).c_str(), stdout); });

  CLI::App* man = app.add_subcommand("man", "print the manual page, for man -l -");
  man->callback([&app] { std::fputs(manual_page(app, version()).c_str(), stdout); });
}

// What CLI11 says of a wrong command line, with what may have been meant.
std::string better_words(const CLI::App& app, int argc, char** argv, const CLI::ParseError& e) {
  if (argc < 2) return "a verb is missing: " + fmt::format("{}", fmt::join(verb_names(app), ", "));
  const std::vector<std::string> verbs = verb_names(app);
  const std::string first = argv[1];
  const bool is_verb = std::find(verbs.begin(), verbs.end(), first) != verbs.end();
  if (!is_verb && !first.starts_with('-')) {
    return fmt::format("no verb is called '{}'{}", first, did_you_mean(first, verbs));
  }
  if (!is_verb || dynamic_cast<const CLI::ExtrasError*>(&e) == nullptr) return e.what();
  std::vector<std::string> known = option_names(*app.get_subcommand(first));
  for (int i = 2; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string_view(argv[i]).find('='));
    if (word.size() < 2 || !word.starts_with('-') || std::find(known.begin(), known.end(), word) != known.end())
      continue;
    if (std::string(e.what()).find(word) == std::string::npos) continue;
    return fmt::format("{} has no option '{}'{}", first, word, did_you_mean(word, known));
  }
  return e.what();
}

int run(int argc, char** argv) {
  CLI::App app("Partita partitions tensor programs over meshes of devices.", "partita");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("partita ") + version());
  app.get_formatter()->column_width(34);
  app.footer(
      "Results go to -o or standard output, everything else to standard error. Exit status: 0 done; 1 an error in the "
      "input\n"
      "or on the command line; 2 a check, comparison or budget failed; 70 a bug of ours.");
  Options options;
  int status = 0;

  CLI::App* check = app.add_subcommand("check", "read and verify programs and their shardings");
  add_common(*check, options, {Goal::kCheck});
  check->add_flag("--json", options.json, "say what was read as JSON, and messages as lines of JSON");
  check->callback([&] { status = run_check(options); });

  CLI::App* convert = app.add_subcommand("convert", "write programs as StableHLO or HLO text");
  add_common(*convert, options, {Goal::kConvert});
  add_writing(*convert, options);
  convert->add_option("--entry", options.entry, "the function that --passes change (default: main, or the only one)")
      ->type_name("NAME");
  convert
      ->add_option(
          "--passes", options.passes,
          "run these passes over it first, in this order, as partition does: " + driver::stage_names(driver::is_pass))
      ->type_name("PASS,…")
      ->delimiter(',');
  add_machine(*convert, options);
  add_async(*convert, options);
  add_verifying(*convert, options);
  convert->callback([&] { status = run_convert(options); });

  CLI::App* eval = app.add_subcommand("eval", "run programs on one device with the reference evaluator");
  add_common(*eval, options, {Goal::kEvaluate});
  add_running(*eval, options);
  eval->add_option("--entry", options.entry, "the function to run (default: main, or each)")->type_name("NAME");
  eval->add_option("--devices", options.devices, "how many devices manual code runs on, where the file does not say")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20));
  eval->callback([&] { status = run_eval(options); });

  CLI::App* propagate = app.add_subcommand("propagate", "write programs with a sharding on every value");
  add_common(*propagate, options, {Goal::kAnnotate, Goal::kExplain});
  add_writing(*propagate, options);
  add_hints(*propagate, options);
  propagate
      ->add_option("--write-hints", options.write_hints,
                   "write the hints there that the program is completed from, as a file for --hints, instead of the "
                   "program; - is standard output")
      ->type_name("F");
  propagate->add_flag("--show", options.show,
                      "print a line for each value with its sharding instead of the program (with -o: as well)");
  propagate
      ->add_option("--why", options.why,
                   "print where the axes of this value came from instead of the program; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  propagate->callback([&] { status = run_propagate(options); });

  CLI::App* partition = app.add_subcommand("partition", "write the program that every device runs");
  add_common(*partition, options, {Goal::kCompile});
  add_writing(*partition, options);
  add_async(*partition, options);
  add_hints(*partition, options);
  add_partitioning(*partition, options);
  add_budgets(*partition, options);
  partition->add_flag("--show", options.show,
                      "print what was chosen for each op and value, what it takes, and what the next best would, "
                      "instead of the program (with -o: as well)");
  partition->add_flag("--json", options.json,
                      "with --show: as JSON, all ops and values; docs/partitioning.md has its fields");
  partition->add_option("--top", options.top, "with --show: how many ops and values to list (default: 10)")
      ->type_name("N")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 30));
  partition->callback([&] { status = run_partition(options); });

  CLI::App* run = app.add_subcommand(
      "run", "partition programs and run them on all their devices: in this process or, under mpirun, in several");
  add_common(*run, options, {Goal::kExecute});
  add_running(*run, options);
  add_hints(*run, options);
  add_partitioning(*run, options);
  add_memory(*run, options);
  auto* profile =
      run->add_flag("--profile", options.profile,
                    "with --engine fast: the processor time by kind of work and by op, and the memory of a device");
  run->add_option("--top", options.top, "how many ops --profile lists (default: 10)")
      ->type_name("N")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 30))
      ->needs(profile);
  run->add_option("--trace", options.trace,
                  "with --engine fast: write there which device computed what when, for chrome://tracing and Perfetto")
      ->type_name("F.json");
  run->add_flag("--verify", options.verify, "compare the results with those of one device; status 2 where they differ");
  add_steps(*run, options);
  run->add_option("--dump-local", options.dump_local,
                  "write what each device got and gave there: device0.npz, … with arg0, … and out0, …")
      ->type_name("DIR");
  run->add_option("--local", options.local,
                  "run a program that is partitioned already on device0.npz, … of this folder: arg0, … are what each "
                  "device gets; out0, …, where they are there, what it must give")
      ->type_name("DIR")
      ->excludes("--inputs")
      ->excludes("--random")
      ->excludes("--expect")
      ->excludes("--outputs")
      ->excludes("--verify");
  double deadline = 300, suggest_seconds = 25;
  run->add_option("--deadline", deadline,
                  "give up, with status 2, after so long without progress on any device (default: 300)")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  run->callback([&] {
    options.deadline = deadline;
    status = run_verb(options);
  });

  CLI::App* cost = app.add_subcommand("cost", "say what each device computes, sends and holds; compare programs");
  add_common(*cost, options, {Goal::kExecute});
  add_hints(*cost, options);
  add_partitioning(*cost, options);
  cost->add_option("-o,--output", options.output, "where to write; - is standard output (default)")->type_name("FILE");
  cost->add_flag("--json", options.json, "write the report as JSON; docs/cost.md has its fields");
  add_local(*cost, options);
  cost->add_option("--top", options.top, "how many collectives and tensors to list (default: 10)")
      ->type_name("N")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 30));
  cost->add_option("--why", options.why,
                   "print what this collective is for, and which hint would avoid it, instead of the report: #N of the "
                   "report, its name, or FILE:LINE; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_budgets(*cost, options);
  cost->callback([&] { status = run_cost(options); });

  CLI::App* suggest =
      app.add_subcommand("suggest", "try hints, and list those that lower what a step sends, takes or needs");
  add_common(*suggest, options, {Goal::kExecute});
  add_hints(*suggest, options);
  add_partitioning(*suggest, options);
  add_memory(*suggest, options);
  suggest->add_option("-o,--output", options.output, "where to write; - is standard output (default)")
      ->type_name("FILE");
  suggest->add_flag("--json", options.json, "write the list as JSON; docs/steering.md has its fields");
  suggest->add_option("--top", options.top, "how many to list (default: 10)")
      ->type_name("N")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 20));
  suggest->add_option("--seconds", suggest_seconds, "begin no trial after so long (default: 25)")
      ->type_name("S")
      ->check(CLI::PositiveNumber);
  suggest->callback([&] {
    options.seconds = suggest_seconds;
    status = run_suggest(options);
  });

  CLI::App* simulate =
      app.add_subcommand("simulate", "say how long a step takes on a described machine, and where its time goes");
  add_common(*simulate, options, {Goal::kExecute});
  add_hints(*simulate, options);
  add_partitioning(*simulate, options);
  simulate->add_option("-o,--output", options.output, "where to write; - is standard output (default)")
      ->type_name("FILE");
  add_memory(*simulate, options);
  simulate->add_flag("--json", options.json, "write the figures as JSON; docs/simulating.md has its fields");
  add_local(*simulate, options);
  simulate->add_option("--top", options.top, "how many rows each list has (default: 10)")
      ->type_name("N")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 30));
  simulate->add_option("--trace", options.trace, "write a timeline there that chrome://tracing and Perfetto open")
      ->type_name("F.json");
  simulate
      ->add_option("--plot", options.plot,
                   "draw the timeline and the memory of the first program there; of a sweep, all steps")
      ->type_name("F.svg");
  simulate
      ->add_option("--sweep", options.sweep,
                   "simulate every combination: 'mesh=x=8,y=16|x=16,y=8' has other sizes for the axes of the "
                   "program's mesh, 'batch=8|16' other batches (the leading dimension of arguments of integers; "
                   "'batch=arg0.1:8|16' says which), 'hardware=h100|h200' other machines; may be repeated")
      ->type_name("KEY=A|B")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  simulate->callback([&] { status = run_simulate(options); });

  CLI::App* grad = app.add_subcommand("grad", "write programs that compute gradients of programs");
  add_common(*grad, options, {Goal::kDifferentiate});
  add_writing(*grad, options);
  grad->footer(
      "The program that is written takes the arguments, then a cotangent for each result of floats, and gives a "
      "gradient "
      "for each\nargument of floats. -v lists what it keeps of the forward pass, with bytes and lines.");
  grad->add_option("--entry", options.entry, "the function to differentiate (default: main, or the only one)")
      ->type_name("NAME");
  grad->add_option("--wrt", options.wrt, "gradients for these arguments only: arg0,arg2, or their names")
      ->type_name("NAME,…")
      ->delimiter(',');
  grad->add_option("--of", options.of, "cotangents of these results only; others have none: out0,out2")
      ->type_name("NAME,…")
      ->delimiter(',');
  grad->add_flag("--value", options.value, "give the program's own results, too, before the gradients");
  grad->add_option("--save", options.save,
                   "what each step of a loop keeps for the gradient, the rest is computed again: nothing, dots, "
                   "dots_no_batch, all, names(a,b) (default: what the gradient needs)")
      ->type_name("WHAT");
  grad->add_option("--segment", options.segment,
                   "outermost loops keep the state of every N-th step alone, and compute the steps between again")
      ->type_name("N")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
  grad->add_option("--accumulate", options.accumulate,
                   "loops sum up gradients of what they use from outside in this type, where it is wider: f32")
      ->type_name("TYPE")
      ->check(CLI::IsMember({"f16", "bf16", "f32", "f64"}));
  add_verifying(*grad, options);
  grad->callback([&] { status = run_grad(options); });

  CLI::App* diff = app.add_subcommand(
      "diff", "say what differs between two programs, or one under two sets of options: collectives, time, memory");
  add_common(*diff, options, {Goal::kExecute});
  add_variants(*diff, options);
  add_hints(*diff, options);
  add_partitioning(*diff, options);
  add_memory(*diff, options);
  add_local(*diff, options);
  diff->add_option("-o,--output", options.output, "where to write; - is standard output (default)")->type_name("FILE");
  diff->add_flag("--json", options.json, "write all of it as JSON; docs/diff.md has its fields");
  diff->add_option("--top", options.top, "how many rows each list has (default: 10)")
      ->type_name("N")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 30));
  diff->callback([&] { status = run_diff(options); });

  CLI::App* report = app.add_subcommand(
      "report", "write a page to look at: mesh, program, tensors, collectives, timeline and memory; two side by side");
  add_common(*report, options, {Goal::kExecute});
  add_variants(*report, options);
  add_hints(*report, options);
  add_partitioning(*report, options);
  add_memory(*report, options);
  add_local(*report, options);
  report->add_option("-o,--output", options.output, "where to write the HTML; - is standard output (default)")
      ->type_name("FILE");
  report
      ->add_option("--proposals", options.proposals,
                   "try hints for so many of the collectives that send the most (default: 5)")
      ->type_name("N")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 30));
  report->callback([&] { status = run_report(options); });

  add_hardware_verb(app, options, status);
  add_words_on_itself(app, options, status);

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& e) {
    return app.exit(e);
  } catch (const CLI::CallForAllHelp& e) {
    return app.exit(e);
  } catch (const CLI::CallForVersion& e) {  // a text to print, and nothing else to do
    std::string text = e.what();
    if (!text.ends_with('\n')) text += '\n';
    std::fputs(text.c_str(), stdout);
    return kDone;
  } catch (const CLI::ParseError& e) {
    std::fprintf(stderr,
                 "partita: error: %s [P500]\nRun 'partita --help', or 'partita VERB --help', for the options.\n",
                 better_words(app, argc, argv, e).c_str());
    return kUserError;
  }
  return status;
}

}  // namespace
}  // namespace partita::core::tools

// A compilation takes and gives back blocks of some hundred kilobytes by the dozen. As glibc comes, each goes back to
// the kernel, and its pages are cleared again for the next: a tenth of the time of a small program.
static void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
#endif
}

int main(int argc, char** argv) {
  keep_freed_memory();
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows beyond a limit is an error of write()
#endif
  try {
    return partita::core::tools::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "partita: error: out of memory [P407]\n");
    return partita::core::tools::kUserError;
  } catch (const partita::core::InternalError& e) {
    std::fprintf(stderr,
                 "partita: internal error: %s [P900]\n"
                 "This is a bug of partita. Please report it with the command line and the input.\n",
                 e.what());
    return partita::core::tools::kOurBug;
  } catch (const std::exception& e) {
    std::fprintf(stderr,
                 "partita: internal error: %s [P900]\nThis is a bug of partita. Please report it with the input.\n",
                 e.what());
    return partita::core::tools::kOurBug;
  }
}

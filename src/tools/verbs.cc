// The verbs of the command line, with their options.
#include "tools/verbs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "cost/hardware.h"
#include "partita/version.h"
#include "tools/command_line_text.h"
#include "tools/option_groups.h"
#include "tools/suggestions.h"

namespace partita::core::tools {
namespace {

void add_check_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* check = app.add_subcommand("check", "read and verify programs and their shardings");
  add_common(*check, options, {Goal::kCheck});
  check->add_flag("--json", options.json, "say what was read as JSON, and messages as lines of JSON");
  check->callback([&] { status = run_check(options); });
}

void add_convert_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* convert =
      app.add_subcommand("convert", "write programs as StableHLO or HLO: texts, bytecode, artifacts, protos");
  add_common(*convert, options, {Goal::kConvert});
  add_writing(*convert, options);
  add_json_messages(*convert, options);
  convert
      ->add_option("--skip", options.skip,
                   "verify: what the specification forbids, and the program's producer let pass, is a warning; for "
                   "StableHLO that is written as StableHLO")
      ->type_name("STAGE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(CLI::IsMember({"verify"}));
  convert
      ->add_option("--entry", options.entry,
                   "the function that --passes change and HLO is written of (default: main, or the only one)")
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
}

void add_eval_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* eval = app.add_subcommand("eval", "run programs on one device with the reference evaluator");
  add_common(*eval, options, {Goal::kEvaluate});
  add_running(*eval, options, "what computes: reference (the evaluator, the default) or fast (compiled)",
              {"fast", "reference"});
  eval->add_option("--entry", options.entry, "the function to run (default: main, or each)")->type_name("NAME");
  eval->add_option("--devices", options.devices, "how many devices manual code runs on, where the file does not say")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20));
  eval->callback([&] { status = run_eval(options); });
}

void add_propagate_verb(CLI::App& app, Options& options, int& status) {
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
  propagate->add_flag(
      "--json", options.json,
      "write --show and --why as JSON (docs/completion.md has the fields), and messages as lines of it");
  propagate->callback([&] { status = run_propagate(options); });
}

void add_partition_verb(CLI::App& app, Options& options, int& status) {
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
  add_top(*partition, options, "with --show: how many ops and values to list (default: 10)");
  partition->callback([&] { status = run_partition(options); });
}

void add_run_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* run = app.add_subcommand(
      "run", "partition programs and run them on all their devices: in this process or, under mpirun, in several");
  add_common(*run, options, {Goal::kExecute});
  add_running(*run, options,
              "what computes: fast (compiled, the default), reference (the evaluator), or pjrt (a runtime of XLA's, "
              "loaded by --plugin; docs/running.md)",
              {"fast", "reference", "pjrt"});
  run->add_option("--plugin", options.plugin,
                  "with --engine pjrt: the plugin, a shared library; -v says what it took of memory and time")
      ->type_name("F.so");
  run->add_option("--plugin-option", options.plugin_options,
                  "an option of the plugin's client: cpu_device_count=8; may be repeated")
      ->type_name("NAME=VALUE")
      ->needs("--plugin")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_hints(*run, options);
  add_partitioning(*run, options);
  add_memory(*run, options);
  auto* profile =
      run->add_flag("--profile", options.profile,
                    "with --engine fast: the processor time by kind of work and by op, and the memory of a device");
  add_top(*run, options, "how many ops --profile lists (default: 10)")->needs(profile);
  run->add_option("--trace", options.trace,
                  "with --engine fast: write there which device computed what when, for chrome://tracing and Perfetto")
      ->type_name("F.json");
  run->add_flag(
      "--verify", options.verify,
      "compare the results with those of one device, and find the first op that differs; status 2 where they do");
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
      ->excludes("--verify")
      ->excludes("--steps")
      ->excludes("--json");
  auto deadline = std::make_shared<double>(300);
  run->add_option("--deadline", *deadline,
                  "give up, with status 2, after so long without progress on any device (default: 300)")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  run->callback([&, deadline] {
    options.deadline = *deadline;
    status = run_verb(options);
  });
}

void add_cost_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* cost = app.add_subcommand("cost", "say what each device computes, sends and holds; compare programs");
  add_common(*cost, options, {Goal::kExecute});
  add_hints(*cost, options);
  add_partitioning(*cost, options);
  add_output(*cost, options);
  cost->add_flag("--json", options.json, "write the report as JSON; docs/cost.md has its fields");
  add_local(*cost, options);
  add_top(*cost, options, "how many collectives and tensors to list (default: 10)");
  cost->add_option("--why", options.why,
                   "print what this collective is for, and which hint would avoid it, instead of the report: #N of the "
                   "report, names or kinds ('all-*', '%grad*'), or FILE:LINE; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_budgets(*cost, options);
  cost->callback([&] { status = run_cost(options); });
}

void add_suggest_verb(CLI::App& app, Options& options, int& status) {
  auto seconds = std::make_shared<double>(25);
  CLI::App* suggest =
      app.add_subcommand("suggest", "try hints, and list those that lower what a step sends, takes or needs");
  add_common(*suggest, options, {Goal::kExecute});
  add_hints(*suggest, options);
  add_partitioning(*suggest, options);
  add_memory(*suggest, options);
  add_output(*suggest, options);
  suggest->add_flag("--json", options.json, "write the list as JSON; docs/steering.md has its fields");
  suggest->add_option("--top", options.top, "how many to list (default: 10)")
      ->type_name("N")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 20));
  suggest->add_option("--seconds", *seconds, "begin no trial after so long (default: 25)")
      ->type_name("S")
      ->check(CLI::PositiveNumber);
  suggest->callback([&, seconds] {
    options.seconds = *seconds;
    status = run_suggest(options);
  });
}

void add_simulate_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* simulate =
      app.add_subcommand("simulate", "say how long a step takes on a described machine, and where its time goes");
  add_common(*simulate, options, {Goal::kExecute});
  add_hints(*simulate, options);
  add_partitioning(*simulate, options);
  add_output(*simulate, options);
  add_memory(*simulate, options);
  simulate->add_flag("--json", options.json, "write the figures as JSON; docs/simulating.md has its fields");
  add_local(*simulate, options);
  add_top(*simulate, options, "how many rows each list has (default: 10)");
  simulate->add_option("--trace", options.trace, "write a timeline there that chrome://tracing and Perfetto open")
      ->type_name("F.json");
  simulate
      ->add_option("--plot", options.plot,
                   "draw the timeline and the memory of the first program there; of a sweep, all steps")
      ->type_name("F.svg");
  simulate
      ->add_option(
          "--sweep", options.sweep,
          "simulate every combination: 'mesh=x=8,y=16|x=16,y=8' has other sizes for the axes of the "
          "program's mesh, 'batch=8|16' other batches (the leading dimension of arguments of integers; "
          "'batch=arg0.1:8|16' says which), 'hardware=h100|h200' other machines; several may follow it, and it "
          "may be repeated")
      ->type_name("KEY=A|B")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  simulate->callback([&] { status = run_simulate(options); });
}

void add_grad_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* grad = app.add_subcommand("grad", "write programs that compute gradients of programs");
  add_common(*grad, options, {Goal::kDifferentiate});
  add_writing(*grad, options);
  add_json_messages(*grad, options);
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
}

void add_diff_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* diff = app.add_subcommand(
      "diff", "say what differs between two programs, or one under two sets of options: collectives, time, memory");
  add_common(*diff, options, {Goal::kExecute});
  add_variants(*diff, options);
  add_hints(*diff, options);
  add_partitioning(*diff, options);
  add_memory(*diff, options);
  add_local(*diff, options);
  add_output(*diff, options);
  diff->add_flag("--json", options.json, "write all of it as JSON; docs/diff.md has its fields");
  add_top(*diff, options, "how many rows each list has (default: 10)");
  diff->callback([&] { status = run_diff(options); });
}

void add_report_verb(CLI::App& app, Options& options, int& status) {
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
  report
      ->add_option(
          "--measured", options.measured,
          "a timeline that run --trace wrote, to be shown beside the simulated one; again for a second program")
      ->type_name("F.json")
      ->allow_extra_args(false);
  add_json_messages(*report, options);
  report->callback([&] { status = run_report(options); });
}

void add_reshard_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* reshard =
      app.add_subcommand("reshard", "write a checkpoint in other shardings, or arrays in another format");
  auto from = std::make_shared<std::string>();
  reshard
      ->add_option("IN", *from,
                   "arrays: a checkpoint's folder, .npy, .npz, .safetensors, or the .index.json of several of them")
      ->required();
  reshard
      ->add_option("OUT", options.output,
                   "a folder that gets a checkpoint; or a file that gets them whole, .npy, .npz, .safetensors; or "
                   ".safetensors.index.json, for several files of --file-size beside it")
      ->required();
  reshard->add_option("--mesh", options.mesh, "the mesh of devices, x=4,y=2; none: one device has all")
      ->type_name("AXES");
  reshard
      ->add_option("--shard", options.shard,
                   "how an array lies on the mesh: 'params.emb=x,-'; names as of partition, '*emb*' for several; what "
                   "is not named is replicated; may be repeated")
      ->type_name("NAME=AXES")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  reshard
      ->add_option("--hints", options.hints, "a file of such hints, and of the mesh; docs/steering.md; may be repeated")
      ->type_name("F")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  reshard->add_option("--file-size", options.file_bytes, "with an index: how large each file gets, about (default: 5G)")
      ->type_name("N")
      ->transform(CLI::AsSizeValue(false));
  reshard->add_flag("-v,--verbose", options.verbose, "name the arrays, their types and shardings");
  reshard->callback([&, from] {
    options.files = {*from};
    status = run_reshard(options);
  });
}

// partita hardware ACTION
void add_hardware_verb(CLI::App& app, Options& options, int& status) {
  CLI::App* verb = app.add_subcommand("hardware", "list, show, check and measure descriptions of machines");
  verb->require_subcommand(1);
  CLI::App* list = verb->add_subcommand("list", "say which machines are part of the program");
  add_output(*list, options);
  list->add_flag("--json", options.json, "write the list as JSON");
  list->callback([&] { status = run_hardware_list(options); });

  CLI::App* show = verb->add_subcommand("show", "write the description of one of them, a JSON file");
  show->add_option("NAME", options.hardware, "one of " + cost::hardware_names())->required();
  add_output(*show, options);
  add_json_messages(*show, options);
  show->callback([&] { status = run_hardware_show(options); });

  CLI::App* check = verb->add_subcommand("check", "read descriptions, and say where they make no sense");
  check->add_option("FILE", options.files, "JSON files; - is standard input; docs/hardware.md has the fields")
      ->required();
  check->add_flag("-v,--verbose", options.verbose, "name the machines that were read");
  check->add_flag("--json", options.json, "say what was read as JSON, and messages as lines of JSON");
  check->callback([&] { status = run_hardware_check(options); });

  CLI::App* measure =
      verb->add_subcommand("measure", "write a description of this machine's CPU, its threads being devices");
  add_output(*measure, options);
  add_json_messages(*measure, options);
  measure
      ->add_option("--seconds", options.seconds,
                   "how long, about (default: 10); shorter is less sure, and each figure is taken at least once")
      ->type_name("S")
      ->check(CLI::Range(0.01, 86400.0))
      ->check([](const std::string& text) {
        return std::isnan(std::strtod(text.c_str(), nullptr)) ? std::string("a number is wanted") : std::string();
      });
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
  add_output(*explain, options);
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

}  // namespace

void add_verbs(CLI::App& app, Options& options, int& status) {
  add_check_verb(app, options, status);
  add_convert_verb(app, options, status);
  add_eval_verb(app, options, status);
  add_propagate_verb(app, options, status);
  add_partition_verb(app, options, status);
  add_run_verb(app, options, status);
  add_cost_verb(app, options, status);
  add_suggest_verb(app, options, status);
  add_simulate_verb(app, options, status);
  add_grad_verb(app, options, status);
  add_diff_verb(app, options, status);
  add_report_verb(app, options, status);
  add_reshard_verb(app, options, status);
  add_hardware_verb(app, options, status);
  add_words_on_itself(app, options, status);
}

}  // namespace partita::core::tools

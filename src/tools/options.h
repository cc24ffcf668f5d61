// The command line as data: what a verb was asked to do.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cost/hardware.h"
#include "cost/prices.h"
#include "partition/choice/plan_kind.h"
#include "text/write.h"

namespace partita::core::tools {

// Exit statuses of every verb.
inline constexpr int kDone = 0;
inline constexpr int kUserError = 1;
inline constexpr int kCheckFailed = 2;
inline constexpr int kOurBug = 70;

struct Options;

// A set of options beside the rest of the command line: --a and --b of diff and report.
struct OptionsVariant {
  std::string text;
  std::function<void(Options&)> apply;
};

struct Options {
  std::vector<std::string> files;  // "-" is standard input
  std::string output = "-";

  std::optional<TextFormat> to;
  Encoding encoding = Encoding::kText;
  ArtifactVersion artifact{};
  Annotations annotations = Annotations::kAsIs;
  bool async = false;  // HLO: collectives as pairs of a start and a done

  std::string entry;
  std::vector<std::string> shapes;  // arg0=8x128
  std::vector<std::string> inputs;  // files; more than one for steps alone
  std::optional<uint64_t> random_seed;
  std::string outputs;
  std::string expect;
  std::string infeed;
  std::optional<double> rtol;
  std::optional<double> atol;
  int64_t devices = 0;  // 0: as the file says
  int64_t jobs = 0;     // devices that run at once; 0: one for each core
  bool profile = false;
  std::string engine;                       // "fast", "reference" or "pjrt"; empty: the verb's own
  std::string plugin;                       // of engine pjrt: a file
  std::vector<std::string> plugin_options;  // NAME=VALUE
  double deadline = 0;                      // seconds without progress; 0: none

  std::optional<int64_t> steps;   // run: step after step
  std::vector<std::string> feed;  // out3=arg1
  std::string loss;               // outN, or a name
  int64_t report_every = 0;       // steps; 0: now and then
  std::string save_to, resume;    // folders of checkpoints
  int64_t save_every = 0;         // steps; 0: after the last alone
  int64_t keep = 0;               // checkpoints; 0: all
  bool any_program = false;       // a checkpoint may be of another program
  bool check_nans = false;

  std::string mesh;                // x=4,y=2
  std::vector<std::string> shard;  // NAME=[…]
  std::vector<std::string> hints;  // files of such hints
  bool no_hints = false;           // the programs' own are left out
  std::string keep_hints;          // args,results,constraints
  std::string recipe;
  std::string write_hints;  // file
  bool show = false;
  std::vector<std::string> why;  // names

  bool replica_ids = false;  // devices are numbered as replicas, not as partitions
  PlanKind plan = PlanKind::kChosen;
  Objective objective = Objective::kTime;
  bool strict = false;
  bool verify = false;

  std::vector<std::string> passes;  // over a local program, in this order
  std::vector<std::string> skip;    // passes
  bool no_optimize = false;
  bool verify_passes = false;

  std::string dump_local;  // folder
  std::string local;       // folder

  bool cost_local = false;  // the program is partitioned, whatever it looks like
  bool json = false;
  int64_t top = 10;                              // how many collectives and tensors a table lists
  std::string hardware{cost::kDefaultHardware};  // a name, or a file
  std::string layout;                            // of the mesh on it; empty: the best is found

  int64_t file_bytes = int64_t{5} << 30;  // reshard: of one file of an index, about

  double seconds = 10;  // hardware measure: how long, about
  int64_t threads = 0;  // hardware measure: devices; 0: one for each core

  std::string trace, plot;         // simulate: files
  std::vector<std::string> sweep;  // mesh=A|B

  std::vector<OptionsVariant> variants;  // diff, report: each file by each of these
  int64_t proposals = 5;                 // report: collectives whose hints are tried
  std::vector<std::string> measured;     // report: files of run --trace, one for each program

  std::string max_bytes;  // budgets: 100M
  std::string max_memory;
  std::vector<std::string> forbid;  // all-gather@x
  std::string budget;               // a file

  std::vector<std::string> wrt, of;  // grad: arguments, results
  bool value = false;
  std::string save;
  int64_t segment = 0;
  std::string accumulate;

  std::string timing;  // "", "text" or "json"
  std::string dump_dir;
  std::string print_after;
  bool verbose = false;
};

int run_check(const Options& options);
int run_convert(const Options& options);
int run_eval(const Options& options);
int run_propagate(const Options& options);
int run_partition(const Options& options);
int run_verb(const Options& options);
int run_cost(const Options& options);
int run_suggest(const Options& options);
int run_simulate(const Options& options);
int run_explain(const Options& options);
int run_diff(const Options& options);
int run_report(const Options& options);
int run_reshard(const Options& options);
int run_grad(const Options& options);
int run_hardware_list(const Options& options);
int run_hardware_show(const Options& options);
int run_hardware_check(const Options& options);
int run_hardware_measure(const Options& options);

}  // namespace partita::core::tools

namespace partita::core {
using tools::kCheckFailed;
using tools::kDone;
}  // namespace partita::core

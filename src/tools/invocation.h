// What every verb does around its work: reads files into compilations, times their stages, shows what a stage left, and
// says what went wrong.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "driver/compilation.h"
#include "tools/options.h"
#include "tools/progress.h"

namespace partita::core::tools {

class Invocation final : public StageObserver {
 public:
  explicit Invocation(const Options& options);

  Context& context() { return context_; }
  const Options& options() const { return options_; }

  // The machine that programs which are read from now on are partitioned for, and that costs are modelled for: a name
  // or a file (cost::load_hardware).
  Result<const Hardware*> use_hardware(const std::string& name);
  // The memory that a device has; nothing: what the description of the machine says.
  void limit_memory(std::optional<double> max_memory);

  // What the command line says of meshes and hints; reads the files of --hints once.
  Result<HintOptions> hint_options();
  // What the command line says, for a compilation of this goal. Hints are there after hint_options().
  CompileOptions compile_options(Goal goal) const;

  // All programs of a file, through stage import. Diagnostics go to standard error; false where there was an error, and
  // programs with errors are missing.
  using Programs = std::vector<std::unique_ptr<Compilation>>;
  bool read(const std::string& file, Goal goal, Programs& programs);

  // Writes to `path` ("-" is standard output), complete or not at all.
  Status write(const std::string& path, std::string_view text);

  // Prints a diagnostic; one without a file is about this one (a path as the user gave it).
  void report(const Diagnostic& diagnostic) { reports(diagnostic); }
  void report(Diagnostic diagnostic, const std::string& file);
  // Prints how something goes: a line on standard error, a note of JSON under --json.
  void say(std::string line);
  // Prints what went wrong: kUserError.
  int refuse(const Error& error);
  // Work of a verb's own, as a stage of this name in the table of times.
  template <typename Work>
  auto timed(std::string_view stage, const Work& work) {
    begins(*driver::find_stage(stage));
    auto made = work();
    ends(*driver::find_stage(stage));
    return made;
  }
  // A line of JSON about one program; finish() prints all of them as one document, {"programs": […]}.
  void add_json(std::string object) { json_.push_back(std::move(object)); }
  // Takes over the times of another invocation, which is done.
  void absorb(const Invocation& other);
  // Prints the timing table where it was asked for; the last thing a verb does. Returns `status`.
  int finish(int status);

 private:
  struct Timing {
    std::string_view name;
    double ms;
  };

  void add_time(std::string_view name, double ms);
  void begins(const Stage& stage) override;
  void ends(const Stage& stage) override;
  void reports(const Diagnostic& diagnostic) override;
  bool wants(const Stage& stage) const override;
  Status shows(const Stage& stage, const Compilation& compilation) override;
  Status check_print_after(const Compilation& compilation) const;

  const Options& options_;
  std::optional<HintOptions> hints_;
  std::shared_ptr<const Hardware> hardware_;  // null: the default
  std::optional<double> max_memory_;
  Context context_;
  std::vector<Timing> timings_;  // a stage that ran several times has one row
  std::chrono::steady_clock::time_point begun_, started_ = std::chrono::steady_clock::now();
  bool colours_ = false;  // for messages
  std::vector<std::string> json_;
  int dumped_ = 0;
  std::unique_ptr<Progress> progress_;  // of the stages of a compilation
};

// A verb that writes programs: `make` turns each program of each file into text, and an exit status other than kDone
// ends it. All texts go to --output, apart by `// -----`; nothing is written where something went wrong. The exit
// status.
using MakeText = std::function<int(const std::string& file, Compilation& program, std::string& text)>;
int write_programs(Invocation& invocation, Goal goal, const MakeText& make);

// The exit status that a compilation's errors call for: kCheckFailed where strict refused a fallback, kOurBug where a
// stage broke the program, else kUserError.
int status_of(const Compilation& failed);

// A path as messages show it: "-" is <stdin>.
std::string shown_path(const std::string& path);

// All of a file, or of standard input for "-".
Result<std::string> read_file(const std::string& path);

}  // namespace partita::core::tools

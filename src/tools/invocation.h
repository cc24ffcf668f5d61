// What every verb does around its work: reads files into modules, times its passes, shows what a pass left, and says
// what went wrong.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "ir/program.h"
#include "tools/options.h"

namespace partita {

class Invocation {
 public:
  explicit Invocation(const Options& options) : options_(options) {}

  Context& context() { return context_; }
  const Options& options() const { return options_; }

  // All programs of a file. Diagnostics go to standard error; false where there was an error.
  bool read(const std::string& file, std::vector<std::unique_ptr<Module>>& modules);

  // Runs `work` as a pass of this name: timed, and its result shown where --print-after or --dump-dir ask for it.
  template <typename Work>
  auto pass(std::string_view name, Work&& work) {
    Stopwatch stopwatch(*this, name);
    return work();
  }
  void show(std::string_view pass, const Module& module);

  // Writes to `path` ("-" is standard output), whole or not at all.
  Status write(const std::string& path, std::string_view text);

  // Prints a diagnostic.
  void say(const Diagnostic& diagnostic);
  // Prints what went wrong: kUserError.
  int refuse(const Error& error);
  // Prints the timing table where it was asked for; the last thing a verb does. Returns `status`.
  int finish(int status);

 private:
  struct Timing {
    std::string name;
    double ms;
  };
  class Stopwatch {
   public:
    Stopwatch(Invocation& invocation, std::string_view name)
        : invocation_(invocation), name_(name), start_(std::chrono::steady_clock::now()) {}
    ~Stopwatch();

   private:
    Invocation& invocation_;
    std::string name_;
    std::chrono::steady_clock::time_point start_;
  };

  const Options& options_;
  Context context_;
  std::vector<Timing> timings_;  // a pass that ran several times has one row
  int dumped_ = 0;
};

// A verb that writes programs: `make` turns each program of each file into text, and an exit status other than kDone
// ends it. All texts go to --output, apart by `// -----`; nothing is written where something went wrong. The exit
// status.
using MakeText = std::function<int(const std::string& file, std::unique_ptr<Module> module, std::string& text)>;
int write_programs(Invocation& invocation, const MakeText& make);

// The whole of a file, or of standard input for "-".
Result<std::string> read_file(const std::string& path);

// The function that --entry names, or the module's own entry. kNoEntry, with the functions there are.
Result<Function*> find_entry(const Module& module, const std::string& name);

// The text of a program in the format that was asked for, or in its own.
Result<std::string> write_program(const Module& module, const Options& options);

}  // namespace partita

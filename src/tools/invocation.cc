#include "tools/invocation.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <system_error>

#include "base/read_file.h"
#include "complete/hint_file.h"
#include "run/arguments.h"
#include "run/atomic_file.h"
#include "run/named_arrays.h"
#include "text/read.h"
#include "text/unpack.h"
#include "tools/message_text.h"

namespace partita::core::tools {

std::string shown_path(const std::string& path) { return path == "-" ? "<stdin>" : path; }

Result<std::string> read_file(const std::string& path) {
  if (path != "-") return base::read_file(path);
  std::string text;
  char buffer[1 << 16];
  size_t got = 0;
  while ((got = std::fread(buffer, 1, sizeof buffer, stdin)) > 0) text.append(buffer, got);
  if (std::ferror(stdin) == 0) return text;
  Diagnostic d = error_without_place(Code::kCannotRead, fmt::format("cannot be read: {}", std::strerror(errno)));
  d.file = shown_path(path);
  return Error{d};
}

Invocation::Invocation(const Options& options) : options_(options) {
  const char* no_color = std::getenv("NO_COLOR");
  colours_ = isatty(STDERR_FILENO) != 0 && (no_color == nullptr || *no_color == 0);
}

Result<const Hardware*> Invocation::use_hardware(const std::string& name) {
  PARTITA_ASSIGN(Hardware loaded, cost::load_hardware(name));
  hardware_ = std::make_shared<const Hardware>(std::move(loaded));
  return hardware_.get();
}

void Invocation::limit_memory(std::optional<double> max_memory) { max_memory_ = max_memory; }

Result<HintOptions> Invocation::hint_options() {
  if (hints_) return *hints_;
  HintOptions out{options_.mesh, options_.devices, {}, options_.verbose};
  for (const std::string& path : options_.hints) {
    PARTITA_ASSIGN(const std::string text, read_file(path));
    PARTITA_ASSIGN(HintFile file, complete::parse_hint_file(text, shown_path(path)));
    if (options_.mesh.empty() && !file.mesh.empty()) out.mesh = file.mesh;
    out.shard.insert(out.shard.end(), file.lines.begin(), file.lines.end());
  }
  if (!options_.recipe.empty()) out.shard.push_back("recipe " + options_.recipe);
  if (options_.no_hints) out.shard.push_back("no-hints");
  if (!options_.keep_hints.empty()) out.shard.push_back("keep-hints " + options_.keep_hints);
  out.shard.insert(out.shard.end(), options_.shard.begin(), options_.shard.end());
  hints_ = out;
  return out;
}

namespace {

// The sizes of the arrays that arguments with dynamic dimensions are meant by; a dimension in front is one of steps.
Result<std::vector<std::string>> shapes_of_inputs(const Function& entry, const std::vector<std::string>& inputs) {
  const std::vector<std::string> names = run::argument_names(entry);
  std::vector<std::string> shapes;
  std::vector<bool> found(names.size());
  for (const std::string& path : inputs) {
    PARTITA_ASSIGN(const std::unique_ptr<run::NamedArrays> arrays, run::NamedArrays::open(path));
    for (int i = 0; i < entry.num_arguments(); ++i) {
      const Type type = entry.argument(i)->type();
      if (found[i] || !type.is_tensor() || type.is_static()) continue;
      const std::optional<std::string> name = run::array_of_argument(*arrays, names, i);
      if (!name) continue;
      PARTITA_ASSIGN(const Type stored, arrays->type_of(entry.module().context(), *name));
      if (stored.rank() != type.rank() && stored.rank() != type.rank() + 1) {
        const Result<int64_t> refused = arrays->count(*name, type);
        if (!refused.ok()) return refused.error();
      }
      const auto dims = stored.dims().subspan(stored.rank() == type.rank() + 1 ? 1 : 0);
      shapes.push_back(fmt::format("arg{}={}", i, fmt::join(dims, "x")));
      found[i] = true;
    }
  }
  return shapes;
}

}  // namespace

CompileOptions Invocation::compile_options(Goal goal) const {
  CompileOptions out;
  out.goal = goal;
  out.entry = options_.entry;
  if (hints_) out.hints = *hints_;
  out.how.ids = options_.replica_ids ? DeviceIds::kReplica : DeviceIds::kPartition;
  out.how.strict = options_.strict;
  out.plan = options_.plan;
  out.objective = options_.objective;
  out.hardware = hardware_;
  out.layout = options_.layout;
  out.limits.max_memory = max_memory_.value_or(hardware_ != nullptr ? hardware_->memory : 0);
  out.warn_memory = !max_memory_;
  out.asked = goal == Goal::kExplain ? options_.why : std::vector<std::string>();
  out.skip = options_.skip;
  out.no_passes = options_.no_optimize;
  out.passes = options_.passes;
  if (goal == Goal::kDifferentiate)
    out.passes = {"cse", "dce"};  // forward ops that no gradient needs, and those it has twice
  out.gradient.wrt = options_.wrt;
  out.gradient.of = options_.of;
  out.gradient.value = options_.value;
  out.gradient.how.save = options_.save;
  out.gradient.how.segment = options_.segment;
  if (!options_.accumulate.empty()) {
    out.gradient.how.accumulate = ir::element_type_from_mlir(options_.accumulate);
  }
  out.verify_each = options_.verify_passes || kVerifyStages;
  out.to = options_.to;
  out.encoding = options_.encoding;
  out.artifact = options_.artifact;
  out.shapes = options_.shapes;
  if (!options_.inputs.empty()) {
    out.find_shapes = [this](const Function& entry) { return shapes_of_inputs(entry, options_.inputs); };
  }
  out.annotations = options_.annotations;
  out.async = options_.async;
  return out;
}

bool Invocation::read(const std::string& file, Goal goal, Programs& programs) {
  Result<std::string> text = read_file(file);
  if (text.ok()) text = text::unpack(std::move(text).value(), shown_path(file));
  if (!text.ok()) {
    report(text.error().diagnostic);
    return false;
  }
  if (Result<HintOptions> hints = hint_options(); !hints.ok()) {
    report(hints.error().diagnostic, "command line");
    return false;
  }
  auto source = std::make_shared<const SourceText>(shown_path(file), std::move(text).value());
  Diagnostics of_text;
  const std::vector<TextRange> ranges = text::split_programs(*source, of_text);
  for (const Diagnostic& d : of_text.all()) report(d);
  size_t errors = of_text.error_count();
  for (TextRange range : ranges) {
    auto program = std::make_unique<Compilation>(context_, source, range, compile_options(goal), this);
    if (Status status = check_print_after(*program); !status.ok()) {
      refuse(status.error());
      return false;
    }
    if (program->run_until("import")) {
      programs.push_back(std::move(program));
      continue;
    }
    errors += program->diagnostics().error_count();
    if (errors >= Diagnostics::kMaxErrors) {
      if (options_.json) {
        Diagnostic d = error_without_place(Code::kUsage, "too many errors, stopping here");
        d.severity = Severity::kNote;
        report(std::move(d), file);
      } else {
        std::fprintf(stderr, "%s: too many errors, stopping here\n", source->name().c_str());
      }
      break;
    }
  }
  return errors == 0;
}

// --- watching stages

void Invocation::begins(const Stage& stage) {
  begun_ = std::chrono::steady_clock::now();
  if (stage.run == nullptr) return progress_.reset();  // runs have lines of their own
  if (progress_ == nullptr) progress_ = std::make_unique<Progress>("compilation", 0, "stages", options_.json);
  const std::span<const Stage> all = driver::all_stages();
  progress_->set(&stage - all.data(), std::ssize(all));
}

void Invocation::ends(const Stage& stage) {
  add_time(stage.name, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun_).count());
}

void Invocation::add_time(std::string_view name, double ms) {
  for (Timing& timing : timings_) {
    if (timing.name == name) {
      timing.ms += ms;
      return;
    }
  }
  timings_.push_back({name, ms});
}

void Invocation::absorb(const Invocation& other) {
  for (const Timing& timing : other.timings_) add_time(timing.name, timing.ms);
}

void Invocation::reports(const Diagnostic& diagnostic) {
  if (options_.json) {
    std::fprintf(stderr, "%s\n", diagnostic_json(diagnostic).c_str());
    return;
  }
  const std::string text = render(diagnostic);
  std::fputs((colours_ ? coloured(text) : text).c_str(), stderr);
}

void Invocation::say(std::string line) {
  if (!options_.json) {
    std::fprintf(stderr, "%s\n", line.c_str());
    return;
  }
  Diagnostic note = error_without_place(Code::kUsage, std::move(line));
  note.severity = Severity::kNote;
  reports(note);
}

void Invocation::report(Diagnostic diagnostic, const std::string& file) {
  if (diagnostic.file.empty()) diagnostic.file = shown_path(file);
  reports(diagnostic);
}

Status Invocation::check_print_after(const Compilation& compilation) const {
  std::string names;
  for (const Stage* stage : compilation.stages()) {
    if (stage->name == options_.print_after) return {};
    names += fmt::format("{}{}", names.empty() ? "" : ", ", stage->name);
  }
  if (options_.print_after.empty()) return {};
  return Error{error_without_place(
      Code::kUsage,
      fmt::format("--print-after {}: no stage of that name runs here; there are {}", options_.print_after, names))};
}

bool Invocation::wants(const Stage& stage) const {
  return options_.print_after == stage.name || (!options_.dump_dir.empty() && stage.changes);
}

Status Invocation::shows(const Stage& stage, const Compilation& compilation) {
  Result<std::string> text = compilation.program_text();
  if (!text.ok()) {  // what is on its way need not be sayable in every format
    Diagnostic d = text.error().diagnostic;
    d.severity = Severity::kWarning;
    d.message = fmt::format("the program after {} cannot be written: {}", stage.name, d.message);
    report(d);
    return {};
  }
  if (options_.print_after == stage.name) {
    std::fprintf(stderr, "// after %s\n%s", std::string(stage.name).c_str(), text->c_str());
  }
  if (options_.dump_dir.empty() || !stage.changes) return {};
  std::error_code error;
  std::filesystem::create_directories(options_.dump_dir, error);
  if (error) {
    Diagnostic d = error_without_place(Code::kCannotWrite, fmt::format("cannot be made: {}", error.message()));
    d.file = options_.dump_dir;
    return Error{d};
  }
  const bool hlo = options_.to.value_or(compilation.program().format()) == TextFormat::kHlo;
  return write(fmt::format("{}/{:02}-{}.{}", options_.dump_dir, dumped_++, stage.name, hlo ? "hlo" : "mlir"), *text);
}

int status_of(const Compilation& failed) {
  int status = kUserError;
  for (const Diagnostic& d : failed.diagnostics().all()) {
    if (d.severity != Severity::kError) continue;
    if (d.code == Code::kInternal) return kOurBug;
    if (d.code == Code::kFallback) status = kCheckFailed;
  }
  return status;
}

// --- writing

Status Invocation::write(const std::string& path, std::string_view text) {
  if (path == "-") {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
      return Error{error_without_place(Code::kCannotWrite, fmt::format("standard output: {}", std::strerror(errno)))};
    }
    return {};
  }
  PARTITA_ASSIGN(AtomicFile file, AtomicFile::create(path));
  PARTITA_CHECK_OK(file.write(text));
  return file.commit();
}

int Invocation::finish(int status) {
  progress_.reset();
  if (!json_.empty()) {
    const std::string text = fmt::format("{{\"version\":1,\"programs\":[{}]}}\n", fmt::join(json_, ",\n"));
    if (Status written = write("-", text); !written.ok()) status = refuse(written.error());
  }
  // Reading files, making inputs, writing: what no stage is for.
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const double total = Milliseconds(std::chrono::steady_clock::now() - started_).count();
  double staged = 0;
  for (const Timing& timing : timings_) staged += timing.ms;
  if (!options_.timing.empty()) timings_.push_back({"other", std::max(0.0, total - staged)});
  if (options_.timing == "text") {
    for (const Timing& timing : timings_)
      std::fprintf(stderr, "%10.3f ms  %s\n", timing.ms, std::string(timing.name).c_str());
    std::fprintf(stderr, "%10.3f ms  total\n", total);
  } else if (options_.timing == "json") {
    std::string line = "{\"version\":1,\"passes\":[";
    for (size_t i = 0; i < timings_.size(); ++i) {
      line += fmt::format("{}{{\"name\":\"{}\",\"ms\":{:.3f}}}", i ? "," : "", timings_[i].name, timings_[i].ms);
    }
    std::fprintf(stderr, "%s],\"total_ms\":%.3f}\n", line.c_str(), total);
  }
  return status;
}

int Invocation::refuse(const Error& error) {
  report(error.diagnostic);
  return kUserError;
}

int write_programs(Invocation& invocation, Goal goal, const MakeText& make) {
  const Options& options = invocation.options();
  const bool binary = options.encoding != Encoding::kText;
  if (binary && options.output == "-" && isatty(STDOUT_FILENO) != 0) {
    return invocation.refuse(
        Error{error_without_place(Code::kUsage, "bytes are nothing for a terminal; write them to a file with -o")});
  }
  std::string out;
  for (const std::string& file : options.files) {
    Invocation::Programs programs;
    if (!invocation.read(file, goal, programs)) return kUserError;
    for (std::unique_ptr<Compilation>& program : programs) {
      std::string text;
      if (int status = make(file, *program, text); status != kDone) return status;
      if (binary && !out.empty() && !text.empty()) {
        return invocation.refuse(
            Error{error_without_place(Code::kUsage, "a file of bytes holds one program; write them one by one")});
      }
      if (!out.empty() && !text.empty()) out += "\n// -----\n\n";
      out += text;
      program.reset();  // one at a time: each may be large
    }
  }
  if (Status status = invocation.write(options.output, out); !status.ok()) return invocation.refuse(status.error());
  return kDone;
}

}  // namespace partita::core::tools

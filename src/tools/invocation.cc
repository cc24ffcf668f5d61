#include "tools/invocation.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "run/atomic_file.h"
#include "text/read.h"

namespace partita {

Result<std::string> read_file(const std::string& path) {
  auto failure = [&](std::string why) {
    Diagnostic d = error_without_place(Code::kCannotRead, std::move(why));
    d.file = path == "-" ? "<stdin>" : path;
    return Error{d};
  };
  bool standard = path == "-";
  struct stat info;
  if (!standard && stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
    return failure("this is a directory, not a program");
  std::FILE* file = standard ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return failure(fmt::format("cannot be opened: {}", std::strerror(errno)));
  std::string text;
  char buffer[1 << 16];
  size_t got;
  while ((got = std::fread(buffer, 1, sizeof buffer, file)) > 0) text.append(buffer, got);
  bool failed = std::ferror(file) != 0;
  int error = errno;
  if (!standard) std::fclose(file);
  if (failed) return failure(fmt::format("cannot be read: {}", std::strerror(error)));
  return text;
}

Result<std::string> write_program(const Module& module, const Options& options) {
  WriteOptions write_options{options.annotations};
  bool hlo = options.to.value_or(module.format()) == TextFormat::kHlo;
  return hlo ? write_hlo(module, write_options) : write_stablehlo(module, write_options);
}

Result<Function*> find_entry(const Module& module, const std::string& name) {
  Function* entry = name.empty() ? module.entry() : module.function(name);
  if (entry != nullptr) return entry;
  Diagnostic d = error_without_place(Code::kNoEntry,
                                     name.empty() ? "which function to run? there is no @main; name one with --entry"
                                                  : fmt::format("there is no function @{}", name));
  if (module.source()) d.file = module.source()->name();
  std::string names;
  for (const Function* f : module.functions())
    names += fmt::format("{}@{}", names.empty() ? "" : ", ", f->name().text());
  if (!names.empty()) d.message += fmt::format(" (the module has {})", names);
  return Error{d};
}

bool Invocation::read(const std::string& file, std::vector<std::unique_ptr<Module>>& modules) {
  Result<std::string> text = read_file(file);
  if (!text.ok()) {
    say(text.error().diagnostic);
    return false;
  }
  auto source = std::make_shared<const SourceText>(file == "-" ? "<stdin>" : file, std::move(text).value());
  Diagnostics diagnostics;
  std::vector<std::unique_ptr<Module>> read =
      pass("read", [&] { return read_programs(context_, source, diagnostics); });
  for (const Diagnostic& d : diagnostics.all()) say(d);
  if (diagnostics.full()) std::fprintf(stderr, "%s: too many errors, stopping here\n", source->name().c_str());
  for (std::unique_ptr<Module>& module : read) {
    show("read", *module);
    modules.push_back(std::move(module));
  }
  return !diagnostics.has_errors();
}

void Invocation::show(std::string_view pass, const Module& module) {
  bool print = options_.print_after == pass;
  if (!print && options_.dump_dir.empty()) return;
  Result<std::string> text = write_program(module, options_);
  if (!text.ok()) return say(text.error().diagnostic);
  if (print) std::fprintf(stderr, "// after %s\n%s", std::string(pass).c_str(), text->c_str());
  if (!options_.dump_dir.empty()) {
    bool hlo = options_.to.value_or(module.format()) == TextFormat::kHlo;
    std::string path = fmt::format("{}/{:02}-{}.{}", options_.dump_dir, dumped_++, pass, hlo ? "hlo" : "mlir");
    Status status = write(path, *text);
    if (!status.ok()) say(status.error().diagnostic);
  }
}

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

void Invocation::say(const Diagnostic& diagnostic) { std::fputs(render(diagnostic).c_str(), stderr); }

Invocation::Stopwatch::~Stopwatch() {
  double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  for (Timing& timing : invocation_.timings_) {
    if (timing.name == name_) {
      timing.ms += ms;
      return;
    }
  }
  invocation_.timings_.push_back({name_, ms});
}

int Invocation::finish(int status) {
  double total = 0;
  for (const Timing& timing : timings_) total += timing.ms;
  if (options_.timing == "text") {
    for (const Timing& timing : timings_) std::fprintf(stderr, "%10.3f ms  %s\n", timing.ms, timing.name.c_str());
    std::fprintf(stderr, "%10.3f ms  total\n", total);
  } else if (options_.timing == "json") {
    std::string line = "{\"passes\":[";
    for (size_t i = 0; i < timings_.size(); ++i) {
      line += fmt::format("{}{{\"name\":\"{}\",\"ms\":{:.3f}}}", i ? "," : "", timings_[i].name, timings_[i].ms);
    }
    std::fprintf(stderr, "%s],\"total_ms\":%.3f}\n", line.c_str(), total);
  }
  return status;
}

int Invocation::refuse(const Error& error) {
  say(error.diagnostic);
  return kUserError;
}

int write_programs(Invocation& invocation, const MakeText& make) {
  const Options& options = invocation.options();
  std::string out;
  for (const std::string& file : options.files) {
    std::vector<std::unique_ptr<Module>> modules;
    if (!invocation.read(file, modules)) return kUserError;
    for (std::unique_ptr<Module>& module : modules) {
      std::string text;
      if (int status = make(file, std::move(module), text); status != kDone) return status;
      if (!out.empty() && !text.empty()) out += "\n// -----\n\n";
      out += text;
    }
  }
  if (Status status = invocation.write(options.output, out); !status.ok()) return invocation.refuse(status.error());
  return kDone;
}

}  // namespace partita

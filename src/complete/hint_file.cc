#include "complete/hint_file.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "complete/find_values.h"
#include "complete/hint_options.h"
#include "complete/value_names.h"
#include "shard/spelling_sdy.h"

namespace partita::core::complete {
namespace {

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Up to # or // at the beginning or between blanks: #sdy.sharding and %4#1 are no comments.
std::string_view without_comment(std::string_view line) {
  for (size_t i = 0; i < line.size(); ++i) {
    const bool begins = i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t';
    if (!begins) continue;
    const bool first = trimmed(line.substr(0, i)).empty();
    if (line.substr(i, 2) == "//") return line.substr(0, i);
    if (line[i] == '#' && (first || i + 1 == line.size() || line[i + 1] == ' ' || line[i + 1] == '\t')) {
      return line.substr(0, i);
    }
  }
  return line;
}

Error at_line(const HintLine& line, std::string message) {
  Diagnostic d = error_without_place(Code::kUsage, std::move(message));
  d.file = line.file;
  if (line.line > 0) {
    d.place = {line.line, 1};
    d.line_text = line.text;
  }
  return Error{std::move(d)};
}

// Entries of HintOptions::shard: a text, or one with its place: TEXT '\n' LINE '\n' FILE.
std::string entry_of(const HintLine& line) { return fmt::format("{}\n{}\n{}", line.text, line.line, line.file); }

HintLine line_of(const std::string& entry) {
  const size_t first = entry.find('\n');
  if (first == std::string::npos) return {entry};
  const size_t second = entry.find('\n', first + 1);
  if (second == std::string::npos) return {entry};
  return {entry.substr(0, first), entry.substr(second + 1), std::atoi(entry.c_str() + first + 1)};
}

}  // namespace

namespace {

Result<KeptHints> kept_hints(const HintLine& line, std::string_view text) {
  KeptHints out{.arguments = false, .results = false, .constraints = false};
  do {
    const size_t comma = text.find(',');
    const std::string_view word = trimmed(text.substr(0, comma));
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    if (word == "args") {
      out.arguments = true;
    } else if (word == "results") {
      out.results = true;
    } else if (word == "constraints") {
      out.constraints = true;
    } else {
      return at_line(line, fmt::format("keep-hints: '{}' is none of args, results, constraints", word));
    }
  } while (!text.empty());
  return out;
}

}  // namespace

Result<SaidHints> said_hints(const HintOptions& options) {
  SaidHints out;
  std::optional<KeptHints> keep;
  for (const std::string& entry : options.shard) {
    HintLine line = line_of(entry);
    const std::string_view said = trimmed(line.text);
    const size_t blank = said.find_first_of(" \t");
    const std::string_view word = said.substr(0, blank);
    const std::string_view rest = blank == std::string_view::npos ? "" : trimmed(said.substr(blank));
    const bool is_hint = said.find('=') != std::string_view::npos;
    if (!is_hint && said == "no-hints") {
      keep = KeptHints{.arguments = false, .results = false, .constraints = false};
    } else if (!is_hint && word == "keep-hints") {
      PARTITA_ASSIGN(keep, kept_hints(line, rest));
    } else if (!is_hint && word == "recipe" && !rest.empty()) {
      out.recipe = rest;
    } else if (!is_hint && line.line > 0) {
      return at_line(line,
                     "expected NAME=SHARDING, mesh AXES, no-hints, keep-hints args,results,constraints or recipe NAME");
    } else {
      out.lines.push_back(std::move(line));
    }
  }
  if (keep) out.keep = *keep;
  if (!keep && !out.recipe.empty()) out.keep = {.arguments = false, .results = false, .constraints = false};
  return out;
}

Result<HintFile> parse_hint_file(std::string_view text, const std::string& name) {
  HintFile out;
  int number = 0;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = trimmed(without_comment(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (line.empty()) continue;
    if (line.starts_with("mesh ") || line.starts_with("mesh\t")) {
      out.mesh = trimmed(line.substr(5));
    } else {
      out.lines.push_back(entry_of({std::string(line), name, number}));
    }
  }
  return out;
}

namespace {

class FileWriter {
 public:
  FileWriter(const Module& module, const Function& entry, const Completion& completion)
      : module_(module), entry_(entry), completion_(completion) {}

  std::string write() {
    out_ = fmt::format("# hints of @{}{}\n", entry_.name().text(),
                       module_.source() ? " of " + module_.source()->name() : "");
    const MeshPtr& main = completion_.meshes().main();
    std::string axes;
    for (const MeshAxis& axis : main->axes())
      axes += fmt::format("{}{}={}", axes.empty() ? "" : ",", axis.name, axis.size);
    if (!axes.empty()) out_ += fmt::format("mesh {}\n", axes);
    out_ += "no-hints  # of the program; those it has are below\n";
    for (const Hint& hint : completion_.hints()) one(hint);
    return std::move(out_);
  }

 private:
  void one(const Hint& hint) {
    if (hint.place == Hint::Place::kManual) return;
    if (hint.sharding == nullptr) {
      out_ += "# a group of values that are to lie alike is left out: it has no spelling here\n";
      return;
    }
    const std::string name =
        hint.value == nullptr ? fmt::format("out{}", hint.index) : hint_name(module_, entry_, *hint.value);
    const std::string label =
        hint.value == nullptr ? friendly_result(entry_, hint.index) : friendly_name(entry_, *hint.value);
    if (name.empty()) {
      out_ += fmt::format("# a hint {} on a value without a name is left out\n", to_string(*hint.sharding));
      return;
    }
    if (!hint.sharding->manual_axes().empty()) return;  // inside of manual code hints stay
    std::string spec = to_string(*hint.sharding);
    if (hint.sharding->is_maximal() || !same_mesh(hint.sharding->mesh_ptr(), completion_.meshes().main())) {
      spec = shard::sdy_sharding_body(*hint.sharding, "");
    }
    out_ += fmt::format("{} = {}{}\n", name, spec, label == name ? "" : "  # " + label);
  }

  const Module& module_;
  const Function& entry_;
  const Completion& completion_;
  std::string out_;
};

}  // namespace

std::string hint_file_text(const Module& module, const Function& entry, const Completion& completion) {
  return FileWriter(module, entry, completion).write();
}

}  // namespace partita::core::complete

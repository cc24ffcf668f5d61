#include "tools/modelled_program.h"

#include <fmt/format.h>

#include "tools/budgets.h"

namespace partita::core::tools {

int model_programs(Invocation& invocation, const std::string& file, const std::string& special, bool with_events,
                   std::deque<ModelledProgram>& out) {
  auto fail = [&](const Diagnostic& d, const std::string& about) {
    invocation.report(d, about);
    return kUserError;
  };
  Result<Limits> limits = limits_of(invocation);
  if (!limits.ok()) return fail(limits.error().diagnostic, "command line");
  Invocation::Programs programs;
  if (!invocation.read(file, Goal::kExecute, programs)) return kUserError;
  for (size_t i = 0; i < programs.size(); ++i) {
    int status = kDone;
    ModelledProgram& made = out.emplace_back();
    made.label = shown_path(file) + (programs.size() > 1 ? fmt::format(" ({})", i + 1) : "") +
                 (special.empty() ? "" : " " + special);
    const Status local = make_local(invocation, std::move(programs[i]), made.program, status);
    if (!local.ok()) return fail(local.error().diagnostic, file);
    if (status != kDone) return status;
    Result<CostReport> report = cost_of_program(made.program, file, *limits->hardware, true);
    if (!report.ok()) return fail(report.error().diagnostic, file);
    report->file = made.label;
    made.simulation = made.program.compilation->perform(
        "simulate", [&] { return simulate::simulate(std::move(*report), made.program.global, with_events); });
  }
  return kDone;
}

std::vector<Variant> variants_of(const Options& options) {
  std::vector<Variant> out;
  for (const std::string& file : options.files) {
    // One set of options is held against none.
    if (options.variants.size() < 2) out.push_back({file, "", options});
    for (const OptionsVariant& variant : options.variants) {
      out.push_back({file, variant.text, options});
      variant.apply(out.back().options);
    }
  }
  return out;
}

Result<std::vector<std::string>> shell_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool within = false;  // a word
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c == '\\' && quote == '"' && i + 1 < text.size() ? text[++i] : c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      within = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (within) words.push_back(std::move(word));
      word.clear();
      within = false;
    } else {
      word += c == '\\' && i + 1 < text.size() ? text[++i] : c;
      within = true;
    }
  }
  if (quote != 0) {
    return Error{error_without_place(Code::kUsage, fmt::format("a quote ({}) is not closed in {}", quote, text))};
  }
  if (within) words.push_back(std::move(word));
  return words;
}

}  // namespace partita::core::tools

#include "partita/error.h"

#include "api/impl.h"

namespace partita {
inline namespace v1 {
namespace {

// Without the line of text and its caret: they are not part of a public diagnostic.
core::Diagnostic inner_form(const Diagnostic& diagnostic) {
  core::Diagnostic out;
  out.severity = static_cast<core::Severity>(diagnostic.severity);
  for (core::Code code : core::base::all_codes()) {
    if (core::base::code_text(code) == diagnostic.code) out.code = code;
  }
  out.message = diagnostic.message;
  out.file = diagnostic.file;
  out.place = {diagnostic.line, diagnostic.column};
  for (const Diagnostic& note : diagnostic.notes) out.notes.push_back(inner_form(note));
  return out;
}

std::string text_of(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += to_string(diagnostic);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) { return render(inner_form(diagnostic)); }

Error::Error(std::vector<Diagnostic> diagnostics) : diagnostics_(std::move(diagnostics)) {
  if (diagnostics_.empty())
    diagnostics_.push_back({Severity::kError, "P900", "an error without a reason", {}, 0, 0, {}});
  text_ = text_of(diagnostics_);
}
Error::Error(const Error& other) = default;
Error& Error::operator=(const Error& other) = default;
Error::~Error() = default;

namespace detail {

void retain(const Shared* shared) noexcept { shared->references.fetch_add(1, std::memory_order_relaxed); }
void release(const Shared* shared) noexcept {
  if (shared->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete shared;
}

Diagnostic public_form(const core::Diagnostic& diagnostic) {
  Diagnostic out;
  out.severity = static_cast<Severity>(diagnostic.severity);
  out.code = core::base::code_text(diagnostic.code);
  out.message = diagnostic.message;
  out.file = diagnostic.file;
  out.line = diagnostic.place.line;
  out.column = diagnostic.place.column;
  out.notes = public_form(diagnostic.notes);
  return out;
}

std::vector<Diagnostic> public_form(const std::vector<core::Diagnostic>& diagnostics) {
  std::vector<Diagnostic> out;
  for (const core::Diagnostic& diagnostic : diagnostics) out.push_back(public_form(diagnostic));
  return out;
}

void fail(const core::Diagnostic& diagnostic) { throw Error({public_form(diagnostic)}); }
void fail(core::Code code, std::string message) { fail(core::base::error_without_place(code, std::move(message))); }
void fail(const core::Diagnostics& diagnostics) {
  std::vector<Diagnostic> errors, others;
  for (const core::Diagnostic& d : diagnostics.all()) {
    (d.severity == core::Severity::kError ? errors : others).push_back(public_form(d));
  }
  errors.insert(errors.end(), others.begin(), others.end());
  throw Error(std::move(errors));
}

}  // namespace detail
}  // namespace v1
}  // namespace partita

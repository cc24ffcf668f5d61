#include <cstdlib>
#include <cstring>
#include <new>

#include "base/diagnostics.h"
#include "capi/handles.h"
#include "partita/c.h"
#include "partita/version.h"

namespace partita {
namespace capi {
namespace {

void add(partita_diagnostics& to, const Diagnostic& diagnostic, int depth) {
  Diagnostic alone = diagnostic;
  alone.notes.clear();
  to.entries.push_back({std::move(alone), depth});
  for (const Diagnostic& note : diagnostic.notes) add(to, note, depth + 1);
}

Diagnostic one_error(core::Code code, const std::string& message) {
  Diagnostic diagnostic;
  diagnostic.code = core::base::code_text(code);
  diagnostic.message = message;
  return diagnostic;
}

}  // namespace

partita_diagnostics* diagnostics_of(const std::vector<Diagnostic>& diagnostics) {
  auto* made = new partita_diagnostics;
  for (const Diagnostic& diagnostic : diagnostics) {
    add(*made, diagnostic, 0);
    if (!made->text.empty() && made->text.back() != '\n') made->text += '\n';
    made->text += to_string(diagnostic);
  }
  return made;
}

char* copy_of(std::string_view text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

std::vector<std::string> strings_of(const char* const* texts, int count) {
  if (count < 0 || (count > 0 && texts == nullptr)) refuse("a list of texts is NULL, or its count negative");
  std::vector<std::string> strings;
  for (int i = 0; i < count; ++i) strings.emplace_back(&demand(texts[i], "a text of a list"));
  return strings;
}

void refuse(const std::string& message) { throw Error({one_error(core::Code::kUsage, message)}); }

void refuse_null(const char* what) { refuse(std::string(what) + " is NULL"); }

Format format_of(int format) {
  switch (format) {
    case PARTITA_AS_READ: return Format::kAsRead;
    case PARTITA_STABLEHLO: return Format::kStableHlo;
    case PARTITA_HLO: return Format::kHlo;
  }
  refuse("no format has the number " + std::to_string(format));
}

void catch_into(partita_diagnostics** error) noexcept {
  if (error == nullptr) return;
  try {
    try {
      throw;
    } catch (const Error& thrown) {
      *error = diagnostics_of(thrown.diagnostics());
    } catch (const std::bad_alloc&) {
      *error = diagnostics_of({one_error(core::Code::kResourceLimit, "there is not enough memory")});
    }
  } catch (...) {  // not even for saying so
    *error = nullptr;
  }
}

}  // namespace capi
}  // namespace partita

extern "C" {

int partita_c_version() { return PARTITA_C_VERSION; }
const char* partita_version_text() { return partita::version(); }
void partita_free(void* memory) { std::free(memory); }

char* partita_copy_text(const char* text) {
  return partita::capi::guarded(nullptr, static_cast<char*>(nullptr),
                                [&] { return partita::capi::copy_of(partita::capi::text_or_empty(text)); });
}

int partita_diagnostics_count(const partita_diagnostics* diagnostics) {
  return diagnostics != nullptr ? static_cast<int>(diagnostics->entries.size()) : 0;
}

partita_diagnostic partita_diagnostics_get(const partita_diagnostics* diagnostics, int index) {
  if (index < 0 || index >= partita_diagnostics_count(diagnostics)) return {PARTITA_ERROR, 0, "", "", "", 0, 0};
  const auto& [diagnostic, depth] = diagnostics->entries[index];
  return {static_cast<int>(diagnostic.severity),
          depth,
          diagnostic.code.c_str(),
          diagnostic.message.c_str(),
          diagnostic.file.c_str(),
          diagnostic.line,
          diagnostic.column};
}

const char* partita_diagnostics_text(const partita_diagnostics* diagnostics) {
  return diagnostics != nullptr ? diagnostics->text.c_str() : "";
}

void partita_diagnostics_free(partita_diagnostics* diagnostics) { delete diagnostics; }

}  // extern "C"

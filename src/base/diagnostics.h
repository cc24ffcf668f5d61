// Diagnostics: what went wrong, where, and under which code of the catalogue (base/codes.def).
//
//   model.mlir:3:10: error: operand 1 has type tensor<4xi32>, add wants tensor<4xf32> [P203]
//     %2 = stablehlo.add %0, %1 : tensor<4xf32>
//          ^
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace partita::core::base {

enum class Code {
#define CODE(enumerator, text, description) enumerator,
#include "base/codes.def"
#undef CODE
};

std::string_view code_text(Code code);         // "P203"
std::string_view code_description(Code code);  // the catalogue's sentence
// All codes, in catalogue order.
const std::vector<Code>& all_codes();

enum class Severity { kError, kWarning, kNote };

struct Diagnostic {
  Severity severity = Severity::kError;
  Code code = Code::kInternal;
  std::string message;
  std::string file;       // empty where there is no file
  LineColumn place;       // line 0 where there is no text
  std::string line_text;  // the offending line, for the caret
  std::vector<Diagnostic> notes;
};

// An error at a byte of a text.
Diagnostic error_at(const SourceText& source, SourceOffset offset, Code code, std::string message);
// An error without a place; the caller that knows the file may fill it in.
Diagnostic error_without_place(Code code, std::string message);

// One diagnostic as a person reads it, with the caret line and its notes; ends in a newline.
std::string render(const Diagnostic& diagnostic);

// Collects the diagnostics of one stage. Stages go on after an error where errors are independent, up to a limit.
class Diagnostics {
 public:
  static constexpr size_t kMaxErrors = 20;

  void add(Diagnostic diagnostic);
  bool has_errors() const { return errors_ > 0; }
  size_t error_count() const { return errors_; }
  bool full() const { return errors_ >= kMaxErrors; }
  const std::vector<Diagnostic>& all() const { return list_; }
  std::string render_all() const;

 private:
  std::vector<Diagnostic> list_;
  size_t errors_ = 0;
};

// Throws InternalError (base/internal_error.h): a broken invariant of ours, never a user's mistake.
[[noreturn]] void internal_error(const char* file, int line, const std::string& message);

#define PARTITA_INVARIANT(condition, message)                                               \
  do {                                                                                      \
    if (!(condition)) ::partita::core::base::internal_error(__FILE__, __LINE__, (message)); \
  } while (false)

}  // namespace partita::core::base

namespace partita::core {
using base::Code;
using base::Diagnostic;
using base::Diagnostics;
using base::Severity;
}  // namespace partita::core

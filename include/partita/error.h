// What went wrong, as data. Every function of the interface may throw Error, and nothing else but what the standard
// library throws for want of memory.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "partita/export.h"

namespace partita {
inline namespace v1 {

enum class Severity : unsigned char { kError, kWarning, kNote };

struct Diagnostic {
  Severity severity = Severity::kError;
  std::string code;     // "P203", of the catalogue that README names
  std::string message;  // without the place
  std::string file;     // as the program was named; empty where there is none
  int line = 0;         // from 1; 0 where there is no place
  int column = 0;       // from 1, in bytes
  std::vector<Diagnostic> notes;
};

class PARTITA_API Error final : public std::exception {
 public:
  explicit Error(std::vector<Diagnostic> diagnostics);
  Error(const Error& other);
  Error& operator=(const Error& other);
  ~Error() override;

  // All of them as a person reads them, a line each and more: "model.mlir:3:10: error: … [P203]".
  const char* what() const noexcept override { return text_.c_str(); }
  // The first is an error; warnings and notes that came before it are not lost.
  const std::vector<Diagnostic>& diagnostics() const noexcept { return diagnostics_; }
  // Of the first: "P203". "P900" is a defect of the library, not of what it was given.
  const std::string& code() const noexcept { return diagnostics_.front().code; }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::string text_;
};

// As what() has it, with the notes.
PARTITA_API std::string to_string(const Diagnostic& diagnostic);

}  // namespace v1
}  // namespace partita

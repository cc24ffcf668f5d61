// Where hints stand in the text that was read. Attributes do not know their place: it is searched for from the op or
// argument that carries them, when a message needs it.
#pragma once

#include <string_view>
#include <vector>

#include "complete/hint_sites.h"

namespace partita::core::complete {

// Bytecode and protos have bytes near their beginning that no text has. Their names, where they have any, are not
// looked for: offsets of bytes say little, and looking is quadratic where a name is not found.
bool is_binary(std::string_view source);

class HintPlaces {
 public:
  HintPlaces(const Module& module, const Function& entry);

  // Of the op, argument or result that carries the hint. Cheap.
  SourceOffset carrier(const HintSite& site) const;
  // The diagnostic, which points into the hint's own text, at its place in the file; at the carrier where the text is
  // not there as it stands (an alias, an escaped string).
  Diagnostic placed(Diagnostic diagnostic, const HintSite& site) const;
  // A mistake of the hint as a whole.
  Diagnostic error(const HintSite& site, Code code, std::string message) const;

 private:
  void find_arguments(const Module& module, const Function& entry);
  void find_results(const Module& module, const Function& entry);

  const SourceText* source_;
  std::vector<SourceOffset> arguments_, results_;
};

}  // namespace partita::core::complete

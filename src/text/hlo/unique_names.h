// Unique names for instructions and computations, such that writing what was read gives the same names again.
//
//   claim("add.5")    add.5       the first of a name keeps it
//   claim("add.5")    add.5.1     the next gets the least number that is free
//
// A writer claims all names the program already has before it makes up new ones. What is made up follows from names
// that are kept, so a name that reading forgets is made up again just so: the second text is the first.
#pragma once

#include <string>
#include <string_view>

#include "base/maps.h"
#include "base/name.h"
#include "ir/context.h"

namespace partita::core::text {

class UniqueNames {
 public:
  explicit UniqueNames(Context& context) : context_(context) { taken_.max_load_factor(0.75F); }

  // `wanted` must be a HLO identifier (hlo_identifier makes one).
  Name claim(std::string_view wanted) { return claim(context_.name(wanted)); }
  Name claim(Name wanted);

 private:
  Context& context_;
  PointerSet<const void*> taken_;
  PointerMap<const void*, int> next_suffix_;
  std::string candidate_;
};

// Letters, digits, '_', '.', '-', beginning with a letter or '_': what HLO's lexer takes after '%'.
bool is_hlo_identifier(std::string_view text);
// The text with what an identifier may not hold replaced; a bare number gets `base` before it: 12 of an add is add.12.
std::string hlo_identifier(std::string_view text, std::string_view base);

}  // namespace partita::core::text

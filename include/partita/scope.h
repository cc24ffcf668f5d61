// A part of a model that is written once and used in many places. While a Scope lives, ops belong to the line that
// opened the outermost one, so that messages and names speak of the user's line and not of the library's.
//
//   Tensor ffn(Tensor x, const Ffn& w, Where where = Where::current()) {
//     Scope scope("ffn", where);
//     return einsum("bf,fd->bd", {gelu(einsum("bd,df->bf", {x, w.in})), w.out});
//   }
#pragma once

#include "partita/export.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {

class PARTITA_API Scope {
 public:
  explicit Scope(const char* name, Where where = Where::current());
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
};

}  // namespace v1
}  // namespace partita

// A sharding by the names of axes alone, before any mesh is known, and its short spelling: what listings print, and
// what people write.
//
//   sharding ::= '[' dims ']' more* | dims                      [x, -] unreduced sum(y)      x,-
//   dim      ::= '-' | '?' | axes '?'? (('!' | ':p') number)?   x*y?!1    x:p1
//   axes     ::= axis ('*' axis)* | '(' axis (' ' | ',' …)* ')' (x y)
//   axis     ::= name (':' '(' pre ')' size)?                   x:(2)4    names may be quoted
//   more     ::= 'unreduced' kind? '(' axes ')' | 'pinned' '(' axes ')'
//
// Also read: Shardy's `[{"x", ?}p1, {}], replicated={"z"}, unreduced={"w"}` and JAX's `P('x', None, ('y', 'z'))`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "shard/reduction_kind.h"
#include "shard/sharding.h"

namespace partita::core::shard {

struct UnboundAxis {
  std::string name;
  int64_t pre = 1;
  int64_t size = 0;  // of a part of an axis; 0: all of it
  friend bool operator==(const UnboundAxis&, const UnboundAxis&) = default;
};

struct UnboundDim {
  std::vector<UnboundAxis> axes;
  bool open = false;
  std::optional<int32_t> priority;
  friend bool operator==(const UnboundDim&, const UnboundDim&) = default;
};

struct UnboundSharding {
  std::vector<UnboundDim> dims;
  std::vector<UnboundAxis> pinned;
  std::vector<UnboundAxis> unreduced;
  ReductionKind reduction = ReductionKind::kSum;
  friend bool operator==(const UnboundSharding&, const UnboundSharding&) = default;
};

// kShardingSyntax, with an offset as scanner.h describes.
Result<UnboundSharding> parse_unbound_sharding(std::string_view text);
// One axis: x, x:(2)4. The text holds nothing else.
Result<UnboundAxis> parse_unbound_axis(std::string_view text);
UnboundSharding unbound(const Sharding& sharding);

std::string to_string(const UnboundAxis& axis);
std::string to_string(const UnboundSharding& sharding);  // as that of a Sharding, and reads again
// Shardy's spelling behind the mesh: [{"x"}, {?}], replicated={"z"}.
std::string sdy_text(const UnboundSharding& sharding);

}  // namespace partita::core::shard

namespace partita::core {
using shard::UnboundSharding;
}  // namespace partita::core

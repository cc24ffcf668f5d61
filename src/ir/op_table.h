// The one table of ops (ops.def): what an op is called in each format, what it takes, gives and carries.
//
// Layers above `ir` keep their own column as an array indexed by OpKind, filled from the same list, so that adding an
// op here makes every layer that has forgotten it fail to build.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace partita::core::ir {

enum class OpKind : uint16_t {
#define OP(enumerator, ...) k##enumerator,
#include "ir/ops.def"
#undef OP
};

inline constexpr int kOpKindCount = 0
#define OP(...) +1
#include "ir/ops.def"
#undef OP
    ;

// Names of inherent attributes, over all ops.
enum class AttrKey : uint16_t {
#define ATTR(enumerator, text) enumerator,
#include "ir/attr_keys.def"
#undef ATTR
};

// The canonical form of an inherent attribute.
enum class AttrForm : uint8_t {
  kBool,     // AttrKind::kBool
  kInt,      // kInt
  kFloat,    // kFloat
  kInts,     // kInts
  kBools,    // kInts of 0 and 1, suffix "i1"
  kPairs,    // kInts, low and high of each dimension in turn; n x 2 in StableHLO
  kString,   // kString
  kEnum,     // kString, one of a few words
  kEnums,    // kArray of kString
  kSymbol,   // kSymbol
  kSymbols,  // kArray of kSymbol
  kDense,    // kDense
  kGroups,   // device groups; see ir/replica_groups.h for the forms
  kAny,      // kept as written
};

struct AttrSpec {
  AttrKey key;
  AttrForm form;
  bool required;
};

enum Trait : uint32_t {
  kNoTraits = 0,
  kElementwise = 1 << 0,  // result[i] depends on operands[i] only (scalars may stand in, as for clamp and select)
  kCommutative = 1 << 1,
  kSideEffects = 1 << 2,  // is never dropped, duplicated or reordered with another such op
  kCollective = 1 << 3,   // devices exchange data
  kTerminator = 1 << 4,
  kConstantLike = 1 << 5,  // no operands, the same everywhere
  kLegacy = 1 << 6,        // replaced by its modern form at import; no later layer sees it
  kPlacement = 1 << 7,     // hands its operand on, and says how it lies on the devices or what may be learnt of it
};

inline constexpr int kMany = INT32_MAX;

struct OpInfo {
  std::string_view mlir;  // "stablehlo.add": the spelling in StableHLO text; never empty
  std::string_view hlo;   // "add": the opcode in HLO text, or empty
  int min_operands, max_operands;
  int min_results, max_results;
  int min_regions, max_regions;
  uint32_t traits;
  std::span<const AttrSpec> attrs;

  bool has(Trait trait) const { return (traits & trait) != 0; }
};

const OpInfo& op_info(OpKind kind);
std::string_view attr_key_text(AttrKey key);
std::optional<AttrKey> attr_key_from_text(std::string_view text);
std::optional<OpKind> op_from_mlir(std::string_view name);  // "stablehlo.add", "func.return", "mhlo.copy", …
std::optional<OpKind> op_from_hlo(std::string_view opcode);
// The spec of one attribute of an op, or null.
const AttrSpec* find_attr_spec(OpKind kind, AttrKey key);

}  // namespace partita::core::ir

namespace partita::core {
using ir::AttrForm;
using ir::AttrKey;
using ir::AttrSpec;
using ir::kCollective;
using ir::kCommutative;
using ir::kConstantLike;
using ir::kElementwise;
using ir::kLegacy;
using ir::kMany;
using ir::kOpKindCount;
using ir::kPlacement;
using ir::kSideEffects;
using ir::kTerminator;
using ir::OpInfo;
using ir::OpKind;
using ir::Trait;
}  // namespace partita::core

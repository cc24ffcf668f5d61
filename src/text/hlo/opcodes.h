// The table of opcodes: what becomes of an instruction, and which of its attributes are the op's own.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ir/op_table.h"

namespace partita::core::text::hlo {

class Builder;
struct Call;

// How the text of an attribute is read and written.
enum class Form : uint8_t {
  kInt,
  kBool,
  kTrue,   // kBool, dropped where false
  kFalse,  // kBool, dropped where true
  kFloat,
  kInts,     // {0,1}
  kFirst,    // {0} as the one number it is
  kString,   // "text"
  kWord,     // a word, in capitals
  kWords,    // {highest,default}
  kChannel,  // channel_id: also says that the channel is between devices
  kPairs,    // {{0,1},{1,0}}
  kGroups,
  kAlgorithm,
  kWindow,  // of reduce-window and select-and-scatter
  kConvWindow,
  kDimLabels,
  kPadding,
  kSlice,
};

// What holds where the attribute is missing.
enum class Need : uint8_t {
  kOptional,
  kRequired,
  kEmpty,           // an empty list
  kAllDims,         // every dimension of the operand
  kEmptyForScalar,  // an empty list where the operand is a scalar, else it is required
  kZeroForVector,   // 0 where the rank is at most one, else it is required
  kOne,
  kFalse,
  kNoTranspose,
};

struct AttrRule {
  std::string_view name;
  AttrKey key;
  Form form;
  Need need = Need::kOptional;
};

using Handler = bool (Builder::*)(Call&);

struct Opcode {
  std::string_view name;
  OpKind kind;
  Handler handler;
  std::span<const AttrRule> rules;
  std::span<const std::string_view> regions;  // the attributes that name the computations of its regions
};

// The attributes of HLO that are an op's own, and those that name the computations of its regions: a column of the op
// table. An op without a row of its own has each attribute of ops.def under its own name.
struct HloAttributes {
  std::span<const AttrRule> rules;
  std::span<const std::string_view> regions;
};
const HloAttributes& hlo_attributes(OpKind kind);

// The row of an opcode; empty where there is none. Opcodes that need no row of their own get one that reads `simple`
// and hlo_attributes.
std::optional<Opcode> find_opcode(std::string_view name);

}  // namespace partita::core::text::hlo

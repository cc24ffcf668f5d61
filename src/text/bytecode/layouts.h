// How attributes of StableHLO and element types lie in bytecode, for the reader and the writer alike: codes, words and
// fields. What is not listed here has code of its own on the reading side, and is written as text, which MLIR takes for
// any attribute.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ir/element_type.h"

namespace partita::core::text::bytecode {

// #stablehlo<precision HIGH>: the number of the word. VHLO has the same words under a code of its own.
struct EnumLayout {
  uint64_t code;
  uint64_t vhlo_code;
  std::string_view mnemonic;
  std::span<const std::string_view> words;
};
std::span<const EnumLayout> enum_layouts();
const EnumLayout* find_enum(uint64_t code);
const EnumLayout* find_vhlo_enum(uint64_t code);

// #stablehlo.dot<lhs_batching_dimensions = [0], …>: the values of the fields, one after the other.
enum class FieldForm : uint8_t { kInt, kInts, kType, kFlag };
struct FieldLayout {
  std::string_view name;
  FieldForm form;
};
struct StructLayout {
  uint64_t code;
  std::string_view head;  // what the text begins with
  std::span<const FieldLayout> fields;
};
std::span<const StructLayout> struct_layouts();
const StructLayout* find_struct(uint64_t code);
// Of those that VHLO has too, under other codes or as attributes of their own.
inline constexpr uint64_t kAliasStruct = 14, kAlgorithmStruct = 15, kSubAxisStruct = 19;

// Of MLIR's own dialect, and of VHLO. Types without a code of MLIR's that all versions of it know are texts there.
struct ElementCode {
  ir::ElementType type;
  std::optional<uint64_t> builtin;
  std::optional<uint64_t> vhlo;
};
std::optional<ir::ElementType> element_of_builtin(uint64_t code);
std::optional<ir::ElementType> element_of_vhlo(uint64_t code);
const ElementCode* find_element(ir::ElementType type);

inline constexpr std::string_view kAccuracyModes[] = {"DEFAULT", "HIGHEST", "TOLERANCE"};

// Codes of MLIR's own attributes and types, each in a scope of its own.
struct BuiltinAttr {
  enum : uint64_t {
    kArray,
    kDictionary,
    kString,
    kTypedString,
    kFlatSymbol,
    kSymbol,
    kType,
    kUnit,
    kInteger,
    kFloat,
    kCallSite,
    kFileLine,
    kFused,
    kFusedWith,
    kNamed,
    kUnknown,
    kResource,
    kDenseArray,
    kDense,
    kDenseString,
    kSparse,
    kDistinct,
    kFileRange,
  };
};
struct BuiltinType {
  enum : uint64_t {
    kInteger = 0,
    kIndex = 1,
    kFunction = 2,
    kComplex = 9,
    kMemRef = 10,
    kMemRefIn = 11,
    kNone = 12,
    kTensor = 13,
    kTensorEncoded = 14,
    kTuple = 15,
    kUnranked = 18,
    kTF32 = 21,
  };
};
struct VhloAttr {
  enum : uint64_t {
    kArray = 1,
    kBoolean = 2,
    kApiVersion = 5,
    kDictionary = 6,
    kFloat = 8,
    kInteger = 9,
    kOperandAlias = 10,
    kString = 14,
    kTensor = 15,
    kType = 17,
    kBounds = 18,
    kAccuracyMode = 19,
    kAccuracy = 20,
    kSubAxis = 21,
    kAxisRef = 22,
    kMeshGroups = 23,
    kMeshAxis = 24,
    kMesh = 25,
  };
};
struct VhloType {
  enum : uint64_t {
    kComplex = 1,
    kFunction = 8,
    kIndex = 9,
    kRanked = 20,
    kRankedEncoded = 21,
    kToken = 22,
    kTuple = 23,
    kQuantized = 24,
    kUnranked = 25,
    kQuantizedPerAxis = 30,
    kNone = 33,
    kTF32 = 34,
    kBuffer = 41,
    kFuture = 42,
  };
};
// Sizes of StableHLO's bounds that are none, and dynamic dimensions.
inline constexpr int64_t kNoSize = INT64_MIN;

// What MLIR knows and today's newest portable artifact.
inline constexpr uint64_t kNewestVersion = 6;
inline constexpr int kNewestArtifact[] = {1, 20};

// What a section holds.
enum Section : uint8_t {
  kStrings,
  kDialects,
  kEntries,
  kOffsets,
  kOps,
  kResources,
  kResourceOffsets,
  kDialectVersion,
  kProperties,
  kSections,
};

// What of an op there is.
enum Mask : uint8_t {
  kAttributes = 0x01,
  kResults = 0x02,
  kOperands = 0x04,
  kSuccessors = 0x08,
  kRegions = 0x10,
  kUseLists = 0x20,
  kPropertyIndex = 0x40,
};

}  // namespace partita::core::text::bytecode

// The attributes of registered ops as bytecode holds them since version 5: their values alone, in the order of their
// names, without a count. Which there are is the op's definition, and differs between producers by age.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/op_table.h"
#include "text/common/write_options.h"

namespace partita::core::text::bytecode {

struct PropertyField {
  std::string_view name;
  bool optional = false;
};

struct PropertyList {
  std::vector<PropertyField> fields;
  bool segments = false;  // behind them the sizes of groups of operands, then those of results
};

// What is known of an op, the newest first; one empty list for an op without attributes.
std::vector<PropertyList> property_lists(std::string_view op, OpKind kind);

// The same of an op of VHLO without dialect and version, the newest version first; nothing is optional there.
std::vector<PropertyList> vhlo_property_lists(std::string_view op, OpKind kind);

// Since which StableHLO portable artifacts have the first and the second version of an op; most have one version.
struct VhloVersions {
  ArtifactVersion first{0, 9};
  std::optional<ArtifactVersion> second{};
};
VhloVersions vhlo_versions(std::string_view op);

// What an attribute of VHLO says where StableHLO leaves it out; nothing where it never does.
enum class Default : uint8_t {
  kFalse,
  kEmpty,
  kEmptyPairs,
  kZeros,
  kOnes,
  kZero,
  kMinusOne,
  kOriginal,
  kNoType,
  kAccuracy
};
std::optional<Default> vhlo_default(OpKind kind, std::string_view attribute);

}  // namespace partita::core::text::bytecode

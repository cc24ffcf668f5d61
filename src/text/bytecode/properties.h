// The attributes of registered ops as bytecode holds them since version 5: their values alone, in the order of their
// names, without a count. Which there are is the op's definition, and differs between producers by age.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ir/op_table.h"

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

// The same of an op of VHLO without dialect and version; nothing is optional there.
std::vector<PropertyList> vhlo_property_lists(std::string_view op, OpKind kind);

}  // namespace partita::core::text::bytecode

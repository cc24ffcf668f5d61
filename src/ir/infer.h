// Result types, where the specification derives them from operands, attributes and regions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/program.h"

namespace partita::core::ir {

struct InferredTypes {
  enum class State {
    kKnown,    // types holds them
    kFree,     // the op's result type is its own choice (convert, iota, reshape, custom_call, …)
    kInvalid,  // the operands or attributes break a constraint; why says which
  };
  State state = State::kFree;
  std::vector<Type> types;
  std::string why;
  bool element_type = false;  // kInvalid because the op is not defined for an element type
};

// For an op that may not be built yet. `regions` may be empty where they do not matter.
InferredTypes infer_types(Context& context, OpKind kind, std::span<const Type> operands, AttrList attrs,
                          std::span<const Region* const> regions = {});

}  // namespace partita::core::ir

namespace partita::core {
using ir::InferredTypes;
}  // namespace partita::core

// Small checks shared by the rules. Messages are built only where something is wrong.
#pragma once

#include <algorithm>
#include <string>

#include "ir/type_rules.h"
#include "ir/views.h"

namespace partita::rules {

inline bool is_tensor(Type type) { return type && type.is_tensor(); }
bool all_tensors(std::span<const Type> types);
std::string describe(Type type);

// Every value in [0, limit), each once.
bool are_distinct_dims(Ints values, int64_t limit);
bool is_sorted(Ints values);
bool contains(Ints values, int64_t value);

// `type` with other dimensions; nothing where their product is too large or one is negative.
std::optional<Type> with_dims(Context& context, ElementType element, Ints dims);

// Returns from the rule where operand i is not a tensor.
#define RULE_WANT_TENSORS(f)                                                                   \
  do {                                                                                         \
    if (!::partita::rules::all_tensors((f).operands)) return broken("", "takes tensors only"); \
  } while (false)
#define RULE_REQUIRE(condition, label, ...)                           \
  do {                                                                \
    if (!(condition)) return broken(label, fmt::format(__VA_ARGS__)); \
  } while (false)

// The terminator's operand types, or nothing where the region has none.
std::optional<std::vector<Type>> returned_types(const Region& region);
// Whether a combiner takes 2n scalars of these element types (inputs, then accumulators) and returns n of them.
std::string combiner_problem(const Region& region, std::span<const Type> inputs);

}  // namespace partita::rules

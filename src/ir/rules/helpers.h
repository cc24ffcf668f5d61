// Small checks shared by the rules. Messages are built only where something is wrong, and nothing here takes more than
// about linear time: a rank or a list is as long as the text that wrote it.
#pragma once

#include <algorithm>
#include <string>

#include "ir/type_rules.h"
#include "ir/views.h"

namespace partita::core::ir::type_rules {

inline bool is_tensor(Type type) { return type && type.is_tensor(); }
inline bool is_scalar(Type type) { return is_tensor(type) && type.rank() == 0; }
inline bool is_scalar_of(Type type, ElementType element) { return is_scalar(type) && type.element() == element; }
// Of two tensors.
inline bool same_shape(Type a, Type b) { return a == b || std::ranges::equal(a.dims(), b.dims()); }
bool all_tensors(std::span<const Type> types);
std::string describe(Type type);

bool are_in_range(Ints values, int64_t limit);  // [0, limit)
bool are_unique(Ints values);
// Every value in [0, limit), each once.
bool are_distinct_dims(Ints values, int64_t limit);
bool is_sorted(Ints values);
std::vector<int64_t> joined(Ints first, Ints second);
// For every dimension whether it is one of `dims`, all of which are below `rank`.
std::vector<bool> marked(Ints dims, int64_t rank);

// A tensor type; nothing where the product of its dimensions is too large or one is negative.
std::optional<Type> with_dims(Context& context, ElementType element, Ints dims);

// Returns from the rule where an operand is not a tensor.
#define RULE_WANT_TENSORS(f)                                         \
  do {                                                               \
    if (!::partita::core::ir::type_rules::all_tensors((f).operands)) \
      return ::partita::core::ir::type_rules::not_a_tensor((f));     \
  } while (false)
#define RULE_REQUIRE(condition, label, ...)                               \
  do {                                                                    \
    if (!(condition)) return type_error(label, fmt::format(__VA_ARGS__)); \
  } while (false)
#define RULE_REQUIRE_ELEMENT(condition, label, ...)                               \
  do {                                                                            \
    if (!(condition)) return wrong_element_type(label, fmt::format(__VA_ARGS__)); \
  } while (false)

InferredTypes not_a_tensor(const OpFacts& f);

// Whether values of one element type may be taken to another without loss of kind: a body may compute wider.
bool is_promotable(ElementType from, ElementType to);

// What is wrong with source_target_pairs where there are any: each device a source once, a target once, none negative.
std::string pairs_problem(const OpFacts& f, std::string_view* label = nullptr);

// The terminator's operand types, or nothing where the region has none.
std::optional<std::vector<Type>> returned_types(const Region& region);
// Whether a combiner takes 2n scalars, E0 … En-1 twice, and returns E0 … En-1, to which the inputs' element types can
// be promoted. Empty where it does.
std::string combiner_problem(const Region& region, std::span<const Type> inputs);

}  // namespace partita::core::ir::type_rules

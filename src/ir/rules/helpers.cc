#include "ir/rules/helpers.h"

#include <fmt/format.h>

namespace partita::rules {

bool all_tensors(std::span<const Type> types) { return std::all_of(types.begin(), types.end(), is_tensor); }

std::string describe(Type type) { return type ? type.to_string() : "nothing"; }

bool are_distinct_dims(Ints values, int64_t limit) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] < 0 || values[i] >= limit) return false;
  }
  // At most `limit` distinct values pass the loop above, so a longer list repeats.
  if (static_cast<int64_t>(values.size()) > limit) return false;
  std::vector<bool> seen(static_cast<size_t>(limit));
  for (int64_t v : values) {
    if (seen[static_cast<size_t>(v)]) return false;
    seen[static_cast<size_t>(v)] = true;
  }
  return true;
}

bool is_sorted(Ints values) { return std::is_sorted(values.begin(), values.end()); }
bool contains(Ints values, int64_t value) { return std::find(values.begin(), values.end(), value) != values.end(); }

std::optional<Type> with_dims(Context& context, ElementType element, Ints dims) {
  if (!checked_element_count(dims)) return std::nullopt;
  return context.tensor(element, dims);
}

std::optional<std::vector<Type>> returned_types(const Region& region) {
  const Op* ret = region.terminator();
  if (ret == nullptr) return std::nullopt;
  std::vector<Type> types;
  for (int i = 0; i < ret->num_operands(); ++i) types.push_back(ret->operand(i)->type());
  return types;
}

std::string combiner_problem(const Region& region, std::span<const Type> inputs) {
  size_t n = inputs.size();
  if (region.num_arguments() != static_cast<int>(2 * n)) {
    return fmt::format("the body takes {} arguments, {} are wanted", region.num_arguments(), 2 * n);
  }
  std::optional<std::vector<Type>> results = returned_types(region);
  if (!results || results->size() != n) return fmt::format("the body must return {} values", n);
  for (size_t i = 0; i < n; ++i) {
    Type lhs = region.argument(static_cast<int>(i))->type();
    Type rhs = region.argument(static_cast<int>(n + i))->type();
    Type result = (*results)[i];
    if (!is_tensor(lhs) || !is_tensor(rhs) || !is_tensor(result) || lhs.rank() != 0 || rhs.rank() != 0 ||
        result.rank() != 0) {
      return "the body's arguments and results must be rank-0 tensors";
    }
    if (lhs.element() != result.element()) {
      return fmt::format("argument {} of the body is {}, its result is {}", i, lhs.to_string(), result.to_string());
    }
  }
  return {};
}

}  // namespace partita::rules

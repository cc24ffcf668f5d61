#include "ir/rules/helpers.h"

#include <fmt/format.h>

#include "ir/device_pairs.h"

namespace partita::core::ir::type_rules {

bool all_tensors(std::span<const Type> types) { return std::all_of(types.begin(), types.end(), is_tensor); }

std::string describe(Type type) { return type ? type.to_string() : "nothing"; }

InferredTypes not_a_tensor(const OpFacts& f) {
  auto first = std::find_if_not(f.operands.begin(), f.operands.end(), is_tensor);
  return type_error("",
                    fmt::format("takes tensors only, operand {} is {}", first - f.operands.begin(), describe(*first)));
}

bool are_in_range(Ints values, int64_t limit) {
  return std::ranges::all_of(values, [&](int64_t v) { return v >= 0 && v < limit; });
}

bool are_unique(Ints values) {
  std::vector<int64_t> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

bool are_distinct_dims(Ints values, int64_t limit) { return are_in_range(values, limit) && are_unique(values); }

bool is_sorted(Ints values) { return std::is_sorted(values.begin(), values.end()); }

std::vector<int64_t> joined(Ints first, Ints second) {
  std::vector<int64_t> out(first.begin(), first.end());
  out.insert(out.end(), second.begin(), second.end());
  return out;
}

std::vector<bool> marked(Ints dims, int64_t rank) {
  std::vector<bool> marks(rank);
  for (int64_t d : dims) marks[d] = true;
  return marks;
}

std::optional<Type> with_dims(Context& context, ElementType element, Ints dims) {
  if (!checked_element_count(dims)) return std::nullopt;
  return context.tensor(element, dims);
}

bool is_promotable(ElementType from, ElementType to) {
  bool integers = is_integer(from) && is_integer(to);
  return (integers || element_class(from) == element_class(to)) && bit_width(from) <= bit_width(to);
}

std::string pairs_problem(const OpFacts& f, std::string_view* label) {
  const Attr pairs = f.attr(AttrKey::kSourceTargetPairs);
  const std::optional<PairsProblem> problem = pairs ? problem_of_pairs(pairs) : std::nullopt;
  if (!problem) return {};
  if (label) *label = problem->constraint;
  return problem->text;
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
    Type lhs = region.argument(i)->type();
    Type rhs = region.argument(n + i)->type();
    Type result = (*results)[i];
    if (!is_scalar(lhs) || !is_scalar(rhs) || !is_scalar(result)) {
      return "the body's arguments and results must be scalars";
    }
    if (lhs != result || rhs != result) {
      return fmt::format("arguments {} and {} of the body are {} and {}, its result {} is {}", i, n + i,
                         lhs.to_string(), rhs.to_string(), i, result.to_string());
    }
    if (!is_promotable(inputs[i].element(), result.element())) {
      return fmt::format("the body computes in {}, which {} cannot be promoted to", mlir_spelling(result.element()),
                         describe(inputs[i]));
    }
  }
  return {};
}

}  // namespace partita::core::ir::type_rules

// dot_general and its kin.
#include <fmt/format.h>

#include <charconv>

#include "ir/rules/product.h"

namespace partita::core::ir {

using namespace type_rules;

namespace {

// The number after `name =` in the text of a dot_algorithm, or 1 where it is not there.
int64_t algorithm_number(std::string_view text, std::string_view name) {
  size_t at = text.find(name);
  if (at == std::string_view::npos) return 1;
  at = text.find_first_not_of(" =", at + name.size());
  int64_t number = 1;
  if (at != std::string_view::npos) std::from_chars(text.data() + at, text.data() + text.size(), number);
  return number;
}

std::optional<InferredTypes> algorithm_problem(const OpFacts& f) {
  Attr algorithm = f.attr(AttrKey::kAlgorithm);
  if (!algorithm) return std::nullopt;
  if (!algorithm.is(AttrKind::kOpaque) || algorithm.text().find('<') == std::string_view::npos) {
    return type_error("I8", "algorithm must be a #stablehlo.dot_algorithm<…>");
  }
  if (Attr config = f.attr(AttrKey::kPrecisionConfig)) {
    for (Attr a : config.elements()) {
      if (a.text() != "DEFAULT") return type_error("C21", "with an algorithm, precision_config must be DEFAULT");
    }
  }
  struct Count {
    std::string_view label, name;
  };
  for (const Count& count : {Count{"C22", "lhs_component_count"}, Count{"C23", "rhs_component_count"},
                             Count{"C24", "num_primitive_operations"}}) {
    int64_t number = algorithm_number(algorithm.text(), count.name);
    if (number <= 0) return type_error(count.label, fmt::format("{} must be positive, not {}", count.name, number));
  }
  return std::nullopt;
}

struct DotShape {
  std::vector<int64_t> dims;
  std::optional<InferredTypes> problem;
};

DotShape dot_shape(const OpFacts& f, Ints extra_rhs_dims = {}) {
  Type lhs = f.operands[0], rhs = f.operands[1];
  Ints lb = f.ints(AttrKey::kLhsBatchingDimensions), rb = f.ints(AttrKey::kRhsBatchingDimensions);
  Ints lc = f.ints(AttrKey::kLhsContractingDimensions), rc = f.ints(AttrKey::kRhsContractingDimensions);
  DotShape out;
  auto fail = [&](std::string_view label, std::string why) {
    out.problem = type_error(label, std::move(why));
    return out;
  };
  if (lb.size() != rb.size()) {
    return fail("C1", fmt::format("lhs has {} batching dimensions, rhs has {}", lb.size(), rb.size()));
  }
  if (lc.size() != rc.size()) {
    return fail("C2", fmt::format("lhs has {} contracting dimensions, rhs has {}", lc.size(), rc.size()));
  }
  std::vector<int64_t> left = joined(lb, lc), right = joined(joined(rb, rc), extra_rhs_dims);
  struct Range {
    std::string_view label, what;
    Ints dims;
    Type type;
  };
  for (const Range& range :
       {Range{"C5", "lhs_batching_dimensions", lb, lhs}, Range{"C6", "lhs_contracting_dimensions", lc, lhs},
        Range{"C7", "rhs_batching_dimensions", rb, rhs}, Range{"C8", "rhs_contracting_dimensions", rc, rhs}}) {
    if (are_in_range(range.dims, range.type.rank())) continue;
    return fail(range.label, fmt::format("{} must be dimensions of {}", range.what, describe(range.type)));
  }
  if (!are_unique(left)) return fail("C3", "batching and contracting dimensions of lhs must be distinct");
  if (!are_distinct_dims(right, rhs.rank())) {
    return fail("C4", "batching and contracting dimensions of rhs must be distinct");
  }
  for (size_t i = 0; i < lb.size(); ++i) {
    int64_t a = lhs.dim(lb[i]), b = rhs.dim(rb[i]);
    if (a != b) {
      return fail("C9", fmt::format("batching dimension {} of lhs is {}, {} of rhs is {}", lb[i], a, rb[i], b));
    }
    out.dims.push_back(a);
  }
  for (size_t i = 0; i < lc.size(); ++i) {
    int64_t a = lhs.dim(lc[i]), b = rhs.dim(rc[i]);
    if (a != b) {
      return fail("C10", fmt::format("contracting dimension {} of lhs is {}, {} of rhs is {}", lc[i], a, rc[i], b));
    }
  }
  auto add_free = [&](Type type, Ints taken) {
    std::vector<bool> marks = marked(taken, type.rank());
    for (size_t d = 0; d < marks.size(); ++d) {
      if (!marks[d]) out.dims.push_back(type.dims()[d]);
    }
  };
  add_free(lhs, left);
  add_free(rhs, right);
  return out;
}

// Sizes of the dimensions of lhs that come before the ragged one: batching dimensions, then those of its own kind.
std::vector<int64_t> group_prefix(const OpFacts& f, int64_t ragged) {
  Type lhs = f.operands[0];
  Ints batching = f.ints(AttrKey::kLhsBatchingDimensions), contracting = f.ints(AttrKey::kLhsContractingDimensions);
  std::vector<int64_t> order(batching.begin(), batching.end());
  if (contains(contracting, ragged)) {
    order = joined(batching, contracting);
  } else if (!contains(batching, ragged)) {
    std::vector<bool> taken = marked(joined(batching, contracting), lhs.rank());
    for (size_t d = 0; d < taken.size(); ++d) {
      if (!taken[d]) order.push_back(static_cast<int64_t>(d));
    }
  }
  std::vector<int64_t> sizes;
  for (int64_t d : order) {
    if (d == ragged) break;
    sizes.push_back(lhs.dim(d));
  }
  return sizes;
}

}  // namespace

InferredTypes rule_dot_general(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (std::string why = precision_problem(f); !why.empty()) return type_error("C11", why);
  if (auto problem = algorithm_problem(f)) return *problem;
  DotShape shape = dot_shape(f);
  if (shape.problem) return *shape.problem;
  return finish_product(f, wider(f.operands[0], f.operands[1]), shape.dims, {"C12", "C13"});
}

// Operands: lhs, rhs, and the scales of each, one for every block of elements along each dimension.
InferredTypes rule_scaled_dot(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  DotShape shape = dot_shape(f);
  if (shape.problem) return *shape.problem;
  for (size_t side = 0; side < 2; ++side) {
    Type operand = f.operands[side], scale = f.operands[side + 2];
    bool fits = scale.rank() == 0 || scale.rank() == operand.rank();
    for (int d = 0; fits && d < scale.rank(); ++d) {
      fits = scale.dim(d) == 0 ? operand.dim(d) == 0 : operand.dim(d) % scale.dim(d) == 0;
    }
    RULE_REQUIRE(fits, "", "scales {} do not divide {} into blocks", describe(scale), describe(operand));
  }
  return finish_product(f, ElementType::kBF16, shape.dims, {});
}

// Mode 1: the ragged dimension is free in lhs, rhs has a group dimension: [b, m, k], [g, b, k, n] -> [b, m, n]
// Mode 2: it is contracting: the result has a group dimension in front: [g, b, m, n].  Mode 3: it is a batch dimension.
InferredTypes rule_ragged_dot(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (std::string why = precision_problem(f); !why.empty()) return type_error("", why);
  Ints ragged = f.ints(AttrKey::kLhsRaggedDimensions), group = f.ints(AttrKey::kRhsGroupDimensions);
  Ints lb = f.ints(AttrKey::kLhsBatchingDimensions), lc = f.ints(AttrKey::kLhsContractingDimensions);
  Type lhs = f.operands[0], rhs = f.operands[1], sizes = f.operands[2];
  RULE_REQUIRE(ragged.size() == 1, "", "exactly one lhs_ragged_dimension is wanted, not {}", ragged.size());
  RULE_REQUIRE(ragged[0] >= 0 && ragged[0] < lhs.rank(), "", "lhs_ragged_dimension {} is not a dimension of {}",
               ragged[0], describe(lhs));
  RULE_REQUIRE_ELEMENT(is_integer(sizes.element()), "", "group_sizes must be integers, not {}", describe(sizes));
  RULE_REQUIRE(sizes.rank() >= 1, "", "group_sizes must have rank 1 at least");
  int64_t groups = sizes.dims().back();
  bool contracting = contains(lc, ragged[0]), batch = contains(lb, ragged[0]);
  if (contracting || batch) {
    RULE_REQUIRE(group.empty(), "",
                 "rhs_group_dimensions must be empty where the ragged dimension is contracting or batching");
  } else {
    RULE_REQUIRE(group.size() == 1, "", "one rhs_group_dimension is wanted, not {}", group.size());
    RULE_REQUIRE(are_in_range(group, rhs.rank()) && rhs.dim(group[0]) == groups, "",
                 "the group dimension of {} must have size {}", describe(rhs), groups);
  }
  DotShape shape = dot_shape(f, group);
  if (shape.problem) return *shape.problem;
  if (sizes.rank() > 1) {
    std::vector<int64_t> want = group_prefix(f, ragged[0]);
    want.push_back(groups);
    RULE_REQUIRE(std::ranges::equal(sizes.dims(), want), "",
                 "group_sizes {} must have one size per group, or that for each position before the ragged dimension",
                 describe(sizes));
  }
  if (contracting) shape.dims.insert(shape.dims.begin(), groups);
  return finish_product(f, lhs.element(), shape.dims, {});
}

}  // namespace partita::core::ir

// dot_general and its kin, convolution.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita {

using namespace rules;

namespace {

// The result's element type is the program's choice (XLA's preferred_element_type): any number type but no mixing of
// complex with real.
bool may_accumulate_in(ElementType operand, ElementType result) { return is_complex(operand) == is_complex(result); }

std::string precision_problem(const OpFacts& f) {
  Attr config = f.attr(AttrKey::kPrecisionConfig);
  if (!config) return {};
  size_t count = config.elements().size();
  if (count != 0 && count != 2) return fmt::format("precision_config has {} entries, not 2", count);
  for (Attr a : config.elements()) {
    std::string_view t = a.text();
    if (t != "DEFAULT" && t != "HIGH" && t != "HIGHEST" && t != "PACKED_NIBBLE") {
      return fmt::format("{} is no precision; DEFAULT, HIGH and HIGHEST are", t);
    }
  }
  return {};
}

struct DotShape {
  std::vector<int64_t> dims;
  InferredTypes problem;
  bool ok = false;
};

DotShape dot_shape(const OpFacts& f, Ints extra_rhs_dims = {}) {
  Type lhs = f.operands[0], rhs = f.operands[1];
  Ints lb = f.ints(AttrKey::kLhsBatchingDimensions), rb = f.ints(AttrKey::kRhsBatchingDimensions);
  Ints lc = f.ints(AttrKey::kLhsContractingDimensions), rc = f.ints(AttrKey::kRhsContractingDimensions);
  DotShape out;
  auto fail = [&](std::string_view label, std::string why) {
    out.problem = broken(label, std::move(why));
    return out;
  };
  if (lb.size() != rb.size()) return fail("C1", "lhs and rhs must have as many batching dimensions");
  if (lc.size() != rc.size()) return fail("C2", "lhs and rhs must have as many contracting dimensions");
  std::vector<int64_t> left(lb.begin(), lb.end()), right(rb.begin(), rb.end());
  left.insert(left.end(), lc.begin(), lc.end());
  right.insert(right.end(), rc.begin(), rc.end());
  right.insert(right.end(), extra_rhs_dims.begin(), extra_rhs_dims.end());
  if (!are_distinct_dims(left, lhs.rank()))
    return fail("C3", fmt::format("batching and contracting dimensions of lhs must be distinct and those of {}",
                                  describe(lhs)));
  if (!are_distinct_dims(right, rhs.rank()))
    return fail("C4", fmt::format("batching and contracting dimensions of rhs must be distinct and those of {}",
                                  describe(rhs)));
  for (size_t i = 0; i < lb.size(); ++i) {
    int64_t a = lhs.dim(static_cast<int>(lb[i])), b = rhs.dim(static_cast<int>(rb[i]));
    if (a != b)
      return fail("C9", fmt::format("batching dimension {} of lhs is {}, {} of rhs is {}", lb[i], a, rb[i], b));
    out.dims.push_back(a);
  }
  for (size_t i = 0; i < lc.size(); ++i) {
    int64_t a = lhs.dim(static_cast<int>(lc[i])), b = rhs.dim(static_cast<int>(rc[i]));
    if (a != b)
      return fail("C10", fmt::format("contracting dimension {} of lhs is {}, {} of rhs is {}", lc[i], a, rc[i], b));
  }
  for (int d = 0; d < lhs.rank(); ++d) {
    if (!contains(left, d)) out.dims.push_back(lhs.dim(d));
  }
  for (int d = 0; d < rhs.rank(); ++d) {
    if (!contains(right, d)) out.dims.push_back(rhs.dim(d));
  }
  out.ok = true;
  return out;
}

InferredTypes finish_dot(const OpFacts& f, ElementType otherwise, const std::vector<int64_t>& dims) {
  ElementType element = f.inferring || !is_tensor(f.results[0]) ? otherwise : f.results[0].element();
  RULE_REQUIRE(may_accumulate_in(f.operands[0].element(), element), "C13", "complex and real numbers cannot be mixed");
  auto type = with_dims(f.context, element, dims);
  RULE_REQUIRE(type, "C12", "the result is too large");
  return known(*type);
}

}  // namespace

InferredTypes rule_dot_general(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (std::string why = precision_problem(f); !why.empty()) return broken("C11", why);
  DotShape shape = dot_shape(f);
  if (!shape.ok) return shape.problem;
  // XLA multiplies mixed operand types; the wider one is what the product is inferred in.
  ElementType a = f.operands[0].element(), b = f.operands[1].element();
  return finish_dot(f, bit_width(b) > bit_width(a) ? b : a, shape.dims);
}

InferredTypes rule_scaled_dot(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  DotShape shape = dot_shape(f);
  if (!shape.ok) return shape.problem;
  return finish_dot(f, ElementType::kBF16, shape.dims);
}

// Mode 1: the ragged dimension is free in lhs, rhs has a group dimension: [b, m, k], [g, b, k, n] -> [b, m, n]
// Mode 2: it is contracting: the result has a group dimension in front: [g, b, m, n].  Mode 3: it is a batch dimension.
InferredTypes rule_ragged_dot(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (std::string why = precision_problem(f); !why.empty()) return broken("C11", why);
  Ints ragged = f.ints(AttrKey::kLhsRaggedDimensions), group = f.ints(AttrKey::kRhsGroupDimensions);
  Type lhs = f.operands[0], sizes = f.operands[2];
  RULE_REQUIRE(ragged.size() == 1, "", "exactly one lhs_ragged_dimension is wanted");
  RULE_REQUIRE(ragged[0] >= 0 && ragged[0] < lhs.rank(), "", "lhs_ragged_dimension {} is out of range", ragged[0]);
  RULE_REQUIRE(is_integer(sizes.element()) && sizes.rank() >= 1, "", "group_sizes must be a tensor of integers");
  int64_t groups = sizes.dim(sizes.rank() - 1);
  bool contracting = contains(f.ints(AttrKey::kLhsContractingDimensions), ragged[0]);
  bool batch = contains(f.ints(AttrKey::kLhsBatchingDimensions), ragged[0]);
  if (contracting || batch) {
    RULE_REQUIRE(group.empty(), "",
                 "rhs_group_dimensions must be empty where the ragged dimension is contracting or batching");
  } else {
    RULE_REQUIRE(group.size() == 1, "", "one rhs_group_dimension is wanted");
    RULE_REQUIRE(
        group[0] >= 0 && group[0] < f.operands[1].rank() && f.operands[1].dim(static_cast<int>(group[0])) == groups, "",
        "the group dimension of rhs must have size {}", groups);
  }
  DotShape shape = dot_shape(f, group);
  if (!shape.ok) return shape.problem;
  if (contracting) shape.dims.insert(shape.dims.begin(), groups);
  return finish_dot(f, lhs.element(), shape.dims);
}

InferredTypes rule_convolution(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type lhs = f.operands[0], rhs = f.operands[1];
  RULE_REQUIRE(lhs.rank() == rhs.rank(), "C1", "lhs and rhs have different ranks");
  RULE_REQUIRE(lhs.rank() >= 2, "C1", "lhs and rhs have a batch and a feature dimension at least");
  if (std::string why = precision_problem(f); !why.empty()) return broken("C26", why);
  size_t n = static_cast<size_t>(lhs.rank()) - 2;
  struct List {
    AttrKey key;
    size_t size;
    int64_t least;
    std::string_view label;
  };
  for (const List& list : {List{AttrKey::kWindowStrides, n, 1, "C2"}, List{AttrKey::kLhsDilation, n, 1, "C5"},
                           List{AttrKey::kRhsDilation, n, 1, "C7"}, List{AttrKey::kWindowReversal, n, 0, "C9"},
                           List{AttrKey::kPadding, 2 * n, INT64_MIN, "C4"}}) {
    if (!f.has(list.key)) continue;
    Ints values = f.ints(list.key);
    RULE_REQUIRE(values.size() == list.size, list.label, "{} has {} entries, {} are wanted", attr_key_text(list.key),
                 values.size(), list.size);
    RULE_REQUIRE(std::ranges::all_of(values, [&](int64_t v) { return v >= list.least; }), list.label,
                 "{} must be at least {}", attr_key_text(list.key), list.least);
  }
  struct Numbers {
    int64_t first, second;
    Ints spatial;
    std::string_view label, what;
  };
  Numbers sides[] = {
      {f.integer(AttrKey::kInputBatchDimension), f.integer(AttrKey::kInputFeatureDimension),
       f.ints(AttrKey::kInputSpatialDimensions), "C13", "input"},
      {f.integer(AttrKey::kKernelInputFeatureDimension), f.integer(AttrKey::kKernelOutputFeatureDimension),
       f.ints(AttrKey::kKernelSpatialDimensions), "C18", "kernel"},
      {f.integer(AttrKey::kOutputBatchDimension), f.integer(AttrKey::kOutputFeatureDimension),
       f.ints(AttrKey::kOutputSpatialDimensions), "C20", "output"}};
  for (const Numbers& side : sides) {
    std::vector<int64_t> all = {side.first, side.second};
    all.insert(all.end(), side.spatial.begin(), side.spatial.end());
    RULE_REQUIRE(all.size() == n + 2 && are_distinct_dims(all, lhs.rank()), side.label,
                 "the {} dimension numbers must be 0 to {}, each once", side.what, n + 1);
  }
  int64_t feature_groups = f.integer(AttrKey::kFeatureGroupCount, 1),
          batch_groups = f.integer(AttrKey::kBatchGroupCount, 1);
  RULE_REQUIRE(feature_groups >= 1, "C21", "feature_group_count must be positive");
  RULE_REQUIRE(batch_groups >= 1, "C22", "batch_group_count must be positive");
  RULE_REQUIRE(feature_groups == 1 || batch_groups == 1, "C23", "feature_group_count or batch_group_count must be 1");
  int64_t batch = lhs.dim(static_cast<int>(sides[0].first)), features = lhs.dim(static_cast<int>(sides[0].second));
  int64_t kernel_in = rhs.dim(static_cast<int>(sides[1].first)),
          kernel_out = rhs.dim(static_cast<int>(sides[1].second));
  RULE_REQUIRE(batch % batch_groups == 0, "C10", "the batch of {} is not a multiple of batch_group_count", batch);
  RULE_REQUIRE(features % feature_groups == 0, "C11",
               "the features of lhs, {}, are not a multiple of feature_group_count", features);
  RULE_REQUIRE(kernel_in == features / feature_groups, "C14", "the kernel's input features are {}, {} are wanted",
               kernel_in, features / feature_groups);
  RULE_REQUIRE(kernel_out % batch_groups == 0, "C15",
               "the kernel's output features, {}, are not a multiple of batch_group_count", kernel_out);
  RULE_REQUIRE(kernel_out % feature_groups == 0, "C16",
               "the kernel's output features, {}, are not a multiple of feature_group_count", kernel_out);
  std::vector<int64_t> dims(n + 2);
  dims[static_cast<size_t>(sides[2].first)] = batch / batch_groups;
  dims[static_cast<size_t>(sides[2].second)] = kernel_out;
  auto entry = [&](AttrKey key, size_t i, int64_t otherwise) {
    Ints values = f.ints(key);
    return i < values.size() ? values[i] : otherwise;
  };
  for (size_t i = 0; i < n; ++i) {
    WindowDim w{.size = rhs.dim(static_cast<int>(sides[1].spatial[i])),
                .stride = entry(AttrKey::kWindowStrides, i, 1),
                .padding_low = entry(AttrKey::kPadding, 2 * i, 0),
                .padding_high = entry(AttrKey::kPadding, 2 * i + 1, 0),
                .base_dilation = entry(AttrKey::kLhsDilation, i, 1),
                .window_dilation = entry(AttrKey::kRhsDilation, i, 1)};
    auto size = checked_window_output_size(lhs.dim(static_cast<int>(sides[0].spatial[i])), w);
    RULE_REQUIRE(size, "C25", "spatial dimension {} would be too large", i);
    dims[static_cast<size_t>(sides[2].spatial[i])] = *size;
  }
  return finish_dot(f, bit_width(rhs.element()) > bit_width(lhs.element()) ? rhs.element() : lhs.element(), dims);
}

}  // namespace partita

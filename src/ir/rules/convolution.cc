// Convolution.
#include <fmt/format.h>

#include "ir/rules/product.h"

namespace partita::core::ir {

using namespace type_rules;

InferredTypes rule_convolution(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type lhs = f.operands[0], rhs = f.operands[1];
  RULE_REQUIRE(lhs.rank() == rhs.rank(), "C1", "lhs {} and rhs {} have different ranks", describe(lhs), describe(rhs));
  RULE_REQUIRE(lhs.rank() >= 2, "C1", "lhs and rhs have a batch and a feature dimension at least");
  if (std::string why = precision_problem(f); !why.empty()) return type_error("C24", why);
  size_t n = static_cast<size_t>(lhs.rank()) - 2;
  struct List {
    AttrKey key;
    size_t size;
    int64_t least;
    std::string_view size_label, value_label;
  };
  for (const List& list :
       {List{AttrKey::kWindowStrides, n, 1, "C2", "C3"}, List{AttrKey::kPadding, 2 * n, INT64_MIN, "C4", "C4"},
        List{AttrKey::kLhsDilation, n, 1, "C5", "C6"}, List{AttrKey::kRhsDilation, n, 1, "C7", "C8"},
        List{AttrKey::kWindowReversal, n, INT64_MIN, "C9", "C9"}}) {
    if (!f.has(list.key)) continue;
    Ints values = f.ints(list.key);
    RULE_REQUIRE(values.size() == list.size, list.size_label, "{} has {} entries, {} are wanted",
                 attr_key_text(list.key), values.size(), list.size);
    RULE_REQUIRE(std::ranges::all_of(values, [&](int64_t v) { return v >= list.least; }), list.value_label,
                 "{} must be at least {}", attr_key_text(list.key), list.least);
  }
  struct Numbers {
    int64_t first, second;
    Ints spatial;
    std::string_view size_label, value_label, what;
  };
  const Numbers sides[] = {
      {f.integer(AttrKey::kInputBatchDimension), f.integer(AttrKey::kInputFeatureDimension),
       f.ints(AttrKey::kInputSpatialDimensions), "C12", "C13", "input"},
      {f.integer(AttrKey::kKernelInputFeatureDimension), f.integer(AttrKey::kKernelOutputFeatureDimension),
       f.ints(AttrKey::kKernelSpatialDimensions), "C17", "C18", "kernel"},
      {f.integer(AttrKey::kOutputBatchDimension), f.integer(AttrKey::kOutputFeatureDimension),
       f.ints(AttrKey::kOutputSpatialDimensions), "C19", "C20", "output"}};
  for (const Numbers& side : sides) {
    RULE_REQUIRE(side.spatial.size() == n, side.size_label, "there are {} {} spatial dimensions, {} are wanted",
                 side.spatial.size(), side.what, n);
    const int64_t pair[] = {side.first, side.second};
    RULE_REQUIRE(are_distinct_dims(joined(pair, side.spatial), lhs.rank()), side.value_label,
                 "the {} dimension numbers must be 0 to {}, each once", side.what, n + 1);
  }
  int64_t feature_groups = f.integer(AttrKey::kFeatureGroupCount, 1),
          batch_groups = f.integer(AttrKey::kBatchGroupCount, 1);
  RULE_REQUIRE(feature_groups >= 1, "C21", "feature_group_count must be positive, not {}", feature_groups);
  RULE_REQUIRE(batch_groups >= 1, "C22", "batch_group_count must be positive, not {}", batch_groups);
  RULE_REQUIRE(feature_groups == 1 || batch_groups == 1, "C23", "feature_group_count or batch_group_count must be 1");
  int64_t batch = lhs.dim(sides[0].first), features = lhs.dim(sides[0].second);
  int64_t kernel_in = rhs.dim(sides[1].first), kernel_out = rhs.dim(sides[1].second);
  RULE_REQUIRE(batch % batch_groups == 0, "C10", "the batch of {} is not a multiple of batch_group_count {}", batch,
               batch_groups);
  RULE_REQUIRE(features % feature_groups == 0, "C11",
               "the features of lhs, {}, are not a multiple of feature_group_count {}", features, feature_groups);
  RULE_REQUIRE(kernel_in == features / feature_groups, "C14", "the kernel's input features are {}, {} are wanted",
               kernel_in, features / feature_groups);
  RULE_REQUIRE(kernel_out % batch_groups == 0, "C15",
               "the kernel's output features, {}, are not a multiple of batch_group_count {}", kernel_out,
               batch_groups);
  RULE_REQUIRE(kernel_out % feature_groups == 0, "C16",
               "the kernel's output features, {}, are not a multiple of feature_group_count {}", kernel_out,
               feature_groups);
  std::vector<int64_t> dims(n + 2);
  dims[sides[2].first] = batch / batch_groups;
  dims[sides[2].second] = kernel_out;
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
    auto size = checked_window_output_size(lhs.dim(sides[0].spatial[i]), w);
    RULE_REQUIRE(size, "C25", "spatial dimension {} would be too large", i);
    dims[sides[2].spatial[i]] = *size;
  }
  return finish_product(f, wider(lhs, rhs), dims, {"C25", "C27"});
}

}  // namespace partita::core::ir

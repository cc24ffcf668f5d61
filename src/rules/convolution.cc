// Convolution: a product over features, and a window (or a product) over each spatial dimension.
//
//   images 8x32x32x3, kernel 3x3x3x16 -> 8x32x32x16        a b c d, e f d g -> a b c g    b, c windows; d, e, f reduced
//   two groups of features, 8x9x4, kernel 3x2x6 -> 8x9x6   a b (g i), c i (g o) -> a b (g o)
//   gradient of a kernel (its window larger than its result): lhs and kernel share the spatial dimension, reduced
//
// Spatial dimensions that are none: einsums reach a compiler as convolutions too.
#include "ir/views.h"
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {
namespace {

struct Spatial {
  int64_t lhs, kernel, result;  // sizes
  WindowDim window;
};

// Tap j of output o reads lhs element o and is j = o: a batch dimension in disguise (window n, stride n-1, lhs dilation
// n, and whatever else comes to the same).
bool is_batch(const Spatial& s) {
  constexpr int64_t kMaxSize = 4096;
  int64_t n = s.lhs;
  if (n < 2 || n > kMaxSize || s.kernel != n || s.result != n || s.window.reversal) return false;
  const WindowDim& w = s.window;
  for (int64_t o = 0; o < n; ++o) {
    for (int64_t j = 0; j < n; ++j) {
      int64_t at = o * w.stride + j * w.window_dilation - w.padding_low;
      bool reads = at >= 0 && at % w.base_dilation == 0 && at / w.base_dilation < n;
      if (reads != (j == o)) return false;
      if (reads && at / w.base_dilation != o) return false;
    }
  }
  return true;
}

bool is_plain(const WindowDim& w) { return w.stride == 1 && w.base_dilation == 1 && w.window_dilation == 1; }
bool has_padding(const WindowDim& w) { return w.padding_low != 0 || w.padding_high != 0; }

// Every kernel element meets the one lhs element once, in order.
bool is_kernel_only(const Spatial& s) {
  const WindowDim& w = s.window;
  return s.lhs == 1 && s.kernel > 1 && s.result == s.kernel && is_plain(w) && w.reversal &&
         w.padding_low == s.kernel - 1 && w.padding_high == s.kernel - 1;
}

void add_spatial(RuleBuilder& make, RuleBuilder::Place lhs, RuleBuilder::Place kernel, RuleBuilder::Place result,
                 const WindowDim& window, ReductionKind sum) {
  Spatial s{make.size(lhs), make.size(kernel), make.size(result), window};
  if (is_batch(s)) {
    make.share({lhs, kernel, result});
  } else if (is_kernel_only(s)) {
    make.share({kernel, result});
  } else if (s.kernel == 1) {
    bool pass = is_plain(window) && !has_padding(window);
    make.share({lhs, result}, pass ? FactorKind::kPass : FactorKind::kWindow);
  } else if (s.kernel > s.result) {
    make.put({lhs, kernel}, make.reduce(s.kernel, sum));
  } else {
    make.share({lhs, result}, FactorKind::kWindow);
    make.put(kernel, make.reduce(s.kernel, sum));
  }
}

// `groups` of `each` in these dimensions.
void put_grouped(RuleBuilder& make, RuleBuilder::Places places, int groups, int each) {
  for (RuleBuilder::Place place : places) {
    make.put(place, groups);
    if (make.at(each).size != 1) make.put(place, each);
  }
}

}  // namespace

Rule rule_convolution(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  ConvDims dims = conv_dims(op);
  int result = make.result();
  ReductionKind sum = sum_of(make.type(result).element());
  RuleBuilder::Place lhs_batch{0, dims.input_batch}, lhs_feature{0, dims.input_feature};
  RuleBuilder::Place kernel_in{1, dims.kernel_input_feature}, kernel_out{1, dims.kernel_output_feature};
  RuleBuilder::Place result_batch{result, dims.output_batch}, result_feature{result, dims.output_feature};

  if (dims.batch_group_count > 1) {
    int groups = make.factor(dims.batch_group_count);
    int batch = make.factor(make.size(result_batch));
    int out = make.factor(make.size(kernel_out) / dims.batch_group_count);
    put_grouped(make, {lhs_batch}, groups, batch);
    put_grouped(make, {kernel_out, result_feature}, groups, out);
    make.put(result_batch, batch);
    make.put({lhs_feature, kernel_in}, make.reduce(make.size(lhs_feature), sum));
  } else if (dims.feature_group_count > 1) {
    make.share({lhs_batch, result_batch});
    int groups = make.factor(dims.feature_group_count);
    int out = make.factor(make.size(kernel_out) / dims.feature_group_count);
    int in = make.reduce(make.size(kernel_in), sum);
    put_grouped(make, {lhs_feature}, groups, in);
    put_grouped(make, {kernel_out, result_feature}, groups, out);
    make.put(kernel_in, in);
  } else {
    make.share({lhs_batch, result_batch});
    make.share({kernel_out, result_feature});
    make.put({lhs_feature, kernel_in}, make.reduce(make.size(lhs_feature), sum));
  }
  std::vector<WindowDim> windows = window_of(op);
  for (size_t i = 0; i < windows.size(); ++i) {
    add_spatial(make, {0, dims.input_spatial[i]}, {1, dims.kernel_spatial[i]}, {result, dims.output_spatial[i]},
                windows[i], sum);
  }
  make.linear(0b01);
  make.linear(0b10);
  return make.finish();
}

}  // namespace partita::core::rules

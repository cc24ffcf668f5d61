// Windows that slide over an operand.
//
//   reduce_window 8x32x32, window 1x2x2, stride 2 -> 8x16x16        a b c, -> a b c         b, c windows
//   all of the dimension in one window, 8x32 -> 8x1                 a b, -> a 1             reduce b
//   select_and_scatter 8x32x32, 8x16x16 -> 8x32x32                  a b c, a b c, -> a b c  b, c windows
#include <algorithm>

#include "ir/views.h"
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {
namespace {

bool is_trivial(const WindowDim& w) {
  return w.size == 1 && w.stride == 1 && w.padding_low == 0 && w.padding_high == 0 && w.base_dilation == 1;
}

// A reduction in disguise: the one window there is has every element just once. (Nothing may be padded along any
// dimension: padding counts with each element of the window.)
bool covers_dimension(const WindowDim& w, int64_t from, int64_t to) {
  return to == 1 && from > 1 && w.size == from && w.window_dilation == 1;
}
bool is_padded(const WindowDim& w) { return w.padding_low != 0 || w.padding_high != 0 || w.base_dilation != 1; }

}  // namespace

Rule rule_reduce_window(const Op& op, const RuleFacts& facts) {
  RuleBuilder make(op);
  int inputs = num_inputs(op);
  std::vector<WindowDim> windows = window_of(op);
  std::optional<ReductionKind> kind = reduction_of(facts.combiner, make.type(0).element());
  bool padded = std::any_of(windows.begin(), windows.end(), is_padded);
  for (int d = 0; d < make.rank(0); ++d) {
    const WindowDim& w = windows[d];
    int64_t from = make.size({0, d}), to = make.size({make.result(), d});
    bool covers_all = !padded && covers_dimension(w, from, to);
    int f = covers_all ? make.reduce(from, kind)
                       : make.factor(from, is_trivial(w) ? FactorKind::kPass : FactorKind::kWindow);
    for (int i = 0; i < inputs; ++i) {
      make.put({i, d}, f);
      if (!covers_all) make.put({make.result(i), d}, f);
    }
  }
  if (facts.combiner == OpKind::kAdd && 2 * inputs <= 64) {
    if (facts.zero_init) make.linear(operand_bits(0, inputs));
    make.linear(operand_bits(0, 2 * inputs));
  }
  return make.finish();
}

Rule rule_select_and_scatter(const Op& op, const RuleFacts& facts) {
  RuleBuilder make(op);
  std::vector<WindowDim> windows = window_of(op);
  for (int d = 0; d < make.rank(0); ++d) {
    bool trivial = is_trivial(windows[d]);
    make.share({{0, d}, {1, d}, {make.result(), d}}, trivial ? FactorKind::kPass : FactorKind::kWindow);
  }
  if (facts.combiner == OpKind::kAdd) {
    if (facts.zero_init) make.linear(0b010);
    make.linear(0b110);
  }
  return make.finish();
}

}  // namespace partita::core::rules

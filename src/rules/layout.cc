// Layout: the same elements in another arrangement.
//
//   transpose 4x8 -> 8x4                     a b -> b a
//   reshape 12x5 -> 3x20                     (a b) c -> a (b c)             a=3, b=4, c=5
//   reshape 6x4x7 -> 4x6x7                   (a b) (c d) e -> (a f) (g d) e, where a, d, e pass; b, c, f, g stay apart
//   reshape 3x4 -> 2x6                       a (b c) -> a (d c)             a is a window: 3 rows of 4 are 2 of 6
//
// A reshape is cut into intervals, the shortest runs of dimensions with equal products. In an interval dimensions share
// what divides both, from the major end and, where that stops, from the minor end.
#include <algorithm>
#include <numeric>

#include "ir/views.h"
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {
namespace {

// A dimension of one side of a reshape: how much of it has no factor yet, and the factors it has.
struct Piece {
  int dim;
  int64_t left;
  std::vector<int> major, minor;  // minor in the order found: the last is the most major of them
};

class Reshape {
 public:
  Reshape(RuleBuilder& make, int from, int to) : make_(make), tensors_{from, to} {}

  void run() {
    for (int side = 0; side < 2; ++side) {
      for (int d = 0; d < make_.rank(tensors_[side]); ++d) {
        int64_t size = make_.size({tensors_[side], d});
        if (size != 1) dims_[side].push_back({d, size, {}, {}});
      }
    }
    if (make_.type(tensors_[0]).num_elements() == 0) return match_empty();
    size_t begin[2] = {0, 0};
    while (begin[0] < dims_[0].size() && begin[1] < dims_[1].size()) {
      size_t end[2] = {begin[0] + 1, begin[1] + 1};
      int64_t product[2] = {dims_[0][begin[0]].left, dims_[1][begin[1]].left};
      while (product[0] != product[1]) {
        int behind = product[0] < product[1] ? 0 : 1;
        product[behind] *= dims_[behind][end[behind]++].left;
      }
      match_interval({&dims_[0][begin[0]], end[0] - begin[0]}, {&dims_[1][begin[1]], end[1] - begin[1]});
      begin[0] = end[0];
      begin[1] = end[1];
    }
  }

 private:
  // Which elements of nothing correspond is not defined; equal dimensions in front and at the back do.
  void match_empty() {
    auto& [from, to] = dims_;
    size_t shorter = std::min(from.size(), to.size()), front = 0, back = 0;
    while (front < shorter && from[front].left == to[front].left) {
      make_.share({{tensors_[0], from[front].dim}, {tensors_[1], to[front].dim}});
      ++front;
    }
    while (front + back < shorter && from[from.size() - 1 - back].left == to[to.size() - 1 - back].left) {
      make_.share({{tensors_[0], from[from.size() - 1 - back].dim}, {tensors_[1], to[to.size() - 1 - back].dim}});
      ++back;
    }
  }

  void match_interval(std::span<Piece> from, std::span<Piece> to) {
    size_t i = 0, j = 0;
    while (i < from.size() && j < to.size()) {
      int64_t common = std::gcd(from[i].left, to[j].left);
      if (common == 1) break;
      int f = make_.factor(common);
      from[i].major.push_back(f);
      to[j].major.push_back(f);
      from[i].left /= common;
      to[j].left /= common;
      // With something left on both sides the next digits do not line up.
      if (from[i].left != 1 && to[j].left != 1) break;
      if (from[i].left == 1) ++i;
      if (to[j].left == 1) ++j;
    }
    // Coprime from the start: the parts of the one lie across those of the other, in order.
    bool window = i == 0 && j == 0 && from[0].major.empty();
    if (window) {
      int f = make_.factor(from[0].left, FactorKind::kWindow);
      from[0].major.push_back(f);
      to[0].major.push_back(f);
      from[0].left = to[0].left = 1;
    }
    size_t first_i = window ? 1 : i, first_j = window ? 1 : j;
    for (size_t a = from.size(), b = to.size(); a > first_i && b > first_j;) {
      Piece& x = from[a - 1];
      Piece& y = to[b - 1];
      int64_t common = std::gcd(x.left, y.left);
      if (common == 1) break;
      int f = make_.factor(common);
      x.minor.push_back(f);
      y.minor.push_back(f);
      x.left /= common;
      y.left /= common;
      if (x.left != 1 && y.left != 1) break;
      if (x.left == 1) --a;
      if (y.left == 1) --b;
    }
    for (Piece& piece : from) place(0, piece);
    for (Piece& piece : to) place(1, piece);
  }

  void place(int side, const Piece& piece) {
    RuleBuilder::Place place{tensors_[side], piece.dim};
    for (int f : piece.major) make_.put(place, f);
    if (piece.left != 1) make_.put(place, make_.factor(piece.left, FactorKind::kWhole, false));
    std::for_each(piece.minor.rbegin(), piece.minor.rend(), [&](int f) { make_.put(place, f); });
  }

  RuleBuilder& make_;
  int tensors_[2];
  std::vector<Piece> dims_[2];
};

}  // namespace

Rule rule_reshape(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kFormatting);
  Reshape(make, 0, make.result()).run();
  make.linear(0b1);
  return make.finish();
}

// The same bytes under another type. How the layouts differ is not known, so only dimensions that
// correspond in row-major order are related.
Rule rule_bitcast(const Op& op, const RuleFacts& facts) {
  Type from = op.operand(0)->type(), to = op.result()->type();
  bool same_width = bit_width(from.element()) == bit_width(to.element());
  if (!same_width || from.num_elements() != to.num_elements()) return rule_whole(op, facts);
  Rule rule = rule_reshape(op, facts);
  if (from.element() != to.element()) rule.linear.clear();
  return rule;
}

// Of other width: the wider element is a dimension of narrower ones, the last.
Rule rule_bitcast_convert(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kFormatting);
  int to = make.result();
  int shared = std::min(make.rank(0), make.rank(to));
  for (int d = 0; d < shared; ++d) make.share({{0, d}, {to, d}});
  return make.finish();
}

Rule rule_transpose(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kFormatting);
  Ints permutation = op.ints_attr(AttrKey::kPermutation);
  for (size_t d = 0; d < permutation.size(); ++d) {
    make.share({{0, permutation[d]}, {make.result(), static_cast<int64_t>(d)}});
  }
  make.linear(0b1);
  return make.finish();
}

// New dimensions, and operand dimensions of size 1 that grow, are the result's alone: every part is a copy. One that
// only adds dimensions of size 1 makes nothing larger.
Rule rule_broadcast_in_dim(const Op& op, const RuleFacts&) {
  Type from = op.operand(0)->type(), to = op.result()->type();
  bool grows = from.num_elements() != to.num_elements();
  RuleBuilder make(op, grows ? FlowClass::kBroadcast : FlowClass::kFormatting);
  Ints dims = op.ints_attr(AttrKey::kBroadcastDimensions);
  for (size_t d = 0; d < dims.size(); ++d) {
    RuleBuilder::Place source{0, static_cast<int64_t>(d)}, target{make.result(), dims[d]};
    if (make.size(source) == make.size(target)) make.share({source, target});
  }
  for (int d = 0; d < to.rank(); ++d) {
    if (!make.has_factor({make.result(), d}) && to.dim(d) != 1) make.share({{make.result(), d}});
  }
  make.linear(0b1);
  return make.finish();
}

}  // namespace partita::core::rules

// Products: batch and free dimensions pass, contracting ones are reduced.
//
//   dot_general 8x16x32, 8x32x64 -> 8x16x64                    b m k, b k n -> b m n          reduce k
//   ragged_dot, ragged m     bxmxk, gxbxkxn, g -> bxmxn        b m k, g b k n, h -> b m n     reduce k; g is masked
//   ragged_dot, ragged k     bxmxk, bxkxn, g -> gxbxmxn        b m k, b k n, h -> g b m n     reduce k
//   ragged_dot, ragged b     bxmxk, bxkxn, g -> bxmxn          b m k, b k n, h -> b m n       reduce k
//   scaled_dot 16x32, 32x8, 16x4, 4x8 -> 16x8                  m (k l), (k l) n, m k, k n -> m n      reduce k, l
#include <algorithm>
#include <numeric>

#include "ir/views.h"
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {
namespace {

// The factors of the two sides' dimensions: lhs[d] and rhs[d].
struct DotFactors {
  std::vector<int> lhs, rhs;
};

// Factors for batching and free dimensions, in the order the result has them from dimension `first` on; contracting
// dimensions are left to the caller (-1), and so are those of rhs in `apart`.
DotFactors share_outer_dims(RuleBuilder& make, const DotDims& dims, int first, Ints apart = {}) {
  DotFactors factors;
  factors.lhs.assign(make.rank(0), -1);
  factors.rhs.assign(make.rank(1), -1);
  int64_t next = first;
  for (size_t i = 0; i < dims.lhs_batching.size(); ++i) {
    int f = make.share({{0, dims.lhs_batching[i]}, {1, dims.rhs_batching[i]}, {make.result(), next++}});
    factors.lhs[dims.lhs_batching[i]] = f;
    factors.rhs[dims.rhs_batching[i]] = f;
  }
  for (int d = 0; d < make.rank(0); ++d) {
    if (ir::contains(dims.lhs_batching, d) || ir::contains(dims.lhs_contracting, d)) continue;
    factors.lhs[d] = make.share({{0, d}, {make.result(), next++}});
  }
  for (int d = 0; d < make.rank(1); ++d) {
    if (ir::contains(dims.rhs_batching, d) || ir::contains(dims.rhs_contracting, d) || ir::contains(apart, d)) continue;
    factors.rhs[d] = make.share({{1, d}, {make.result(), next++}});
  }
  return factors;
}

// One dimension of a product of scaled operands, wherever it is: the blocks that all scales cut it into, then the rest.
// The scale of operand i is operand i + 2, where there is one; its dimensions are numbers of blocks.
void cut_into_blocks(RuleBuilder& make, std::initializer_list<RuleBuilder::Place> operands,
                     std::optional<RuleBuilder::Place> target) {
  auto scales_of = [&](RuleBuilder::Place p) {
    int scale = p.tensor + 2;
    bool scaled = scale < make.op().num_operands() && make.rank(scale) > 0;
    return scaled ? make.size({scale, p.dim}) : int64_t{0};
  };
  int64_t size = make.size(*operands.begin()), blocks = 0, most = 0;  // gcd(0, n) is n
  for (RuleBuilder::Place p : operands) {
    blocks = std::gcd(blocks, scales_of(p));
    most = std::max(most, scales_of(p));
  }
  if (blocks == 0) blocks = size;
  auto part = [&](int64_t count) { return target ? make.factor(count) : make.reduce(count, ReductionKind::kSum); };
  std::vector<int> parts;
  if (blocks > 1 || size == blocks) parts.push_back(part(blocks));
  // A scale of smaller blocks would have to be cut with the rest.
  if (size != blocks) {
    parts.push_back(most > blocks ? make.factor(size / blocks, FactorKind::kWhole) : part(size / blocks));
  }
  for (int f : parts) {
    for (RuleBuilder::Place p : operands) make.put(p, f);
    if (target) make.put(*target, f);
  }
  for (RuleBuilder::Place p : operands) {
    int64_t scales = scales_of(p);
    if (scales > 1 && blocks > 1) make.put({p.tensor + 2, p.dim}, parts[0]);
    if (blocks > 0 && scales > blocks) {
      make.put({p.tensor + 2, p.dim}, make.factor(scales / blocks, FactorKind::kWhole, false));
    }
  }
}

}  // namespace

Rule rule_dot_general(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  DotDims dims = dot_dims(op);
  share_outer_dims(make, dims, 0);
  ReductionKind sum = sum_of(make.type(make.result()).element());
  for (size_t i = 0; i < dims.lhs_contracting.size(); ++i) {
    RuleBuilder::Place lhs{0, dims.lhs_contracting[i]}, rhs{1, dims.rhs_contracting[i]};
    make.put({lhs, rhs}, make.reduce(make.size(lhs), sum));
  }
  make.linear(0b01);
  make.linear(0b10);
  return make.finish();
}

// The sizes of the groups determine where each begins, so their own dimension is whole.
Rule rule_ragged_dot(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  DotDims dims = dot_dims(op);
  int64_t ragged = op.ints_attr(AttrKey::kLhsRaggedDimensions)[0];
  Ints group = op.ints_attr(AttrKey::kRhsGroupDimensions);
  bool contracting = ir::contains(dims.lhs_contracting, ragged);
  DotFactors factors = share_outer_dims(make, dims, contracting ? 1 : 0, group);
  ReductionKind sum = sum_of(make.type(make.result()).element());
  for (size_t i = 0; i < dims.lhs_contracting.size(); ++i) {
    RuleBuilder::Place lhs{0, dims.lhs_contracting[i]}, rhs{1, dims.rhs_contracting[i]};
    int f = make.reduce(make.size(lhs), sum);
    make.put({lhs, rhs}, f);
    factors.lhs[lhs.dim] = f;
  }
  // Rows of a group that is elsewhere are zero here.
  if (!group.empty()) {
    make.put({1, group[0]}, make.masked(make.size({1, group[0]}), make.type(make.result()).element()));
  }
  if (contracting) make.share({{make.result(), 0}});
  // group_sizes may have, before the groups, the dimensions of lhs that come before the ragged one among its kind.
  std::vector<int64_t> order(dims.lhs_batching.begin(), dims.lhs_batching.end());
  if (contracting) {
    order.insert(order.end(), dims.lhs_contracting.begin(), dims.lhs_contracting.end());
  } else if (!ir::contains(dims.lhs_batching, ragged)) {
    for (int d = 0; d < make.rank(0); ++d) {
      if (!ir::contains(dims.lhs_batching, d) && !ir::contains(dims.lhs_contracting, d)) order.push_back(d);
    }
  }
  for (int d = 0; d + 1 < make.rank(2); ++d) make.put({2, d}, factors.lhs[order[d]]);
  make.linear(0b001);
  make.linear(0b010);
  return make.finish();
}

Rule rule_scaled_dot(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  DotDims dims = dot_dims(op);
  int result = make.result();
  int64_t next = 0;
  for (size_t i = 0; i < dims.lhs_batching.size(); ++i) {
    cut_into_blocks(make, {{0, dims.lhs_batching[i]}, {1, dims.rhs_batching[i]}}, RuleBuilder::Place{result, next++});
  }
  for (int d = 0; d < make.rank(0); ++d) {
    if (!ir::contains(dims.lhs_batching, d) && !ir::contains(dims.lhs_contracting, d)) {
      cut_into_blocks(make, {{0, d}}, RuleBuilder::Place{result, next++});
    }
  }
  for (int d = 0; d < make.rank(1); ++d) {
    if (!ir::contains(dims.rhs_batching, d) && !ir::contains(dims.rhs_contracting, d)) {
      cut_into_blocks(make, {{1, d}}, RuleBuilder::Place{result, next++});
    }
  }
  for (size_t i = 0; i < dims.lhs_contracting.size(); ++i) {
    cut_into_blocks(make, {{0, dims.lhs_contracting[i]}, {1, dims.rhs_contracting[i]}}, std::nullopt);
  }
  for (int i = 0; i < 4; ++i) make.linear(operand_bits(i, 1));
  return make.finish();
}

// [b] m k, [b] n k and a scale for each block of k, of both sides or of the first -> [b] m n.
Rule rule_block_scaled_dot(const Op& op, const RuleFacts& facts) {
  RuleBuilder make(op);
  int result = make.result();
  int rank = op.num_operands() >= 3 && op.num_operands() <= 4 && op.num_results() == 1 ? make.rank(0) : 0;
  for (int t = 1; t <= result; ++t) {
    if (make.rank(t) != rank) rank = 0;
  }
  if (rank != 2 && rank != 3) return rule_whole(op, facts);
  int m = rank - 2, k = rank - 1;
  bool fits = make.size({0, k}) == make.size({1, k});
  for (int t = 0; t < op.num_operands(); ++t) {
    int64_t size = make.size({t, k});
    fits = fits && size > 0 && make.size({0, k}) % size == 0;
    fits = fits && make.size({t, m}) == make.size({result, m + t % 2});
    fits = fits && make.size({t, 0}) == (rank == 3 ? make.size({result, 0}) : make.size({t, m}));
  }
  if (!fits) return rule_whole(op, facts);
  if (rank == 3) {
    int batch = make.factor(make.size({result, 0}));
    for (int t = 0; t <= result; ++t) make.put({t, 0}, batch);
  }
  for (int side = 0; side < 2; ++side) {
    int f = make.share({{side, m}, {result, m + side}});
    if (side + 2 < op.num_operands()) make.put({side + 2, m}, f);
  }
  cut_into_blocks(make, {{0, k}, {1, k}}, std::nullopt);
  for (int i = 0; i < op.num_operands(); ++i) make.linear(operand_bits(i, 1));
  return make.finish();
}

}  // namespace partita::core::rules

// Custom calls: the rule that the program or the host (driver/custom_calls.h) gave with an attribute, those known by
// their target's name, and "whole" for the rest: every factor is.
#include <algorithm>
#include <charconv>
#include <numeric>

#include "ir/names.h"
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"
#include "rules/sharding_rule.h"

namespace partita::core::rules {
namespace {

std::string_view target_of(const Op& op) { return op.text_attr(AttrKey::kCallTargetName); }

// X64Combine, X64Split…, cu_threefry2x32…: element by element, all tensors of one shape.
Rule pointwise_call(const Op& op) {
  RuleBuilder make(op, FlowClass::kFormatting);
  if (op.num_results() == 0) return make.finish();
  Type shape = make.type(make.result());
  std::vector<int> tensors;
  for (int t = 0; t < make.result() + op.num_results(); ++t) {
    if (std::ranges::equal(make.type(t).dims(), shape.dims())) tensors.push_back(t);
  }
  for (int d = 0; d < shape.rank(); ++d) make.share(tensors, d);
  return make.finish();
}

Rule identity_call(const Op& op) { return rule_identity(op, {}); }

// Full to shard and back: a dimension cut k ways by manual axes is k parts of the local size; the rest of it is the
// same inside and outside.
Rule manual_border(const Op& op) {
  RuleBuilder make(op, FlowClass::kFormatting);
  int to = make.result();
  if (op.num_operands() != 1 || op.num_results() != 1 || make.rank(0) != make.rank(to)) return make.finish();
  for (int d = 0; d < make.rank(to); ++d) {
    int64_t from_size = make.size({0, d}), to_size = make.size({to, d});
    int64_t small = std::min(from_size, to_size), large = std::max(from_size, to_size);
    if (small == large) {
      make.share({{0, d}, {to, d}});
    } else if (small > 0 && large % small == 0) {
      int parts = make.factor(large / small, FactorKind::kWhole, false);
      make.put({from_size == large ? 0 : to, d}, parts);
      if (small > 1) make.put({{0, d}, {to, d}}, make.factor(small));
    }
  }
  return make.finish();
}

// Factorisations of matrices, [batch…, m, n] -> tensors that begin with the same batch dimensions. Calls that are told
// the batch size as an operand cannot be cut.
Rule batched_matrices(const Op& op) {
  RuleBuilder make(op);
  int batch = op.num_operands() == 0 ? 0 : make.rank(0) - 2;
  for (int i = 0; i < op.num_operands(); ++i) {
    if (make.rank(i) == 0) batch = 0;
  }
  for (int d = 0; d < batch; ++d) {
    int f = make.factor(make.size({0, d}));
    for (int t = 0; t < make.result() + op.num_results(); ++t) {
      std::span<const int64_t> dims = make.type(t).dims(), first = make.type(0).dims();
      bool begins = make.rank(t) >= batch && std::ranges::equal(dims.first(batch), first.first(batch));
      if (begins) make.put({t, d}, f);
    }
  }
  return make.finish();
}

// The number after `name` and some punctuation, in a dictionary or in a text: dimension=1, "reduction_dim": 2.
std::optional<int64_t> config_number(const Op& op, std::string_view name) {
  Attr config = facts_of(op).backend_config;
  if (config.is(AttrKind::kDict)) {
    Attr entry = config.get(name);
    return entry.is(AttrKind::kInt) ? std::optional(entry.as_int()) : std::nullopt;
  }
  if (!config.is(AttrKind::kString) && !config.is(AttrKind::kOpaque)) return std::nullopt;
  std::string_view text = config.text();
  size_t at = text.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  at = text.find_first_not_of("\"=: \\", at + name.size());
  int64_t number = 0;
  if (at == std::string_view::npos) return std::nullopt;
  bool read = std::from_chars(text.data() + at, text.data() + text.size(), number).ec == std::errc();
  return read ? std::optional(number) : std::nullopt;
}

// Tensors of one rank: dimensions that have one size everywhere pass, but for `special`, which is of another kind.
Rule same_dims(const Op& op, std::optional<int64_t> special, FactorKind kind) {
  RuleBuilder make(op);
  if (op.num_results() == 0) return make.finish();
  int rank = make.rank(make.result());
  std::vector<int> tensors;
  for (int t = 0; t < make.result() + op.num_results(); ++t) {
    if (make.rank(t) == rank && rank > 0) tensors.push_back(t);
  }
  for (int d = 0; d < rank; ++d) {
    bool equal = std::ranges::all_of(tensors, [&](int t) { return make.size({t, d}) == make.size({tensors[0], d}); });
    if (d == special) {
      if (equal || kind == FactorKind::kWindow) make.share(tensors, d, kind);
    } else if (equal) {
      make.share(tensors, d);
    }
  }
  return make.finish();
}

Rule top_k_call(const Op& op) {
  if (op.num_operands() == 0 || op.operand(0)->type().rank() == 0) return rule_whole(op, {});
  return same_dims(op, op.operand(0)->type().rank() - 1, FactorKind::kWhole);
}

// Values and their places, two by two, then the initial ones.
Rule approximate_top_k(const Op& op) {
  std::optional<int64_t> dim = config_number(op, "reduction_dim");
  if (!dim) return rule_whole(op, {});
  return same_dims(op, dim, FactorKind::kWhole);
}

Rule rotate(const Op& op) {
  std::optional<int64_t> dim = config_number(op, "dimension");
  if (!dim) return rule_whole(op, {});
  return same_dims(op, dim, FactorKind::kWindow);
}

// Further calls of XLA's own, without a lowering pattern here: other dimensions pass.
Rule internal(const Op& op) {
  std::optional<int64_t> dim = config_number(op, "dimension");
  return dim ? same_dims(op, dim, FactorKind::kWhole) : rule_whole(op, {});
}

// Images, [batch, y, x, channel]: the resized dimensions are whole.
Rule resize(const Op& op) { return same_dims(op, std::nullopt, FactorKind::kPass); }

Rule block_scaled_dot(const Op& op) { return rule_block_scaled_dot(op, {}); }
Rule whole_call(const Op& op) { return rule_whole(op, {}); }
Rule silent_call(const Op& op) { return rule_silent(op, {}); }

struct CustomCallEntry {
  std::string_view target;  // ends in * where only the beginning matters
  Rule (*rule)(const Op& call);
};

constexpr CustomCallEntry kKnown[] = {
    {call_targets::kSharding, identity_call},
    {"LayoutConstraint", identity_call},
    {"MoveTo*", identity_call},
    {"PinToDevice*", identity_call},
    {"annotate_device_placement", identity_call},
    {call_targets::kShardBarrierFrom, identity_call},
    {call_targets::kShardBarrierTo, identity_call},
    {call_targets::kFuncResultSharding, identity_call},
    {call_targets::kPropagationBarrier, identity_call},
    {call_targets::kShardingGroup, silent_call},
    {call_targets::kFullToShard, manual_border},
    {call_targets::kShardToFull, manual_border},
    {call_targets::kGlobalToLocal, manual_border},
    {call_targets::kLocalToGlobal, manual_border},
    {"X64*", pointwise_call},
    {"cu_threefry2x32*", pointwise_call},
    {"ResizeNearest*", resize},
    {"ResizeBilinear*", resize},
    {"TopK", top_k_call},
    {"mhlo.topk", top_k_call},
    {"stablehlo.topk", top_k_call},
    {"ApproxTopK", approximate_top_k},
    {"PartialReduce", approximate_top_k},
    {"Cholesky", batched_matrices},
    {"Eigh", batched_matrices},
    {"Qr*", batched_matrices},
    {"Householder*", batched_matrices},
    {"ProductOfElementaryHouseholderReflectors", batched_matrices},
    {"LuDecomposition", batched_matrices},
    {"lapack_*", batched_matrices},
    {"cusolver_*", batched_matrices},
    {"cu_lu_pivots_to_permutation", whole_call},
    {"__op$block_scaled_dot", block_scaled_dot},
    {"_SPMDInternalOp_RotateRight", rotate},
    {"_SPMDInternalOp_MultiRotate", internal},
    {"_SPMDInternalOp_Wrap", internal},
    {"_SPMDInternalOp_MultiSlice", internal},
    {"_SPMDInternalOp_MultiPad", internal},
    {"check.*", whole_call},
};

bool matches(std::string_view pattern, std::string_view target) {
  return pattern.ends_with('*') ? target.starts_with(pattern.substr(0, pattern.size() - 1)) : pattern == target;
}

}  // namespace

Rule rule_custom_call(const Op& op, const RuleFacts& facts) {
  if (facts.sharding_rule.is(AttrKind::kOpaque) || facts.sharding_rule.is(AttrKind::kString)) {
    Result<Rule> rule = parse_sharding_rule(facts.sharding_rule.text(), op);
    return rule.ok() ? std::move(*rule) : rule_whole(op, facts);
  }
  for (const CustomCallEntry& entry : kKnown) {
    if (matches(entry.target, target_of(op))) return entry.rule(op);
  }
  return rule_whole(op, facts);
}

}  // namespace partita::core::rules

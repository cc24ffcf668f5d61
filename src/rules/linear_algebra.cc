// Transforms and factorisations: batch dimensions pass, the others are whole.
//
//   fft 8x64, length 64                        a b -> a b                  b whole
//   rfft 8x64 -> 8x33                          a b -> a c                  b, c whole, and nothing flows between them
//   triangular_solve 8x4x4, 8x4x6 -> 8x4x6     a b c, a d e -> a d e       b, c, d whole; columns e are independent
#include "ir/views.h"
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {

Rule rule_fft(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  int rank = make.rank(0), to = make.result();
  int batch = rank - std::ssize(op.ints_attr(AttrKey::kFftLength));
  for (int d = 0; d < rank; ++d) {
    if (make.size({0, d}) != make.size({to, d})) continue;
    make.share({{0, d}, {to, d}}, d < batch ? FactorKind::kPass : FactorKind::kWhole);
  }
  make.linear(0b1);
  return make.finish();
}

Rule rule_cholesky(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  int batch = make.rank(0) - 2;
  for (int d = 0; d < make.rank(0); ++d) {
    make.share({{0, d}, {make.result(), d}}, d < batch ? FactorKind::kPass : FactorKind::kWhole);
  }
  return make.finish();
}

Rule rule_triangular_solve(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  int batch = make.rank(0) - 2, to = make.result();
  for (int d = 0; d < batch; ++d) make.share({{0, d}, {1, d}, {to, d}});
  int solved = op.bool_attr(AttrKey::kLeftSide) ? batch : batch + 1;
  int independent = op.bool_attr(AttrKey::kLeftSide) ? batch + 1 : batch;
  make.share({{1, solved}, {to, solved}}, FactorKind::kWhole);
  make.share({{1, independent}, {to, independent}});
  make.linear(0b10);
  return make.finish();
}

}  // namespace partita::core::rules

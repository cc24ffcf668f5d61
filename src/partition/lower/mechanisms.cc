#include "partition/lower/mechanisms.h"

namespace partita {

bool divides_nothing(const Op&, const Rule&, int, int64_t) { return false; }

bool divides_pass(const Op&, const Rule& rule, int factor, int64_t) {
  return rule.factors[static_cast<size_t>(factor)].kind == FactorKind::kPass;
}

bool divides_pass_and_reduce(const Op&, const Rule& rule, int factor, int64_t) {
  const Factor& f = rule.factors[static_cast<size_t>(factor)];
  return f.kind == FactorKind::kPass || (f.kind == FactorKind::kReduce && f.reduction.has_value());
}

bool has_factor(const TensorFactors& tensor, int factor) {
  for (const DimFactors& dim : tensor) {
    for (int f : dim) {
      if (f == factor) return true;
    }
  }
  return false;
}

MechanismTable::MechanismTable() { table_.fill({.lower = lower_pass, .can_divide = divides_pass}); }

const Mechanism& MechanismTable::of(const Op& op) const {
  if (op.is(OpKind::kCustomCall)) {
    std::string_view target = op.text_attr(AttrKey::kCallTargetName);
    for (const auto& [name, mechanism] : calls_) {
      bool prefix = name.ends_with('*');
      if (prefix ? target.starts_with(name.substr(0, name.size() - 1)) : target == name) return mechanism;
    }
  }
  return table_[static_cast<size_t>(op.kind())];
}

const Mechanism& mechanism_of(const Op& op) {
  static const MechanismTable table = [] {
    MechanismTable made;
    add_contraction(made);
    add_ragged_dot(made);
    add_reduction(made);
    add_movement(made);
    add_windows(made);
    add_dynamic(made);
    add_gather(made);
    add_scatter(made);
    add_order(made);
    add_scan(made);
    add_transforms(made);
    add_random(made);
    add_outside(made);
    add_dimension_size(made);
    add_collectives(made);
    return made;
  }();
  return table.of(op);
}

}  // namespace partita

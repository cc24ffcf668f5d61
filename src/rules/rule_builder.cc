#include "rules/rule_builder.h"

#include <algorithm>

#include "ir/numeric/float_formats.h"

namespace partita::core::rules {

RuleBuilder::RuleBuilder(const Op& op, FlowClass flow) : op_(op) {
  rule_.flow = flow;
  rule_.operands.resize(op.num_operands());
  rule_.results.resize(op.num_results());
  for (int i = 0; i < result() + op.num_results(); ++i) {
    TensorFactors& tensor = i < result() ? rule_.operands[i] : rule_.results[i - result()];
    tensor.resize(rank(i));
  }
}

Type RuleBuilder::type(int tensor) const {
  return tensor < result() ? op_.operand(tensor)->type() : op_.result(tensor - result())->type();
}

const DimFactors& RuleBuilder::factors_of(Place place) const { return rule_.tensor(place.tensor)[place.dim]; }

int RuleBuilder::factor(int64_t size, FactorKind kind, bool flows) {
  rule_.factors.push_back({.size = size, .kind = kind, .flows = flows});
  return std::ssize(rule_.factors) - 1;
}

int RuleBuilder::reduce(int64_t size, std::optional<ReductionKind> reduction) {
  int f = factor(size, FactorKind::kReduce);
  at(f).reduction = reduction;
  return f;
}

int RuleBuilder::masked(int64_t size, ElementType element) {
  int f = reduce(size, merge_of(element));
  at(f).masked = true;
  at(f).flows = false;
  return f;
}

void RuleBuilder::put(Places places, int factor) {
  for (Place place : places) factors_of(place).push_back(factor);
}

int RuleBuilder::share(Places places, FactorKind kind, bool flows) {
  int f = factor(size(*places.begin()), kind, flows);
  put(places, f);
  return f;
}

int RuleBuilder::share(std::span<const int> tensors, int64_t d, FactorKind kind, bool flows) {
  int f = factor(size({tensors.front(), d}), kind, flows);
  for (int tensor : tensors) put({tensor, d}, f);
  return f;
}

// Factors that became part of nothing are no factors.
void RuleBuilder::drop_unused() {
  std::vector<int> renamed(rule_.factors.size(), -1);
  auto visit = [&](auto action) {
    for (std::vector<TensorFactors>* tensors : {&rule_.operands, &rule_.results}) {
      for (TensorFactors& tensor : *tensors) {
        for (DimFactors& dim : tensor) std::ranges::for_each(dim, action);
      }
    }
  };
  visit([&](int& f) { renamed[f] = 0; });
  std::vector<Factor> kept;
  for (size_t f = 0; f < renamed.size(); ++f) {
    if (renamed[f] < 0) continue;
    renamed[f] = std::ssize(kept);
    kept.push_back(rule_.factors[f]);
  }
  visit([&](int& f) { f = renamed[f]; });
  rule_.factors = std::move(kept);
}

Rule RuleBuilder::finish() {
  for (int t = 0; t < rule_.num_tensors(); ++t) {
    for (int d = 0; d < rank(t); ++d) {
      if (!has_factor({t, d}) && size({t, d}) != 1) share({{t, d}}, FactorKind::kWhole, false);
    }
  }
  drop_unused();
  return std::move(rule_);
}

Rule RuleBuilder::finish_silent() {
  auto silence = [](TensorFactors& tensor) {
    if (std::ranges::all_of(tensor, [](const DimFactors& dim) { return dim.empty(); })) tensor.clear();
  };
  std::ranges::for_each(rule_.operands, silence);
  std::ranges::for_each(rule_.results, silence);
  return std::move(rule_);
}

std::optional<ReductionKind> reduction_of(std::optional<OpKind> combiner, ElementType element) {
  if (!combiner) return std::nullopt;
  bool boolean = element == ElementType::kPred;
  switch (*combiner) {
    case OpKind::kAdd: return sum_of(element);
    case OpKind::kMultiply: return boolean ? ReductionKind::kAnd : ReductionKind::kProduct;
    case OpKind::kMaximum: return ReductionKind::kMax;
    case OpKind::kMinimum: return ReductionKind::kMin;
    case OpKind::kAnd: return ReductionKind::kAnd;
    case OpKind::kOr: return ReductionKind::kOr;
    case OpKind::kXor: return ReductionKind::kXor;
    default: return std::nullopt;
  }
}

ReductionKind sum_of(ElementType element) {
  return element == ElementType::kPred ? ReductionKind::kOr : ReductionKind::kSum;
}

ReductionKind merge_of(ElementType element) { return has_zero(element) ? sum_of(element) : ReductionKind::kMax; }

uint64_t operand_bits(int first, int count) {
  uint64_t bits = 0;
  for (int i = first; i < std::min(first + count, 64); ++i) bits |= uint64_t{1} << i;
  return bits;
}

}  // namespace partita::core::rules

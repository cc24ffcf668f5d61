// Rules in einsum notation.
#include <string>

#include "rules/rule.h"

namespace partita::core::rules {
namespace {

// Factors are named a … z, then a1 … z1, …, as they are met.
class Names {
 public:
  explicit Names(size_t factors) : order_(factors, -1) {}

  std::string of(int factor) {
    int& place = order_[factor];
    if (place < 0) {
      place = std::ssize(by_place_);
      by_place_.push_back(factor);
    }
    std::string name(1, static_cast<char>('a' + place % 26));
    return place < 26 ? name : name + std::to_string(place / 26);
  }
  const std::vector<int>& met() const { return by_place_; }

 private:
  std::vector<int> order_, by_place_;
};

std::string tensor_text(const TensorFactors& tensor, Names& names) {
  std::string text;
  for (const DimFactors& dim : tensor) {
    if (!text.empty()) text += ' ';
    if (dim.empty()) text += '1';
    if (dim.size() > 1) text += '(';
    for (size_t i = 0; i < dim.size(); ++i) text += (i > 0 ? " " : "") + names.of(dim[i]);
    if (dim.size() > 1) text += ')';
  }
  return text.empty() ? "()" : text;
}

std::string tensors_text(const std::vector<TensorFactors>& tensors, Names& names) {
  std::string text;
  for (size_t i = 0; i < tensors.size(); ++i) text += (i > 0 ? ", " : "") + tensor_text(tensors[i], names);
  return text;
}

std::string kind_text(const Factor& factor) {
  switch (factor.kind) {
    case FactorKind::kPass: return "";
    case FactorKind::kWindow: return "window";
    case FactorKind::kWhole: return "whole";
    case FactorKind::kReduce: break;
  }
  std::string text = factor.masked ? "masked" : "reduce";
  if (factor.reduction != ReductionKind::kSum) {
    text += ' ';
    text += factor.reduction ? reduction_name(*factor.reduction) : "by region";
  }
  return text;
}

}  // namespace

std::string to_string(const Rule& rule) {
  Names names(rule.factors.size());
  std::string text = tensors_text(rule.operands, names);
  if (!text.empty()) text += ' ';
  text += "-> " + tensors_text(rule.results, names);
  // Factors of one kind together, in the order of the first of each kind.
  std::vector<std::pair<std::string, std::string>> kinds;
  auto add = [&](const std::string& kind, int f) {
    if (kind.empty()) return;
    for (auto& [known, list] : kinds) {
      if (known != kind) continue;
      list += ' ' + names.of(f);
      return;
    }
    kinds.emplace_back(kind, names.of(f));
  };
  for (int f : names.met()) add(kind_text(rule.factors[f]), f);
  for (int f : names.met()) {
    if (!rule.factors[f].flows) add("stop", f);
  }
  for (const auto& [kind, list] : kinds) text.append(" | ").append(kind).append(" ").append(list);
  return text;
}

}  // namespace partita::core::rules

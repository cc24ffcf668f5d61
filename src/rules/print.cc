#include <string>

#include "rules/rule.h"

namespace partita {
namespace {

// a … z, then a1 … z1, …
std::string factor_name(size_t index) {
  std::string name(1, static_cast<char>('a' + index % 26));
  if (index >= 26) name += std::to_string(index / 26);
  return name;
}

std::string tensor_text(const TensorFactors& tensor) {
  std::string text;
  for (const DimFactors& dim : tensor) {
    if (!text.empty()) text += ' ';
    if (dim.empty()) text += '1';
    if (dim.size() > 1) text += '(';
    for (size_t i = 0; i < dim.size(); ++i) {
      if (i > 0) text += ' ';
      text += factor_name(static_cast<size_t>(dim[i]));
    }
    if (dim.size() > 1) text += ')';
  }
  return text.empty() ? "()" : text;
}

std::string tensors_text(const std::vector<TensorFactors>& tensors) {
  std::string text;
  for (size_t i = 0; i < tensors.size(); ++i) text += (i > 0 ? ", " : "") + tensor_text(tensors[i]);
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
  std::string text = tensors_text(rule.operands);
  if (!text.empty()) text += ' ';
  text += "-> " + tensors_text(rule.results);
  // Factors of one kind together, in the order of the first of each kind.
  std::vector<std::pair<std::string, std::string>> kinds;
  auto add = [&](const std::string& kind, size_t f) {
    if (kind.empty()) return;
    for (auto& [known, names] : kinds) {
      if (known == kind) {
        names += ' ' + factor_name(f);
        return;
      }
    }
    kinds.emplace_back(kind, factor_name(f));
  };
  for (size_t f = 0; f < rule.factors.size(); ++f) add(kind_text(rule.factors[f]), f);
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    if (!rule.factors[f].flows) add("stop", f);
  }
  for (const auto& [kind, names] : kinds) text += " | " + kind + ' ' + names;
  return text;
}

}  // namespace partita

#include "page.h"

#include <algorithm>
#include <vector>

#include "rules/column.h"
#include "rules/rule.h"
#include "sample_program.h"
#include "samples.h"

namespace partita::core::rules {
namespace {

constexpr std::string_view kHead = R"(# The rule of every op

<!-- Written by the target rules_page from src/rules and tests/rules/samples.h; a test compares. Do not edit:
     cmake --build build --target rules_page && build/tests/rules_page > docs/rules.md -->

A rule is an einsum over *factors*: `a b c, a c d -> a b d` says that dimension 1 of the first operand and dimension 1
of the result belong together. `(a b)` is a dimension made of two factors, major to minor; `1` a dimension of size 1
that belongs to nothing; `()` a scalar, or a tensor the rule does not speak of. Hints travel along the factors that
tensors share, except those listed after *stop*. Dividing a factor among devices costs:

| kind | when it is divided among devices | what it costs |
|---|---|---|
| (none) | every part is computed from the same part of the operands | nothing |
| reduce | only operands have it; parts are combined by a sum, or as named (max, …, *by region*: the op's own) | the result is unreduced: one all-reduce, or a reduce-scatter where it is divided anyway, or nothing where the unreduced value flows on |
| masked | only operands have it; who does not own an element gives the identity for it | as reduce, and no operand moves |
| window | a part needs a neighbourhood of the same part | a halo: the rows beyond the part, from its neighbours |
| whole | a device needs all of it | a special algorithm where there is one, else the axes move to another dimension or the dimension is gathered |

)";

std::string shape_text(Type type) {
  if (!type.is_tensor()) return "token";
  std::string text;
  for (int64_t d : type.dims()) text += (text.empty() ? "" : "x") + std::to_string(d);
  return text.empty() ? "scalar" : text;
}

std::string shapes_text(const Op& op) {
  std::string text;
  for (const Value* value : op.operands()) text += (text.empty() ? "" : ", ") + shape_text(value->type());
  text += text.empty() ? "->" : " ->";
  for (int i = 0; i < op.num_results(); ++i) text += (i > 0 ? ", " : " ") + shape_text(op.result(i)->type());
  return text;
}

std::string row(std::initializer_list<std::string> cells) {
  std::string text = "|";
  for (std::string cell : cells) {
    for (size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2) cell.insert(at, "\\");
    text += " " + cell + " |";
  }
  return text + "\n";
}

std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

// Which results are unreduced where operands are: "0+1" both of them together, "0; 1" either.
std::string linear_text(const Rule& rule) {
  std::string text;
  for (uint64_t mask : rule.linear) {
    if (!text.empty()) text += "; ";
    bool first = true;
    for (int i = 0; i < 64; ++i) {
      if ((mask >> i & 1) == 0) continue;
      text += (first ? "" : "+") + std::to_string(i);
      first = false;
    }
  }
  return text;
}

}  // namespace

std::string rules_page() {
  std::string page(kHead);
  page +=
      "## By sample\n\nThe last column says which operands may be unreduced values, the others whole, so that the "
      "results "
      "are unreduced too and\nnothing has to be reduced yet: `0+1` both together, `0; 1` either.\n\n"
      "| op | sample | shapes | rule | unreduced |\n|---|---|---|---|---|\n";
  for (const RuleSample& sample : kRuleSamples) {
    SampleProgram program(sample);
    if (program.op() == nullptr) continue;
    RuleCache cache;
    const Rule& rule = cache.rule(*program.op());
    page += row({code(op_info(sample.kind).mlir), std::string(sample.what), shapes_text(*program.op()),
                 code(to_string(rule)), linear_text(rule)});
  }
  page +=
      "\n## As another op\n\nOps without a line above have the rule of the op named first; which unreduced "
      "sums pass through\nthem is their own (subtract as add; real, imag and conj as negate; complex as add).\n\n| as "
      "| ops "
      "|\n|---|---|\n";
  std::vector<OpRule> done;
  for (const RuleSample& sample : kRuleSamples) {
    OpRule rule = rule_entry(sample.kind).rule;
    if (std::ranges::find(done, rule) != done.end()) continue;
    done.push_back(rule);
    std::string ops;
    for (int i = 0; i < kOpKindCount; ++i) {
      auto kind = static_cast<OpKind>(i);
      bool sampled = std::ranges::any_of(kRuleSamples, [&](const RuleSample& s) { return s.kind == kind; });
      if (rule_entry(kind).rule == rule && !sampled) ops += (ops.empty() ? "" : ", ") + code(op_info(kind).mlir);
    }
    if (!ops.empty()) page += row({code(op_info(sample.kind).mlir), ops});
  }
  page += "\n## None, because\n\n| ops | why |\n|---|---|\n";
  std::vector<std::string_view> reasons;
  for (int i = 0; i < kOpKindCount; ++i) {
    std::string_view because = rule_entry(static_cast<OpKind>(i)).because;
    if (!because.empty() && std::ranges::find(reasons, because) == reasons.end()) reasons.push_back(because);
  }
  for (std::string_view reason : reasons) {
    std::string ops;
    for (int i = 0; i < kOpKindCount; ++i) {
      auto kind = static_cast<OpKind>(i);
      if (rule_entry(kind).because == reason) ops += (ops.empty() ? "" : ", ") + code(op_info(kind).mlir);
    }
    page += row({ops, std::string(reason)});
  }
  page +=
      "\nA `stablehlo.custom_call` has the rule of its attribute `sdy.sharding_rule`, where it has none that of\n"
      "the host ([custom calls](custom_calls.md)), then the one of the table in `src/rules/custom_call.cc`; unknown "
      "targets are\nwhole.\n";
  return page;
}

}  // namespace partita::core::rules

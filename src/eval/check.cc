#include "eval/check.h"

#include <fmt/format.h>

#include <charconv>

#include "eval/machine.h"
#include "eval/op_families.h"
#include "eval/session.h"
#include "ir/names.h"

namespace partita::core::eval {
namespace {

constexpr double kDefaultTolerance = 1e-4;
constexpr int64_t kDefaultUlps = 1;

ComparisonRule rule_of(const Op& op) {
  switch (op.kind()) {
    case OpKind::kCheckExpectAlmostEq:
    case OpKind::kCheckExpectAlmostEqConst: {
      Attr tolerance = op.attr(AttrKey::kTolerance);
      return ComparisonRule::within(tolerance ? tolerance.as_float() : kDefaultTolerance);
    }
    case OpKind::kCheckExpectClose:
    case OpKind::kCheckExpectCloseConst:
      return ComparisonRule::ulps(static_cast<uint64_t>(op.int_attr(AttrKey::kMinUlpDifference, 0)),
                                  static_cast<uint64_t>(op.int_attr(AttrKey::kMaxUlpDifference, kDefaultUlps)));
    default: return ComparisonRule::exact();
  }
}

}  // namespace

void check_equal(const OpCall& call, std::string_view name, const Tensor& got, const Tensor& expected,
                 ComparisonRule rule) {
  const EvalOptions& options = call.machine.session().options;
  if (options.rtol || options.atol) rule = ComparisonRule::tolerance(options.rtol, options.atol);
  if (auto difference = compare(got, expected, rule)) {
    call.machine.session().check_failed(call.op, fmt::format("{}: {}", name, difference->message));
  }
}

std::optional<ComparisonRule> check_call_rule(const Op& call) {
  constexpr double kCallUlps = 3;
  constexpr double kCallTolerance = 1e-3;
  std::string_view target = call.text_attr(AttrKey::kCallTargetName);
  Attr frontend = call.discardable_attribute(hlo_names::kFrontendAttributes);
  auto given = [&](std::string_view name) -> std::optional<double> {
    Attr value = frontend ? frontend.get(name) : Attr();
    if (!value.is(AttrKind::kString)) return std::nullopt;
    double number = 0;
    std::string_view text = value.text();
    auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    return end.ec == std::errc() && number >= 0 && number < 1e18 ? std::optional(number) : std::nullopt;
  };
  if (target == "check.expect_close") {
    return ComparisonRule::ulps(static_cast<uint64_t>(given("check.min_ulp_difference").value_or(0)),
                                static_cast<uint64_t>(given("check.max_ulp_difference").value_or(kCallUlps)));
  }
  if (target == "check.expect_almost_eq") {
    if (auto tolerance = given("check.tolerance")) return ComparisonRule::within(*tolerance);
    // JAX checks large numbers this way too, where neighbouring floats lie further apart than the tolerance.
    return ComparisonRule::within(kCallTolerance, true);
  }
  if (target == "check.expect_eq" || target == "check.eq") return ComparisonRule::same();
  return std::nullopt;
}

Status eval_check(OpCall& call) {
  std::string_view name = call.op.info().mlir;
  const Tensor& got = call.operands[0];
  if (call.op.is(OpKind::kCheckExpectSerializedEq)) {
    std::string_view id = call.op.text_attr(AttrKey::kProbeId);
    Tensor probed = call.machine.session().find_probe(id, call.op.int_attr(AttrKey::kIteration));
    if (!probed.type()) return call.fail(Code::kCannotEvaluate, fmt::format("nothing was probed as \"{}\"", id));
    check_equal(call, name, got, probed, ComparisonRule::exact());
    return {};
  }
  Attr value = call.op.attr(AttrKey::kValue);
  Tensor expected = value ? Tensor::from_literal(value.literal()) : call.operands[1];
  check_equal(call, name, got, expected, rule_of(call.op));
  return {};
}

Status eval_probe(OpCall& call) {
  if (call.machine.process() == 0)
    call.machine.session().probed(call.op.text_attr(AttrKey::kProbeId), call.operands[0]);
  call.give(call.take_operand(0));
  return {};
}

Status eval_print(OpCall& call) {
  const Tensor& tensor = call.operands[0];
  constexpr int64_t kMostShown = 1000;
  std::string text = tensor.type().to_string() + " {";
  for (int64_t i = 0; i < std::min(tensor.size(), kMostShown); ++i)
    text += (i == 0 ? "" : ", ") + element_text(tensor, i);
  if (tensor.size() > kMostShown) text += ", …";
  call.machine.session().print(text + "}\n");
  return {};
}

}  // namespace partita::core::eval

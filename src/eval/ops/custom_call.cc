// Custom calls with a meaning: a registry by target, then what the host knows. Any other can be partitioned, but not
// evaluated.
#include <fmt/format.h>

#include "eval/check.h"
#include "eval/machine.h"
#include "eval/manual.h"
#include "eval/op_families.h"
#include "eval/ops/contraction.h"
#include "eval/ops/top_k.h"
#include "eval/session.h"
#include "ir/elided.h"
#include "ir/names.h"

namespace partita::core::eval {
namespace {

std::string_view target_of(const OpCall& call) { return call.op.text_attr(AttrKey::kCallTargetName); }

// Hints: every result is the operand at its place.
Status eval_hint(OpCall& call) {
  if (call.op.num_results() > call.op.num_operands()) {
    return call.fail(Code::kOperandCount,
                     fmt::format("@{} gives what it takes, but it has more results than operands", target_of(call)));
  }
  for (int i = 0; i < call.op.num_results(); ++i) {
    if (call.op.operand(i)->type() != call.result_type(i)) {
      return call.fail(Code::kConstraint,
                       fmt::format("@{} gives what it takes, but the types differ", target_of(call)));
    }
    call.give(call.take_operand(i));
  }
  return {};
}

Status eval_check_call(OpCall& call) {
  if (call.operands.size() != 2) return call.fail(Code::kOperandCount, "a check compares two values");
  check_equal(call, target_of(call), call.operands[0], call.operands[1], *check_call_rule(call.op));
  return {};
}

Status eval_top_k_call(OpCall& call) {
  bool fits = call.op.num_operands() == 1 && call.op.num_results() == 2;
  if (fits) {
    Type operand = call.operands[0].type();
    Type values = call.result_type(0);
    Type indices = call.result_type(1);
    fits = operand.rank() > 0 && values.rank() == operand.rank() && indices.element() == ElementType::kS32 &&
           values.dim(values.rank() - 1) <= operand.dim(operand.rank() - 1) && values.element() == operand.element();
    for (int d = 0; fits && d < operand.rank(); ++d) {
      fits = indices.rank() == operand.rank() && indices.dim(d) == values.dim(d) &&
             (d + 1 == operand.rank() || values.dim(d) == operand.dim(d));
    }
  }
  if (!fits)
    return call.fail(Code::kConstraint, "TopK takes one tensor and gives the k largest of each row and their places");
  give_top_k(call, call.result_type().dim(call.result_type().rank() - 1), true);
  return {};
}

// lhs [b]mk, rhs [b]nk, scales [b]ms and [b]nt with s and t dividing k; result [b]mn.
Status eval_block_scaled_dot(OpCall& call) {
  size_t count = call.operands.size();
  auto fail = [&] {
    return call.fail(Code::kConstraint, "__op$block_scaled_dot takes [b]mk, [b]nk and their scales per block of k");
  };
  if (count < 3 || count > 4 || call.op.num_results() != 1) return fail();
  Type lhs = call.operands[0].type();
  Type rhs = call.operands[1].type();
  Type result = call.result_type();
  int rank = lhs.rank();
  if (rank < 2 || rank > 3 || rhs.rank() != rank || result.rank() != rank || lhs.dim(rank - 1) != rhs.dim(rank - 1))
    return fail();
  for (size_t i = 2; i < count; ++i) {
    Type scale = call.operands[i].type();
    Type scaled = i == 2 ? lhs : rhs;
    if (scale.rank() != rank || scale.dim(rank - 1) == 0 || scaled.dim(rank - 1) % scale.dim(rank - 1) != 0)
      return fail();
    for (int d = 0; d + 1 < rank; ++d) {
      if (scale.dim(d) != scaled.dim(d)) return fail();
    }
  }
  bool fits = result.dim(rank - 2) == lhs.dim(rank - 2) && result.dim(rank - 1) == rhs.dim(rank - 2);
  if (rank == 3) fits = fits && lhs.dim(0) == rhs.dim(0) && result.dim(0) == lhs.dim(0);
  if (!fits) return fail();
  call.give(block_scaled_dot(call.operands, result));
  return {};
}

Status eval_elided_constant(OpCall& call) {
  return call.fail(Code::kCannotEvaluate,
                   fmt::format("the elements of this constant are not in the text ({}); it can be "
                               "partitioned, but not evaluated",
                               call.op.text_attr(AttrKey::kBackendConfig)));
}

// 64-bit integers as pairs of 32-bit ones, and together again; on equal types nothing happens.
Status eval_x64(OpCall& call) {
  std::string_view target = target_of(call);
  Type type = call.result_type();
  if (call.op.operand(0)->type() == type) return eval_hint(call);
  bool combine = target == "X64Combine" && call.operands.size() == 2 && byte_width(type.element()) == 8;
  bool high = target == "X64SplitHigh";
  bool split = (high || target == "X64SplitLow") && byte_width(type.element()) == 4;
  ElementType wide = combine ? type.element() : call.operands[0].type().element();
  if (!(combine || split) || !is_integer(wide) || byte_width(wide) != 8) {
    return call.fail(Code::kCannotEvaluate, fmt::format("@{} of {}", target, call.op.operand(0)->type().to_string()));
  }
  Tensor result = Tensor::make(type);
  for (int64_t i = 0; i < result.size(); ++i) {
    auto at = static_cast<size_t>(i);
    if (combine) {
      result.as_mutable<uint64_t>()[at] =
          call.operands[0].as<uint32_t>()[at] | static_cast<uint64_t>(call.operands[1].as<uint32_t>()[at]) << 32;
    } else {
      result.as_mutable<uint32_t>()[at] = static_cast<uint32_t>(call.operands[0].as<uint64_t>()[at] >> (high ? 32 : 0));
    }
  }
  call.give(std::move(result));
  return {};
}

struct Entry {
  std::string_view target;  // ends in * where only the beginning matters
  OpEvaluator evaluator;
};

constexpr Entry kRegistry[] = {
    {call_targets::kSharding, eval_hint},
    {"LayoutConstraint", eval_hint},
    {"MoveTo*", eval_hint},
    {"PinToDevice*", eval_hint},
    {"annotate_device_placement", eval_hint},
    {call_targets::kShardBarrierFrom, eval_hint},
    {call_targets::kShardBarrierTo, eval_hint},
    {call_targets::kFuncResultSharding, eval_hint},
    {call_targets::kPropagationBarrier, eval_hint},
    {call_targets::kShardingGroup, eval_hint},
    {kElidedConstant, eval_elided_constant},
    {"X64*", eval_x64},
    {"check.expect_eq", eval_check_call},
    {"check.eq", eval_check_call},
    {"check.expect_almost_eq", eval_check_call},
    {"check.expect_close", eval_check_call},
    {"TopK", eval_top_k_call},
    {"__op$block_scaled_dot", eval_block_scaled_dot},
    {call_targets::kFullToShard, eval_full_to_shard},
    {call_targets::kShardToFull, eval_shard_to_full},
    {call_targets::kGlobalToLocal, eval_full_to_shard},
    {call_targets::kLocalToGlobal, eval_shard_to_full},
};

// Whether the tensor is what an op that gives this type may give; whose code made it is unknown.
bool is_value_of(const Tensor& tensor, Type type) {
  if (!type.is_tensor()) return type.is_token() && !tensor.type();
  return tensor.type() == type && tensor.shared() != nullptr &&
         std::ssize(tensor.blob()) == static_cast<ptrdiff_t>(type.byte_size());
}

// False where the host does not know the call.
Result<bool> eval_by_host(OpCall& call) {
  const EvalOptions& options = call.machine.session().options;
  if (!options.custom_call) return false;
  auto results = options.custom_call(call.op, call.operands);
  if (!results.ok()) {
    const Diagnostic& why = results.error().diagnostic;
    return why.place.line > 0 || !why.file.empty() ? results.error() : call.fail(why.code, why.message);
  }
  if (!results->has_value()) return false;
  std::vector<Tensor>& given = **results;
  if (std::ssize(given) != call.op.num_results()) {
    return call.fail(Code::kCannotEvaluate,
                     fmt::format("the host gives {} results of the custom call @{}, which has {}", given.size(),
                                 target_of(call), call.op.num_results()));
  }
  for (int i = 0; i < call.op.num_results(); ++i) {
    if (!is_value_of(given[i], call.result_type(i))) {
      return call.fail(Code::kCannotEvaluate,
                       fmt::format("the host gives {} as result {} of the custom call @{}, which is {}",
                                   given[i].type() ? given[i].type().to_string() : "no tensor", i, target_of(call),
                                   call.result_type(i).to_string()));
    }
    call.give(std::move(given[i]));
  }
  return true;
}

bool matches(std::string_view pattern, std::string_view target) {
  if (!pattern.ends_with('*')) return pattern == target;
  return target.starts_with(pattern.substr(0, pattern.size() - 1));
}

}  // namespace

Status eval_custom_call(OpCall& call) {
  for (const Entry& entry : kRegistry) {
    if (matches(entry.target, target_of(call))) return entry.evaluator(call);
  }
  PARTITA_ASSIGN(const bool known, eval_by_host(call));
  if (known) return {};
  return call.fail(
      Code::kCannotEvaluate,
      fmt::format("nobody registered what the custom call @{} means; it can be partitioned, but not evaluated",
                  target_of(call)));
}

}  // namespace partita::core::eval

// Control flow, order, host effects, hints and checks.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita::core::ir {

using namespace type_rules;

namespace {

std::string listed(std::span<const Type> types) {
  std::string out;
  for (Type type : types) out += (out.empty() ? "" : ", ") + describe(type);
  return out;
}

// Payload results, then a token. A channel's type says what it connects: 1 devices, 2 a device to the host, 3 the host
// to a device; 0 is what XLA leaves unsaid.
struct ResultsLabels {
  std::string_view payload, token;
};
std::optional<InferredTypes> received_problem(const OpFacts& f, const ResultsLabels& labels) {
  if (f.inferring) return std::nullopt;
  size_t last = f.results.size() - 1;
  for (size_t i = 0; i < last; ++i) {
    if (is_tensor(f.results[i])) continue;
    return type_error(labels.payload, fmt::format("result {} must be a tensor, it is {}", i, describe(f.results[i])));
  }
  if (f.results[last].is_token()) return std::nullopt;
  return type_error(labels.token, fmt::format("the last result must be a token, it is {}", describe(f.results[last])));
}

std::optional<InferredTypes> sent_problem(const OpFacts& f) {
  size_t last = f.operands.size() - 1;
  for (size_t i = 0; i < last; ++i) {
    if (!is_tensor(f.operands[i])) {
      return type_error("I1", fmt::format("operand {} must be a tensor, it is {}", i, describe(f.operands[i])));
    }
  }
  if (f.operands[last].is_token()) return std::nullopt;
  return type_error("I2", fmt::format("the last operand must be a token, it is {}", describe(f.operands[last])));
}

std::optional<InferredTypes> channel_problem(const OpFacts& f, int64_t host_type) {
  int64_t type = f.integer(AttrKey::kChannelType);
  bool host = f.integer(AttrKey::kIsHostTransfer) != 0;
  if (type == 0 || type == (host ? host_type : 1)) return std::nullopt;
  return type_error("C1", fmt::format("channel type {} does not fit is_host_transfer = {}, {} does", type, host,
                                      host ? host_type : 1));
}

}  // namespace

InferredTypes rule_branches(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type index = f.operands[0];
  bool is_if = f.kind == OpKind::kIf;  // its labels are case's, less C1
  ElementType want = is_if ? ElementType::kPred : ElementType::kS32;
  RULE_REQUIRE(is_scalar_of(index, want), "I1", "is steered by a scalar of {}, not {}", mlir_spelling(want),
               describe(index));
  RULE_REQUIRE(!f.regions.empty(), "C1", "needs a branch");
  std::vector<Type> first;
  for (size_t i = 0; i < f.regions.size(); ++i) {
    RULE_REQUIRE(f.regions[i]->num_arguments() == 0, is_if ? "C1" : "C2", "branch {} takes {} arguments, not 0", i,
                 f.regions[i]->num_arguments());
    auto types = returned_types(*f.regions[i]);
    RULE_REQUIRE(types, is_if ? "C2" : "C3", "branch {} returns nothing", i);
    if (i == 0) first = *types;
    RULE_REQUIRE(*types == first, is_if ? "C2" : "C3", "branch {} returns ({}), the first one ({})", i, listed(*types),
                 listed(first));
  }
  return known(std::move(first));
}

InferredTypes rule_while(const OpFacts& f) {
  std::vector<Type> state(f.operands.begin(), f.operands.end());
  if (f.regions.size() == 2) {
    for (int r = 0; r < 2; ++r) {
      const Region& region = *f.regions[r];
      std::string_view what = r == 0 ? "condition" : "body";
      RULE_REQUIRE(region.num_arguments() == std::ssize(state), r == 0 ? "C1" : "C2",
                   "the {} takes {} arguments, {} are carried", what, region.num_arguments(), state.size());
      for (size_t i = 0; i < state.size(); ++i) {
        Type type = region.argument(i)->type();
        RULE_REQUIRE(type == state[i], r == 0 ? "C1" : "C2", "argument {} of the {} is {}, {} is carried", i, what,
                     describe(type), describe(state[i]));
      }
    }
    auto condition = returned_types(*f.regions[0]);
    RULE_REQUIRE(condition && condition->size() == 1 && is_tensor((*condition)[0]) && (*condition)[0].rank() == 0 &&
                     (*condition)[0].element() == ElementType::kPred,
                 "C1", "the condition must return one scalar of i1");
    auto body = returned_types(*f.regions[1]);
    RULE_REQUIRE(body && *body == state, "C2", "the body must return what is carried, ({})", listed(state));
  }
  return known(std::move(state));
}

InferredTypes rule_return(const OpFacts&) { return known(std::vector<Type>{}); }
InferredTypes rule_pass_through(const OpFacts& f) {
  return known(std::vector<Type>(f.operands.begin(), f.operands.end()));
}

InferredTypes rule_token(const OpFacts& f) {
  for (Type type : f.operands) RULE_REQUIRE(type.is_token(), "I1", "takes tokens only, not {}", describe(type));
  return known(f.context.token());
}

InferredTypes rule_add_dependency(const OpFacts& f) {
  RULE_REQUIRE(f.operands[1].is_token(), "", "the second operand must be a token, it is {}", describe(f.operands[1]));
  return known(f.operands[0]);
}

InferredTypes rule_infeed(const OpFacts& f) {
  RULE_REQUIRE(f.operands[0].is_token(), "I1", "takes a token, not {}", describe(f.operands[0]));
  if (auto problem = received_problem(f, {"C2", "C3"})) return *problem;
  return free_choice();
}

InferredTypes rule_outfeed(const OpFacts& f) {
  if (auto problem = sent_problem(f)) return *problem;
  return known(f.context.token());
}

InferredTypes rule_send(const OpFacts& f) {
  if (auto problem = sent_problem(f)) return *problem;
  if (auto problem = channel_problem(f, 2)) return *problem;
  if (std::string why = pairs_problem(f); !why.empty()) return type_error("", why);
  return known(f.context.token());
}

InferredTypes rule_recv(const OpFacts& f) {
  RULE_REQUIRE(f.operands[0].is_token(), "I1", "takes a token, not {}", describe(f.operands[0]));
  if (auto problem = channel_problem(f, 3)) return *problem;
  if (std::string why = pairs_problem(f); !why.empty()) return type_error("", why);
  if (auto problem = received_problem(f, {"C3", "C4"})) return *problem;
  return free_choice();
}

InferredTypes rule_async(const OpFacts& f) {
  switch (f.kind) {
    case OpKind::kAsyncStart: {
      if (f.regions.empty()) return free_choice();
      auto types = returned_types(*f.regions[0]);
      RULE_REQUIRE(types, "", "the body returns nothing");
      return known(f.context.future(*types));
    }
    case OpKind::kAsyncUpdate:
      RULE_REQUIRE(f.operands[0].kind() == TypeKind::kFuture, "I1", "takes what async_start gave");
      return known(f.operands[0]);
    default:
      RULE_REQUIRE(f.operands[0].kind() == TypeKind::kFuture, "I1", "takes what async_start gave");
      return known(std::vector<Type>(f.operands[0].parts().begin(), f.operands[0].parts().end()));
  }
}

InferredTypes rule_manual_computation(const OpFacts& f) {
  if (f.regions.empty() || f.inferring) return free_choice();
  const Region& body = *f.regions[0];
  RULE_REQUIRE(body.num_arguments() == std::ssize(f.operands), "", "the body takes {} arguments for {} operands",
               body.num_arguments(), f.operands.size());
  auto types = returned_types(body);
  RULE_REQUIRE(types && types->size() == f.results.size(), "", "the body must return {} values", f.results.size());
  auto is_shard = [](Type local, Type global) {
    if (!is_tensor(global) || !is_tensor(local)) return local == global;
    bool fits = global.element() == local.element() && global.rank() == local.rank();
    for (int d = 0; fits && d < global.rank(); ++d) fits = local.dim(d) <= global.dim(d);
    return fits;
  };
  for (size_t i = 0; i < f.operands.size(); ++i) {
    Type local = body.argument(i)->type();
    RULE_REQUIRE(is_shard(local, f.operands[i]), "", "argument {} of the body is {}, which is no shard of {}", i,
                 describe(local), describe(f.operands[i]));
  }
  for (size_t i = 0; i < types->size(); ++i) {
    RULE_REQUIRE(is_shard((*types)[i], f.results[i]), "", "result {} of the body is {}, which is no shard of {}", i,
                 describe((*types)[i]), describe(f.results[i]));
  }
  return free_choice();
}

InferredTypes rule_check(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type want = f.operands.size() == 2 ? f.operands[1] : f.attr(AttrKey::kValue).as_type();
  RULE_REQUIRE(f.operands[0] == want, "", "compares {} with {}", describe(f.operands[0]), describe(want));
  return known(std::vector<Type>{});
}

InferredTypes rule_anything(const OpFacts&) { return free_choice(); }

}  // namespace partita::core::ir

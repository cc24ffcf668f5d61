// Control flow, order, the outside world, hints and checks.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita {

using namespace rules;

InferredTypes rule_branches(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type index = f.operands[0];
  ElementType want = f.kind == OpKind::kIf ? ElementType::kPred : ElementType::kS32;
  RULE_REQUIRE(index.rank() == 0 && index.element() == want, "I1", "is steered by a scalar of {}, not {}",
               mlir_spelling(want), describe(index));
  RULE_REQUIRE(!f.regions.empty(), "C1", "needs a branch");
  std::vector<Type> first;
  for (size_t i = 0; i < f.regions.size(); ++i) {
    RULE_REQUIRE(f.regions[i]->num_arguments() == 0, "C2", "branches take no arguments");
    auto types = returned_types(*f.regions[i]);
    RULE_REQUIRE(types, "C3", "branch {} returns nothing", i);
    if (i == 0) first = *types;
    RULE_REQUIRE(*types == first, "C3", "branch {} returns other types than the first", i);
  }
  return known(std::move(first));
}

InferredTypes rule_while(const OpFacts& f) {
  std::vector<Type> state(f.operands.begin(), f.operands.end());
  if (f.regions.size() == 2) {
    for (int r = 0; r < 2; ++r) {
      const Region& region = *f.regions[static_cast<size_t>(r)];
      std::string_view what = r == 0 ? "condition" : "body";
      RULE_REQUIRE(region.num_arguments() == static_cast<int>(state.size()), r == 0 ? "C1" : "C2",
                   "the {} takes {} arguments, {} are carried", what, region.num_arguments(), state.size());
      for (size_t i = 0; i < state.size(); ++i) {
        Type type = region.argument(static_cast<int>(i))->type();
        RULE_REQUIRE(type == state[i], r == 0 ? "C1" : "C2", "argument {} of the {} is {}, {} is carried", i, what,
                     describe(type), describe(state[i]));
      }
    }
    auto condition = returned_types(*f.regions[0]);
    RULE_REQUIRE(condition && condition->size() == 1 && is_tensor((*condition)[0]) && (*condition)[0].rank() == 0 &&
                     (*condition)[0].element() == ElementType::kPred,
                 "C1", "the condition must return one scalar of i1");
    auto body = returned_types(*f.regions[1]);
    RULE_REQUIRE(body && *body == state, "C2", "the body must return the types that are carried");
  }
  return known(std::move(state));
}

InferredTypes rule_return(const OpFacts&) { return known(std::vector<Type>{}); }
InferredTypes rule_pass_through(const OpFacts& f) {
  return known(std::vector<Type>(f.operands.begin(), f.operands.end()));
}

InferredTypes rule_token(const OpFacts& f) {
  for (Type type : f.operands) RULE_REQUIRE(type.is_token(), "I1", "takes tokens only");
  return known(f.context.token());
}

InferredTypes rule_add_dependency(const OpFacts& f) {
  RULE_REQUIRE(f.operands[1].is_token(), "I2", "the second operand must be a token");
  return known(f.operands[0]);
}

InferredTypes rule_infeed(const OpFacts& f) {
  RULE_REQUIRE(f.operands[0].is_token(), "I1", "takes a token");
  if (!f.inferring)
    RULE_REQUIRE(!f.results.empty() && f.results.back().is_token(), "C2", "the last result must be a token");
  return free_choice();
}

InferredTypes rule_outfeed(const OpFacts& f) {
  RULE_REQUIRE(f.operands.back().is_token(), "I2", "the last operand must be a token");
  return known(f.context.token());
}

InferredTypes rule_send(const OpFacts& f) {
  RULE_REQUIRE(f.operands.back().is_token(), "I2", "the last operand must be a token");
  int64_t type = f.integer(AttrKey::kChannelType);
  bool host = f.integer(AttrKey::kIsHostTransfer) != 0;
  RULE_REQUIRE(type == 0 || type == (host ? 2 : 1), "C1", "channel_type {} does not fit is_host_transfer = {}", type,
               host);
  return known(f.context.token());
}

InferredTypes rule_recv(const OpFacts& f) {
  RULE_REQUIRE(f.operands[0].is_token(), "I1", "takes a token");
  int64_t type = f.integer(AttrKey::kChannelType);
  bool host = f.integer(AttrKey::kIsHostTransfer) != 0;
  RULE_REQUIRE(type == 0 || type == (host ? 3 : 1), "C1", "channel_type {} does not fit is_host_transfer = {}", type,
               host);
  if (!f.inferring)
    RULE_REQUIRE(!f.results.empty() && f.results.back().is_token(), "C3", "the last result must be a token");
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
  if (f.regions.empty()) return free_choice();
  const Region& body = *f.regions[0];
  RULE_REQUIRE(body.num_arguments() == static_cast<int>(f.operands.size()), "",
               "the body takes {} arguments for {} operands", body.num_arguments(), f.operands.size());
  auto types = returned_types(body);
  RULE_REQUIRE(types, "", "the body returns nothing");
  if (f.inferring) return free_choice();
  RULE_REQUIRE(types->size() == f.results.size(), "", "the body returns {} values for {} results", types->size(),
               f.results.size());
  for (size_t i = 0; i < f.operands.size(); ++i) {
    Type global = f.operands[i], local = body.argument(static_cast<int>(i))->type();
    bool fits = is_tensor(global) == is_tensor(local) &&
                (!is_tensor(global) || (global.element() == local.element() && global.rank() == local.rank()));
    RULE_REQUIRE(fits, "", "argument {} of the body is {}, which is no shard of {}", i, describe(local),
                 describe(global));
  }
  for (size_t i = 0; i < types->size(); ++i) {
    Type global = f.results[i], local = (*types)[i];
    bool fits = is_tensor(global) == is_tensor(local) &&
                (!is_tensor(global) || (global.element() == local.element() && global.rank() == local.rank()));
    RULE_REQUIRE(fits, "", "result {} of the body is {}, which is no shard of {}", i, describe(local),
                 describe(global));
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

}  // namespace partita

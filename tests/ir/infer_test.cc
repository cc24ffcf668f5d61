#include "ir/infer.h"

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/replica_groups.h"
#include "ir/type_rules.h"

namespace partita::core::ir {
namespace {

using State = InferredTypes::State;

class InferTest : public testing::Test {
 protected:
  Type f32(std::initializer_list<int64_t> dims) { return context_.tensor(ElementType::kF32, dims); }
  Type s32(std::initializer_list<int64_t> dims) { return context_.tensor(ElementType::kS32, dims); }
  Attr ints(std::initializer_list<int64_t> values) { return context_.ints(values); }
  Attr integer(int64_t value) { return context_.integer(value); }

  InferredTypes infer(OpKind kind, std::vector<Type> operands, std::vector<KeyedAttr> attrs = {},
                      std::span<const Region* const> regions = {}) {
    return infer_types(context_, kind, operands, context_.attr_list(attrs), regions);
  }
  // The only type inferred, as text, or what is wrong.
  std::string answer(const InferredTypes& inferred) {
    if (inferred.state == State::kInvalid) return inferred.why;
    return inferred.types.size() == 1 ? inferred.types[0].to_string() : "";
  }

  Context context_;
};

TEST_F(InferTest, PointwiseOpsGiveTheirOperandsType) {
  EXPECT_EQ(answer(infer(OpKind::kAdd, {f32({2, 3}), f32({2, 3})})), "tensor<2x3xf32>");
  EXPECT_EQ(answer(infer(OpKind::kIsFinite, {f32({})})), "tensor<i1>");
  InferredTypes wrong = infer(OpKind::kTanh, {s32({2})});
  EXPECT_EQ(wrong.state, State::kInvalid);
  EXPECT_TRUE(wrong.element_type);
}

TEST_F(InferTest, SomeResultTypesAreTheProgramsChoice) {
  EXPECT_EQ(infer(OpKind::kReshape, {f32({6})}).state, State::kFree);
  EXPECT_EQ(infer(OpKind::kConvert, {f32({6})}).state, State::kFree);
  EXPECT_EQ(infer(OpKind::kIota, {}, {{AttrKey::kIotaDimension, integer(0)}}).state, State::kFree);
}

TEST_F(InferTest, ShapesFollowFromAttributes) {
  EXPECT_EQ(answer(infer(OpKind::kTranspose, {f32({2, 3, 4})}, {{AttrKey::kPermutation, ints({2, 0, 1})}})),
            "tensor<4x2x3xf32>");
  EXPECT_EQ(
      answer(infer(
          OpKind::kSlice, {f32({9})},
          {{AttrKey::kStartIndices, ints({1})}, {AttrKey::kLimitIndices, ints({8})}, {AttrKey::kStrides, ints({3})}})),
      "tensor<3xf32>");
  EXPECT_EQ(answer(infer(OpKind::kPad, {f32({4, 0}), f32({})},
                         {{AttrKey::kEdgePaddingLow, ints({-1, 2})},
                          {AttrKey::kEdgePaddingHigh, ints({0, 0})},
                          {AttrKey::kInteriorPadding, ints({2, 5})}})),
            "tensor<9x2xf32>");
}

TEST_F(InferTest, ProductsHaveBatchThenFreeDimensions) {
  std::vector<KeyedAttr> dims = {{AttrKey::kLhsBatchingDimensions, ints({1})},
                                 {AttrKey::kRhsBatchingDimensions, ints({0})},
                                 {AttrKey::kLhsContractingDimensions, ints({2})},
                                 {AttrKey::kRhsContractingDimensions, ints({2})}};
  EXPECT_EQ(answer(infer(OpKind::kDotGeneral, {f32({3, 2, 4}), f32({2, 5, 4})}, dims)), "tensor<2x3x5xf32>");
  EXPECT_EQ(answer(infer(OpKind::kDotGeneral, {f32({3, 2, 4}), f32({2, 5, 6})}, dims)),
            "(C10): contracting dimension 2 of lhs is 4, 2 of rhs is 6");
}

TEST_F(InferTest, AReductionHasTheTypeOfItsBody) {
  Module module(context_);
  Type wide = context_.tensor(ElementType::kF64, {});
  Function* f = module.add_function(context_.name("add"), std::vector<Type>{wide, wide}, std::vector<Type>{wide});
  Builder b(f->body());
  Value* sum[] = {b.value(OpKind::kAdd, {f->argument(0), f->argument(1)}, wide)};
  b.ret(sum);
  const Region* regions[] = {&f->body()};
  EXPECT_EQ(answer(infer(OpKind::kReduce, {f32({2, 3}), f32({})}, {{AttrKey::kDimensions, ints({0})}}, regions)),
            "tensor<3xf64>");
  EXPECT_EQ(answer(infer(OpKind::kReduce, {s32({2, 3}), s32({})}, {{AttrKey::kDimensions, ints({0})}}, regions)),
            "(C6): the body computes in f64, which tensor<2x3xi32> cannot be promoted to");
}

TEST_F(InferTest, CollectivesScaleWithTheirGroups) {
  Attr pairs = list_groups(context_, {{0, 1}, {2, 3}}), eight = iota_groups(context_, 2, 8, ints({16}).ints(), {});
  EXPECT_EQ(answer(infer(OpKind::kAllGather, {f32({3, 5})},
                         {{AttrKey::kAllGatherDim, integer(1)}, {AttrKey::kReplicaGroups, pairs}})),
            "tensor<3x10xf32>");
  EXPECT_EQ(answer(infer(OpKind::kReduceScatter, {f32({16, 5})},
                         {{AttrKey::kScatterDimension, integer(0)}, {AttrKey::kReplicaGroups, eight}})),
            "tensor<2x5xf32>");
  EXPECT_EQ(answer(infer(OpKind::kAllGather, {f32({3, int64_t{1} << 54})},
                         {{AttrKey::kAllGatherDim, integer(1)}, {AttrKey::kReplicaGroups, eight}})),
            "(C6): the result is too large");
  EXPECT_EQ(infer(OpKind::kAllGather, {f32({3, 5})},
                  {{AttrKey::kAllGatherDim, integer(1)}, {AttrKey::kReplicaGroups, list_groups(context_, {})}})
                .state,
            State::kFree);
}

TEST_F(InferTest, WrongCountsAndAttributesAreToldNotRead) {
  EXPECT_EQ(infer(OpKind::kAdd, {f32({2})}).state, State::kInvalid);
  EXPECT_EQ(answer(infer(OpKind::kTranspose, {f32({2})})), "the attribute permutation is missing");
  EXPECT_EQ(answer(infer(OpKind::kTranspose, {f32({2})}, {{AttrKey::kPermutation, integer(0)}})),
            "the attribute permutation has the wrong kind of value");
  EXPECT_EQ(answer(infer(OpKind::kNegate, {context_.token()})), "takes tensors only, operand 0 is !stablehlo.token");
}

// Every rule on every op, with operands and attributes that fit nothing: an answer, never a crash.
TEST_F(InferTest, RulesAnswerWhateverTheyAreGiven) {
  const int64_t least = INT64_MIN, most = INT64_MAX;
  std::vector<Type> types = {f32({}),
                             f32({0}),
                             f32({2, 3, 4}),
                             s32({2}),
                             f32({most >> 8}),
                             context_.token(),
                             context_.opaque(),
                             context_.future(std::vector<Type>{f32({2})}),
                             context_.buffer(ElementType::kF32, std::vector<int64_t>{2}),
                             context_.tensor(ElementType::kPred, {}),
                             context_.tensor(ElementType::kC64, {3, 3})};
  std::vector<Attr> lists = {ints({}), ints({0}), ints({least}), ints({most, most}), ints({0, 0, 0}), ints({-1, 1, 2})};
  std::vector<Attr> numbers = {integer(0), integer(least), integer(most), integer(1)};
  Attr groups[] = {list_groups(context_, {}), list_groups(context_, {{}, {0}}),
                   list_groups(context_, {{most}, {least}}),
                   iota_groups(context_, most, most, ints({most}).ints(), ints({5}).ints())};
  for (int kind = 0; kind < kOpKindCount; ++kind) {
    const OpInfo& info = op_info(static_cast<OpKind>(kind));
    for (size_t round = 0; round < 66; ++round) {
      std::vector<Type> operands;
      size_t count = static_cast<size_t>(info.min_operands) + round % 4;
      for (size_t i = 0; i < count; ++i) operands.push_back(types[(round + i * (round / types.size())) % types.size()]);
      std::vector<KeyedAttr> attrs;
      for (size_t i = 0; i < info.attrs.size(); ++i) {
        const AttrSpec& spec = info.attrs[i];
        Attr value;
        switch (spec.form) {
          case AttrForm::kInt: value = numbers[(round + i) % numbers.size()]; break;
          case AttrForm::kInts:
          case AttrForm::kBools:
          case AttrForm::kPairs: value = lists[(round + i) % lists.size()]; break;
          case AttrForm::kGroups: value = groups[round % 4]; break;
          case AttrForm::kBool: value = context_.boolean(round % 2 == 0); break;
          case AttrForm::kFloat: value = context_.real(0.5); break;
          case AttrForm::kString:
          case AttrForm::kEnum: value = context_.string(round % 2 ? "FFT" : ""); break;
          case AttrForm::kSymbol: value = context_.symbol("f"); break;
          case AttrForm::kEnums:
          case AttrForm::kSymbols: value = context_.array({}); break;
          case AttrForm::kDense: value = context_.dense(f32({}), true, std::vector<std::byte>(4)); break;
          case AttrForm::kAny: value = context_.opaque_attr("#x<lhs_component_count = 99999999999999999999>"); break;
        }
        attrs.push_back({spec.key, value});
      }
      AttrList list = context_.attr_list(attrs);
      infer_types(context_, static_cast<OpKind>(kind), operands, list);
      // And as the verifier asks, with results.
      if (count > static_cast<size_t>(info.max_operands)) continue;
      std::vector<Type> results;
      for (int i = 0; i < info.min_results; ++i)
        results.push_back(types[(round * 7 + static_cast<size_t>(i)) % types.size()]);
      type_rule_for(static_cast<OpKind>(kind))(
          {context_, static_cast<OpKind>(kind), operands, list, {}, results, false});
    }
  }
}

}  // namespace
}  // namespace partita::core::ir

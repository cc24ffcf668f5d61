// Fused loops against the same program taken instruction by instruction over the whole space.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "engine/loop/plan.h"
#include "engine/loop/program.h"
#include "eval/pointwise.h"
#include "ir/numeric/float_formats.h"
#include "loop_reference.h"

namespace partita::core::engine::loop {
namespace {

using enum ElementType;

class LoopTest : public testing::Test {
 protected:
  std::mt19937_64 random{7};

  int64_t between(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random); }

  // Runs by every backend, whole and in tasks backwards, and expects the reference's bytes.
  void check(const Program& program, int64_t ulp = 0) {
    Memory inputs = made_up(program, random);
    const Memory expected = reference(program, inputs);
    for (Backend backend : {Backend::kBest, Backend::kTiles, Backend::kScalarTiles}) {
      const auto kernel = compile(program, {.backend = backend});
      Memory memory = inputs;
      std::vector<void*> buffers = memory.addresses(program);
      std::vector<std::byte> scratch(kernel->scratch_bytes() + 64, std::byte{0xcd});
      void* place = scratch.data();
      size_t room = scratch.size();
      std::align(64, kernel->scratch_bytes(), place, room);
      for (int64_t task = kernel->tasks(); task-- > 0;) kernel->run(task, task + 1, buffers.data(), place);
      SCOPED_TRACE(kernel->backend());
      expect_same(program, expected, memory, ulp);
      if (HasFailure()) FAIL() << text_of(program);
    }
  }
};

TEST_F(LoopTest, AddsABroadcastBiasAndTakesTheMaximumWithZero) {
  Program p;
  p.dims = {37, 129};
  const int x = p.load(p.add_buffer(kF32, {129, 1})), bias = p.load(p.add_buffer(kF32, {0, 1}));
  const int sum = p.binary(Op::kAdd, x, bias);
  p.store(p.add_buffer(kF32, {129, 1}), p.binary(Op::kMaximum, sum, p.constant(kF32, 0)));
  check(p);
}

TEST_F(LoopTest, ReducesRowsOfAnyLengthAndUsesTheResults) {
  for (int64_t columns : {1, 5, 31, 32, 33, 100, 1000, 1024, 1025, 5000}) {
    Program p;
    p.dims = {7, columns};
    p.row_rank = 1;
    const int x = p.load(p.add_buffer(kF32, {columns, 1})), top = p.reduce(Combiner::kMaximum, x);
    const int e = p.unary(Op::kExp, p.binary(Op::kSubtract, x, top)), sum = p.reduce(Combiner::kAdd, e);
    p.store(p.add_buffer(kF32, {columns, 1}), p.binary(Op::kDivide, e, sum));
    p.store(p.add_buffer(kF32, {1, 0}), p.unary(Op::kSqrt, sum));
    check(p, 6);
  }
}

TEST_F(LoopTest, AnEmptyRowGivesTheIdentityAndAnEmptySpaceTheInitialValue) {
  Program p;
  p.dims = {2, 0};
  p.row_rank = 1;
  const int x = p.load(p.add_buffer(kF32, {0, 1}));
  p.store(p.add_buffer(kF32, {1, 0}), p.reduce(Combiner::kMaximum, x));
  p.accumulate(p.add_buffer(kF32, {1, 0}), x, Combiner::kAdd, p.constant(kF32, 5));
  const auto kernel = compile(p);
  float unused = 0, most[2] = {}, sums[2] = {};
  void* buffers[] = {&unused, most, sums};
  alignas(64) std::byte scratch[4096 * 8];
  ASSERT_LE(kernel->scratch_bytes(), sizeof scratch);
  kernel->run(0, kernel->tasks(), buffers, scratch);
  EXPECT_EQ(most[1], -INFINITY);
  EXPECT_EQ(sums[0], 5);
  EXPECT_EQ(sums[1], 5);
}

TEST_F(LoopTest, SumsColumnsInOrder) {
  for (ElementType type : {kF32, kF64, kS32, kBF16, kC64}) {
    Program p;
    p.dims = {5, 33, 70};
    const int x = p.load(p.add_buffer(type, {33 * 70, 70, 1}));
    const int square = p.binary(Op::kMultiply, x, x);
    p.accumulate(p.add_buffer(type, {70, 0, 1}), square, Combiner::kAdd);
    p.accumulate(p.add_buffer(type, {0, 1, 0}), x, Combiner::kAdd, p.constant(type, 3));
    check(p);
  }
}

TEST_F(LoopTest, EveryInstructionOnEveryTypeItIsDefinedFor) {
  const ElementType types[] = {kPred, kS4,  kS8,  kS16,  kS32,      kS64, kU4,  kU8,  kU16,
                               kU32,  kU64, kF16, kBF16, kF8E4M3FN, kF32, kF64, kC64, kC128};
  int checked = 0;
  for (ElementType type : types) {
    for (int o = static_cast<int>(Op::kNegate); o <= static_cast<int>(Op::kLess); ++o) {
      const Op op = static_cast<Op>(o);
      if (!is_defined(op, type)) continue;
      ++checked;
      Program p;
      p.dims = {3, 700};
      const int a = p.load(p.add_buffer(type, {700, 1}));
      int result;
      if (o < static_cast<int>(Op::kAdd)) {
        result = p.unary(op, a);
      } else {
        const int b = p.load(p.add_buffer(type, {1, 3}));
        result = p.binary(op, a, b);
      }
      p.store(p.add_buffer(p.instructions[result].type, {700, 1}), result);
      check(p, is_elementary(op) ? (is_narrow_float(type) ? 1 : 2) : 0);
    }
  }
  EXPECT_GT(checked, 300);
}

TEST_F(LoopTest, ConvertsBetweenAllTypes) {
  const ElementType types[] = {kPred, kS4,  kS8,  kS16,  kS32,      kS64, kU8,  kU16,
                               kU32,  kU64, kF16, kBF16, kF8E4M3FN, kF32, kF64, kC64};
  for (ElementType from : types) {
    for (ElementType to : types) {
      Program p;
      p.dims = {777};
      p.store(1, p.convert(to, p.load(p.add_buffer(from, {1}))));
      p.add_buffer(to, {1});
      check(p);
    }
  }
}

TEST_F(LoopTest, RandomPrograms) {
  for (int round = 0; round < 400; ++round) {
    Program p;
    const int rank = static_cast<int>(between(0, 4));
    for (int d = 0; d < rank; ++d) p.dims.push_back(between(0, 9) == 0 ? 0 : between(1, d == rank - 1 ? 300 : 7));
    if (between(0, 1)) p.row_rank = static_cast<int>(between(0, rank));
    const ElementType type = std::array{kF32, kF32, kF32, kBF16, kF64, kS32, kU8}[static_cast<size_t>(between(0, 6))];
    // Any order of dimensions in memory, broadcast, reversed, with gaps.
    auto strides = [&](bool output) {
      std::vector<int> order(p.dims.size());
      for (size_t d = 0; d < order.size(); ++d) order[d] = static_cast<int>(d);
      if (between(0, 2) == 0) std::ranges::shuffle(order, random);
      std::vector<int64_t> result(p.dims.size());
      int64_t size = between(0, 3) == 0 ? 2 : 1;
      for (int k = rank - 1; k >= 0; --k) {
        const int d = order[static_cast<size_t>(k)];
        result[d] = size * (between(0, 5) == 0 ? -1 : 1);
        size *= std::max<int64_t>(p.dims[d], 1) + (between(0, 5) == 0 ? 1 : 0);
        if (!output && between(0, 4) == 0) result[d] = 0;
      }
      return result;
    };
    std::vector<int> values;
    for (int i = 0; i < 3; ++i) values.push_back(p.load(p.add_buffer(type, strides(false))));
    values.push_back(p.constant(type, 2));
    if (rank > 0) values.push_back(p.iota(type, static_cast<int>(between(0, rank - 1))));
    auto any = [&] { return values[static_cast<size_t>(between(0, std::ssize(values) - 1))]; };
    for (int i = 0; i < 8; ++i) {
      switch (between(0, 6)) {
        case 0: values.push_back(p.binary(Op::kAdd, any(), any())); break;
        case 1: values.push_back(p.binary(Op::kMultiply, any(), any())); break;
        case 2: values.push_back(p.unary(Op::kNegate, any())); break;
        case 3: values.push_back(p.binary(Op::kMaximum, any(), any())); break;
        case 4: values.push_back(p.select(p.binary(Op::kLess, any(), any()), any(), any())); break;
        case 5: values.push_back(p.clamp(any(), any(), any())); break;
        default:
          if (p.row_rank > 0) {
            values.push_back(p.reduce(between(0, 1) ? Combiner::kMaximum : Combiner::kAdd, any()));
          }
      }
    }
    for (int i = 0; i < 2; ++i)
      p.store(p.add_buffer(type, strides(true)), values[values.size() - 1 - static_cast<size_t>(i)]);
    if (between(0, 2) == 0) {
      std::vector<int64_t> kept = strides(true);
      for (int64_t& stride : kept) stride = between(0, 1) ? 0 : stride;
      p.accumulate(p.add_buffer(type, kept), any(), between(0, 1) ? Combiner::kAdd : Combiner::kMinimum);
    }
    check(p);
    if (HasFailure()) return;
  }
}

// Elementary functions too: both take them from math.h.
TEST_F(LoopTest, EmittedCodeGivesTheBitsOfTheInterpreter) {
  int emitted = 0;
  for (int round = 0; round < 250; ++round) {
    Program p;
    const int64_t columns = between(0, 1) ? between(24, 130) : between(1000, 3000);
    p.dims = {between(1, 5), columns};
    p.row_rank = 1;
    const ElementType type = between(0, 2) == 0 ? kBF16 : kF32;
    std::vector<int> values, words, masks;
    for (int i = 0; i < 3; ++i) {
      const int64_t along = i == 2 && between(0, 1) ? 0 : 1;
      values.push_back(p.convert(kF32, p.load(p.add_buffer(type, {between(0, 3) == 0 ? 0 : columns, along}))));
    }
    words.push_back(p.load(p.add_buffer(kS32, {columns, 1})));
    words.push_back(p.iota(kS32, 1));
    masks.push_back(p.load(p.add_buffer(kPred, {columns, 1})));
    auto pick = [&](const std::vector<int>& from) {
      return from[static_cast<size_t>(between(0, std::ssize(from) - 1))];
    };
    auto any = [&] { return pick(values); };
    for (int64_t i = between(3, 14); i > 0; --i) {
      switch (between(0, 7)) {
        case 0: {
          constexpr Op kOps[] = {Op::kExp,  Op::kExpm1, Op::kLog,  Op::kLog1p, Op::kTanh, Op::kLogistic,  Op::kErf,
                                 Op::kSqrt, Op::kRsqrt, Op::kSign, Op::kFloor, Op::kCeil, Op::kRoundEven, Op::kAbs};
          values.push_back(p.unary(kOps[between(0, std::ssize(kOps) - 1)], any()));
          break;
        }
        case 1: {
          constexpr Op kOps[] = {Op::kAdd, Op::kSubtract, Op::kMultiply, Op::kDivide, Op::kMaximum, Op::kMinimum};
          values.push_back(p.binary(kOps[between(0, 5)], any(), any()));
          break;
        }
        case 2: values.push_back(p.select(pick(masks), any(), any())); break;
        case 3: {
          const Op op = static_cast<Op>(static_cast<int>(Op::kEqual) + between(0, 5));
          masks.push_back(between(0, 1) ? p.binary(op, any(), any()) : p.binary(op, pick(words), pick(words)));
          break;
        }
        case 4:
          masks.push_back(between(0, 2) == 0 ? p.unary(Op::kNot, pick(masks))
                                             : p.binary(between(0, 1) ? Op::kAnd : Op::kOr, pick(masks), pick(masks)));
          break;
        case 5: words.push_back(p.binary(between(0, 1) ? Op::kAdd : Op::kMultiply, pick(words), pick(words))); break;
        case 6: values.push_back(p.convert(kF32, between(0, 1) ? pick(words) : pick(masks))); break;
        default: {
          constexpr Combiner kCombiners[] = {Combiner::kAdd, Combiner::kMaximum, Combiner::kMinimum,
                                             Combiner::kMultiply};
          values.push_back(p.reduce(kCombiners[between(0, 3)], any()));
          break;
        }
      }
    }
    const bool of_row = make_plan(p, false).num_phases > 0 && between(0, 3) == 0;
    p.store(p.add_buffer(type, {columns, 1}), p.convert(type, values.back()));
    p.store(p.add_buffer(kF32, {columns, 1}), any());
    p.store(p.add_buffer(kS32, {columns, 1}), words.back());
    p.store(p.add_buffer(kPred, {columns, 1}), masks.back());
    if (of_row) p.store(p.add_buffer(type, {1, 0}), p.convert(type, p.reduce(Combiner::kAdd, any())));
    const auto best = compile(p), tiles = compile(p, {.backend = Backend::kTiles});
    if (std::string(best->backend()) == tiles->backend()) continue;
    ++emitted;
    const Memory inputs = made_up(p, random);
    Memory found = inputs, expected = inputs;
    for (auto* it : {&found, &expected}) {
      const auto& kernel = it == &found ? best : tiles;
      std::vector<void*> buffers = it->addresses(p);
      std::vector<std::byte> scratch(kernel->scratch_bytes() + 64);
      void* place = scratch.data();
      size_t room = scratch.size();
      std::align(64, kernel->scratch_bytes(), place, room);
      kernel->run(0, kernel->tasks(), buffers.data(), place);
    }
    expect_same(p, expected, found, 0);
    if (HasFailure()) FAIL() << "round " << round << '\n' << text_of(p);
  }
  RecordProperty("emitted", emitted);
  EXPECT_TRUE(emitted == 0 || emitted > 150) << emitted;  // none where there is no emitter for the machine
}

}  // namespace
}  // namespace partita::core::engine::loop

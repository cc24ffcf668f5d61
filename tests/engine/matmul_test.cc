// Products against the sum as its header defines it: chains of fused multiply-adds over blocks of terms.
#include "engine/product/matmul.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <tuple>

#include "engine/product/pack.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::engine::product {
namespace {

using enum ElementType;

struct Operand {
  std::vector<std::byte> bytes;
  int64_t origin = 0;
};

class MatmulTest : public testing::Test {
 protected:
  std::mt19937_64 random{3};
  int64_t between(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random); }

  Operand noise(ElementType type, int64_t low, int64_t high) {
    const ElementType part = ir::part_type(type);
    const auto width = static_cast<size_t>(byte_width(part));
    Operand operand{
        .bytes = std::vector<std::byte>(static_cast<size_t>(high - low + 1) * static_cast<size_t>(byte_width(type))),
        .origin = -low * byte_width(type)};
    for (size_t i = 0; i < operand.bytes.size(); i += width) {
      uint64_t bits = part == kPred ? random() & random() & 1 : random();
      if (is_float(part)) bits = ir::encode_one(part, std::normal_distribution<double>()(random));
      std::memcpy(operand.bytes.data() + i, &bits, width);
    }
    return operand;
  }

  // Strides of all dimensions of one operand, in any order in memory.
  void lay_out(std::vector<std::pair<int64_t, int64_t*>> dims, bool target, int64_t& low, int64_t& high) {
    if (between(0, 1)) std::ranges::shuffle(dims, random);
    int64_t size = between(0, 4) == 0 ? 2 : 1;
    low = high = 0;
    for (auto it = dims.rbegin(); it != dims.rend(); ++it) {
      int64_t stride = size;
      size *= std::max<int64_t>(it->first, 1) + (between(0, 5) == 0 ? 1 : 0);
      if (between(0, 7) == 0) stride = -stride;
      if (!target && between(0, 9) == 0) stride = 0;
      *it->second = stride;
      const int64_t reach = std::max<int64_t>(it->first - 1, 0) * stride;
      (reach < 0 ? low : high) += reach;
    }
  }
};

template <typename Visit>
void for_each(const std::vector<MatmulDim>& dims, Visit&& visit) {
  std::vector<int64_t> at(dims.size(), 0);
  int64_t n = 1;
  for (const MatmulDim& d : dims) n *= d.size;
  for (int64_t i = 0; i < n; ++i) {
    int64_t lhs = 0, rhs = 0, result = 0, rest = i;
    for (size_t d = dims.size(); d-- > 0;) {
      const int64_t index = rest % dims[d].size;
      rest /= dims[d].size;
      lhs += index * dims[d].lhs;
      rhs += index * dims[d].rhs;
      result += index * dims[d].result;
    }
    visit(lhs, rhs, result);
  }
}

double number(ElementType type, const Operand& operand, int64_t element) {
  const ElementType part = ir::part_type(type);
  uint64_t bits = 0;
  std::memcpy(&bits, operand.bytes.data() + operand.origin + element * byte_width(part),
              static_cast<size_t>(byte_width(part)));
  return ir::decode_one(part, bits);
}
uint64_t integer(ElementType type, const Operand& operand, int64_t element) {
  uint64_t bits = 0;
  const int width = byte_width(type);
  std::memcpy(&bits, operand.bytes.data() + operand.origin + element * width, static_cast<size_t>(width));
  if (element_class(type) == ElementClass::kSigned) {
    bits = static_cast<uint64_t>(static_cast<int64_t>(bits << (64 - 8 * width)) >> (64 - 8 * width));
  }
  return bits;
}

// One sum: terms come in order.
class Sum {
 public:
  explicit Sum(bool is_double) : is_double_(is_double) {}
  void add(double a, double b) {
    chain_ = is_double_ ? std::fma(a, b, chain_)
                        : std::fmaf(static_cast<float>(a), static_cast<float>(b), static_cast<float>(chain_));
    if (++terms_ % kDepthBlock == 0) close();
  }
  double value() {
    if (terms_ % kDepthBlock != 0) close();
    return sum_;
  }

 private:
  void close() {
    if (terms_ <= kDepthBlock) {
      sum_ = chain_;
    } else {
      sum_ = is_double_ ? sum_ + chain_ : static_cast<float>(sum_) + static_cast<float>(chain_);
    }
    chain_ = 0;
  }
  bool is_double_;
  double sum_ = 0, chain_ = 0;
  int64_t terms_ = 0;
};

void expected_product(const MatmulSpec& spec, const Operand& lhs, const Operand& rhs, Operand& result) {
  const ElementType type = spec.result_type;
  const int64_t width = byte_width(type);
  const bool is_double = ir::part_type(sum_type(spec.lhs_type, spec.rhs_type, type)) == kF64;
  for_each(spec.batch, [&](int64_t lb, int64_t rb, int64_t ob) {
    for_each(spec.rows, [&](int64_t lr, int64_t, int64_t orow) {
      for_each(spec.columns, [&](int64_t, int64_t rc, int64_t oc) {
        std::byte* to = result.bytes.data() + result.origin + (ob + orow + oc) * width;
        if (is_complex(type)) {
          Sum re(is_double), im(is_double);
          for_each(spec.depth, [&](int64_t lk, int64_t rk, int64_t) {
            const int64_t l = 2 * (lb + lr + lk), r = 2 * (rb + rc + rk);
            const double a = number(spec.lhs_type, lhs, l), b = number(spec.lhs_type, lhs, l + 1);
            const double c = number(spec.rhs_type, rhs, r), d = number(spec.rhs_type, rhs, r + 1);
            re.add(a, c);
            re.add(b, -d);
            im.add(a, d);
            im.add(b, c);
          });
          const uint64_t bits[2] = {ir::encode_one(ir::part_type(type), re.value()),
                                    ir::encode_one(ir::part_type(type), im.value())};
          std::memcpy(to, &bits[0], static_cast<size_t>(width / 2));
          std::memcpy(to + width / 2, &bits[1], static_cast<size_t>(width / 2));
          return;
        }
        uint64_t bits = 0;
        if (is_float(type)) {
          Sum sum(is_double);
          for_each(spec.depth, [&](int64_t lk, int64_t rk, int64_t) {
            sum.add(number(spec.lhs_type, lhs, lb + lr + lk), number(spec.rhs_type, rhs, rb + rc + rk));
          });
          bits = ir::encode_one(type, sum.value());
        } else {
          for_each(spec.depth, [&](int64_t lk, int64_t rk, int64_t) {
            bits += integer(spec.lhs_type, lhs, lb + lr + lk) * integer(spec.rhs_type, rhs, rb + rc + rk);
          });
          if (type == kPred) bits = bits != 0;
        }
        std::memcpy(to, &bits, static_cast<size_t>(width));
      });
    });
  });
}

struct Room {
  explicit Room(size_t bytes) : memory(bytes + 64) {
    size_t space = memory.size();
    place = memory.data();
    std::align(64, bytes, place, space);
  }
  std::vector<std::byte> memory;
  void* place = nullptr;
};

TEST_F(MatmulTest, AnyTypesShapesAndLayouts) {
  const ElementType types[] = {kF32, kF32, kF32, kF64, kBF16, kF16, kS32, kS8, kU16, kS64, kPred, kC64, kC128};
  for (int round = 0; round < 200; ++round) {
    MatmulSpec spec;
    const ElementType type = types[static_cast<size_t>(between(0, std::ssize(types) - 1))];
    spec.lhs_type = spec.rhs_type = spec.result_type = type;
    if (is_float(type) && bit_width(type) < 32 && between(0, 1)) spec.result_type = kF32;
    if (type == kS8 && between(0, 1)) spec.result_type = kS32;
    auto dims = [&](int64_t most_dims, int64_t most) {
      std::vector<MatmulDim> result(static_cast<size_t>(between(0, most_dims)));
      for (MatmulDim& d : result) d.size = between(0, 40) == 0 ? 0 : between(1, most);
      return result;
    };
    spec.batch = dims(2, 2);
    spec.rows = dims(2, between(0, 5) == 0 ? 40 : 6);
    spec.columns = dims(2, between(0, 5) == 0 ? 50 : 7);
    spec.depth = dims(2, between(0, 5) == 0 ? 35 : 6);
    if (between(0, 9) == 0) spec.depth = {{.size = between(250, 600)}};
    if (between(0, 19) == 0) spec.rows = {{.size = between(230, 260)}};
    std::vector<std::pair<int64_t, int64_t*>> lhs, rhs, result;
    for (MatmulDim& d : spec.batch)
      lhs.emplace_back(d.size, &d.lhs), rhs.emplace_back(d.size, &d.rhs), result.emplace_back(d.size, &d.result);
    for (MatmulDim& d : spec.rows) lhs.emplace_back(d.size, &d.lhs), result.emplace_back(d.size, &d.result);
    for (MatmulDim& d : spec.columns) rhs.emplace_back(d.size, &d.rhs), result.emplace_back(d.size, &d.result);
    for (MatmulDim& d : spec.depth) lhs.emplace_back(d.size, &d.lhs), rhs.emplace_back(d.size, &d.rhs);
    int64_t low, high;
    lay_out(lhs, false, low, high);
    const Operand a = noise(spec.lhs_type, low, high);
    lay_out(rhs, false, low, high);
    const Operand b = noise(spec.rhs_type, low, high);
    lay_out(result, true, low, high);
    const Operand before = noise(spec.result_type, low, high);
    Operand expected = before;
    expected_product(spec, a, b, expected);
    for (Backend backend : {Backend::kBest, Backend::kOwn, Backend::kOwnScalar}) {
      if (backend == Backend::kBest && is_float(spec.lhs_type)) continue;  // may sum in another order
      for (bool packed : {false, true}) {
        Operand found = before;
        spec.rhs_packed = packed;
        const auto product = compile(spec, backend);
        const Room scratch(product->scratch_bytes()), weights(product->packed_rhs_bytes());
        if (packed) product->pack_rhs(b.bytes.data() + b.origin, weights.place);
        for (int64_t task = product->tasks(); task-- > 0;) {
          product->run(task, task + 1,
                       {.lhs = a.bytes.data() + a.origin,
                        .rhs = packed ? weights.place : b.bytes.data() + b.origin,
                        .result = found.bytes.data() + found.origin,
                        .scratch = scratch.place});
        }
        ASSERT_EQ(found.bytes, expected.bytes)
            << "round " << round << ", " << product->backend() << ", packed " << packed << ", " << mlir_spelling(type);
      }
    }
  }
}

// Few rows by a right operand that is read where it lies: the bits of other products, whatever is left over at the
// ends.
TEST_F(MatmulTest, FewRowsHaveTheBitsOfOtherProducts) {
  for (const auto& [n, k] : {std::pair(333, 600), std::pair(64, 257), std::pair(5, 31), std::pair(1100, 64)}) {
    for (int64_t m = 1; m <= 9; ++m) {
      MatmulSpec spec;
      spec.batch = {{.size = 2, .lhs = m * k, .rhs = n * k, .result = m * n}};
      spec.rows = {{.size = m, .lhs = k, .result = n}};
      spec.columns = {{.size = n, .rhs = 1, .result = 1}};
      spec.depth = {{.size = k, .lhs = 1, .rhs = n}};
      const Operand a = noise(kF32, 0, 2 * m * k - 1), b = noise(kF32, 0, 2 * n * k - 1);
      Operand expected = noise(kF32, 0, 2 * m * n - 1), found = expected;
      const auto other = compile(spec, Backend::kOwnScalar), product = compile(spec, Backend::kOwn);
      const Room scratch(std::max(product->scratch_bytes(), other->scratch_bytes()));
      MatmulArguments arguments{
          .lhs = a.bytes.data(), .rhs = b.bytes.data(), .result = expected.bytes.data(), .scratch = scratch.place};
      other->run(0, other->tasks(), arguments);
      arguments.result = found.bytes.data();
      for (int64_t task = product->tasks(); task-- > 0;) product->run(task, task + 1, arguments);
      ASSERT_EQ(found.bytes, expected.bytes) << m << " by " << n << " by " << k << ", " << product->backend();
    }
  }
}

// Several strips, blocks of rows and blocks of terms; the same bits for any division into tasks.
TEST_F(MatmulTest, LargeProductsInAnyTasks) {
  const int64_t m = 300, n = 2200, k = 300;
  MatmulSpec spec;
  spec.rows = {{.size = m, .lhs = k, .result = n}};
  spec.columns = {{.size = n, .rhs = k, .result = 1}};
  spec.depth = {{.size = k, .lhs = 1, .rhs = 1}};
  const Operand a = noise(kF32, 0, m * k - 1), b = noise(kF32, 0, n * k - 1);
  Operand whole = noise(kF32, 0, m * n - 1), pieces = whole;
  const auto product = compile(spec, Backend::kOwn);
  ASSERT_GE(product->tasks(), 4);
  EXPECT_EQ(product->tasks() % 2, 0);  // two threads have the same to do
  const Room scratch(product->scratch_bytes());
  MatmulArguments arguments{
      .lhs = a.bytes.data(), .rhs = b.bytes.data(), .result = whole.bytes.data(), .scratch = scratch.place};
  product->run(0, product->tasks(), arguments);
  arguments.result = pieces.bytes.data();
  for (int64_t task = product->tasks(); task-- > 0;) product->run(task, task + 1, arguments);
  EXPECT_EQ(pieces.bytes, whole.bytes);
  for (int i = 0; i < 300; ++i) {
    const int64_t row = between(0, m - 1), column = between(0, n - 1);
    Sum sum(false);
    for (int64_t t = 0; t < k; ++t) sum.add(number(kF32, a, row * k + t), number(kF32, b, column * k + t));
    ASSERT_EQ(number(kF32, whole, row * n + column), sum.value()) << row << ' ' << column;
  }
}

// What multiplies pairs of bf16, where the processor has it, against single multiply-adds: sums of small integers have
// no rounding. Rows that lie side by side, columns that do, neither, an odd number of terms.
TEST_F(MatmulTest, PairsOfBf16) {
  for (const auto& [m, n, k] :
       {std::tuple(5, 7, 3), std::tuple(130, 70, 513), std::tuple(300, 33, 64), std::tuple(257, 600, 300)}) {
    Operand a = noise(kBF16, 0, 3 * m * k), b = noise(kBF16, 0, 3 * n * k);
    for (Operand* operand : {&a, &b}) {
      for (size_t i = 0; i < operand->bytes.size(); i += 2) {
        const uint64_t bits = ir::encode_one(kBF16, static_cast<double>(between(-4, 4)));
        std::memcpy(operand->bytes.data() + i, &bits, 2);
      }
    }
    for (int layout = 0; layout < 9; ++layout) {
      const int left = layout % 3, right = layout / 3;
      MatmulSpec spec;
      spec.lhs_type = spec.rhs_type = kBF16;
      spec.rows = {{.size = m, .lhs = left == 0 ? k : left == 1 ? 1 : 2 * k, .result = n}};
      spec.columns = {{.size = n, .rhs = right == 0 ? 1 : right == 1 ? k : 3 * k, .result = 1}};
      spec.depth = {{.size = k, .lhs = left == 0 ? 1 : left == 1 ? m : 2, .rhs = right == 0 ? n : right == 1 ? 1 : 3}};
      const auto product_of = [&](Backend backend, bool packed) {
        spec.rhs_packed = packed;
        const auto product = compile(spec, backend);
        const Room scratch(product->scratch_bytes()), weights(product->packed_rhs_bytes());
        if (packed) product->pack_rhs(b.bytes.data(), weights.place);
        std::vector<float> result(static_cast<size_t>(m * n));
        for (int64_t task = product->tasks(); task-- > 0;) {
          product->run(task, task + 1,
                       {.lhs = a.bytes.data(),
                        .rhs = packed ? weights.place : b.bytes.data(),
                        .result = result.data(),
                        .scratch = scratch.place});
        }
        return result;
      };
      const std::vector<float> expected = product_of(Backend::kOwn, false);
      for (const bool packed : {false, true}) {
        ASSERT_EQ(product_of(Backend::kBest, packed), expected) << m << ' ' << left << ' ' << right;
        ASSERT_EQ(product_of(Backend::kOwnBlocks, packed), expected) << m << ' ' << left << ' ' << right;
      }
    }
  }
}

TEST_F(MatmulTest, EpiloguesSeeSumsInTheCache) {
  // max(x w + bias, 0) in bf16 of [2, 65] rows and [70] columns, stored transposed.
  MatmulSpec spec;
  const int64_t columns = 70, k = 40;
  spec.lhs_type = spec.rhs_type = spec.result_type = kBF16;
  spec.rows = {{.size = 2, .lhs = 65 * k}, {.size = 65, .lhs = k}};
  spec.columns = {{.size = columns, .rhs = 1}};
  spec.depth = {{.size = k, .lhs = 1, .rhs = columns}};
  Epilogue epilogue;
  loop::Program& p = epilogue.program;
  p.dims = {2, 65, columns};
  epilogue.sums = p.add_buffer(kF32, {0, 0, 0});
  const int bias = p.add_buffer(kBF16, {0, 0, 1}), out = p.add_buffer(kBF16, {65, 1, 130});
  const int sum = p.binary(loop::Op::kAdd, p.convert(kBF16, p.load(epilogue.sums)), p.load(bias));
  p.store(out, p.binary(loop::Op::kMaximum, sum, p.constant(kBF16, 0)));
  spec.epilogue = epilogue;
  const Operand a = noise(kBF16, 0, 130 * k - 1), b = noise(kBF16, 0, columns * k - 1),
                shift = noise(kBF16, 0, columns - 1);
  std::vector<uint16_t> found(static_cast<size_t>(130 * columns));
  const auto product = compile(spec);
  const Room scratch(product->scratch_bytes());
  void* buffers[] = {nullptr, const_cast<std::byte*>(shift.bytes.data()), found.data()};
  product->run(0, product->tasks(),
               {.lhs = a.bytes.data(), .rhs = b.bytes.data(), .epilogue_buffers = buffers, .scratch = scratch.place});
  for (int64_t i = 0; i < 130; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      double total = 0;
      for (int64_t t = 0; t < k; ++t) total += number(kBF16, a, i * k + t) * number(kBF16, b, t * columns + j);
      const double want = std::max(0.0, total + number(kBF16, shift, j));
      EXPECT_NEAR(ir::decode_one(kBF16, found[static_cast<size_t>(j * 130 + i)]), want, 0.05 * (1 + std::abs(want)));
    }
  }
}

}  // namespace
}  // namespace partita::core::engine::product

// What is measured is computed right, figures follow from times as they should, and a short measurement makes sense.
// Never how long something takes.
#include "measure/measure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "measure/memory_kernels.h"
#include "measure/timing.h"
#include "measure/vector_kernels.h"

namespace partita::core::measure {
namespace {

template <typename T>
std::vector<T> some(int64_t count, int seed) {
  std::mt19937 random(seed);
  std::vector<T> out(count);
  for (T& x : out) x = static_cast<T>(static_cast<int>(random() % 7) - 3);
  return out;
}

template <typename T>
void expect_product(void (*kernel)(const ProductOf<T>&), int64_t rows, int64_t columns, int64_t depth) {
  const std::vector<T> a = some<T>(rows * depth, 1), b = some<T>(depth * columns, 2);
  std::vector<T> c = some<T>(rows * columns, 3), expected = c;
  kernel({a.data(), b.data(), c.data(), rows, columns, depth});
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t p = 0; p < depth; ++p) {
      for (int64_t j = 0; j < columns; ++j) expected[i * columns + j] += a[i * depth + p] * b[p * columns + j];
    }
  }
  EXPECT_EQ(c, expected) << rows << " x " << columns << " x " << depth;  // small whole numbers: exact
}

TEST(Measure, ProductsOfEveryInstructionSetAreRight) {
  for (const VectorKernels* set : all_vector_kernels()) {
    SCOPED_TRACE(set->name);
    for (const auto& [rows, columns, depth] :
         {std::array{1, 1, 1}, {12, 32, 5}, {13, 33, 257}, {70, 45, 300}, {200, 600, 9}}) {
      expect_product(set->product_f32, rows, columns, depth);
      expect_product(set->product_f64, rows, columns, depth);
      expect_product(set->product_i32, rows, columns, depth);
    }
  }
}

TEST(Measure, VectorKernelsOfEveryInstructionSetAreRight) {
  for (const VectorKernels* set : all_vector_kernels()) {
    SCOPED_TRACE(set->name);
    const std::vector<float> a = some<float>(256, 1), b = some<float>(256, 2);
    std::vector<float> sum(256), x = a, rows(2), wide(3);
    set->add(a.data(), b.data(), sum.data(), 256);
    set->multiply_add(x.data(), 256, 2, 1);
    set->row_sums(a.data(), rows.data(), 2, 128);
    float expected[2] = {0, 0};
    for (int64_t i = 0; i < 256; ++i) {
      EXPECT_EQ(sum[i], a[i] + b[i]);
      EXPECT_EQ(x[i], 2 * a[i] + 1);
      expected[i / 128] += a[i];
    }
    EXPECT_EQ(rows[0], expected[0]);
    EXPECT_EQ(rows[1], expected[1]);
    const std::vector<uint16_t> bf16 = {0x3fc0, 0xc000, 0}, f16 = {0x3e00, 0xc000, 0};
    set->widen_bf16(bf16.data(), wide.data(), 3);
    EXPECT_EQ(wide, (std::vector<float>{1.5F, -2, 0}));
    set->widen_f16(f16.data(), wide.data(), 3);
    EXPECT_EQ(wide, (std::vector<float>{1.5F, -2, 0}));
    const std::vector<int8_t> i8 = {-128, 0, 127};
    std::vector<int32_t> i32(3);
    set->widen_i8(i8.data(), i32.data(), 3);
    EXPECT_EQ(i32, (std::vector<int32_t>{-128, 0, 127}));
  }
}

TEST(Measure, MemoryKernelsAreRight) {
  const std::vector<float> x = some<float>(37 * 21, 1);
  std::vector<float> turned(x.size()), rows(3 * 21);
  transpose(x.data(), turned.data(), 37, 21);
  for (int64_t i = 0; i < 37; ++i) {
    for (int64_t j = 0; j < 21; ++j) EXPECT_EQ(turned[j * 37 + i], x[i * 21 + j]);
  }
  const std::vector<int32_t> index = {5, 0, 5};
  gather_rows(x.data(), rows.data(), index, 21);
  for (int64_t j = 0; j < 21; ++j) EXPECT_EQ(rows[2 * 21 + j], x[5 * 21 + j]);
  const std::vector<uint16_t> ones(3 * 2, round_to_bf16(1));
  std::vector<uint16_t> sums(6 * 2);
  scatter_rows_bf16(ones.data(), sums.data(), index, 2);
  EXPECT_EQ(sums[10], round_to_bf16(2));
  EXPECT_EQ(sums[0], round_to_bf16(1));
  EXPECT_EQ(sums[2], 0);
}

TEST(Measure, FourierTransformsAreRight) {
  constexpr int64_t kLength = 16;
  std::vector<float> line = some<float>(2 * 2 * kLength, 4);
  const std::vector<float> given = line;
  FourierLines(kLength).transform(line.data(), 2);
  for (int64_t l = 0; l < 2; ++l) {
    for (int64_t k = 0; k < kLength; ++k) {
      std::complex<double> sum = 0;
      for (int64_t n = 0; n < kLength; ++n) {
        const int64_t at = 2 * (l * kLength + n);
        sum += std::complex<double>(given[at], given[at + 1]) *
               std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k * n) / kLength);
      }
      EXPECT_NEAR(line[2 * (l * kLength + k)], sum.real(), 1e-4);
      EXPECT_NEAR(line[2 * (l * kLength + k) + 1], sum.imag(), 1e-4);
    }
  }
}

TEST(Measure, LinesGoThroughTheirPoints) {
  const std::vector<double> x = {1, 2, 4, 8}, y = {5, 7, 11, 19};
  EXPECT_NEAR(fit_line(x, y).begin, 3, 1e-9);
  EXPECT_NEAR(fit_line(x, y).slope, 2, 1e-9);
  // One that would begin below zero goes through the origin.
  const std::vector<double> below = {1, 3, 7, 15};
  EXPECT_EQ(fit_line(x, below).begin, 0);
  EXPECT_NEAR(fit_line(x, below).slope, 1.5, 0.5);
}

TEST(Measure, MedianIsTheMiddleOrTheLowerOne) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 3, 1, 2}), 2);
  EXPECT_EQ(median({7}), 7);
}

TEST(Measure, WhatAThreadThrowsArrives) {
  const MakeKernel make = [](int thread) -> Kernel {
    if (thread == 1) throw std::bad_alloc();
    return [] {};
  };
  EXPECT_THROW(kernel_seconds(3, 0.001, make), std::bad_alloc);
}

TEST(Measure, ADescriptionIsReadAsItWasWritten) {
  MeasuredMachine machine;
  Hardware& it = machine.hardware;
  it.name = "a \"quoted\" machine";
  it.memory = 1.234567e10;
  it.memory_bandwidth = 2.5e10;
  it.matrix_flops = {{"f32", 9.996e10}, {"bf16", 1e11}};
  it.vector_flops = 3e10;
  it.products.tile_rows = 6;
  it.products.ramp = 1234;
  it.rates.sort = 2.4e8;
  it.overheads.kernel = 2.5e-8;
  it.overlaps = false;
  it.levels = {{.name = "memory", .devices = 0, .bandwidth = 1e10, .latency = 3e-7, .half_size = 512}};
  machine.sources = {{"memory", "Said"}, {"levels", "Measured: …"}};
  const Result<Hardware> read = cost::parse_hardware(description_text(machine), "it");
  ASSERT_TRUE(read.ok()) << render(read.error().diagnostic);
  EXPECT_EQ(read->name, it.name);
  EXPECT_DOUBLE_EQ(read->memory, 1.23e10);
  EXPECT_DOUBLE_EQ(read->matrix_flops[1].second, 1e11);  // in the order of names
  EXPECT_DOUBLE_EQ(read->matrix_flops[0].second, 1e11);
  EXPECT_EQ(read->products.tile_rows, 6);
  EXPECT_EQ(read->products.ramp, 1230);
  EXPECT_DOUBLE_EQ(read->rates.sort, 2.4e8);
  EXPECT_DOUBLE_EQ(read->overheads.kernel, 2.5e-8);
  EXPECT_FALSE(read->overlaps);
  EXPECT_DOUBLE_EQ(read->levels[0].latency, 3e-7);
  EXPECT_EQ(read->levels[0].half_size, 512);
}

TEST(Measure, AShortMeasurementMakesSense) {
  std::vector<std::string> lines;
  MeasureOptions options{.threads = 2, .seconds = 0.05, .when = "2026-05-01"};
  options.progress = [&](const std::string& line) { lines.push_back(line); };
  const MeasuredMachine machine = measure_machine(options);
  EXPECT_GT(lines.size(), 30U);
  const Result<Hardware> read = cost::parse_hardware(description_text(machine), "it");
  ASSERT_TRUE(read.ok()) << render(read.error().diagnostic);
  EXPECT_EQ(read->matrix_flops.size(), 5U);
  const double f32 = read->matrix_rate(ElementType::kF32);
  // Products use all of a machine that multiply-adds use, and registers besides.
  EXPECT_GT(f32, read->vector_flops / 16);
  // A double is two floats.
  EXPECT_GT(f32, read->matrix_rate(ElementType::kF64) / 4);
  // Nothing moves memory far faster than a copy does.
  for (double rate : {read->rates.reduce, read->rates.transpose, read->rates.gather, read->rates.scatter,
                      read->rates.narrow_scatter, read->rates.copy, read->levels.front().bandwidth}) {
    EXPECT_GT(rate, 0);
    EXPECT_LT(rate, 32 * read->memory_bandwidth);
  }
  EXPECT_GT(read->rates.sort, 0);
  EXPECT_GT(read->rates.fft, 0);
  EXPECT_GT(read->overheads.kernel, 0);
  EXPECT_GT(read->levels.front().latency, 0);
  // A product takes longer than the call of a kernel.
  EXPECT_GT(1e9 / f32, read->overheads.kernel);
  for (const auto& [field, source] : machine.sources) EXPECT_FALSE(source.empty()) << field;
}

}  // namespace
}  // namespace partita::core::measure

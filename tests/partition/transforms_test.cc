// Fourier transforms, factorizations and batch normalization on shards.
#include <gtest/gtest.h>

#include "differential.h"
#include "random_cases.h"

namespace partita::core::partition {
namespace {

std::string list(const std::vector<int64_t>& numbers) {
  std::string text;
  for (int64_t n : numbers) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

TEST(TransformLowering, fft_of_every_kind) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomCase random(seed);
    int rank = random.between(1, 3);
    auto transformed = random.between(1, rank);
    std::vector<int64_t> full = random.shape(rank, 1, 9);
    if (seed % 3 == 0) full.back() = random.one_of<int64_t>({16, 36, 64, 100});
    std::vector<int64_t> half = full;
    half.back() = full.back() / 2 + 1;
    std::vector<int64_t> lengths(full.end() - transformed, full.end());
    auto kind = random.one_of<std::string>({"FFT", "IFFT", "RFFT", "IRFFT"});
    bool wide = random.below(3) == 0;
    std::string complex = wide ? "complex<f64>" : "complex<f32>", real = wide ? "f64" : "f32";
    std::string from = kind == "RFFT"    ? RandomCase::type(full, real)
                       : kind == "IRFFT" ? RandomCase::type(half, complex)
                                         : RandomCase::type(full, complex);
    std::string to = kind == "RFFT"    ? RandomCase::type(half, complex)
                     : kind == "IRFFT" ? RandomCase::type(full, real)
                                       : RandomCase::type(full, complex);
    std::string text = random.mesh() + "func.func @main(%a: " + from + random.sharded(rank) + ") -> (" + to +
                       random.sharded(rank) + ") {\n  %r = stablehlo.fft %a, type = " + kind + ", length = [" +
                       list(lengths) + "] : (" + from + ") -> " + to + "\n  return %r : " + to + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

// No other dimension to divide: three all-to-alls instead of a gather.
TEST(TransformLowering, fft_alone) {
  for (int64_t devices : {2, 4, 6}) {
    for (int64_t n : {36 * 8, 3600, 14400}) {
      if (n % (devices * devices) != 0) continue;
      for (std::string kind : {"FFT", "IFFT"}) {
        std::string type = RandomCase::type({n}, "complex<f32>");
        std::string sharded = " {sdy.sharding = #sdy.sharding<@m, [{\"x\"}]>}";
        std::string text = "sdy.mesh @m = <[\"x\"=" + std::to_string(devices) + "]>\nfunc.func @main(%a: " + type +
                           sharded + ") -> (" + type + sharded + ") {\n  %r = stablehlo.fft %a, type = " + kind +
                           ", length = [" + std::to_string(n) + "] : (" + type + ") -> " + type +
                           "\n  return %r : " + type + "\n}\n";
        DifferentialOptions options;
        if (devices >= 6 && n > 3000) options.contains = "all_to_all";
        ASSERT_EQ(differential(text, 5, options), "");
      }
    }
  }
}

TEST(TransformLowering, batch_norm) {
  for (uint64_t seed = 0; seed < 240; ++seed) {
    RandomCase random(seed);
    int rank = random.between(2, 4);
    std::vector<int64_t> shape = random.shape(rank, 1, 6);
    shape[0] = random.between(2, 9);
    int64_t feature = random.between(0, rank - 1);
    auto element = random.one_of<std::string>({"f32", "f32", "bf16", "f64"});
    std::string x = RandomCase::type(shape, element), f = RandomCase::type({shape[feature]}, element);
    auto kind = random.one_of<std::string>({"training", "grad", "inference"});
    std::string attrs = " <{epsilon = 0.01 : f32, feature_index = " + std::to_string(feature) + " : i64}> : ";
    std::string head = random.mesh() + "func.func @main(%x: " + x + random.sharded(rank) + ", %s: " + f +
                       random.sharded(1) + ", %o: " + f + ", %v: " + f + ", %g: " + x + random.sharded(rank) + ") -> (";
    std::string positive = "  %p = stablehlo.multiply %v, %v : " + f + "\n";
    std::string text;
    if (kind == "training") {
      text = head + x + random.sharded(rank) + ", " + f + ", " + f + random.sharded(1) +
             ") {\n  %r:3 = \"stablehlo.batch_norm_training\"(%x, %s, %o)" + attrs + "(" + x + ", " + f + ", " + f +
             ") -> (" + x + ", " + f + ", " + f + ")\n  return %r#0, %r#1, %r#2 : " + x + ", " + f + ", " + f + "\n}\n";
    } else if (kind == "grad") {
      text = head + x + random.sharded(rank) + ", " + f + ", " + f + random.sharded(1) + ") {\n" + positive +
             "  %r:3 = \"stablehlo.batch_norm_grad\"(%x, %s, %o, %p, %g)" + attrs + "(" + x + ", " + f + ", " + f +
             ", " + f + ", " + x + ") -> (" + x + ", " + f + ", " + f + ")\n  return %r#0, %r#1, %r#2 : " + x + ", " +
             f + ", " + f + "\n}\n";
    } else {
      text = head + x + random.sharded(rank) + ") {\n" + positive +
             "  %r = \"stablehlo.batch_norm_inference\"(%x, %s, %o, %o, %p)" + attrs + "(" + x + ", " + f + ", " + f +
             ", " + f + ", " + f + ") -> " + x + "\n  return %r : " + x + "\n}\n";
    }
    DifferentialOptions options;
    if (element == "bf16") options.rtol = options.atol = 0.05;
    ASSERT_EQ(differential(text, seed, options), "");
  }
}

// Only sums of the size of the features cross.
TEST(TransformLowering, batch_norm_moves_no_operand) {
  std::string x = "tensor<30x40x3xf32>", sharded = " {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {\"y\"}, {}]>}";
  std::string text = "sdy.mesh @m = <[\"x\"=4, \"y\"=3]>\nfunc.func @main(%x: " + x + sharded +
                     ", %s: tensor<3xf32>, %o: tensor<3xf32>) -> (" + x + sharded +
                     ", tensor<3xf32>, tensor<3xf32>) {\n  %r:3 = \"stablehlo.batch_norm_training\"(%x, %s, %o) "
                     "<{epsilon = 0.01 : f32, feature_index = 2 : i64}> : (" +
                     x + ", tensor<3xf32>, tensor<3xf32>) -> (" + x +
                     ", tensor<3xf32>, tensor<3xf32>)\n  return %r#0, %r#1, %r#2 : " + x +
                     ", tensor<3xf32>, tensor<3xf32>\n}\n";
  DifferentialOptions options;
  options.contains = "all_reduce";
  options.lacks = "all_gather";
  ASSERT_EQ(differential(text, 1, options), "");
}

TEST(TransformLowering, factorizations) {
  for (uint64_t seed = 0; seed < 120; ++seed) {
    RandomCase random(seed);
    int64_t batch = random.between(1, 7), n = random.between(1, 6), m = random.between(1, 8);
    std::string a = RandomCase::type({batch, n, n}, "f32"), i64 = RandomCase::type({batch, n, n}, "i64");
    std::string made = random.mesh() + "func.func @main(%a: " + a + random.sharded(3);
    // A positive definite matrix.
    std::string positive =
        "  %t = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (" + a + ", " +
        a + ") -> " + a + "\n  %i = stablehlo.iota dim = 1 : " + i64 + "\n  %j = stablehlo.iota dim = 2 : " + i64 +
        "\n  %e = stablehlo.compare EQ, %i, %j : (" + i64 + ", " + i64 + ") -> " +
        RandomCase::type({batch, n, n}, "i1") + "\n  %d = stablehlo.convert %e : (" +
        RandomCase::type({batch, n, n}, "i1") + ") -> " + a + "\n  %p = stablehlo.add %t, %d : " + a + "\n";
    std::string text;
    if (random.below(2) == 0) {
      text = made + ") -> (" + a + random.sharded(3) + ") {\n" + positive +
             "  %r = stablehlo.cholesky %p, lower = true : " + a + "\n  %k = stablehlo.compare GE, %i, %j : (" + i64 +
             ", " + i64 + ") -> " + RandomCase::type({batch, n, n}, "i1") +
             "\n  %z = stablehlo.constant dense<0.0> : " + a +
             "\n  %l = stablehlo.select %k, %r, %z : " + RandomCase::type({batch, n, n}, "i1") + ", " + a +
             "\n  return %l : " + a + "\n}\n";
    } else {
      bool left = random.below(2) == 0;
      std::string b = left ? RandomCase::type({batch, n, m}, "f32") : RandomCase::type({batch, m, n}, "f32");
      text = made + ", %b: " + b + random.sharded(3) + ") -> (" + b + random.sharded(3) + ") {\n" + positive +
             "  %r = \"stablehlo.triangular_solve\"(%p, %b) <{left_side = " + (left ? "true" : "false") +
             ", lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (" + a +
             ", " + b + ") -> " + b + "\n  return %r : " + b + "\n}\n";
    }
    ASSERT_EQ(differential(text, seed), "");
  }
}

}  // namespace
}  // namespace partita::core::partition

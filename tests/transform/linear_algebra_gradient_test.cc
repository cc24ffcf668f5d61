#include <gtest/gtest.h>

#include <random>

#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

// Numbers of a tensor of complex or real elements.
Numbers noise(const Dims& shape, bool complex, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int64_t count = complex ? 2 : 1;
  for (int64_t size : shape) count *= size;
  Numbers out(count);
  for (double& number : out) number = uniform(random);
  return out;
}

// Large on the diagonal, so that the matrices are far from singular, and positive definite where they are symmetric:
// only one triangle is read.
Numbers matrices(const Dims& shape, bool complex, unsigned seed) {
  Numbers out = noise(shape, complex, seed);
  const int64_t n = shape.back(), parts = complex ? 2 : 1, each = n * n * parts;
  for (int64_t start = 0; start < std::ssize(out); start += each) {
    for (int64_t i = 0; i < n; ++i) out[start + (i * n + i) * parts] += 2 * static_cast<double>(n);
  }
  return out;
}

std::string boolean(bool value) { return value ? "true" : "false"; }

TEST(LinearAlgebraGradient, Cholesky) {
  unsigned seed = 0;
  for (int64_t n = 1; n <= 4; ++n) {
    for (const bool complex : {false, true}) {
      for (const bool lower : {false, true}) {
        fuzz::Dice dice(++seed);
        Dims shape = some_dims(dice, dice.between(0, 2), 1, 2);
        shape.insert(shape.end(), {n, n});
        const std::string type = tensor_text(shape, complex ? "complex<f64>" : "f64");
        const std::string body = fmt::format("  %l = stablehlo.cholesky %0, lower = {} : {}", boolean(lower), type);
        check_gradient(function_text({type}, body, "%l", {type}),
                       {.seed = seed, .given = {{0, matrices(shape, complex, seed)}}});
      }
    }
  }
}

TEST(LinearAlgebraGradient, TriangularSolve) {
  unsigned seed = 0;
  for (const char* how : {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}) {
    for (int bits = 0; bits < 16; ++bits) {
      fuzz::Dice dice(++seed);
      const bool left = (bits & 1) != 0, lower = (bits & 2) != 0, unit = (bits & 4) != 0, complex = (bits & 8) != 0;
      const Dims batch = some_dims(dice, dice.between(0, 1), 1, 2);
      const int64_t n = dice.between(1, 4), columns = dice.between(1, 3);
      Dims a = batch, b = batch;
      a.insert(a.end(), {n, n});
      b.insert(b.end(), {left ? n : columns, left ? columns : n});
      const std::string element = complex ? "complex<f64>" : "f64", at = tensor_text(a, element),
                        bt = tensor_text(b, element);
      const std::string body = fmt::format(
          "  %x = \"stablehlo.triangular_solve\"(%0, %1) <{{left_side = {}, lower = {}, unit_diagonal = {}, "
          "transpose_a = "
          "#stablehlo<transpose {}>}}> : ({}, {}) -> {}",
          boolean(left), boolean(lower), boolean(unit), how, at, bt, bt);
      check_gradient(function_text({at, bt}, body, "%x", {bt}),
                     {.seed = seed, .given = {{0, matrices(a, complex, seed)}, {1, noise(b, complex, seed + 100)}}});
    }
  }
}

TEST(LinearAlgebraGradient, TriangularSolveOfOneThatStaysAndOneThatDoesNot) {
  const std::string solve =
      "\"stablehlo.triangular_solve\"(%m, %v) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = "
      "#stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>";
  check_gradient(
      "func.func @main(%m: tensor<2x2xf64>) -> tensor<2x1xf64> {\n"
      "  %v = stablehlo.constant dense<[[1.0], [3.0]]> : tensor<2x1xf64>\n  %x = " +
          solve + "\n  return %x : tensor<2x1xf64>\n}",
      {.given = {{0, {2, 0, 1, 3}}}});
  check_gradient(
      "func.func @main(%v: tensor<2x1xf64>) -> tensor<2x1xf64> {\n"
      "  %m = stablehlo.constant dense<[[2.0, 0.0], [1.0, 3.0]]> : tensor<2x2xf64>\n  %x = " +
      solve + "\n  return %x : tensor<2x1xf64>\n}");
}

TEST(LinearAlgebraGradient, FourierTransforms) {
  unsigned seed = 0;
  for (const std::string kind : {"FFT", "IFFT", "RFFT", "IRFFT"}) {
    for (int64_t dims = 1; dims <= 3; ++dims) {
      for (int64_t last = 1; last <= 5; ++last) {  // odd and even
        fuzz::Dice dice(++seed);
        Dims lengths = some_dims(dice, dims - 1, 1, 3);
        lengths.push_back(last);
        Dims whole = some_dims(dice, dice.between(0, 1), 1, 2);
        whole.insert(whole.end(), lengths.begin(), lengths.end());
        Dims half = whole;
        if (kind.size() > 4 || kind[0] == 'R') half.back() = last / 2 + 1;
        const std::string real = tensor_text(whole), spectrum = tensor_text(half, "complex<f64>");
        const bool to_real = kind == "IRFFT", from_real = kind == "RFFT";
        const std::string from = from_real ? real : spectrum, to = to_real ? real : spectrum;
        check_gradient(function_text({from},
                                     fmt::format("  %y = stablehlo.fft %0, type = {}, length = {} : ({}) -> {}", kind,
                                                 list_text(lengths), from, to),
                                     "%y", {to}),
                       {.seed = seed});
      }
    }
  }
}

}  // namespace
}  // namespace partita::core::transform

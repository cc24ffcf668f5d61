// Batch norm, FFT, factorisations, random numbers.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita {

using namespace rules;

InferredTypes rule_batch_norm(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  RULE_REQUIRE(is_float(operand.element()), "I1", "takes floats, not {}", describe(operand));
  int64_t feature = f.integer(AttrKey::kFeatureIndex);
  RULE_REQUIRE(feature >= 0 && feature < operand.rank(), "C1", "feature_index {} is not a dimension of {}", feature,
               describe(operand));
  int64_t size = operand.dim(static_cast<int>(feature));
  Type vector = f.context.tensor(operand.element(), {size});
  for (size_t i = 1; i < f.operands.size(); ++i) {
    bool whole = f.kind == OpKind::kBatchNormGrad && i == 4;
    Type want = whole ? operand : vector;
    RULE_REQUIRE(f.operands[i] == want, whole ? "C3" : "C2", "operand {} is {}, {} is wanted", i,
                 describe(f.operands[i]), describe(want));
  }
  if (f.kind == OpKind::kBatchNormInference) return known(operand);
  return known({operand, vector, vector});
}

InferredTypes rule_cholesky(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type a = f.operands[0];
  RULE_REQUIRE(is_float(a.element()) || is_complex(a.element()), "I1", "takes floats or complex numbers");
  RULE_REQUIRE(a.rank() >= 2, "C2", "a must have rank 2 at least");
  RULE_REQUIRE(a.dim(a.rank() - 1) == a.dim(a.rank() - 2), "C3", "the last two dimensions of {} must be equal",
               describe(a));
  return known(a);
}

InferredTypes rule_triangular_solve(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type a = f.operands[0], b = f.operands[1];
  RULE_REQUIRE(a.element() == b.element() && (is_float(a.element()) || is_complex(a.element())), "C1",
               "a and b must have one float or complex element type");
  RULE_REQUIRE(a.rank() == b.rank() && a.rank() >= 2, "C2", "a and b must have one rank, 2 at least");
  int r = a.rank();
  for (int d = 0; d + 2 < r; ++d) RULE_REQUIRE(a.dim(d) == b.dim(d), "C3", "batch dimension {} of a and b differs", d);
  bool left = f.integer(AttrKey::kLeftSide) != 0;
  RULE_REQUIRE(a.dim(r - 1) == a.dim(r - 2) && a.dim(r - 1) == b.dim(left ? r - 2 : r - 1), "C3", "{} does not fit {}",
               describe(a), describe(b));
  std::string_view transpose = f.text(AttrKey::kTransposeA);
  RULE_REQUIRE(transpose == "NO_TRANSPOSE" || transpose == "TRANSPOSE" || transpose == "ADJOINT", "",
               "transpose_a is {}, not NO_TRANSPOSE, TRANSPOSE or ADJOINT", transpose);
  return known(b);
}

InferredTypes rule_fft(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  Ints length = f.ints(AttrKey::kFftLength);
  std::string_view type = f.text(AttrKey::kFftType);
  ElementType element = operand.element();
  size_t n = length.size();
  RULE_REQUIRE(n >= 1 && n <= 3, "C3", "fft_length has {} entries, 1 to 3 are wanted", n);
  RULE_REQUIRE(static_cast<size_t>(operand.rank()) >= n, "C1", "{} has fewer dimensions than fft_length",
               describe(operand));
  std::vector<int64_t> dims(operand.dims().begin(), operand.dims().end());
  size_t first = dims.size() - n;
  for (int64_t l : length) RULE_REQUIRE(l >= 0 && l < (int64_t{1} << 40), "C3", "fft_length {} is out of range", l);
  if (type == "FFT" || type == "IFFT") {
    RULE_REQUIRE(is_complex(element), "C2", "{} takes complex numbers", type);
    RULE_REQUIRE(std::equal(length.begin(), length.end(), dims.begin() + static_cast<ptrdiff_t>(first)), "C4",
                 "the last dimensions of {} must be fft_length", describe(operand));
    return known(operand);
  }
  RULE_REQUIRE(type == "RFFT" || type == "IRFFT", "", "fft_type is {}, not FFT, IFFT, RFFT or IRFFT", type);
  bool forward = type == "RFFT";
  for (size_t i = 0; i < n; ++i) {
    int64_t want = length[i];
    if (!forward && i == n - 1) want = length[i] == 0 ? 0 : length[i] / 2 + 1;
    RULE_REQUIRE(dims[first + i] == want, forward ? "C4" : "C5", "dimension {} of {} must be {}", first + i,
                 describe(operand), want);
  }
  if (forward) {
    RULE_REQUIRE(element == ElementType::kF32 || element == ElementType::kF64, "C2", "RFFT takes f32 or f64");
    if (dims.back() != 0) dims.back() = dims.back() / 2 + 1;
    return known(f.context.tensor(element == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128, dims));
  }
  RULE_REQUIRE(is_complex(element), "C2", "IRFFT takes complex numbers");
  dims.back() = length.back();
  auto result = with_dims(f.context, part_type(element), dims);
  RULE_REQUIRE(result, "C5", "the result is too large");
  return known(*result);
}

InferredTypes rule_rng(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  std::string_view distribution = f.text(AttrKey::kRngDistribution);
  RULE_REQUIRE(distribution == "UNIFORM" || distribution == "NORMAL", "",
               "rng_distribution is {}, not UNIFORM or NORMAL", distribution);
  RULE_REQUIRE(f.operands[0] == f.operands[1] && f.operands[0].rank() == 0, "C1",
               "a and b must be scalars of one type");
  RULE_REQUIRE(distribution != "NORMAL" || is_float(f.operands[0].element()), "C2",
               "a normal distribution is of floats");
  if (f.inferring) return free_choice();
  RULE_REQUIRE(is_tensor(f.results[0]) && f.results[0].element() == f.operands[0].element(), "C1",
               "the result must be of a's element type");
  if (f.operands.size() == 3) {
    Type shape = f.operands[2];
    RULE_REQUIRE(shape.rank() == 1 && is_integer(shape.element()) && shape.dim(0) == f.results[0].rank(), "C3",
                 "shape must be a vector with one integer per dimension of the result");
  }
  return free_choice();
}

InferredTypes rule_rng_bit_generator(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type state = f.operands[0];
  std::string_view algorithm = f.text(AttrKey::kRngAlgorithm);
  RULE_REQUIRE(algorithm == "DEFAULT" || algorithm == "THREE_FRY" || algorithm == "PHILOX", "",
               "rng_algorithm is {}, not DEFAULT, THREE_FRY or PHILOX", algorithm);
  RULE_REQUIRE(state.rank() == 1 && (state.element() == ElementType::kU64 || state.element() == ElementType::kU32),
               "C2", "the state must be a vector of ui64, it is {}", describe(state));
  int64_t words = state.dim(0) * bit_width(state.element()) / 64;
  RULE_REQUIRE(algorithm == "THREE_FRY" ? words == 2 : (words == 2 || words == 3 || algorithm == "DEFAULT"), "C2",
               "a state of {} does not fit {}", describe(state), algorithm);
  if (f.inferring) return free_choice();
  RULE_REQUIRE(f.results[0] == state, "C1", "the new state must have the type of the old one");
  RULE_REQUIRE(is_tensor(f.results[1]), "", "the second result is a tensor");
  return free_choice();
}

InferredTypes rule_rng_state(const OpFacts&) { return free_choice(); }

}  // namespace partita

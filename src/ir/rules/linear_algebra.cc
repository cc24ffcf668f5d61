// Batch norm, FFT, factorisations, random numbers.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita::core::ir {

using namespace type_rules;

// Operands are the whole tensor, then vectors with one element per feature; the fifth of batch_norm_grad is whole
// again.
InferredTypes rule_batch_norm(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[0];
  RULE_REQUIRE_ELEMENT(is_float(operand.element()), "I1", "takes floats, not {}", describe(operand));
  int64_t feature = f.integer(AttrKey::kFeatureIndex);
  RULE_REQUIRE(feature >= 0 && feature < operand.rank(), "C1", "feature_index {} is not a dimension of {}", feature,
               describe(operand));
  int64_t size = operand.dim(feature);
  bool grad = f.kind == OpKind::kBatchNormGrad;
  for (size_t i = 1; i < f.operands.size(); ++i) {
    Type type = f.operands[i];
    RULE_REQUIRE(type.element() == operand.element(), "C2", "operand {} is {}, operand 0 is {}: element types differ",
                 i, describe(type), describe(operand));
    if (grad && i == 4) {
      RULE_REQUIRE(type == operand, "C3", "grad_output is {}, the operand is {}", describe(type), describe(operand));
      continue;
    }
    RULE_REQUIRE(type.rank() == 1, fmt::format("I{}", i + 1), "operand {} must be a vector, it is {}", i,
                 describe(type));
    // C3, C4, … in the order of the operands, but for batch_norm_grad, which has scale by C5 and the others as scale.
    RULE_REQUIRE(type.dim(0) == size, grad ? (i == 1 ? "C5" : "C4") : fmt::format("C{}", i + 2),
                 "operand {} has {} elements, there are {} features", i, type.dim(0), size);
  }
  if (f.kind == OpKind::kBatchNormInference) return known(operand);
  Type vector = f.context.tensor(operand.element(), {size});
  return known({operand, vector, vector});
}

InferredTypes rule_cholesky(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type a = f.operands[0];
  RULE_REQUIRE_ELEMENT(is_float(a.element()) || is_complex(a.element()), "I1",
                       "takes floats or complex numbers, not {}", describe(a));
  RULE_REQUIRE(a.rank() >= 2, "C2", "a must have rank 2 at least, it is {}", describe(a));
  RULE_REQUIRE(a.dim(a.rank() - 1) == a.dim(a.rank() - 2), "C3", "the last two dimensions of {} must be equal",
               describe(a));
  return known(a);
}

InferredTypes rule_triangular_solve(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type a = f.operands[0], b = f.operands[1];
  RULE_REQUIRE_ELEMENT(is_float(a.element()) || is_complex(a.element()), "I1",
                       "takes floats or complex numbers, not {}", describe(a));
  RULE_REQUIRE(a.element() == b.element(), "C1", "a is {}, b is {}: their element types differ", describe(a),
               describe(b));
  RULE_REQUIRE(a.rank() == b.rank() && a.rank() >= 2, "C2", "a is {}, b is {}: they must have one rank, 2 at least",
               describe(a), describe(b));
  int r = a.rank();
  for (int d = 0; d + 2 < r; ++d) RULE_REQUIRE(a.dim(d) == b.dim(d), "C3", "batch dimension {} of a and b differs", d);
  bool left = f.integer(AttrKey::kLeftSide) != 0;
  RULE_REQUIRE(a.dim(r - 1) == a.dim(r - 2) && a.dim(r - 1) == b.dim(left ? r - 2 : r - 1), "C3", "{} does not fit {}",
               describe(a), describe(b));
  std::string_view transpose = f.text(AttrKey::kTransposeA);
  RULE_REQUIRE(transpose == "NO_TRANSPOSE" || transpose == "TRANSPOSE" || transpose == "ADJOINT", "I6",
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
    RULE_REQUIRE(is_complex(element), "C2", "{} takes complex numbers, not {}", type, describe(operand));
    RULE_REQUIRE(std::equal(length.begin(), length.end(), dims.begin() + static_cast<ptrdiff_t>(first)), "C4",
                 "the last dimensions of {} must be fft_length", describe(operand));
    return known(operand);
  }
  RULE_REQUIRE(type == "RFFT" || type == "IRFFT", "I2", "fft_type is {}, not FFT, IFFT, RFFT or IRFFT", type);
  bool forward = type == "RFFT";
  for (size_t i = 0; i < n; ++i) {
    int64_t want = length[i];
    if (!forward && i == n - 1) want = length[i] == 0 ? 0 : length[i] / 2 + 1;
    RULE_REQUIRE(dims[first + i] == want, forward ? "C4" : "C5", "dimension {} of {} must be {}", first + i,
                 describe(operand), want);
  }
  if (forward) {
    RULE_REQUIRE(element == ElementType::kF32 || element == ElementType::kF64, "C2", "RFFT takes f32 or f64, not {}",
                 describe(operand));
    if (dims.back() != 0) dims.back() = dims.back() / 2 + 1;
    return known(f.context.tensor(element == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128, dims));
  }
  RULE_REQUIRE(is_complex(element), "C2", "IRFFT takes complex numbers, not {}", describe(operand));
  dims.back() = length.back();
  auto result = with_dims(f.context, part_type(element), dims);
  RULE_REQUIRE(result, "C5", "the result is too large");
  return known(*result);
}

InferredTypes rule_rng(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  std::string_view distribution = f.text(AttrKey::kRngDistribution);
  RULE_REQUIRE(distribution == "UNIFORM" || distribution == "NORMAL", "I4",
               "rng_distribution is {}, not UNIFORM or NORMAL", distribution);
  Type a = f.operands[0], b = f.operands[1];
  RULE_REQUIRE_ELEMENT(!is_complex(a.element()), "I1", "takes booleans, integers or floats, not {}", describe(a));
  RULE_REQUIRE(a.rank() == 0, "I1", "a must be a scalar, it is {}", describe(a));
  RULE_REQUIRE(b.rank() == 0, "I2", "b must be a scalar, it is {}", describe(b));
  RULE_REQUIRE(a == b, "C1", "a is {}, b is {}: their types differ", describe(a), describe(b));
  RULE_REQUIRE(distribution != "NORMAL" || is_float(a.element()), "C2", "a normal distribution is of floats, not {}",
               describe(a));
  if (f.inferring) return free_choice();
  RULE_REQUIRE(is_tensor(f.results[0]) && f.results[0].element() == a.element(), "C1",
               "the result is {}, a is {}: their element types differ", describe(f.results[0]), describe(a));
  if (f.operands.size() == 3) {
    Type shape = f.operands[2];
    RULE_REQUIRE(shape.rank() == 1 && is_integer(shape.element()), "I3", "shape must be a vector of integers, it is {}",
                 describe(shape));
    RULE_REQUIRE(shape.dim(0) == f.results[0].rank(), "C3", "shape has {} entries, the result has rank {}",
                 shape.dim(0), f.results[0].rank());
  }
  return free_choice();
}

InferredTypes rule_rng_bit_generator(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type state = f.operands[0];
  std::string_view algorithm = f.text(AttrKey::kRngAlgorithm);
  RULE_REQUIRE(algorithm == "DEFAULT" || algorithm == "THREE_FRY" || algorithm == "PHILOX", "I1",
               "rng_algorithm is {}, not DEFAULT, THREE_FRY or PHILOX", algorithm);
  // XLA also takes the same state as ui32.
  RULE_REQUIRE(state.rank() == 1 && (state.element() == ElementType::kU64 || state.element() == ElementType::kU32),
               "I2", "initial_state must be a vector of ui64, it is {}", describe(state));
  int64_t words = state.dim(0) * bit_width(state.element()) / 64;
  RULE_REQUIRE(algorithm == "THREE_FRY" ? words == 2 : (words == 2 || words == 3 || algorithm == "DEFAULT"), "C2",
               "a state of {} does not fit {}", describe(state), algorithm);
  if (f.inferring) return free_choice();
  Type output = f.results[1];
  RULE_REQUIRE(f.results[0] == state, "C1", "output_state is {}, initial_state is {}", describe(f.results[0]),
               describe(state));
  RULE_REQUIRE_ELEMENT(is_tensor(output) && (is_integer(output.element()) || is_float(output.element())), "O2",
                       "output must be integers or floats, not {}", describe(output));
  return free_choice();
}

InferredTypes rule_rng_state(const OpFacts& f) {
  if (f.inferring) return free_choice();
  RULE_REQUIRE(is_tensor(f.results[0]), "", "gives a tensor, not {}", describe(f.results[0]));
  return free_choice();
}

}  // namespace partita::core::ir

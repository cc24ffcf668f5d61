// Random numbers. rng and shuffle draw from a counter: which such op of the program it is, how often it has run, and
// the element's place, so that nothing depends on who computes it. rng_bit_generator carries its state in the program.
#include <cmath>
#include <numeric>

#include "eval/machine.h"
#include "eval/math/random.h"
#include "eval/op_families.h"
#include "eval/ops/elements.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

// The number of this op among its kind in the function, and of this run of it.
math::RandomStream stream_of(OpCall& call) {
  uint64_t number = 0;
  bool found = false;
  walk(call.op.function()->body(), [&](const Op& op) {
    found = found || &op == &call.op;
    if (!found && op.is(call.op.kind())) ++number;
  });
  uint64_t visit = static_cast<uint64_t>(call.machine.next_visit(call.op));
  return {call.machine.random_seed(), (number << 32) + visit};
}

// The tensor's integers as 64-bit words; 32-bit ones pair up, low first.
std::vector<uint64_t> words_of(const Tensor& state) {
  std::vector<uint64_t> words(static_cast<size_t>(state.type().byte_size() + 7) / 8, 0);
  if (!words.empty()) std::memcpy(words.data(), state.raw(), state.type().byte_size());
  return words;
}

Tensor tensor_of_words(Type type, const std::vector<uint64_t>& words) {
  Tensor out = Tensor::make(type);
  size_t bytes = std::min(static_cast<size_t>(type.byte_size()), words.size() * sizeof(uint64_t));
  if (bytes > 0) std::memcpy(out.mutable_raw(), words.data(), bytes);
  return out;
}

// Stores the low bits of each word as an element; narrow signed ones keep their sign.
Tensor tensor_of_bits(Type type, const std::vector<uint64_t>& values) {
  Tensor out = Tensor::make(type);
  size_t width = byte_width(type.element());
  int unused = 64 - bit_width(type.element());
  bool is_signed = element_class(type.element()) == ElementClass::kSigned;
  std::byte* to = mutable_bytes_of(out);
  for (size_t i = 0; i < values.size(); ++i) {
    uint64_t bits = values[i] << unused;
    bits = is_signed ? static_cast<uint64_t>(static_cast<int64_t>(bits) >> unused) : bits >> unused;
    std::memcpy(to + i * width, &bits, width);  // little-endian
  }
  return out;
}

Tensor random_integers(Type type, const Tensor& low, const Tensor& high, const math::RandomStream& random) {
  // pred counts as an integer of one bit whose upper bound is meant inclusively: [false, true) would be no choice.
  uint64_t a = static_cast<uint64_t>(integer_at(low)), b = static_cast<uint64_t>(integer_at(high));
  uint64_t range = b - a + (type.element() == ElementType::kPred ? 1 : 0);
  std::vector<uint64_t> values(type.num_elements());
  for (size_t i = 0; i < values.size(); ++i) values[i] = range == 0 ? a : a + random.below(range, i);
  return tensor_of_bits(type, values);
}

}  // namespace

Status eval_rng(OpCall& call) {
  Type type = call.result_type();
  math::RandomStream random = stream_of(call);
  if (!is_float(type.element())) {
    call.give(random_integers(type, call.operands[0], call.operands[1], random));
    return {};
  }
  double a = *Elements(call.operands[0], ElementType::kF64).as<double>();
  double b = *Elements(call.operands[1], ElementType::kF64).as<double>();
  bool normal = call.op.text_attr(AttrKey::kRngDistribution) == "NORMAL";
  std::vector<double> values(type.num_elements());
  if (normal) random.normals(0, values.size(), values.data());
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = normal ? a + b * values[i] : a + (b - a) * random.uniform(i);
  }
  Tensor out = tensor_from(type, ElementType::kF64, values.data());
  if (!normal && a < b) {
    // Rounding may have reached the upper bound, which does not belong to the interval.
    Elements rounded(out, ElementType::kF64);
    bool reached = false;
    for (size_t i = 0; i < values.size(); ++i) {
      if (rounded.as<double>()[i] < b) continue;
      values[i] = a;
      reached = true;
    }
    if (reached) out = tensor_from(type, ElementType::kF64, values.data());
  }
  call.give(std::move(out));
  return {};
}

Status eval_rng_bit_generator(OpCall& call) {
  std::string_view name = call.op.text_attr(AttrKey::kRngAlgorithm);
  math::RandomAlgorithm algorithm = name == "THREE_FRY" ? math::RandomAlgorithm::kThreeFry
                                    : name == "PHILOX"  ? math::RandomAlgorithm::kPhilox
                                                        : math::kDefaultRandomAlgorithm;
  std::vector<uint64_t> state = words_of(call.operands[0]);
  if (!math::accepts_state(algorithm, state.size())) {
    return call.fail(Code::kCannotEvaluate, "algorithm " + std::string(name) + " has no state of " +
                                                std::to_string(state.size()) + " 64-bit words");
  }
  Type type = call.result_type(1);
  math::RandomBits bits = math::random_bits(algorithm, state, type.dims(), bit_width(type.element()));
  call.give(tensor_of_words(call.result_type(0), bits.state));
  call.give(tensor_of_bits(type, bits.values));
  return {};
}

// The state is one number of 128 bits, low word first; the op gives it and adds `delta`.
Status eval_rng_get_and_update_state(OpCall& call) {
  std::array<uint64_t, 2>& state = call.machine.rng_state();
  call.give(tensor_of_words(call.result_type(), {state[0], state[1]}));
  uint64_t delta = static_cast<uint64_t>(call.op.int_attr(AttrKey::kDelta));
  state[0] += delta;
  if (state[0] < delta) ++state[1];
  return {};
}

// A permutation of the first dimension: every position in turn swaps with one at or after it.
Status eval_shuffle(OpCall& call) {
  const Tensor& operand = call.operands[0];
  int64_t rows = operand.type().rank() == 0 ? 1 : operand.type().dim(0);
  math::RandomStream random = stream_of(call);
  std::vector<int64_t> order(rows);
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = 0; i < order.size(); ++i) {
    std::swap(order[i], order[i + random.below(order.size() - i, i)]);
  }
  Tensor out = Tensor::make(call.result_type());
  size_t row_bytes = rows == 0 ? 0 : static_cast<size_t>(operand.type().byte_size() / rows);
  for (size_t i = 0; row_bytes > 0 && i < order.size(); ++i) {
    std::memcpy(mutable_bytes_of(out) + i * row_bytes, bytes_of(operand) + static_cast<size_t>(order[i]) * row_bytes,
                row_bytes);
  }
  call.give(std::move(out));
  return {};
}

}  // namespace partita::core::eval

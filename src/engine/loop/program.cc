#include "engine/loop/program.h"

#include <cmath>
#include <cstring>

#include "base/diagnostics.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::engine::loop {
namespace {

int append(Program& program, Instruction instruction) {
  program.instructions.push_back(instruction);
  return static_cast<int>(program.instructions.size()) - 1;
}

bool gives_pred(Op op) { return op == Op::kIsFinite || (op >= Op::kEqual && op <= Op::kLess); }

}  // namespace

int Program::add_buffer(ElementType type, std::vector<int64_t> strides) {
  buffers.push_back({type, std::move(strides)});
  return static_cast<int>(buffers.size()) - 1;
}

int Program::load(int buffer) {
  return append(*this, {.op = Op::kLoad, .type = buffers[buffer].type, .index = buffer});
}

int Program::constant_bits(ElementType type, uint64_t bits, uint64_t high_bits) {
  return append(*this, {.op = Op::kConstant, .type = type, .bits = {bits, high_bits}});
}

int Program::constant(ElementType type, double value) {
  uint64_t bits = 0, high = 0;
  if (is_float(type)) {
    bits = ir::encode_one(type, value);
  } else if (type == ElementType::kC64) {
    bits = ir::encode_one(ElementType::kF32, value);
  } else if (type == ElementType::kC128) {
    std::memcpy(&bits, &value, sizeof bits);
  } else {
    bits = value < 0 ? static_cast<uint64_t>(static_cast<int64_t>(value)) : static_cast<uint64_t>(value);
    if (byte_width(type) < 8) bits &= (uint64_t{1} << (8 * byte_width(type))) - 1;
  }
  return constant_bits(type, bits, high);
}

int Program::iota(ElementType type, int dim) { return append(*this, {.op = Op::kIota, .type = type, .index = dim}); }

int Program::convert(ElementType type, int value) {
  if (instructions[value].type == type) return value;
  return append(*this, {.op = Op::kConvert, .type = type, .operands = {value, -1, -1}});
}

int Program::unary(Op op, int value) {
  ElementType type = instructions[value].type;
  if (gives_pred(op)) type = ElementType::kPred;
  if (op == Op::kReal || op == Op::kImag || op == Op::kAbs) type = ir::part_type(type);
  return append(*this, {.op = op, .type = type, .operands = {value, -1, -1}});
}

int Program::binary(Op op, int left, int right) {
  ElementType type = instructions[left].type;
  PARTITA_INVARIANT(type == instructions[right].type, "operands of two types");
  if (gives_pred(op)) type = ElementType::kPred;
  if (op == Op::kComplex) type = type == ElementType::kF64 ? ElementType::kC128 : ElementType::kC64;
  return append(*this, {.op = op, .type = type, .operands = {left, right, -1}});
}

int Program::select(int which, int on_true, int on_false) {
  return append(*this, {.op = Op::kSelect, .type = instructions[on_true].type, .operands = {which, on_true, on_false}});
}

int Program::clamp(int low, int value, int high) {
  return binary(Op::kMinimum, binary(Op::kMaximum, value, low), high);
}

int Program::reduce(Combiner combiner, int value) {
  return append(*this, {.op = Op::kReduce,
                        .type = instructions[value].type,
                        .operands = {value, -1, -1},
                        .index = static_cast<int>(combiner)});
}

int Program::call(Call function, ElementType type, std::span<const int> operands) {
  PARTITA_INVARIANT(operands.size() <= 3, "a call of more than three operands");
  calls.push_back(std::move(function));
  Instruction instruction{.op = Op::kCall, .type = type, .index = static_cast<int>(calls.size()) - 1};
  for (size_t i = 0; i < operands.size(); ++i) instruction.operands[i] = operands[i];
  return append(*this, instruction);
}

void Program::store(int buffer, int value) { stores.push_back({.buffer = buffer, .value = value}); }

void Program::accumulate(int buffer, int value, Combiner combiner, int initial) {
  stores.push_back({.buffer = buffer, .value = value, .accumulates = true, .combiner = combiner, .initial = initial});
}

}  // namespace partita::core::engine::loop

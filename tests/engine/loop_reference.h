// A loop program taken instruction by instruction over the whole space, with the evaluator's kernels: what
// loop_test.cc compares with.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <sstream>

#include "engine/loop/compute.h"
#include "engine/loop/plan.h"
#include "eval/pointwise.h"
#include "eval/pointwise_kernels.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::engine::loop {

inline int64_t space_size(const std::vector<int64_t>& dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

// The memory of a program's buffers; `origin` is the element at index (0, 0, …).
struct Memory {
  std::vector<std::vector<std::byte>> bytes;
  std::vector<int64_t> origin;

  std::byte* at(const Program& p, size_t buffer, int64_t offset) {
    return bytes[buffer].data() + (origin[buffer] + offset) * byte_width(p.buffers[buffer].type);
  }
  std::vector<void*> addresses(const Program& p) {
    std::vector<void*> result;
    for (size_t b = 0; b < bytes.size(); ++b) result.push_back(at(p, b, 0));
    return result;
  }
};

inline uint64_t made_up_element(ElementType type, bool edges, std::mt19937_64& random) {
  if (type == ElementType::kPred) return random() & 1;
  if (is_float(type)) {
    const double some[] = {0.0, -0.0, 1, -1, 0.5, 1e-40, -1e-40, INFINITY, -INFINITY, NAN, 100, -100, 3e38, 88.5};
    double value = std::normal_distribution<double>()(random) * 3;
    if (edges && random() % 8 == 0) value = some[random() % std::size(some)];
    return ir::encode_one(type, value);
  }
  uint64_t bits = random() % 4 == 0 ? random() : random() % 7;
  if (edges && random() % 8 == 0) bits = uint64_t{1} << (random() % 64);
  if (bit_width(type) < 8) {
    const int drop = 8 - bit_width(type);
    const auto top = static_cast<uint8_t>(bits << drop);
    return element_class(type) == ElementClass::kSigned ? static_cast<uint8_t>(static_cast<int8_t>(top) >> drop)
                                                        : static_cast<uint8_t>(top >> drop);
  }
  return bits;
}

inline Memory made_up(const Program& p, std::mt19937_64& random) {
  Memory memory;
  for (const Buffer& buffer : p.buffers) {
    int64_t low = 0, high = 0;
    for (size_t d = 0; d < p.dims.size(); ++d) {
      const int64_t reach = std::max<int64_t>(p.dims[d] - 1, 0) * buffer.strides[d];
      (reach < 0 ? low : high) += reach;
    }
    const ElementType part = ir::part_type(buffer.type);
    const auto width = static_cast<size_t>(byte_width(part));
    std::vector<std::byte> bytes(static_cast<size_t>(high - low + 1) * static_cast<size_t>(byte_width(buffer.type)));
    const bool edges = random() % 2 == 0;
    for (size_t i = 0; i < bytes.size(); i += width) {
      const uint64_t bits = made_up_element(part, edges, random);
      std::memcpy(bytes.data() + i, &bits, width);
    }
    memory.bytes.push_back(std::move(bytes));
    memory.origin.push_back(-low);
  }
  return memory;
}

inline OpKind evaluator_kind(Op op);

inline bool is_elementary(Op op) {
  return (op >= Op::kRsqrt && op <= Op::kTan) || op == Op::kPower || op == Op::kAtan2;
}

class Reference {
 public:
  Reference(const Program& p, Memory& memory) : p_(p), memory_(memory), n_(space_size(p.dims)) {
    for (size_t d = p.dims.size() - static_cast<size_t>(p.row_rank); d < p.dims.size(); ++d) row_ *= p.dims[d];
  }

  void run() {
    for (const Instruction& i : p_.instructions) step(i);
    for (const Store& store : p_.stores) keep(store);
  }

 private:
  // A value at each point of the space, as stored; of the row: does not change along it.
  struct Value {
    std::vector<std::byte> bytes;
    bool along_row = false;
  };

  std::vector<int64_t> index(int64_t point) const {
    std::vector<int64_t> at(p_.dims.size());
    for (int d = static_cast<int>(at.size()) - 1; d >= 0; --d) {
      at[d] = point % p_.dims[d];
      point /= p_.dims[d];
    }
    return at;
  }
  int64_t offset(const std::vector<int64_t>& strides, int64_t point) const {
    const std::vector<int64_t> at = index(point);
    int64_t sum = 0;
    for (size_t d = 0; d < at.size(); ++d) sum += at[d] * strides[d];
    return sum;
  }
  bool in_row(size_t d) const { return d >= p_.dims.size() - static_cast<size_t>(p_.row_rank); }

  std::vector<std::byte> convert(ElementType from, ElementType to, const std::vector<std::byte>& x) const {
    if (from == to) return x;
    const int64_t n = std::ssize(x) / byte_width(from);
    std::vector<std::byte> out(static_cast<size_t>(n * byte_width(to)));
    const void* operands[] = {x.data()};
    if (n > 0) eval::find_kernel(OpKind::kConvert, {}, {{from}}, to)->run(operands, out.data(), n);
    return out;
  }

  // x = combiner(x, y), one element in registers.
  void combine(Combiner combiner, ElementType type, void* x, const void* y) const {
    constexpr OpKind kKinds[] = {OpKind::kAdd, OpKind::kMultiply, OpKind::kMaximum, OpKind::kMinimum,
                                 OpKind::kAnd, OpKind::kOr,       OpKind::kXor};
    const void* operands[] = {x, y};
    eval::find_kernel(kKinds[static_cast<int>(combiner)], {}, {{type, type}}, type)->run(operands, x, 1);
  }

  void step(const Instruction& i) {
    Value value;
    const auto width = static_cast<size_t>(byte_width(i.type));
    value.bytes.resize(static_cast<size_t>(n_) * width);
    const int count = num_operands(i);
    const void* operands[3] = {};
    ElementType types[3] = {};
    for (int j = 0; j < count; ++j) {
      operands[j] = values_[i.operands[j]].bytes.data();
      types[j] = p_.instructions[i.operands[j]].type;
      value.along_row |= values_[i.operands[j]].along_row;
    }
    switch (i.op) {
      case Op::kLoad: {
        const std::vector<int64_t>& strides = p_.buffers[i.index].strides;
        for (int64_t e = 0; e < n_; ++e) {
          std::memcpy(value.bytes.data() + e * width, memory_.at(p_, i.index, offset(strides, e)), width);
        }
        for (size_t d = 0; d < strides.size(); ++d) value.along_row |= in_row(d) && strides[d] != 0 && p_.dims[d] != 1;
        break;
      }
      case Op::kConstant:
        for (int64_t e = 0; e < n_; ++e) std::memcpy(value.bytes.data() + e * width, i.bits, width);
        break;
      case Op::kIota: {
        std::vector<std::byte> indices(static_cast<size_t>(n_) * 8);
        for (int64_t e = 0; e < n_; ++e) std::memcpy(indices.data() + 8 * e, &index(e)[i.index], 8);
        value.bytes = convert(ElementType::kS64, i.type, indices);
        value.along_row = in_row(static_cast<size_t>(i.index));
        break;
      }
      case Op::kConvert: value.bytes = convert(types[0], i.type, values_[i.operands[0]].bytes); break;
      case Op::kReduce: reduce(i, value); break;
      default:
        if (n_ == 0) break;
        if (i.op >= Op::kEqual && i.op <= Op::kLess) {
          // By way of f32 for narrow floats, which changes nothing.
          const ElementType wide = eval::computing_type(types[0]);
          const std::vector<std::byte> a = convert(types[0], wide, values_[i.operands[0]].bytes);
          const std::vector<std::byte> b = convert(types[0], wide, values_[i.operands[1]].bytes);
          const void* both[] = {a.data(), b.data()};
          using enum eval::Direction;
          constexpr eval::Direction kDirections[] = {kEq, kNe, kGe, kGt, kLe, kLt};
          eval::compare_kernel(kDirections[static_cast<int>(i.op) - static_cast<int>(Op::kEqual)], wide)(
              both, value.bytes.data(), n_, {});
        } else {
          eval::find_kernel(evaluator_kind(i.op), {}, {types, static_cast<size_t>(count)}, i.type)
              ->run(operands, value.bytes.data(), n_);
        }
    }
    values_.push_back(std::move(value));
  }

  void reduce(const Instruction& i, Value& value) {
    const ElementType in_register = register_type(i.type);
    const auto combiner = static_cast<Combiner>(i.index);
    const std::vector<std::byte> x = convert(i.type, in_register, values_[i.operands[0]].bytes);
    const auto width = static_cast<size_t>(byte_width(in_register));
    const size_t parts = 128 / width;
    uint64_t identity[2];
    identity_bits(combiner, i.type, identity);
    rows_.clear();
    const int64_t rows = row_ == 0 ? 0 : n_ / row_;
    std::vector<std::byte> results;
    for (int64_t r = 0; r < rows; ++r) {
      std::vector<std::byte> sums(128);
      for (size_t j = 0; j < parts; ++j) std::memcpy(sums.data() + j * width, identity, width);
      for (int64_t e = 0; e < row_; ++e) {
        combine(combiner, in_register, sums.data() + static_cast<size_t>(e) % parts * width,
                x.data() + static_cast<size_t>(r * row_ + e) * width);
      }
      for (size_t half = parts / 2; half > 0; half /= 2) {
        for (size_t j = 0; j < half; ++j) {
          combine(combiner, in_register, sums.data() + j * width, sums.data() + (j + half) * width);
        }
      }
      results.insert(results.end(), sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(width));
    }
    results = convert(in_register, i.type, results);
    const auto stored = static_cast<size_t>(byte_width(i.type));
    for (int64_t e = 0; e < n_; ++e) {
      std::memcpy(value.bytes.data() + static_cast<size_t>(e) * stored,
                  results.data() + static_cast<size_t>(e / row_) * stored, stored);
    }
    value.along_row = false;
  }

  void keep(const Store& store) {
    const Buffer& buffer = p_.buffers[store.buffer];
    const Value& value = values_[store.value];
    const auto width = static_cast<size_t>(byte_width(buffer.type));
    if (!store.accumulates) {
      for (int64_t e = 0; e < n_; ++e) {
        std::memcpy(memory_.at(p_, store.buffer, offset(buffer.strides, e)),
                    value.bytes.data() + static_cast<size_t>(e) * width, width);
      }
      return;
    }
    const ElementType in_register = register_type(buffer.type);
    const auto wide = static_cast<size_t>(byte_width(in_register));
    const std::vector<std::byte> x = convert(buffer.type, in_register, value.bytes);
    bool once = p_.row_rank > 0 && !value.along_row;
    int64_t results = 1;
    std::vector<int64_t> kept(p_.dims.size(), 0);
    for (int d = static_cast<int>(p_.dims.size()) - 1; d >= 0; --d) {
      if (in_row(static_cast<size_t>(d)) && buffer.strides[d] != 0 && p_.dims[d] != 1) once = false;
      if (buffer.strides[d] == 0) continue;
      kept[d] = results;
      results *= p_.dims[d];
    }
    uint64_t initial[2];
    identity_bits(store.combiner, buffer.type, initial);
    if (store.initial >= 0) {
      const Instruction& constant = p_.instructions[store.initial];
      std::vector<std::byte> bits(sizeof constant.bits);
      std::memcpy(bits.data(), constant.bits, sizeof constant.bits);
      bits.resize(width);
      bits = convert(buffer.type, in_register, bits);
      std::memcpy(initial, bits.data(), bits.size());
    }
    std::vector<std::byte> sums(static_cast<size_t>(results) * wide);
    for (int64_t i = 0; i < results; ++i) std::memcpy(sums.data() + static_cast<size_t>(i) * wide, initial, wide);
    for (int64_t e = 0; e < n_; ++e) {
      if (once && e % row_ != 0) continue;
      combine(store.combiner, in_register, sums.data() + static_cast<size_t>(offset(kept, e)) * wide,
              x.data() + static_cast<size_t>(e) * wide);
    }
    sums = convert(in_register, buffer.type, sums);
    // Each element once, through the points that reach it; with no points, where only reduced dimensions are empty.
    std::vector<int64_t> at(p_.dims.size(), 0);
    for (int64_t i = 0; i < results; ++i) {
      int64_t rest = i, to = 0;
      for (int d = static_cast<int>(p_.dims.size()) - 1; d >= 0; --d) {
        if (buffer.strides[d] == 0) continue;
        to += rest % p_.dims[d] * buffer.strides[d];
        rest /= p_.dims[d];
      }
      std::memcpy(memory_.at(p_, store.buffer, to), sums.data() + static_cast<size_t>(i) * width, width);
    }
  }

  const Program& p_;
  Memory& memory_;
  int64_t n_, row_ = 1;
  std::vector<Value> values_;
  std::vector<int64_t> rows_;
};

inline Memory reference(const Program& p, const Memory& inputs) {
  Memory memory = inputs;
  Reference(p, memory).run();
  return memory;
}

inline OpKind evaluator_kind(Op op) {
  using enum OpKind;
  constexpr OpKind kKinds[] = {kNegate,
                               kAbs,
                               kSign,
                               kSqrt,
                               kRsqrt,
                               kCbrt,
                               kExponential,
                               kExponentialMinusOne,
                               kLog,
                               kLogPlusOne,
                               kLogistic,
                               kTanh,
                               kErf,
                               kErfc,
                               kSine,
                               kCosine,
                               kTan,
                               kFloor,
                               kCeil,
                               kRoundNearestEven,
                               kRoundNearestAfz,
                               kIsFinite,
                               kNot,
                               kPopcnt,
                               kCountLeadingZeros,
                               kReal,
                               kImag,
                               kAdd,
                               kSubtract,
                               kMultiply,
                               kDivide,
                               kRemainder,
                               kMaximum,
                               kMinimum,
                               kPower,
                               kAtan2,
                               kAnd,
                               kOr,
                               kXor,
                               kShiftLeft,
                               kShiftRightArithmetic,
                               kShiftRightLogical,
                               kComplex};
  if (op == Op::kSelect) return kSelect;
  return kKinds[static_cast<int>(op) - static_cast<int>(Op::kNegate)];
}

inline bool is_defined(Op op, ElementType type) {
  if (op >= Op::kEqual && op <= Op::kLess) return !is_complex(type) || op <= Op::kNotEqual;
  if (op == Op::kComplex) return type == ElementType::kF32 || type == ElementType::kF64;
  const ElementType types[] = {type, type};
  ElementType result = type;
  if (op == Op::kIsFinite) result = ElementType::kPred;
  if (op == Op::kReal || op == Op::kImag || op == Op::kAbs) result = ir::part_type(type);
  return eval::find_kernel(evaluator_kind(op), {}, {types, op < Op::kAdd ? size_t{1} : size_t{2}}, result).has_value();
}

inline std::string text_of(const Program& p) {
  std::ostringstream out;
  out << "dims";
  for (int64_t d : p.dims) out << ' ' << d;
  out << ", row_rank " << p.row_rank << '\n';
  for (size_t b = 0; b < p.buffers.size(); ++b) {
    out << "buffer " << b << ' ' << mlir_spelling(p.buffers[b].type) << " strides";
    for (int64_t s : p.buffers[b].strides) out << ' ' << s;
    out << '\n';
  }
  for (size_t i = 0; i < p.instructions.size(); ++i) {
    const Instruction& it = p.instructions[i];
    out << '%' << i << " = op " << static_cast<int>(it.op) << ' ' << mlir_spelling(it.type);
    for (int j = 0; j < num_operands(it); ++j) out << " %" << it.operands[j];
    out << " index " << it.index << '\n';
  }
  for (const Store& s : p.stores) {
    out << "store %" << s.value << " to " << s.buffer << (s.accumulates ? " accumulates" : "") << '\n';
  }
  return out.str();
}

// The same elements, any NaN for any NaN; floats within `ulp` units in the last place.
inline void expect_same(const Program& p, const Memory& expected, const Memory& found, int64_t ulp) {
  for (size_t b = 0; b < p.buffers.size(); ++b) {
    const ElementType type = ir::part_type(p.buffers[b].type);
    const auto width = static_cast<size_t>(byte_width(type));
    int differing = 0;
    for (size_t at = 0; at + width <= expected.bytes[b].size(); at += width) {
      uint64_t want = 0, got = 0;
      std::memcpy(&want, expected.bytes[b].data() + at, width);
      std::memcpy(&got, found.bytes[b].data() + at, width);
      if (want == got) continue;
      if (is_float(type)) {
        const double w = ir::decode_one(type, want), g = ir::decode_one(type, got);
        if (w != w && g != g) continue;
        const int bits = bit_width(type);
        const uint64_t sign = uint64_t{1} << (bits - 1);
        auto ordered = [sign](uint64_t x) {
          return static_cast<int64_t>((x & sign) != 0 ? sign - (x & (sign - 1)) : x + sign);
        };
        if (w == w && g == g && ulp > 0 && std::llabs(ordered(want) - ordered(got)) <= ulp) continue;
        if (++differing <= 3) {
          ADD_FAILURE() << "buffer " << b << ", element " << at / width << ": " << g << " (" << std::hex << got
                        << "), not " << w << " (" << want << ")";
        }
        continue;
      }
      if (++differing <= 3) {
        ADD_FAILURE() << "buffer " << b << ", element " << at / width << ": " << got << ", not " << want;
      }
    }
  }
}

}  // namespace partita::core::engine::loop

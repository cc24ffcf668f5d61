// Straight-line code over vectors of 32-bit lanes, recorded through the same templates that compute floats (math.h): a
// Vector, Word or Mask stands for a value of the list, or for a constant.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "engine/loop/math.h"

namespace partita::core::engine::loop::recorded {

enum class Code : uint8_t {
  // Sources
  kConstant,  // `bits` in all lanes
  kElements,  // memory of buffer `bits`, a vector at the current column
  kIota,      // the column
  kSlot,      // the number at slot `bits` of scratch in all lanes
  kKept,      // row `bits` of scratch, at the current column
  kPart,      // part `bits` of a reduction
  // Vectors
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kMultiplyAdd,  // a b + c
  kSqrt,
  kRound,  // by mode `bits` of vrndscaleps
  kFromInteger,
  kIntegerAdd,
  kIntegerSubtract,
  kIntegerMultiply,
  kAnd,
  kOr,
  kXor,
  kShiftLeft,        // by `bits`
  kShiftRight,       // with the sign
  kShiftRightZeros,  // without
  kSelect,           // a: a mask; b where it holds, else c
  kFromAbove,        // lane i is lane i + `bits`, for i below it
  // Masks
  kCompare,         // by predicate `bits` of vcmpps
  kIntegerCompare,  // of vpcmpd
  kMaskAnd,
  kMaskOr,
  kMaskNot,
};

inline bool is_mask(Code code) { return code >= Code::kCompare; }

struct Line {
  Code code;
  int operands[3] = {-1, -1, -1};
  uint32_t bits = 0;
};

struct Recorder {
  std::vector<Line> lines;

  int add(Code code, int a = -1, int b = -1, int c = -1, uint32_t bits = 0) {
    lines.push_back({code, {a, b, c}, bits});
    return static_cast<int>(lines.size()) - 1;
  }
  int constant(uint32_t bits) {
    for (size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].code == Code::kConstant && lines[i].bits == bits) return static_cast<int>(i);
    }
    return add(Code::kConstant, -1, -1, -1, bits);
  }
};

// A constant has no recorder until it meets a value that has.
template <int kTag>
struct Value {
  Recorder* recorder = nullptr;
  int id = -1;
  uint32_t literal = 0;

  Value(Recorder* r, int i) : recorder(r), id(i) {}
  explicit Value(float number)
    requires(kTag == 0)
      : literal(std::bit_cast<uint32_t>(number)) {}
  explicit Value(uint32_t bits)
    requires(kTag == 1)
      : literal(bits) {}
  int in(Recorder* r) const { return id >= 0 ? id : r->constant(literal); }
};
using Vector = Value<0>;
using Word = Value<1>;
using Mask = Value<2>;

template <typename R, typename A, typename B>
R record(Code code, const A& a, const B& b, uint32_t bits = 0) {
  Recorder* r = a.recorder != nullptr ? a.recorder : b.recorder;
  const int left = a.in(r), right = b.in(r);
  return R(r, r->add(code, left, right, -1, bits));
}

inline Vector operator+(Vector a, Vector b) { return record<Vector>(Code::kAdd, a, b); }
inline Vector operator-(Vector a, Vector b) { return record<Vector>(Code::kSubtract, a, b); }
inline Vector operator*(Vector a, Vector b) { return record<Vector>(Code::kMultiply, a, b); }
inline Vector operator/(Vector a, Vector b) { return record<Vector>(Code::kDivide, a, b); }
inline constexpr uint32_t kEqual = 0, kNotEqual = 4, kLess = 0x11, kLessEqual = 0x12, kGreaterEqual = 0x1d,
                          kGreater = 0x1e;
inline Mask operator<(Vector a, Vector b) { return record<Mask>(Code::kCompare, a, b, kLess); }
inline Mask operator==(Vector a, Vector b) { return record<Mask>(Code::kCompare, a, b, kEqual); }
inline Word operator+(Word a, Word b) { return record<Word>(Code::kIntegerAdd, a, b); }
inline Word operator-(Word a, Word b) { return record<Word>(Code::kIntegerSubtract, a, b); }
inline Word operator&(Word a, Word b) { return record<Word>(Code::kAnd, a, b); }
inline Word operator|(Word a, Word b) { return record<Word>(Code::kOr, a, b); }
inline Word operator^(Word a, Word b) { return record<Word>(Code::kXor, a, b); }
inline Word bits_of(Vector a) { return Word(a.recorder, a.id); }
inline Vector float_of(Word a) { return Vector(a.recorder, a.id); }
inline Word shifted(Code code, Word a, int by) {
  return Word(a.recorder, a.recorder->add(code, a.in(a.recorder), -1, -1, static_cast<uint32_t>(by)));
}
inline Word shift_left(Word a, int by) { return shifted(Code::kShiftLeft, a, by); }
inline Word shift_right(Word a, int by) { return shifted(Code::kShiftRight, a, by); }
inline Vector fma(Vector a, Vector b, Vector c) {
  Recorder* r = a.recorder != nullptr ? a.recorder : b.recorder != nullptr ? b.recorder : c.recorder;
  const int x = a.in(r), y = b.in(r), z = c.in(r);
  return Vector(r, r->add(Code::kMultiplyAdd, x, y, z));
}
inline Vector sqrt(Vector a) { return Vector(a.recorder, a.recorder->add(Code::kSqrt, a.id)); }
inline Vector magnitude(Vector a) { return float_of(bits_of(a) & Word(0x7fffffffu)); }
inline Vector select(Mask which, Vector a, Vector b) {
  Recorder* r = which.recorder;
  const int x = a.in(r), y = b.in(r);
  return Vector(r, r->add(Code::kSelect, which.id, x, y));
}

}  // namespace partita::core::engine::loop::recorded

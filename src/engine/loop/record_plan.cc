#include "engine/loop/record_plan.h"

#include <algorithm>
#include <map>

namespace partita::core::engine::loop {
namespace {

using recorded::Code;
using recorded::Mask;
using recorded::Recorder;
using recorded::Vector;
using recorded::Word;

bool is_expensive(Op op) {
  switch (op) {
    case Op::kExp:
    case Op::kExpm1:
    case Op::kLog:
    case Op::kLog1p:
    case Op::kLogistic:
    case Op::kTanh:
    case Op::kErf:
    case Op::kDivide:
    case Op::kSqrt:
    case Op::kRsqrt: return true;
    default: return false;
  }
}

bool is_word(ElementType type) { return type == ElementType::kS32 || type == ElementType::kU32; }
bool is_vector(ElementType type) { return type == ElementType::kF32 || type == ElementType::kBF16; }

Vector maximum(Vector a, Vector b) {
  const Vector both = float_of(bits_of(a) & bits_of(b));
  return select(a == a, select(a == b, both, select(b < a, a, b)), a);
}
Vector minimum(Vector a, Vector b) {
  const Vector both = float_of(bits_of(a) | bits_of(b));
  return select(a == a, select(a == b, both, select(a < b, a, b)), a);
}

class PlanRecorder {
 public:
  explicit PlanRecorder(const Plan& plan)
      : plan_(plan),
        program_(plan.program),
        slots_(program_.instructions.size(), -1),
        kept_(program_.instructions.size(), -1) {}

  std::optional<RecordedPlan> run() {
    for (const Buffer& buffer : program_.buffers) {
      if (!is_vector(buffer.type) && !is_word(buffer.type) && buffer.type != ElementType::kPred) return std::nullopt;
    }
    out_.phases.resize(static_cast<size_t>(plan_.num_phases));
    // Reductions get their slots first: what they feed reads them there.
    for (size_t i = 0; i < program_.instructions.size(); ++i) {
      if (program_.instructions[i].op != Op::kReduce) continue;
      if (!is_vector(program_.instructions[i].type)) return std::nullopt;
      slots_[i] = out_.slots++;
    }
    // Later phases first: they say what earlier ones must keep.
    for (int phase = plan_.num_phases; phase-- > 0 && is_possible_;) record_phase(phase);
    if (is_possible_) record_rows();
    if (!is_possible_) return std::nullopt;
    return std::move(out_);
  }

 private:
  const Instruction& at(int i) const { return program_.instructions[i]; }
  bool of_row(int i) const { return plan_.extents[i] != Extent::kElement; }

  void record_phase(int phase) {
    RecordedPhase& out = out_.phases[static_cast<size_t>(phase)];
    begin(out.body, phase);
    for (size_t i = 0; i < program_.instructions.size(); ++i) {
      const Instruction& instruction = program_.instructions[i];
      if (instruction.op != Op::kReduce || plan_.phases[i] != phase + 1) continue;
      const int line = value(instruction.operands[0]);
      out.body.roots.push_back({Root::Kind::kReduce, line, static_cast<int>(out.reductions.size())});
      out.reductions.push_back(
          {static_cast<Combiner>(instruction.index), slots_[i], is_narrow_float(instruction.type)});
    }
    for (size_t i = 0; i < kept_.size(); ++i) {
      if (kept_[i] < 0 || plan_.phases[i] != phase) continue;
      const int line = value(static_cast<int>(i));
      out.body.roots.push_back({Root::Kind::kKeep, line, kept_[i]});
    }
    if (phase + 1 != plan_.num_phases) return;
    for (const Store& store : program_.stores) {
      if (store.accumulates) is_possible_ = false;
      const Buffer& buffer = program_.buffers[store.buffer];
      if (buffer.strides.back() == 0 && program_.dims.back() != 1) continue;
      const int line = value(store.value);
      out.body.roots.push_back({Root::Kind::kStore, line, store.buffer});
    }
  }

  // Values of the row: each has a slot once a body or another of them asks for it.
  void record_rows() {
    begin(out_.end, plan_.num_phases - 1);
    for (const Store& store : program_.stores) {
      const Buffer& buffer = program_.buffers[store.buffer];
      if (buffer.strides.back() != 0 || program_.dims.back() == 1) continue;
      if (!of_row(store.value)) is_possible_ = false;
      if (!is_possible_) return;
      const int line = value(store.value);
      out_.end.roots.push_back({Root::Kind::kStore, line, store.buffer});
    }
    for (int phase = plan_.num_phases; phase-- > 0;) {
      Block& block = out_.phases[static_cast<size_t>(phase)].row;
      begin(block, phase);
      computes_rows_ = true;
      for (int i = static_cast<int>(slots_.size()); i-- > 0;) {
        const Op op = at(i).op;
        if (slots_[i] < 0 || op == Op::kReduce || op == Op::kLoad || plan_.phases[i] != phase) continue;
        if (at(i).type == ElementType::kPred) {
          is_possible_ = false;
          return;
        }
        const int line = value(i);
        if (!is_possible_) return;
        block.roots.push_back({Root::Kind::kSlot, line, slots_[i]});
      }
    }
    for (size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i] >= 0 && at(static_cast<int>(i)).op == Op::kLoad) {
        if (program_.buffers[at(static_cast<int>(i)).index].type == ElementType::kPred) is_possible_ = false;
        out_.slot_loads.push_back({slots_[i], at(static_cast<int>(i)).index});
      }
    }
  }

  void begin(Block& block, int phase) {
    code_ = &block.code;
    phase_ = phase;
    lines_.clear();
    computes_rows_ = false;
  }

  // The line of instruction i in the current block.
  int value(int i) {
    if (!is_possible_) return 0;
    const auto known = lines_.find(i);
    if (known != lines_.end()) return known->second;
    const Instruction& instruction = at(i);
    int line;
    if (instruction.op == Op::kConstant) {
      line = compute(i);
    } else if (of_row(i) && !(computes_rows_ && plan_.phases[i] == phase_ && instruction.op != Op::kLoad &&
                              instruction.op != Op::kReduce)) {
      if (slots_[i] < 0) slots_[i] = out_.slots++;
      line = code_->add(Code::kSlot, -1, -1, -1, static_cast<uint32_t>(slots_[i]));
      if (instruction.type == ElementType::kPred) is_possible_ = false;
    } else if (!of_row(i) && plan_.phases[i] < phase_ && is_expensive(instruction.op)) {
      if (kept_[i] < 0) kept_[i] = out_.kept_rows++;
      line = code_->add(Code::kKept, -1, -1, -1, static_cast<uint32_t>(kept_[i]));
    } else {
      line = compute(i);
    }
    lines_[i] = line;
    return line;
  }

  Vector vector(int i) {
    const int line = value(i);
    return Vector(code_, line);
  }
  Word word(int i) {
    const int line = value(i);
    return Word(code_, line);
  }
  Mask mask(int i) {
    const int line = value(i);
    return Mask(code_, line);
  }

  int compute(int i) {
    const Instruction& it = at(i);
    if (it.type == ElementType::kPred) return predicate(it);
    if (is_word(it.type)) return integer(it);
    if (!is_vector(it.type)) return impossible();
    const std::optional<Vector> exact = number(it);
    if (!exact) return impossible();
    const bool rounds = it.type == ElementType::kBF16 && it.op != Op::kLoad && it.op != Op::kConstant &&
                        it.op != Op::kNegate && it.op != Op::kAbs && it.op != Op::kMaximum && it.op != Op::kMinimum &&
                        it.op != Op::kSelect;
    const Vector result = rounds ? round_to_bf16(*exact) : *exact;
    return result.in(code_);
  }

  int impossible() {
    is_possible_ = false;
    return 0;
  }

  std::optional<Vector> number(const Instruction& it) {
    const int a = it.operands[0], b = it.operands[1], c = it.operands[2];
    switch (it.op) {
      case Op::kConstant: {
        const auto bits = static_cast<uint32_t>(it.bits[0]);
        return Vector(code_, code_->constant(it.type == ElementType::kBF16 ? bits << 16 : bits));
      }
      case Op::kLoad: return Vector(code_, code_->add(Code::kElements, -1, -1, -1, static_cast<uint32_t>(it.index)));
      case Op::kConvert:
        if (is_vector(at(a).type)) return vector(a);
        if (at(a).type == ElementType::kS32) return Vector(code_, code_->add(Code::kFromInteger, value(a)));
        if (at(a).type == ElementType::kPred) return select(mask(a), Vector(1.0f), Vector(0.0f));
        return std::nullopt;
      case Op::kNegate: return float_of(bits_of(vector(a)) ^ Word(0x80000000u));
      case Op::kAbs: return magnitude(vector(a));
      case Op::kSign: {
        const Vector x = vector(a);
        return select(Vector(0.0f) < x, Vector(1.0f), select(x < Vector(0.0f), Vector(-1.0f), x));
      }
      case Op::kSqrt: return sqrt(vector(a));
      case Op::kRsqrt: return lane::rsqrt(vector(a));
      case Op::kExp: return lane::exp(vector(a));
      case Op::kExpm1: return lane::expm1(vector(a));
      case Op::kLog: return lane::log(vector(a));
      case Op::kLog1p: return lane::log1p(vector(a));
      case Op::kLogistic: return lane::logistic(vector(a));
      case Op::kTanh: return lane::tanh(vector(a));
      case Op::kErf: return lane::erf(vector(a));
      case Op::kFloor: return Vector(code_, code_->add(Code::kRound, value(a), -1, -1, 9));
      case Op::kCeil: return Vector(code_, code_->add(Code::kRound, value(a), -1, -1, 10));
      case Op::kRoundEven: return Vector(code_, code_->add(Code::kRound, value(a), -1, -1, 8));
      case Op::kAdd: return vector(a) + vector(b);
      case Op::kSubtract: return vector(a) - vector(b);
      case Op::kMultiply: return vector(a) * vector(b);
      case Op::kDivide: return vector(a) / vector(b);
      case Op::kMaximum: return maximum(vector(a), vector(b));
      case Op::kMinimum: return minimum(vector(a), vector(b));
      case Op::kSelect: return select(mask(a), vector(b), vector(c));
      default: return std::nullopt;
    }
  }

  int integer(const Instruction& it) {
    const int a = it.operands[0], b = it.operands[1];
    auto two = [&](Code code) {
      const int left = value(a), right = value(b);
      return code_->add(code, left, right);
    };
    switch (it.op) {
      case Op::kConstant: return code_->constant(static_cast<uint32_t>(it.bits[0]));
      case Op::kLoad: return code_->add(Code::kElements, -1, -1, -1, static_cast<uint32_t>(it.index));
      case Op::kIota:
        if (it.index != plan_.rank() - 1) return impossible();
        return code_->add(Code::kIota);
      case Op::kAdd: return two(Code::kIntegerAdd);
      case Op::kSubtract: return two(Code::kIntegerSubtract);
      case Op::kMultiply: return two(Code::kIntegerMultiply);
      case Op::kAnd: return two(Code::kAnd);
      case Op::kOr: return two(Code::kOr);
      case Op::kXor: return two(Code::kXor);
      case Op::kSelect: {
        const int which = value(a), left = value(b), right = value(it.operands[2]);
        return code_->add(Code::kSelect, which, left, right);
      }
      default: return impossible();
    }
  }

  int predicate(const Instruction& it) {
    const int a = it.operands[0], b = it.operands[1];
    if (it.op == Op::kLoad) return code_->add(Code::kElements, -1, -1, -1, static_cast<uint32_t>(it.index));
    auto two = [&](Code code, uint32_t bits = 0) {
      const int left = value(a), right = value(b);
      return code_->add(code, left, right, -1, bits);
    };
    switch (it.op) {
      case Op::kAnd:
      case Op::kMinimum:
      case Op::kMultiply: return two(Code::kMaskAnd);
      case Op::kOr:
      case Op::kMaximum:
      case Op::kAdd: return two(Code::kMaskOr);
      case Op::kNot: return code_->add(Code::kMaskNot, value(a));
      case Op::kIsFinite: {
        const Vector x = vector(a);
        return (x - x == Vector(0.0f)).id;
      }
      default: break;
    }
    if (it.op < Op::kEqual || it.op > Op::kLess) return impossible();
    const int which = static_cast<int>(it.op) - static_cast<int>(Op::kEqual);
    if (is_vector(at(a).type)) {
      constexpr uint32_t kPredicates[] = {recorded::kEqual,   recorded::kNotEqual,  recorded::kGreaterEqual,
                                          recorded::kGreater, recorded::kLessEqual, recorded::kLess};
      return two(Code::kCompare, kPredicates[which]);
    }
    constexpr uint32_t kPredicates[] = {0, 4, 5, 6, 2, 1};
    if (at(a).type == ElementType::kS32) return two(Code::kIntegerCompare, kPredicates[which]);
    return impossible();
  }

  const Plan& plan_;
  const Program& program_;
  RecordedPlan out_;
  Recorder* code_ = nullptr;
  int phase_ = 0;
  bool computes_rows_ = false;
  std::map<int, int> lines_;
  std::vector<int> slots_, kept_;  // of each instruction, or -1
  bool is_possible_ = true;
};

}  // namespace

Vector round_to_bf16(Vector x) {
  const Word bits = bits_of(x);
  const Word odd = recorded::shifted(Code::kShiftRightZeros, bits, 16) & Word(1u);
  const Word rounded = (bits + (odd + Word(0x7fffu))) & Word(0xffff0000u);
  const Word nan = (bits & Word(0x80000000u)) | Word(0x7fc00000u);
  return select(x == x, float_of(rounded), float_of(nan));
}

Vector combine(Combiner combiner, Vector a, Vector b) {
  switch (combiner) {
    case Combiner::kMultiply: return a * b;
    case Combiner::kMaximum: return maximum(a, b);
    case Combiner::kMinimum: return minimum(a, b);
    default: return a + b;
  }
}

std::optional<RecordedPlan> record(const Plan& plan) {
  if (plan.program.row_rank != 1) return std::nullopt;
  for (const Buffer& buffer : plan.program.buffers) {
    const int64_t stride = buffer.strides.back();
    if (stride != 0 && stride != 1 && plan.program.dims.back() != 1) return std::nullopt;
  }
  return PlanRecorder(plan).run();
}

}  // namespace partita::core::engine::loop

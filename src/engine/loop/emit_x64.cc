// A phase is a loop over 32 columns at a time, two vectors one after the other, each through the whole body; the rest
// of the row goes through two copies of the body under a mask. Values live in registers from where they are computed to
// their last use; a body that needs more than there are is left to the interpreter. Constants and values of the row
// are operands in memory, broadcast by the instruction.
#include "engine/loop/emit_x64.h"

#if defined(PARTITA_XBYAK) && defined(__x86_64__)

#include <xbyak/xbyak.h>

#include <algorithm>
#include <cstring>

#include "engine/cpu/targets.h"
#include "engine/loop/record_plan.h"

namespace partita::core::engine::loop {
namespace {

using recorded::Code;
using recorded::Line;
using Xbyak::Operand;
using Xbyak::Zmm;

constexpr int kTemporary = 28;  // and those above it
constexpr int64_t kWidth = 16;  // lanes of a vector
constexpr int kOnes = 16;       // in the pool, after the numbers 0 to 15

struct OutOfRegisters {};

class RowEmitter : public Xbyak::CodeGenerator {
 public:
  RowEmitter(const Plan& plan, RecordedPlan& recorded, const std::vector<uint32_t>& pool, int64_t kept_at,
             int64_t kept_stride)
      : CodeGenerator(1 << 16, Xbyak::AutoGrow),
        plan_(plan),
        pool_(pool),
        kept_at_(kept_at),
        kept_stride_(kept_stride),
        count_at_(8 * static_cast<int>(plan.program.buffers.size())) {
    mov(rdx, reinterpret_cast<uint64_t>(pool.data()));
    for (RecordedPhase& phase : recorded.phases) {
      if (!phase.row.roots.empty()) block(phase.row, 0, false, true);
      if (!phase.body.roots.empty()) body(phase);
      finish(phase);
    }
    if (!recorded.end.roots.empty()) block(recorded.end, 0, false, true);
    vzeroupper();
    ret();
    readyRE();
  }

 private:
  void body(const RecordedPhase& phase) {
    first_part_ = kTemporary - 2 * static_cast<int>(phase.reductions.size());
    if (first_part_ < 12) throw OutOfRegisters();
    for (size_t r = 0; r < phase.reductions.size(); ++r) {
      uint64_t identity[2];
      identity_bits(phase.reductions[r].combiner, ElementType::kF32, identity);
      for (int half : {0, 1})
        vbroadcastss(part(static_cast<int>(2 * r) + half), pooled(static_cast<uint32_t>(identity[0])));
    }
    Xbyak::Label loop, rest, done;
    xor_(eax, eax);
    mov(rcx, ptr[rdi + count_at_]);
    and_(rcx, -2 * kWidth);
    jz(rest, T_NEAR);
    L(loop);
    for (int half : {0, 1}) half_body(phase, half, false);
    add(rax, 2 * kWidth);
    cmp(rax, rcx);
    jb(loop, T_NEAR);
    L(rest);
    mov(r8, ptr[rdi + count_at_]);
    sub(r8, rax);
    jz(done, T_NEAR);
    for (int half : {0, 1}) {
      Xbyak::Label whole;
      mov(r9d, 0xffff);
      cmp(r8, kWidth);
      jae(whole);
      bzhi(r9d, r9d, r8d);
      L(whole);
      kmovw(k7, r9d);
      half_body(phase, half, true);
      if (half == 0) {
        sub(r8, kWidth);
        jbe(done, T_NEAR);
      }
    }
    L(done);
  }

  void half_body(const RecordedPhase& phase, int half, bool masked) {
    Block block_of = phase.body;
    for (Root& root : block_of.roots) {
      if (root.kind != Root::Kind::kReduce) continue;
      const int index = 2 * root.index + half;
      const recorded::Vector before(&block_of.code,
                                    block_of.code.add(Code::kPart, -1, -1, -1, static_cast<uint32_t>(index)));
      const recorded::Vector x(&block_of.code, root.line);
      const Combiner combiner = phase.reductions[static_cast<size_t>(root.index)].combiner;
      root = {Root::Kind::kPart, combine(combiner, before, x).id, index};
    }
    block(block_of, half, masked, false);
  }

  void finish(const RecordedPhase& phase) {
    for (size_t r = 0; r < phase.reductions.size(); ++r) {
      const Reduction& reduction = phase.reductions[r];
      Block tree;
      recorded::Recorder& code = tree.code;
      auto source = [&](int index) {
        return recorded::Vector(&code, code.add(Code::kPart, -1, -1, -1, static_cast<uint32_t>(index)));
      };
      const recorded::Vector low = source(static_cast<int>(2 * r)), high = source(static_cast<int>(2 * r) + 1);
      recorded::Vector sum = combine(reduction.combiner, low, high);
      for (uint32_t half : {8u, 4u, 2u, 1u}) {
        const recorded::Vector above(&code, code.add(Code::kFromAbove, sum.id, -1, -1, half));
        sum = combine(reduction.combiner, sum, above);
      }
      if (reduction.rounds) sum = round_to_bf16(sum);
      tree.roots.push_back({Root::Kind::kSlot, sum.id, reduction.slot});
      block(tree, 0, false, true);
    }
    first_part_ = kTemporary;
  }

  // ---- straight-line code -------------------------------------------------------------------------------------------

  void block(const Block& block, int half, bool masked, bool of_row) {
    const std::vector<Line>& lines = block.code.lines;
    lines_ = &lines;
    half_ = half;
    masked_ = masked;
    registers_.assign(lines.size(), -1);
    last_use_.assign(lines.size(), -1);
    for (size_t i = 0; i < lines.size(); ++i) {
      for (int operand : lines[i].operands) {
        if (operand >= 0) last_use_[static_cast<size_t>(operand)] = static_cast<int>(i);
      }
    }
    for (const Root& root : block.roots) last_use_[static_cast<size_t>(root.line)] = static_cast<int>(lines.size());
    free_vectors_.clear();
    free_masks_.clear();
    for (int i = first_part_; i-- > 0;) free_vectors_.push_back(i);
    for (int i = 7; i-- > 1;) free_masks_.push_back(i);
    for (size_t i = 0; i < lines.size(); ++i) {
      if (last_use_[i] >= 0) line(static_cast<int>(i));
    }
    for (const Root& root : block.roots) keep(root, of_row);
  }

  bool in_memory(int id) const {
    return (*lines_)[static_cast<size_t>(id)].code == Code::kConstant ||
           (*lines_)[static_cast<size_t>(id)].code == Code::kSlot;
  }
  bool gives_mask(int id) const {
    const Line& it = (*lines_)[static_cast<size_t>(id)];
    return is_mask(it.code) || (it.code == Code::kElements &&
                                plan_.program.buffers[static_cast<size_t>(it.bits)].type == ElementType::kPred);
  }
  Xbyak::Address pooled(uint32_t bits) {
    const auto found = std::find(pool_.begin() + kOnes, pool_.end(), bits);
    return dword[rdx + static_cast<int>(4 * (found - pool_.begin()))];
  }
  Xbyak::Address broadcast(int id) {
    const Line& it = (*lines_)[static_cast<size_t>(id)];
    if (it.code == Code::kSlot) return ptr_b[rsi + static_cast<int>(4 * it.bits)];
    const auto found = std::find(pool_.begin() + kOnes, pool_.end(), it.bits);
    return ptr_b[rdx + static_cast<int>(4 * (found - pool_.begin()))];
  }
  Zmm part(int index) const { return Zmm(first_part_ + index); }

  Zmm vector(int id, int temporary = kTemporary) {
    if (!in_memory(id)) return Zmm(registers_[static_cast<size_t>(id)]);
    const Zmm to(temporary);
    const Line& it = (*lines_)[static_cast<size_t>(id)];
    if (it.code == Code::kSlot) {
      vbroadcastss(to, dword[rsi + static_cast<int>(4 * it.bits)]);
    } else {
      vbroadcastss(to, pooled(it.bits));
    }
    return to;
  }
  Xbyak::Opmask mask(int id) const { return Xbyak::Opmask(registers_[static_cast<size_t>(id)]); }

  // Registers of operands that this line uses last are free for its result.
  void release(int i) {
    const Line& it = (*lines_)[static_cast<size_t>(i)];
    for (int j = 0; j < 3; ++j) {
      const int id = it.operands[j];
      if (id < 0 || last_use_[static_cast<size_t>(id)] != i || registers_[static_cast<size_t>(id)] < 0) continue;
      if (std::find(it.operands, it.operands + j, id) != it.operands + j) continue;  // once
      if ((*lines_)[static_cast<size_t>(id)].code == Code::kPart) continue;
      (gives_mask(id) ? free_masks_ : free_vectors_).push_back(registers_[static_cast<size_t>(id)]);
    }
  }
  int take(int i) {
    std::vector<int>& free = gives_mask(i) ? free_masks_ : free_vectors_;
    if (free.empty()) throw OutOfRegisters();
    registers_[static_cast<size_t>(i)] = free.back();
    free.pop_back();
    return registers_[static_cast<size_t>(i)];
  }

  template <typename Emit>
  void binary(int i, bool commutes, Emit&& emit) {
    int a = (*lines_)[static_cast<size_t>(i)].operands[0], b = (*lines_)[static_cast<size_t>(i)].operands[1];
    if (commutes && in_memory(a)) std::swap(a, b);
    const Zmm left = vector(a);
    const bool from_memory = in_memory(b);
    const Zmm right = from_memory ? left : vector(b);
    const Xbyak::Address address = from_memory ? broadcast(b) : ptr_b[rdx];
    release(i);
    const Zmm to(take(i));
    emit(to, left, from_memory ? static_cast<const Operand&>(address) : right);
  }

  void multiply_add(int i) {
    const Line& it = (*lines_)[static_cast<size_t>(i)];
    int a = it.operands[0], b = it.operands[1];
    const int c = it.operands[2];
    auto dies = [&](int id) {
      return !in_memory(id) && last_use_[static_cast<size_t>(id)] == i &&
             (*lines_)[static_cast<size_t>(id)].code != Code::kPart;
    };
    if (in_memory(a) || (dies(b) && !dies(a))) std::swap(a, b);  // b in memory, a one that may be overwritten
    if (!in_memory(c) && dies(c) && c != a && c != b) {
      // c = a b + c
      const Zmm sum = vector(c), left = vector(a, kTemporary);
      if (in_memory(b)) {
        vfmadd231ps(sum, left, broadcast(b));
      } else {
        vfmadd231ps(sum, left, vector(b));
      }
      release(i);
      std::erase(free_vectors_, sum.getIdx());
      registers_[static_cast<size_t>(i)] = sum.getIdx();
      return;
    }
    Zmm to = vector(a, kTemporary + 1);
    const Zmm right = vector(b, kTemporary);
    const bool reuses = dies(a) && a != c;
    const int from = to.getIdx();
    if (!reuses) {
      // The result must not be a register that is still read.
      if (free_vectors_.empty()) throw OutOfRegisters();
      to = Zmm(free_vectors_.back());
      free_vectors_.pop_back();
      vmovaps(to, Zmm(from));
    }
    if (in_memory(c)) {
      vfmadd213ps(to, right.getIdx() == from ? to : right, broadcast(c));
    } else {
      vfmadd213ps(to, right.getIdx() == from ? to : right, vector(c));
    }
    release(i);
    std::erase(free_vectors_, to.getIdx());
    registers_[static_cast<size_t>(i)] = to.getIdx();
  }

  void elements(int i) {
    const auto buffer = static_cast<int>((*lines_)[static_cast<size_t>(i)].bits);
    const ElementType type = plan_.program.buffers[static_cast<size_t>(buffer)].type;
    mov(r10, ptr[rdi + 8 * buffer]);
    const int to = take(i);
    if (type == ElementType::kPred) {
      zero_masked(Zmm(kTemporary), [&](const Zmm& z) { vpmovzxbd(z, ptr[r10 + rax + 16 * half_]); });
      vptestmd(Xbyak::Opmask(to), Zmm(kTemporary), Zmm(kTemporary));
    } else if (type == ElementType::kBF16) {
      zero_masked(Zmm(to), [&](const Zmm& z) { vpmovzxwd(z, ptr[r10 + rax * 2 + 32 * half_]); });
      vpslld(Zmm(to), Zmm(to), 16);
    } else {
      zero_masked(Zmm(to), [&](const Zmm& z) { vmovups(z, ptr[r10 + rax * 4 + 64 * half_]); });
    }
  }
  template <typename Load>
  void zero_masked(const Zmm& to, Load&& load) {
    if (masked_) {
      load(to | k7 | T_z);
    } else {
      load(to);
    }
  }

  void shift(int i, Code code) {
    const Line& it = (*lines_)[static_cast<size_t>(i)];
    const Zmm from = vector(it.operands[0]);
    release(i);
    const Zmm to(take(i));
    const auto by = static_cast<uint8_t>(it.bits);
    if (code == Code::kShiftLeft) return vpslld(to, from, by);
    if (code == Code::kShiftRight) return vpsrad(to, from, by);
    vpsrld(to, from, by);
  }

  void compare(int i, bool integers) {
    const Line& it = (*lines_)[static_cast<size_t>(i)];
    const Zmm left = vector(it.operands[0]);
    const bool from_memory = in_memory(it.operands[1]);
    const Zmm right = from_memory ? left : vector(it.operands[1]);
    release(i);
    const Xbyak::Opmask to(take(i));
    const auto predicate = static_cast<uint8_t>(it.bits);
    const Xbyak::Address address = from_memory ? broadcast(it.operands[1]) : ptr_b[rdx];
    const Operand& second = from_memory ? static_cast<const Operand&>(address) : right;
    if (integers) {
      vpcmpd(to, left, second, predicate);
    } else {
      vcmpps(to, left, second, predicate);
    }
  }

  void line(int i) {
    const Line& it = (*lines_)[static_cast<size_t>(i)];
    switch (it.code) {
      case Code::kConstant:
      case Code::kSlot: return;
      case Code::kPart: registers_[static_cast<size_t>(i)] = part(static_cast<int>(it.bits)).getIdx(); return;
      case Code::kElements: return elements(i);
      case Code::kIota: {
        const Zmm to(take(i));
        mov(r10, ptr[rdi + count_at_ + 8]);
        lea(r10d, ptr[r10 + rax + static_cast<int>(kWidth) * half_]);
        vpbroadcastd(to, r10d);
        return vpaddd(to, to, ptr[rdx]);
      }
      case Code::kKept:
        return vmovups(Zmm(take(i)),
                       ptr[rsi + rax * 4 + static_cast<int>(kept_at_ + kept_stride_ * it.bits + 64 * half_)]);
      case Code::kAdd:
        return binary(i, true, [this](const Zmm& to, const Zmm& a, const Operand& b) { vaddps(to, a, b); });
      case Code::kSubtract:
        return binary(i, false, [this](const Zmm& to, const Zmm& a, const Operand& b) { vsubps(to, a, b); });
      case Code::kMultiply:
        return binary(i, true, [this](const Zmm& to, const Zmm& a, const Operand& b) { vmulps(to, a, b); });
      case Code::kDivide:
        return binary(i, false, [this](const Zmm& to, const Zmm& a, const Operand& b) { vdivps(to, a, b); });
      case Code::kMultiplyAdd: return multiply_add(i);
      case Code::kSqrt: {
        const Zmm from = vector(it.operands[0]);
        release(i);
        return vsqrtps(Zmm(take(i)), from);
      }
      case Code::kRound: {
        const Zmm from = vector(it.operands[0]);
        release(i);
        return vrndscaleps(Zmm(take(i)), from, static_cast<uint8_t>(it.bits));
      }
      case Code::kFromInteger: {
        const Zmm from = vector(it.operands[0]);
        release(i);
        return vcvtdq2ps(Zmm(take(i)), from);
      }
      case Code::kIntegerAdd:
        return binary(i, true, [this](const Zmm& to, const Zmm& a, const Operand& b) { vpaddd(to, a, b); });
      case Code::kIntegerSubtract:
        return binary(i, false, [this](const Zmm& to, const Zmm& a, const Operand& b) { vpsubd(to, a, b); });
      case Code::kIntegerMultiply:
        return binary(i, true, [this](const Zmm& to, const Zmm& a, const Operand& b) { vpmulld(to, a, b); });
      case Code::kAnd:
        return binary(i, true, [this](const Zmm& to, const Zmm& a, const Operand& b) { vpandd(to, a, b); });
      case Code::kOr:
        return binary(i, true, [this](const Zmm& to, const Zmm& a, const Operand& b) { vpord(to, a, b); });
      case Code::kXor:
        return binary(i, true, [this](const Zmm& to, const Zmm& a, const Operand& b) { vpxord(to, a, b); });
      case Code::kShiftLeft:
      case Code::kShiftRight:
      case Code::kShiftRightZeros: return shift(i, it.code);
      case Code::kSelect: {
        const Xbyak::Opmask which = mask(it.operands[0]);
        const Zmm otherwise = vector(it.operands[2], kTemporary);
        const bool from_memory = in_memory(it.operands[1]);
        const Zmm chosen = from_memory ? otherwise : vector(it.operands[1]);
        release(i);
        const Zmm to(take(i));
        if (from_memory) return vblendmps(to | which, otherwise, broadcast(it.operands[1]));
        return vblendmps(to | which, otherwise, chosen);
      }
      case Code::kFromAbove: {
        const Zmm from = vector(it.operands[0]);
        const Zmm to(take(i));
        if (it.bits == 8) return vshuff32x4(to, from, from, 0x4e);
        if (it.bits == 4) return vshuff32x4(to, from, from, 0xb1);
        return vpermilps(to, from, static_cast<uint8_t>(it.bits == 2 ? 0x4e : 0xb1));
      }
      case Code::kCompare: return compare(i, false);
      case Code::kIntegerCompare: return compare(i, true);
      case Code::kMaskAnd:
      case Code::kMaskOr: {
        const Xbyak::Opmask left = mask(it.operands[0]), right = mask(it.operands[1]);
        release(i);
        const Xbyak::Opmask to(take(i));
        return it.code == Code::kMaskAnd ? kandw(to, left, right) : korw(to, left, right);
      }
      case Code::kMaskNot: {
        const Xbyak::Opmask from = mask(it.operands[0]);
        release(i);
        return knotw(Xbyak::Opmask(take(i)), from);
      }
    }
  }

  void keep(const Root& root, bool of_row) {
    const Zmm temporary(kTemporary + 1);
    switch (root.kind) {
      case Root::Kind::kReduce: return;
      case Root::Kind::kPart: {
        const Zmm to = part(root.index);
        if (masked_) return vmovaps(to | k7, vector(root.line));
        return vmovaps(to, vector(root.line));
      }
      case Root::Kind::kKeep:
        return vmovups(ptr[rsi + rax * 4 + static_cast<int>(kept_at_ + kept_stride_ * root.index + 64 * half_)],
                       vector(root.line));
      case Root::Kind::kSlot: return vmovss(dword[rsi + 4 * root.index], Xbyak::Xmm(vector(root.line).getIdx()));
      case Root::Kind::kStore: break;
    }
    const ElementType type = plan_.program.buffers[static_cast<size_t>(root.index)].type;
    mov(r10, ptr[rdi + 8 * root.index]);
    if (of_row) {
      const Zmm from = vector(root.line);
      vmovd(r9d, Xbyak::Xmm(from.getIdx()));
      if (type != ElementType::kBF16) return mov(dword[r10], r9d);
      shr(r9d, 16);
      return mov(word[r10], r9w);
    }
    auto masked = [&](Xbyak::Address to, auto&& store) {
      if (masked_) to = to | k7;
      store(to);
    };
    if (type == ElementType::kPred) {
      vpbroadcastd(temporary | mask(root.line) | T_z, pooled(1));
      masked(ptr[r10 + rax + 16 * half_], [&](const Xbyak::Address& to) { vpmovdb(to, temporary); });
    } else if (type == ElementType::kBF16) {
      vpsrld(temporary, vector(root.line), 16);
      masked(ptr[r10 + rax * 2 + 32 * half_], [&](const Xbyak::Address& to) { vpmovdw(to, temporary); });
    } else {
      const Zmm from = vector(root.line);
      masked(ptr[r10 + rax * 4 + 64 * half_], [&](const Xbyak::Address& to) { vmovups(to, from); });
    }
  }

  const Plan& plan_;
  const std::vector<uint32_t>& pool_;
  int64_t kept_at_, kept_stride_;
  int count_at_;  // of the number of columns among the arguments; the first column follows
  const std::vector<Line>* lines_ = nullptr;
  int half_ = 0;
  bool masked_ = false;
  std::vector<int> registers_, last_use_, free_vectors_, free_masks_;
  int first_part_ = kTemporary;
};

class EmittedKernel final : public Kernel {
 public:
  EmittedKernel(Plan plan, RecordedPlan recorded) : plan_(std::move(plan)), slot_loads_(recorded.slot_loads) {
    for (uint32_t i = 0; i < 16; ++i) pool_.push_back(i);
    pool_.push_back(1);
    auto collect = [this](const Block& block) {
      for (const Line& line : block.code.lines) {
        if (line.code == Code::kConstant) pool_.push_back(line.bits);
      }
    };
    for (const RecordedPhase& phase : recorded.phases) {
      collect(phase.row);
      collect(phase.body);
      for (const Reduction& reduction : phase.reductions) {
        uint64_t identity[2];
        identity_bits(reduction.combiner, ElementType::kF32, identity);
        pool_.push_back(static_cast<uint32_t>(identity[0]));
      }
    }
    collect(recorded.end);
    for (uint32_t bits : {1u, 0x7fffu, 0xffff0000u, 0x80000000u, 0x7fc00000u}) pool_.push_back(bits);  // of rounding
    const int64_t slots = (4 * recorded.slots + 63) / 64 * 64;
    const int64_t kept_stride = (4 * plan_.program.dims.back() + 127) / 128 * 128;
    scratch_ = slots + kept_stride * recorded.kept_rows + 64;
    if (scratch_ > int64_t{1} << 30) throw OutOfRegisters();  // nor would distances fit an instruction
    code_ = std::make_unique<RowEmitter>(plan_, recorded, pool_, slots, kept_stride);
    row_ = code_->getCode<void (*)(const void* const*, void*)>();
  }

  int64_t tasks() const override { return plan_.tasks; }
  size_t scratch_bytes() const override { return static_cast<size_t>(scratch_); }
  const char* backend() const override { return "AVX-512 code"; }

  void run(int64_t first_task, int64_t end_task, void* const* buffers, void* scratch) const override {
    std::vector<int64_t> begin(plan_.program.dims.size(), 0), end = plan_.program.dims;
    for (int64_t task = first_task; task < end_task; ++task) {
      const auto d = static_cast<size_t>(plan_.split_dim);
      begin[d] = task * plan_.split_size;
      end[d] = std::min(begin[d] + plan_.split_size, plan_.program.dims[d]);
      run_box(begin.data(), end.data(), buffers, scratch);
    }
  }

#if defined(__clang__)
  [[clang::no_sanitize("function")]]  // which reads what is before a function
#endif
  void
  run_box(const int64_t* begin, const int64_t* end, void* const* buffers, void* scratch) const override {
    const int rank = plan_.rank(), outer = rank - 1;
    const size_t count = plan_.program.buffers.size();
    std::vector<int64_t> at(begin, begin + rank);
    for (int d = 0; d < rank; ++d) {
      if (end[d] <= begin[d] && !(d == outer && plan_.reduces)) return;
    }
    std::vector<const void*> arguments(count + 2);
    const int64_t columns = end[outer] - begin[outer];
    std::memcpy(&arguments[count], &columns, sizeof columns);
    std::memcpy(&arguments[count + 1], &begin[outer], sizeof columns);
    for (;;) {
      for (size_t b = 0; b < count; ++b) {
        const Buffer& buffer = plan_.program.buffers[b];
        int64_t offset = 0;
        for (int d = 0; d < rank; ++d) offset += at[static_cast<size_t>(d)] * buffer.strides[static_cast<size_t>(d)];
        arguments[b] = static_cast<const std::byte*>(buffers[b]) + offset * byte_width(buffer.type);
      }
      for (const RecordedPlan::SlotLoad& load : slot_loads_) {
        uint32_t bits = 0;
        const ElementType type = plan_.program.buffers[static_cast<size_t>(load.buffer)].type;
        std::memcpy(&bits, arguments[static_cast<size_t>(load.buffer)], static_cast<size_t>(byte_width(type)));
        if (type == ElementType::kBF16) bits <<= 16;
        std::memcpy(static_cast<std::byte*>(scratch) + 4 * load.slot, &bits, sizeof bits);
      }
      row_(arguments.data(), scratch);
      int d = outer - 1;
      for (; d >= 0; --d) {
        if (++at[static_cast<size_t>(d)] < end[d]) break;
        at[static_cast<size_t>(d)] = begin[d];
      }
      if (d < 0) return;
    }
  }

 private:
  Plan plan_;
  std::vector<uint32_t> pool_;
  std::vector<RecordedPlan::SlotLoad> slot_loads_;
  std::unique_ptr<RowEmitter> code_;
  void (*row_)(const void* const*, void*) = nullptr;
  int64_t scratch_ = 64;
};

}  // namespace

std::shared_ptr<const Kernel> make_emitted_kernel(const Plan& plan) {
  if (instruction_set() != InstructionSet::kAvx512) return nullptr;
  // Calls of short rows cost more than they save.
  const int64_t row = plan.program.dims.back();
  if (row < 24 && plan.rank() > 1) return nullptr;
  std::optional<RecordedPlan> recorded = record(plan);
  if (!recorded) return nullptr;
  try {
    return std::make_shared<EmittedKernel>(plan, std::move(*recorded));
  } catch (const OutOfRegisters&) {
    return nullptr;
  } catch (const Xbyak::Error&) {
    return nullptr;  // memory that may be executed is not to be had
  }
}

}  // namespace partita::core::engine::loop

#else

namespace partita::core::engine::loop {

std::shared_ptr<const Kernel> make_emitted_kernel(const Plan&) { return nullptr; }

}  // namespace partita::core::engine::loop

#endif

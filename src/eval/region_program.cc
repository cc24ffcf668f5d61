#include "eval/region_program.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "eval/machine.h"
#include "eval/pointwise.h"

namespace partita::core::eval {
namespace {

constexpr int64_t kElementsAtOnce = 256;

bool is_scalar(Type type) { return type.is_tensor() && type.rank() == 0; }

// Ops that give a scalar as they got it.
bool keeps_scalar(OpKind kind) {
  return kind == OpKind::kReshape || kind == OpKind::kBroadcastInDim || kind == OpKind::kCopy ||
         kind == OpKind::kTranspose || kind == OpKind::kOptimizationBarrier;
}

// A scalar under another type of the same whole bytes is the same memory. (Narrow ones differ in how they are stored.)
bool is_plain_bitcast(const Op& op) {
  if (!op.is(OpKind::kBitcastConvert)) return false;
  ElementType from = op.operand(0)->type().element(), to = op.result()->type().element();
  return bit_width(from) == bit_width(to) && bit_width(from) == 8 * byte_width(from);
}

size_t width_of(Type type) { return static_cast<size_t>(byte_width(type.element())); }

}  // namespace

// Slots are numbered: first the region's arguments (the caller's memory), then everything else (blocks of our own).
struct RegionProgram::State {
  const Region& region;
  Machine& machine;
  std::vector<Type> arguments;
  std::vector<Type> results;

  struct KernelStep {
    BoundKernel kernel;
    int operands[kMaxPointwiseOperands] = {};
    int result = 0;
  };
  bool compiled = false;
  std::vector<KernelStep> steps;
  std::vector<int> returned;                   // slots
  std::vector<std::vector<std::byte>> blocks;  // by slot; empty for arguments
  std::vector<const void*> at;                 // where each slot's block lies now

  State(const Region& region, Machine& machine) : region(region), machine(machine) {
    for (const Value* argument : region.arguments()) arguments.push_back(argument->type());
    const Op* terminator = region.terminator();
    for (int i = 0; i < terminator->num_operands(); ++i) results.push_back(terminator->operand(i)->type());
    compiled = compile();
    at.resize(blocks.size());
    for (size_t i = 0; i < blocks.size(); ++i) at[i] = blocks[i].data();
  }

  int new_slot(size_t bytes) {
    blocks.emplace_back(bytes);
    return std::ssize(blocks) - 1;
  }

  // A slot whose every element is this scalar.
  int spread(const Tensor& scalar) {
    size_t width = width_of(scalar.type());
    int slot = new_slot(width * kElementsAtOnce);
    for (size_t i = 0; i < kElementsAtOnce; ++i) std::memcpy(blocks.back().data() + i * width, scalar.raw(), width);
    return slot;
  }

  bool compile() {
    std::map<const Value*, int> slots;  // looked up, never walked
    for (const Value* argument : region.arguments()) {
      if (!is_scalar(argument->type())) return false;
      slots[argument] = new_slot(0);
    }
    auto slot_of = [&](const Value* value) -> int {
      if (auto found = slots.find(value); found != slots.end()) return found->second;
      const Tensor* captured = machine.find(value);
      if (captured == nullptr || !captured->type() || !is_scalar(captured->type())) return -1;
      return slots[value] = spread(*captured);
    };
    for (const Op& op : region) {
      if (op.info().has(kTerminator)) {
        for (int i = 0; i < op.num_operands(); ++i) returned.push_back(slot_of(op.operand(i)));
        break;
      }
      if (op.num_regions() > 0) return false;
      for (int i = 0; i < op.num_results(); ++i) {
        if (!is_scalar(op.result(i)->type())) return false;
      }
      std::vector<int> operands;
      for (int i = 0; i < op.num_operands(); ++i) {
        operands.push_back(slot_of(op.operand(i)));
        if (operands.back() < 0) return false;
      }
      if (op.is(OpKind::kConstant)) {
        slots[op.result()] = spread(Tensor::from_literal(op.attr(AttrKey::kValue).literal()));
      } else if (keeps_scalar(op.kind()) || is_plain_bitcast(op)) {
        for (int i = 0; i < op.num_results(); ++i) slots[op.result(i)] = operands[i];
      } else {
        auto kernel = find_kernel(op);
        if (!kernel) return false;
        KernelStep step;
        step.kernel = *kernel;
        std::copy(operands.begin(), operands.end(), step.operands);
        step.result = new_slot(width_of(op.result()->type()) * kElementsAtOnce);
        slots[op.result()] = step.result;
        steps.push_back(step);
      }
    }
    return std::find(returned.begin(), returned.end(), -1) == returned.end();
  }

  void run_block(const void* const* args, void* const* outs, int64_t offset, int64_t n) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      at[i] = static_cast<const std::byte*>(args[i]) + static_cast<size_t>(offset) * width_of(arguments[i]);
    }
    auto target = [&](size_t i) {
      return static_cast<std::byte*>(outs[i]) + static_cast<size_t>(offset) * width_of(results[i]);
    };
    // The only op may write where the caller wants it: element by element it reads before it writes.
    bool direct = steps.size() == 1 && returned.size() == 1 && returned[0] == steps[0].result;
    for (const KernelStep& step : steps) {
      const void* operands[kMaxPointwiseOperands];
      for (int i = 0; i < step.kernel.args.num_operands; ++i) operands[i] = at[step.operands[i]];
      void* result = direct ? static_cast<void*>(target(0)) : blocks[step.result].data();
      step.kernel.run(operands, result, n);
    }
    if (direct) return;
    // Results that are plain arguments are read before any is written, as they may share memory.
    for (size_t i = 0; i < returned.size(); ++i) {
      if (returned[i] >= std::ssize(arguments)) continue;
      if (scratch.size() < returned.size()) scratch.resize(returned.size());
      auto from = static_cast<const std::byte*>(at[returned[i]]);
      scratch[i].assign(from, from + static_cast<size_t>(n) * width_of(results[i]));
    }
    for (size_t i = 0; i < returned.size(); ++i) {
      bool argument = returned[i] < std::ssize(arguments);
      const void* from = argument ? scratch[i].data() : at[returned[i]];
      std::memcpy(target(i), from, static_cast<size_t>(n) * width_of(results[i]));
    }
  }
  std::vector<std::vector<std::byte>> scratch;

  Status run_one(const void* const* args, void* const* outs, int64_t index) {
    std::vector<Tensor> values;
    for (size_t i = 0; i < arguments.size(); ++i) {
      Tensor value = Tensor::make(arguments[i]);
      size_t width = width_of(arguments[i]);
      std::memcpy(value.mutable_raw(), static_cast<const std::byte*>(args[i]) + static_cast<size_t>(index) * width,
                  width);
      values.push_back(std::move(value));
    }
    PARTITA_ASSIGN(std::vector<Tensor> given, machine.run_region(region, std::move(values)));
    for (size_t i = 0; i < results.size(); ++i) {
      size_t width = width_of(results[i]);
      std::memcpy(static_cast<std::byte*>(outs[i]) + static_cast<size_t>(index) * width, given[i].raw(), width);
    }
    return {};
  }
};

RegionProgram::RegionProgram(const Region& region, Machine& machine)
    : state_(std::make_unique<State>(region, machine)) {}
RegionProgram::~RegionProgram() = default;
RegionProgram::RegionProgram(RegionProgram&&) noexcept = default;

bool RegionProgram::compiled() const { return state_->compiled; }
int RegionProgram::num_arguments() const { return std::ssize(state_->arguments); }
int RegionProgram::num_results() const { return std::ssize(state_->results); }
ElementType RegionProgram::argument_element(int i) const { return state_->arguments[i].element(); }
ElementType RegionProgram::result_element(int i) const { return state_->results[i].element(); }

Status RegionProgram::run(const void* const* args, void* const* results, int64_t n) {
  if (state_->compiled) {
    for (int64_t at = 0; at < n; at += kElementsAtOnce)
      state_->run_block(args, results, at, std::min(kElementsAtOnce, n - at));
    return {};
  }
  for (int64_t i = 0; i < n; ++i) PARTITA_CHECK_OK(state_->run_one(args, results, i));
  return {};
}

}  // namespace partita::core::eval

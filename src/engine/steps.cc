#include "engine/steps.h"

#include <algorithm>
#include <cstring>

#include "eval/endless.h"
#include "eval/machine.h"

namespace partita::core::engine {
namespace {

void note(Step& step, std::initializer_list<const View*> reads, const View& written) {
  for (const View* view : reads) step.reads.push_back(view->place.buffer);
  step.writes.push_back(written.place.buffer);
}

}  // namespace

int64_t integer_at(const Device& device, const View& view) {
  int64_t value = 0;
  const bool is_signed = element_class(view.element) == ir::ElementClass::kSigned;
  const int64_t one[] = {1}, stride[] = {1};
  move::read_indices(device.address(view.place), view.width(), is_signed, one, stride, &value);
  return value;
}

void copy_by_team(const Device& device, const move::Copy& copy, const std::byte* from, std::byte* to) {
  device.team->run(copy.tasks(), [&](int64_t first, int64_t end, int) { copy.run_tasks(first, end, from, to); });
}

Tensor tensor_of(const Device& device, const View& view, Type type) {
  Tensor tensor = Tensor::make(type);
  const std::vector<int64_t> strides = dense_strides(view.dims);
  if (view.num_elements() > 0) {
    move::Copy(view.width(), view.dims, view.strides, strides).run(device.address(view.place), tensor.mutable_raw());
  }
  return tensor;
}

CopyStep::CopyStep(const Op* op, const View& from, const View& to)
    : Step(op), from_(from.place), to_(to.place), copy_(to.width(), to.dims, from.strides, to.strides) {}

Status CopyStep::run(Device& device) const {
  copy_by_team(device, copy_, device.address(from_), device.address(to_));
  return {};
}

Status EvaluatorStep::run(Device& device) const {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < operands.size(); ++i) {
    const Type type = op->operand(static_cast<int>(i))->type();
    tensors.push_back(operands[i].place.buffer < 0 ? Tensor() : tensor_of(device, operands[i], type));
  }
  std::vector<std::pair<const Value*, Tensor>> values;
  for (const auto& [value, view] : captured) values.emplace_back(value, tensor_of(device, view, value->type()));
  PARTITA_ASSIGN(const std::vector<Tensor> given, device.machine->run_op(*op, std::move(tensors), values));
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].place.buffer < 0) continue;
    const int64_t bytes = results[i].bytes();
    if (bytes > 0) std::memcpy(device.address(results[i].place), given[i].raw(), bytes);
  }
  return {};
}

LoopStep::LoopStep(const Op* op, const loop::Program& program, std::vector<Place> places,
                   const std::vector<View>& loads, const std::vector<View>& stores)
    : Step(op), places_(std::move(places)), kernel_(loop::compile(program)) {
  for (const View& view : loads) reads.push_back(view.place.buffer);
  for (const View& view : stores) writes.push_back(view.place.buffer);
}

Status LoopStep::run(Device& device) const {
  constexpr size_t kFew = 24;
  void* few[kFew];
  std::vector<void*> many;
  void** buffers = few;
  if (places_.size() > kFew) {
    many.resize(places_.size());
    buffers = many.data();
  }
  for (size_t i = 0; i < places_.size(); ++i) buffers[i] = device.address(places_[i]);
  device.team->run(kernel_->tasks(), [&](int64_t first, int64_t end, int member) {
    kernel_->run(first, end, buffers, device.scratch_of(member));
  });
  return {};
}

ProductStep::ProductStep(const Op* op, const product::MatmulSpec& spec, const View& lhs, const View& rhs,
                         const View& result)
    : Step(op), lhs_(lhs.place), rhs_(rhs.place), result_(result.place), product_(product::compile(spec)) {
  note(*this, {&lhs, &rhs}, result);
}

Status ProductStep::run(Device& device) const {
  product::MatmulArguments arguments{
      .lhs = device.address(lhs_), .rhs = device.address(rhs_), .result = device.address(result_)};
  device.team->run(product_->tasks(), [&](int64_t first, int64_t end, int member) {
    product::MatmulArguments mine = arguments;
    mine.scratch = device.scratch_of(member);
    product_->run(first, end, mine);
  });
  return {};
}

PackStep::PackStep(const Op* op, std::shared_ptr<const product::Matmul> product, const View& rhs, const Place& to)
    : Step(op), rhs_(rhs.place), to_(to), product_(std::move(product)) {
  reads = {rhs.place.buffer};
  writes = {to.buffer};
}

Status PackStep::run(Device& device) const {
  product_->pack_rhs(device.address(rhs_), device.address(to_));
  return {};
}

ConvolutionStep::ConvolutionStep(const Op* op, const product::ConvolutionSpec& spec, const View& lhs, const View& rhs,
                                 const View& result)
    : Step(op), lhs_(lhs.place), rhs_(rhs.place), result_(result.place), convolution_(product::compile(spec)) {
  note(*this, {&lhs, &rhs}, result);
}

Status ConvolutionStep::run(Device& device) const {
  product::MatmulArguments arguments{
      .lhs = device.address(lhs_), .rhs = device.address(rhs_), .result = device.address(result_)};
  device.team->run(convolution_->tasks(), [&](int64_t first, int64_t end, int member) {
    product::MatmulArguments mine = arguments;
    mine.scratch = device.scratch_of(member);
    convolution_->run(first, end, mine);
  });
  return {};
}

PadStep::PadStep(const Op* op, const View& from, const View& value, Ints low, Ints interior, const View& to)
    : Step(op),
      from_(from.place),
      value_(value.place),
      to_(to.place),
      pad_(from.width(), from.dims, from.strides, low, interior, to.dims) {
  note(*this, {&from, &value}, to);
}

Status PadStep::run(Device& device) const {
  pad_.run(device.address(from_), device.address(value_), device.address(to_));
  return {};
}

OffsetStep::OffsetStep(const Op* op, std::vector<View> starts, const View& of, Ints sizes, int reg)
    : Step(op),
      starts_(std::move(starts)),
      dims_(of.dims),
      sizes_(sizes.begin(), sizes.end()),
      strides_(of.strides),
      width_(of.width()),
      from_(of.place.reg),
      register_(reg) {
  for (const View& view : starts_) reads.push_back(view.place.buffer);
}

Status OffsetStep::run(Device& device) const {
  int64_t offset = 0;
  for (size_t i = 0; i < starts_.size(); ++i) {
    const int64_t most = dims_[i] - sizes_[i];
    offset += std::clamp(integer_at(device, starts_[i]), int64_t{0}, most) * strides_[i];
  }
  device.registers[register_] = offset * width_ + (from_ >= 0 ? device.registers[from_] : 0);
  return {};
}

WhileStep::WhileStep(const Op& op) : Step(&op) {
  constexpr int64_t kFewBytes = 1024;
  const std::optional<std::vector<int>> deciding = eval::deciding_values(op);
  if (!deciding) return;
  int64_t bytes = 0;
  for (int i : *deciding) bytes += op.operand(i)->type().is_tensor() ? op.operand(i)->type().byte_size() : kFewBytes;
  if (bytes < kFewBytes) deciding_ = *deciding;
}

Status WhileStep::run(Device& device) const {
  constexpr int64_t kManyTurns = 64;
  eval::EndlessLoop endless(*op);
  std::vector<Tensor> values(carried.size());
  for (int64_t turn = 0;; ++turn) {
    PARTITA_CHECK_OK(run_steps(condition, device));
    if (*device.address(again.place) == std::byte{0}) return {};
    if (turn >= kManyTurns && deciding_) {
      for (int i : *deciding_) values[i] = tensor_of(device, carried[i], op->operand(i)->type());
      if (endless.is_back(values)) {
        return Error{op->module().error_at_op(*op, Code::kCannotEvaluate,
                                              "the loop never ends: what its condition depends on is the same as some "
                                              "turns before")};
      }
    }
    PARTITA_CHECK_OK(run_steps(body, device));
  }
}

std::vector<const Steps*> BranchStep::parts() const {
  std::vector<const Steps*> parts;
  for (const Steps& branch : branches) parts.push_back(&branch);
  return parts;
}

Status BranchStep::run(Device& device) const {
  int64_t taken = integer_at(device, index);
  const int64_t count = std::ssize(branches);
  if (op->is(OpKind::kIf)) taken = taken != 0 ? 0 : 1;
  if (taken < 0 || taken >= count) taken = count - 1;
  return run_steps(branches[taken], device);
}

}  // namespace partita::core::engine

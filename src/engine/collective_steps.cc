#include "engine/collective_steps.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "engine/pointwise.h"
#include "engine/steps.h"
#include "eval/evaluators.h"
#include "eval/grid.h"
#include "eval/groups.h"
#include "eval/machine.h"

namespace partita::core::engine {
namespace {

Error fail(const Op& op, std::string message) {
  return Error{op.module().error_at_op(op, Code::kConstraint, std::move(message))};
}

}  // namespace

Result<std::vector<int64_t>> CollectiveStep::members(Device& device) const {
  std::vector<Tensor> none, results;
  return eval::group_of(eval::OpCall{*op, none, results, *device.machine});
}

Status CollectiveStep::run(Device& device) const {
  const int64_t me = device.machine->process();
  auto known = device.groups.find(this);
  if (known == device.groups.end()) {
    PARTITA_ASSIGN(std::vector<int64_t> found, members(device));
    known = device.groups.emplace(this, std::make_shared<Group>(device.meeting->group(std::move(found), me))).first;
  }
  const Group& group = *known->second;
  // The result of a group is in the memory of its first device.
  const int64_t home = group.members.empty() ? me : group.home();
  std::vector<std::byte*> targets;
  for (const Place& place : results) {
    if (const int64_t offset = device.shared_offset(place.buffer); offset >= 0) {
      device.bases[place.buffer] = device.meeting->shared(home) + offset;
    }
    targets.push_back(device.address(place));
  }
  if (group.members.empty()) {
    for (size_t k = 0; k < targets.size(); ++k) {
      std::memset(targets[k], 0, bytes_of_result(static_cast<int>(k)));
    }
    return {};
  }
  PARTITA_CHECK_OK(check(group.members));
  const auto position = static_cast<size_t>(std::ranges::find(group.members, me) - group.members.begin());
  const auto flight = std::make_shared<Flight>(Flight{{device, group, position, {}, std::move(targets)}, nullptr, {}});
  PARTITA_CHECK_OK(device.meeting->arrive(device, *this, group, flight->turn.sources));
  if (group.all_here()) {
    work(flight->turn);
    return device.meeting->leave(device, *this, group);
  }
  Sent sent = begin_between_hosts(flight->turn);
  flight->messages = std::move(sent.messages);
  flight->rest = std::move(sent.rest);
  device.flight = flight;
  return ends_later ? Status() : end(device);
}

Status CollectiveStep::end(Device& device) const {
  const std::shared_ptr<Flight> flight = std::exchange(device.flight, nullptr);
  if (flight == nullptr) return {};
  PARTITA_CHECK_OK(flight->messages->wait());
  if (flight->rest) PARTITA_CHECK_OK(flight->rest());
  return device.meeting->leave(device, *this, flight->turn.group);
}

// ---- sums

ReduceStep::ReduceStep(const Op& op, loop::Combiner combiner, int64_t size)
    : CollectiveStep(op), size_(size), combiner_(combiner) {
  const bool scatters = op.is(OpKind::kReduceScatter);
  for (int k = 0; k < op.num_results(); ++k) {
    const Type from = op.operand(k)->type(), to = op.result(k)->type();
    const std::vector<int64_t> all = dense_strides(from.dims());
    loop::Program program;
    program.dims.assign(to.dims().begin(), to.dims().end());
    std::vector<int64_t> from_strides = all, to_strides = dense_strides(to.dims());
    if (program.dims.empty()) {
      program.dims = {1};
      from_strides = to_strides = {0};
    }
    int sum = program.load(program.add_buffer(from.element(), from_strides));
    for (int64_t i = 1; i < size; ++i) {
      sum = add_combination(program, combiner, sum, program.load(program.add_buffer(from.element(), from_strides)));
    }
    program.store(program.add_buffer(to.element(), to_strides), sum);
    kernels_.push_back(loop::compile(program));
    const int64_t dim = scatters ? op.int_attr(AttrKey::kScatterDimension) : 0;
    distances_.push_back(scatters ? to.dim(static_cast<int>(dim)) * all[dim] * byte_width(from.element()) : 0);
  }
}

size_t ReduceStep::scratch_bytes() const {
  size_t most = 0;
  for (const auto& kernel : kernels_) most = std::max(most, kernel->scratch_bytes());
  return most;
}

Status ReduceStep::check(const std::vector<int64_t>& group) const {
  if (std::ssize(group) != size_) return fail(*op, "the groups of the collective differ in size");
  if (!op->is(OpKind::kReduceScatter)) return {};
  const auto dim = static_cast<int>(op->int_attr(AttrKey::kScatterDimension));
  for (int k = 0; k < op->num_results(); ++k) {
    if (op->result(k)->type().dim(dim) * size_ == op->operand(k)->type().dim(dim)) continue;
    return fail(*op, "the scattered dimension is not the group's size times the result's");
  }
  return {};
}

void ReduceStep::work(const Turn& turn) const {
  const auto position = static_cast<int64_t>(turn.position);
  const bool scatters = op->is(OpKind::kReduceScatter);
  for (size_t k = 0; k < kernels_.size(); ++k) {
    std::vector<void*> buffers;
    for (const std::byte* const* source : turn.sources) {
      buffers.push_back(const_cast<std::byte*>(source[k]) + position * distances_[k]);
    }
    buffers.push_back(turn.targets[k]);
    const int64_t tasks = kernels_[k]->tasks();
    // All of its own part, or its part of what all share.
    const int64_t first = scatters ? 0 : tasks * position / size_;
    const int64_t end = scatters ? tasks : tasks * (position + 1) / size_;
    if (first >= end) continue;
    turn.device.team->run(end - first, [&](int64_t from, int64_t to, int member) {
      kernels_[k]->run(first + from, first + to, buffers.data(), turn.device.scratch_of(member));
    });
  }
}

// ---- parts that change places

GatherAllStep::GatherAllStep(const Op& op) : CollectiveStep(op) {
  const int64_t dim = op.int_attr(AttrKey::kAllGatherDim);
  for (int k = 0; k < op.num_results(); ++k) {
    const Type from = op.operand(k)->type(), to = op.result(k)->type();
    const std::vector<int64_t> to_strides = dense_strides(to.dims());
    copies_.emplace_back(byte_width(to.element()), from.dims(), dense_strides(from.dims()), to_strides);
    distances_.push_back(from.dims()[dim] * to_strides[dim] * byte_width(to.element()));
  }
}

Status GatherAllStep::check(const std::vector<int64_t>& group) const {
  const auto dim = static_cast<int>(op->int_attr(AttrKey::kAllGatherDim));
  for (int k = 0; k < op->num_results(); ++k) {
    if (op->operand(k)->type().dim(dim) * std::ssize(group) == op->result(k)->type().dim(dim)) continue;
    return fail(*op, "the gathered dimension is not the group's size times the operand's");
  }
  return {};
}

// Each puts its part into the shared result.
void GatherAllStep::work(const Turn& turn) const {
  const auto position = static_cast<int64_t>(turn.position);
  for (size_t k = 0; k < copies_.size(); ++k) {
    copy_by_team(turn.device, copies_[k], turn.sources[turn.position][k], turn.targets[k] + position * distances_[k]);
  }
}

AllToAllStep::AllToAllStep(const Op& op) : CollectiveStep(op) {
  const int64_t split = op.int_attr(AttrKey::kSplitDimension), concat = op.int_attr(AttrKey::kConcatDimension);
  const int64_t count = std::max<int64_t>(op.int_attr(AttrKey::kSplitCount), 1);
  for (int k = 0; k < op.num_results(); ++k) {
    const Type from = op.operand(k)->type(), to = op.result(k)->type();
    std::vector<int64_t> piece(from.dims().begin(), from.dims().end());
    piece[split] /= count;
    const std::vector<int64_t> from_strides = dense_strides(from.dims()), to_strides = dense_strides(to.dims());
    const int width = byte_width(to.element());
    copies_.emplace_back(width, piece, from_strides, to_strides);
    from_distances_.push_back(piece[split] * from_strides[split] * width);
    to_distances_.push_back(piece[concat] * to_strides[concat] * width);
  }
}

Status AllToAllStep::check(const std::vector<int64_t>& group) const {
  if (op->int_attr(AttrKey::kSplitCount) == std::ssize(group)) return {};
  return fail(*op, "the split count is not the size of the group");
}

void AllToAllStep::work(const Turn& turn) const {
  const auto position = static_cast<int64_t>(turn.position);
  for (size_t k = 0; k < copies_.size(); ++k) {
    for (int64_t j = 0; j < std::ssize(turn.sources); ++j) {
      copy_by_team(turn.device, copies_[k], turn.sources[j][k] + position * from_distances_[k],
                   turn.targets[k] + j * to_distances_[k]);
    }
  }
}

// All devices that pairs link with this one.
Result<std::vector<int64_t>> PermuteStep::members(Device& device) const {
  std::vector<Tensor> none, results;
  PARTITA_ASSIGN(const eval::ProcessPairs pairs,
                 eval::process_pairs(eval::OpCall{*op, none, results, *device.machine}));
  const int64_t me = device.machine->process();
  std::set<int64_t> linked = {me};
  bool named = false;
  for (size_t before = 0; before != linked.size();) {
    before = linked.size();
    for (auto [source, target] : pairs) {
      named = named || source == me || target == me;
      if (linked.contains(source) || linked.contains(target)) linked.insert({source, target});
    }
  }
  std::vector<int64_t> group;
  if (named) group.assign(linked.begin(), linked.end());
  Device::Ways& ways = device.ways[this];
  for (auto [source, target] : pairs) {
    if (target == me) ways.source = std::ranges::find(group, source) - group.begin();
    if (source == me) ways.targets.push_back(target);
  }
  return group;
}

void PermuteStep::work(const Turn& turn) const {
  const int64_t from = turn.device.ways.at(this).source;
  const int64_t one[] = {1};
  for (size_t k = 0; k < turn.targets.size(); ++k) {
    const int64_t bytes = bytes_of_result(static_cast<int>(k));
    if (from < 0) {
      std::memset(turn.targets[k], 0, bytes);
    } else {
      copy_by_team(turn.device, move::Copy(1, {&bytes, 1}, one, one), turn.sources[from][k], turn.targets[k]);
    }
  }
}

}  // namespace partita::core::engine

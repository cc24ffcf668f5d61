// Collectives of groups on several hosts. Of an operand elsewhere a device is sent the part that it wants, dense; sums
// are taken as on one host, in the order of the group. A result that a group shares is there once for each host: who
// makes a part of it sends that to one device of each other host, and an operand of all_gather goes to one likewise.
//
//   all_reduce, group {0, 1 | 2, 3}, 2 hosts: device 0 is sent the first quarters of 2's and 3's operands, adds all
//   four, writes the sum into the result of its host, and sends it to device 2
#include <algorithm>
#include <cstring>

#include "engine/collective_steps.h"
#include "engine/pointwise.h"
#include "eval/machine.h"

namespace partita::core::engine {
namespace {

using Message = Meeting::Message;

// Memory of one collective for parts on their way.
class Parts {
 public:
  std::byte* make(int64_t bytes) {
    return parts_.emplace_back(static_cast<size_t>(std::max<int64_t>(bytes, 1))).data();
  }

 private:
  std::vector<std::vector<std::byte>> parts_;
};

// Of the rows of a dense array, the same stretch each.
struct Stretch {
  int64_t rows = 1, row_bytes = 0, stride = 0;
  int64_t bytes() const { return rows * row_bytes; }
  bool is_dense() const { return rows == 1 || row_bytes == stride; }
  void take(const std::byte* from, std::byte* to) const {
    for (int64_t r = 0; r < rows; ++r) std::memcpy(to + r * row_bytes, from + r * stride, row_bytes);
  }
  void put(const std::byte* from, std::byte* to) const {
    for (int64_t r = 0; r < rows; ++r) std::memcpy(to + r * stride, from + r * row_bytes, row_bytes);
  }
};

// Of an array with these dims: `extent` elements of dimension `dim`, and all of the others.
Stretch stretch_of(Ints dims, int64_t dim, int64_t extent, int width) {
  Stretch stretch;
  int64_t inner = width;
  for (size_t d = static_cast<size_t>(dim) + 1; d < dims.size(); ++d) inner *= dims[d];
  for (int64_t d = 0; d < dim; ++d) stretch.rows *= dims[static_cast<size_t>(d)];
  stretch.row_bytes = extent * inner;
  stretch.stride = dims[static_cast<size_t>(dim)] * inner;
  return stretch;
}

bool empty(int64_t bytes) { return bytes == 0; }

// A part that was sent in one piece, and where it belongs.
struct Arrival {
  Stretch stretch;
  const std::byte* from;
  std::byte* to;
};
std::function<Status()> put_arrivals(std::vector<Arrival> arrivals, std::shared_ptr<const Parts> parts) {
  return [arrivals = std::move(arrivals), parts = std::move(parts)]() -> Status {
    for (const Arrival& arrival : arrivals) arrival.stretch.put(arrival.from, arrival.to);
    return {};
  };
}

}  // namespace

namespace {

// How the members of a group divide the work on an operand and its result.
struct Division {
  Type from, to;
  bool scatters;
  int64_t dim, distance, members;  // the scattered dimension; bytes between the parts of an operand
  int width = byte_width(to.element());

  // Elements of the result that member p makes, and where they are in an operand.
  int64_t first(int64_t p) const { return scatters ? 0 : to.num_elements() * p / members; }
  int64_t end(int64_t p) const { return scatters ? to.num_elements() : to.num_elements() * (p + 1) / members; }
  int64_t place(int64_t p) const { return scatters ? p * distance : first(p) * width; }
  Stretch part(int64_t p) const {
    if (!scatters) return Stretch{1, (end(p) - first(p)) * width, 0};
    return stretch_of(from.dims(), dim, to.dim(static_cast<int>(dim)), width);
  }
};

}  // namespace

// The parts of all members, one after the other, are added up into `target`.
void ReduceStep::add_parts(const std::vector<const std::byte*>& parts, Type from, Type to, int64_t count,
                           std::byte* target) const {
  if (count == 0) return;
  loop::Program program;
  program.dims = {count};
  int sum = program.load(program.add_buffer(from.element(), {1}));
  for (int64_t i = 1; i < size_; ++i) {
    sum = add_combination(program, combiner_, sum, program.load(program.add_buffer(from.element(), {1})));
  }
  program.store(program.add_buffer(to.element(), {1}), sum);
  const std::shared_ptr<const loop::Kernel> kernel = loop::compile(program);
  std::vector<void*> buffers;
  for (const std::byte* source : parts) buffers.push_back(const_cast<std::byte*>(source));
  buffers.push_back(target);
  std::vector<std::byte> scratch(kernel->scratch_bytes() + 64);
  void* aligned = scratch.data();
  size_t space = scratch.size();
  std::align(64, kernel->scratch_bytes(), aligned, space);
  kernel->run(0, kernel->tasks(), buffers.data(), aligned);
}

CollectiveStep::Sent ReduceStep::begin_between_hosts(const Turn& turn) const {
  const bool scatters = op->is(OpKind::kReduceScatter);
  const auto me = static_cast<int64_t>(turn.position);
  const std::vector<int64_t>& members = turn.group.members;
  struct Addition {
    Division division;
    std::vector<const std::byte*> parts;  // of each member
  };
  std::vector<Addition> additions;
  const auto parts = std::make_shared<Parts>();
  std::vector<Message> messages;
  for (int k = 0; k < op->num_results(); ++k) {
    const int64_t dim = scatters ? op->int_attr(AttrKey::kScatterDimension) : 0;
    const Division division{op->operand(k)->type(), op->result(k)->type(), scatters, dim, distances_[k], size_};
    std::vector<const std::byte*>& mine = additions.emplace_back(Addition{division, {}}).parts;
    const Stretch my_part = division.part(me);
    for (int64_t i = 0; i < size_; ++i) {
      if (turn.sources[i] != nullptr) {
        mine.push_back(turn.sources[i][k] + division.place(me));
        if (my_part.is_dense()) continue;
        std::byte* dense = parts->make(my_part.bytes());
        my_part.take(mine.back(), dense);
        mine.back() = dense;
        continue;
      }
      std::byte* received = parts->make(my_part.bytes());
      mine.push_back(received);
      if (!empty(my_part.bytes())) messages.push_back({false, members[i], received, my_part.bytes(), parts});
      const Stretch theirs = division.part(i);
      if (empty(theirs.bytes())) continue;
      auto* sent = const_cast<std::byte*>(turn.sources[turn.position][k] + division.place(i));
      if (!theirs.is_dense()) {
        std::byte* dense = parts->make(theirs.bytes());
        theirs.take(sent, dense);
        sent = dense;
      }
      messages.push_back({true, members[i], sent, theirs.bytes(), parts});
    }
  }
  const int64_t process = turn.device.machine->process();
  Meeting& meeting = *turn.device.meeting;
  const auto rest = [=, this, &turn, &meeting]() -> Status {
    std::vector<Message> sums;
    for (size_t k = 0; k < additions.size(); ++k) {
      const auto& [division, mine] = additions[k];
      std::byte* target = turn.targets[k] + (scatters ? 0 : division.place(me));
      add_parts(mine, division.from, division.to, division.end(me) - division.first(me), target);
      if (scatters) continue;
      for (const std::vector<int64_t>& host : turn.group.elsewhere) {
        if (const int64_t bytes = division.part(me).bytes(); !empty(bytes)) {
          sums.push_back({true, Group::receiver(host, turn.position), target, bytes});
        }
        for (int64_t member : host) {
          const auto p = std::ranges::find(turn.group.members, member) - turn.group.members.begin();
          const int64_t bytes = division.part(p).bytes();
          if (Group::receiver(turn.group.here, static_cast<size_t>(p)) != process || empty(bytes)) continue;
          sums.push_back({false, member, turn.targets[k] + division.place(p), bytes});
        }
      }
    }
    // The parts stay until all that is sent of them has gone.
    static_cast<void>(parts);
    return sums.empty() ? Status() : meeting.start(process, *this, sums)->wait();
  };
  return {meeting.start(process, *this, messages), rest};
}

CollectiveStep::Sent GatherAllStep::begin_between_hosts(const Turn& turn) const {
  const int64_t process = turn.device.machine->process();
  const std::vector<int64_t>& members = turn.group.members;
  work(turn);  // its own part
  const int64_t dim = op->int_attr(AttrKey::kAllGatherDim);
  const auto parts = std::make_shared<Parts>();
  std::vector<Message> messages;
  std::vector<Arrival> arrivals;
  for (int k = 0; k < op->num_results(); ++k) {
    const Type from = op->operand(k)->type(), to = op->result(k)->type();
    const int width = byte_width(to.element());
    const Stretch stretch = stretch_of(to.dims(), dim, from.dim(static_cast<int>(dim)), width);
    if (empty(stretch.bytes())) continue;
    auto* mine = const_cast<std::byte*>(turn.sources[turn.position][k]);
    for (const std::vector<int64_t>& host : turn.group.elsewhere) {
      messages.push_back({true, Group::receiver(host, turn.position), mine, stretch.bytes()});
      for (int64_t member : host) {
        const auto p = std::ranges::find(members, member) - members.begin();
        if (Group::receiver(turn.group.here, static_cast<size_t>(p)) != process) continue;
        std::byte* target = turn.targets[k] + p * distances_[k];
        std::byte* received = stretch.is_dense() ? target : parts->make(stretch.bytes());
        messages.push_back({false, member, received, stretch.bytes(), parts});
        if (received != target) arrivals.push_back({stretch, received, target});
      }
    }
  }
  return {turn.device.meeting->start(process, *this, messages), put_arrivals(std::move(arrivals), parts)};
}

CollectiveStep::Sent AllToAllStep::begin_between_hosts(const Turn& turn) const {
  const auto me = static_cast<int64_t>(turn.position);
  const std::vector<int64_t>& members = turn.group.members;
  const int64_t split = op->int_attr(AttrKey::kSplitDimension), concat = op->int_attr(AttrKey::kConcatDimension);
  const auto parts = std::make_shared<Parts>();
  std::vector<Message> messages;
  std::vector<Arrival> arrivals;
  for (int k = 0; k < op->num_results(); ++k) {
    const Type from = op->operand(k)->type(), to = op->result(k)->type();
    const int width = byte_width(to.element());
    const int64_t count = std::ssize(members);
    const Stretch taken = stretch_of(from.dims(), split, from.dim(static_cast<int>(split)) / count, width);
    const int64_t extent =
        split == concat ? from.dim(static_cast<int>(split)) / count : from.dim(static_cast<int>(concat));
    const Stretch put = stretch_of(to.dims(), concat, extent, width);
    for (int64_t j = 0; j < count; ++j) {
      std::byte* target = turn.targets[k] + j * to_distances_[k];
      if (turn.sources[j] != nullptr) {
        copies_[k].run(turn.sources[j][k] + me * from_distances_[k], target);
        continue;
      }
      if (empty(taken.bytes())) continue;
      std::byte* sent = parts->make(taken.bytes());
      taken.take(turn.sources[turn.position][k] + j * from_distances_[k], sent);
      std::byte* received = parts->make(put.bytes());
      messages.push_back({true, members[j], sent, taken.bytes(), parts});
      messages.push_back({false, members[j], received, put.bytes(), parts});
      arrivals.push_back({put, received, target});
    }
  }
  return {turn.device.meeting->start(turn.device.machine->process(), *this, messages),
          put_arrivals(std::move(arrivals), parts)};
}

CollectiveStep::Sent PermuteStep::begin_between_hosts(const Turn& turn) const {
  const Device::Ways& ways = turn.device.ways.at(this);
  std::vector<Message> messages;
  for (size_t k = 0; k < turn.targets.size(); ++k) {
    const int64_t bytes = bytes_of_result(static_cast<int>(k));
    if (empty(bytes)) continue;
    const bool comes = ways.source >= 0 && turn.sources[ways.source] == nullptr;
    if (comes) messages.push_back({false, turn.group.members[ways.source], turn.targets[k], bytes});
    for (int64_t target : ways.targets) {
      if (std::ranges::find(turn.group.here, target) != turn.group.here.end()) continue;
      messages.push_back({true, target, const_cast<std::byte*>(turn.sources[turn.position][k]), bytes});
    }
    if (comes) continue;
    if (ways.source < 0) {
      std::memset(turn.targets[k], 0, bytes);
    } else {
      std::memcpy(turn.targets[k], turn.sources[ways.source][k], bytes);
    }
  }
  return {turn.device.meeting->start(turn.device.machine->process(), *this, messages), {}};
}

}  // namespace partita::core::engine

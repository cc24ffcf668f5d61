#include "engine/loop/plan.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "base/diagnostics.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::engine::loop {
namespace {

constexpr int64_t kElementsPerTask = 32768;

// Instructions that a store needs, renumbered.
void drop_dead_code(Program& program) {
  std::vector<char> used(program.instructions.size(), 0);
  for (const Store& store : program.stores) {
    used[store.value] = 1;
    if (store.initial >= 0) used[store.initial] = 1;
  }
  for (int i = static_cast<int>(used.size()) - 1; i >= 0; --i) {
    if (!used[i]) continue;
    for (int j = 0; j < num_operands(program.instructions[i]); ++j) used[program.instructions[i].operands[j]] = 1;
  }
  std::vector<int> number(used.size(), -1);
  std::vector<Instruction> kept;
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    Instruction instruction = program.instructions[i];
    for (int j = 0; j < num_operands(instruction); ++j) instruction.operands[j] = number[instruction.operands[j]];
    number[i] = static_cast<int>(kept.size());
    kept.push_back(instruction);
  }
  program.instructions = std::move(kept);
  for (Store& store : program.stores) {
    store.value = number[store.value];
    if (store.initial >= 0) store.initial = number[store.initial];
  }
}

bool has(const Program& program, Op op) {
  return std::ranges::any_of(program.instructions, [op](const Instruction& i) { return i.op == op; });
}

void permute_dims(Program& program, const std::vector<int>& order) {
  auto permuted = [&](const std::vector<int64_t>& old) {
    std::vector<int64_t> out;
    for (int d : order) out.push_back(old[d]);
    return out;
  };
  program.dims = permuted(program.dims);
  for (Buffer& buffer : program.buffers) buffer.strides = permuted(buffer.strides);
  for (Instruction& i : program.instructions) {
    if (i.op == Op::kIota) {
      i.index = static_cast<int>(std::ranges::find(order, i.index) - order.begin());
    }
  }
}

void erase_dim(Program& program, int d) {
  const int rank = static_cast<int>(program.dims.size());
  if (d >= rank - program.row_rank) --program.row_rank;
  program.dims.erase(program.dims.begin() + d);
  for (Buffer& buffer : program.buffers) buffer.strides.erase(buffer.strides.begin() + d);
  for (Instruction& i : program.instructions) {
    if (i.op == Op::kIota && i.index > d) --i.index;
  }
}

bool counts(const Program& program, int d) {
  return std::ranges::any_of(program.instructions,
                             [d](const Instruction& i) { return i.op == Op::kIota && i.index == d; });
}

void merge_dims(Program& program) {
  for (int d = static_cast<int>(program.dims.size()) - 1; d >= 0; --d) {
    if (program.dims[d] == 1 && !counts(program, d)) erase_dim(program, d);
  }
  for (int d = static_cast<int>(program.dims.size()) - 2; d >= 0; --d) {
    if (d + 1 == static_cast<int>(program.dims.size()) - program.row_rank) continue;  // the border of rows
    if (counts(program, d) || counts(program, d + 1)) continue;
    const int64_t size = program.dims[d + 1];
    if (!std::ranges::all_of(program.buffers,
                             [&](const Buffer& buffer) { return buffer.strides[d] == buffer.strides[d + 1] * size; })) {
      continue;
    }
    program.dims[d + 1] *= program.dims[d];
    erase_dim(program, d);
  }
}

void add_dim(Program& program, int at) {
  program.dims.insert(program.dims.begin() + at, 1);
  for (Buffer& buffer : program.buffers) buffer.strides.insert(buffer.strides.begin() + at, 0);
}

Extent extent_of(const Plan& plan, const Instruction& instruction) {
  const Program& program = plan.program;
  const int outer = plan.outer_rank();
  auto over = [&](auto varies) {
    Extent extent = Extent::kUniform;
    for (int d = 0; d < plan.rank(); ++d) {
      if (varies(d)) extent = d < outer ? std::max(extent, Extent::kRow) : Extent::kElement;
    }
    return extent;
  };
  switch (instruction.op) {
    case Op::kConstant: return Extent::kUniform;
    case Op::kLoad: {
      const std::vector<int64_t>& strides = program.buffers[instruction.index].strides;
      // A stride of 0 and one of a dimension of size 1 are alike, unless boxes move the dimension: not then either.
      return over([&](int d) { return strides[d] != 0 && program.dims[d] != 1; });
    }
    case Op::kIota: return over([&](int d) { return d == instruction.index; });
    case Op::kReduce: return Extent::kRow;
    default: break;
  }
  Extent extent = Extent::kUniform;
  for (int j = 0; j < num_operands(instruction); ++j) extent = std::max(extent, plan.extents[instruction.operands[j]]);
  return extent;
}

void choose_tasks(Plan& plan) {
  const Program& program = plan.program;
  const int last = plan.reduces ? plan.outer_rank() : plan.rank();
  const int64_t all = std::accumulate(program.dims.begin(), program.dims.end(), int64_t{1}, std::multiplies<>());
  plan.split_size = program.dims[0];
  if (all == 0) return;
  for (int d = 0; d < last; ++d) {
    if (program.dims[d] == 1) continue;
    if (!std::ranges::all_of(program.stores, [&](const Store& store) {
          return !store.accumulates || program.buffers[store.buffer].strides[d] != 0;
        })) {
      continue;
    }
    plan.split_dim = d;
    int64_t pieces = std::clamp<int64_t>(all / kElementsPerTask, 1, program.dims[d]);
    plan.split_size = (program.dims[d] + pieces - 1) / pieces;
    if (d == plan.rank() - 1) plan.split_size = (plan.split_size + 63) / 64 * 64;
    plan.tasks = (program.dims[d] + plan.split_size - 1) / plan.split_size;
    return;
  }
}

}  // namespace

int64_t Plan::row_size() const {
  return std::accumulate(program.dims.begin() + outer_rank(), program.dims.end(), int64_t{1}, std::multiplies<>());
}

int num_operands(const Instruction& instruction) {
  int count = 0;
  while (count < 3 && instruction.operands[count] >= 0) ++count;
  return count;
}

bool is_narrow_float(ElementType type) { return is_float(type) && bit_width(type) < 32; }
ElementType register_type(ElementType type) { return is_narrow_float(type) ? ElementType::kF32 : type; }

void identity_bits(Combiner combiner, ElementType type, uint64_t bits[2]) {
  const ElementType in_register = register_type(type), part = ir::part_type(in_register);
  bits[0] = bits[1] = 0;
  auto part_bits = [&](double value) { return ir::encode_one(part, value); };
  const int width = 8 * byte_width(in_register);
  const uint64_t ones = width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  const double infinity = std::numeric_limits<double>::infinity();
  const int true_bits = bit_width(type);
  const bool is_signed = element_class(type) == ElementClass::kSigned;
  switch (combiner) {
    case Combiner::kAdd:
    case Combiner::kOr:
    case Combiner::kXor: return;
    case Combiner::kMultiply: bits[0] = is_float(part) ? part_bits(1) : 1; return;
    case Combiner::kAnd: bits[0] = type == ElementType::kPred ? 1 : ones; return;
    case Combiner::kMaximum:
    case Combiner::kMinimum: {
      const bool top = combiner == Combiner::kMinimum;
      if (is_complex(type)) {
        const uint64_t end = part_bits(top ? infinity : -infinity);
        bits[0] = type == ElementType::kC64 ? end | end << 32 : end;
        bits[1] = type == ElementType::kC64 ? 0 : end;
      } else if (is_float(type)) {
        bits[0] = part_bits(top ? infinity : -infinity);
      } else if (type == ElementType::kPred) {
        bits[0] = top ? 1 : 0;
      } else if (is_signed) {
        const uint64_t largest = (uint64_t{1} << (true_bits - 1)) - 1;
        bits[0] = (top ? largest : ~largest) & ones;
      } else {
        bits[0] = top ? (true_bits == 64 ? ~uint64_t{0} : (uint64_t{1} << true_bits) - 1) : 0;
      }
      return;
    }
  }
}

Plan make_plan(const Program& given, bool keep_dims) {
  Plan plan;
  Program& program = plan.program;
  program = given;
  drop_dead_code(program);
  const bool accumulates = std::ranges::any_of(program.stores, &Store::accumulates);
  plan.reduces = has(program, Op::kReduce) || (accumulates && program.row_rank > 0);
  PARTITA_INVARIANT(!keep_dims || !accumulates, "boxes of a program that accumulates");
  if (!keep_dims) {
    if (!plan.reduces) {
      program.row_rank = 0;
      if (!accumulates && !program.stores.empty()) {
        // Along the memory of what is written.
        const std::vector<int64_t>& strides = program.buffers[program.stores[0].buffer].strides;
        std::vector<int> order(program.dims.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, [&](int a, int b) { return std::abs(strides[a]) > std::abs(strides[b]); });
        permute_dims(program, order);
      }
    }
    merge_dims(program);
  }
  if (program.dims.empty() || (plan.reduces && program.row_rank == 0)) {
    add_dim(program, static_cast<int>(program.dims.size()));
    program.row_rank = 1;
  }
  if (!plan.reduces) program.row_rank = 1;
  for (const Instruction& instruction : program.instructions) {
    plan.extents.push_back(extent_of(plan, instruction));
    int phase = 0;
    for (int j = 0; j < num_operands(instruction); ++j) phase = std::max(phase, plan.phases[instruction.operands[j]]);
    if (instruction.op == Op::kReduce) ++phase;
    plan.phases.push_back(phase);
    // A reduction at the end needs no phase of its own, but one is simpler: it has only values of rows.
    plan.num_phases = std::max(plan.num_phases, phase + 1);
  }
  choose_tasks(plan);
  return plan;
}

}  // namespace partita::core::engine::loop

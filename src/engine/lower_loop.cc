// A cluster as a loop program.
//
//   %d = subtract %x, broadcast %m      load %x with strides {512, 1}, load %m with strides {1, 0}, subtract, store
#include <algorithm>

#include "engine/lowering.h"
#include "engine/pointwise.h"
#include "engine/steps.h"
#include "ir/combiner.h"

namespace partita::core::engine {
namespace {

constexpr int64_t kSmall = 1024;  // elements that are read in any order at no great cost

bool forwards(const Op& op) { return op.is(OpKind::kBroadcastInDim) || op.is(OpKind::kReshape); }

// Whether a loop over the view in its order would jump at each element, while another order would not.
bool is_rearranged(const View& view) {
  if (view.num_elements() < kSmall) return false;
  int last = view.rank() - 1;
  while (last >= 0 && view.dims[last] == 1) --last;
  if (last < 0 || view.strides[last] == 0 || view.strides[last] == 1) return false;
  for (int d = 0; d < last; ++d) {
    if (view.dims[d] > 1 && view.strides[d] == 1) return true;
  }
  return false;
}

std::vector<int64_t> stripped_strides(const View& view) {
  std::vector<int64_t> strides;
  for (int d = 0; d < view.rank(); ++d) {
    if (view.dims[d] != 1) strides.push_back(view.strides[d]);
  }
  return strides;
}

}  // namespace

class LoopBuilder {
 public:
  LoopBuilder(const Unit& unit, const Clusters& clusters, const std::function<View(const Value&)>& load_view)
      : clusters_(clusters), load_view_(load_view) {
    program.dims = unit.space.empty() ? std::vector<int64_t>{1} : unit.space;
    program.row_rank = unit.row_rank;
    for (const Op* op : unit.ops) members_.insert(op);
  }

  bool has(const Op* op) const { return op != nullptr && members_.contains(op); }

  void add(const Op& op) {
    if (forwards(op)) {
      numbers_[op.result()] = number_of(*op.operand(0));
      return;
    }
    if (op.is(OpKind::kReduce)) {
      add_reduce(op);
      return;
    }
    if (op.is(OpKind::kIota)) {
      const Ints dims = op.result()->type().dims();
      const int64_t dim = op.int_attr(AttrKey::kIotaDimension);
      const ElementType element = op.result()->type().element();
      const auto before = std::count_if(dims.begin(), dims.begin() + dim, [](int64_t d) { return d != 1; });
      numbers_[op.result()] =
          dims[dim] == 1 ? program.constant_bits(element, 0) : program.iota(element, static_cast<int>(before));
      return;
    }
    std::vector<int> operands;
    for (const Value* operand : op.operands()) operands.push_back(number_of(*operand));
    numbers_[op.result()] = add_instruction(program, op, operands);
  }

  // Where the op's value goes; for one that accumulates the combination does.
  void store(const Op& op, const View& to) {
    std::vector<int64_t> strides = stripped_strides(to);
    if (clusters_.level_of(&op) == Level::kAccumulated) {
      const Reduction reduction = reduction_of(op);
      std::vector<int64_t> over;
      size_t next = 0;
      for (bool reduced : reduction.over) over.push_back(reduced ? 0 : strides[next++]);
      const int buffer = program.add_buffer(to.element, std::move(over));
      program.accumulate(buffer, numbers_.at(op.result()), combiner_of(op), initials_.at(&op));
    } else {
      program.store(program.add_buffer(to.element, fit(std::move(strides))), numbers_.at(op.result()));
    }
    places.push_back(to.place);
    writes.push_back(to);
  }

  loop::Program program;
  std::vector<Place> places;  // of the program's buffers
  std::vector<View> loads, writes;

 private:
  static loop::Combiner combiner_of(const Op& reduce) { return *combiner_for(*ir::simple_combiner(reduce.region(0))); }

  // Strides of a value of elements, rows, or one that is the same everywhere, for the whole space.
  std::vector<int64_t> fit(std::vector<int64_t> strides) const {
    strides.resize(program.dims.size(), 0);
    return strides;
  }

  void add_reduce(const Op& op) {
    int value = number_of(*op.operand(0));
    const ElementType element = op.result()->type().element();
    const loop::Combiner combiner = combiner_of(op);
    const void* initial = splat_element(*op.operand(1));  // null: computed, and the same everywhere
    const Reduction reduction = reduction_of(op);
    const bool plain = initial != nullptr && is_identity_of(combiner, element, initial);
    const Level level = clusters_.level_of(&op);
    if (!reduction.nothing && reduction.row_rank > 0 && reduction.row_rank == program.row_rank) {
      value = program.reduce(combiner, value);
    }
    if (level == Level::kAccumulated) {
      initials_[&op] = plain ? -1 : number_of(*op.operand(1));
    } else if (!plain) {
      value = add_combination(program, combiner, number_of(*op.operand(1)), value);
    }
    numbers_[op.result()] = value;
  }

  int constant(ElementType element, const void* data) {
    uint64_t bits[2] = {};
    std::memcpy(bits, data, byte_width(element));
    return program.constant_bits(element, bits[0], bits[1]);
  }

  int number_of(const Value& value) {
    if (const auto found = numbers_.find(&value); found != numbers_.end()) return found->second;
    int number = -1;
    if (const void* element = splat_element(value)) {
      number = constant(value.type().element(), element);
    } else {
      View view = load_view_(value);
      std::vector<int64_t> strides = fit(stripped_strides(view));
      for (size_t b = 0; b < loads.size() && number < 0; ++b) {
        const bool same = places[b].buffer == view.place.buffer && places[b].offset == view.place.offset &&
                          places[b].reg == view.place.reg && program.buffers[b].strides == strides &&
                          program.buffers[b].type == view.element;
        if (same) number = load_numbers_[b];
      }
      if (number < 0) {
        number = program.load(program.add_buffer(view.element, std::move(strides)));
        load_numbers_.push_back(number);
        places.push_back(view.place);
        loads.push_back(std::move(view));
      }
    }
    numbers_[&value] = number;
    return number;
  }

  const Clusters& clusters_;
  const std::function<View(const Value&)>& load_view_;
  PointerSet<const Op*> members_;
  PointerMap<const Value*, int> numbers_;
  PointerMap<const Op*, int> initials_;
  std::vector<int> load_numbers_;
};

void Lowering::lower_cluster(const Unit& unit) {
  const std::function<View(const Value&)> load_view = [&](const Value& value) {
    const View view = view_of(value);
    return is_rearranged(view) ? dense(value) : view;
  };
  LoopBuilder loop(unit, scope_->clusters, load_view);
  // What is read outside lies in memory; of what only hands a value on, that value.
  PointerSet<const Op*> stored;
  for (auto at = unit.ops.rbegin(); at != unit.ops.rend(); ++at) {
    const Op& op = **at;
    bool outside = stored.contains(&op) || program_.options.keeps_values;
    for (const Use* use = op.result()->first_use(); use != nullptr && !outside; use = use->next()) {
      outside = !loop.has(use->op());
    }
    if (!outside) continue;
    stored.insert(&op);
    if (forwards(op) && loop.has(op.operand(0)->op())) stored.insert(op.operand(0)->op());
  }
  if (stored.empty()) return;
  for (const Op* op : unit.ops) loop.add(*op);
  std::vector<std::pair<const Value*, View>> computed;
  for (const Op* op : unit.ops) {
    if (!stored.contains(op)) continue;
    if (forwards(*op)) {
      lower_view(*op);
    } else {
      loop.store(*op, make(*op->result(), loop.loads));
      computed.emplace_back(op->result(), loop.writes.back());
    }
  }
  std::vector<std::unique_ptr<Step>> after;
  widen_narrow_loop(unit.ops.back(), loop.program, loop.places, loop.loads, loop.writes, after);
  auto step = std::make_unique<LoopStep>(unit.ops.back(), std::move(loop.program), std::move(loop.places), loop.loads,
                                         loop.writes);
  if (after.empty()) step->computes = std::move(computed);
  emit(std::move(step));
  for (std::unique_ptr<Step>& last : after) {
    if (&last == &after.back()) last->computes = std::move(computed);
    emit(std::move(last));
  }
}

}  // namespace partita::core::engine

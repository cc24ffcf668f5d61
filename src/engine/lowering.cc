#include "engine/lowering.h"

#include <algorithm>

#include "engine/buffers.h"
#include "engine/collective_steps.h"
#include "engine/pointwise.h"
#include "engine/steps.h"
#include "ir/names.h"
#include "ir/views.h"

namespace partita::core::engine {

std::vector<int> Lowering::donations() const {
  const Function& entry = program_.entry;
  const Op& end = *entry.body().terminator();
  std::vector<int> out(end.num_operands(), -1);
  if (!program_.options.donates) return out;
  for (int i = 0; i < entry.num_arguments(); ++i) {
    const Attr attrs = entry.argument_attrs(i);
    const Attr target = attrs ? attrs.get(ir::hlo_names::kAliasingOutput) : Attr();
    if (!target.is(AttrKind::kInt) || target.as_int() < 0 || target.as_int() >= end.num_operands()) continue;
    const int k = static_cast<int>(target.as_int());
    const Type type = entry.argument(i)->type();
    if (out[k] >= 0 || !type.is_tensor() || end.operand(k)->type() != type) continue;
    // What is given back as it came must not be written over.
    bool forwarded = end.operand(k)->is_argument();
    for (const Value* operand : end.operands()) forwarded = forwarded || operand == entry.argument(i);
    if (!forwarded) out[k] = i;
  }
  return out;
}

void Lowering::run() {
  const Function& entry = program_.entry;
  for (int i = 0; i < entry.num_arguments(); ++i) {
    const Type type = entry.argument(i)->type();
    if (!type.is_tensor()) continue;
    const int buffer = new_buffer(type.byte_size());
    program_.buffers[buffer].kind = Buffer::Kind::kArgument;
    program_.buffers[buffer].index = i;
    views_[entry.argument(i)] = dense_view(buffer, type);
  }
  steps_ = &program_.steps;
  const Op& end = *entry.body().terminator();
  program_.forwarded.assign(end.num_operands(), -1);
  program_.donated = donations();
  std::vector<View> results(end.num_operands());
  for (int k = 0; k < end.num_operands(); ++k) {
    const Value& value = *end.operand(k);
    if (!value.type().is_tensor()) continue;
    if (value.is_argument()) {
      program_.forwarded[k] = value.index();
      continue;
    }
    if (const int i = program_.donated[k]; i >= 0) {
      results[k] = views_[entry.argument(i)];
      owners_[results[k].place.buffer] = &entry.body();
      want(value, results[k], entry.argument(i));
      continue;
    }
    const int buffer = new_buffer(value.type().byte_size());
    program_.buffers[buffer].kind = Buffer::Kind::kResult;
    program_.buffers[buffer].index = k;
    results[k] = dense_view(buffer, value.type());
    want(value, results[k], nullptr);
  }
  lower_region(entry.body(), results);
  const ArenaSizes sizes = assign_buffers(program_.steps, program_.buffers);
  program_.arena_bytes = sizes.own;
  program_.shared_bytes = sizes.shared;
  for (size_t kind = 0; kind < sizes.shared_by_kind.size(); ++kind) {
    program_.part_of_shared_bytes += sizes.shared_by_kind[kind] / program_.sharers[kind];
  }
  program_.numbers = sizes.numbers;
}

void Lowering::want(const Value& value, const View& target, const Value* guard) {
  const Value* at = &value;
  View view = target;
  for (;;) {
    if (at->is_argument() || !destinations_.try_emplace(at, Destination{view, guard}).second) return;
    // Through what hands its operand on, and through updates of a value that nobody else reads.
    const Op& op = *at->op();
    const bool forwards = op.is(OpKind::kReshape) || op.is(OpKind::kOptimizationBarrier) || op.is(OpKind::kCopy);
    const bool updates = op.is(OpKind::kDynamicUpdateSlice), transposes = op.is(OpKind::kTranspose);
    if (!transposes && !((forwards || updates) && is_dense(view))) return;
    const Value* operand = op.operand(op.is(OpKind::kOptimizationBarrier) ? at->index() : 0);
    if (!operand->has_one_use() || operand->is_argument() || operand->op()->parent() != op.parent()) return;
    if (transposes) {
      const Ints permutation = op.ints_attr(AttrKey::kPermutation);
      View back = view;
      for (size_t d = 0; d < permutation.size(); ++d) {
        back.dims[permutation[d]] = view.dims[d];
        back.strides[permutation[d]] = view.strides[d];
      }
      view = back;
    } else {
      view = dense_view(view.place.buffer, operand->type());
      view.place = target.place;
    }
    at = operand;
  }
}

void Lowering::lower_region(const Region& region, const std::vector<View>& targets) {
  const PointerMap<const Value*, View> outer_dense = dense_;
  Scope scope(region);
  Scope* outer = scope_;
  scope_ = &scope;
  for (scope.unit = 0; scope.unit < std::ssize(scope.clusters.units()); ++scope.unit) {
    const Unit& unit = scope.clusters.units()[scope.unit];
    if (unit.is_cluster) {
      lower_cluster(unit);
    } else {
      scope.op = unit.ops[0];
      lower_op(*scope.op);
      scope.op = nullptr;
    }
  }
  finish_region(*region.terminator(), targets);
  if (program_.options.overlaps && !program_.options.keeps_values) end_collectives_later(*steps_);
  scope_ = outer;
  dense_ = outer_dense;
}

// The results of a region go where they are wanted, all at once: none is read from a place that was written before.
void Lowering::finish_region(const Op& terminator, const std::vector<View>& targets) {
  struct Move {
    View from, to;
  };
  std::vector<Move> moves;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (targets[i].place.buffer < 0) continue;
    const View from = view_of(*terminator.operand(static_cast<int>(i)));
    const bool there = from.place.buffer == targets[i].place.buffer && from.place.offset == targets[i].place.offset &&
                       from.place.reg == targets[i].place.reg && is_dense(from);
    if (!there) moves.push_back({from, targets[i]});
  }
  for (Move& move : moves) {
    const bool written = std::any_of(
        moves.begin(), moves.end(), [&](const Move& other) { return other.to.place.buffer == move.from.place.buffer; });
    if (!written) continue;
    View kept = move.to;
    kept.place = {new_buffer(kept.bytes()), 0, -1};
    copy(move.from, kept, &terminator);
    move.from = kept;
  }
  for (const Move& move : moves) copy(move.from, move.to, &terminator);
}

void Lowering::lower_op(const Op& op) {
  if (lower_view(op) || lower_control(op) || lower_product(op) || lower_move(op) || lower_collective(op)) return;
  evaluate(op);
}

bool Lowering::lower_view(const Op& op) {
  auto give = [&](View view) {
    view.element = op.result()->type().element();
    views_[op.result()] = std::move(view);
    return true;
  };
  const bool of_tensor = op.num_operands() > 0 && op.operand(0)->type().is_tensor() && op.num_results() == 1;
  switch (op.kind()) {
    case OpKind::kConstant: return view_of(*op.result()), true;
    case OpKind::kReshape: {
      const View view = view_of(*op.operand(0));
      const Ints dims = op.result()->type().dims();
      std::optional<View> same = reshaped(view, dims);
      return give(same ? *same : *reshaped(dense(*op.operand(0)), dims));
    }
    case OpKind::kBroadcastInDim:
      return give(
          broadcast(view_of(*op.operand(0)), op.result()->type().dims(), op.ints_attr(AttrKey::kBroadcastDimensions)));
    case OpKind::kTranspose: return give(transposed(view_of(*op.operand(0)), op.ints_attr(AttrKey::kPermutation)));
    case OpKind::kSlice:
      return give(sliced(view_of(*op.operand(0)), op.ints_attr(AttrKey::kStartIndices),
                         op.ints_attr(AttrKey::kLimitIndices), op.ints_attr(AttrKey::kStrides)));
    case OpKind::kReverse: return give(reversed(view_of(*op.operand(0)), op.ints_attr(AttrKey::kDimensions)));
    case OpKind::kBitcastConvert: {
      const Type from = op.operand(0)->type(), to = op.result()->type();
      const int bits = bit_width(to.element());
      if (from.rank() != to.rank() || bit_width(from.element()) != bits || bits < 8) return false;
      return give(view_of(*op.operand(0)));
    }
    case OpKind::kOptimizationBarrier:
      for (int i = 0; i < op.num_results(); ++i) {
        if (op.operand(i)->type().is_tensor()) views_[op.result(i)] = view_of(*op.operand(i));
      }
      return true;
    case OpKind::kCopy:
    case OpKind::kDomain:
    case OpKind::kAddDependency:
      if (!op.operand(0)->type().is_tensor()) return true;
      return give(view_of(*op.operand(0)));
    case OpKind::kAfterAll:
    case OpKind::kShardingGroup: return true;
    default: break;
  }
  if (op.info().has(ir::kPlacement) && of_tensor) return give(view_of(*op.operand(0)));
  return false;
}

View Lowering::view_of(const Value& value) {
  if (const auto found = views_.find(&value); found != views_.end()) return found->second;
  PARTITA_INVARIANT(value.op() != nullptr && value.op()->is(OpKind::kConstant), "a value is read that is not there");
  const ir::Literal& literal = value.op()->attr(AttrKey::kValue).literal();
  const int buffer = new_buffer(static_cast<int64_t>(literal.data->size()));
  program_.buffers[buffer].kind = Buffer::Kind::kConstant;
  program_.buffers[buffer].constant = literal.data;
  View view = dense_view(buffer, value.type());
  if (literal.splat) view.strides.assign(view.strides.size(), 0);
  views_[&value] = view;
  return view;
}

View Lowering::dense(const Value& value) {
  const View view = view_of(value);
  if (is_dense(view)) return view;
  if (const auto found = dense_.find(&value); found != dense_.end()) return found->second;
  const View copied = dense(view, value.op());
  dense_[&value] = copied;
  return copied;
}

View Lowering::dense(const View& view, const Op* op) {
  if (is_dense(view)) return view;
  View out = view;
  out.strides = dense_strides(view.dims);
  out.place = {new_buffer(view.bytes()), 0, -1};
  copy(view, out, op);
  return out;
}

int Lowering::new_buffer(int64_t bytes) {
  Buffer& buffer = program_.buffers.emplace_back();
  buffer.bytes = bytes;
  owners_.push_back(nullptr);
  return static_cast<int>(program_.buffers.size()) - 1;
}

std::optional<View> Lowering::destination_of(const Value& value, const std::vector<View>& reads,
                                             bool any_layout) const {
  const auto found = destinations_.find(&value);
  bool wanted = found != destinations_.end() && (any_layout || is_dense(found->second.view));
  if (wanted) {
    const Destination& destination = found->second;
    if (destination.guard != nullptr) {
      const int last = last_use(*destination.guard);
      // A loop over elements may write each over itself.
      bool over_itself = !reads.empty();
      for (const View& read : reads) {
        if (read.place.buffer != destination.view.place.buffer) continue;
        over_itself = over_itself && read.place.offset == destination.view.place.offset && read.place.reg < 0 &&
                      read.element == destination.view.element && read.num_elements() == value.type().num_elements() &&
                      is_dense(read);
      }
      wanted = last < scope_->unit || (last == scope_->unit && over_itself);
    }
  }
  if (!wanted) return std::nullopt;
  View view = found->second.view;
  view.element = value.type().element();
  return view;
}

View Lowering::make(const Value& value, const std::vector<View>& reads, bool any_layout) {
  View view;
  if (std::optional<View> wanted = destination_of(value, reads, any_layout)) {
    view = *wanted;
  } else if (std::optional<View> slot = slot_for(value, any_layout)) {
    view = *slot;
  } else {
    view = dense_view(new_buffer(value.type().byte_size()), value.type());
  }
  owners_[view.place.buffer] = &scope_->region;
  views_[&value] = view;
  return view;
}

void Lowering::copy(const View& from, const View& to, const Op* op) {
  if (to.num_elements() == 0) return;
  auto step = std::make_unique<CopyStep>(op, from, to);
  step->reads.push_back(from.place.buffer);
  step->writes.push_back(to.place.buffer);
  emit(std::move(step));
}

void Lowering::emit(std::unique_ptr<Step> step) {
  program_.scratch_bytes = std::max(program_.scratch_bytes, step->scratch_bytes());
  steps_->push_back(std::move(step));
}

void Lowering::evaluate(const Op& op) {
  auto step = std::make_unique<EvaluatorStep>(op);
  for (const Value* operand : op.operands()) {
    const bool tensor = operand->type().is_tensor();
    step->operands.push_back(tensor ? view_of(*operand) : View());
    if (tensor) step->reads.push_back(step->operands.back().place.buffer);
  }
  for (const Value* value : captured_values(op)) {
    if (!value->type().is_tensor()) continue;
    step->captured.emplace_back(value, view_of(*value));
    step->reads.push_back(step->captured.back().second.place.buffer);
  }
  for (const Value* result : op.results()) {
    const bool tensor = result->type().is_tensor();
    step->results.push_back(tensor ? make(*result) : View());
    if (!tensor) continue;
    step->writes.push_back(step->results.back().place.buffer);
    step->computes.emplace_back(result, step->results.back());
  }
  emit(std::move(step));
}

}  // namespace partita::core::engine

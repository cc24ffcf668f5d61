// Loops in segments, each of which a gradient computes again.
//
//   scan(10 steps), segments of 4     becomes     scan(2) { checkpoint { scan(4) } }; checkpoint { scan(2) }
#include "ir/build/tensor_builder.h"
#include "transform/grad/remat.h"
#include "transform/loops/loops.h"
#include "transform/loops/value_shardings.h"

namespace partita::core::transform {
namespace {

std::vector<int64_t> with_sizes_before(ir::Ints dims, std::initializer_list<int64_t> first) {
  std::vector<int64_t> out(first);
  out.insert(out.end(), dims.begin(), dims.end());
  return out;
}

class Segments {
 public:
  Segments(Op& scan, int64_t length)
      : scan_(scan),
        b_(&scan),
        carries_(static_cast<int>(scan.int_attr(AttrKey::kNumCarries))),
        inputs_(scan.num_operands() - carries_),
        outputs_(scan.num_results() - carries_),
        length_(length),
        count_(scan_length(scan) / length),
        rest_(scan_length(scan) % length) {
    b_.set_origin(scan);
    for (int i = 0; i < carries_; ++i) state_.push_back(scan.operand(inputs_ + i));
  }

  std::vector<Value*> run() {
    const bool reverse = scan_.bool_attr(AttrKey::kIsReverse);
    std::vector<Value*> whole, rest;
    if (reverse && rest_ > 0) rest = run_rest();
    whole = run_whole();
    if (!reverse && rest_ > 0) rest = run_rest();
    std::vector<Value*> results;
    for (int i = 0; i < outputs_; ++i) {
      Value* const parts[] = {whole[i], rest_ > 0 ? rest[i] : nullptr};
      results.push_back(rest_ > 0 ? b_.concatenate(parts, 0) : whole[i]);
    }
    results.insert(results.end(), state_.begin(), state_.end());
    return results;
  }

 private:
  Type stacked(int output, std::initializer_list<int64_t> first) const {
    const Type slice = scan_.region(0).terminator()->operand(output)->type();
    return b_.tensor(slice.element(), with_sizes_before(slice.dims(), first));
  }
  std::vector<Value*> slices(int64_t from, int64_t to) {
    std::vector<Value*> out;
    for (int i = 0; i < inputs_; ++i) {
      Value* all = scan_.operand(i);
      out.push_back(from == 0 && to == all->type().dim(0) ? all : b_.slice_dim(all, 0, from, to));
    }
    return out;
  }

  // Outputs with these dimensions first, and the carries.
  std::vector<Type> types(std::initializer_list<int64_t> first) const {
    std::vector<Type> out;
    for (int i = 0; i < outputs_; ++i) out.push_back(stacked(i, first));
    for (const Value* carry : state_) out.push_back(carry->type());
    return out;
  }
  Op* scan_op(TensorBuilder& b, std::span<Value* const> operands, const std::vector<Type>& results) const {
    Op* made = b.op(OpKind::kScan, operands, results,
                    {{AttrKey::kDimension, b.context().integer(0)},
                     {AttrKey::kNumCarries, scan_.attr(AttrKey::kNumCarries)},
                     {AttrKey::kIsReverse, scan_.attr(AttrKey::kIsReverse)}},
                    1);
    std::vector<int> to(scan_.num_results(), -1);
    for (int i = 0; i < carries_; ++i) to[outputs_ + i] = outputs_ + i;
    set_value_shardings(*made, scan_, to);
    return made;
  }

  // So many steps, in a block that takes what they take.
  Op* checkpointed_scan(TensorBuilder& b, std::span<Value* const> operands, int64_t steps) {
    Context& context = b.context();
    Op* block =
        b.op(OpKind::kBlock, operands, types({steps}),
             {{AttrKey::kBlockKind, context.string(kCheckpoint)}, {AttrKey::kSave, context.string("nothing")}}, 1);
    Region& region = block->region(0);
    std::vector<Value*> arguments;
    for (const Value* operand : operands) arguments.push_back(region.add_argument(operand->type()));
    TensorBuilder inside(region);
    inside.set_origin(scan_);
    Op* inner = scan_op(inside, arguments, types({steps}));
    fill(inner->region(0));
    inside.ret(inner->results());
    return block;
  }
  void fill(Region& region) {
    Module::ValueMap map;
    for (Value* argument : scan_.region(0).arguments()) {
      map.set(argument, region.add_argument(argument->type(), argument->name()));
    }
    scan_.module().clone_region(scan_.region(0), region, map);
  }

  std::vector<Value*> run_whole() {
    std::vector<Value*> operands;
    for (Value* input : slices(0, count_ * length_)) {
      operands.push_back(b_.reshape(input, with_sizes_before(input->type().dims().subspan(1), {count_, length_})));
    }
    operands.insert(operands.end(), state_.begin(), state_.end());
    Op* outer = scan_op(b_, operands, types({count_, length_}));
    Region& region = outer->region(0);
    std::vector<Value*> arguments;
    for (int i = 0; i < std::ssize(operands); ++i) {
      const Type type = operands[i]->type();
      arguments.push_back(region.add_argument(i < inputs_ ? b_.with_dims(type, type.dims().subspan(1)) : type));
    }
    TensorBuilder inside(region);
    inside.set_origin(scan_);
    Op* block = checkpointed_scan(inside, arguments, length_);
    inside.ret(block->results());
    std::vector<Value*> ys;
    for (int i = 0; i < outputs_; ++i) {
      Value* by_segment = outer->result(i);
      ys.push_back(b_.reshape(by_segment, with_sizes_before(by_segment->type().dims().subspan(2), {count_ * length_})));
    }
    for (int i = 0; i < carries_; ++i) state_[i] = outer->result(outputs_ + i);
    return ys;
  }

  std::vector<Value*> run_rest() {
    std::vector<Value*> operands = slices(count_ * length_, count_ * length_ + rest_);
    operands.insert(operands.end(), state_.begin(), state_.end());
    Op* block = checkpointed_scan(b_, operands, rest_);
    for (int i = 0; i < carries_; ++i) state_[i] = block->result(outputs_ + i);
    const std::vector<Value*> results = block->results();
    return {results.begin(), results.begin() + outputs_};
  }

  Op& scan_;
  TensorBuilder b_;
  const int carries_, inputs_, outputs_;
  const int64_t length_, count_, rest_;
  std::vector<Value*> state_;  // the carries so far
};

}  // namespace

std::vector<Value*> segment_scan(Op& scan, int64_t length) {
  const bool runs_along_first = scan.int_attr(AttrKey::kDimension) == 0;
  if (!is_loop(scan) || !runs_along_first || length < 1 || length >= scan_length(scan)) return scan.results();
  std::vector<Value*> results = Segments(scan, length).run();
  for (int i = 0; i < scan.num_results(); ++i) {
    if (results[i]->name().empty()) results[i]->set_name(scan.result(i)->name());
    scan.result(i)->replace_all_uses_with(results[i]);
  }
  scan.erase();
  return results;
}

void segment_loops(Region& region, int64_t length) {
  for (Op* op = region.first(); op != nullptr;) {
    Op* next = op->next();
    if (op->is(OpKind::kScan) && is_loop(*op)) {
      segment_scan(*op, length);
    } else {
      for (int r = 0; r < op->num_regions(); ++r) segment_loops(op->region(r), length);
    }
    op = next;
  }
}

}  // namespace partita::core::transform

// Scans along divided dimensions, where carrying is associative: f(x, f(y, c)) = f(f(x, y), c).
//
//   sums of [1 2 | 3 4 | 5 _] from 10, on three devices
//   totals of the parts     3, 7, 5       every device its own, without the initial value; padding does not count
//   gathered and scanned    10, 13, 20    what each part starts from; the last sum, 25, is the carry that is left
//   each part again         11 13 | 16 20 | 25 _
//
// The last step is the op itself, so its outputs may be anything made of the carries. Bodies work on slices: where
// other dimensions are divided, the types in a body of pointwise ops become those of shards.
#include <algorithm>

#include "ir/views.h"
#include "partition/local/collectives.h"
#include "partition/lower/lowering_patterns.h"
#include "rules/facts.h"

namespace partita::core::partition {
namespace {

int scanned_dim(const Op& op) { return static_cast<int>(op.int_attr(AttrKey::kDimension)); }
int carry_count(const Op& op) { return static_cast<int>(op.int_attr(AttrKey::kNumCarries)); }

std::vector<int64_t> without(std::span<const int64_t> dims, int dim) {
  std::vector<int64_t> out(dims.begin(), dims.end());
  out.erase(out.begin() + dim);
  return out;
}

bool combines(const Value* result, const Value* x, const Value* carry) {
  const Op* op = result->op();
  if (op == nullptr || op->num_operands() != 2) return false;
  switch (op->kind()) {
    case OpKind::kAdd:
    case OpKind::kMultiply:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
    case OpKind::kAnd:
    case OpKind::kOr:
    case OpKind::kXor: break;
    default: return false;
  }
  return (op->operand(0) == x && op->operand(1) == carry) || (op->operand(0) == carry && op->operand(1) == x);
}

// An input for each carry, of its type, and a body that may combine carries as well as inputs. A program's promise
// that its body is associative is relied on only for elementwise bodies: for others such promises have been wrong.
bool is_prefix(const Op& op) {
  const int carries = carry_count(op), inputs = num_inputs(op), outputs = op.num_results() - carries;
  if (carries == 0 || inputs != carries || !rules::facts_of(op).pointwise_body) return false;
  const Region& body = op.region(0);
  for (int i = 0; i < inputs; ++i) {
    const Type input = op.operand(i)->type(), carry = op.operand(inputs + i)->type();
    const std::vector<int64_t> slice = without(input.dims(), scanned_dim(op));
    if (input.element() != carry.element() || !std::ranges::equal(slice, carry.dims())) return false;
    if (!std::ranges::equal(carry.dims(), op.operand(inputs)->type().dims())) return false;
    if (op.bool_attr(AttrKey::kIsAssociative)) continue;
    if (!combines(body.terminator()->operand(outputs + i), body.argument(i), body.argument(inputs + i))) return false;
  }
  return true;
}

class LocalScan {
 public:
  LocalScan(LocalBuilder& b, const LocalOp& local)
      : b_(b),
        local_(local),
        op_(local.op),
        dim_(scanned_dim(local.op)),
        carries_(carry_count(local.op)),
        inputs_(local.operands.begin(), local.operands.begin() + num_inputs(local.op)),
        inits_(local.operands.begin() + num_inputs(local.op), local.operands.end()) {
    for (const Value* argument : op_.region(0).arguments()) {
      scalar_body_ = scalar_body_ && argument->type().rank() == 0;
    }
  }

  // The scanned dimension is undivided.
  std::vector<Value*> plain() {
    Op* made = b_.clone(op_, local_.operands, local_types());
    retype(made->region(0));
    return made->results();
  }

  std::vector<Value*> divided() {
    b_.prepare_regions(op_);
    const Sharding& sharding = local_.operand_sharding(0);
    const Type global = op_.operand(0)->type();
    if (LocalBuilder::is_padded(global, sharding, dim_)) {
      const Type type = b_.tensor(ElementType::kPred, inputs_[0]->type().dims());
      Value* no = b_.splat(b_.tensor(ElementType::kPred, {}), 0);
      valid_ = b_.mask_padding(b_.splat(type, 1), global, sharding, dim_, no);
    }
    // Parts with elements; the others come after them.
    const int64_t tile = inputs_[0]->type().dim(dim_), parts = (global.dim(dim_) + tile - 1) / tile;
    std::vector<Value*> gathered;
    for (Value* total : totals()) {
      std::vector<int64_t> row(total->type().dims().begin(), total->type().dims().end());
      row.insert(row.begin() + dim_, 1);
      Value* all = all_gather(b_, b_.reshape(total, row), dim_, sharding.mesh_ptr(), sharding.dim(dim_).axes);
      gathered.push_back(b_.slice_dim(all, dim_, 0, parts));
    }
    std::vector<Value*> starts = across(gathered);  // where each part starts, then what is left
    Value* mine = b_.min(b_.shard_index(sharding.mesh_ptr(), sharding.dim(dim_).axes), b_.index(parts - 1));
    std::vector<Value*> left(starts.begin() + static_cast<std::ptrdiff_t>(carries_), starts.end());
    starts.resize(carries_);
    for (Value*& start : starts) {
      Value* row = b_.dynamic_slice_dim(start, dim_, mine, 1);
      start = b_.reshape(row, without(row->type().dims(), dim_));
    }
    std::vector<Value*> results = parts_again(starts);
    std::copy(left.begin(), left.end(), results.end() - static_cast<std::ptrdiff_t>(carries_));
    return results;
  }

 private:
  std::vector<Type> local_types() const {
    std::vector<Type> types;
    for (int i = 0; i < op_.num_results(); ++i) {
      types.push_back(b_.local(op_.result(i)->type(), local_.result_sharding(i)));
    }
    return types;
  }

  // ---- bodies

  // What the body sees of a value: of an input a slice, of a carry all; of both a scalar where it works on scalars.
  Type seen(Value* value, bool is_input) const {
    if (scalar_body_) return b_.tensor(value->type().element(), {});
    if (!is_input) return value->type();
    return b_.tensor(value->type().element(), without(value->type().dims(), dim_));
  }

  // Slices of global tensors become slices of shards.
  void retype(Region& region) {
    std::vector<std::pair<std::vector<int64_t>, std::vector<int64_t>>> shapes;
    for (int i = 0; i < op_.num_operands(); ++i) {
      auto dims = op_.operand(i)->type().dims(), here = local_.operands[i]->type().dims();
      const bool is_input = i < num_inputs(op_);
      shapes.emplace_back(is_input ? without(dims, dim_) : std::vector<int64_t>(dims.begin(), dims.end()),
                          is_input ? without(here, dim_) : std::vector<int64_t>(here.begin(), here.end()));
    }
    auto retyped = [&](Value* value) {
      for (const auto& [global, part] : shapes) {
        if (!value->type().is_tensor() || !std::ranges::equal(value->type().dims(), global)) continue;
        value->set_type(b_.tensor(value->type().element(), part));
        return;
      }
    };
    if (scalar_body_) return;
    for (Value* argument : region.arguments()) retyped(argument);
    for (Op& op : region) {
      for (int i = 0; i < op.num_results(); ++i) retyped(op.result(i));
      if (!op.is(OpKind::kConstant)) continue;
      const Literal& literal = op.attr(AttrKey::kValue).literal();
      if (literal.type == op.result()->type()) continue;
      const auto width = static_cast<size_t>(byte_width(literal.type.element()));
      op.set_attr(AttrKey::kValue,
                  b_.context().dense(op.result()->type(), true, std::span(literal.data->data(), width)));
    }
  }

  // The body's results on slices of inputs and carries.
  std::vector<Value*> step(std::span<Value* const> x, std::span<Value* const> c) {
    std::vector<Value*> arguments(x.begin(), x.end());
    arguments.insert(arguments.end(), c.begin(), c.end());
    return b_.inline_region(op_.region(0), arguments);
  }
  std::vector<Value*> next_carries(std::span<Value* const> x, std::span<Value* const> c) {
    std::vector<Value*> all = step(x, c);
    return {all.end() - static_cast<std::ptrdiff_t>(carries_), all.end()};
  }

  std::vector<Value*> scan(std::span<Value* const> inputs, std::span<Value* const> inits, std::span<const Type> outputs,
                           bool reverse, const LocalBuilder::Body& body) {
    std::vector<Value*> operands(inputs.begin(), inputs.end());
    operands.insert(operands.end(), inits.begin(), inits.end());
    std::vector<Type> types(outputs.begin(), outputs.end()), arguments;
    for (Value* init : inits) types.push_back(init->type());
    for (Value* input : inputs) arguments.push_back(seen(input, true));
    for (Value* init : inits) arguments.push_back(seen(init, false));
    const KeyedAttr attrs[] = {{AttrKey::kDimension, b_.context().integer(dim_)},
                               {AttrKey::kNumCarries, b_.context().integer(std::ssize(inits))},
                               {AttrKey::kIsReverse, b_.context().boolean(reverse)}};
    Op* made = b_.op(OpKind::kScan, operands, types, attrs, 1);
    b_.fill(made->region(0), arguments, body);
    retype(made->region(0));
    return made->results();
  }

  bool reverse() const { return op_.bool_attr(AttrKey::kIsReverse); }

  // ---- the three steps

  // What carrying makes of this part alone. The first row that counts is the first carry.
  std::vector<Value*> totals() {
    std::vector<Value*> inputs = inputs_, inits = inits_;
    if (valid_ != nullptr) inputs.push_back(valid_);
    inits.insert(inits.begin(), b_.splat(b_.tensor(ElementType::kPred, inits_[0]->type().dims()), 0));
    std::vector<Value*> out = scan(inputs, inits, {}, reverse(), [&](std::span<Value* const> args) {
      const std::span<Value* const> x = args.first(carries_);
      const std::span<Value* const> c = args.last(carries_);
      Value* started = args[args.size() - carries_ - 1];
      Value* valid = valid_ != nullptr ? args[carries_] : nullptr;
      std::vector<Value*> carried = next_carries(x, c);
      std::vector<Value*> next = {valid != nullptr ? b_.value(OpKind::kOr, {started, valid}, started->type())
                                                   : b_.splat(started->type(), 1)};
      for (size_t i = 0; i < carries_; ++i) {
        Value* value = b_.select(started, carried[i], x[i]);
        next.push_back(valid != nullptr ? b_.select(valid, value, c[i]) : value);
      }
      return next;
    });
    out.erase(out.begin());
    return out;
  }

  // The carries before each part, and after all of them.
  std::vector<Value*> across(std::span<Value* const> gathered) {
    std::vector<Type> types;
    for (Value* total : gathered) types.push_back(total->type());
    return scan(gathered, inits_, types, reverse(), [&](std::span<Value* const> args) {
      std::span<Value* const> c = args.last(carries_);
      std::vector<Value*> results(c.begin(), c.end());
      for (Value* next : next_carries(args.first(carries_), c)) results.push_back(next);
      return results;
    });
  }

  // Padding comes last, where it is not read, unless rows are taken from the end.
  std::vector<Value*> parts_again(std::span<Value* const> starts) {
    std::vector<Value*> inputs = inputs_;
    const bool masked = valid_ != nullptr && reverse();
    if (masked) inputs.push_back(valid_);
    std::vector<Type> outputs = local_types();
    outputs.resize(outputs.size() - carries_);
    return scan(inputs, starts, outputs, reverse(), [&](std::span<Value* const> args) {
      std::span<Value* const> c = args.last(carries_);
      std::vector<Value*> results = step(args.first(carries_), c);
      for (size_t i = 0; masked && i < carries_; ++i) {
        Value*& next = results[outputs.size() + i];
        next = b_.select(args[carries_], next, c[i]);
      }
      return results;
    });
  }

  LocalBuilder& b_;
  const LocalOp& local_;
  const Op& op_;
  const int dim_;
  const size_t carries_;
  std::vector<Value*> inputs_, inits_;
  bool scalar_body_ = true;
  Value* valid_ = nullptr;  // which rows are no padding; null where all are
};

// The whole factor of the scanned dimension.
bool is_scanned(const Op& op, const Rule& rule, int factor) {
  if (num_inputs(op) == 0 || rule.operands[0].empty()) return false;
  const DimFactors& factors = rule.operands[0][scanned_dim(op)];
  return std::ranges::find(factors, factor) != factors.end();
}

bool divides_scan(const Op& op, const Rule& rule, int factor, int64_t shards) {
  if (is_scanned(op, rule, factor)) return is_prefix(op) && op.operand(0)->type().dim(scanned_dim(op)) > 0;
  return divides_pass(op, rule, factor, shards);
}

bool is_divided(const Op& op, const Choice& choice) {
  return num_inputs(op) > 0 && choice.operands[0]->shard_count(scanned_dim(op)) > 1;
}

std::vector<Value*> lower_scan(LoweringState& lowering, const LocalOp& local) {
  LocalScan scan(lowering.builder(), local);
  return is_divided(local.op, local.choice) ? scan.divided() : scan.plain();
}

Price totals_price(const Op& op, const Rule&, const Choice& choice, const PriceWeights&) {
  if (!is_divided(op, choice)) return {};
  Price price;
  const auto shards = static_cast<double>(choice.operands[0]->shard_count(scanned_dim(op)));
  for (int i = num_inputs(op); i < op.num_operands(); ++i) {
    const Type type = op.operand(i)->type();
    double local = cost::packed_bytes(type.element());
    for (int64_t d : choice.operands[i]->local_shape(type.dims())) local *= static_cast<double>(d);
    price += cost::gather_price(local, shards);
  }
  return price;
}

}  // namespace

constinit const LoweringPattern kLowerScan = {
    .lower = lower_scan, .can_divide = divides_scan, .exchange = totals_price};

}  // namespace partita::core::partition

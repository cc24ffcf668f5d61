#include "rules/facts.h"

#include <algorithm>
#include <cstring>

#include "ir/combiner.h"
#include "ir/names.h"
#include "ir/views.h"

namespace partita::core::rules {
namespace {

constexpr int kMaxSteps = 64;  // a chain of producers longer than this is not followed

bool is_zero_constant(const Value* value) {
  const Op* op = value->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return false;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  if (!literal.splat && literal.type.num_elements() != 1) return false;
  return std::ranges::all_of(*literal.data, [](std::byte byte) { return byte == std::byte{0}; });
}

// A value through the ops that only pass it on, whatever its shape: hints, copies, barriers, loops that carry it along
// unchanged.
const Value* origin(const Value* value, int& steps) {
  for (; steps > 0; --steps) {
    const Op* op = value->op();
    if (op == nullptr) {
      const Op* loop = value->region()->parent_op();
      if (loop == nullptr || !loop->is(OpKind::kWhile)) return value;
      if (!is_carried_unchanged(*loop, value->index())) return value;
      value = loop->operand(value->index());
      continue;
    }
    if (op->info().has(kPlacement)) {
      value = op->operand(0);
      continue;
    }
    switch (op->kind()) {
      case OpKind::kCopy: value = op->operand(0); continue;
      case OpKind::kOptimizationBarrier: value = op->operand(value->index()); continue;
      case OpKind::kCustomCall:
        if (op->text_attr(AttrKey::kCallTargetName) != call_targets::kSharding || op->num_operands() != 1) return value;
        value = op->operand(0);
        continue;
      case OpKind::kWhile:
        if (!is_carried_unchanged(*op, value->index())) return value;
        value = op->operand(value->index());
        continue;
      default: return value;
    }
  }
  return value;
}

// Whether 0 … count - 1 can be told apart in the type.
bool can_count(ElementType type, int64_t count) {
  if (!is_integer(type)) return false;
  int bits = bit_width(type) - (element_class(type) == ElementClass::kSigned ? 1 : 0);
  return bits >= 62 || count - 1 < (int64_t{1} << bits);
}

// select(x < 0, …, x), as indexing from the end is written: what counts up from 0 is x everywhere.
const Value* unwrapped_negative(const Op& select, int& steps) {
  const Value* otherwise = select.operand(2);
  const Op* compare = origin(select.operand(0), steps)->op();
  if (compare == nullptr || !compare->is(OpKind::kCompare)) return nullptr;
  if (compare->text_attr(AttrKey::kComparisonDirection) != "LT") return nullptr;
  if (origin(compare->operand(0), steps) != origin(otherwise, steps)) return nullptr;
  const Value* bound = origin(compare->operand(1), steps);
  if (const Op* op = bound->op(); op != nullptr && op->is(OpKind::kBroadcastInDim)) {
    bound = origin(op->operand(0), steps);
  }
  return is_zero_constant(bound) ? otherwise : nullptr;
}

// A list of numbers longer than this is not looked at.
constexpr int64_t kMaxCounted = 1 << 16;

// The dimension along which entry `column` of dimension `vector_dim` is 0, 1, 2, … in written-out numbers, or -1.
int counting_dim(const Literal& literal, int vector_dim, int64_t column) {
  Type type = literal.type;
  if (literal.splat || !is_integer(type.element()) || type.num_elements() > kMaxCounted) return -1;
  const auto width = static_cast<size_t>(byte_width(type.element()));
  std::vector<bool> counts(type.rank(), true);
  if (vector_dim >= 0) counts[vector_dim] = false;
  std::vector<int64_t> at(counts.size(), 0);
  for (int64_t i = 0; i < type.num_elements() && std::ranges::count(counts, true) > 0; ++i) {
    if (vector_dim < 0 || at[vector_dim] == column) {
      uint64_t number = 0;  // those below 0 become larger than what can be counted
      std::memcpy(&number, literal.data->data() + static_cast<size_t>(i) * width, width);
      for (size_t d = 0; d < at.size(); ++d) counts[d] = counts[d] && number == static_cast<uint64_t>(at[d]);
    }
    for (size_t d = at.size(); d-- > 0;) {
      if (++at[d] < type.dim(d)) break;
      at[d] = 0;
    }
  }
  for (size_t d = 0; d < counts.size(); ++d) {
    if (counts[d] && type.dims()[d] > 1 && can_count(type.element(), type.dims()[d])) return static_cast<int>(d);
  }
  return -1;
}

// One component of the index vector: entry `column` along dimension `vector_dim`, which is -1 where the value has no
// such dimension.
struct Column {
  const Value* value;
  int vector_dim;
  int64_t column;
};

// The dimension of the value along which the column is 0, 1, 2, …, or -1.
int counting_dim(Column at, int& steps) {
  at.value = origin(at.value, steps);
  const Op* op = at.value->op();
  if (op == nullptr || --steps <= 0) return -1;
  Type type = at.value->type();
  switch (op->kind()) {
    case OpKind::kIota: {
      auto dim = static_cast<int>(op->int_attr(AttrKey::kIotaDimension));
      return dim != at.vector_dim && can_count(type.element(), type.dim(dim)) ? dim : -1;
    }
    case OpKind::kConstant: return counting_dim(op->attr(AttrKey::kValue).literal(), at.vector_dim, at.column);
    case OpKind::kConvert: {
      int dim = counting_dim({op->operand(0), at.vector_dim, at.column}, steps);
      return dim >= 0 && can_count(type.element(), type.dim(dim)) ? dim : -1;
    }
    case OpKind::kSelect: {
      const Value* value = unwrapped_negative(*op, steps);
      return value == nullptr ? -1 : counting_dim({value, at.vector_dim, at.column}, steps);
    }
    case OpKind::kConcatenate: {
      if (op->int_attr(AttrKey::kDimension) != at.vector_dim) return -1;
      int64_t column = at.column;
      for (int i = 0; i < op->num_operands(); ++i) {
        int64_t width = op->operand(i)->type().dim(at.vector_dim);
        if (column < width) return counting_dim({op->operand(i), at.vector_dim, column}, steps);
        column -= width;
      }
      return -1;
    }
    case OpKind::kTranspose: {
      Ints permutation = op->ints_attr(AttrKey::kPermutation);
      int vector_dim = at.vector_dim < 0 ? -1 : static_cast<int>(permutation[static_cast<size_t>(at.vector_dim)]);
      int dim = counting_dim({op->operand(0), vector_dim, at.column}, steps);
      for (size_t d = 0; dim >= 0 && d < permutation.size(); ++d) {
        if (permutation[d] == dim) return static_cast<int>(d);
      }
      return -1;
    }
    case OpKind::kBroadcastInDim: {
      Ints dims = op->ints_attr(AttrKey::kBroadcastDimensions);
      Type from = op->operand(0)->type();
      Column source{op->operand(0), -1, 0};
      for (size_t d = 0; d < dims.size(); ++d) {
        if (dims[d] != at.vector_dim) continue;
        source.vector_dim = static_cast<int>(d);
        source.column = from.dims()[d] == 1 ? 0 : at.column;
      }
      int dim = counting_dim(source, steps);
      if (dim < 0) return -1;
      auto to = static_cast<int>(dims[static_cast<size_t>(dim)]);
      return from.dim(dim) == type.dim(to) ? to : -1;
    }
    case OpKind::kReshape: {
      // Only dimensions of size 1 come or go: the others correspond in order.
      Type from = op->operand(0)->type();
      std::vector<int> source, target;
      for (int d = 0; d < from.rank(); ++d) {
        if (from.dim(d) != 1) source.push_back(d);
      }
      for (int d = 0; d < type.rank(); ++d) {
        if (type.dim(d) != 1) target.push_back(d);
      }
      if (source.size() != target.size()) return -1;
      Column inner{op->operand(0), -1, 0};
      for (size_t i = 0; i < source.size(); ++i) {
        if (from.dim(source[i]) != type.dim(target[i])) return -1;
        if (target[i] == at.vector_dim) inner = {op->operand(0), source[i], at.column};
      }
      int dim = counting_dim(inner, steps);
      for (size_t i = 0; i < source.size(); ++i) {
        if (source[i] == dim) return target[i];
      }
      return -1;
    }
    default: return -1;
  }
}

std::vector<int> counting_components(const Value* indices, int64_t index_vector_dim, size_t components) {
  std::vector<int> dims;
  Type type = indices->type();
  int vector_dim = index_vector_dim < type.rank() ? static_cast<int>(index_vector_dim) : -1;
  for (size_t i = 0; i < components; ++i) {
    int steps = kMaxSteps;
    int dim = counting_dim({indices, vector_dim, static_cast<int64_t>(i)}, steps);
    if (dim >= 0 && dims.empty()) dims.assign(components, -1);
    if (dim >= 0) dims[i] = dim;
  }
  return dims;
}

// Pointwise ops on slices, and scalars spread over them. Tensors from outside the body would have to be cut as well.
bool is_pointwise(const Region& body) {
  for (const Op& op : body) {
    for (int i = 0; i < op.num_operands(); ++i) {
      const Value* value = op.operand(i);
      const Region* home = value->is_argument() ? value->region() : value->op()->parent();
      if (home != &body && value->type().rank() != 0) return false;
    }
    if (op.info().has(kElementwise) || op.info().has(kTerminator)) continue;
    if (op.is(OpKind::kConstant)) {
      const Literal& literal = op.attr(AttrKey::kValue).literal();
      if (literal.splat || literal.type.num_elements() == 1) continue;
    }
    if (op.is(OpKind::kBroadcastInDim) && op.operand(0)->type().num_elements() == 1) continue;
    return false;
  }
  return true;
}

bool all_zero(const Op& op, int first, int count) {
  for (int i = first; i < first + count; ++i) {
    if (!is_zero_constant(op.operand(i))) return false;
  }
  return true;
}

Attr sharding_rule_of(const Op& call) {
  if (Attr rule = call.discardable_attribute(sdy_names::kShardingRule)) return rule;
  Attr frontend = call.discardable_attribute(hlo_names::kFrontendAttributes);
  return frontend.is(AttrKind::kDict) ? frontend.get(sdy_names::kFrontendShardingRule) : Attr();
}

}  // namespace

RuleFacts facts_of(const Op& op) {
  RuleFacts facts;
  switch (op.kind()) {
    case OpKind::kReduce:
    case OpKind::kReduceWindow:
      facts.combiner = common_combiner(op.region(0));
      facts.zero_init = all_zero(op, num_inputs(op), num_inputs(op));
      break;
    case OpKind::kSelectAndScatter:
      facts.combiner = common_combiner(op.region(1));
      facts.zero_init = all_zero(op, 2, 1);
      break;
    case OpKind::kPad: facts.zero_init = all_zero(op, 1, 1); break;
    case OpKind::kAllReduce:
    case OpKind::kCollectiveReduce:
    case OpKind::kReduceScatter: facts.combiner = common_combiner(op.region(0)); break;
    case OpKind::kScan: facts.pointwise_body = is_pointwise(op.region(0)); break;
    case OpKind::kGather:
      facts.counting = counting_components(op.operand(1), op.int_attr(AttrKey::kIndexVectorDim),
                                           op.ints_attr(AttrKey::kStartIndexMap).size());
      break;
    case OpKind::kScatter:
      facts.combiner = common_combiner(op.region(0));
      facts.overwrites = is_overwrite(op.region(0));
      facts.counting = counting_components(op.operand(num_inputs(op)), op.int_attr(AttrKey::kIndexVectorDim),
                                           op.ints_attr(AttrKey::kScatterDimsToOperandDims).size());
      break;
    case OpKind::kCustomCall:
      facts.sharding_rule = sharding_rule_of(op);
      facts.backend_config = op.attr(AttrKey::kBackendConfig);
      if (Attr config = op.discardable_attribute("mhlo.backend_config")) facts.backend_config = config;
      break;
    default: break;
  }
  return facts;
}

}  // namespace partita::core::rules

// Collectives that move values without computing, and ops around them that only change a value's form.
#include <algorithm>
#include <vector>

#include "base/maps.h"
#include "ir/builder.h"
#include "ir/device_pairs.h"
#include "ir/numeric/float_formats.h"
#include "optimize/collective.h"
#include "optimize/simplify.h"

namespace partita::core::optimize {
namespace {

using Pairs = std::vector<std::pair<int64_t, int64_t>>;

Pairs pairs_of(const Op& permute) {
  const std::vector<int64_t> flat = ir::listed_pairs(permute);
  Pairs pairs;
  for (size_t i = 0; i + 1 < flat.size(); i += 2) pairs.emplace_back(flat[i], flat[i + 1]);
  return pairs;
}

Op* only_maker(Value* value, OpKind kind) {
  Op* op = value->op();
  return op != nullptr && op->is(kind) && op->num_results() == 1 ? op : nullptr;
}

// As it is stored and sent: a predicate takes a byte.
int bits(Type type) { return type.element() == ElementType::kPred ? 8 : bit_width(type.element()); }

// Zero in one is zero in the other: what a device gets that is no target.
bool keeps_zero(Type type) {
  const ElementType element = type.element();
  return element == ElementType::kPred || is_integer(element) || (is_float(element) && has_zero(element));
}

Type with_element(Context& context, Type type, ElementType element) { return context.tensor(element, type.dims()); }

// An op of the same kind and attributes on another operand; of a collective with its mode.
Op* moved(Op& collective, Value* operand, Type result) {
  Module& module = collective.module();
  Module::ValueMap map;
  Op* made = module.clone_op(collective, *collective.parent(), map, &collective);
  made->set_operand(0, operand);
  made->result()->set_type(result);
  return made;
}

}  // namespace

// Among one device nothing happens.
Value* Simplifier::alone(Op& collective) {
  if (collective.num_results() != 1 || collective.operand(0)->type() != collective.result()->type()) return nullptr;
  Value* x = collective.operand(0);
  if (collective.is(OpKind::kCollectivePermute)) {
    if (!numbers_ || !numbers_->names(collective)) return nullptr;
    if (const auto moves = ir::DeviceMoves::of(collective.attr(AttrKey::kSourceTargetPairs))) {
      if (moves->devices != numbers_->devices || !moves->move_nothing()) return nullptr;
      replace_result(collective, x);
      return x;
    }
    const Pairs pairs = pairs_of(collective);
    if (std::ssize(pairs) != numbers_->devices) return nullptr;
    if (!std::all_of(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.first == pair.second; })) {
      return nullptr;
    }
  } else if (group_size(collective) != 1) {
    return nullptr;
  }
  replace_result(collective, x);
  return x;
}

// From where the first brings it to where the second does. The first may have other uses: as many are sent as before.
Value* Simplifier::permute_of_permute(Op& permute) {
  if (permute.num_results() != 1) return nullptr;
  Op* first = only_maker(permute.operand(0), OpKind::kCollectivePermute);
  if (first == nullptr || !first->result()->has_one_use()) return nullptr;
  if (first->parent() != permute.parent()) return nullptr;  // one may run more often
  if ((first->int_attr(AttrKey::kChannelId) > 0) != (permute.int_attr(AttrKey::kChannelId) > 0)) return nullptr;
  const std::optional<Attr> pairs =
      ir::composed(context(), first->attr(AttrKey::kSourceTargetPairs), permute.attr(AttrKey::kSourceTargetPairs));
  if (!pairs || ir::last_device(*pairs) < 0) return nullptr;  // zeros everywhere: nobody writes that
  Op* made = moved(permute, first->operand(0), permute.result()->type());
  made->set_attr(AttrKey::kSourceTargetPairs, *pairs);
  replace_result(permute, made->result());
  return made->result();
}

// Split along a and joined along b, then split along b and joined along a.
Value* Simplifier::exchange_back(Op& exchange) {
  if (exchange.num_results() != 1) return nullptr;
  Op* first = only_maker(exchange.operand(0), OpKind::kAllToAll);
  if (first == nullptr || !same_groups(*first, exchange)) return nullptr;
  const Attr split = exchange.attr(AttrKey::kSplitDimension), joined = exchange.attr(AttrKey::kConcatDimension);
  if (first->int_attr(AttrKey::kSplitDimension) != joined.as_int() ||
      first->int_attr(AttrKey::kConcatDimension) != split.as_int() || split.as_int() == joined.as_int()) {
    return nullptr;
  }
  Value* x = first->operand(0);
  replace_result(exchange, x);
  return x;
}

// What is about to be sent was widened just before: sent narrow, widened there.
Value* Simplifier::widened_before(Op& collective) {
  if (collective.num_results() != 1) return nullptr;
  Op* convert = only_maker(collective.operand(0), OpKind::kConvert);
  if (convert == nullptr || convert->parent() != collective.parent()) return nullptr;
  Value* narrow = convert->operand(0);
  const Type wide = convert->result()->type();
  if (bits(narrow->type()) >= bits(wide) || !keeps_zero(wide) || !keeps_zero(narrow->type())) return nullptr;
  Op* made = moved(collective, narrow, with_element(context(), collective.result()->type(), narrow->type().element()));
  Value* value = Builder(&collective).value(OpKind::kConvert, {made->result()}, collective.result()->type());
  replace_result(collective, value);
  return made->result();
}

// What was sent is only used narrow: narrowed before.
Value* Simplifier::narrowed_after(Op& convert) {
  Op* collective = convert.operand(0)->op();
  if (collective == nullptr || collective->num_results() != 1 || !collective->result()->has_one_use()) return nullptr;
  if (!collective->is(OpKind::kAllGather) && !collective->is(OpKind::kAllToAll) &&
      !collective->is(OpKind::kCollectivePermute)) {
    return nullptr;
  }
  const Type narrow = convert.result()->type(), wide = collective->result()->type();
  if (bits(narrow) >= bits(wide) || !keeps_zero(wide) || !keeps_zero(narrow)) return nullptr;
  Value* x = collective->operand(0);
  Value* before =
      Builder(collective).value(OpKind::kConvert, {x}, with_element(context(), x->type(), narrow.element()));
  Op* made = moved(*collective, before, narrow);
  replace_result(convert, made->result());
  return made->result();
}

// Transposed, sent, and transposed back; or reshaped around a sum.
Value* Simplifier::formed_around(Op& form) {
  Op* collective = form.operand(0)->op();
  if (collective == nullptr || collective->num_results() != 1 || !collective->result()->has_one_use()) return nullptr;
  if (!collective->info().has(kCollective) || collective->num_operands() != 1) return nullptr;
  Op* before = only_maker(collective->operand(0), form.kind());
  if (before == nullptr || before->parent() != collective->parent()) return nullptr;
  Value* x = before->operand(0);
  const bool keeps_shape = collective->is(OpKind::kAllReduce) || collective->is(OpKind::kCollectivePermute);
  if (form.is(OpKind::kReshape)) {
    if (!keeps_shape || x->type() != form.result()->type()) return nullptr;
    Op* made = moved(*collective, x, x->type());
    replace_result(form, made->result());
    return made->result();
  }
  const std::span<const int64_t> first = before->ints_attr(AttrKey::kPermutation);
  const std::span<const int64_t> second = form.ints_attr(AttrKey::kPermutation);
  for (size_t d = 0; d < second.size(); ++d) {
    if (first[second[d]] != static_cast<int64_t>(d)) return nullptr;
  }
  AttrKey dims[] = {AttrKey::kAllGatherDim, AttrKey::kScatterDimension, AttrKey::kSplitDimension,
                    AttrKey::kConcatDimension};
  Op* made = moved(*collective, x, form.result()->type());
  for (AttrKey key : dims) {
    if (made->has_attr(key)) {
      made->set_attr(key, context().integer(first[made->int_attr(key)]));
    }
  }
  replace_result(form, made->result());
  return made->result();
}

}  // namespace partita::core::optimize

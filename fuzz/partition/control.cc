// Loops and branches. What a loop carries is kept as small integers, so that results are exact for any trip count.
#include <algorithm>

#include "maker.h"

namespace partita::core::fuzz {
namespace {

constexpr double kCarriedMax = 4;

// A small integer in every element, whatever the value was; none where its error forbids it.
Known for_carry(Maker& m, const Known& v) {
  if (!v.facts.same_bits()) return {};
  Known carried = v;
  if (is_complex(v.element())) return v.facts.integral && v.facts.max <= kCarriedMax ? v : Known();
  if (!carried.facts.integral) {
    carried = {m.value(OpKind::kRoundNearestEven, {carried.value}), {v.facts.max + 1, 0, true}};
  }
  return m.tamed(carried, kCarriedMax);
}

bool loop(Maker& m) {
  if (m.depth >= 2) return false;
  std::vector<Known> carried;
  for (int64_t n = m.dice.between(1, 3), tries = 0; n > 0 && tries < 6; ++tries) {
    Known v = m.pick([&](const Known& k) { return k.facts.same_bits() && k.type().num_elements() <= m.limit() / 2; });
    if (!v) break;
    if (Known small = for_carry(m, v)) {
      carried.push_back(small);
      --n;
    }
  }
  if (carried.empty()) return false;
  Known zero = m.scalar(ElementType::kS32, 0);
  Known trip_count = m.scalar(ElementType::kS32, static_cast<double>(m.dice.between(0, 3)));
  if (m.dice.once_in(4)) trip_count = m.want(ElementType::kS32, {}, true, 3);  // known only when it runs
  std::vector<Value*> operands = {zero.value};
  std::vector<Type> types = {zero.type()};
  for (const Known& v : carried) {
    operands.push_back(v.value);
    types.push_back(v.type());
  }
  auto condition = [&](std::span<Value* const> x) -> std::vector<Value*> {
    return {m.value(OpKind::kCompare, {x[0], trip_count.value}, {{AttrKey::kComparisonDirection, m.word("LT")}})};
  };
  auto body = [&](std::span<Value* const> x) -> std::vector<Value*> {
    for (size_t i = 1; i < x.size(); ++i) m.give(x[i], {kCarriedMax, 0, true});
    if (m.dice.once_in(2)) m.give(x[0], {3, 0, true});
    make_ops(m, m.dice.between(1, 6));
    std::vector<Value*> next = {m.value(OpKind::kAdd, {x[0], m.scalar(ElementType::kS32, 1).value})};
    for (size_t i = 1; i < x.size(); ++i) {
      Known v = m.dice.once_in(8)
                    ? Known{x[i], {kCarriedMax, 0, true}}
                    : m.want(x[i]->type().element(), {x[i]->type().dims().begin(), x[i]->type().dims().end()}, true);
      if (m.dice.once_in(3)) {  // a running sum
        Value* sum = m.value(OpKind::kAdd, {v.value, x[i]});
        if (sum != nullptr) v = {sum, sum_of(v.facts, {kCarriedMax, 0, true}, v.element())};
      }
      Known small = for_carry(m, v);
      next.push_back(small ? small.value : x[i]);
    }
    return next;
  };
  Op* op = m.op(OpKind::kWhile, operands, {}, types, {{types, condition}, {types, body}});
  if (op == nullptr) return false;
  for (size_t i = 0; i < carried.size(); ++i) {
    m.give(op->result(static_cast<int>(i) + 1), {kCarriedMax, 0, true});
  }
  return true;
}

bool branches(Maker& m) {
  if (m.depth >= 2) return false;
  const bool is_if = m.dice.once_in(2);
  Known decides = m.want(is_if ? ElementType::kPred : ElementType::kS32, {}, true);
  std::vector<Type> types;
  std::vector<Facts> facts;
  // The first branch decides on the types, the others follow.
  auto body = [&](std::span<Value* const>) -> std::vector<Value*> {
    const size_t outer = m.values().size();
    make_ops(m, m.dice.between(1, 5));
    std::vector<Value*> out;
    if (types.empty()) {
      for (int64_t n = m.dice.between(1, 3); n > 0; --n) {
        Known v = m.values().size() > outer && !m.dice.once_in(4) ? m.values().back() : m.pick_any();
        out.push_back(v.value);
        types.push_back(v.type());
        facts.push_back(v.facts);
      }
      return out;
    }
    for (size_t i = 0; i < types.size(); ++i) {
      Known v = m.want(types[i].element(), {types[i].dims().begin(), types[i].dims().end()});
      facts[i] = either(facts[i], v.facts);
      out.push_back(v.value);
    }
    return out;
  };
  std::vector<Maker::Block> blocks(is_if ? 2 : static_cast<size_t>(m.dice.between(1, 3)), {{}, body});
  Op* op = m.op(is_if ? OpKind::kIf : OpKind::kCase, {decides.value}, {}, {}, blocks);
  if (op == nullptr) return false;
  for (size_t i = 0; i < facts.size(); ++i) m.give(op->result(i), facts[i]);
  return true;
}

}  // namespace

std::span<const WeightedFamily> control_families() {
  static const WeightedFamily kList[] = {{"loop", 4, loop}, {"branches", 3, branches}};
  return kList;
}

}  // namespace partita::core::fuzz

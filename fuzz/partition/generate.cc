#include "generate.h"

#include <algorithm>

#include "base/diagnostics.h"
#include "maker.h"
#include "text/write.h"

namespace partita::core::fuzz {
namespace {

// A mesh and shardings on it, as text. Now and then there is a second one of as many devices, or one of a single
// device.
class Hints {
 public:
  explicit Hints(Dice& dice) : dice_(dice) {
    static const std::vector<Dims> kMeshes = {{2},    {3},    {4},       {2, 2},    {2, 3},    {3, 2}, {6},
                                              {5},    {4, 2}, {2, 2, 2}, {2, 3, 2}, {1, 3},    {8},    {7},
                                              {2, 4}, {1},    {3, 3},    {2, 1, 2}, {2, 2, 3}, {12}};
    sizes_ = dice.one_of(kMeshes);
  }

  void declare(Maker& m) {
    m.mesh = {sizes_, declare(m, "m", sizes_, dice_.once_in(10))};
    int64_t devices = 1;
    for (int64_t size : sizes_) devices *= size;
    if (dice_.once_in(12)) {
      has_single_ = true;
      const std::string text = "<[], device_ids=[" + std::to_string(dice_.below(devices)) + "]>";
      m.module().meshes().push_back({m.context().name("single"), m.context().opaque_attr(text), {}, kNoOffset});
    }
    if (!dice_.once_in(8)) return;
    Dims divisors;
    for (int64_t d = 1; d <= devices; ++d) {
      if (devices % d == 0) divisors.push_back(d);
    }
    const int64_t first = dice_.one_of(divisors);
    other_ = {first, devices / first};
    declare(m, "n", other_, dice_.once_in(2));
  }

  // <@m, [{"x"}, {"y":(1)2, ?}], replicated={"z"}>
  std::string sharding(int rank, bool may_be_unreduced) {
    if (has_single_ && dice_.once_in(4)) return "<@single, []>";
    struct Part {
      size_t axis;
      int64_t before, size;
    };
    std::vector<std::vector<Part>> dims(rank);
    std::vector<Part> replicated, unreduced;
    std::vector<Part> parts;
    const bool on_other = !other_.empty() && dice_.once_in(3);
    const Dims& sizes = on_other ? other_ : sizes_;
    for (size_t i = 0; i < sizes.size(); ++i) {
      Dims divisors;
      for (int64_t d = 2; d < sizes[i]; ++d) {
        if (sizes[i] % d == 0) divisors.push_back(d);
      }
      if (!divisors.empty() && dice_.once_in(4)) {
        int64_t first = dice_.one_of(divisors);
        parts.push_back({i, 1, first});
        parts.push_back({i, first, sizes[i] / first});
      } else {
        parts.push_back({i, 1, sizes[i]});
      }
    }
    dice_.shuffle(parts);
    for (const Part& part : parts) {
      if (dice_.once_in(4) || rank == 0) {
        if (may_be_unreduced && dice_.once_in(8)) {
          unreduced.push_back(part);
        } else if (dice_.once_in(6)) {
          replicated.push_back(part);
        }
        continue;
      }
      dims[dice_.below(rank)].push_back(part);
    }
    auto list = [&](std::vector<Part> of) {
      // Two parts of one axis in their order are written as one.
      for (size_t i = 0; i + 1 < of.size(); ++i) {
        if (of[i].axis == of[i + 1].axis && of[i].before * of[i].size == of[i + 1].before) {
          of[i].size *= of[i + 1].size;
          of.erase(of.begin() + static_cast<int64_t>(i) + 1);
        }
      }
      std::string text;
      for (const Part& part : of) {
        text += (text.empty() ? "" : ", ") + axis(part.axis, on_other);
        if (part.size == sizes[part.axis]) continue;
        text += ":(" + std::to_string(part.before) + ")" + std::to_string(part.size);
      }
      return text;
    };
    auto in_order = [](std::vector<Part>& of) {
      std::sort(of.begin(), of.end(),
                [](const Part& a, const Part& b) { return std::pair(a.axis, a.before) < std::pair(b.axis, b.before); });
    };
    std::string text;
    for (const std::vector<Part>& dim : dims) {
      std::string inside = list(dim);
      if (dice_.once_in(3)) inside += inside.empty() ? "?" : ", ?";
      text += (text.empty() ? "{" : ", {") + inside + "}";
      if (inside.size() > 1 && dice_.once_in(20)) text += "p1";
    }
    text = std::string(on_other ? "<@n, [" : "<@m, [") + text + "]";
    in_order(replicated);
    in_order(unreduced);
    if (!replicated.empty()) text += ", replicated={" + list(replicated) + "}";
    if (!unreduced.empty()) text += ", unreduced={" + list(unreduced) + "}";
    return text + ">";
  }

 private:
  static std::string axis(size_t i, bool on_other) {
    return std::string("\"") + static_cast<char>((on_other ? 'a' : 'x') + i) + "\"";
  }

  // The order of its devices.
  Dims declare(Maker& m, std::string_view name, const Dims& sizes, bool ordered) {
    std::string text;
    Dims order = {};
    int64_t devices = 1;
    for (size_t i = 0; i < sizes.size(); ++i) {
      text += (i > 0 ? ", " : "") + axis(i, name == "n") + "=" + std::to_string(sizes[i]);
      devices *= sizes[i];
    }
    for (int64_t d = 0; d < devices; ++d) order.push_back(d);
    if (ordered) dice_.shuffle(order);
    std::string ids;
    for (int64_t d : order) ids += (ids.empty() ? "" : ", ") + std::to_string(d);
    text = "<[" + text + "]" + (std::is_sorted(order.begin(), order.end()) ? "" : ", device_ids=[" + ids + "]") + ">";
    m.module().meshes().push_back({m.context().name(name), m.context().opaque_attr(text), {}, kNoOffset});
    return order;
  }

  Dice& dice_;
  Dims sizes_;
  Dims other_;
  bool has_single_ = false;
};

bool may_be_unreduced(Type type) { return is_float(type.element()) || is_integer(type.element()); }

bool is_hint(const Op& op) { return op.is(OpKind::kShardingConstraint) || op.is(OpKind::kReshard); }

// Constraints on values in the middle, those of loops and branches too.
void constrain(Maker& m, Hints& hints, Region& region, int64_t once_in) {
  for (Op* op = region.first(); op != nullptr; op = op->next()) {
    if (op->is(OpKind::kWhile) || op->is(OpKind::kIf) || op->is(OpKind::kCase)) {
      for (int i = op->is(OpKind::kWhile) ? 1 : 0; i < op->num_regions(); ++i) {
        constrain(m, hints, op->region(i), once_in);
      }
    }
    if (op->info().has(kTerminator) || is_hint(*op)) continue;
    for (int i = 0; i < op->num_results(); ++i) {
      Value* value = op->result(i);
      if (!m.dice.once_in(once_in) || !value->has_uses()) continue;
      Type type = value->type();
      Attr text = m.context().opaque_attr(hints.sharding(type.rank(), false));
      const OpKind kind = m.dice.once_in(5) ? OpKind::kReshard : OpKind::kShardingConstraint;
      Op* made = m.module().add_op(region, kind, {}, std::span(&type, 1),
                                   std::vector<KeyedAttr>{{AttrKey::kSharding, text}}, 0, op->next());
      value->replace_all_uses_with(made->result());
      made->set_operands(std::span(&value, 1));
    }
  }
}

// Two values of one shape that should lie alike. Values without hints: two that differ would be an error.
void group(Maker& m) {
  if (!m.dice.once_in(4)) return;
  std::vector<Value*> free;
  for (Op* op = m.function().body().first(); op != nullptr; op = op->next()) {
    for (int i = 0; i < op->num_results(); ++i) {
      Value* value = op->result(i);
      bool hinted = value->type().is_token() || op->info().mlir.starts_with("sdy.");
      for (const Use* use = value->first_use(); use != nullptr; use = use->next()) {
        hinted = hinted || use->op()->info().mlir.starts_with("sdy.") || use->op()->info().has(kTerminator);
      }
      if (!hinted) free.push_back(value);
    }
  }
  m.dice.shuffle(free);
  for (size_t i = 1; i < free.size(); ++i) {
    if (!std::ranges::equal(free[0]->type().dims(), free[i]->type().dims())) continue;
    for (Value* value : {free[0], free[i]}) {
      m.module().add_op(m.function().body(), OpKind::kShardingGroup, std::span(&value, 1), {},
                        std::vector<KeyedAttr>{{AttrKey::kGroupId, m.integer(0)}}, 0, m.function().body().last());
    }
    return;
  }
}

// What nobody uses, and some of the rest.
void give_results(Maker& m) {
  std::vector<Known> results;
  for (const Known& known : m.values()) {
    if (!known.value->is_argument() && !known.value->has_uses()) results.push_back(known);
  }
  for (const Known& known : m.values()) {
    if (known.value->has_uses() && m.dice.once_in(12)) results.push_back(known);
  }
  if (results.empty()) results.push_back(m.values().empty() ? m.pick_any() : m.values().back());
  if (results.size() > 12) results.resize(12);
  std::vector<Value*> values;
  std::vector<Type> types;
  for (const Known& known : results) {
    values.push_back(known.value);
    types.push_back(known.type());
  }
  m.module().add_op(m.function().body(), OpKind::kReturn, values, {});
  m.function().set_result_types(types);
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].facts.same_bits()) continue;
    m.function().set_result_attrs(i,
                                  m.context().with_entry({}, "fuzz.error", m.context().real(results[i].facts.error)));
  }
}

}  // namespace

std::string random_program(uint64_t seed, Functions functions) {
  Maker m(seed, functions);
  Hints hints(m.dice);
  hints.declare(m);
  for (int64_t n = m.dice.between(1, 2); n > 0; --n) {
    const ElementType element = m.any_element();
    m.argument(m.type(element, 1, 3));
  }
  // Short ones more often: what they find needs less shrinking, and they are quick.
  const int64_t longest = m.dice.one_of<int64_t>({3, 6, 12, 30});
  make_ops(m, m.dice.between(1, longest));
  give_results(m);
  Context& context = m.context();
  constrain(m, hints, m.function().body(), m.dice.one_of<int64_t>({3, 8, 20}));
  add_collectives(m);
  group(m);
  auto hint = [&](Type type, Attr before) {
    std::string text = "#sdy.sharding" + hints.sharding(type.rank(), may_be_unreduced(type));
    return context.with_entry(before, "sdy.sharding", context.opaque_attr(text));
  };
  for (int i = 0; i < m.function().num_arguments(); ++i) {
    if (m.dice.once_in(4)) continue;
    m.function().set_argument_attrs(i, hint(m.function().argument(i)->type(), m.function().argument_attrs(i)));
  }
  for (size_t i = 0; i < m.function().result_types().size(); ++i) {
    if (m.dice.once_in(2)) continue;
    const int at = i;
    m.function().set_result_attrs(at, hint(m.function().result_types()[i], m.function().result_attrs(at)));
  }
  Result<std::string> text = text::write_stablehlo(m.module());
  PARTITA_INVARIANT(text.ok(), "a random program cannot be written: " + render(text.error().diagnostic));
  return *text;
}

}  // namespace partita::core::fuzz

// Regions that capture values, closed: HLO computations use only their parameters.
//
//   %w = …                                     %w = …
//   while(%i = %c0) cond { %i < %n }           while(%i = %c0, %w2 = %w) cond { %n' = constant; %i < %n' }
//     do { … %w … return %i2 }            →      do { … %w2 … return %i2, %w2 }
//
// Outer regions are closed before the regions inside them, so that what an inner one needs has reached the outer one by
// then.
#include <fmt/format.h>

#include <algorithm>

#include "base/maps.h"
#include "ir/names.h"
#include "text/common/sharding_text.h"
#include "text/hlo/attributes.h"
#include "text/hlo/decompose.h"

namespace partita::core::text {
namespace {

// Constants up to this many elements are copied into a loop or branch instead of passed to it.
constexpr int64_t kMaxCopied = 16;

const Region* home_of(const Value* value) { return value->is_argument() ? value->region() : value->op()->parent(); }

bool is_inside(const Region* region, const Region* outer) {
  while (region != nullptr) {
    if (region == outer) return true;
    region = region->parent_op() ? region->parent_op()->parent() : nullptr;
  }
  return false;
}

class Captures {
 public:
  explicit Captures(Module& module) : module_(module) {}

  Status close_all(Region& region) {
    for (Op* op = region.first(); op != nullptr; op = op->next()) {
      if (op->num_regions() == 0) continue;
      if (op->is(OpKind::kWhile)) {
        op = close_while(*op);
      } else if (op->is(OpKind::kIf) || op->is(OpKind::kCase)) {
        close_branches(*op);
      } else if (op->is(OpKind::kAsyncStart)) {
        close_async(*op);
      } else {
        for (int i = 0; i < op->num_regions(); ++i) PARTITA_CHECK_OK(close_with_copies(*op, op->region(i)));
      }
      for (int i = 0; i < op->num_regions(); ++i) PARTITA_CHECK_OK(close_all(op->region(i)));
    }
    return {};
  }

 private:
  // The captured values of the region, in the order of first use.
  std::vector<Value*> captured(Region& region) {
    std::vector<Value*> found;
    PointerMap<const Value*, bool> seen;
    walk(region, [&](Op& op) {
      for (int i = 0; i < op.num_operands(); ++i) {
        Value* value = op.operand(i);
        if (is_inside(home_of(value), &region)) continue;
        if (seen.emplace(value, true).second) found.push_back(value);
      }
    });
    return found;
  }

  static void replace_inside(Region& region, Value* from, Value* to) {
    Use* use = from->first_use();
    while (use != nullptr) {
      Use* next = use->next();
      if (is_inside(use->op()->parent(), &region)) use->op()->set_operand(use->index(), to);
      use = next;
    }
  }

  static bool is_small_constant(const Value* value) {
    return value->op() && value->op()->is(OpKind::kConstant) && value->type().num_elements() <= kMaxCopied;
  }

  // Copies of small constants at the beginning of the region; what is left is given back.
  std::vector<Value*> copy_constants(Region& region) {
    std::vector<Value*> rest;
    Op* first = region.first();
    for (Value* value : captured(region)) {
      if (!is_small_constant(value)) {
        rest.push_back(value);
        continue;
      }
      Module::ValueMap map;
      Op* copy = module_.clone_op(*value->op(), region, map, first);
      replace_inside(region, value, copy->result());
      if (!value->has_uses()) value->op()->erase();
    }
    return rest;
  }

  Op* close_while(Op& op) {
    std::vector<Value*> captures = copy_constants(op.region(0));
    for (Value* value : copy_constants(op.region(1))) {
      if (std::find(captures.begin(), captures.end(), value) == captures.end()) captures.push_back(value);
    }
    if (captures.empty()) return &op;

    std::vector<Value*> operands = op.operands();
    operands.insert(operands.end(), captures.begin(), captures.end());
    std::vector<Type> types;
    for (Value* value : operands) types.push_back(value->type());
    Op* closed = module_.add_op(*op.parent(), OpKind::kWhile, operands, types, op.attrs(), 2, &op);
    closed->set_discardable_attributes(op.discardable_attributes());
    if (Attr sharding = op.discardable_attribute(hlo_names::kSharding); sharding.is(AttrKind::kString))
      closed->set_discardable_attribute(hlo_names::kSharding, with_parts(sharding.text(), op.num_results(), captures));
    closed->set_location(op.location());
    closed->set_offset(op.offset());
    // One result may have lent the op its name.
    closed->set_name(op.name());
    for (int r = 0; r < 2; ++r) {
      Region& from = op.region(r);
      Region& to = closed->region(r);
      for (Value* argument : from.arguments())
        argument->replace_all_uses_with(to.add_argument(argument->type(), argument->name()));
      while (Op* moved = from.first()) moved->move_to_end(to);
      for (Value* value : captures) {
        Value* argument = to.add_argument(value->type(), value->name());
        replace_inside(to, value, argument);
      }
    }
    Op* end = closed->region(1).terminator();
    std::vector<Value*> next = end->operands();
    std::span<Value* const> arguments = closed->region(1).arguments();
    next.insert(next.end(), arguments.end() - static_cast<ptrdiff_t>(captures.size()), arguments.end());
    end->set_operands(next);
    for (int i = 0; i < op.num_results(); ++i) {
      closed->result(i)->set_name(op.result(i)->name());
      op.result(i)->replace_all_uses_with(closed->result(i));
    }
    op.erase();
    return closed;
  }

  // The sharding of a loop's state with what it carries now, too.
  Attr with_parts(std::string_view sharding, int count, const std::vector<Value*>& more) {
    std::vector<std::string> parts = split_sharding(sharding, count);
    for (const Value* value : more) parts.push_back(own_sharding(value));
    return module_.context().string(join_sharding(parts));
  }

  // Empty where there is no sharding.
  static std::string own_sharding(const Value* value) {
    Attr text;
    if (value->op() != nullptr) {
      text = value->op()->discardable_attribute(hlo_names::kSharding);
    } else if (const Region* region = value->region(); region->parent_op() != nullptr) {
      // A loop around this one says it; a branch has no arguments before it is closed.
      if (region->parent_op()->is(OpKind::kWhile))
        text = region->parent_op()->discardable_attribute(hlo_names::kSharding);
      if (text && region->parent_op()->num_results() > 1)
        return split_sharding(text.text(), region->parent_op()->num_results())[value->index()];
    } else if (Attr attrs = region->function()->argument_attrs(value->index())) {
      text = attrs.get(hlo_names::kSharding);
    }
    if (!text.is(AttrKind::kString)) return {};
    int count = value->op() != nullptr ? value->op()->num_results() : 1;
    if (count == 1) return std::string(text.text());
    return split_sharding(text.text(), count)[value->index()];
  }

  void close_branches(Op& op) {
    std::vector<Value*> operands = {op.operand(0)};
    for (int r = 0; r < op.num_regions(); ++r) {
      for (Value* value : copy_constants(op.region(r))) {
        operands.push_back(value);
        replace_inside(op.region(r), value, op.region(r).add_argument(value->type()));
      }
    }
    op.set_operands(operands);
  }

  void close_async(Op& op) {
    std::vector<Value*> operands = op.operands();
    for (Value* value : copy_constants(op.region(0))) {
      operands.push_back(value);
      replace_inside(op.region(0), value, op.region(0).add_argument(value->type()));
    }
    op.set_operands(operands);
  }

  // A region nothing can be passed to: what it captures is computed inside from constants, or is an error.
  Status close_with_copies(const Op& op, Region& region) {
    Op* first = region.first();
    for (Value* value : captured(region)) {
      Module::ValueMap map;
      PARTITA_ASSIGN(Value * copy, copy_expression(op, value, region, first, map, 0));
      replace_inside(region, value, copy);
    }
    return {};
  }

  Result<Value*> copy_expression(const Op& user, Value* value, Region& region, Op* before, Module::ValueMap& map,
                                 int depth) {
    if (map.get(value) != value) return map.get(value);
    Op* op = value->op();
    bool pure = op && op->num_regions() == 0 && !op->info().has(kSideEffects) && !op->info().has(kCollective) &&
                !op->is(OpKind::kCustomCall);
    if (!pure || depth > 64) {
      return Error{module_.error_at_op(user, Code::kNoHloForm,
                                       fmt::format("the region of {} uses a value from outside that is not made of "
                                                   "constants; HLO has no way to pass it",
                                                   user.info().mlir))};
    }
    for (int i = 0; i < op->num_operands(); ++i) {
      Result<Value*> operand = copy_expression(user, op->operand(i), region, before, map, depth + 1);
      if (!operand) return operand;
    }
    module_.clone_op(*op, region, map, before);
    return map.get(value);
  }

  Module& module_;
};

}  // namespace

Status decompose_captures(Module& module) {
  Captures captures(module);
  for (Function* f : module.functions()) PARTITA_CHECK_OK(captures.close_all(f->body()));
  return {};
}

}  // namespace partita::core::text

#include "transform/grad/activity.h"

#include <algorithm>

#include "ir/nesting.h"
#include "transform/grad/column.h"
#include "transform/grad/remat.h"

namespace partita::core::transform {

bool is_differentiable(Type type) {
  return type.is_tensor() && (is_float(type.element()) || is_complex(type.element()));
}

namespace {

// Futures and buffers have no cotangents, but what is read from them depends on what went in.
bool carries_derivatives(Type type) {
  switch (type.kind()) {
    case TypeKind::kFuture: return std::ranges::any_of(type.parts(), carries_derivatives);
    case TypeKind::kBuffer: return is_float(type.element()) || is_complex(type.element());
    default: return is_differentiable(type);
  }
}

}  // namespace

std::vector<Value*> captured_values(Op& op) {
  std::vector<Value*> out;
  PointerSet<const Value*> seen;
  for (int r = 0; r < op.num_regions(); ++r) {
    walk(op.region(r), [&](Op& inner) {
      for (Value* operand : inner.operands()) {
        if (!seen.contains(operand) && !is_inside(operand, op)) {
          seen.insert(operand);
          out.push_back(operand);
        }
      }
    });
  }
  return out;
}

bool Activity::mark(const Value* value) { return carries_derivatives(value->type()) && active_.insert(value).second; }

void Activity::follow(std::span<Op* const> ops) {
  for (Op* op : ops) follow(*op);
}

void Activity::follow_region(Region& region) {
  for (Op& op : region) {
    if (!op.info().has(kTerminator)) follow(op);
  }
}

bool Activity::uses_active(const Op& op) const {
  for (int i = 0; i < op.num_operands(); ++i) {
    if (is_active(op.operand(i))) return true;
  }
  bool found = false;
  for (int r = 0; r < op.num_regions() && !found; ++r) {
    walk(op.region(r), [&](const Op& inner) {
      for (int i = 0; i < inner.num_operands(); ++i) found = found || is_active(inner.operand(i));
    });
  }
  return found;
}

void Activity::follow(Op& op) {
  auto hand = [&](const Value* from, const Value* to) { return is_active(from) && mark(to); };
  switch (op.kind()) {
    case OpKind::kWhile: {
      Region& body = op.region(1);
      for (int i = 0; i < op.num_operands(); ++i) hand(op.operand(i), body.argument(i));
      for (bool more = true; more;) {
        follow_region(body);
        more = false;
        for (int i = 0; i < op.num_operands(); ++i) {
          more = hand(body.terminator()->operand(i), body.argument(i)) || more;
        }
      }
      for (int i = 0; i < op.num_results(); ++i) hand(body.argument(i), op.result(i));
      return;
    }
    case OpKind::kScan: {
      Region& body = op.region(0);
      const Op& end = *body.terminator();
      const int carries = static_cast<int>(op.int_attr(AttrKey::kNumCarries));
      const int inputs = op.num_operands() - carries, outputs = op.num_results() - carries;
      for (int i = 0; i < op.num_operands(); ++i) hand(op.operand(i), body.argument(i));
      for (bool more = true; more;) {
        follow_region(body);
        more = false;
        for (int i = 0; i < carries; ++i) more = hand(end.operand(outputs + i), body.argument(inputs + i)) || more;
      }
      for (int i = 0; i < op.num_results(); ++i) hand(end.operand(i), op.result(i));
      for (int i = 0; i < carries; ++i) hand(op.operand(inputs + i), op.result(outputs + i));
      return;
    }
    case OpKind::kCase:
    case OpKind::kIf:
      for (int r = 0; r < op.num_regions(); ++r) {
        follow_region(op.region(r));
        for (int i = 0; i < op.num_results(); ++i) hand(op.region(r).terminator()->operand(i), op.result(i));
      }
      return;
    case OpKind::kBlock:
      if (op.text_attr(AttrKey::kBlockKind) == kCustomVjp && uses_active(op)) {  // even if what it computes has none
        for (int i = 0; i < op.num_results(); ++i) mark(op.result(i));
      }
      [[fallthrough]];
    case OpKind::kManualComputation: {
      Region& body = op.region(0);
      for (int i = 0; i < op.num_operands(); ++i) hand(op.operand(i), body.argument(i));
      follow_region(body);
      for (int i = 0; i < op.num_results(); ++i) hand(body.terminator()->operand(i), op.result(i));
      return;
    }
    case OpKind::kOptimizationBarrier:
      for (int i = 0; i < op.num_results(); ++i) hand(op.operand(i), op.result(i));
      return;
    default:
      if (is_zero(op) || !uses_active(op)) return;
      for (int i = 0; i < op.num_results(); ++i) mark(op.result(i));
  }
}

}  // namespace partita::core::transform

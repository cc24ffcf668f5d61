// Values by their number, and ops with their regions.
#include <fmt/format.h>

#include "text/bytecode/regions.h"

namespace partita::core::text::bytecode {

bool Reader::bind_results(OpParts& parts, Op& op) {
  const std::vector<SpelledType>& spelled = parts.signature.spelled_results;
  if (spelled.size() != parts.signature.results.size() || (spelled.size() == 1 && spelled[0].tuple != nullptr)) {
    return bind_group(parts, {spelled, op.results()});
  }
  if (op.num_results() == 0) return true;
  // Names as MLIR prints them, or nearly: numbers, and one for all results of an op.
  const Name number = context_.name(std::to_string(bind_from_));
  if (op.num_results() == 1) {
    op.result()->set_name(number);
  } else if (op.is(OpKind::kTopK) && op.num_results() == 2) {
    op.result(0)->set_name(context_.name("values"));
    op.result(1)->set_name(context_.name("indices"));
  } else {
    op.set_name(number);
  }
  for (int i = 0; i < op.num_results(); ++i) {
    (*binding_->values)[bind_from_ + static_cast<size_t>(i)].value = op.result(i);
  }
  return true;
}

bool Reader::bind_group(OpParts&, Group group) {
  auto value = group.values.begin();
  for (size_t i = 0; i < group.types.size() && bind_from_ + i < binding_->next; ++i) {
    Group& own = groups_.emplace_back();
    own.types = {group.types[i]};
    const auto share = static_cast<ptrdiff_t>(flat_count(group.types[i]));
    own.values.assign(value, value + share);
    value += share;
    (*binding_->values)[bind_from_ + i].group = &own;
  }
  return true;
}

bool Reader::value_type(uint32_t index, const char* at, SpelledType& out) {
  const Entry& type = entries_[index];
  out = type.spelled;
  if (type.what == Entry::What::kValueType) return true;
  if (type.what == Entry::What::kIndex && type.spelled.type) return true;
  if (type.what == Entry::What::kRefused) {
    return fail(at, Code::kUnsupportedType, fmt::format("{}: {}", type.attr.text(), type.why));
  }
  return fail(at, Code::kBadType,
              fmt::format("{} is not the type of a value in a tensor program",
                          type.attr ? type.attr.text() : std::string_view("this")));
}

bool Reader::read_arguments(Region& region, Cursor& in, Scope& scope) {
  const size_t count = in.count();
  if (in.failed() || count > scope.end - scope.next) return broken(in.at(), "a block has more arguments than values");
  for (size_t i = 0; i < count; ++i) {
    const char* at = in.at();
    uint32_t type = kNoEntry, location = kNoEntry;
    if (version_ >= 4) {
      const uint64_t coded = in.varint();
      if (coded >> 1 < entries_.size() - attr_count_) type = attr_count_ + static_cast<uint32_t>(coded >> 1);
      if ((coded & 1) != 0) location = attr_ref(in);
    } else {
      type = type_ref(in);
      location = attr_ref(in);
    }
    if (scope.locations != nullptr) scope.locations->push_back(location);
    if (in.failed() || type == kNoEntry) return broken(at, "an argument of a block has no type");
    SpelledType spelled;
    if (!ready(type) || !value_type(type, at, spelled)) return false;
    const std::string name = fmt::format("arg{}", scope.next);
    ValueSlot& slot = (*scope.values)[scope.next++];
    slot.value = add_argument(region, name, spelled, &slot.group);
  }
  scope.locations = nullptr;  // blocks inside have others
  if (version_ < 3 || in.byte() == 0) return !in.failed() || broken(in.at(), "a block ends too early");
  return skip_use_lists(in, count);
}

bool Reader::read_block(Region& region, Cursor& in, Scope& scope, int depth) {
  const uint64_t coded = in.varint();
  if (in.failed() || coded >> 1 > in.left()) return broken(in.at(), "a block ends too early");
  if ((coded & 1) != 0 && !read_arguments(region, in, scope)) return false;
  OpHead head;
  for (uint64_t i = 0; i < coded >> 1; ++i) {
    if (!read_head(in, head) || !read_op(region, in, scope, head, depth)) return false;
  }
  return true;
}

// A reduction by one op at one place, which the text says as `applies stablehlo.add`.
void Reader::forget_same_locations(Op& reduce, Attr location) {
  Region& body = reduce.region(0);
  if (body.empty() || body.first()->next() != body.last()) return;
  for (Op& op : body) {
    if (op.location() != location) return;
  }
  for (Op& op : body) op.set_location(Attr());
}

bool Reader::read_op(Region& region, Cursor& in, Scope& scope, OpHead& head, int depth) {
  if (depth >= stablehlo::kMaxDepth) {
    return fail(head.at, Code::kTooDeep, fmt::format("regions are nested more than {} deep", stablehlo::kMaxDepth));
  }
  OpParts& parts = parts_at(depth);
  parts.clear();
  parts.at = head.at;
  if (!find_kind(*head.name, parts, head.at)) return false;
  if (head.results.size() > scope.end - scope.next)
    return broken(head.at, "an op gives more values than its region has");
  const size_t first = scope.next;
  scope.next += head.results.size();
  for (uint32_t type : head.results) {
    SpelledType& spelled = parts.signature.spelled_results.emplace_back();
    if (!value_type(type, head.at, spelled)) return false;
    append_flat(spelled, parts.signature.results);
  }
  const bool of_tuples = parts.kind == OpKind::kTuple || parts.kind == OpKind::kGetTupleElement;
  for (size_t operand : head.operands) {
    if (operand >= scope.values->size()) return broken(head.at, "an operand is no value");
    const ValueSlot& slot = (*scope.values)[operand];
    if (slot.value == nullptr && slot.group == nullptr) {
      return fail(head.at, Code::kUnknownValue, fmt::format("value {} is used before it is defined", operand));
    }
    if (slot.group == nullptr) {
      parts.operands.push_back(slot.value);
      if (of_tuples) parts.signature.spelled_operands.push_back({slot.value->type(), nullptr});
    } else {
      parts.operands.insert(parts.operands.end(), slot.group->values.begin(), slot.group->values.end());
      if (of_tuples) parts.signature.spelled_operands.push_back(slot.group->types[0]);
    }
  }
  if (parts.kind == OpKind::kTuple) {
    for (const Value* operand : parts.operands) parts.signature.operands.push_back(operand->type());
  }
  if (!add_attrs(parts, head)) return false;
  parts.location = location_attr(head.location);
  if ((head.mask & kRegions) != 0) {
    begin_op(region, parts);
    auto visit = [&](Cursor& from, Scope& inner, bool empty) {
      Region& body = module_->add_region(*parts.op);
      return empty || read_block(body, from, inner, depth + 1);
    };
    if (!read_regions(head, in, scope, visit)) return false;
  }
  if (parts.kind == OpKind::kReduce && parts.op != nullptr) forget_same_locations(*parts.op, parts.location);
  binding_ = &scope;
  bind_from_ = first;
  return assemble(region, parts);
}

// Inherent and further attributes; those of VHLO become today's first.
bool Reader::add_attrs(OpParts& parts, const OpHead& head) {
  if (!head.segments.empty()) parts.segments = head.segments;
  if (head.name->vhlo) return add_vhlo_attrs(parts, head);
  for (const auto& [name, value] : head.attrs) {
    if (!ready(value)) return false;
    const Attr attr = this->attr(value);
    if (!attr) return broken(head.at, "an attribute has no value");
    if (parts.kind == OpKind::kCall && name != "callee" && name.find('.') == std::string_view::npos) {
      if (name == "arg_attrs" || name == "res_attrs" || name == "no_inline") continue;
    }
    if (!add_attr(parts, name, attr, head.at)) return false;
  }
  return true;
}

}  // namespace partita::core::text::bytecode

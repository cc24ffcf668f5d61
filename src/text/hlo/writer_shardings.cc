// Shardings of instructions that are no ops here. A completed program says one on every line:
//
//   %t = (f32[8], s32[]) tuple(%x, %i), sharding={{devices=[2]<=[2]}, {replicated}}
//   %w = (f32[8], s32[]) while(%t), …, sharding={{devices=[2]<=[2]}, {replicated}}
//   %y = f32[8] get-tuple-element(%w), index=0, sharding={devices=[2]<=[2]}
#include "ir/builder.h"
#include "ir/names.h"
#include "text/common/sharding_text.h"
#include "text/hlo/attributes.h"
#include "text/hlo/writer.h"

namespace partita::core::text {

using namespace hlo_names;

namespace {

constexpr std::string_view kReplicated = "{replicated}";  // of tokens, and of values without a sharding

Attr sharding_attr(const Op& op) {
  Attr text = op.discardable_attributes() ? op.discardable_attribute(kSharding) : Attr();
  return text.is(AttrKind::kString) ? text : Attr();
}

void append_leaves(const Nesting& nesting, std::vector<int>& leaves) {
  if (!nesting.is_tuple) leaves.push_back(nesting.leaf);
  for (const Nesting& part : nesting.parts) append_leaves(part, leaves);
}

std::string braced(const std::vector<std::string>& parts) {
  return parts.empty() ? std::string(kReplicated) : join_sharding(parts);
}

// The op that was started, behind any updates.
const Op* started(const Value* future) {
  const Op* start = future->op();
  while (start && start->is(OpKind::kAsyncUpdate)) start = start->operand(0)->op();
  return start && start->is(OpKind::kAsyncStart) ? start : nullptr;
}

}  // namespace

// Scalar computations are no place for shardings.
bool HloWriter::says_shardings(const Region& region) const {
  if (!every_sharding_) return false;
  for (const Op* op = region.parent_op(); op != nullptr; op = op->parent_op()) {
    if (!op->is(OpKind::kWhile) && !op->is(OpKind::kIf) && !op->is(OpKind::kCase) && !op->is(OpKind::kAsyncStart))
      return false;
  }
  return true;
}

std::string HloWriter::sharding_of(const Value* value) {
  if (!value->type().is_tensor()) return std::string(kReplicated);
  if (const Op* op = value->op()) {
    Attr text = sharding_attr(*op);
    if (!text) return std::string(kReplicated);
    if (op->num_results() == 1) return std::string(text.text());
    std::vector<std::string>& parts = parts_of_[op];
    if (parts.empty()) parts = split_sharding(text.text(), op->num_results());
    const std::string& part = parts[value->index()];
    return part.empty() ? std::string(kReplicated) : part;
  }
  const Region* region = value->region();
  if (const Op* op = region->parent_op()) {
    if (op->is(OpKind::kWhile) && value->index() < op->num_results()) return sharding_of(op->result(value->index()));
    // Behind the operand that decides, the operands of a branch are its arguments.
    int first = op->is(OpKind::kIf) || op->is(OpKind::kCase) ? 1 : 0;
    for (int i = 0; first > 0 && &op->region(i) != region; ++i) first += op->region(i).num_arguments();
    int operand = first + value->index();
    return operand < op->num_operands() ? sharding_of(op->operand(operand)) : std::string(kReplicated);
  }
  Attr attrs = region->function()->argument_attrs(value->index());
  Attr text = attrs ? attrs.get(kSharding) : Attr();
  return std::string(text.is(AttrKind::kString) ? text.text() : kReplicated);
}

std::string HloWriter::sharding_of(const Nesting& nesting, std::span<const Value* const> values) {
  if (!nesting.is_tuple) return sharding_of(values[nesting.leaf]);
  std::vector<int> leaves;
  append_leaves(nesting, leaves);
  std::vector<std::string> parts;
  for (int leaf : leaves) parts.push_back(sharding_of(values[leaf]));
  return braced(parts);
}

// What a loop or branch gives lies as the op's results do.
std::string HloWriter::sharding_of_root(const Region& region, const Nesting& nesting) {
  const Op* op = region.parent_op();
  const Op* end = region.terminator();
  bool gives_results = !op->is(OpKind::kAsyncStart) && end && end->num_operands() == op->num_results() &&
                       !(op->is(OpKind::kWhile) && &region == &op->region(0));
  return sharding_of(nesting, gives_results ? op->results() : end ? end->operands() : std::vector<const Value*>());
}

// Of the tuple ((operands), results, u32[]) that stands for something started.
std::string HloWriter::sharding_of_future(const Value* future) {
  std::vector<std::string> parts;
  if (const Op* start = started(future)) {
    for (const Value* operand : start->operands()) parts.push_back(sharding_of(operand));
    if (const Op* end = start->region(0).terminator()) {
      for (const Value* value : end->operands()) parts.push_back(sharding_of(value));
    }
  }
  // The number beside them is part of manual code where all else is.
  bool manual = !parts.empty();
  for (const std::string& part : parts) manual &= part == "{manual}";
  parts.emplace_back(manual ? "{manual}" : kReplicated);
  return braced(parts);
}

// Of a transfer under way: its data, a number and a token.
std::string HloWriter::sharding_with_number(std::span<const Value* const> values, int data) {
  std::vector<std::string> parts;
  for (int i = 0; i < data; ++i) parts.push_back(sharding_of(values[i]));
  parts.resize(parts.size() + 2, std::string(kReplicated));
  return braced(parts);
}

void HloWriter::write_sharding(std::string_view text) {
  if (writing_shardings_) attr_word("sharding", text);
}

void HloWriter::write_sharding(const Nesting& nesting, std::span<const Value* const> values) {
  if (writing_shardings_) attr_word("sharding", sharding_of(nesting, values));
}

// A single result that lies otherwise than the value it is: a copy gives the root instruction its sharding.
void HloWriter::give_root_its_sharding(Function& function) {
  Op* end = function.body().terminator();
  Attr discardable = function.discardable_attributes();
  if (end == nullptr || end->num_operands() != 1 ||
      (discardable && (discardable.get(kRootTuple) || discardable.get(kResultTuple))))
    return;
  Attr attrs = function.result_attrs(0);
  Attr wanted = attrs ? attrs.get(kSharding) : Attr();
  Value* value = end->operand(0);
  if (!wanted || !value->type().is_tensor() || sharding_of(value) == wanted.text()) return;
  Value* copy = Builder(end).value(OpKind::kCopy, {value}, value->type());
  copy->op()->set_discardable_attribute(kSharding, wanted);
  end->set_operand(0, copy);
}

}  // namespace partita::core::text

// HloWriter: one instruction per op, with its shape, operands and opcode.
#include <fmt/format.h>

#include "ir/names.h"
#include "text/hlo/async_pairs.h"
#include "text/hlo/syntax.h"
#include "text/hlo/writer.h"
#include "text/hlo/writer_literals.h"

namespace partita::core::text {

using namespace hlo_names;

namespace {

// The layout of one value: kLayout is a text, or an array with one for each.
std::string_view layout_at(Attr layout, int index) {
  if (!layout) return {};
  if (layout.is(AttrKind::kString)) return layout.text();
  if (!layout.is(AttrKind::kArray) || index >= std::ssize(layout.elements())) return {};
  return text_of(layout.elements()[index]);
}

}  // namespace

// --- pieces ----------------------------------------------------------------------------------------------------------

void HloWriter::begin(Name name, bool root) {
  written_.insert(name.id());
  out_ += root ? "  ROOT %" : "  %";
  out_ += name.text();
  out_ += " = ";
}

void HloWriter::operand(const Value* value) {
  out_ += '%';
  out_ += value->name().text();
}

void HloWriter::operands(const Op& op, int from, int to) {
  for (int i = from; i < to; ++i) {
    if (i != from) out_ += ", ";
    operand(op.operand(i));
  }
}

Nesting HloWriter::result_nesting(const Op& op) const {
  if (Attr text = op.discardable_attributes() ? op.discardable_attribute(kResultTuple) : Attr()) {
    if (auto remembered = parse_nesting(text_of(text), op.num_results())) return std::move(*remembered);
  }
  return default_nesting(op.num_results());
}

void HloWriter::type(Type type, std::string_view layout) {
  std::string& text = type_texts_[type.id()];
  if (text.empty()) append_shape(text, type);
  out_ += text;
  // What a StableHLO text has for an attribute may be no layout of this type.
  if (hlo::is_layout_of(type, layout)) out_ += layout;
}

void HloWriter::shape(const Nesting& nesting, std::span<const Type> types, Attr layout) {
  if (!nesting.is_tuple) {
    type(types[nesting.leaf], layout_at(layout, nesting.leaf));
    return;
  }
  out_ += '(';
  for (size_t i = 0; i < nesting.parts.size(); ++i) {
    if (i) out_ += ", ";
    shape(nesting.parts[i], types, layout);
  }
  out_ += ')';
}

void HloWriter::result_shape(const Op& op, const Nesting& nesting) {
  std::vector<Type> types;
  for (int i = 0; i < op.num_results(); ++i) types.push_back(op.result(i)->type());
  shape(nesting, types, op.discardable_attribute(kLayout));
}

Name HloWriter::tuple(const Nesting& nesting, std::span<const Value* const> values, Name name) {
  if (!nesting.is_tuple) return values[nesting.leaf]->name();
  std::vector<Name> parts;
  for (const Nesting& part : nesting.parts) parts.push_back(tuple(part, values, {}));
  if (name.empty()) name = instructions_.claim("tuple");
  begin(name);
  std::vector<Type> types;
  for (const Value* value : values) types.push_back(value->type());
  shape(nesting, types, {});
  out_ += " tuple(";
  for (size_t i = 0; i < parts.size(); ++i) {
    out_ += i ? ", %" : "%";
    out_ += parts[i].text();
  }
  out_ += ')';
  write_sharding(nesting, values);
  out_ += '\n';
  return name;
}

void HloWriter::elements(Name tuple, const Nesting& nesting, std::span<const Value* const> values) {
  for (size_t i = 0; i < nesting.parts.size(); ++i) {
    const Nesting& part = nesting.parts[i];
    Name name;
    if (part.is_tuple) {
      name = instructions_.claim(std::string(tuple.text()) + "_" + std::to_string(i));
      begin(name);
    } else {
      const Value* value = values[part.leaf];
      if (!is_written(value)) continue;
      begin(value->name(), root_value_ == value);
    }
    std::vector<Type> types;
    if (part.is_tuple) {
      for (const Value* value : values) types.push_back(value->type());
      shape(part, types, {});
    } else {
      type(values[part.leaf]->type());
    }
    out_ += " get-tuple-element(%";
    out_ += tuple.text();
    out_ += "), index=";
    append_int(out_, static_cast<int64_t>(i));
    write_sharding(part, values);
    out_ += '\n';
    if (part.is_tuple) elements(name, part, values);
  }
}

// The remembered name of a tuple that is passed, or none.
Name HloWriter::tuple_name(const Op& op, int operand) const {
  auto at = tuple_names_.find(&op);
  if (at == tuple_names_.end() || operand >= std::ssize(at->second)) return {};
  return at->second[operand];
}

// --- instructions ----------------------------------------------------------------------------------------------------

void HloWriter::instruction(const Op& op) {
  switch (op.kind()) {
    case OpKind::kConstant: return constant(op);
    case OpKind::kWhile:
    case OpKind::kOptimizationBarrier: return with_tuple_operand(op);
    case OpKind::kIf:
    case OpKind::kCase: return conditional(op);
    case OpKind::kInfeed: return infeed(op);
    case OpKind::kOutfeed: return outfeed(op);
    case OpKind::kSend: return send(op);
    case OpKind::kRecv: return recv(op);
    case OpKind::kAsyncStart: return async_start(op);
    case OpKind::kAsyncUpdate: return async_update(op);
    case OpKind::kAsyncDone: return async_done(op);
    default: {
      std::string_view opcode = op.info().hlo;
      if (Attr own = op.discardable_attributes() ? op.discardable_attribute(kOpcode) : Attr()) opcode = text_of(own);
      return simple(op, opcode);
    }
  }
}

void HloWriter::simple(const Op& op, std::string_view opcode) {
  // rng's third operand only says its shape again.
  int count = op.is(OpKind::kRng) ? 2 : op.num_operands();
  if (op.num_results() == 1 && !is_tuple_of_one(op)) {
    begin(op.result()->name(), root_value_ == op.result());
    type(op.result()->type(), layout_at(op.discardable_attributes() ? op.discardable_attribute(kLayout) : Attr(), 0));
    out_ += ' ';
    out_ += opcode;
    out_ += '(';
    operands(op, 0, count);
    out_ += ')';
    attributes(op);
    out_ += '\n';
    return;
  }
  Nesting nesting = result_nesting(op);
  begin(op.name(), root_op_ == &op);
  result_shape(op, nesting);
  out_ += ' ';
  out_ += opcode;
  out_ += '(';
  operands(op, 0, count);
  out_ += ')';
  attributes(op);
  out_ += '\n';
  if (root_op_ != &op) elements(op.name(), nesting, op.results());
}

namespace {
// Beyond this a constant of equal elements is a scalar and a broadcast.
constexpr int64_t kMaxSpelledOut = 16;
}  // namespace

void HloWriter::constant(const Op& op) {
  const Literal& literal = op.attr(AttrKey::kValue).literal();
  Type type = op.result()->type();
  Name scalar;
  if (type.num_elements() > kMaxSpelledOut && is_uniform(literal)) {
    scalar = instructions_.claim(std::string(op.result()->name().text()) + "_scalar");
    begin(scalar);
    Type one = module_.context().tensor(type.element(), {});
    this->type(one);
    out_ += " constant(";
    append_literal(out_, Literal{one, true, literal.data});
    out_ += ')';
    write_sharding("{replicated}");
    out_ += '\n';
  }
  begin(op.result()->name(), root_value_ == op.result());
  this->type(type, layout_at(op.discardable_attributes() ? op.discardable_attribute(kLayout) : Attr(), 0));
  if (scalar.empty()) {
    out_ += " constant(";
    append_literal(out_, literal);
    out_ += ')';
  } else {
    out_ += " broadcast(%";
    out_ += scalar.text();
    out_ += "), dimensions={}";
  }
  discardable_attributes(op.discardable_attributes());
  out_ += '\n';
}

// while and opt-barrier: all operands as one, all results as one.
void HloWriter::with_tuple_operand(const Op& op) {
  Nesting nesting = result_nesting(op);
  std::vector<const Value*> values = op.operands();
  if (!nesting.is_tuple) {
    begin(op.result()->name(), root_value_ == op.result());
    result_shape(op, nesting);
    out_ += ' ';
    out_ += op.info().hlo;
    out_ += '(';
    operand(op.operand(0));
    out_ += ')';
    attributes(op);
    out_ += '\n';
    return;
  }
  Name state = tuple(nesting, values, tuple_name(op, 0));
  begin(op.name(), root_op_ == &op);
  result_shape(op, nesting);
  out_ += ' ';
  out_ += op.info().hlo;
  out_ += "(%";
  out_ += state.text();
  out_ += ')';
  attributes(op);
  out_ += '\n';
  if (root_op_ != &op) elements(op.name(), nesting, op.results());
}

// The operands behind the first are those of each branch in turn (decompose_captures.cc).
void HloWriter::conditional(const Op& op) {
  std::vector<Name> branches;
  int at = 1;
  for (int i = 0; i < op.num_regions(); ++i) {
    std::vector<const Value*> values;
    for (int k = 0; k < op.region(i).num_arguments(); ++k) values.push_back(op.operand(at++));
    branches.push_back(tuple(default_nesting(values.size()), values, tuple_name(op, i + 1)));
  }
  Nesting nesting = result_nesting(op);
  bool bare = !nesting.is_tuple;
  Name name = bare ? op.result()->name() : op.name();
  begin(name, bare ? root_value_ == op.result() : root_op_ == &op);
  result_shape(op, nesting);
  out_ += " conditional(";
  operand(op.operand(0));
  for (Name branch : branches) {
    out_ += ", %";
    out_ += branch.text();
  }
  out_ += ')';
  attributes(op);
  out_ += '\n';
  if (!bare && root_op_ != &op) elements(name, nesting, op.results());
}

// --- host effects ----------------------------------------------------------------------------------------------------

namespace {

// Data and token: (f32[2], token[]), or ((f32[2], s32[]), token[]) for several.
Nesting data_and_token(int data) {
  Nesting inner = default_nesting(data);
  Nesting all;
  all.is_tuple = true;
  all.parts = {std::move(inner), Nesting{false, data, {}}};
  return all;
}

Nesting leaves_from(int first, int count) {
  if (count == 1) return {false, first, {}};
  Nesting tuple;
  tuple.is_tuple = true;
  for (int i = 0; i < count; ++i) tuple.parts.push_back({false, first + i, {}});
  return tuple;
}

}  // namespace

void HloWriter::infeed(const Op& op) {
  Nesting nesting = op.discardable_attribute(kResultTuple) ? result_nesting(op) : data_and_token(op.num_results() - 1);
  if (op.num_results() == 1) nesting = data_and_token(0);
  begin(op.name());
  result_shape(op, nesting);
  out_ += " infeed(";
  operand(op.operand(0));
  out_ += ')';
  attributes(op);
  out_ += '\n';
  elements(op.name(), nesting, op.results());
}

void HloWriter::outfeed(const Op& op) {
  int data = op.num_operands() - 1;
  std::vector<const Value*> values = op.operands();
  std::vector<Type> types;
  for (const Value* value : values) types.push_back(value->type());
  Nesting nesting = leaves_from(0, data);
  Name passed = tuple(nesting, values, tuple_name(op, 0));
  begin(op.result()->name(), root_value_ == op.result());
  out_ += "token[] outfeed(%";
  out_ += passed.text();
  out_ += ", ";
  operand(op.operand(data));
  out_ += "), outfeed_shape=";
  shape(nesting, types, {});
  attributes(op);
  out_ += '\n';
}

// send and recv name a transfer under way, the done op ends it. The done op's name is derived where it is not
// remembered.
void HloWriter::send(const Op& op) {
  int data = op.num_operands() - 1;
  std::vector<const Value*> values = op.operands();
  std::vector<Type> types;
  for (const Value* value : values) types.push_back(value->type());
  Nesting nesting = leaves_from(0, data);
  Name passed = tuple(nesting, values, tuple_name(op, 0));
  Name started = op.name();
  if (started.empty()) started = instructions_.claim(std::string(op.result()->name().text()) + "_start");
  begin(started);
  out_ += '(';
  shape(nesting, types, {});
  out_ += ", u32[], token[]) send(%";
  out_ += passed.text();
  out_ += ", ";
  operand(op.operand(data));
  out_ += ')';
  attributes(op, writing_shardings_ ? sharding_with_number(values, data) : "");
  out_ += '\n';
  begin(op.result()->name(), root_value_ == op.result());
  out_ += "token[] send-done(%";
  out_ += started.text();
  out_ += ')';
  write_sharding("{replicated}");
  if (int64_t channel = op.int_attr(AttrKey::kChannelId)) attr_int("channel_id", channel);
  attr_flag("is_host_transfer", op.bool_attr(AttrKey::kIsHostTransfer));
  out_ += '\n';
}

void HloWriter::recv(const Op& op) {
  int data = op.num_results() - 1;
  std::vector<Type> types;
  for (int i = 0; i < op.num_results(); ++i) types.push_back(op.result(i)->type());
  Nesting nesting = leaves_from(0, data);
  Name started = op.name();
  begin(started);
  out_ += '(';
  shape(nesting, types, {});
  out_ += ", u32[], token[]) recv(";
  operand(op.operand(0));
  out_ += ')';
  inherent_attributes(op);
  Attr discardable = op.discardable_attributes();
  Attr sharding = discardable ? discardable.get(kSharding) : Attr();
  if (writing_shardings_) {
    std::vector<const Value*> results = op.results();
    discardable = module_.context().with_entry(discardable, kSharding,
                                               module_.context().string(sharding_with_number(results, data)));
  } else if (sharding && sharding.text().starts_with("{{")) {
    // The started transfer has a number between data and token; it lies where the token does.
    std::string_view text = sharding.text();
    size_t token = text.rfind('{');
    std::string with_number(text.substr(0, token));
    with_number += text.substr(token, text.size() - 1 - token);
    with_number += ", ";
    with_number += text.substr(token);
    discardable = module_.context().with_entry(discardable, kSharding, module_.context().string(with_number));
  }
  discardable_attributes(discardable);
  out_ += '\n';
  Attr remembered = op.discardable_attributes() ? op.discardable_attribute(kDoneName) : Attr();
  Name done = remembered ? remembered.name() : instructions_.claim(std::string(started.text()) + "_done");
  Nesting results = data_and_token(data);
  begin(done);
  shape(results, types, {});
  out_ += " recv-done(%";
  out_ += started.text();
  out_ += ')';
  if (sharding) attr_word("sharding", sharding.text());
  if (int64_t channel = op.int_attr(AttrKey::kChannelId)) attr_int("channel_id", channel);
  attr_flag("is_host_transfer", op.bool_attr(AttrKey::kIsHostTransfer));
  out_ += '\n';
  elements(done, results, op.results());
}

// --- asynchronous forms ----------------------------------------------------------------------------------------------

// ((operands), results, u32[]): what was started is found behind any updates.
void HloWriter::future_shape(const Value* future) {
  const Op* start = future->op();
  while (start && start->is(OpKind::kAsyncUpdate)) start = start->operand(0)->op();
  out_ += "((";
  if (start && start->is(OpKind::kAsyncStart)) {
    for (int i = 0; i < start->num_operands(); ++i) {
      if (i) out_ += ", ";
      type(start->operand(i)->type());
    }
  }
  out_ += "), ";
  std::span<const Type> parts = future->type().parts();
  shape(default_nesting(parts.size()), parts, {});
  out_ += ", u32[])";
}

namespace {

const Op* start_of(const Op& op) {
  const Op* at = &op;
  while (at != nullptr && !at->is(OpKind::kAsyncStart)) {
    const bool follows = at->is(OpKind::kAsyncUpdate) || at->is(OpKind::kAsyncDone);
    at = follows ? at->operand(0)->op() : nullptr;
  }
  return at;
}

}  // namespace

bool HloWriter::is_own_start(const Op& op) const {
  if (every_sharding_) return false;
  const Op* start = start_of(op);
  const Op* inner = start != nullptr ? started_op(*start) : nullptr;
  if (inner == nullptr) return false;
  const std::string_view thread = start->text_attr(AttrKey::kExecutionThread);
  if (!thread.empty() && thread != "main") return false;
  // What was read with updates keeps them: these have none of their own.
  const Use* use = start->result()->first_use();
  if (use != nullptr && !use->op()->is(OpKind::kAsyncDone)) return false;
  return inner->is(OpKind::kAllGather) || inner->is(OpKind::kAllReduce) || inner->is(OpKind::kCollectivePermute);
}

// What the start takes and what its done gives, each a tuple where there are several; an all-reduce gives what it
// takes.
void HloWriter::own_start(const Op& op, const Op& inner) {
  begin(op.result()->name(), root_value_ == op.result());
  std::vector<Type> taken, given;
  for (const Value* operand : op.operands()) taken.push_back(operand->type());
  for (const Value* result : inner.results()) given.push_back(result->type());
  const bool alone = inner.is(OpKind::kAllReduce);
  if (!alone) {
    out_ += '(';
    shape(default_nesting(taken.size()), taken, {});
    out_ += ", ";
  }
  shape(default_nesting(given.size()), given, {});
  if (inner.is(OpKind::kCollectivePermute)) out_ += ", u32[], u32[]";
  if (!alone) out_ += ')';
  out_ += ' ';
  out_ += inner.info().hlo;
  out_ += "-start(";
  operands(op, 0, op.num_operands());
  out_ += ')';
  inherent_attributes(inner);
  discardable_attributes(op.discardable_attributes());
  out_ += '\n';
}

void HloWriter::async_start(const Op& op) {
  if (is_own_start(op)) return own_start(op, *started_op(op));
  begin(op.result()->name(), root_value_ == op.result());
  future_shape(op.result());
  out_ += " async-start(";
  operands(op, 0, op.num_operands());
  out_ += ')';
  attributes(op, writing_shardings_ ? sharding_of_future(op.result()) : "");
  out_ += '\n';
}

void HloWriter::async_update(const Op& op) {
  begin(op.result()->name(), root_value_ == op.result());
  future_shape(op.result());
  out_ += " async-update(";
  operand(op.operand(0));
  out_ += ')';
  attributes(op, writing_shardings_ ? sharding_of_future(op.result()) : "");
  out_ += '\n';
}

void HloWriter::async_done(const Op& op) {
  const bool own = is_own_start(op);
  simple(op, own ? fmt::format("{}-done", started_op(*op.operand(0)->op())->info().hlo) : std::string("async-done"));
}

}  // namespace partita::core::text

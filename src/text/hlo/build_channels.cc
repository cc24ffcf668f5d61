// Data that come and go: infeed, outfeed, send, recv, and the all-to-all that takes a tuple.
#include <fmt/format.h>

#include <numeric>

#include "ir/names.h"
#include "ir/replica_groups.h"
#include "text/common/sharding_text.h"
#include "text/hlo/attributes.h"
#include "text/hlo/builder.h"

namespace partita::core::text::hlo {

using namespace hlo_names;  // NOLINT: the names of discardable attributes
using K = AttrKey;

// infeed(token) gives (data, token).
bool Builder::infeed(Call& call) {
  if (call.shape == nullptr || !call.shape->tuple || call.shape->parts.size() != 2) {
    return fail(call, Code::kHloBadShape, "infeed gives a tuple of the data and a token");
  }
  return simple(call);
}

// outfeed(data, token) gives a token; the data may be a tuple.
bool Builder::outfeed(Call& call) {
  if (call.operands.size() != 2) return fail(call, Code::kOperandCount, "outfeed takes the data and a token");
  std::vector<Value*> operands;
  flat_operands(call, operands, true);
  if (!read_attrs(call)) return false;
  Type token = context_.token();
  finish(call, emit(call, OpKind::kOutfeed, operands, std::span(&token, 1)), call.shape);
  return true;
}

namespace {

// StableHLO's numbers for the kinds of channels.
constexpr int64_t kDeviceToDevice = 1, kDeviceToHost = 2, kHostToDevice = 3;

bool channel(Reading& reading, const Instruction& in, int64_t host, std::vector<KeyedAttr>& attrs) {
  int64_t id = 0;
  bool transfer = false;
  if (Attribute* attribute = take_attribute(in, "channel_id")) {
    if (!parse_int(reading, attribute->value, id)) return false;
  }
  Attribute* flag = take_attribute(in, "is_host_transfer");
  if (flag != nullptr && !parse_bool(reading, flag->value, transfer)) return false;
  Context& context = reading.context;
  attrs.push_back({K::kChannelId, context.integer(id)});
  attrs.push_back({K::kChannelType, context.integer(transfer ? host : kDeviceToDevice)});
  if (transfer) attrs.push_back({K::kIsHostTransfer, context.boolean(true)});
  if (Attribute* attribute = take_attribute(in, "source_target_pairs")) {
    std::vector<IntList> pairs;
    IntList flat;
    if (!parse_int_lists(reading, attribute->value, pairs)) return false;
    for (const IntList& pair : pairs) {
      if (pair.size() != 2) return reading.error(attribute->value.data(), Code::kHloBadAttribute, "expected pairs");
      flat.insert(flat.end(), pair.begin(), pair.end());
    }
    attrs.push_back({K::kSourceTargetPairs, context.ints(flat)});
  }
  return true;
}

}  // namespace

// send(data, token) and its send-done are one op that gives the token; so are recv(token) and recv-done, which give
// (data, token).
bool Builder::send(Call& call) {
  if (call.operands.size() != 2) return fail(call, Code::kOperandCount, "send takes the data and a token");
  std::vector<Value*> operands;
  flat_operands(call, operands, true);
  if (!channel(reading_, call.in, kDeviceToHost, call.attrs)) return false;
  Type token = context_.token();
  Op* op = emit(call, OpKind::kSend, operands, std::span(&token, 1));
  call.result = bundle_of(op, leaf_shape(reading_, token));
  call.result.kind = Bundle::Kind::kSend;
  decorate(call, op);
  return true;
}

bool Builder::recv(Call& call) {
  if (call.operands.size() != 1) return fail(call, Code::kOperandCount, "recv takes a token");
  if (call.shape == nullptr || !call.shape->tuple || call.shape->parts.size() < 2) {
    return fail(call, Code::kHloBadShape, "recv gives a tuple of the data, a number and a token");
  }
  std::vector<Value*> operands;
  flat_operands(call, operands, true);
  if (!channel(reading_, call.in, kHostToDevice, call.attrs)) return false;
  const Shape* parts[] = {call.shape->parts[0], leaf_shape(reading_, context_.token())};
  const Shape* shape = tuple_shape(reading_, parts);
  std::vector<Type> types;
  append_leaf_types(*shape, types);
  Op* op = emit(call, OpKind::kRecv, operands, types);
  call.result = bundle_of(op, shape);
  call.result.kind = Bundle::Kind::kRecv;
  decorate(call, op);
  // Of the three shardings (data, number, token) the op has the first and the last.
  if (Attr all = op->discardable_attribute(kSharding); all && all.text().starts_with("{{")) {
    std::vector<std::string> three = split_sharding(all.text(), parts[0]->leaves + 2);
    three.erase(three.end() - 2);
    op->set_discardable_attribute(kSharding, text(join_sharding(three)));
  }
  if (std::string nesting = nesting_of(*shape); nesting.find('(', 1) != std::string::npos) {
    op->set_discardable_attribute(kResultTuple, text(nesting));
  }
  return true;
}

bool Builder::send_done(Call& call) {
  if (call.operands.size() != 1 || call.operands[0].kind != Bundle::Kind::kSend) {
    return fail(call, Code::kHloSyntax, "send-done ends a send of the same computation");
  }
  call.result = {call.operands[0].shape, call.operands[0].values};
  Op* op = call.result.values[0]->op();
  op->set_discardable_attribute(kDoneName, text(call.in.name));
  call.result.values[0]->set_name(context_.name(call.in.name));
  return true;
}

bool Builder::recv_done(Call& call) {
  if (call.operands.size() != 1 || call.operands[0].kind != Bundle::Kind::kRecv) {
    return fail(call, Code::kHloSyntax, "recv-done ends a recv of the same computation");
  }
  const Bundle& started = call.operands[0];
  if (call.shape != nullptr && !same_types(*call.shape, *started.shape)) {
    return fail(
        call, Code::kTypeMismatch,
        fmt::format("recv-done is said to give {}, its recv {}", to_string(*call.shape), to_string(*started.shape)));
  }
  call.result = {started.shape, started.values};
  Op* op = started.values[0]->op();
  op->set_discardable_attribute(kDoneName, text(call.in.name));
  if (const Attribute* sharding = find_attribute(call.in, "sharding")) {
    op->set_discardable_attribute(kSharding, tidy_text(sharding->value));
  }
  return true;
}

// With `dimensions` one tensor is split and put together again, as in StableHLO. Without, the operands are the parts:
// device i of the group gets operand i of every device. That is the first form on the operands stacked along a new
// dimension.
bool Builder::all_to_all(Call& call) {
  std::vector<Value*> operands;
  if (!flat_operands(call, operands) || !read_attrs(call)) return false;
  const int64_t count = std::ssize(operands);
  Attr groups = call.attrs[0].value;
  auto split = [&](int64_t dimension, int64_t parts) {
    call.attrs.push_back({K::kSplitDimension, context_.integer(dimension)});
    call.attrs.push_back({K::kConcatDimension, context_.integer(dimension)});
    call.attrs.push_back({K::kSplitCount, context_.integer(parts)});
  };
  if (Attribute* attribute = take_attribute(call.in, "dimensions")) {
    IntList dimensions;
    if (!parse_ints(reading_, attribute->value, dimensions)) return false;
    if (dimensions.size() != 1) {
      return reading_.error(attribute->value.data(), Code::kHloBadAttribute, "expected one dimension, such as {0}");
    }
    // Without groups all devices form one.
    bool partitions = call.attrs.size() > 1;
    Attr devices = module_.discardable_attribute(partitions ? kNumPartitions : kNumReplicas);
    split(dimensions[0], group_size(groups).value_or(devices ? devices.as_int() : 1));
    std::vector<Type> types;
    for (Value* operand : operands) types.push_back(operand->type());
    const Shape* shape = call.shape != nullptr ? call.shape : shape_of(types);
    types.clear();
    append_leaf_types(*shape, types);
    finish(call, emit(call, OpKind::kAllToAll, operands, types), shape);
    return true;
  }

  Type type = operands[0]->type();
  for (Value* operand : operands) {
    if (!(operand->type() == type) || !type.is_tensor()) {
      return fail(call, Code::kTypeMismatch, "the parts of an all-to-all have one shape");
    }
  }
  // One part for each device of a group; without groups there are as many devices as parts.
  if (int64_t size = group_size(groups).value_or(count); size != count) {
    return fail(call, Code::kHloBadAttribute, fmt::format("{} parts for groups of {} devices", count, size));
  }
  if (groups.is(AttrKind::kArray) && groups.elements().empty()) {
    std::vector<int64_t> all(operands.size());
    std::iota(all.begin(), all.end(), 0);
    call.attrs[0].value = list_groups(context_, {all});
  }
  IntList dims(type.dims().begin(), type.dims().end());
  dims.insert(dims.begin(), 1);
  Type part = context_.tensor(type.element(), dims);
  dims[0] = count;
  if (!ir::checked_element_count(dims)) return fail(call, Code::kHloBadShape, "the parts are too large");
  Type whole = context_.tensor(type.element(), dims);
  auto add = [&](OpKind kind, std::span<Value* const> from, Type to, std::span<const KeyedAttr> attrs) {
    Op* op = module_.add_op(call.region, kind, from, std::span(&to, 1), attrs);
    op->set_offset(reading_.offset(call.in.at));
    return op->result();
  };
  std::vector<Value*> rows;
  for (Value* operand : operands) rows.push_back(add(OpKind::kReshape, std::span(&operand, 1), part, {}));
  std::vector<KeyedAttr> first = {{K::kDimension, context_.integer(0)}};
  Value* stacked = add(OpKind::kConcatenate, rows, whole, first);
  split(0, count);
  Value* moved = add(OpKind::kAllToAll, std::span(&stacked, 1), whole, call.attrs);
  moved->op()->set_name(context_.name(call.in.name));
  moved->set_name(moved->op()->name());
  Value** values = reading_.arena.array<Value*>(operands.size());
  IntList start(dims.size(), 0), limit = dims, stride(dims.size(), 1);
  for (int64_t i = 0; i < count; ++i) {
    start[0] = i;
    limit[0] = i + 1;
    std::vector<KeyedAttr> range = {{K::kStartIndices, context_.ints(start)},
                                    {K::kLimitIndices, context_.ints(limit)},
                                    {K::kStrides, context_.ints(stride)}};
    Value* row = add(OpKind::kSlice, std::span(&moved, 1), part, range);
    values[i] = add(OpKind::kReshape, std::span(&row, 1), type, {});
  }
  std::vector<Type> types(operands.size(), type);
  const Shape* shape = call.shape != nullptr ? call.shape : shape_of(types);
  if (shape->leaves != count) return fail(call, Code::kHloBadShape, "an all-to-all gives as many parts as it takes");
  call.result = {shape, {values, operands.size()}};
  return true;
}

}  // namespace partita::core::text::hlo

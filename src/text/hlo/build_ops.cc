// Ops that are what the table says, and those that are nearly so.
#include <fmt/format.h>

#include "ir/infer.h"
#include "ir/names.h"
#include "text/common/sharding_text.h"
#include "text/hlo/attributes.h"
#include "text/hlo/builder_tables.h"
#include "text/hlo/literals.h"
#include "text/hlo/promote.h"

namespace partita::core::text::hlo {

bool Builder::flat_operands(Call& call, std::vector<Value*>& out, bool tuples) {
  for (size_t i = 0; i < call.operands.size(); ++i) {
    const Bundle& bundle = call.operands[i];
    if (bundle.shape->tuple && !tuples) {
      return reading_.error(
          call.in.operands[i].at, Code::kHloBadShape,
          fmt::format("operand {} of {} is a tuple, {}", i, call.in.opcode, to_string(*bundle.shape)));
    }
    out.insert(out.end(), bundle.values.begin(), bundle.values.end());
  }
  if (tuples) return true;
  const OpInfo& info = op_info(call.opcode.kind);
  int count = std::ssize(out);
  if (count >= info.min_operands && count <= info.max_operands) return true;
  return fail(
      call, Code::kOperandCount,
      info.min_operands == info.max_operands
          ? fmt::format("{} takes {} operands, here are {}", call.opcode.name, info.min_operands, count)
          : fmt::format("{} takes at least {} operands, here are {}", call.opcode.name, info.min_operands, count));
}

bool Builder::result_types(Call& call, std::span<Value* const> operands, std::vector<Type>& types) {
  if (call.shape != nullptr) {
    append_leaf_types(*call.shape, types);
    return true;
  }
  std::vector<Type> given;
  for (Value* operand : operands) given.push_back(operand->type());
  InferredTypes inferred = infer_types(context_, call.opcode.kind, given, context_.attr_list(call.attrs));
  if (inferred.state == InferredTypes::State::kKnown) {
    types = std::move(inferred.types);
    return true;
  }
  return fail(call, Code::kHloBadShape,
              inferred.why.empty()
                  ? fmt::format("the shape of {} cannot be told from its operands: write it", call.in.opcode)
                  : inferred.why);
}

Op* Builder::emit(Call& call, OpKind kind, std::span<Value* const> operands, std::span<const Type> types, int regions) {
  Op* op = module_.add_op(call.region, kind, operands, types, call.attrs, regions);
  op->set_offset(reading_.offset(call.in.at));
  return op;
}

Bundle Builder::bundle_of(Op* op, const Shape* shape, int first) {
  size_t count = static_cast<size_t>(op->num_results() - first);
  Value** values = reading_.arena.array<Value*>(count);
  for (size_t i = 0; i < count; ++i) values[i] = op->result(first + static_cast<int>(i));
  return {shape, {values, count}};
}

const Shape* Builder::shape_of(std::span<const Type> types) {
  if (types.size() == 1) return leaf_shape(reading_, types[0]);
  std::vector<const Shape*> parts;
  for (Type type : types) parts.push_back(leaf_shape(reading_, type));
  return tuple_shape(reading_, parts);
}

void Builder::finish(Call& call, Op* op, const Shape* shape) {
  if (shape == nullptr) {
    std::vector<Type> types;
    for (int i = 0; i < op->num_results(); ++i) types.push_back(op->result(i)->type());
    shape = shape_of(types);
  }
  call.result = bundle_of(op, shape);
  decorate(call, op);
}

const Computation* Builder::computation(Call& call, std::string_view name, bool required) {
  Attribute* attribute = take_attribute(call.in, name);
  if (attribute == nullptr) {
    if (required) fail(call, Code::kHloBadAttribute, fmt::format("{} needs the attribute {}", call.in.opcode, name));
    return nullptr;
  }
  std::vector<std::string_view> names;
  if (!parse_names(reading_, attribute->value, names)) return nullptr;
  if (names.size() != 1) {
    reading_.error(attribute->value.data(), Code::kHloBadAttribute, "expected one computation");
    return nullptr;
  }
  return syntax_.find(names[0]);
}

bool Builder::simple(Call& call) {
  std::vector<Value*>& operands = tables_->operands;
  std::vector<Type>& types = tables_->types;
  operands.clear();
  types.clear();
  if (!flat_operands(call, operands) || !read_attrs(call)) return false;
  std::vector<const Computation*> regions;
  for (std::string_view name : call.opcode.regions) {
    regions.push_back(computation(call, name));
    if (regions.back() == nullptr) return false;
  }
  if (call.opcode.kind == OpKind::kCollectivePermute && find_attribute(call.in, "slice_sizes") != nullptr) {
    return fail(call, Code::kHloBadAttribute, "a collective-permute into slices (slice_sizes) is not supported");
  }
  if (!result_types(call, operands, types)) return false;
  Op* op = emit(call, call.opcode.kind, operands, types, regions.size());
  std::vector<Attr> infos;
  for (size_t i = 0; i < regions.size(); ++i) {
    if (build_region(op, i, *regions[i], nullptr, infos) == nullptr) return false;
  }
  if (!infos.empty()) op->set_discardable_attribute(hlo_names::kRegions, context_.array(infos));
  types.clear();
  for (int i = 0; i < op->num_results(); ++i) types.push_back(op->result(i)->type());
  const bool promoted = promote_precisions(*op);
  finish(call, op, call.shape);
  if (!promoted) return true;
  // What it gives is of the type that was written, and has its name.
  Value** values = reading_.arena.array<Value*>(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    values[i] = op->result(i);
    if (values[i]->type() == types[i]) continue;
    Op* back = module_.add_op(call.region, OpKind::kConvert, std::span(&values[i], 1), std::span(&types[i], 1), {});
    back->set_offset(op->offset());
    back->set_name(op->name());
    back->result()->set_name(values[i]->name());
    op->set_name({});
    values[i]->set_name({});
    values[i] = back->result();
  }
  call.result.values = {values, types.size()};
  return true;
}

// copy, bitcast and add-dependency of a tuple act on each leaf; the further operands, a token, are the same for all.
bool Builder::each_leaf(Call& call) {
  if (call.operands.empty() || !call.operands[0].shape->tuple) return simple(call);
  const Bundle& all = call.operands[0];
  if (call.shape != nullptr && call.shape->leaves != all.shape->leaves) {
    return fail(call, Code::kTypeMismatch,
                fmt::format("{} of a tuple gives a tuple with as many parts", call.in.opcode));
  }
  if (!read_attrs(call)) return false;
  const Shape* shape = call.shape != nullptr ? call.shape : all.shape;
  std::vector<Type> types;
  append_leaf_types(*shape, types);
  std::vector<Value*> rest;
  for (size_t i = 1; i < call.operands.size(); ++i) {
    rest.insert(rest.end(), call.operands[i].values.begin(), call.operands[i].values.end());
  }
  std::vector<std::string> shardings;
  if (const Attribute* sharding = find_attribute(call.in, "sharding")) {
    shardings = split_sharding(tidy(sharding->value), shape->leaves);
  }
  Value** values = reading_.arena.array<Value*>(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    std::vector<Value*> operands = {all.values[i]};
    operands.insert(operands.end(), rest.begin(), rest.end());
    Op* op = emit(call, call.opcode.kind, operands, std::span(&types[i], 1));
    values[i] = op->result();
    if (call.in.name.empty()) continue;
    op->set_name(context_.name(fmt::format("{}.{}", call.in.name, i)));
    values[i]->set_name(op->name());
    if (i < shardings.size() && !shardings[i].empty())
      op->set_discardable_attribute(hlo_names::kSharding, text(shardings[i]));
  }
  call.result = {shape, {values, types.size()}};
  return true;
}

bool Builder::constant(Call& call) {
  if (call.shape == nullptr) return fail(call, Code::kHloBadShape, "a constant needs a shape");
  std::vector<Attr> literals;
  if (!parse_literal(reading_, call.in.payload, *call.shape, literals)) return false;
  Value** values = reading_.arena.array<Value*>(literals.size());
  for (size_t i = 0; i < literals.size(); ++i) {
    call.attrs = {{AttrKey::kValue, literals[i]}};
    Type type = literals[i].as_type();
    Op* op = emit(call, OpKind::kConstant, {}, std::span(&type, 1));
    values[i] = op->result();
    if (!call.shape->tuple) {
      finish(call, op, call.shape);
      return true;
    }
    op->set_name(context_.name(fmt::format("{}.{}", call.in.name, i)));
    values[i]->set_name(op->name());
  }
  call.result = {call.shape, {values, literals.size()}};
  return true;
}

// The start indices are scalars, one per dimension; an older form has them as one vector, which is taken apart.
bool Builder::dynamic_slice(Call& call) {
  size_t first = call.opcode.kind == OpKind::kDynamicSlice ? 1 : 2;
  bool vector = call.operands.size() == first + 1 && !call.operands[first].shape->tuple &&
                call.operands[first].shape->type.is_tensor() && call.operands[first].shape->type.rank() == 1;
  if (!vector) return simple(call);
  Bundle indices = call.operands[first];
  Type type = indices.shape->type;
  if (!count_leaves(call.in.at, type.dim(0))) return false;
  call.operands.resize(first);
  Type part = context_.tensor(type.element(), {1}), scalar = context_.tensor(type.element(), {});
  for (int64_t i = 0; i < type.dim(0); ++i) {
    std::vector<KeyedAttr> range = {{AttrKey::kStartIndices, context_.ints({i})},
                                    {AttrKey::kLimitIndices, context_.ints({i + 1})},
                                    {AttrKey::kStrides, context_.ints({1})}};
    Value* vector_value = indices.values[0];
    Op* slice = module_.add_op(call.region, OpKind::kSlice, std::span(&vector_value, 1), std::span(&part, 1), range);
    Value* sliced = slice->result();
    Op* index = module_.add_op(call.region, OpKind::kReshape, std::span(&sliced, 1), std::span(&scalar, 1));
    slice->set_offset(reading_.offset(call.in.at));
    index->set_offset(reading_.offset(call.in.at));
    call.operands.push_back(bundle_of(index, leaf_shape(reading_, scalar)));
  }
  return simple(call);
}

// HLO has two forms: one gives the new state and the bits, the other the bits alone.
bool Builder::rng_bit_generator(Call& call) {
  if (call.shape == nullptr || call.shape->tuple) return simple(call);
  std::vector<Value*> operands;
  if (!flat_operands(call, operands) || !read_attrs(call)) return false;
  std::vector<Type> types = {operands[0]->type(), call.shape->type};
  Op* op = emit(call, call.opcode.kind, operands, types);
  finish(call, op, nullptr);
  // The name, sharding and layout are those of the bits.
  call.result = bundle_of(op, call.shape, 1);
  op->result(1)->set_name(op->name());
  op->set_name({});
  std::vector<Attr> layouts = {text(""), tidy_text(call.shape->layout)};
  if (op->discardable_attribute(hlo_names::kLayout))
    op->set_discardable_attribute(hlo_names::kLayout, context_.array(layouts));
  if (Attr sharding = op->discardable_attribute(hlo_names::kSharding)) {
    op->set_discardable_attribute(hlo_names::kSharding, text(join_sharding({"", std::string(sharding.text())})));
  }
  return true;
}

bool Builder::barrier(Call& call) {
  std::vector<Value*> operands;
  std::vector<Type> types;
  if (call.operands.size() != 1) return fail(call, Code::kOperandCount, "opt-barrier takes one operand");
  flat_operands(call, operands, true);
  const Shape* shape = call.operands[0].shape;
  if (call.shape != nullptr && !same_types(*call.shape, *shape)) {
    return fail(call, Code::kTypeMismatch, "opt-barrier gives what it takes");
  }
  append_leaf_types(*shape, types);
  finish(call, emit(call, call.opcode.kind, operands, types), call.shape != nullptr ? call.shape : shape);
  return true;
}

// domain={kind="sharding", entry={…}, exit={…}}
bool Builder::domain(Call& call) {
  if (Attribute* attribute = take_attribute(call.in, "domain")) {
    Lexer lexer(reading_, inside(attribute->value));
    while (!lexer.at_end()) {
      std::string_view key = lexer.word(), value;
      std::string content;
      if (!lexer.expect('=', "in a domain") || !lexer.value(value) || !parse_string(reading_, value, content))
        return false;
      lexer.eat(',');
      if (key == "kind") call.attrs.push_back({AttrKey::kDomainKind, text(content)});
      if (key == "entry") call.attrs.push_back({AttrKey::kEntryMetadata, tidy_text(content)});
      if (key == "exit") call.attrs.push_back({AttrKey::kExitMetadata, tidy_text(content)});
    }
  }
  if (call.shape == nullptr && !call.operands.empty()) call.shape = call.operands[0].shape;
  return each_leaf(call);
}

}  // namespace partita::core::text::hlo

#include "ir/builder.h"

#include <cstring>

namespace partita::core::ir {

Builder::Builder(Op* op) : region_(op->parent()), before_(op), offset_(op->offset()), location_(op->location()) {}
Builder::Builder(Region& region) : region_(&region), before_(region.terminator()) {}

Builder Builder::behind(Op* op) {
  Builder builder(*op->parent());
  builder.before_ = op->next();
  builder.set_origin(*op);
  return builder;
}

Op* Builder::op(OpKind kind, std::span<Value* const> operands, std::span<const Type> results,
                std::initializer_list<KeyedAttr> attrs, int regions) {
  Op* op = region_->module().add_op(*region_, kind, operands, results, std::span(attrs.begin(), attrs.size()), regions,
                                    before_);
  op->set_offset(offset_);
  op->set_location(location_);
  return op;
}

Op* Builder::like(Op& op, std::span<Value* const> operands, std::span<const Type> results) {
  std::vector<Type> types(results.begin(), results.end());
  for (int i = 0; i < op.num_results() && results.empty(); ++i) types.push_back(op.result(i)->type());
  Op* copy = module().add_op(*region_, op.kind(), operands, types, op.attrs(), op.num_regions(), before_);
  for (int i = 0; i < op.num_regions(); ++i) {
    Module::ValueMap map;
    for (const Value* argument : op.region(i).arguments()) {
      map.set(argument, copy->region(i).add_argument(argument->type(), argument->name()));
    }
    module().clone_region(op.region(i), copy->region(i), map);
  }
  copy->set_offset(offset_);
  copy->set_location(location_);
  return copy;
}

Value* Builder::value(OpKind kind, std::initializer_list<Value*> operands, Type result,
                      std::initializer_list<KeyedAttr> attrs) {
  return op(kind, std::span(operands.begin(), operands.size()), std::span(&result, 1), attrs)->result();
}

Value* Builder::constant(Attr dense) {
  return value(OpKind::kConstant, {}, dense.as_type(), {{AttrKey::kValue, dense}});
}

Value* Builder::scalar(ElementType element, double value) {
  std::byte bytes[8] = {};
  if (element == ElementType::kF32) {
    float f = static_cast<float>(value);
    std::memcpy(bytes, &f, sizeof f);
  } else if (element == ElementType::kF64) {
    std::memcpy(bytes, &value, sizeof value);
  } else {
    int64_t i = static_cast<int64_t>(value);  // little-endian: the low bytes are the narrower integer
    std::memcpy(bytes, &i, sizeof i);
  }
  Type type = context().tensor(element, {});
  return constant(context().dense(type, true, std::span(bytes, byte_width(element))));
}

void Builder::ret(std::span<Value* const> operands) { op(OpKind::kReturn, operands, {}); }

namespace {

int64_t integer_from(const std::byte* at, ElementType element) {
  bool is_signed = element_class(element) == ElementClass::kSigned;
  uint64_t bits = 0;
  int width = byte_width(element);
  std::memcpy(&bits, at, width);
  if (is_signed && width < 8) {
    uint64_t sign = uint64_t{1} << (8 * width - 1);
    return static_cast<int64_t>((bits ^ sign) - sign);
  }
  return static_cast<int64_t>(bits);
}

// As a conversion to integers or truth values gives it; none for numbers of less than a byte.
std::optional<int64_t> converted(int64_t value, ElementType element) {
  if (element == ElementType::kPred) return value != 0 ? 1 : 0;
  if (bit_width(element) < 8) return {};
  return integer_from(reinterpret_cast<const std::byte*>(&value), element);
}

constexpr int64_t kMaxKnownIntegers = 4096;  // shape code handles a few numbers, not data
constexpr int kMaxShapeCodeDepth = 32;

std::optional<std::vector<int64_t>> known_integers(const Value* value, int depth) {
  const Op* op = value->op();
  Type type = value->type();
  if (op == nullptr || depth > kMaxShapeCodeDepth || !type.is_tensor() || type.num_elements() > kMaxKnownIntegers)
    return {};
  if (is_float(type.element()) || is_complex(type.element())) return {};
  auto of_operand = [&](int i) { return known_integers(op->operand(i), depth + 1); };
  switch (op->kind()) {
    case OpKind::kConstant: {
      const Literal& literal = op->attr(AttrKey::kValue).literal();
      std::vector<int64_t> out;
      size_t width = byte_width(type.element());
      for (int64_t i = 0; i < type.num_elements(); ++i) {
        out.push_back(
            integer_from(literal.data->data() + (literal.splat ? 0 : static_cast<size_t>(i) * width), type.element()));
      }
      return out;
    }
    case OpKind::kConvert: {
      auto values = of_operand(0);
      if (!values) return {};
      for (int64_t& each : *values) {
        const std::optional<int64_t> now = converted(each, type.element());
        if (!now) return {};
        each = *now;
      }
      return values;
    }
    case OpKind::kReshape:
    case OpKind::kCopy: return of_operand(0);
    case OpKind::kBroadcastInDim: {
      auto inner = of_operand(0);
      if (!inner || inner->size() != 1) return {};
      return std::vector<int64_t>(type.num_elements(), (*inner)[0]);
    }
    case OpKind::kConcatenate: {
      if (type.rank() != 1) return {};
      std::vector<int64_t> out;
      for (int i = 0; i < op->num_operands(); ++i) {
        auto part = of_operand(i);
        if (!part) return {};
        out.insert(out.end(), part->begin(), part->end());
      }
      return out;
    }
    case OpKind::kGetDimensionSize: {
      const Type of = op->operand(0)->type();
      const int64_t dimension = op->int_attr(AttrKey::kDimension);
      if (!of.is_tensor() || dimension < 0 || dimension >= of.rank()) return {};  // the verifier says so
      const int64_t size = of.dim(static_cast<int>(dimension));
      if (is_dynamic(size)) return {};
      return std::vector<int64_t>{size};
    }
    default: return {};
  }
}

}  // namespace

std::optional<std::vector<int64_t>> known_integers(const Value* value) { return known_integers(value, 0); }

}  // namespace partita::core::ir

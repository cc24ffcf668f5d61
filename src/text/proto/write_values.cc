// Shapes and literals as messages: the way of values.cc back.
#include <algorithm>
#include <cstring>

#include "text/proto/fields.h"
#include "text/proto/writer.h"

namespace partita::core::text::proto {

int64_t primitive_number(std::string_view name) {
  const auto* found = std::ranges::find(kPrimitives, name, &Primitive::name);
  return found == std::end(kPrimitives) ? 0 : found->type;
}

namespace {

// {1,0:T(8,128)S(3)}: the order of dimensions, the rest is of a compiled program. XLA refuses literals without one: the
// last dimension is the minor one where nothing is said.
std::vector<int64_t> order_of(std::string_view layout, size_t rank) {
  std::vector<int64_t> order = hlo::layout_order(layout);
  if (order.size() != rank) {
    order.resize(rank);
    for (size_t i = 0; i < rank; ++i) order[i] = static_cast<int64_t>(rank - 1 - i);
  }
  return order;
}

Record layout_record(std::string_view text, size_t rank) {
  constexpr int64_t kAlignment = 1;  // of its end, in elements
  Record out;
  out.numbers(1, order_of(text, rank));
  out.number(16, kAlignment);
  return out;
}

Record tensor_record(Type type, std::string_view layout) {
  Record out;
  switch (type.kind()) {
    case TypeKind::kToken: out.number(2, primitive_number("token")); return out;
    case TypeKind::kOpaque: out.number(2, primitive_number("opaque")); return out;
    case TypeKind::kBuffer: {
      Record part;
      part.number(2, primitive_number(hlo_spelling(type.element())));
      part.numbers(3, type.dims());
      part.message(5, layout_record({}, type.dims().size()));
      out.number(2, primitive_number("buffer"));
      out.message(4, part);
      return out;
    }
    case TypeKind::kFuture: {  // an asynchronous start gives its operands, its results and a context
      out.number(2, primitive_number("tuple"));
      for (Type part : type.parts()) out.message(4, tensor_record(part, {}));
      return out;
    }
    case TypeKind::kTensor: break;
  }
  out.number(2, primitive_number(hlo_spelling(type.element())));
  std::vector<int64_t> dims, dynamic;
  for (int64_t size : type.dims()) {
    dims.push_back(ir::is_dynamic(size) ? ir::bound_of(size) : size);
    dynamic.push_back(ir::is_dynamic(size) ? 1 : 0);
  }
  out.numbers(3, dims);
  out.message(5, layout_record(layout, dims.size()));
  out.numbers(6, dynamic);
  return out;
}

}  // namespace

Record shape_record(const hlo::Shape& shape) {
  if (!shape.tuple) return tensor_record(shape.type, shape.layout);
  Record out;
  out.number(2, primitive_number("tuple"));
  for (const hlo::Shape* part : shape.parts) out.message(4, shape_record(*part));
  return out;
}

namespace {

// Numbers of one or two bytes that are varints in no list, and others that are.
bool is_varint_list(int64_t primitive) {
  return primitive == 1 || primitive == 4 || primitive == 5 || primitive == 8 || primitive == 9;
}

// The field that holds elements of a type.
uint32_t literal_field(int64_t primitive) {
  switch (primitive) {
    case 1: return 2;    // pred
    case 2: return 15;   // s8
    case 3: return 17;   // s16
    case 4: return 4;    // s32
    case 5: return 5;    // s64
    case 6: return 3;    // u8
    case 7: return 16;   // u16
    case 8: return 6;    // u32
    case 9: return 7;    // u64
    case 10: return 11;  // f16
    case 11: return 8;   // f32
    case 12: return 9;   // f64
    case 15: return 12;  // c64
    case 16: return 13;  // bf16
    case 18: return 18;  // c128
    default: return static_cast<uint32_t>(primitive);
  }
}

}  // namespace

Record literal_record(const hlo::Shape& shape, std::span<const Attr>& leaves) {
  Record out;
  out.message(1, shape_record(shape));
  if (shape.tuple) {
    for (const hlo::Shape* part : shape.parts) out.message(10, literal_record(*part, leaves));
    return out;
  }
  const Literal& literal = leaves.front().literal();
  leaves = leaves.subspan(1);
  const ElementType element = literal.type.element();
  const auto width = static_cast<size_t>(byte_width(element));
  const auto count = static_cast<size_t>(literal.type.num_elements());
  const int64_t primitive = primitive_number(hlo_spelling(element));
  const auto* data = reinterpret_cast<const char*>(literal.data->data());
  // Elements follow the layout, the minor dimension first.
  std::vector<int64_t> stride(literal.type.dims().size(), 1), index(stride.size(), 0);
  for (size_t i = stride.size(); i-- > 1;) stride[i - 1] = stride[i] * literal.type.dims()[i];
  const std::vector<int64_t> order = order_of(shape.layout, stride.size());
  std::string bytes;
  std::vector<int64_t> numbers;
  int64_t at = 0;
  for (size_t i = 0; i < count; ++i) {
    const char* from = data + (literal.splat ? 0 : static_cast<size_t>(at) * width);
    if (is_varint_list(primitive)) {
      uint64_t bits = 0;
      std::memcpy(&bits, from, width);
      const int unused = 64 - 8 * static_cast<int>(width);
      numbers.push_back(is_integer(element) && element_class(element) == ElementClass::kSigned
                            ? static_cast<int64_t>(bits << unused) >> unused
                            : static_cast<int64_t>(bits));
    } else if (bit_width(element) == 4) {  // two in a byte
      if (i % 2 == 0) bytes += '\0';
      bytes.back() = static_cast<char>(bytes.back() | (*from & 15) << (i % 2 * 4));
    } else {
      bytes.append(from, width);
    }
    for (int64_t dim : order) {
      const auto d = static_cast<size_t>(dim);
      at += stride[d];
      if (++index[d] < literal.type.dims()[d]) break;
      at -= stride[d] * literal.type.dims()[d];
      index[d] = 0;
    }
  }
  if (is_varint_list(primitive)) {
    out.numbers(literal_field(primitive), numbers);
  } else if (!bytes.empty()) {
    out.text(literal_field(primitive), bytes);
  }
  return out;
}

}  // namespace partita::core::text::proto

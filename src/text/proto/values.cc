// Shapes and literals.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>

#include "text/proto/fields.h"
#include "text/proto/reader.h"

namespace partita::core::text::proto {
namespace {

constexpr int kMaxDepth = 64;  // of tuples in tuples

struct ShapeFields {
  int64_t type = 0;
  std::vector<int64_t> dims, dynamic, order;
  bool has_layout = false;
  std::vector<std::string_view> parts;
};

ShapeFields shape_fields(std::string_view message, bool& failed) {
  ShapeFields out;
  Message in(message);
  Field f;
  while (in.next(f)) {
    switch (f.number) {
      case 2: out.type = f.integer(); break;
      case 3: failed |= !append_ints(f, out.dims); break;
      case 4: out.parts.push_back(f.bytes); break;
      case 5: {
        out.has_layout = true;
        Message layout(f.bytes);
        Field part;
        while (layout.next(part)) {
          if (part.number == 1) failed |= !append_ints(part, out.order);
        }
        failed |= layout.failed();
        break;
      }
      case 6: failed |= !append_ints(f, out.dynamic); break;
      default: break;
    }
  }
  failed |= in.failed();
  return out;
}

}  // namespace

std::string_view primitive_name(int64_t type) {
  const auto* found = std::ranges::find(kPrimitives, type, &Primitive::type);
  return found == std::end(kPrimitives) ? std::string_view() : found->name;
}

std::string shape_text(std::string_view message, bool& failed, int depth) {
  const ShapeFields shape = shape_fields(message, failed);
  if (failed) return {};
  const std::string_view name = primitive_name(shape.type);
  if (name == "tuple" || name == "buffer") {
    if (depth >= kMaxDepth) failed = true;
    std::string out = name == "buffer" ? "b(" : "(";
    for (size_t i = 0; i < shape.parts.size() && !failed; ++i) {
      out += (i > 0 ? ", " : "") + shape_text(shape.parts[i], failed, depth + 1);
    }
    return out + ")";
  }
  if (name.empty()) failed = true;
  if (name == "token" || name == "opaque") return fmt::format("{}[]", name);
  std::string out = fmt::format("{}[", name);
  for (size_t i = 0; i < shape.dims.size(); ++i) {
    const bool dynamic = i < shape.dynamic.size() && shape.dynamic[i] != 0;
    out += fmt::format("{}{}{}", i > 0 ? "," : "", dynamic ? "<=" : "", shape.dims[i]);
  }
  out += ']';
  if (shape.order.size() == shape.dims.size() && !shape.dims.empty()) {
    out += fmt::format("{{{}}}", fmt::join(shape.order, ","));
  }
  return out;
}

std::string program_shape_text(std::string_view message, bool& failed) {
  std::string parameters, result;
  Message in(message);
  Field f;
  while (in.next(f)) {
    if (f.number == 1) parameters += (parameters.empty() ? "" : ", ") + shape_text(f.bytes, failed);
    if (f.number == 2) result = shape_text(f.bytes, failed);
  }
  failed |= in.failed();
  return result.empty() ? result : fmt::format("{{({})->{}}}", parameters, result);
}

namespace {

// The bytes of the elements as their field has them, in the order of the layout.
bool element_bytes(std::string_view message, ElementType element, size_t count, Blob& out) {
  const auto width = static_cast<size_t>(byte_width(element));
  Message in(message);
  Field f;
  auto store = [&](uint64_t bits) {
    const size_t at = out.size();
    out.resize(at + width);
    std::memcpy(out.data() + at, &bits, width);
  };
  while (in.next(f)) {
    if (f.number < 2 || f.number == 10 || f.number == 34 || f.number > 36) continue;
    const bool varints = f.number == 2 || (f.number >= 4 && f.number <= 7);
    if (varints) {
      std::vector<int64_t> values;
      if (!append_ints(f, values) || out.size() / width + values.size() > count) return false;
      for (int64_t value : values) store(static_cast<uint64_t>(value));
    } else if (!f.is_bytes) {  // one number of a list that is not packed
      const size_t size = is_complex(element) ? width / 2 : width;
      if (out.size() + size > count * width) return false;
      out.resize(out.size() + size);
      std::memcpy(out.data() + out.size() - size, &f.value, size);
    } else if (f.bytes.size() == (count + 1) / 2 && bit_width(element) == 4 && count > 1) {  // two in a byte
      for (size_t i = 0; i < count; ++i) store((static_cast<uint8_t>(f.bytes[i / 2]) >> (i % 2 * 4)) & 15U);
    } else {
      if (out.size() + f.bytes.size() > count * width) return false;
      std::ranges::copy(std::as_bytes(std::span(f.bytes)), std::back_inserter(out));
    }
  }
  return !in.failed() && out.size() == count * width;
}

// Signed ones below a byte with their sign.
void sign_extend(Blob& data, ElementType element) {
  const int bits = bit_width(element);
  if (bits >= 8 || element_class(element) != ElementClass::kSigned) return;
  for (std::byte& b : data) {
    const auto shifted = static_cast<int8_t>(static_cast<uint8_t>(b) << (8 - bits));
    b = static_cast<std::byte>(static_cast<int8_t>(shifted >> (8 - bits)));
  }
}

// From the order of the layout, minor dimension first, to row-major.
void to_row_major(Blob& data, std::span<const int64_t> dims, const std::vector<int64_t>& order, size_t width) {
  std::vector<int64_t> stride(dims.size());
  int64_t step = 1;
  for (int64_t dim : order) {
    stride[static_cast<size_t>(dim)] = step;
    step *= dims[static_cast<size_t>(dim)];
  }
  Blob out(data.size());
  std::vector<int64_t> index(dims.size());
  for (size_t at = 0; at < out.size(); at += width) {
    int64_t from = 0;
    for (size_t d = 0; d < dims.size(); ++d) from += index[d] * stride[d];
    std::memcpy(out.data() + at, data.data() + static_cast<size_t>(from) * width, width);
    for (size_t d = dims.size(); d-- > 0;) {
      if (++index[d] < dims[d]) break;
      index[d] = 0;
    }
  }
  data = std::move(out);
}

bool is_row_major(const std::vector<int64_t>& order) {
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] != static_cast<int64_t>(order.size() - 1 - i)) return false;
  }
  return true;
}

bool is_permutation(const std::vector<int64_t>& order, size_t rank) {
  std::vector<int64_t> sorted = order;
  std::ranges::sort(sorted);
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != static_cast<int64_t>(i)) return false;
  }
  return sorted.size() == rank;
}

}  // namespace

bool literals(Context& context, std::string_view message, std::vector<Attr>& out, int depth) {
  bool failed = false;
  std::string_view shape_message;
  std::vector<std::string_view> parts;
  Message in(message);
  Field f;
  while (in.next(f)) {
    if (f.number == 1) shape_message = f.bytes;
    if (f.number == 10) parts.push_back(f.bytes);
  }
  const ShapeFields shape = shape_fields(shape_message, failed);
  if (failed || in.failed()) return false;
  if (primitive_name(shape.type) == "tuple") {
    if (depth >= kMaxDepth || parts.size() != shape.parts.size()) return false;
    return std::ranges::all_of(parts, [&](std::string_view part) { return literals(context, part, out, depth + 1); });
  }
  const std::optional<ElementType> element = ir::element_type_from_hlo(primitive_name(shape.type));
  const std::optional<int64_t> count = ir::checked_element_count(shape.dims);
  // Every element has at least half a byte of the message.
  if (!element || !count || static_cast<uint64_t>(*count) / 2 > message.size()) return false;
  Blob data;
  if (!element_bytes(message, *element, static_cast<size_t>(*count), data)) return false;
  sign_extend(data, *element);
  const auto width = static_cast<size_t>(byte_width(*element));
  if (shape.has_layout && !is_row_major(shape.order)) {
    if (!is_permutation(shape.order, shape.dims.size())) return false;
    to_row_major(data, shape.dims, shape.order, width);
  }
  bool splat = data.size() == width;
  if (data.size() > width && std::memcmp(data.data(), data.data() + width, data.size() - width) == 0) {
    data.resize(width);
    splat = true;
  }
  out.push_back(context.dense(context.tensor(*element, shape.dims), splat, std::span<const std::byte>(data)));
  return true;
}

}  // namespace partita::core::text::proto

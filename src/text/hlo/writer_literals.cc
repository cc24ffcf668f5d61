#include "text/hlo/writer_literals.h"

#include <charconv>
#include <cstring>

#include "base/utf8.h"
#include "ir/numeric/float_text.h"

namespace partita::core::text {

void append_int(std::string& out, int64_t value) {
  char digits[24];
  auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end - digits);
}

void append_braced(std::string& out, std::span<const int64_t> values) {
  out += '{';
  for (size_t i = 0; i < values.size(); ++i) {
    if (i) out += ',';
    append_int(out, values[i]);
  }
  out += '}';
}

void append_quoted(std::string& out, std::string_view text) {
  // Strings may hold any bytes (a configuration packed by somebody else), a program is UTF-8.
  const bool is_text = base::find_non_text(text) == text.size();
  out += '"';
  for (char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7F || (c & 0x80 && !is_text)) {
          // Octal, always three digits: what follows cannot run into it.
          unsigned value = static_cast<unsigned char>(c);
          out += '\\';
          for (int shift = 6; shift >= 0; shift -= 3) out += static_cast<char>('0' + ((value >> shift) & 7));
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

namespace {

void append_array(std::string& out, Type type) {
  out += hlo_spelling(type.element());
  out += '[';
  std::span<const int64_t> dims = type.dims();
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i) out += ',';
    append_int(out, dims[i]);
  }
  out += ']';
}

void append_parts(std::string& out, std::span<const Type> parts) {
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i) out += ", ";
    append_shape(out, parts[i]);
  }
}

}  // namespace

void append_shape(std::string& out, Type type, std::string_view layout) {
  switch (type.kind()) {
    case TypeKind::kTensor: append_array(out, type); break;
    case TypeKind::kToken: out += "token[]"; break;
    case TypeKind::kOpaque: out += "opaque[]"; break;
    case TypeKind::kBuffer:
      out += "b(";
      append_array(out, type);
      out += ')';
      break;
    case TypeKind::kFuture:
      out += '(';
      append_parts(out, type.parts());
      out += ')';
      break;
  }
  out += layout;
}

void append_shape_with_default_layout(std::string& out, Type type) {
  append_shape(out, type);
  if (!type.is_tensor() || type.rank() == 0) return;
  out += '{';
  for (int i = type.rank(); i-- > 0;) {
    append_int(out, i);
    if (i) out += ',';
  }
  out += '}';
}

namespace {

uint64_t load_bits(const std::byte* at, int width) {
  uint64_t bits = 0;
  std::memcpy(&bits, at, width);  // little-endian, as tensors are stored
  return bits;
}

int64_t sign_extended(uint64_t bits, int width) {
  int unused = 64 - width;
  return static_cast<int64_t>(bits << unused) >> unused;
}

class LiteralText {
 public:
  LiteralText(std::string& out, const Literal& literal)
      : out_(out),
        element_(literal.type.element()),
        dims_(literal.type.dims()),
        width_(byte_width(element_)),
        step_(literal.splat ? 0 : width_),
        at_(literal.data->data()) {}

  void append(size_t dim) {
    if (dim == dims_.size()) {
      append_element();
      at_ += step_;
      return;
    }
    bool innermost = dim + 1 == dims_.size();
    out_ += innermost ? "{" : "{ ";
    for (int64_t i = 0; i < dims_[dim]; ++i) {
      if (i) out_ += ", ";
      append(dim + 1);
    }
    out_ += innermost ? "}" : " }";
  }

 private:
  void append_element() {
    switch (element_class(element_)) {
      case ElementClass::kBool: out_ += load_bits(at_, width_) ? "true" : "false"; break;
      case ElementClass::kSigned: append_int(out_, sign_extended(load_bits(at_, width_), bit_width(element_))); break;
      case ElementClass::kUnsigned: append_unsigned(load_bits(at_, width_)); break;
      case ElementClass::kFloat: append_hlo_float(out_, element_, load_bits(at_, width_)); break;
      case ElementClass::kComplex: {
        ElementType part = part_type(element_);
        out_ += '(';
        append_hlo_float(out_, part, load_bits(at_, width_ / 2));
        out_ += ", ";
        append_hlo_float(out_, part, load_bits(at_ + width_ / 2, width_ / 2));
        out_ += ')';
        break;
      }
    }
  }

  void append_unsigned(uint64_t value) {
    if (bit_width(element_) < 8) value &= (uint64_t{1} << bit_width(element_)) - 1;
    char digits[24];
    auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out_.append(digits, end - digits);
  }

  std::string& out_;
  ElementType element_;
  std::span<const int64_t> dims_;
  int width_;
  int step_;
  const std::byte* at_;
};

}  // namespace

void append_literal(std::string& out, const Literal& literal) { LiteralText(out, literal).append(0); }

bool is_uniform(const Literal& literal) {
  if (literal.splat) return true;
  size_t width = byte_width(literal.type.element());
  const Blob& data = *literal.data;
  // Each element equals the one before it: the bytes equal themselves one element on.
  return data.size() >= width && std::memcmp(data.data(), data.data() + width, data.size() - width) == 0;
}

}  // namespace partita::core::text

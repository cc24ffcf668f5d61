#include "run/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace partita::core::run {

namespace {

Error bad_npy(std::string message) { return Error{error_without_place(Code::kBadNpy, std::move(message))}; }

// A type string taken apart: "<f4" is {'<', 'f', 4}. A name of ml_dtypes counts as raw bytes.
struct Descr {
  char order = '|';
  char kind = 'V';
  int64_t item_size = 0;
  bool named = false;

  // The unit that a change of byte order turns round: a complex number has two, text has one per character.
  int64_t unit_size() const { return kind == 'c' ? item_size / 2 : kind == 'U' ? 4 : item_size; }
  bool has_byte_order() const { return kind != 'V' && kind != 'S' && unit_size() > 1; }
};

std::string ml_dtypes_name(ElementType type) {
  const std::string_view hlo = hlo_spelling(type);
  if (type == ElementType::kBF16) return "bfloat16";
  if (is_float(type) && bit_width(type) <= 8) return fmt::format("float{}_{}", hlo.substr(1, 1), hlo.substr(2));
  if (is_integer(type) && bit_width(type) < 8) return fmt::format("{}int{}", hlo[0] == 'u' ? "u" : "", hlo.substr(1));
  return {};
}

std::optional<Descr> parse_descr(std::string_view text) {
  for (int i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    if (!text.empty() && text == ml_dtypes_name(type)) return Descr{'|', 'V', byte_width(type), true};
  }
  Descr descr;
  if (text.empty()) return std::nullopt;
  if (std::string_view("<>|=").find(text[0]) != std::string_view::npos) {
    descr.order = text[0];
    text.remove_prefix(1);
  }
  if (text.empty() || std::string_view("biufcVSUmM").find(text[0]) == std::string_view::npos) return std::nullopt;
  descr.kind = text[0];
  text.remove_prefix(1);
  text = text.substr(0, text.find('['));  // datetime units: <M8[ns]
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), descr.item_size);
  if (error != std::errc() || end != text.data() + text.size() || descr.item_size < 0) return std::nullopt;
  if (descr.item_size > (int64_t{1} << 32)) return std::nullopt;
  if (descr.kind == 'U') descr.item_size *= 4;
  return descr;
}

// Reads the one Python dictionary a header holds; keys in any order, trailing commas or none.
class HeaderScanner {
 public:
  explicit HeaderScanner(std::string_view text) : text_(text) {}

  std::optional<NpyHeader> scan() {
    NpyHeader header;
    bool has_descr = false, has_order = false, has_shape = false;
    if (!take('{')) return std::nullopt;
    while (!take('}')) {
      const auto key = quoted();
      if (!key || !take(':')) return std::nullopt;
      if (*key == "descr") {
        const auto descr = quoted();
        if (!descr) return std::nullopt;
        header.descr = *descr;
        has_descr = true;
      } else if (*key == "fortran_order") {
        header.fortran_order = take_word("True");
        if (!header.fortran_order && !take_word("False")) return std::nullopt;
        has_order = true;
      } else if (*key == "shape") {
        if (!tuple(header.shape)) return std::nullopt;
        has_shape = true;
      } else {
        return std::nullopt;
      }
      if (!take(',') && !peek('}')) return std::nullopt;
    }
    skip_space();
    if (!text_.empty() || !has_descr || !has_order || !has_shape) return std::nullopt;
    return header;
  }

 private:
  void skip_space() {
    const size_t next = text_.find_first_not_of(" \t\r\n");
    text_.remove_prefix(std::min(next, text_.size()));
  }
  bool peek(char c) {
    skip_space();
    return text_.starts_with(c);
  }
  bool take(char c) {
    if (!peek(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool take_word(std::string_view word) {
    skip_space();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::optional<std::string> quoted() {
    skip_space();
    if (text_.empty() || (text_[0] != '\'' && text_[0] != '"')) return std::nullopt;
    const size_t end = text_.find(text_[0], 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string result(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return result;
  }
  bool tuple(std::vector<int64_t>& values) {
    if (!take('(')) return false;
    while (!take(')')) {
      skip_space();
      int64_t value = 0;
      const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
      if (error != std::errc() || value < 0) return false;
      text_.remove_prefix(end - text_.data());
      take('L');  // Python 2 wrote long integers so
      values.push_back(value);
      if (!take(',') && !peek(')')) return false;
    }
    return true;
  }

  std::string_view text_;
};

// Null when the product does not fit.
std::optional<uint64_t> data_size(const std::vector<int64_t>& shape, int64_t item_size) {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  uint64_t size = static_cast<uint64_t>(item_size);
  for (int64_t dimension : shape) {
    if (__builtin_mul_overflow(size, static_cast<uint64_t>(dimension), &size)) return std::nullopt;
  }
  return size;
}

// A compressed member may claim any size; memory grows only as far as bytes really come.
Status read_growing(ByteSource& source, uint64_t size, std::vector<std::byte>& data) {
  constexpr uint64_t kFirstStep = uint64_t{16} << 20;
  while (data.size() < size) {
    const uint64_t have = data.size();
    const uint64_t step = std::min(size - have, std::max<uint64_t>(have, kFirstStep));
    data.resize(have + step);
    PARTITA_CHECK_OK(source.read(std::span(data).subspan(have)));
  }
  return {};
}

void reverse_units(std::vector<std::byte>& data, int64_t unit_size) {
  for (auto at = data.begin(); data.end() - at >= unit_size; at += unit_size) std::reverse(at, at + unit_size);
}

// Column-major to row-major: walk the result in order and follow the source by its strides.
std::vector<std::byte> row_major(const std::vector<std::byte>& source, const std::vector<int64_t>& shape,
                                 size_t item_size) {
  std::vector<std::byte> result(source.size());
  const size_t rank = shape.size();
  std::vector<size_t> strides(rank, item_size), index(rank, 0);
  for (size_t d = 1; d < rank; ++d) strides[d] = strides[d - 1] * static_cast<size_t>(shape[d - 1]);
  size_t from = 0;
  for (size_t to = 0; to < result.size(); to += item_size) {
    std::memcpy(&result[to], &source[from], item_size);
    for (size_t d = rank; d-- > 0;) {
      from += strides[d];
      if (++index[d] < static_cast<size_t>(shape[d])) break;
      from -= strides[d] * static_cast<size_t>(shape[d]);
      index[d] = 0;
    }
  }
  return result;
}

Result<NpyHeader> read_dictionary(ByteSource& source) {
  unsigned char prefix[12];
  const auto bytes = std::as_writable_bytes(std::span(prefix));
  if (source.remaining() < 10) return bad_npy("too short for an .npy array");
  PARTITA_CHECK_OK(source.read(bytes.first(8)));
  if (std::memcmp(prefix, "\x93NUMPY", 6) != 0) return bad_npy("does not begin like an .npy array");
  const int version = prefix[6];
  if (version < 1 || version > 3)
    return bad_npy(fmt::format("has .npy version {}; versions 1 to 3 are known", version));
  const size_t length_bytes = version == 1 ? 2 : 4;
  if (source.remaining() < length_bytes) return bad_npy("too short for an .npy array");
  PARTITA_CHECK_OK(source.read(bytes.subspan(8, length_bytes)));
  uint32_t length = 0;
  for (size_t i = 0; i < length_bytes; ++i) length |= static_cast<uint32_t>(prefix[8 + i]) << (8 * i);
  constexpr uint32_t kLongestHeader = 1 << 20;
  if (length > source.remaining() || length > kLongestHeader) {
    return bad_npy(fmt::format("its header claims {} bytes, more than there are", length));
  }
  std::string text(length, '\0');
  PARTITA_CHECK_OK(source.read(std::as_writable_bytes(std::span(text.data(), text.size()))));
  auto header = HeaderScanner(text).scan();
  if (!header) {
    return bad_npy("its header is not a dictionary of descr (one plain type), fortran_order and shape");
  }
  return std::move(*header);
}

// The bits of an element below eight, as tensors store them.
Status normalize_narrow(std::vector<std::byte>& data, ElementType type, bool raw_bits) {
  const int bits = bit_width(type);
  const bool is_signed = element_class(type) == ElementClass::kSigned;
  const int low = is_signed ? -(1 << (bits - 1)) : 0, high = is_signed ? -low - 1 : (1 << bits) - 1;
  for (std::byte& byte : data) {
    int value = static_cast<int>(byte);
    if (raw_bits || is_float(type)) {
      value &= (1 << bits) - 1;
      if (is_signed && value > high) value -= 1 << bits;
    } else {
      if (is_signed && value > INT8_MAX) value -= 1 << 8;
      if (value < low || value > high) {
        return bad_npy(fmt::format("{} does not fit {}", value, mlir_spelling(type)));
      }
    }
    byte = static_cast<std::byte>(value);
  }
  return {};
}

bool accepts(ElementType type, const Descr& descr) {
  if (descr.item_size != byte_width(type)) return false;
  switch (element_class(type)) {
    case ElementClass::kBool: return descr.kind == 'b';
    case ElementClass::kSigned: return descr.kind == 'i' || (bit_width(type) < 8 && descr.kind == 'V');
    case ElementClass::kUnsigned: return descr.kind == 'u' || (bit_width(type) < 8 && descr.kind == 'V');
    case ElementClass::kComplex: return descr.kind == 'c';
    case ElementClass::kFloat: break;
  }
  if (type == ElementType::kBF16) return descr.kind == 'V' || descr.kind == 'u';
  if (bit_width(type) <= 8) return descr.kind == 'V' || descr.kind == 'u' || descr.kind == 'f';
  return descr.kind == 'f';
}

}  // namespace

Result<NpyHeader> read_npy_header(ByteSource& source) {
  PARTITA_ASSIGN(NpyHeader header, read_dictionary(source));
  const auto descr = parse_descr(header.descr);
  if (!descr) return bad_npy(fmt::format("holds elements of type '{}', which no tensor has", header.descr));
  const auto size = data_size(header.shape, descr->item_size);
  if (!size || *size != source.remaining()) {
    return bad_npy(fmt::format("has {} bytes of elements where its shape and type '{}' ask for {}", source.remaining(),
                               header.descr, size ? std::to_string(*size) : "more than any file holds"));
  }
  return header;
}

Result<NpyArray> read_npy_elements(NpyHeader header, ByteSource& source) {
  const auto descr = parse_descr(header.descr);
  NpyArray array{std::move(header.descr), std::move(header.shape), {}};
  PARTITA_CHECK_OK(read_growing(source, source.remaining(), array.data));
  if (descr->order == '>') {
    if (descr->has_byte_order()) reverse_units(array.data, descr->unit_size());
    array.descr[0] = '<';
  }
  if (header.fortran_order && array.shape.size() > 1 && descr->item_size > 0) {
    array.data = row_major(array.data, array.shape, descr->item_size);
  }
  return array;
}

Result<NpyArray> read_npy(ByteSource& source) {
  PARTITA_ASSIGN(NpyHeader header, read_npy_header(source));
  return read_npy_elements(std::move(header), source);
}

bool lies_as_in_memory(const NpyHeader& header) {
  const auto descr = parse_descr(header.descr);
  return !(descr->order == '>' && descr->has_byte_order()) && !(header.fortran_order && header.shape.size() > 1);
}

std::string npy_header(std::string_view descr, std::span<const int64_t> shape) {
  std::string dimensions;
  for (int64_t dimension : shape) dimensions += fmt::format("{}, ", dimension);
  if (shape.size() == 1) dimensions.pop_back();                    // (3,)
  if (shape.size() > 1) dimensions.resize(dimensions.size() - 2);  // (3, 4)
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr, dimensions);
  // NumPy pads so that the elements begin at a multiple of 64; the last byte of the header is a newline.
  constexpr size_t kLongestOfVersion1 = 65535;
  const int version = text.size() + 64 > kLongestOfVersion1 ? 2 : 1;
  const size_t prefix = version == 1 ? 10 : 12;
  text.append(63 - (prefix + text.size()) % 64, ' ').push_back('\n');
  std::string result = "\x93NUMPY";
  result.push_back(static_cast<char>(version));
  result.push_back('\0');
  for (size_t i = 0; i < prefix - 8; ++i) result.push_back(static_cast<char>(text.size() >> (8 * i)));
  return result + text;
}

std::string npy_descr(ElementType type) {
  const int size = byte_width(type);
  const char order = size == 1 ? '|' : '<';
  switch (element_class(type)) {
    case ElementClass::kBool: return "|b1";
    case ElementClass::kSigned: return fmt::format("{}i{}", order, size);
    case ElementClass::kUnsigned: return fmt::format("{}u{}", order, size);
    case ElementClass::kComplex: return fmt::format("<c{}", size);
    case ElementClass::kFloat: break;
  }
  if (type == ElementType::kBF16) return "<V2";
  return size == 1 ? "|V1" : fmt::format("<f{}", size);
}

std::string npy_typed_descr(ElementType type) {
  const std::string name = ml_dtypes_name(type);
  return name.empty() || type == ElementType::kBF16 ? npy_descr(type) : name;
}

Result<ElementType> element_type_of(std::string_view text) {
  const auto descr = parse_descr(text);
  for (int i = 0; descr && i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    if (text == ml_dtypes_name(type)) return type;
    const auto written = parse_descr(npy_typed_descr(type));
    if (!descr->named && !written->named && descr->kind == written->kind && descr->item_size == written->item_size) {
      return type;
    }
  }
  return bad_npy(fmt::format("holds elements of type '{}', which does not tell what they are", text));
}

Result<std::vector<std::byte>> elements_of(NpyArray array, ElementType type) {
  const auto descr = parse_descr(array.descr);
  if (!descr || !accepts(type, *descr) || (descr->named && array.descr != ml_dtypes_name(type))) {
    return bad_npy(fmt::format("holds elements of type '{}' where {} is wanted (stored as '{}')", array.descr,
                               mlir_spelling(type), npy_descr(type)));
  }
  if (type == ElementType::kPred) {
    for (std::byte& byte : array.data) byte = static_cast<std::byte>(byte != std::byte{0});
  } else if (bit_width(type) < 8) {
    PARTITA_CHECK_OK(normalize_narrow(array.data, type, descr->kind == 'V'));
  }
  return std::move(array.data);
}

}  // namespace partita::core::run

#include "run/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace partita::core::run {
namespace {

using nlohmann::json;

constexpr uint64_t kLengthBytes = 8;
constexpr uint64_t kLongestHeader = 100'000'000;  // that of the reference implementation
constexpr std::string_view kMetadata = "__metadata__";

struct DTypeName {
  ElementType type;
  std::string_view name;
};
constexpr DTypeName kNames[] = {
    {ElementType::kPred, "BOOL"},         {ElementType::kS8, "I8"},
    {ElementType::kS16, "I16"},           {ElementType::kS32, "I32"},
    {ElementType::kS64, "I64"},           {ElementType::kU8, "U8"},
    {ElementType::kU16, "U16"},           {ElementType::kU32, "U32"},
    {ElementType::kU64, "U64"},           {ElementType::kF4E2M1FN, "F4"},
    {ElementType::kF6E2M3FN, "F6_E2M3"},  {ElementType::kF6E3M2FN, "F6_E3M2"},
    {ElementType::kF8E4M3FN, "F8_E4M3"},  {ElementType::kF8E4M3FNUZ, "F8_E4M3FNUZ"},
    {ElementType::kF8E5M2, "F8_E5M2"},    {ElementType::kF8E5M2FNUZ, "F8_E5M2FNUZ"},
    {ElementType::kF8E8M0FNU, "F8_E8M0"}, {ElementType::kF16, "F16"},
    {ElementType::kBF16, "BF16"},         {ElementType::kF32, "F32"},
    {ElementType::kF64, "F64"},           {ElementType::kC64, "C64"},
};

std::optional<ElementType> type_named(std::string_view name) {
  for (const DTypeName& known : kNames) {
    if (known.name == name) return known.type;
  }
  return std::nullopt;
}

Error bad_safetensors(std::string message) { return Error{error_without_place(Code::kBadNpy, std::move(message))}; }

// In the file a pred takes a byte.
uint64_t stored_bits(ElementType type) {
  return type == ElementType::kPred ? 8 : static_cast<uint64_t>(bit_width(type));
}

// Nothing where it cannot be counted, or does not fill whole bytes.
std::optional<uint64_t> stored_bytes(ElementType type, std::span<const int64_t> shape) {
  uint64_t bits = stored_bits(type);
  for (int64_t size : shape) {
    if (__builtin_mul_overflow(bits, static_cast<uint64_t>(size), &bits)) return std::nullopt;
  }
  if (bits % 8 != 0) return std::nullopt;
  return bits / 8;
}

// Takes the header apart as it is parsed, so that a hostile one costs no more than its own size. Any value that does
// not belong where it stands ends the parse.
class HeaderHandler {
 public:
  std::vector<SafetensorsEntry> entries;
  std::string problem;

  // What json::sax_parse calls.
  bool start_object(size_t) {
    ++depth_;
    if (depth_ == 1 || (depth_ == 2 && list_ == List::kNone)) return true;
    return fail(depth_ > 2 && in_metadata_ ? "__metadata__ holds more than texts"
                                           : "an object stands in a wrong place");
  }
  bool key(std::string& name) {
    if (depth_ == 1) {
      if (!names_.insert(name).second) return fail(fmt::format("'{}' is there twice", name));
      in_metadata_ = name == kMetadata;
      if (!in_metadata_) entries.push_back({name, ElementType::kF32, {}, 0, 0});
      fields_.clear();
      return true;
    }
    if (in_metadata_) return true;
    if (!fields_.insert(name).second || (name != "dtype" && name != "shape" && name != "data_offsets")) {
      return fail(fmt::format("tensor '{}' has a field '{}', or has it twice", entries.back().name, name));
    }
    field_ = name;
    return true;
  }
  bool end_object() {
    --depth_;
    if (depth_ == 1 && !in_metadata_ && (fields_.size() != 3 || num_offsets_ != 2)) {
      return fail(fmt::format("tensor '{}' lacks dtype, shape or data_offsets", entries.back().name));
    }
    if (depth_ == 1) num_offsets_ = 0;
    return true;
  }
  bool start_array(size_t) {
    if (depth_ != 2 || in_metadata_ || list_ != List::kNone || field_ == "dtype") return misplaced("a list");
    list_ = field_ == "shape" ? List::kShape : List::kOffsets;
    return true;
  }
  bool end_array() {
    list_ = List::kNone;
    return true;
  }
  bool string(std::string& text) {
    if (depth_ == 2 && in_metadata_) return true;
    if (depth_ != 2 || list_ != List::kNone || field_ != "dtype") return misplaced("a text");
    const std::optional<ElementType> type = type_named(text);
    if (!type) return fail(fmt::format("tensor '{}' holds elements of type '{}', which no tensor has", last(), text));
    entries.back().type = *type;
    return true;
  }
  bool number_unsigned(uint64_t number) {
    if (list_ == List::kShape && number <= INT64_MAX) {
      entries.back().shape.push_back(static_cast<int64_t>(number));
      return true;
    }
    if (list_ != List::kOffsets || num_offsets_ == 2) return misplaced("a number");
    (num_offsets_++ == 0 ? entries.back().begin : entries.back().end) = number;
    return true;
  }
  bool number_integer(int64_t) { return misplaced("a number below 0"); }
  bool number_float(double, const std::string&) { return misplaced("a number that is not whole"); }
  bool boolean(bool) { return misplaced("true or false"); }
  bool null() { return misplaced("null"); }
  bool binary(json::binary_t&) { return misplaced("binary data"); }
  bool parse_error(size_t at, const std::string&, const nlohmann::detail::exception&) {
    return fail(fmt::format("its header is no JSON: byte {} of it is wrong", at));
  }

 private:
  enum class List : uint8_t { kNone, kShape, kOffsets };

  bool fail(std::string message) {
    if (problem.empty()) problem = std::move(message);
    return false;
  }
  std::string last() const { return entries.empty() ? "" : entries.back().name; }
  bool misplaced(std::string_view what) {
    return fail(fmt::format("its header has {} in a wrong place{}", what,
                            entries.empty() ? "" : fmt::format(", in or behind '{}'", last())));
  }

  int depth_ = 0;
  bool in_metadata_ = false;
  List list_ = List::kNone;
  int num_offsets_ = 0;
  std::string field_;
  std::set<std::string, std::less<>> names_, fields_;
};

}  // namespace

std::string_view safetensors_dtype(ElementType type) {
  for (const DTypeName& known : kNames) {
    if (known.type == type) return known.name;
  }
  return {};
}

bool looks_like_safetensors(const InputFile& file) {
  std::array<std::byte, kLengthBytes + 1> start{};
  if (file.size() < start.size() || !file.read(0, start).ok() || start[kLengthBytes] != std::byte{'{'}) return false;
  return std::all_of(start.begin() + 4, start.begin() + kLengthBytes, [](std::byte b) { return b == std::byte{0}; });
}

Result<std::vector<SafetensorsEntry>> read_safetensors_header(const InputFile& file) {
  if (file.size() < kLengthBytes) return bad_safetensors("too short for a .safetensors file");
  unsigned char prefix[kLengthBytes];
  PARTITA_CHECK_OK(file.read(0, std::as_writable_bytes(std::span(prefix))));
  uint64_t length = 0;
  for (size_t i = 0; i < kLengthBytes; ++i) length |= static_cast<uint64_t>(prefix[i]) << (8 * i);
  if (length > file.size() - kLengthBytes || length > kLongestHeader) {
    return bad_safetensors(fmt::format("its header claims {} bytes, more than there are or may be", length));
  }
  std::string text(length, '\0');
  PARTITA_CHECK_OK(file.read(kLengthBytes, std::as_writable_bytes(std::span(text.data(), text.size()))));
  if (!text.starts_with('{')) return bad_safetensors("its header does not begin with {");
  HeaderHandler header;
  if (!json::sax_parse(text, &header)) return bad_safetensors(header.problem);

  std::vector<SafetensorsEntry>& entries = header.entries;
  std::sort(entries.begin(), entries.end(), [](const SafetensorsEntry& a, const SafetensorsEntry& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  const uint64_t start = kLengthBytes + length, size = file.size() - start;
  uint64_t at = 0;
  for (SafetensorsEntry& entry : entries) {
    if (entry.begin != at || entry.end < entry.begin || entry.end > size) {
      return bad_safetensors(
          fmt::format("tensor '{}' lies at {} to {}: not behind the one before it, or outside the file", entry.name,
                      entry.begin, entry.end));
    }
    if (stored_bytes(entry.type, entry.shape) != entry.end - entry.begin) {
      return bad_safetensors(fmt::format("tensor '{}' has {} bytes, which its shape and type do not take", entry.name,
                                         entry.end - entry.begin));
    }
    at = entry.end;
    entry.begin += start;
    entry.end += start;
  }
  if (at != size) return bad_safetensors(fmt::format("{} bytes at its end belong to no tensor", size - at));
  return std::move(entries);
}

Result<std::string> safetensors_header(std::span<SafetensorsEntry> entries) {
  std::string text = "{";
  uint64_t at = 0;
  for (SafetensorsEntry& entry : entries) {
    const std::string_view dtype = safetensors_dtype(entry.type);
    if (entry.name == kMetadata)
      return bad_safetensors("no tensor of a .safetensors file can be called '__metadata__'");
    if (dtype.empty()) {
      return bad_safetensors(fmt::format("'{}' is of {}, for which .safetensors has no word; .npz has", entry.name,
                                         hlo_spelling(entry.type)));
    }
    const std::optional<uint64_t> bytes = stored_bytes(entry.type, entry.shape);
    if (!bytes) {
      return bad_safetensors(
          fmt::format("the elements of '{}' do not fill whole bytes, as .safetensors wants them to; .npz takes "
                      "them",
                      entry.name));
    }
    entry.begin = at;
    entry.end = at += *bytes;
    text += fmt::format("{}{}:{{\"dtype\":\"{}\",\"shape\":[{}],\"data_offsets\":[{},{}]}}", text.size() > 1 ? "," : "",
                        json(entry.name).dump(), dtype, fmt::join(entry.shape, ","), entry.begin, entry.end);
  }
  text += "}";
  text.append((64 - (kLengthBytes + text.size()) % 64) % 64, ' ');
  if (text.size() > kLongestHeader) return bad_safetensors("the names and shapes take more than a header may");
  std::string out;
  for (size_t i = 0; i < kLengthBytes; ++i) out.push_back(static_cast<char>(text.size() >> (8 * i)));
  for (SafetensorsEntry& entry : entries) {
    entry.begin += kLengthBytes + text.size();
    entry.end += kLengthBytes + text.size();
  }
  return out + text;
}

Blob pack(std::span<const std::byte> elements, ElementType type) {
  const size_t bits = bit_width(type);
  Blob out((elements.size() * bits + 7) / 8);
  for (size_t i = 0; i < elements.size(); ++i) {
    const unsigned value = std::to_integer<unsigned>(elements[i]) << (i * bits % 8);
    out[i * bits / 8] |= static_cast<std::byte>(value & 0xFF);
    if (value > 0xFF) out[i * bits / 8 + 1] |= static_cast<std::byte>(value >> 8);
  }
  return out;
}

Blob unpack(std::span<const std::byte> packed, ElementType type) {
  const size_t bits = bit_width(type);
  Blob out(packed.size() * 8 / bits);
  for (size_t i = 0; i < out.size(); ++i) {
    const size_t at = i * bits / 8;
    const unsigned low = std::to_integer<unsigned>(packed[at]);
    const unsigned high = at + 1 < packed.size() ? std::to_integer<unsigned>(packed[at + 1]) : 0;
    out[i] = static_cast<std::byte>(((high << 8 | low) >> (i * bits % 8)) & ((1U << bits) - 1));
  }
  return out;
}

}  // namespace partita::core::run

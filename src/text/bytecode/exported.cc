#include "text/bytecode/exported.h"

#include <cstdint>
#include <cstring>

#include "text/bytecode/bytecode.h"

namespace partita::core::text {
namespace {

constexpr size_t kModuleField = 13;

// Little-endian, at an offset; nothing behind the end.
template <typename T>
std::optional<T> load(std::string_view bytes, uint64_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

}  // namespace

// A table begins with how far in front of it its vtable lies, which has the offset of each field, 0 where it is absent;
// a vector's field has how far behind it the vector lies: a length, then the bytes.
std::optional<std::string_view> exported_module(std::string_view bytes) {
  const std::optional<uint32_t> root = load<uint32_t>(bytes, 0);
  if (!root) return std::nullopt;
  const std::optional<int32_t> back = load<int32_t>(bytes, *root);
  if (!back) return std::nullopt;
  const int64_t vtable = int64_t{*root} - *back;
  if (vtable < 0) return std::nullopt;
  const auto table = static_cast<uint64_t>(vtable);
  const std::optional<uint16_t> size = load<uint16_t>(bytes, table);
  if (!size || *size < 6 + 2 * kModuleField) return std::nullopt;
  const std::optional<uint16_t> offset = load<uint16_t>(bytes, table + 4 + 2 * kModuleField);
  if (!offset || *offset == 0) return std::nullopt;
  const uint64_t field = uint64_t{*root} + *offset;
  const std::optional<uint32_t> to = load<uint32_t>(bytes, field);
  if (!to) return std::nullopt;
  const std::optional<uint32_t> length = load<uint32_t>(bytes, field + *to);
  const uint64_t begin = field + *to + 4;
  if (!length || begin > bytes.size() || bytes.size() - begin < *length) return std::nullopt;
  const std::string_view module = bytes.substr(begin, *length);
  return is_bytecode(module) ? std::optional(module) : std::nullopt;
}

}  // namespace partita::core::text

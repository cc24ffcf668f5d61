#include "text/proto/wire.h"

#include <cstring>

namespace partita::core::text::proto {
namespace {

enum WireType : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

bool read_varint(const char*& at, const char* end, uint64_t& out) {
  out = 0;
  for (unsigned shift = 0; shift < 64 && at < end; shift += 7) {
    const auto byte = static_cast<uint8_t>(*at++);
    out |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

}  // namespace

bool Message::varint(uint64_t& out) { return read_varint(at_, end_, out) || fail(); }

bool Message::next(Field& out) {
  if (at_ == end_ || failed_) return false;
  uint64_t tag = 0;
  if (!varint(tag)) return false;
  if (tag >> 3 == 0 || tag >> 3 > UINT32_MAX) return fail();
  out = Field();
  out.number = static_cast<uint32_t>(tag >> 3);
  const auto left = static_cast<size_t>(end_ - at_);
  switch (tag & 7) {
    case kVarint: return varint(out.value);
    case kFixed64:
    case kFixed32: {
      const size_t size = (tag & 7) == kFixed64 ? 8 : 4;
      if (left < size) return fail();
      std::memcpy(&out.value, at_, size);
      at_ += size;
      return true;
    }
    case kBytes: {
      uint64_t size = 0;
      if (!varint(size)) return false;
      if (size > static_cast<size_t>(end_ - at_)) return fail();
      out.is_bytes = true;
      out.bytes = {at_, static_cast<size_t>(size)};
      at_ += size;
      return true;
    }
    default: return fail();
  }
}

bool append_ints(const Field& field, std::vector<int64_t>& out) {
  if (!field.is_bytes) {
    out.push_back(field.integer());
    return true;
  }
  const char* at = field.bytes.data();
  const char* const end = at + field.bytes.size();
  uint64_t value = 0;
  while (at < end) {
    if (!read_varint(at, end, value)) return false;
    out.push_back(static_cast<int64_t>(value));
  }
  return true;
}

}  // namespace partita::core::text::proto

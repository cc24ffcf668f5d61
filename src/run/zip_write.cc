// Writes ZIP archives of stored members, with ZIP64 records where sizes need them (zip.h).
#include <zlib.h>

#include <algorithm>

#include "run/atomic_file.h"
#include "run/zip.h"

namespace partita::core::run {

namespace {

constexpr uint64_t kAlignment = 64;

void put(std::string& out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

uint32_t checksum(const ZipEntry& entry) {
  uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(entry.header.data()), entry.header.size());
  // crc32_z takes a null pointer to ask for the initial value; an empty array must not.
  if (!entry.data.empty()) crc = crc32_z(crc, reinterpret_cast<const Bytef*>(entry.data.data()), entry.data.size());
  return static_cast<uint32_t>(crc);
}

struct Placed {
  const ZipEntry& entry;
  uint32_t crc;
  uint64_t size;
  uint64_t offset;
};

// What both headers of a member say: version, flags, method, time, checksum and sizes. The date is the earliest there
// is, so that the same arrays give the same bytes.
void put_common(std::string& out, const Placed& placed, bool wide) {
  constexpr uint64_t kUtf8Names = 1 << 11, kStored = 0, kMidnight = 0, kFirstOf1980 = (1 << 5) | 1;
  put(out, wide ? 45 : 20, 2);
  put(out, kUtf8Names, 2);
  put(out, kStored, 2);
  put(out, kMidnight, 2);
  put(out, kFirstOf1980, 2);
  put(out, placed.crc, 4);
  put(out, wide ? kSee64 : placed.size, 4);
  put(out, wide ? kSee64 : placed.size, 4);
  put(out, placed.entry.name.size(), 2);
}

// The record by which Android's zipalign makes members begin at a multiple of `kAlignment`: readers pass over it.
std::string alignment_record(uint64_t at) {
  constexpr uint64_t kRecord = 0xD935, kFixed = 6;
  std::string out;
  put(out, kRecord, 2);
  const uint64_t zeros = (kAlignment - (at + kFixed) % kAlignment) % kAlignment;
  put(out, 2 + zeros, 2);
  put(out, kAlignment, 2);
  return out.append(zeros, '\0');
}

std::string member_header(const Placed& placed) {
  const bool wide = placed.size >= kSee64;
  std::string out, extra;
  put(out, 0x04034b50, 4);
  put_common(out, placed, wide);
  if (wide) {
    put(extra, 1, 2);
    put(extra, 16, 2);
    put(extra, placed.size, 8);
    put(extra, placed.size, 8);
  }
  constexpr uint64_t kLengthOfExtra = 2;
  extra += alignment_record(placed.offset + out.size() + kLengthOfExtra + placed.entry.name.size() + extra.size());
  put(out, extra.size(), kLengthOfExtra);
  return out + placed.entry.name + extra;
}

std::string directory_entry(const Placed& placed) {
  const bool wide = placed.size >= kSee64, far = placed.offset >= kSee64;
  std::string extra;
  if (wide || far) {
    put(extra, 1, 2);
    put(extra, (wide ? 16 : 0) + (far ? 8 : 0), 2);
    if (wide) put(extra, placed.size, 8);
    if (wide) put(extra, placed.size, 8);
    if (far) put(extra, placed.offset, 8);
  }
  std::string out;
  put(out, 0x02014b50, 4);
  put(out, wide || far ? 45 : 20, 2);
  put_common(out, placed, wide);
  put(out, extra.size(), 2);
  out.append(2 + 2 + 2 + 4, '\0');  // no comment, first disk, no attributes
  put(out, far ? kSee64 : placed.offset, 4);
  return out + placed.entry.name + extra;
}

std::string end_records(uint64_t count, uint64_t offset, uint64_t size) {
  std::string out;
  const bool wide = count >= 0xFFFF || offset >= kSee64 || size >= kSee64;
  if (wide) {
    put(out, 0x06064b50, 4);
    put(out, 44, 8);  // of this record, after this field
    put(out, 45, 2);
    put(out, 45, 2);
    put(out, 0, 8);  // this disk, the directory's disk
    put(out, count, 8);
    put(out, count, 8);
    put(out, size, 8);
    put(out, offset, 8);
    put(out, 0x07064b50, 4);
    put(out, 0, 4);
    put(out, offset + size, 8);
    put(out, 1, 4);
  }
  put(out, 0x06054b50, 4);
  put(out, 0, 4);
  put(out, std::min<uint64_t>(count, 0xFFFF), 2);
  put(out, std::min<uint64_t>(count, 0xFFFF), 2);
  put(out, std::min(size, kSee64), 4);
  put(out, std::min(offset, kSee64), 4);
  put(out, 0, 2);
  return out;
}

}  // namespace

Status write_zip(AtomicFile& file, std::span<const ZipEntry> entries) {
  std::string directory;
  uint64_t offset = 0;
  for (const ZipEntry& entry : entries) {
    const Placed placed{entry, checksum(entry), entry.header.size() + entry.data.size(), offset};
    const std::string header = member_header(placed);
    PARTITA_CHECK_OK(file.write(header));
    PARTITA_CHECK_OK(file.write(entry.header));
    PARTITA_CHECK_OK(file.write(entry.data));
    directory += directory_entry(placed);
    offset += header.size() + placed.size;
  }
  PARTITA_CHECK_OK(file.write(directory));
  return file.write(end_records(entries.size(), offset, directory.size()));
}

}  // namespace partita::core::run

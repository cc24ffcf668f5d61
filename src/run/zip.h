// The container of .npz files: a zip archive of members that are stored or deflated.
//
// Sizes are believed only as far as the file can bear them out: a member lies inside the file, members do not overlap,
// and a deflated one claims no more than deflate can make of its bytes (1032 to 1). zip64 is understood; encryption is
// not.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "run/input_file.h"
#include "run/npy.h"

namespace partita::core::run {

// A 32-bit size or offset that stands in the zip64 record instead.
inline constexpr uint64_t kSee64 = 0xFFFFFFFF;

struct ZipMember {
  std::string name;
  bool deflated = false;
  uint32_t crc = 0;
  uint64_t stored_size = 0;  // as it lies in the file
  uint64_t size = 0;         // as read
  uint64_t offset = 0;       // of the member's own header
};

bool looks_like_zip(const InputFile& file);
// In the order of the archive's directory.
Result<std::vector<ZipMember>> list_zip(const InputFile& file);
// The last bytes read are checked against the member's checksum.
Result<std::unique_ptr<ByteSource>> open_member(const InputFile& file, const ZipMember& member);
// Where the member's bytes begin, in the file.
Result<uint64_t> start_of_member(const InputFile& file, const ZipMember& member);
// Whether all bytes of a member, read otherwise, fit its checksum.
Status check_member(const ZipMember& member, std::span<const std::byte> bytes);
// Part of a file as it is.
std::unique_ptr<ByteSource> open_range(const InputFile& file, uint64_t offset, uint64_t size);

// A stored member: a header, then the given pieces of data one after the other. It begins at a multiple of 64, so that
// it can be used where it lies.
struct ZipEntry {
  std::string name;
  std::string header;
  std::span<const std::byte> data;
};

// Writes the whole archive; the caller commits the file.
class AtomicFile;
Status write_zip(AtomicFile& file, std::span<const ZipEntry> entries);

}  // namespace partita::core::run

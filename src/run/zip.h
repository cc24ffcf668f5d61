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
#include "run/npy.h"

namespace partita::core::run {

// A file open for reading at any place.
class InputFile {
 public:
  static Result<std::unique_ptr<InputFile>> open(const std::string& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  uint64_t size() const { return size_; }
  Status read(uint64_t offset, std::span<std::byte> target) const;

 private:
  InputFile(int descriptor, uint64_t size) : descriptor_(descriptor), size_(size) {}
  int descriptor_;
  uint64_t size_;
};

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
// Part of a file as it is.
std::unique_ptr<ByteSource> open_range(const InputFile& file, uint64_t offset, uint64_t size);

// A stored member: a header, then the given pieces of data one after the other.
struct ZipEntry {
  std::string name;
  std::string header;
  std::span<const std::byte> data;
};

// Writes the whole archive; the caller commits the file.
class AtomicFile;
Status write_zip(AtomicFile& file, std::span<const ZipEntry> entries);

}  // namespace partita::core::run

// Reads ZIP archives: the central directory, and members stored or deflated (zip.h).
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <optional>

#include "run/zip.h"

namespace partita::core::run {

namespace {

constexpr uint32_t kMemberSignature = 0x04034b50;
constexpr uint32_t kDirectorySignature = 0x02014b50;
constexpr uint32_t kEndSignature = 0x06054b50;
constexpr uint32_t kEnd64Signature = 0x06064b50;
constexpr uint32_t kLocator64Signature = 0x07064b50;
constexpr size_t kMemberHeaderSize = 30, kDirectoryEntrySize = 46, kEndSize = 22, kEnd64Size = 56, kLocator64Size = 20;

Error bad_zip(std::string message) { return Error{error_without_place(Code::kBadNpy, std::move(message))}; }

uint64_t little(const std::byte* at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= static_cast<uint64_t>(at[i]) << (8 * i);
  return value;
}

struct DirectoryPlace {
  uint64_t offset = 0, size = 0;
};

// The end record stands last, before a comment of at most 65,535 bytes.
Result<DirectoryPlace> find_directory(const InputFile& file) {
  const uint64_t tail_size = std::min<uint64_t>(file.size(), kEndSize + 65535);
  if (tail_size < kEndSize) return bad_zip("too short for an .npz archive");
  std::vector<std::byte> tail(tail_size);
  const uint64_t tail_offset = file.size() - tail_size;
  PARTITA_CHECK_OK(file.read(tail_offset, tail));
  for (size_t at = tail_size - kEndSize + 1; at-- > 0;) {
    const std::byte* end = &tail[at];
    if (little(end, 4) != kEndSignature || at + kEndSize + little(end + 20, 2) != tail_size) continue;
    DirectoryPlace place{little(end + 16, 4), little(end + 12, 4)};
    const uint64_t end_offset = tail_offset + at;
    const bool wants64 = place.offset == kSee64 || place.size == kSee64 || little(end + 10, 2) == 0xFFFF;
    if (wants64 && at >= kLocator64Size && little(end - kLocator64Size, 4) == kLocator64Signature) {
      const uint64_t end64_offset = little(end - kLocator64Size + 8, 8);
      std::array<std::byte, kEnd64Size> end64;
      if (end64_offset > end_offset || end_offset - end64_offset < kEnd64Size) break;
      PARTITA_CHECK_OK(file.read(end64_offset, end64));
      if (little(end64.data(), 4) != kEnd64Signature) break;
      place = {little(&end64[48], 8), little(&end64[40], 8)};
    }
    if (place.offset > end_offset || place.size > end_offset - place.offset) break;
    return place;
  }
  return bad_zip("not a whole zip archive: its directory is missing or damaged");
}

// Takes the 64-bit values from the extra record, in the order of the fields that refer to it.
bool resolve_zip64(std::span<const std::byte> extra, ZipMember& member) {
  while (extra.size() >= 4) {
    const uint64_t id = little(extra.data(), 2), length = little(&extra[2], 2);
    if (length > extra.size() - 4) return false;
    std::span<const std::byte> record = extra.subspan(4, length);
    extra = extra.subspan(4 + length);
    if (id != 1) continue;
    for (uint64_t* field : {&member.size, &member.stored_size, &member.offset}) {
      if (*field != kSee64) continue;
      if (record.size() < 8) return false;
      *field = little(record.data(), 8);
      record = record.subspan(8);
    }
  }
  return true;
}

// Bytes of the file, checked against a checksum when all are read if there is one.
class StoredSource : public ByteSource {
 public:
  StoredSource(const InputFile& file, uint64_t offset, uint64_t size, std::optional<uint32_t> crc)
      : file_(file), offset_(offset), left_(size), expected_crc_(crc) {}

  uint64_t remaining() const override { return left_; }
  Status read(std::span<std::byte> target) override {
    if (target.size() > left_) return bad_zip("ends too early");
    PARTITA_CHECK_OK(file_.read(offset_, target));
    offset_ += target.size();
    left_ -= target.size();
    if (expected_crc_) crc_ = crc32_z(crc_, reinterpret_cast<const Bytef*>(target.data()), target.size());
    if (left_ == 0 && expected_crc_ && crc_ != *expected_crc_) return bad_zip("is damaged: its checksum is wrong");
    return {};
  }

 private:
  const InputFile& file_;
  uint64_t offset_, left_;
  std::optional<uint32_t> expected_crc_;
  uLong crc_ = 0;
};

class InflateSource : public ByteSource {
 public:
  InflateSource(const InputFile& file, uint64_t offset, const ZipMember& member)
      : file_(file), offset_(offset), stored_left_(member.stored_size), left_(member.size), expected_crc_(member.crc) {
    constexpr int kRawDeflate = -MAX_WBITS;
    started_ = inflateInit2(&stream_, kRawDeflate) == Z_OK;
  }
  ~InflateSource() override {
    if (started_) inflateEnd(&stream_);
  }

  uint64_t remaining() const override { return left_; }
  Status read(std::span<std::byte> target) override {
    if (!started_) return bad_zip("cannot be decompressed: zlib did not start");
    if (target.size() > left_) return bad_zip("ends too early");
    left_ -= target.size();
    while (!target.empty()) {
      if (stream_.avail_in == 0 && stored_left_ > 0) PARTITA_CHECK_OK(refill());
      const size_t chunk = std::min<size_t>(target.size(), size_t{1} << 30);
      stream_.next_out = reinterpret_cast<Bytef*>(target.data());
      stream_.avail_out = static_cast<uInt>(chunk);
      const int status = inflate(&stream_, Z_NO_FLUSH);
      const size_t made = chunk - stream_.avail_out;
      crc_ = crc32_z(crc_, reinterpret_cast<const Bytef*>(target.data()), made);
      target = target.subspan(made);
      if (status == Z_OK && (made > 0 || stored_left_ > 0 || stream_.avail_in > 0)) continue;
      if (status == Z_STREAM_END && target.empty()) break;
      return bad_zip(status == Z_DATA_ERROR ? "is damaged: it cannot be decompressed" : "ends too early");
    }
    if (left_ == 0 && crc_ != expected_crc_) return bad_zip("is damaged: its checksum is wrong");
    return {};
  }

 private:
  Status refill() {
    const size_t size = static_cast<size_t>(std::min<uint64_t>(stored_left_, buffer_.size()));
    PARTITA_CHECK_OK(file_.read(offset_, std::span(buffer_).first(size)));
    offset_ += size;
    stored_left_ -= size;
    stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    stream_.avail_in = static_cast<uInt>(size);
    return {};
  }

  const InputFile& file_;
  uint64_t offset_, stored_left_, left_;
  uint32_t expected_crc_;
  uLong crc_ = 0;
  bool started_ = false;
  z_stream stream_{};
  std::vector<std::byte> buffer_ = std::vector<std::byte>(size_t{1} << 16);
};

}  // namespace

bool looks_like_zip(const InputFile& file) {
  std::array<std::byte, 4> start{};
  if (file.size() < kEndSize || !file.read(0, start).ok()) return false;
  const uint64_t signature = little(start.data(), 4);
  return signature == kMemberSignature || signature == kEndSignature;
}

Result<std::vector<ZipMember>> list_zip(const InputFile& file) {
  PARTITA_ASSIGN(DirectoryPlace place, find_directory(file));
  std::vector<std::byte> directory(place.size);
  PARTITA_CHECK_OK(file.read(place.offset, directory));
  std::vector<ZipMember> members;
  uint64_t stored_total = 0;
  for (std::span<const std::byte> rest(directory); !rest.empty();) {
    if (rest.size() < kDirectoryEntrySize || little(rest.data(), 4) != kDirectorySignature) {
      return bad_zip("not a whole zip archive: its directory is damaged");
    }
    const uint64_t flags = little(&rest[8], 2), method = little(&rest[10], 2);
    const uint64_t name_size = little(&rest[28], 2), extra_size = little(&rest[30], 2),
                   comment_size = little(&rest[32], 2);
    if (rest.size() - kDirectoryEntrySize < name_size + extra_size + comment_size) {
      return bad_zip("not a whole zip archive: its directory is damaged");
    }
    ZipMember member;
    member.name.assign(reinterpret_cast<const char*>(rest.data()) + kDirectoryEntrySize, name_size);
    member.crc = static_cast<uint32_t>(little(&rest[16], 4));
    member.stored_size = little(&rest[20], 4);
    member.size = little(&rest[24], 4);
    member.offset = little(&rest[42], 4);
    if (!resolve_zip64(rest.subspan(kDirectoryEntrySize + name_size, extra_size), member)) {
      return bad_zip(fmt::format("member '{}' has a damaged zip64 record", member.name));
    }
    rest = rest.subspan(kDirectoryEntrySize + name_size + extra_size + comment_size);

    if ((flags & 1) != 0) return bad_zip(fmt::format("member '{}' is encrypted", member.name));
    if (method != 0 && method != 8) {
      return bad_zip(fmt::format("member '{}' is compressed by method {}; only stored and deflated members can be read",
                                 member.name, method));
    }
    member.deflated = method == 8;
    // Members lie one after the other before the directory; more bytes than that would have to be shared.
    bool fits = member.stored_size <= place.offset;
    if (fits) stored_total += member.stored_size;
    if (!fits || stored_total > place.offset) {
      return bad_zip(fmt::format("member '{}' claims more bytes than the file has", member.name));
    }
    constexpr uint64_t kBestRatio = 1032, kSlack = 64;
    const uint64_t most = member.deflated ? member.stored_size * kBestRatio + kSlack : member.stored_size;
    if (member.size > most || (!member.deflated && member.size != member.stored_size)) {
      return bad_zip(fmt::format("member '{}' claims a size its bytes cannot hold", member.name));
    }
    members.push_back(std::move(member));
  }
  return members;
}

Result<uint64_t> start_of_member(const InputFile& file, const ZipMember& member) {
  std::array<std::byte, kMemberHeaderSize> header;
  const auto outside = [&] { return bad_zip("lies outside the file"); };
  if (member.offset > file.size() || file.size() - member.offset < header.size()) return outside();
  PARTITA_CHECK_OK(file.read(member.offset, header));
  if (little(header.data(), 4) != kMemberSignature) return bad_zip("has no header where the directory points");
  const uint64_t start = member.offset + header.size() + little(&header[26], 2) + little(&header[28], 2);
  if (start > file.size() || file.size() - start < member.stored_size) return outside();
  return start;
}

Status check_member(const ZipMember& member, std::span<const std::byte> bytes) {
  const uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  if (crc != member.crc) return bad_zip("is damaged: its checksum is wrong");
  return {};
}

Result<std::unique_ptr<ByteSource>> open_member(const InputFile& file, const ZipMember& member) {
  PARTITA_ASSIGN(const uint64_t start, start_of_member(file, member));
  std::unique_ptr<ByteSource> source;
  if (member.deflated) {
    source = std::make_unique<InflateSource>(file, start, member);
  } else {
    source = std::make_unique<StoredSource>(file, start, member.size, member.crc);
  }
  return source;
}

std::unique_ptr<ByteSource> open_range(const InputFile& file, uint64_t offset, uint64_t size) {
  return std::make_unique<StoredSource>(file, offset, size, std::nullopt);
}

}  // namespace partita::core::run

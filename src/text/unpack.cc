#include "text/unpack.h"

#include <fmt/format.h>
#include <zlib.h>
#ifdef PARTITA_ZSTD
#include <zstd.h>
#endif

#include <algorithm>

namespace partita::core::text {
namespace {

constexpr std::string_view kGzip = "\x1F\x8B";
constexpr std::string_view kZstd = "\x28\xB5\x2F\xFD";
constexpr size_t kMost = UINT32_MAX;  // what a source may have

Error bad(std::string_view name, std::string message) {
  Diagnostic d = base::error_without_place(Code::kCannotRead, std::move(message));
  d.file = std::string(name);
  return Error{std::move(d)};
}

// Members one after the other, as gzip -c a b gives them, and zeros behind the last, as tapes and disks have them.
Result<std::string> gunzip(std::string_view bytes, std::string_view name) {
  std::string out;
  z_stream stream{};
  constexpr int kGzipOnly = 16 + MAX_WBITS;
  if (inflateInit2(&stream, kGzipOnly) != Z_OK) return bad(name, "no memory to expand it");
  size_t taken = 0;
  std::string_view wrong;
  char buffer[1 << 16];
  while (wrong.empty()) {
    const size_t piece = std::min<size_t>(bytes.size() - taken, 1U << 30);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
    stream.avail_in = static_cast<uInt>(piece);
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    const int status = inflate(&stream, Z_NO_FLUSH);
    taken += piece - stream.avail_in;
    out.append(buffer, sizeof buffer - stream.avail_out);
    if (status == Z_STREAM_END) {
      if (bytes.find_first_not_of('\0', taken) == std::string_view::npos) break;
      inflateReset(&stream);
    } else if (status == Z_BUF_ERROR) {
      wrong = "the gzip data end too early";
    } else if (status != Z_OK) {
      wrong = "the gzip data are damaged";
    }
    if (out.size() >= kMost) wrong = "it is larger than 4 GiB when it is expanded";
  }
  inflateEnd(&stream);
  if (!wrong.empty()) return bad(name, fmt::format("{}, at byte {}", wrong, taken));
  return out;
}

#ifdef PARTITA_ZSTD

// Frames one after the other.
Result<std::string> expand_zstd(std::string_view bytes, std::string_view name) {
  ZSTD_DStream* stream = ZSTD_createDStream();
  if (stream == nullptr) return bad(name, "no memory to expand it");
  std::string out;
  std::string_view wrong;
  char buffer[1 << 16];
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  size_t left = 0;  // 0 at the end of a frame
  do {
    ZSTD_outBuffer piece{buffer, sizeof buffer, 0};
    const size_t before = in.pos;
    left = ZSTD_decompressStream(stream, &piece, &in);
    if (ZSTD_isError(left) != 0) {
      wrong = "the zstd data are damaged";
    } else if (out.append(buffer, piece.pos); out.size() >= kMost) {
      wrong = "it is larger than 4 GiB when it is expanded";
    } else if (in.pos == before && piece.pos == 0 && left != 0) {
      wrong = "the zstd data end too early";
    }
  } while (wrong.empty() && (in.pos < in.size || left != 0));
  ZSTD_freeDStream(stream);
  if (!wrong.empty()) return bad(name, fmt::format("{}, at byte {}", wrong, in.pos));
  return out;
}

#else

Result<std::string> expand_zstd(std::string_view, std::string_view name) {
  return bad(name,
             "the file is compressed by zstd, which this was built without (libzstd-dev); `zstd -d` gives the program");
}

#endif

}  // namespace

Result<std::string> unpack(std::string bytes, std::string_view name) {
  if (bytes.starts_with(kGzip)) return gunzip(bytes, name);
  if (bytes.starts_with(kZstd)) return expand_zstd(bytes, name);
  return bytes;
}

}  // namespace partita::core::text

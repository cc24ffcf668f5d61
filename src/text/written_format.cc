#include "text/written_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "text/bytecode/bytecode.h"

namespace partita::core::text {
namespace {

struct Word {
  std::string_view word;
  TextFormat format;
  Encoding encoding;
};
constexpr Word kWords[] = {{"stablehlo", TextFormat::kStableHlo, Encoding::kText},
                           {"hlo", TextFormat::kHlo, Encoding::kText},
                           {"bytecode", TextFormat::kStableHlo, Encoding::kBytecode},
                           {"vhlo", TextFormat::kStableHlo, Encoding::kArtifact},
                           {"proto", TextFormat::kHlo, Encoding::kProto}};

// 1.9, or 1.9.0: patches change nothing.
bool read_version(std::string_view text, ArtifactVersion& out) {
  const char* const end = text.data() + text.size();
  const auto [point, wrong] = std::from_chars(text.data(), end, out.major);
  if (wrong != std::errc() || point == end || *point != '.') return false;
  const auto [rest, also_wrong] = std::from_chars(point + 1, end, out.minor);
  if (also_wrong != std::errc() || rest == end) return also_wrong == std::errc();
  int patch = 0;
  const auto [last, no_patch] = std::from_chars(rest + 1, end, patch);
  return *rest == '.' && no_patch == std::errc() && last == end && patch >= 0;
}

}  // namespace

Result<WrittenFormat> written_format(std::string_view asked) {
  auto wrong = [](std::string message) { return Error{base::error_without_place(Code::kUsage, std::move(message))}; };
  const std::string_view word = asked.substr(0, asked.find('='));
  const auto* found = std::ranges::find(kWords, word, &Word::word);
  if (found == std::end(kWords)) return wrong(fmt::format("'{}' is none of stablehlo,hlo,bytecode,vhlo,proto", asked));
  WrittenFormat out{found->format, found->encoding, {}};
  if (word.size() == asked.size()) return out;
  if (!read_version(asked.substr(word.size() + 1), out.artifact) || found->encoding != Encoding::kArtifact ||
      out.artifact < kOldestArtifact || out.artifact > ArtifactVersion()) {
    return wrong(fmt::format("'{}': portable artifacts are written as vhlo={}.{} to vhlo={}.{}", asked,
                             kOldestArtifact.major, kOldestArtifact.minor, ArtifactVersion().major,
                             ArtifactVersion().minor));
  }
  return out;
}

}  // namespace partita::core::text

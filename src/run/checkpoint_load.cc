// Checkpoint: reading. Nothing of it is believed that its checksums do not bear out.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "run/checkpoint.h"
#include "run/input_file.h"
#include "run/npy.h"
#include "run/npz.h"
#include "run/shards.h"
#include "run/zip.h"
#include "shard/spelling_sdy.h"

namespace partita::core::run {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr uint64_t kLargestManifest = uint64_t{1} << 30;

struct Piece {
  int64_t device = 0;
  int64_t part = 0;
  Box box;
  uint32_t crc = 0;
};

// What else the user could do with a checkpoint that cannot be used.
std::string others(const std::string& path) {
  const fs::path checkpoint(path);
  const std::string folder = checkpoint.has_parent_path() ? checkpoint.parent_path().string() : ".";
  std::string text;
  for (const int64_t step : checkpoints_in(folder)) {
    const std::string other = checkpoint_path(folder, step);
    if (fs::path(other).filename() != checkpoint.filename()) text = other;  // the last of them
  }
  return text.empty() ? "no other checkpoint lies beside it" : fmt::format("another one is --resume {}", text);
}

}  // namespace

struct Checkpoint::Array {
  std::string type, sharding;
  int64_t parts = 1;
  std::vector<Piece> pieces;
};

// Pieces are read when they are needed, once, and kept while they are.
class Checkpoint::Source final : public ArraySource {
 public:
  Source(Type global, std::string path, std::string name, const Array& array, bool keep_parts)
      : ArraySource(global),
        path_(std::move(path)),
        name_(std::move(name)),
        array_(array),
        keep_parts_(keep_parts),
        read_(array.pieces.size()) {}

  bool has_parts() const override { return keep_parts_; }

  Status read(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t part) const override {
    PARTITA_CHECK_OK(read_part(box, to, corner, part));
    for (int64_t p = 1; p < array_.parts && !keep_parts_; ++p) {
      return in_file(base::failure(Code::kBadInput,
                                   fmt::format("{} was saved unreduced, as '{}'; it can be resumed with this sharding "
                                               "alone",
                                               name_, array_.sharding)),
                     path_);
    }
    return {};
  }

 private:
  Status read_part(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t part) const {
    int64_t found = 0;
    for (size_t i = 0; i < array_.pieces.size(); ++i) {
      const Piece& piece = array_.pieces[i];
      if (piece.part != part) continue;
      const std::optional<Box> common = intersection(piece.box, box);
      if (!common) continue;
      if (read_[i].empty()) PARTITA_CHECK_OK(load(piece, read_[i]));
      copy_box(*common, {read_[i].data(), piece.box.extent, piece.box.corner}, to, corner);
      found += common->elements();
    }
    if (found >= box.elements()) return {};
    return damaged(path_ + "/manifest.json", fmt::format("the pieces of {} do not cover it", name_));
  }

  Error damaged(const std::string& file, const std::string& what) const {
    return in_file(
        base::failure(Code::kCannotRead, fmt::format("the checkpoint is damaged: {}; {}", what, others(path_))), file);
  }

  Status load(const Piece& piece, std::vector<std::byte>& bytes) const {
    const std::string file = fmt::format("{}/device{}.npz", path_, piece.device);
    const auto failed = [&](const Error& error) {
      return damaged(file, fmt::format("{}: {}", name_, error.diagnostic.message));
    };
    Result<std::unique_ptr<InputFile>> input = InputFile::open(file);
    if (!input.ok()) return failed(input.error());
    if (!looks_like_zip(**input)) return failed(base::failure(Code::kBadNpy, "the file is no .npz"));
    Result<std::vector<ZipMember>> members = list_zip(**input);
    if (!members.ok()) return failed(members.error());
    for (const ZipMember& member : *members) {
      if (array_name(member) != name_) continue;
      Result<std::unique_ptr<ByteSource>> source = open_member(**input, member);
      if (!source.ok()) return failed(source.error());
      Result<NpyArray> array = read_npy(**source);
      if (!array.ok()) return failed(array.error());
      if (!std::ranges::equal(array->shape, piece.box.extent)) {
        return failed(base::failure(Code::kBadNpy, fmt::format("its shape is [{}] and not that of {}",
                                                               fmt::join(array->shape, ", "), piece.box.to_string())));
      }
      Result<std::vector<std::byte>> elements = elements_of(std::move(*array), type().element());
      if (!elements.ok()) return failed(elements.error());
      if (checksum(*elements) != piece.crc) {
        return failed(base::failure(Code::kBadNpy, "its checksum is not that of the manifest"));
      }
      bytes = std::move(*elements);
      return {};
    }
    return failed(base::failure(Code::kBadNpy, "it is missing"));
  }

  const std::string path_, name_;
  const Array& array_;
  const bool keep_parts_;
  mutable std::vector<std::vector<std::byte>> read_;
};

Checkpoint::~Checkpoint() = default;

Result<std::unique_ptr<Checkpoint>> Checkpoint::open(const std::string& path) {
  std::unique_ptr<Checkpoint> checkpoint(new Checkpoint());
  std::error_code failed;
  checkpoint->path_ = path;
  while (checkpoint->path_.size() > 1 && checkpoint->path_.ends_with('/')) checkpoint->path_.pop_back();
  if (!fs::exists(path + "/manifest.json", failed)) {
    const std::vector<int64_t> steps = checkpoints_in(path);
    if (steps.empty()) {
      const bool there = fs::exists(path, failed);
      return in_file(base::failure(Code::kCannotRead,
                                   there ? "no checkpoint lies there: neither a manifest.json nor a folder step-…"
                                         : "there is no such folder of checkpoints"),
                     path);
    }
    checkpoint->path_ = checkpoint_path(checkpoint->path_, steps.back());
  }
  PARTITA_CHECK_OK(checkpoint->read_manifest());
  return checkpoint;
}

Status Checkpoint::read_manifest() {
  const std::string file = path_ + "/manifest.json";
  const auto refused = [&](std::string_view why) {
    return in_file(
        base::failure(Code::kCannotRead, fmt::format("the checkpoint is damaged: {}; {}", why, others(path_))), file);
  };
  Result<std::unique_ptr<InputFile>> input = InputFile::open(file);
  if (!input.ok()) return refused(input.error().diagnostic.message);
  if ((*input)->size() > kLargestManifest) return refused("this is no manifest");
  std::string text((*input)->size(), '\0');
  if (Status read = (*input)->read(0, std::as_writable_bytes(std::span(text.data(), text.size()))); !read.ok()) {
    return refused(read.error().diagnostic.message);
  }
  const size_t end = text.rfind("\n \"crc32\": ");
  const Json manifest = Json::parse(text, nullptr, false);
  if (manifest.is_discarded() || !manifest.is_object() || end == std::string::npos) {
    return refused("this is no manifest, or not all of one");
  }
  try {
    if (manifest.at("format") != "partita checkpoint") return refused("this is no manifest of a checkpoint");
    if (const int version = manifest.at("version").get<int>(); version != kCheckpointVersion) {
      return in_file(base::failure(Code::kCannotRead,
                                   fmt::format("the checkpoint has version {} of the format, and {} is read here; "
                                               "resume it with the version of partita that wrote it",
                                               version, kCheckpointVersion)),
                     file);
    }
    const std::span<const char> before(text.data(), end + 1);
    if (manifest.at("crc32").get<uint32_t>() != checksum(std::as_bytes(before))) {
      return refused("the checksum of the manifest is another one");
    }
    info_.step = manifest.at("step").get<int64_t>();
    info_.program = manifest.at("program").get<std::string>();
    info_.partitioned = manifest.at("partitioned").get<bool>();
    if (manifest.contains("seed")) info_.seed = manifest.at("seed").get<uint64_t>();
    info_.mesh = manifest.at("mesh").get<std::string>();
    for (const Json& entry : manifest.at("arrays")) {
      auto array = std::make_unique<Array>();
      array->type = entry.at("type").get<std::string>();
      array->sharding = entry.at("sharding").get<std::string>();
      for (const Json& one : entry.at("pieces")) {
        Piece piece{one.at("device").get<int64_t>(),
                    one.at("part").get<int64_t>(),
                    {one.at("corner").get<std::vector<int64_t>>(), one.at("extent").get<std::vector<int64_t>>()},
                    one.at("crc32").get<uint32_t>()};
        array->parts = std::max(array->parts, piece.part + 1);
        array->pieces.push_back(std::move(piece));
      }
      arrays_[entry.at("name").get<std::string>()] = std::move(array);
    }
  } catch (const Json::exception& e) {
    return refused(fmt::format("this is no manifest of a checkpoint: {}", e.what()));
  }
  return {};
}

std::vector<std::string> Checkpoint::names() const {
  std::vector<std::string> out;
  for (const auto& [name, array] : arrays_) out.push_back(name);
  return out;
}

// "tensor<8x6xf32>"
Result<Type> Checkpoint::type_of(Context& context, const std::string& name) const {
  constexpr std::string_view kBegin = "tensor<";
  const auto at = arrays_.find(name);
  std::string_view text = at != arrays_.end() ? std::string_view(at->second->type) : std::string_view();
  std::vector<int64_t> dims;
  if (text.starts_with(kBegin) && text.ends_with('>')) {
    text = text.substr(kBegin.size(), text.size() - kBegin.size() - 1);
    for (;;) {
      int64_t size = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
      if (error != std::errc() || end == text.data() + text.size() || *end != 'x' || size < 0) break;
      dims.push_back(size);
      text.remove_prefix(static_cast<size_t>(end - text.data()) + 1);
    }
    if (const auto element = ir::element_type_from_mlir(text)) return context.tensor(*element, dims);
  }
  return in_file(base::failure(Code::kCannotRead, fmt::format("{} has no type that is understood", name)),
                 path_ + "/manifest.json");
}

Result<std::unique_ptr<ArraySource>> Checkpoint::array(const std::string& name, Type global,
                                                       const Sharding* sharding) const {
  const auto at = arrays_.find(name);
  if (at == arrays_.end()) {
    return in_file(base::failure(Code::kBadInput, fmt::format("the checkpoint has no {}, which results are fed into "
                                                              "here; was it saved with other --feed?",
                                                              name)),
                   path_);
  }
  const Array& array = *at->second;
  if (array.type != global.to_string()) {
    return in_file(base::failure(Code::kBadInput, fmt::format("{} of the checkpoint is {}, the program wants {}", name,
                                                              array.type, global.to_string())),
                   path_);
  }
  for (const Piece& piece : array.pieces) {
    bool inside = std::ssize(piece.box.corner) == global.rank() && std::ssize(piece.box.extent) == global.rank();
    for (int d = 0; inside && d < global.rank(); ++d) {
      inside = piece.box.corner[d] >= 0 && piece.box.extent[d] > 0 &&
               piece.box.corner[d] <= global.dim(d) - piece.box.extent[d];
    }
    if (!inside) {
      return in_file(base::failure(Code::kCannotRead,
                                   fmt::format("the checkpoint is damaged: a piece of {} lies outside of it", name)),
                     path_ + "/manifest.json");
    }
  }
  const std::string wanted = sharding != nullptr ? shard::sdy_sharding_body(*sharding, "") : "";
  return std::unique_ptr<ArraySource>(std::make_unique<Source>(global, path_, name, array, wanted == array.sharding));
}

}  // namespace partita::core::run

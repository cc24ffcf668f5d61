// Checkpoint: writing. The order of what reaches the disk: shards, manifest, the folder aside, its new name.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/meet/ranks.h"
#include "run/atomic_file.h"
#include "run/checkpoint.h"
#include "run/input_file.h"
#include "run/npz.h"
#include "shard/spelling_sdy.h"

namespace partita::core::run {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kPart = ".part-", kTrash = ".trash-";

Error cannot_save(const std::string& path, int error) {
  return in_file(base::failure(Code::kCannotWrite, std::string("cannot write the checkpoint: ") + std::strerror(error)),
                 path);
}

// Brings a file, or the names in a folder, to the disk.
Status bring_to_disk(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_save(path, errno);
  const int failed = fsync(descriptor) != 0 ? errno : 0;
  close(descriptor);
  if (failed != 0 && failed != EINVAL && failed != EROFS) return cannot_save(path, failed);
  return {};
}

// What belongs to a process that has ended: ".part-PID-…". Processes of other machines are not known here.
bool is_left_over(std::string_view name) {
  for (std::string_view prefix : {kPart, kTrash}) {
    if (!name.starts_with(prefix)) continue;
    const std::string_view rest = name.substr(prefix.size());
    long pid = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), pid);
    if (error != std::errc() || pid <= 0) return false;
    return pid == getpid() || (kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH);
  }
  return false;
}

void remove_leftovers(const std::string& folder) {
  std::error_code failed;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (is_left_over(entry.path().filename().string())) found.push_back(entry.path());
  }
  for (const fs::path& path : found) fs::remove_all(path, failed);
}

// Away from its name at once, then bit by bit.
void remove_checkpoint(const std::string& folder, int64_t step) {
  const std::string name = checkpoint_path(folder, step);
  const std::string trash = fmt::format("{}/{}{}-{}", folder, kTrash, getpid(), step);
  std::error_code failed;
  if (std::rename(name.c_str(), trash.c_str()) == 0) fs::remove_all(trash, failed);
}

// Removes what was written aside, unless it became a checkpoint.
class Aside {
 public:
  explicit Aside(std::string path) : path_(std::move(path)) {}
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;
  ~Aside() {
    std::error_code failed;
    fs::remove_all(path_, failed);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

std::string checkpoint_path(const std::string& folder, int64_t step) {
  return fmt::format("{}/step-{:010}", folder, step);
}

uint32_t checksum(std::span<const std::byte> bytes) {
  constexpr size_t kMost = size_t{1} << 30;  // zlib counts in 32 bits
  uLong crc = crc32(0, nullptr, 0);
  while (!bytes.empty()) {
    const size_t size = std::min(bytes.size(), kMost);
    crc = crc32(crc, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(size));
    bytes = bytes.subspan(size);
  }
  return static_cast<uint32_t>(crc);
}

namespace {

// What a checkpoint consists of, before anything is computed.
struct PieceToSave {
  int64_t place = 0, part = 0;
  Box box;
  uint32_t crc = 0;
};
using PiecesToSave = std::vector<std::vector<PieceToSave>>;  // by array

PiecesToSave pieces_of(std::span<const ArrayToSave> arrays, int64_t places) {
  PiecesToSave all;
  for (const ArrayToSave& array : arrays) {
    std::vector<PieceToSave>& pieces = all.emplace_back();
    std::set<std::pair<int64_t, Box>> seen;
    for (int64_t place = 0; place < places; ++place) {
      if (array.sharding != nullptr && !array.sharding->mesh().coordinates(place)) continue;
      const Box box = box_of(array.sharding, array.global.dims(), place);
      const int64_t part = part_of(array.sharding, place);
      if (!seen.emplace(part, box).second || box.elements() == 0) continue;  // a replica, or padding alone
      pieces.push_back({place, part, box});
    }
  }
  return all;
}

// The folder aside, empty. The first rank makes it, and says its name.
Result<std::string> make_aside(const std::string& folder, int64_t step) {
  std::error_code failed;
  const bool fresh = fs::create_directories(folder, failed);
  if (failed) return cannot_save(folder, failed.value());
  if (fresh) {
    const fs::path around = fs::absolute(folder, failed).lexically_normal().parent_path();
    PARTITA_CHECK_OK(bring_to_disk(around.string()));
  }
  remove_leftovers(folder);
  const std::string aside = fmt::format("{}/{}{}-step-{}", folder, kPart, getpid(), step);
  if (mkdir(aside.c_str(), 0777) != 0) return cannot_save(aside, errno);
  return aside;
}

Result<Tensor> shard_of(Context& context, const ArrayToSave& array, int64_t place) {
  if (array.source != nullptr) return read_shard(context, *array.source, array.sharding, place);
  return array.by_device[place];
}

// The pieces of these devices. Their checksums are noted.
Status write_pieces(Context& context, const std::string& aside, std::span<const ArrayToSave> arrays,
                    engine::DeviceRange devices, PiecesToSave& pieces) {
  for (int64_t place = devices.first; place < devices.end; ++place) {
    std::vector<NpzEntry> entries;
    std::vector<Tensor> kept;
    for (size_t a = 0; a < arrays.size(); ++a) {
      for (PieceToSave& piece : pieces[a]) {
        if (piece.place != place) continue;
        PARTITA_ASSIGN(const Tensor shard, shard_of(context, arrays[a], place));
        const Tensor& tensor = kept.emplace_back(true_elements(context, shard, piece.box));
        piece.crc = checksum(tensor.blob());
        entries.push_back({arrays[a].name,
                           npy_descr(tensor.type().element()),
                           {tensor.type().dims().begin(), tensor.type().dims().end()},
                           tensor.blob()});
      }
    }
    if (entries.empty()) continue;
    const std::string path = fmt::format("{}/device{}.npz", aside, place);
    PARTITA_CHECK_OK(write_npz(path, entries));
    PARTITA_CHECK_OK(bring_to_disk(path));
  }
  return {};
}

Status write_manifest(const std::string& aside, const CheckpointInfo& info, std::span<const ArrayToSave> arrays,
                      int64_t places, const PiecesToSave& pieces) {
  OrderedJson manifest;
  manifest["format"] = "partita checkpoint";
  manifest["version"] = kCheckpointVersion;
  manifest["step"] = info.step;
  manifest["program"] = info.program;
  manifest["partitioned"] = info.partitioned;
  if (info.seed) manifest["seed"] = *info.seed;
  manifest["mesh"] = info.mesh;
  manifest["devices"] = places;
  OrderedJson& listed = manifest["arrays"] = OrderedJson::array();
  for (size_t a = 0; a < arrays.size(); ++a) {
    OrderedJson entry;
    entry["name"] = arrays[a].name;
    entry["type"] = arrays[a].global.to_string();
    entry["sharding"] = arrays[a].sharding != nullptr ? shard::sdy_sharding_body(*arrays[a].sharding, "") : "";
    OrderedJson& of_array = entry["pieces"] = OrderedJson::array();
    for (const PieceToSave& piece : pieces[a]) {
      of_array.push_back({{"device", piece.place},
                          {"part", piece.part},
                          {"corner", piece.box.corner},
                          {"extent", piece.box.extent},
                          {"crc32", piece.crc}});
    }
    listed.push_back(std::move(entry));
  }

  // The last member is the checksum of all text before it.
  std::string text = manifest.dump(1);
  text.resize(text.rfind('\n'));
  text += ",\n";
  text += fmt::format(" \"crc32\": {}\n}}\n", checksum(std::as_bytes(std::span(text.data(), text.size()))));
  const std::string path = aside + "/manifest.json";
  PARTITA_ASSIGN(AtomicFile file, AtomicFile::create(path));
  PARTITA_CHECK_OK(file.write(text));
  PARTITA_CHECK_OK(file.commit());
  PARTITA_CHECK_OK(bring_to_disk(path));
  return bring_to_disk(aside);
}

// From now on it is there under its name.
Status make_known(const std::string& folder, const std::string& aside, int64_t step, int64_t keep) {
  const std::string name = checkpoint_path(folder, step);
  if (std::rename(aside.c_str(), name.c_str()) != 0) {
    if (errno != ENOTEMPTY && errno != EEXIST) return cannot_save(name, errno);
    // There is one of this step already: the two change places, so that one is there at any moment.
    if (renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, name.c_str(), RENAME_EXCHANGE) != 0) {
      remove_checkpoint(folder, step);  // where the file system cannot
      if (std::rename(aside.c_str(), name.c_str()) != 0) return cannot_save(name, errno);
    }
  }
  PARTITA_CHECK_OK(bring_to_disk(folder));
  if (keep > 0) {
    std::vector<int64_t> steps = checkpoints_in(folder);
    // Those of later steps are of a run that this one repeats: they are not counted.
    std::erase_if(steps, [&](int64_t other) { return other > step; });
    for (int64_t i = 0; i + keep < std::ssize(steps); ++i) remove_checkpoint(folder, steps[static_cast<size_t>(i)]);
  }
  return {};
}

// Checksums that other ranks noted: each knows those of its own devices alone.
Status exchange_checksums(engine::Ranks& ranks, int64_t devices, PiecesToSave& pieces) {
  std::string mine;
  for (const std::vector<PieceToSave>& of_array : pieces) {
    for (const PieceToSave& piece : of_array) mine += fmt::format("{:08x}", piece.crc);
  }
  PARTITA_ASSIGN(const std::vector<std::string> all, ranks.gather(mine));
  size_t at = 0;
  for (std::vector<PieceToSave>& of_array : pieces) {
    for (PieceToSave& piece : of_array) {
      const std::string& said = all[static_cast<size_t>(ranks.rank_of(piece.place, devices))];
      piece.crc = static_cast<uint32_t>(std::stoul(said.substr(at, 8), nullptr, 16));
      at += 8;
    }
  }
  return {};
}

}  // namespace

Status make_checkpoint_folder(const std::string& folder, engine::Ranks* ranks) {
  Status made;
  if (ranks == nullptr || ranks->rank() == 0) {
    const Result<std::string> aside = make_aside(folder, 0);
    if (aside.ok()) {
      rmdir(aside->c_str());
    } else {
      made = aside.error();
    }
  }
  return ranks != nullptr ? ranks->agree(made) : made;
}

Status save_checkpoint(Context& context, const std::string& folder, const CheckpointInfo& info,
                       std::span<const ArrayToSave> arrays, int64_t places, int64_t keep, engine::Ranks* ranks,
                       int64_t devices) {
  const bool first = ranks == nullptr || ranks->rank() == 0;
  const auto agree = [&](const Status& status) { return ranks != nullptr ? ranks->agree(status) : status; };
  std::optional<Aside> aside;  // is removed by who made it
  std::string path;
  Status made;
  if (first) {
    Result<std::string> result = make_aside(folder, info.step);
    if (result.ok()) {
      aside.emplace(path = *result);
    } else {
      made = std::move(result).error();
    }
  }
  PARTITA_CHECK_OK(agree(made));
  engine::DeviceRange here{0, places};
  if (ranks != nullptr) {
    PARTITA_ASSIGN(const std::vector<std::string> paths, ranks->gather(path));
    path = paths[0];
    here = ranks->devices_here(devices);
  }
  PiecesToSave pieces = pieces_of(arrays, places);
  PARTITA_CHECK_OK(agree(write_pieces(context, path, arrays, here, pieces)));
  if (ranks != nullptr) PARTITA_CHECK_OK(exchange_checksums(*ranks, devices, pieces));
  Status done;
  if (first) {
    done = write_manifest(path, info, arrays, places, pieces);
    if (done.ok()) done = make_known(folder, path, info.step, keep);
  }
  return agree(done);
}

std::vector<int64_t> checkpoints_in(const std::string& folder) {
  constexpr std::string_view kName = "step-";
  std::vector<int64_t> steps;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    const std::string name = entry.path().filename().string();
    int64_t step = 0;
    if (!name.starts_with(kName)) continue;
    const auto [end, error] = std::from_chars(name.data() + kName.size(), name.data() + name.size(), step);
    if (error == std::errc() && end == name.data() + name.size() && step >= 0) steps.push_back(step);
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

}  // namespace partita::core::run

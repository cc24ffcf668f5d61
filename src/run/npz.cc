#include "run/npz.h"

#include "run/atomic_file.h"
#include "run/zip.h"

namespace partita::core::run {

namespace {

Result<NpyArray> read_member(const InputFile& file, const ZipMember& member) {
  PARTITA_ASSIGN(auto source, open_member(file, member));
  return read_npy(*source);
}

}  // namespace

std::optional<std::string_view> array_name(const ZipMember& member) {
  constexpr std::string_view kSuffix = ".npy";
  const std::string_view name = member.name;
  if (!name.ends_with(kSuffix)) return std::nullopt;
  return name.substr(0, name.size() - kSuffix.size());
}

Result<std::map<std::string, NpyArray>> read_npz(const std::string& path) {
  auto file = InputFile::open(path);
  if (!file.ok()) return in_file(std::move(file).error(), path);
  const InputFile& input = **file;
  std::map<std::string, NpyArray> arrays;
  if (!looks_like_zip(input)) {
    auto array = read_npy(*open_range(input, 0, input.size()));
    if (!array.ok()) return in_file(std::move(array).error(), path);
    arrays.emplace("arr_0", std::move(array).value());
    return arrays;
  }
  auto members = list_zip(input);
  if (!members.ok()) return in_file(std::move(members).error(), path);
  for (const ZipMember& member : *members) {
    const std::optional<std::string_view> name = array_name(member);
    if (!name) continue;
    auto array = read_member(input, member);
    if (!array.ok()) return in_file(std::move(array).error(), path, *name);
    if (!arrays.emplace(*name, std::move(array).value()).second) {
      return in_file(Error{error_without_place(Code::kBadNpy, "is there twice")}, path, *name);
    }
  }
  return arrays;
}

Status write_npz(const std::string& path, std::span<const NpzEntry> entries) {
  std::vector<ZipEntry> members;
  for (const NpzEntry& entry : entries) {
    members.push_back({entry.name + ".npy", npy_header(entry.descr, entry.shape), entry.data});
  }
  PARTITA_ASSIGN(AtomicFile file, AtomicFile::create(path));
  PARTITA_CHECK_OK(write_zip(file, members));
  return file.commit();
}

Status write_npy(const std::string& path, const NpzEntry& entry) {
  PARTITA_ASSIGN(AtomicFile file, AtomicFile::create(path));
  PARTITA_CHECK_OK(file.write(npy_header(entry.descr, entry.shape)));
  PARTITA_CHECK_OK(file.write(entry.data));
  return file.commit();
}

}  // namespace partita::core::run

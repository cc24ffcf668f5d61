#include "run/argument_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "run/input_file.h"
#include "run/npy.h"
#include "run/npz.h"
#include "run/zip.h"

namespace partita::core::run {
namespace {

Error file_error(const std::string& file, std::string message) {
  return in_file(base::failure(Code::kBadInput, std::move(message)), file);
}

// FNV-1a: the same on every machine.
void mix(uint64_t& hash, uint64_t value) {
  for (int i = 0; i < 8; ++i) hash = (hash ^ ((value >> (8 * i)) & 0xFF)) * 0x100000001B3u;
}

}  // namespace

struct ArgumentFiles::File {
  std::string path;
  std::unique_ptr<InputFile> input;
  std::shared_ptr<const FileMapping> mapping;
  std::map<std::string, ZipMember, std::less<>> members;
  bool one_array = false;  // an .npy file: "arr_0"
};

// Elements as tensors hold them: of one step after the other.
struct ArgumentFiles::Member {
  std::shared_ptr<const FileMapping> mapping;  // null where they are in `data`
  std::vector<std::byte> data;
  std::span<const std::byte> bytes;
  int64_t steps = 1;
};

namespace {

class MemorySource final : public ArraySource {
 public:
  MemorySource(Type type, std::span<const std::byte> bytes, std::shared_ptr<const void> holder)
      : ArraySource(type), bytes_(bytes), holder_(std::move(holder)) {}
  Status read(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t) const override {
    const std::vector<int64_t> origin(box.corner.size(), 0);
    copy_box(box, {bytes_.data(), type().dims(), origin}, to, corner);
    return {};
  }

 private:
  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> holder_;
};

}  // namespace

ArgumentFiles::ArgumentFiles() = default;
ArgumentFiles::~ArgumentFiles() = default;

Result<std::unique_ptr<ArgumentFiles>> ArgumentFiles::open(const std::vector<std::string>& paths) {
  std::unique_ptr<ArgumentFiles> files(new ArgumentFiles());
  for (const std::string& path : paths) {
    auto file = std::make_unique<File>();
    file->path = path;
    Result<std::unique_ptr<InputFile>> input = InputFile::open(path);
    if (!input.ok()) return in_file(std::move(input).error(), path);
    file->input = std::move(*input);
    file->mapping = file->input->map();
    if (looks_like_zip(*file->input)) {
      Result<std::vector<ZipMember>> members = list_zip(*file->input);
      if (!members.ok()) return in_file(std::move(members).error(), path);
      for (ZipMember& member : *members) {
        const std::optional<std::string_view> name = array_name(member);
        if (!name) continue;
        const std::string array(*name);
        if (!file->members.emplace(array, std::move(member)).second) {
          return in_file(base::failure(Code::kBadNpy, "is there twice"), path, array);
        }
      }
    } else {
      file->one_array = true;
    }
    files->files_.push_back(std::move(file));
  }
  return files;
}

Status ArgumentFiles::find(int index, Type type, int arguments) {
  std::vector<std::shared_ptr<const Member>>& found = members_[index];
  const std::string name = fmt::format("arg{}", index);
  for (const std::unique_ptr<File>& file : files_) {
    const auto failed = [&](Error error) { return in_file(std::move(error), file->path, name); };
    std::unique_ptr<ByteSource> source;
    uint64_t start = 0;
    const auto at = file->members.find(name);
    if (at == file->members.end()) {
      if (!file->one_array || index != 0 || arguments != 1) continue;
      source = open_range(*file->input, 0, file->input->size());
    } else {
      Result<std::unique_ptr<ByteSource>> opened = open_member(*file->input, at->second);
      if (!opened.ok()) return failed(std::move(opened).error());
      source = std::move(*opened);
      Result<uint64_t> begin = start_of_member(*file->input, at->second);
      if (!begin.ok()) return failed(std::move(begin).error());
      start = *begin;
    }
    const uint64_t size = source->remaining();
    Result<NpyHeader> header = read_npy_header(*source);
    if (!header.ok()) return failed(std::move(header).error());
    auto member = std::make_shared<Member>();
    std::span<const int64_t> shape = header->shape;
    if (shape.size() == type.dims().size() + 1 && !shape.empty()) {
      member->steps = shape[0];
      shape = shape.subspan(1);
    }
    if (!std::ranges::equal(shape, type.dims()) || member->steps < 1) {
      return file_error(file->path, fmt::format("{} has shape [{}], the program wants {}", name,
                                                fmt::join(header->shape, ", "), type.to_string()));
    }
    const bool stored = at == file->members.end() || !at->second.deflated;
    const uint64_t elements = size - source->remaining();  // where they begin in the member
    const bool as_in_memory = stored && file->mapping != nullptr && lies_as_in_memory(*header) &&
                              header->descr == npy_descr(type.element()) && bit_width(type.element()) >= 8;
    if (as_in_memory) {
      member->mapping = file->mapping;
      member->bytes = file->mapping->bytes().subspan(start + elements, source->remaining());
      if (at != file->members.end()) {
        if (Status status = check_member(at->second, file->mapping->bytes().subspan(start, size)); !status.ok()) {
          return failed(status.error());
        }
      }
    } else {
      const std::string descr = header->descr;
      Result<NpyArray> array = read_npy_elements(std::move(*header), *source);
      if (!array.ok()) return failed(std::move(array).error());
      Result<std::vector<std::byte>> data = elements_of(std::move(*array), type.element());
      if (!data.ok()) {
        return file_error(file->path, fmt::format("{} is of type {}, the program wants {}: {}", name, descr,
                                                  type.to_string(), data.error().diagnostic.message));
      }
      member->data = std::move(*data);
      member->bytes = member->data;
    }
    if (static_cast<int64_t>(member->bytes.size()) < type.byte_size() * member->steps) {
      return file_error(file->path, fmt::format("{} has fewer elements than its shape says", name));
    }
    found.push_back(std::move(member));
  }
  if (!found.empty()) return {};
  return file_error(files_.front()->path,
                    fmt::format("there is no {}; the program takes {} arguments", name, arguments));
}

Result<std::unique_ptr<ArraySource>> ArgumentFiles::argument(int index, Type type, int64_t step, int arguments) {
  if (!members_.contains(index)) PARTITA_CHECK_OK(find(index, type, arguments));
  int64_t at = step % steps_of(index);
  for (const std::shared_ptr<const Member>& member : members_[index]) {
    if (at < member->steps) {
      const auto size = static_cast<size_t>(type.byte_size());
      return std::unique_ptr<ArraySource>(
          std::make_unique<MemorySource>(type, member->bytes.subspan(static_cast<size_t>(at) * size, size), member));
    }
    at -= member->steps;
  }
  return base::failure(Code::kInternal, "an argument without a step");
}

int64_t ArgumentFiles::steps_of(int index) const {
  int64_t steps = 0;
  const auto at = members_.find(index);
  if (at == members_.end()) return 1;
  for (const auto& member : at->second) steps += member->steps;
  return steps;
}

uint64_t ArgumentFiles::fingerprint() const {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const std::unique_ptr<File>& file : files_) {
    mix(hash, file->one_array ? file->input->size() : file->members.size());
    for (const auto& [name, member] : file->members) {
      for (const char c : name) mix(hash, static_cast<unsigned char>(c));
      mix(hash, member.crc);
      mix(hash, member.size);
    }
  }
  return hash;
}

}  // namespace partita::core::run

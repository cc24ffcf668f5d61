#include "run/tensor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/utf8.h"
#include "run/atomic_file.h"
#include "run/npy.h"
#include "run/npz.h"
#include "run/safetensors.h"
#include "run/zip.h"

namespace partita::core::run {
namespace {

Error refused(Code code, std::string message) { return Error{error_without_place(code, std::move(message))}; }

// ---- loading

class Loader {
 public:
  Loader(const InputFile& file, const std::string& path, const LoadOptions& options)
      : file_(file), path_(path), options_(options), mapping_(options.map ? file.map() : nullptr) {}

  Result<std::vector<LoadedTensor>> load() {
    std::array<std::byte, 9> start{};
    PARTITA_CHECK_OK(file_.read(0, std::span(start).first(std::min<uint64_t>(file_.size(), start.size()))));
    if (looks_like_zip(file_)) {
      PARTITA_CHECK_OK(load_zip());
    } else if (looks_like_safetensors(file_)) {
      PARTITA_CHECK_OK(load_safetensors());
    } else if (start[0] == std::byte{0x93}) {
      if (is_wanted(kOnlyArray)) {
        PARTITA_CHECK_OK(load_array(std::string(kOnlyArray), *open_range(file_, 0, file_.size()), 0, nullptr));
      }
    } else if (start[8] == std::byte{'{'}) {  // of a length that cannot be, which is said
      PARTITA_CHECK_OK(load_safetensors());
    } else {
      return refused(Code::kBadNpy, "is neither an .npy nor an .npz nor a .safetensors file");
    }
    return std::move(out_);
  }

 private:
  static constexpr std::string_view kOnlyArray = "arr_0";

  bool is_wanted(std::string_view name) const { return !options_.only || *options_.only == name; }

  Status load_zip() {
    PARTITA_ASSIGN(const std::vector<ZipMember> members, list_zip(file_));
    std::set<std::string_view> names;
    for (const ZipMember& member : members) {
      const std::optional<std::string_view> name = array_name(member);
      if (!name) continue;
      const auto failed = [&](Error error) { return in_file(std::move(error), path_, *name); };
      if (!names.insert(*name).second) return failed(refused(Code::kBadNpy, "is there twice"));
      if (!is_wanted(*name)) continue;
      Result<std::unique_ptr<ByteSource>> source = open_member(file_, member);
      if (!source.ok()) return failed(std::move(source).error());
      Result<uint64_t> start = start_of_member(file_, member);
      if (!start.ok()) return failed(std::move(start).error());
      Status status = load_array(std::string(*name), **source, *start, &member);
      if (!status.ok()) return failed(status.error());
    }
    return {};
  }

  // `start`: where the source begins in the file, if it is part of it as it stands. A member's checksum is compared.
  Status load_array(std::string name, ByteSource& source, uint64_t start, const ZipMember* member) {
    const uint64_t size = source.remaining();
    PARTITA_ASSIGN(NpyHeader header, read_npy_header(source));
    PARTITA_ASSIGN(const ElementType type, element_type_of(header.descr));
    const uint64_t begin = start + (size - source.remaining());
    LoadedTensor tensor{std::move(name), type, header.shape, nullptr};
    if ((member == nullptr || !member->deflated) && lies_as_in_memory(header) &&
        place(tensor, begin, source.remaining())) {
      if (member != nullptr) PARTITA_CHECK_OK(check_member(*member, mapping_->bytes().subspan(start, size)));
    } else {
      PARTITA_ASSIGN(NpyArray array, read_npy_elements(std::move(header), source));
      PARTITA_ASSIGN(Blob elements, elements_of(std::move(array), type));
      tensor.data = std::make_shared<const Blob>(std::move(elements));
    }
    out_.push_back(std::move(tensor));
    return {};
  }

  Status load_safetensors() {
    PARTITA_ASSIGN(const std::vector<SafetensorsEntry> entries, read_safetensors_header(file_));
    for (const SafetensorsEntry& entry : entries) {
      if (!is_wanted(entry.name)) continue;
      LoadedTensor tensor{entry.name, entry.type, entry.shape, nullptr};
      if (!place(tensor, entry.begin, entry.end - entry.begin)) {
        Blob stored(entry.end - entry.begin);
        PARTITA_CHECK_OK(file_.read(entry.begin, stored));
        if (entry.type == ElementType::kPred) {
          for (std::byte& byte : stored) byte = static_cast<std::byte>(byte != std::byte{0});
        } else if (bit_width(entry.type) < 8) {
          stored = unpack(stored, entry.type);
        }
        tensor.data = std::make_shared<const Blob>(std::move(stored));
      }
      out_.push_back(std::move(tensor));
    }
    return {};
  }

  // Has the elements where they lie, if they may stay there: elements of whole bytes, all of whose bits count.
  bool place(LoadedTensor& tensor, uint64_t begin, uint64_t size) const {
    if (mapping_ == nullptr || bit_width(tensor.type) < 8 || size == 0) return false;
    const std::span<const std::byte> bytes = mapping_->bytes().subspan(begin, size);
    const size_t alignment = std::min(byte_width(tensor.type), 8);
    if (reinterpret_cast<uintptr_t>(bytes.data()) % alignment != 0) return false;
    tensor.mapping = mapping_;
    tensor.mapped = bytes;
    return true;
  }

  const InputFile& file_;
  const std::string& path_;
  const LoadOptions& options_;
  const std::shared_ptr<const FileMapping> mapping_;
  std::vector<LoadedTensor> out_;
};

// ---- saving

Status check_names(std::span<const TensorToSave> tensors) {
  std::set<std::string_view> names;
  for (const TensorToSave& tensor : tensors) {
    if (base::find_non_text(tensor.name) != tensor.name.size()) {
      return refused(Code::kBadInput, fmt::format("the name of tensor {} is no UTF-8 text", &tensor - tensors.data()));
    }
    if (!names.insert(tensor.name).second) {
      return refused(Code::kBadInput, fmt::format("two tensors are called '{}'", tensor.name));
    }
  }
  return {};
}

NpzEntry entry_of(const TensorToSave& tensor) {
  return {tensor.name, npy_typed_descr(tensor.type), tensor.shape, tensor.data};
}

Status save_npz(const std::string& path, std::span<const TensorToSave> tensors) {
  std::vector<NpzEntry> entries;
  for (const TensorToSave& tensor : tensors) {
    constexpr size_t kLongestName = 65535 - std::string_view(".npy").size();
    if (tensor.name.size() > kLongestName) return refused(Code::kBadNpy, "a name is longer than .npz allows");
    entries.push_back(entry_of(tensor));
  }
  return write_npz(path, entries);
}

// Tensors of wide elements first, so that all are aligned.
using MakeElements = std::function<Result<std::shared_ptr<const Blob>>(size_t number)>;
Status save_safetensors(const std::string& path, std::span<const TensorToSave> tensors,
                        const MakeElements& make = nullptr) {
  std::vector<const TensorToSave*> order;
  for (const TensorToSave& tensor : tensors) order.push_back(&tensor);
  std::stable_sort(order.begin(), order.end(), [](const TensorToSave* a, const TensorToSave* b) {
    return byte_width(a->type) > byte_width(b->type);
  });
  std::vector<SafetensorsEntry> entries;
  for (const TensorToSave* tensor : order) entries.push_back({tensor->name, tensor->type, tensor->shape});
  PARTITA_ASSIGN(const std::string header, safetensors_header(entries));
  PARTITA_ASSIGN(AtomicFile file, AtomicFile::create(path));
  PARTITA_CHECK_OK(file.write(header));
  for (const TensorToSave* tensor : order) {
    std::span<const std::byte> data = tensor->data;
    std::shared_ptr<const Blob> made;
    if (make) {
      PARTITA_ASSIGN(made, make(static_cast<size_t>(tensor - tensors.data())));
      data = *made;
    }
    const bool packed = tensor->type != ElementType::kPred && bit_width(tensor->type) < 8;
    PARTITA_CHECK_OK(packed ? file.write(pack(data, tensor->type)) : file.write(data));
  }
  return file.commit();
}

Status save_as(const std::string& path, TensorFormat format, std::span<const TensorToSave> tensors) {
  PARTITA_CHECK_OK(check_names(tensors));
  switch (format) {
    case TensorFormat::kNpz: return save_npz(path, tensors);
    case TensorFormat::kSafetensors: return save_safetensors(path, tensors);
    case TensorFormat::kNpy: break;
  }
  if (tensors.size() != 1) {
    return refused(Code::kBadNpy,
                   fmt::format("an .npy file holds one tensor, not {}; .npz holds many", tensors.size()));
  }
  return write_npy(path, entry_of(tensors[0]));
}

}  // namespace

std::optional<TensorFormat> format_of_path(std::string_view path) {
  if (path.ends_with(".npy")) return TensorFormat::kNpy;
  if (path.ends_with(".npz")) return TensorFormat::kNpz;
  if (path.ends_with(".safetensors")) return TensorFormat::kSafetensors;
  return std::nullopt;
}

Result<std::vector<LoadedTensor>> load_tensors(const std::string& path, const LoadOptions& options) {
  Result<std::unique_ptr<InputFile>> file = InputFile::open(path);
  if (!file.ok()) return in_file(std::move(file).error(), path);
  Result<std::vector<LoadedTensor>> tensors = Loader(**file, path, options).load();
  if (!tensors.ok()) return in_file(std::move(tensors).error(), path);
  return tensors;
}

Status stream_safetensors(const std::string& path, std::span<const TensorToSave> tensors, const MakeElements& make) {
  Status status = check_names(tensors);
  if (status.ok()) status = save_safetensors(path, tensors, make);
  if (!status.ok()) return in_file(status.error(), path);
  return {};
}

Status save_tensors(const std::string& path, TensorFormat format, std::span<const TensorToSave> tensors) {
  Status status = save_as(path, format, tensors);
  if (!status.ok()) return in_file(status.error(), path);
  return {};
}

}  // namespace partita::core::run

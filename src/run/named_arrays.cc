#include "run/named_arrays.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/internal_error.h"
#include "run/checkpoint.h"
#include "run/input_file.h"
#include "run/npy.h"
#include "run/npz.h"
#include "run/safetensors.h"
#include "run/tensor_file.h"
#include "run/zip.h"

namespace partita::core::run {
namespace {

using Json = nlohmann::json;

Error bad_input(const std::string& path, std::string message) {
  return in_file(base::failure(Code::kBadInput, std::move(message)), path);
}

// A dimension of steps in front, or none; nothing where the shapes differ otherwise.
std::optional<int64_t> count_of(std::span<const int64_t> shape, Type type) {
  if (std::ranges::equal(shape, type.dims())) return 1;
  if (shape.size() != type.dims().size() + 1 || !std::ranges::equal(shape.subspan(1), type.dims())) return std::nullopt;
  return shape[0] >= 1 ? std::optional(shape[0]) : std::nullopt;
}

Error other_shape(const std::string& path, const std::string& name, std::span<const int64_t> shape, Type type) {
  return bad_input(
      path, fmt::format("{} has shape [{}], the program wants {}", name, fmt::join(shape, ", "), type.to_string()));
}

// Elements as tensors hold them, row-major, in memory that the holder keeps.
struct Elements {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> holder;
};

class MemorySource final : public ArraySource {
 public:
  MemorySource(Type type, Elements elements) : ArraySource(type), elements_(std::move(elements)) {}
  Status read(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t) const override {
    const std::vector<int64_t> origin(box.corner.size(), 0);
    copy_box(box, {elements_.bytes.data(), type().dims(), origin}, to, corner);
    return {};
  }

 private:
  const Elements elements_;
};

// Number `which` of so many.
Result<std::unique_ptr<ArraySource>> source_of(const std::string& path, const std::string& name, Type type,
                                               Elements elements, int64_t which) {
  const auto size = static_cast<size_t>(type.byte_size());
  if (elements.bytes.size() / std::max<size_t>(size, 1) < static_cast<size_t>(size == 0 ? 0 : which + 1)) {
    return bad_input(path, fmt::format("{} has fewer elements than its shape says", name));
  }
  elements.bytes = elements.bytes.subspan(static_cast<size_t>(which) * size, size);
  return std::unique_ptr<ArraySource>(std::make_unique<MemorySource>(type, std::move(elements)));
}

// ---- .npy and .npz

class NumpyFile final : public NamedArrays {
 public:
  static Result<std::unique_ptr<NamedArrays>> open(const std::string& path, std::unique_ptr<InputFile> file) {
    std::map<std::string, std::optional<ZipMember>> members;
    std::vector<std::string> names;
    if (!looks_like_zip(*file)) {
      const Result<NpyHeader> header = read_npy_header(*open_range(*file, 0, file->size()));
      if (!header.ok()) return in_file(header.error(), path);
      names.emplace_back("arr_0");
      members.emplace("arr_0", std::nullopt);
    } else {
      Result<std::vector<ZipMember>> listed = list_zip(*file);
      if (!listed.ok()) return in_file(std::move(listed).error(), path);
      for (ZipMember& member : *listed) {
        const std::optional<std::string_view> name = array_name(member);
        if (!name) continue;
        names.emplace_back(*name);
        if (!members.emplace(names.back(), std::move(member)).second) {
          return in_file(base::failure(Code::kBadNpy, "is there twice"), path, names.back());
        }
      }
    }
    return std::unique_ptr<NamedArrays>(new NumpyFile(path, std::move(names), std::move(file), std::move(members)));
  }

  std::string directory() const override {
    std::string out;
    for (const auto& [name, member] : members_) {
      out += member ? fmt::format("{} {} {:08x}\n", name, member->size, member->crc)
                    : fmt::format("{} {}\n", name, file_->size());
    }
    return out;
  }

  Result<Type> type_of(Context& context, const std::string& name) const override {
    Result<NpyHeader> header = header_of(name);
    if (!header.ok()) return std::move(header).error();
    const Result<ElementType> element = element_type_of(header->descr);
    if (!element.ok()) return in_file(element.error(), path(), name);
    return context.tensor(*element, header->shape);
  }

  Result<int64_t> count(const std::string& name, Type type) const override {
    Result<NpyHeader> header = header_of(name);
    if (!header.ok()) return std::move(header).error();
    const std::optional<int64_t> count = count_of(header->shape, type);
    if (!count) return other_shape(path(), name, header->shape, type);
    return *count;
  }

  Result<std::unique_ptr<ArraySource>> array(const std::string& name, Type type, int64_t which) const override {
    auto at = read_.find({name, type.element()});
    if (at == read_.end()) {
      PARTITA_ASSIGN(Elements elements, read(name, type));
      at = read_.emplace(std::pair(name, type.element()), std::move(elements)).first;
    }
    return source_of(path(), name, type, at->second, which);
  }

 private:
  NumpyFile(const std::string& path, std::vector<std::string> names, std::unique_ptr<InputFile> file,
            std::map<std::string, std::optional<ZipMember>> members)
      : NamedArrays(path, std::move(names)),
        file_(std::move(file)),
        mapping_(file_->map()),
        members_(std::move(members)) {}

  struct Opened {
    std::unique_ptr<ByteSource> source;
    uint64_t start = 0;  // in the file, where it is stored as it stands
  };
  Result<Opened> open_array(const std::string& name) const {
    const std::optional<ZipMember>& member = members_.at(name);
    if (!member) return Opened{open_range(*file_, 0, file_->size())};
    Opened out;
    PARTITA_ASSIGN(out.source, open_member(*file_, *member));
    PARTITA_ASSIGN(out.start, start_of_member(*file_, *member));
    return out;
  }

  Result<NpyHeader> header_of(const std::string& name) const {
    Result<Opened> opened = open_array(name);
    if (!opened.ok()) return in_file(std::move(opened).error(), path(), name);
    Result<NpyHeader> header = read_npy_header(*opened->source);
    if (!header.ok()) return in_file(std::move(header).error(), path(), name);
    return header;
  }

  // Mapped where they lie in the file as in memory.
  Result<Elements> read(const std::string& name, Type type) const {
    const auto failed = [&](Error error) { return in_file(std::move(error), path(), name); };
    Result<Opened> opened = open_array(name);
    if (!opened.ok()) return failed(std::move(opened).error());
    const uint64_t size = opened->source->remaining();
    Result<NpyHeader> header = read_npy_header(*opened->source);
    if (!header.ok()) return failed(std::move(header).error());
    const std::optional<ZipMember>& member = members_.at(name);
    const bool stored = !member || !member->deflated;
    if (stored && mapping_ != nullptr && lies_as_in_memory(*header) && bit_width(type.element()) >= 8 &&
        header->descr == npy_descr(type.element())) {
      const uint64_t left = opened->source->remaining();
      if (member) {
        const Status status = check_member(*member, mapping_->bytes().subspan(opened->start, size));
        if (!status.ok()) return failed(status.error());
      }
      return Elements{mapping_->bytes().subspan(opened->start + (size - left), left), mapping_};
    }
    const std::string descr = header->descr;
    Result<NpyArray> array = read_npy_elements(std::move(*header), *opened->source);
    if (!array.ok()) return failed(std::move(array).error());
    Result<std::vector<std::byte>> data = elements_of(std::move(*array), type.element());
    if (!data.ok()) {
      return bad_input(path(), fmt::format("{} is of type {}, the program wants {}: {}", name, descr, type.to_string(),
                                           data.error().diagnostic.message));
    }
    auto holder = std::make_shared<const std::vector<std::byte>>(std::move(*data));
    return Elements{*holder, holder};
  }

  const std::unique_ptr<InputFile> file_;
  const std::shared_ptr<const FileMapping> mapping_;
  const std::map<std::string, std::optional<ZipMember>> members_;
  mutable std::map<std::pair<std::string, ElementType>, Elements> read_;
};

// ---- .safetensors, one or several

class Safetensors final : public NamedArrays {
 public:
  static Result<std::unique_ptr<NamedArrays>> open(const std::string& path) {
    PARTITA_ASSIGN(std::vector<LoadedTensor> tensors, load_tensors(path, {}));
    return make(path, std::move(tensors));
  }

  // {"metadata": …, "weight_map": {"params.emb": "model-00001-of-00002.safetensors"}}
  static Result<std::unique_ptr<NamedArrays>> open_index(const std::string& path, const Json& index) {
    const auto refused = [&](std::string why) { return in_file(base::failure(Code::kBadNpy, std::move(why)), path); };
    const auto listed = index.find("weight_map");
    if (listed == index.end() || !listed->is_object()) return refused("is no index: it has no weight_map");
    std::map<std::string, std::vector<std::string>> by_file;
    for (const auto& [name, file] : listed->items()) {
      if (!file.is_string()) return refused(fmt::format("the index has no file for {}", name));
      const std::filesystem::path inside(file.get<std::string>());
      if (inside.is_absolute() || inside.has_parent_path()) {
        return refused(fmt::format("{} is in '{}', and not in a file beside the index", name, inside.string()));
      }
      by_file[inside.string()].push_back(name);
    }
    std::vector<LoadedTensor> tensors;
    for (const auto& [file, names] : by_file) {
      const std::string beside = (std::filesystem::path(path).parent_path() / file).string();
      PARTITA_ASSIGN(std::vector<LoadedTensor> there, load_tensors(beside, {}));
      std::map<std::string, LoadedTensor*> found;
      for (LoadedTensor& tensor : there) found[tensor.name] = &tensor;
      for (const std::string& name : names) {
        const auto at = found.find(name);
        if (at == found.end()) {
          return in_file(base::failure(Code::kBadNpy, fmt::format("it is not there, and the index {} says so", path)),
                         beside, name);
        }
        tensors.push_back(std::move(*at->second));
      }
    }
    std::ranges::sort(tensors, {}, &LoadedTensor::name);
    return make(path, std::move(tensors));
  }

  std::string directory() const override {
    std::string out;
    for (const auto& [name, tensor] : tensors_) {
      out += fmt::format("{} {} [{}]\n", name, ir::mlir_spelling(tensor->type), fmt::join(tensor->shape, ", "));
    }
    return out;
  }

  Result<Type> type_of(Context& context, const std::string& name) const override {
    const LoadedTensor& tensor = *tensors_.at(name);
    return context.tensor(tensor.type, tensor.shape);
  }

  Result<int64_t> count(const std::string& name, Type type) const override {
    const LoadedTensor& tensor = *tensors_.at(name);
    const std::optional<int64_t> count = count_of(tensor.shape, type);
    if (!count) return other_shape(path(), name, tensor.shape, type);
    if (tensor.type == type.element()) return *count;
    return bad_input(path(), fmt::format("{} is of type {}, the program wants {}", name, ir::mlir_spelling(tensor.type),
                                         type.to_string()));
  }

  Result<std::unique_ptr<ArraySource>> array(const std::string& name, Type type, int64_t which) const override {
    const std::shared_ptr<const LoadedTensor>& tensor = tensors_.at(name);
    PARTITA_ASSIGN(const int64_t there, count(name, type));
    PARTITA_INVARIANT(which < there, "an array without a step");
    const std::span<const std::byte> bytes =
        tensor->mapping != nullptr ? tensor->mapped : std::span<const std::byte>(*tensor->data);
    return source_of(path(), name, type, {bytes, tensor}, which);
  }

 private:
  Safetensors(const std::string& path, std::vector<std::string> names) : NamedArrays(path, std::move(names)) {}
  static std::unique_ptr<NamedArrays> make(const std::string& path, std::vector<LoadedTensor> tensors) {
    std::vector<std::string> names;
    for (const LoadedTensor& tensor : tensors) names.push_back(tensor.name);
    std::unique_ptr<Safetensors> made(new Safetensors(path, std::move(names)));
    for (LoadedTensor& tensor : tensors) {
      const std::string name = tensor.name;
      made->tensors_.emplace(name, std::make_shared<const LoadedTensor>(std::move(tensor)));
    }
    return made;
  }

  std::map<std::string, std::shared_ptr<const LoadedTensor>> tensors_;
};

// ---- checkpoints of ours

class CheckpointArrays final : public NamedArrays {
 public:
  explicit CheckpointArrays(std::unique_ptr<Checkpoint> checkpoint)
      : NamedArrays(checkpoint->path(), checkpoint->names()), checkpoint_(std::move(checkpoint)) {}

  std::string directory() const override {
    return fmt::format("step {} of {}: {}\n", checkpoint_->info().step, checkpoint_->info().program,
                       fmt::join(names(), ", "));
  }

  Result<Type> type_of(Context& context, const std::string& name) const override {
    return checkpoint_->type_of(context, name);
  }
  Result<int64_t> count(const std::string& name, Type type) const override {
    const Result<std::unique_ptr<ArraySource>> source = checkpoint_->array(name, type, nullptr);
    if (!source.ok()) return source.error();
    return 1;
  }
  Result<std::unique_ptr<ArraySource>> array(const std::string& name, Type type, int64_t) const override {
    return checkpoint_->array(name, type, nullptr);
  }

 private:
  const std::unique_ptr<Checkpoint> checkpoint_;
};

// The index of several files, if that is what it is: a file whose text is JSON.
Result<Json> read_index(const InputFile& file) {
  constexpr uint64_t kLargest = uint64_t{1} << 28;
  if (file.size() > kLargest) return base::failure(Code::kBadNpy, "is too long for an index");
  std::string text(file.size(), '\0');
  PARTITA_CHECK_OK(file.read(0, std::as_writable_bytes(std::span(text.data(), text.size()))));
  Json index = Json::parse(text, nullptr, false);
  if (index.is_discarded() || !index.is_object())
    return base::failure(Code::kBadNpy, "is neither a file of arrays nor an index: its text is no JSON");
  return index;
}

}  // namespace

bool names_other_files(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) return true;
  const Result<std::unique_ptr<InputFile>> file = InputFile::open(path);
  std::byte first{};
  return file.ok() && (*file)->size() > 0 && (*file)->read(0, std::span(&first, 1)).ok() && first == std::byte{'{'} &&
         !looks_like_safetensors(**file);
}

Result<std::unique_ptr<NamedArrays>> NamedArrays::open(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) {
    PARTITA_ASSIGN(std::unique_ptr<Checkpoint> checkpoint, Checkpoint::open(path));
    return std::unique_ptr<NamedArrays>(std::make_unique<CheckpointArrays>(std::move(checkpoint)));
  }
  Result<std::unique_ptr<InputFile>> file = InputFile::open(path);
  if (!file.ok()) return in_file(std::move(file).error(), path);
  std::array<std::byte, 9> start{};
  const size_t known = std::min<uint64_t>((*file)->size(), start.size());
  if (const Status read = (*file)->read(0, std::span(start).first(known)); !read.ok())
    return in_file(read.error(), path);
  if (looks_like_safetensors(**file)) return Safetensors::open(path);
  if (start[0] == std::byte{'{'}) {
    const Result<Json> index = read_index(**file);
    if (!index.ok()) return in_file(index.error(), path);
    if (index->contains("arrays") && std::filesystem::path(path).filename() == "manifest.json") {
      const std::string folder = std::filesystem::path(path).parent_path().string();
      return open(folder.empty() ? "." : folder);  // a checkpoint's own
    }
    return Safetensors::open_index(path, *index);
  }
  if (start[8] == std::byte{'{'} && start[0] != std::byte{0x93}) return Safetensors::open(path);  // which says why not
  return NumpyFile::open(path, std::move(*file));
}

std::string dotted_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '\'' || c == '"' || c == ']') continue;
    const bool parts = c == '[' || c == '/' || c == '.';
    if (!parts) out += c;
    if (parts && !out.empty() && out.back() != '.') out += '.';
  }
  return out;
}

std::optional<std::string> array_of_argument(const NamedArrays& arrays, std::span<const std::string> arguments,
                                             int index) {
  const auto has = [&](const std::string& name) {
    return std::ranges::find(arrays.names(), name) != arrays.names().end();
  };
  if (std::string number = fmt::format("arg{}", index); has(number)) return number;
  if (arrays.names().size() == 1 && arrays.names()[0] == "arr_0" && arguments.size() == 1) return "arr_0";
  const std::string& own = arguments[index];
  if (own.empty()) return std::nullopt;
  if (has(own)) return own;
  const std::string wanted = dotted_name(own);
  const auto without_parameter = [](const std::string& dotted) {
    const size_t dot = dotted.find('.');
    return dot == std::string::npos ? std::string() : dotted.substr(dot + 1);
  };
  const std::string place = without_parameter(wanted);
  int64_t places = 0;  // arguments with this place
  for (const std::string& other : arguments) places += without_parameter(dotted_name(other)) == place;
  std::optional<std::string> found;
  for (const std::string& name : arrays.names()) {
    const std::string dotted = dotted_name(name);
    if (dotted == wanted) return name;
    if (!place.empty() && dotted == place && places == 1) found = name;
  }
  return found;
}

}  // namespace partita::core::run

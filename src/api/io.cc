#include "partita/io.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/impl.h"
#include "run/named_arrays.h"
#include "run/tensor_file.h"

namespace partita {
inline namespace v1 {
namespace {

using core::Code;
using core::run::TensorFormat;
using detail::fail;
using detail::guarded;

TensorFormat format_of(const std::string& path, FileFormat format) {
  switch (format) {
    case FileFormat::kNpy: return TensorFormat::kNpy;
    case FileFormat::kNpz: return TensorFormat::kNpz;
    case FileFormat::kSafetensors: return TensorFormat::kSafetensors;
    case FileFormat::kByPath: break;
  }
  const std::optional<TensorFormat> known = core::run::format_of_path(path);
  if (!known) {
    fail(Code::kUsage, fmt::format("{}: the name of a file of tensors ends in .npy, .npz or .safetensors", path));
  }
  return *known;
}

Tensor public_tensor(core::run::LoadedTensor& loaded) {
  const auto type = static_cast<DType>(loaded.type);
  const Shape shape(std::move(loaded.shape));
  Tensor::spec(type, shape);  // throws where the elements cannot be counted
  return detail::Access::make<Tensor>(
      loaded.data != nullptr ? new detail::TensorImpl(type, shape, std::move(loaded.data))
                             : new detail::TensorImpl(type, shape, std::move(loaded.mapping), loaded.mapped));
}

// Of an index or a checkpoint, whose arrays lie in several files: `only` this one, or all.
std::vector<NamedTensor> load_collected(const std::string& path, std::optional<std::string_view> only) {
  core::Context context;
  const auto arrays = detail::take(core::run::NamedArrays::open(path));
  std::vector<NamedTensor> out;
  for (const std::string& name : arrays->names()) {
    if (only && *only != name) continue;
    const core::Type type = detail::take(arrays->type_of(context, name));
    const auto source = detail::take(arrays->array(name, type));
    const core::Tensor whole = detail::take(core::run::read_shard(context, *source, nullptr, 0));
    const Shape shape(std::vector<std::int64_t>(type.dims().begin(), type.dims().end()));
    const auto dtype = static_cast<DType>(type.element());
    out.push_back({name, detail::Access::make<Tensor>(new detail::TensorImpl(dtype, shape, whole.shared()))});
  }
  return out;
}

}  // namespace

void save(const std::string& path, const std::vector<NamedTensor>& tensors, FileFormat format) {
  guarded([&] {
    std::vector<core::run::TensorToSave> saved;
    for (const NamedTensor& given : tensors) {
      if (given.tensor.is_empty() || given.tensor.is_spec()) {
        fail(Code::kBadInput, fmt::format("'{}' has no elements to save", given.name));
      }
      saved.push_back({given.name, static_cast<core::ElementType>(given.tensor.dtype()), given.tensor.shape().dims(),
                       given.tensor.bytes()});
    }
    const core::Status status = core::run::save_tensors(path, format_of(path, format), saved);
    if (!status.ok()) fail(status.error().diagnostic);
  });
}

std::vector<NamedTensor> load(const std::string& path, const LoadOptions& options) {
  return guarded([&] {
    if (core::run::names_other_files(path)) return load_collected(path, std::nullopt);
    std::vector<NamedTensor> out;
    for (core::run::LoadedTensor& tensor : detail::take(core::run::load_tensors(path, {options.map}))) {
      out.push_back({std::move(tensor.name), public_tensor(tensor)});
    }
    return out;
  });
}

Tensor load(const std::string& path, std::string_view name, const LoadOptions& options) {
  return guarded([&] {
    if (core::run::names_other_files(path)) {
      const std::vector<NamedTensor> found = load_collected(path, name);
      if (found.empty()) fail(Code::kBadInput, fmt::format("{} has no tensor '{}'", path, name));
      return found.front().tensor;
    }
    std::vector<core::run::LoadedTensor> found = detail::take(core::run::load_tensors(path, {options.map, name}));
    if (found.empty()) fail(Code::kBadInput, fmt::format("{} has no tensor '{}'", path, name));
    return public_tensor(found.front());
  });
}

namespace detail {
namespace {

// A tree that is one tensor has no name of its own.
std::string saved_name(const std::string& name) { return name.empty() ? "tensor" : name; }

}  // namespace

void save_leaves(const std::string& path, const std::vector<std::string>& names, const std::vector<Tensor>& leaves,
                 FileFormat format) {
  std::vector<NamedTensor> tensors;
  for (std::size_t i = 0; i < leaves.size(); ++i) tensors.push_back({saved_name(names[i]), leaves[i]});
  save(path, tensors, format);
}

std::vector<Tensor> load_leaves(const std::string& path, const std::vector<std::string>& names,
                                const std::vector<Tensor>& like, const LoadOptions& options) {
  return guarded([&] {
    const std::vector<NamedTensor> all = load(path, options);
    std::vector<Tensor> out;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string name = saved_name(names[i]);
      const auto at = std::find_if(all.begin(), all.end(), [&](const NamedTensor& t) { return t.name == name; });
      if (at == all.end()) fail(Code::kBadInput, fmt::format("{} has no tensor '{}'", path, name));
      if (!like[i].is_empty() && at->tensor.type_text() != like[i].type_text()) {
        fail(Code::kBadInput, fmt::format("'{}' of {} is {}, and {} is wanted", name, path, at->tensor.type_text(),
                                          like[i].type_text()));
      }
      out.push_back(at->tensor);
    }
    return out;
  });
}

}  // namespace detail

}  // namespace v1
}  // namespace partita

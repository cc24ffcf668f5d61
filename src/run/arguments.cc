#include "run/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "complete/value_names.h"
#include "eval/math/random_inputs.h"
#include "eval/strided.h"
#include "run/argument_files.h"
#include "run/npz.h"
#include "run/on_cores.h"
#include "run/tensor_file.h"

namespace partita::core::run {
namespace {

Error input_error(const std::string& file, std::string message) {
  Diagnostic d = error_without_place(Code::kBadInput, std::move(message));
  d.file = file;
  return Error{d};
}

bool is_numbered(std::string_view name, std::string_view prefix) {
  return name.starts_with(prefix) && name.size() > prefix.size() &&
         std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

std::string shape_text(std::span<const int64_t> shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

Result<Tensor> tensor_from(NpyArray array, Type type, const std::string& file, const std::string& name) {
  if (!std::ranges::equal(array.shape, type.dims())) {
    return input_error(
        file, fmt::format("{} has shape {}, the program wants {}", name, shape_text(array.shape), type.to_string()));
  }
  std::string descr = array.descr;
  Result<std::vector<std::byte>> data = elements_of(std::move(array), type.element());
  if (!data.ok()) {
    return input_error(file, fmt::format("{} is of type {}, the program wants {}: {}", name, descr, type.to_string(),
                                         data.error().diagnostic.message));
  }
  return Tensor(type, std::make_shared<const Blob>(std::move(data).value()));
}

}  // namespace

std::vector<Type> argument_types(const Function& function) {
  std::vector<Type> types;
  for (int i = 0; i < function.num_arguments(); ++i) types.push_back(function.argument(i)->type());
  return types;
}

std::string given_name(std::string_view name) {
  for (std::string_view prefix : {"", "arg", "Arg", "param", "out", "v"}) {
    if (is_numbered(name, prefix)) return {};
  }
  return std::string(name);
}

std::vector<std::string> argument_names(const Function& function) {
  std::vector<std::string> names;
  for (int i = 0; i < function.num_arguments(); ++i) {
    const std::string_view label = complete::argument_label(function, i);
    names.push_back(label.empty() ? given_name(function.argument(i)->name().text()) : std::string(label));
  }
  return names;
}

Result<std::vector<Tensor>> arguments_from_file(Context& context, std::span<const Type> types,
                                                std::vector<std::string> names, const std::string& path) {
  PARTITA_ASSIGN(const std::unique_ptr<ArgumentFiles> files, ArgumentFiles::open({path}, std::move(names)));
  std::vector<Tensor> out;
  for (size_t i = 0; i < types.size(); ++i) {
    const Type type = types[i];
    if (!type.is_tensor()) {
      out.push_back(Tensor(type, std::make_shared<const Blob>()));
      continue;
    }
    const int index = static_cast<int>(i);
    PARTITA_CHECK_OK(files->check_one_step(index, type));
    PARTITA_ASSIGN(const std::unique_ptr<ArraySource> source, files->argument(index, type, 0));
    PARTITA_ASSIGN(Tensor tensor, read_shard(context, *source, nullptr, 0));
    out.push_back(std::move(tensor));
  }
  return out;
}

std::vector<Tensor> random_arguments(std::span<const Type> types, uint64_t seed) {
  struct Part {
    size_t argument, first;
  };
  constexpr size_t kPart = 1 << 18;  // elements; a thread for less than two of them is none too many
  std::vector<Tensor> out(types.size());
  on_cores(types.size(), 2, [&](size_t i) { out[i] = Tensor::make(types[i]); });
  std::vector<Part> parts;
  for (size_t i = 0; i < types.size(); ++i) {
    const size_t count = types[i].is_tensor() ? static_cast<size_t>(types[i].num_elements()) : 0;
    for (size_t first = 0; first < count; first += kPart) parts.push_back({i, first});
  }
  on_cores(parts.size(), 2, [&](size_t i) {
    const auto [argument, first] = parts[i];
    const Type type = types[argument];
    const size_t n = std::min(kPart, static_cast<size_t>(type.num_elements()) - first);
    eval::math::fill_random_input({seed, argument}, type.element(), first, n,
                                  eval::mutable_bytes_of(out[argument], static_cast<int64_t>(first)));
  });
  return out;
}

Result<std::vector<Tensor>> tensors_from_npz(Context& context, const std::string& path, std::string_view prefix) {
  PARTITA_ASSIGN(auto arrays, read_npz(path));
  std::vector<Tensor> out;
  for (int i = 0;; ++i) {
    std::string name = fmt::format("{}{}", prefix, i);
    auto at = arrays.find(name);
    if (at == arrays.end()) break;
    std::optional<ElementType> element;
    for (int e = 0; e < kElementTypeCount && !element; ++e) {
      ElementType candidate = static_cast<ElementType>(e);
      if (bit_width(candidate) >= 8 || candidate == ElementType::kPred) {
        if (npy_descr(candidate) == at->second.descr) element = candidate;
      }
    }
    if (!element)
      return input_error(path, fmt::format("{} is of type {}, which says too little", name, at->second.descr));
    Type type = context.tensor(*element, at->second.shape);
    PARTITA_ASSIGN(Tensor tensor, tensor_from(std::move(at->second), type, path, name));
    out.push_back(std::move(tensor));
  }
  return out;
}

namespace {

void add_entries(std::string_view prefix, std::span<const Tensor> tensors, std::vector<NpzEntry>& entries) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    Type type = tensors[i].type();
    if (!type || !type.is_tensor()) continue;
    entries.push_back({fmt::format("{}{}", prefix, i),
                       npy_descr(type.element()),
                       {type.dims().begin(), type.dims().end()},
                       tensors[i].blob()});
  }
}

}  // namespace

Status write_results(const std::string& path, std::span<const Tensor> results) {
  const std::optional<TensorFormat> format = format_of_path(path);
  if (format == TensorFormat::kNpy || format == TensorFormat::kSafetensors) {
    std::vector<TensorToSave> tensors;
    for (size_t i = 0; i < results.size(); ++i) {
      const Type type = results[i].type();
      if (!type || !type.is_tensor()) continue;
      tensors.push_back(
          {fmt::format("out{}", i), type.element(), {type.dims().begin(), type.dims().end()}, results[i].blob()});
    }
    return save_tensors(path, *format, tensors);
  }
  std::vector<NpzEntry> entries;
  add_entries("out", results, entries);
  return write_npz(path, entries);
}

Status write_arguments(const std::string& path, std::span<const Tensor> arguments) {
  std::vector<NpzEntry> entries;
  add_entries("arg", arguments, entries);
  return write_npz(path, entries);
}

Result<std::vector<std::string>> compare_with_file(Context& context, std::span<const Tensor> results,
                                                   const std::string& path, const ComparisonRule& rule,
                                                   Missing missing) {
  PARTITA_ASSIGN(const std::unique_ptr<NamedArrays> arrays, NamedArrays::open(path));
  const bool only = results.size() == 1 && arrays->names() == std::vector<std::string>{"arr_0"};
  std::vector<std::string> differences;
  for (size_t i = 0; i < results.size(); ++i) {
    const Type type = results[i].type();
    if (!type || !type.is_tensor()) continue;
    const std::string name = only ? "arr_0" : fmt::format("out{}", i);
    if (std::ranges::find(arrays->names(), name) == arrays->names().end()) {
      if (missing == Missing::kPassedOver) continue;
      return input_error(path, fmt::format("there is no {} to compare a result with", name));
    }
    PARTITA_ASSIGN(const int64_t count, arrays->count(name, type));
    if (count != 1) {
      return input_error(path, fmt::format("{} has a dimension of {} steps in front, the program gives {}", name, count,
                                           type.to_string()));
    }
    PARTITA_ASSIGN(const std::unique_ptr<ArraySource> source, arrays->array(name, type));
    PARTITA_ASSIGN(const Tensor want, read_shard(context, *source, nullptr, 0));
    if (auto difference = compare(results[i], want, rule))
      differences.push_back(fmt::format("out{}: {}", i, difference->message));
  }
  return differences;
}

std::string device_file(const std::string& folder, int64_t device) {
  return fmt::format("{}/device{}.npz", folder, device);
}

int64_t count_device_files(const std::string& folder) {
  int64_t count = 0;
  std::error_code failed;
  while (std::filesystem::exists(device_file(folder, count), failed)) ++count;
  return count;
}

Status write_device_files(const std::string& folder, const std::vector<std::vector<Tensor>>& arguments,
                          const std::vector<std::vector<Tensor>>& results) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);  // where it cannot, writing says so
  for (size_t device = 0; device < arguments.size(); ++device) {
    if (arguments[device].empty() && results[device].empty()) continue;
    std::vector<NpzEntry> entries;
    add_entries("arg", arguments[device], entries);
    add_entries("out", results[device], entries);
    PARTITA_CHECK_OK(write_npz(device_file(folder, static_cast<int64_t>(device)), entries));
  }
  return {};
}

}  // namespace partita::core::run

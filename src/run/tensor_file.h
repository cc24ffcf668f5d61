// Named tensors from and to files: .npy, .npz and .safetensors.
//
//   PARTITA_ASSIGN(auto tensors, load_tensors("model.npz", {}));
//   PARTITA_CHECK_OK(save_tensors("model.safetensors", TensorFormat::kSafetensors, tensors_to_save));
//
// What an .npy array cannot say of its type in NumPy's own words it says in those of ml_dtypes (npy.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ir/attr.h"
#include "ir/element_type.h"
#include "run/input_file.h"

namespace partita::core::run {

enum class TensorFormat : uint8_t { kNpy, kNpz, kSafetensors };

// By what the path ends in: ".npy", ".npz", ".safetensors".
std::optional<TensorFormat> format_of_path(std::string_view path);

// Elements as tensors hold them, in memory of their own or in a mapped file.
struct LoadedTensor {
  std::string name;
  ElementType type = ElementType::kF32;
  std::vector<int64_t> shape;
  std::shared_ptr<const Blob> data;              // null where they are mapped
  std::shared_ptr<const FileMapping> mapping{};  // null where they are not
  std::span<const std::byte> mapped{};
};

struct LoadOptions {
  // Elements that lie in the file as in memory, aligned, are mapped.
  bool map = true;
  // Only the tensor of this name is wanted.
  std::optional<std::string_view> only{};
};

// The format is recognised by the content. In the order of the file; the tensor of an .npy file is called "arr_0".
// Errors are P501 and P503 and name the file and the tensor.
Result<std::vector<LoadedTensor>> load_tensors(const std::string& path, const LoadOptions& options);

// A tensor to write; the data are the caller's.
struct TensorToSave {
  std::string name;
  ElementType type = ElementType::kF32;
  std::vector<int64_t> shape;
  std::span<const std::byte> data;
};

// A .safetensors file whose tensors are made one after the other: `make` gives the elements of the tensor of this
// number, whose data are not looked at.
Status stream_safetensors(const std::string& path, std::span<const TensorToSave> tensors,
                          const std::function<Result<std::shared_ptr<const Blob>>(size_t number)>& make);

// The file appears whole or not at all. Errors are P502; P503 where the format cannot hold what is to be saved, and
// P404 where names are no text or not different.
Status save_tensors(const std::string& path, TensorFormat format, std::span<const TensorToSave> tensors);

}  // namespace partita::core::run

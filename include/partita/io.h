// Named tensors from and to files: .npy and .npz as NumPy has them, and .safetensors.
//
//   save("model.safetensors", {{"w", w}, {"b", b}});
//   for (const NamedTensor& t : load("model.safetensors")) std::puts((t.name + ": " + t.tensor.type_text()).c_str());
//   Tensor again = load("model.safetensors", "w");
//
// Trees go under the names of their leaves: save("state.npz", params), params = load("state.npz", params).
//
//   .npy           one tensor, without its name: it is called "arr_0" when it is read
//   .npz           all types. Those that NumPy has no name for have the one of ml_dtypes: 'float8_e4m3fn', 'int4'. bf16
//   is
//                  '<V2', which is what NumPy writes of it
//   .safetensors   all but integers below 8 bits, f8e3m4, f8e4m3, f8e4m3b11fnuz and c128; "__metadata__" is no name.
//                  Elements of 4 and 6 bits are packed, the first in the low bits, and must fill whole bytes
//
// A file is written aside and renamed, so that it is there whole or not at all, and tensors that were loaded from the
// one before it stay as they are. What a format cannot hold, and files that are damaged or lie, give Error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/tree.h"

namespace partita {
inline namespace v1 {

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

enum class FileFormat : unsigned char { kByPath, kNpy, kNpz, kSafetensors };

// kByPath: as the path ends. Names must be UTF-8 text and different from each other.
PARTITA_API void save(const std::string& path, const std::vector<NamedTensor>& tensors,
                      FileFormat format = FileFormat::kByPath);

struct LoadOptions {
  // Elements stay in the file until they are looked at, where they lie in it as they do in memory: those of .npy and
  // .safetensors files that are at least a byte wide and aligned. Those of an .npz that is not compressed, too, but
  // they are compared with their checksum first. Nobody may write over such a file while its tensors are in use;
  // replacing it, as save() does, is fine. Otherwise all is read into memory.
  bool map = true;
};

// The format is recognised by the content. In the order of the file. The index of a checkpoint in several .safetensors
// files and a checkpoint's folder (checkpoint.h) are read whole, by name.
PARTITA_API std::vector<NamedTensor> load(const std::string& path, const LoadOptions& options = {});
// The one of this name; the others are not read.
PARTITA_API Tensor load(const std::string& path, std::string_view name, const LoadOptions& options = {});

namespace detail {

template <typename T>
concept SavedTree = Tree<T> && !std::is_convertible_v<const T&, std::string_view>;

PARTITA_API void save_leaves(const std::string& path, const std::vector<std::string>& names,
                             const std::vector<Tensor>& leaves, FileFormat format);
PARTITA_API std::vector<Tensor> load_leaves(const std::string& path, const std::vector<std::string>& names,
                                            const std::vector<Tensor>& like, const LoadOptions& options);

}  // namespace detail

// The tensors of a tree, under their names in it.
template <detail::SavedTree T>
void save(const std::string& path, const T& tree, FileFormat format = FileFormat::kByPath) {
  detail::save_leaves(path, names(tree), leaves(tree), format);
}
// A tree like this one, with the tensors of these names; each must be there and have the type of the leaf. What else
// is in the file is left alone.
template <detail::SavedTree T>
T load(const std::string& path, const T& like, const LoadOptions& options = {}) {
  return with_leaves(like, detail::load_leaves(path, names(like), leaves(like), options));
}

}  // namespace v1
}  // namespace partita

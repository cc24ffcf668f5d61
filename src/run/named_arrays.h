// Named arrays, wherever they lie, read when they are asked for and not before:
//
//   weights.npz  bias.npy  model.safetensors
//   model.safetensors.index.json          names, and in which of several .safetensors files each lies
//   ckpt, ckpt/step-0000000100            a checkpoint of ours (checkpoint.h)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "run/array_source.h"

namespace partita::core::run {

class NamedArrays {
 public:
  // What it is, the content says. Errors are P501 and P503 and name the file.
  static Result<std::unique_ptr<NamedArrays>> open(const std::string& path);
  virtual ~NamedArrays() = default;

  const std::string& path() const { return path_; }
  // Without repetition: of a file in its order, of an index and a checkpoint sorted.
  const std::vector<std::string>& names() const { return names_; }
  // What the directory of it says, for people and programs that compare: names, sizes, checksums where there are some.
  virtual std::string directory() const = 0;
  // As it is stored. P503 where the file does not tell.
  virtual Result<Type> type_of(Context& context, const std::string& name) const = 0;
  // How many of this type there are: 1, or the first dimension of one that has a dimension more. P404 where it is
  // neither.
  virtual Result<int64_t> count(const std::string& name, Type type) const = 0;
  // One of them. The source stays valid as long as this; of bit patterns the type says what they are.
  virtual Result<std::unique_ptr<ArraySource>> array(const std::string& name, Type type, int64_t which = 0) const = 0;

 protected:
  NamedArrays(std::string path, std::vector<std::string> names) : path_(std::move(path)), names_(std::move(names)) {}

 private:
  const std::string path_;
  const std::vector<std::string> names_;
};

// Whether it is no single file of arrays, but names them in others: an index, a checkpoint.
bool names_other_files(const std::string& path);

// The array that argument number `index` is meant by: its number, "arg3"; its name, "params['emb']"; the name in other
// spellings, "params.emb" and "params/emb"; or without the name of the parameter, "emb", where no other argument has
// it. Nothing where there is none. `arguments` are the names of all, empty where there is none.
std::optional<std::string> array_of_argument(const NamedArrays& arrays, std::span<const std::string> arguments,
                                             int index);

// "params['layers'][0].w" as "params.layers.0.w".
std::string dotted_name(std::string_view name);

}  // namespace partita::core::run

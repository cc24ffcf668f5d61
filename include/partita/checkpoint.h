// Checkpoints of training loops: the tensors of a step in a folder of their own, which is there whole or not at all,
// whenever the process or the machine stops. What is read is compared with checksums.
//
// They are those of `partita run --save-to` (docs/training.md), whose shards come together when they are loaded here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "partita/export.h"
#include "partita/io.h"
#include "partita/tensor.h"
#include "partita/tree.h"

namespace partita {
inline namespace v1 {

struct CheckpointOptions {
  std::int64_t keep = 0;  // how many checkpoints of a folder stay, the last; 0: all
};

// Writes DIR/step-0000000100, on the disk when this returns. Names must be UTF-8 text and different from each other.
// What cannot be written gives Error, and what was there stays.
PARTITA_API void save_checkpoint(const std::string& folder, std::int64_t step, const std::vector<NamedTensor>& tensors,
                                 const CheckpointOptions& options = {});

// Steps of the checkpoints in a folder, in order; none where there is no such folder.
PARTITA_API std::vector<std::int64_t> checkpoint_steps(const std::string& folder);

struct LoadedCheckpoint {
  std::int64_t step = 0;  // how many were done
  std::string path;
  std::vector<NamedTensor> tensors;  // by name
};

// The last checkpoint of a folder, or the one of this path. Error where there is none, or where it is damaged: then
// with the path of another.
PARTITA_API LoadedCheckpoint load_checkpoint(const std::string& path);

namespace detail {

PARTITA_API std::vector<Tensor> checkpointed_leaves(const LoadedCheckpoint& checkpoint,
                                                    const std::vector<std::string>& names,
                                                    const std::vector<Tensor>& like);
PARTITA_API std::vector<NamedTensor> named_leaves(const std::vector<std::string>& names,
                                                  const std::vector<Tensor>& leaves);

}  // namespace detail

// The tensors of a tree, under their names in it.
template <detail::SavedTree T>
void save_checkpoint(const std::string& folder, std::int64_t step, const T& tree,
                     const CheckpointOptions& options = {}) {
  save_checkpoint(folder, step, detail::named_leaves(names(tree), leaves(tree)), options);
}
// A tree like this one from a checkpoint that was loaded; each tensor must be there and have the type of the leaf.
template <detail::SavedTree T>
T tree_of(const LoadedCheckpoint& checkpoint, const T& like) {
  return with_leaves(like, detail::checkpointed_leaves(checkpoint, names(like), leaves(like)));
}

}  // namespace v1
}  // namespace partita

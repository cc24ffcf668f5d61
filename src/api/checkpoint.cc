#include "partita/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "api/impl.h"
#include "base/utf8.h"
#include "run/array_source.h"
#include "run/checkpoint.h"

namespace partita {
inline namespace v1 {

using core::Code;
using detail::fail;
using detail::guarded;

void save_checkpoint(const std::string& folder, std::int64_t step, const std::vector<NamedTensor>& tensors,
                     const CheckpointOptions& options) {
  guarded([&] {
    core::Context context;
    std::vector<core::run::ArrayToSave> arrays;
    std::set<std::string_view> names;
    for (const NamedTensor& given : tensors) {
      if (given.tensor.is_empty() || given.tensor.is_spec()) {
        fail(Code::kBadInput, fmt::format("'{}' has no elements to save", given.name));
      }
      if (core::base::find_non_text(given.name) != given.name.size() || !names.insert(given.name).second) {
        fail(Code::kBadInput, fmt::format("tensor {}: names are UTF-8 text and different", names.size()));
      }
      const core::Type type = detail::type_of(context, given.tensor);
      arrays.push_back({given.name, type, nullptr, detail::inner_tensors({type}, {given.tensor}, "tensor")});
    }
    if (step < 0) fail(Code::kBadInput, fmt::format("there is no step {}", step));
    const core::Status status = core::run::save_checkpoint(context, folder, {step, "", true, {}, ""}, arrays, 1,
                                                           std::max<std::int64_t>(options.keep, 0));
    if (!status.ok()) fail(status.error().diagnostic);
  });
}

std::vector<std::int64_t> checkpoint_steps(const std::string& folder) {
  return guarded([&] { return core::run::checkpoints_in(folder); });
}

LoadedCheckpoint load_checkpoint(const std::string& path) {
  return guarded([&] {
    core::Context context;
    const std::unique_ptr<core::Checkpoint> checkpoint = detail::take(core::Checkpoint::open(path));
    LoadedCheckpoint out{checkpoint->info().step, checkpoint->path(), {}};
    for (const std::string& name : checkpoint->names()) {
      const core::Type type = detail::take(checkpoint->type_of(context, name));
      const auto source = detail::take(checkpoint->array(name, type, nullptr));
      out.tensors.push_back({name, detail::public_tensor(detail::take(read_shard(context, *source, nullptr, 0)))});
    }
    return out;
  });
}

namespace detail {

std::vector<NamedTensor> named_leaves(const std::vector<std::string>& names, const std::vector<Tensor>& leaves) {
  std::vector<NamedTensor> out;  // a tree that is one tensor has no name of its own
  for (std::size_t i = 0; i < leaves.size(); ++i) out.push_back({names[i].empty() ? "tensor" : names[i], leaves[i]});
  return out;
}

std::vector<Tensor> checkpointed_leaves(const LoadedCheckpoint& checkpoint, const std::vector<std::string>& names,
                                        const std::vector<Tensor>& like) {
  return guarded([&] {
    std::vector<Tensor> out;
    for (const NamedTensor& wanted : named_leaves(names, like)) {
      const auto at = std::find_if(checkpoint.tensors.begin(), checkpoint.tensors.end(),
                                   [&](const NamedTensor& t) { return t.name == wanted.name; });
      if (at == checkpoint.tensors.end()) {
        fail(Code::kBadInput, fmt::format("{} has no tensor '{}'", checkpoint.path, wanted.name));
      }
      if (!wanted.tensor.is_empty() && at->tensor.type_text() != wanted.tensor.type_text()) {
        fail(Code::kBadInput, fmt::format("'{}' of {} is {}, and {} is wanted", wanted.name, checkpoint.path,
                                          at->tensor.type_text(), wanted.tensor.type_text()));
      }
      out.push_back(at->tensor);
    }
    return out;
  });
}

}  // namespace detail

}  // namespace v1
}  // namespace partita

// partita reshard: a checkpoint in other shardings, on another mesh, or in another format, shard by shard.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "complete/hints.h"
#include "cost/report_rows.h"
#include "cost/units.h"
#include "run/atomic_file.h"
#include "run/checkpoint.h"
#include "run/named_arrays.h"
#include "run/tensor_file.h"
#include "tools/invocation.h"

namespace partita::core::tools {
namespace {

using run::ArraySource;
using run::NamedArrays;

constexpr std::string_view kIndex = ".safetensors.index.json";

// Keeps nothing of what was read: a checkpoint's own sources keep its pieces.
class PassingSource final : public ArraySource {
 public:
  PassingSource(const NamedArrays& arrays, std::string name, Type type)
      : ArraySource(type), arrays_(arrays), name_(std::move(name)) {}
  Status read(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t part) const override {
    PARTITA_ASSIGN(const std::unique_ptr<ArraySource> source, arrays_.array(name_, type()));
    return source->read(box, to, corner, part);
  }

 private:
  const NamedArrays& arrays_;
  const std::string name_;
};

class Resharding {
 public:
  explicit Resharding(Invocation& invocation) : invocation_(invocation), options_(invocation.options()) {}

  Status run() {
    if (options_.file_bytes <= 0) {
      return base::failure(Code::kUsage, fmt::format("--file-size {}: a file has a size above 0", options_.file_bytes));
    }
    PARTITA_ASSIGN(arrays_, NamedArrays::open(options_.files[0]));
    PARTITA_CHECK_OK(open_sources());
    if (options_.output.ends_with(kIndex)) return write_index();
    if (const auto format = run::format_of_path(options_.output)) return write_file(*format);
    return write_checkpoint();
  }

 private:
  Status open_sources() {
    for (const std::string& name : arrays_->names()) {
      if (name.find('\0') != std::string::npos) {
        return base::failure(Code::kUsage, fmt::format("{}: an array's name has a zero byte, which no file's name can "
                                                       "hold",
                                                       options_.files[0]));
      }
      PARTITA_ASSIGN(const Type type, arrays_->type_of(invocation_.context(), name));
      types_.push_back(type);
      sources_.push_back(std::make_unique<PassingSource>(*arrays_, name, type));
    }
    return {};
  }

  Result<Tensor> whole(size_t i) { return run::read_shard(invocation_.context(), *sources_[i], nullptr, 0); }

  std::vector<run::TensorToSave> described() const {
    std::vector<run::TensorToSave> out;
    for (size_t i = 0; i < types_.size(); ++i) {
      const auto dims = types_[i].dims();
      out.push_back({arrays_->names()[i], types_[i].element(), {dims.begin(), dims.end()}, {}});
    }
    return out;
  }

  // Of .npy and .npz all is held at once, of .safetensors one array at a time.
  Status write_file(run::TensorFormat format) {
    PARTITA_CHECK_OK(refuse_hints());
    std::vector<run::TensorToSave> tensors = described();
    if (format == run::TensorFormat::kSafetensors) {
      return run::stream_safetensors(options_.output, tensors, [&](size_t i) { return elements(i); });
    }
    std::vector<std::shared_ptr<const Blob>> held;
    for (size_t i = 0; i < tensors.size(); ++i) {
      PARTITA_ASSIGN(const auto& blob, elements(i));
      tensors[i].data = *held.emplace_back(blob);
    }
    return run::save_tensors(options_.output, format, tensors);
  }

  Result<std::shared_ptr<const Blob>> elements(size_t i) {
    PARTITA_ASSIGN(const Tensor tensor, whole(i));
    return tensor.shared();
  }

  // model.safetensors.index.json, and model-00001-of-00003.safetensors … beside it.
  Status write_index() {
    PARTITA_CHECK_OK(refuse_hints());
    const std::vector<run::TensorToSave> tensors = described();
    std::vector<std::vector<size_t>> files(1);
    int64_t filled = 0, total = 0;
    for (size_t i = 0; i < tensors.size(); ++i) {
      const int64_t bytes = types_[i].byte_size();
      if (filled > 0 && filled + bytes > options_.file_bytes) {
        files.emplace_back();
        filled = 0;
      }
      files.back().push_back(i);
      filled += bytes;
      total += bytes;
    }
    const std::string stem = options_.output.substr(0, options_.output.size() - kIndex.size());
    nlohmann::ordered_json map = nlohmann::ordered_json::object();
    for (size_t f = 0; f < files.size(); ++f) {
      const std::string path = fmt::format("{}-{:05}-of-{:05}.safetensors", stem, f + 1, files.size());
      std::vector<run::TensorToSave> mine;
      for (const size_t i : files[f]) {
        mine.push_back(tensors[i]);
        map[tensors[i].name] = std::filesystem::path(path).filename().string();
      }
      PARTITA_CHECK_OK(run::stream_safetensors(path, mine, [&](size_t i) { return elements(files[f][i]); }));
    }
    const nlohmann::ordered_json index = {{"metadata", {{"total_size", total}}}, {"weight_map", std::move(map)}};
    return invocation_.write(options_.output, index.dump(2) + "\n");
  }

  // One file has no shards.
  Status refuse_hints() const {
    if (options_.mesh.empty() && options_.shard.empty() && options_.hints.empty()) return {};
    return base::failure(Code::kUsage,
                         fmt::format("{} is written whole: --mesh and --shard are for a checkpoint, whose "
                                     "name is that of a folder",
                                     options_.output));
  }

  // The hints of the command line, on the arguments of a program that has nothing but them.
  Status write_checkpoint() {
    PARTITA_ASSIGN(const HintOptions hint_options, invocation_.hint_options());
    Context& context = invocation_.context();
    Module module(context);
    Function* arguments = module.add_function(context.name("main"), types_, {});
    for (size_t i = 0; i < types_.size(); ++i) {
      arguments->argument(static_cast<int>(i))->set_name(context.name(arrays_->names()[i]));
    }
    Diagnostics diagnostics;
    const std::optional<Hints> hints =
        hint_options.mesh.empty() && hint_options.given_mesh == nullptr && hint_options.shard.empty()
            ? Hints{}
            : complete::read_hints(module, *arguments, hint_options, diagnostics);
    if (!hints) return Error{diagnostics.all().front()};
    std::vector<run::ArrayToSave> to_save;
    for (size_t i = 0; i < types_.size(); ++i) {
      to_save.push_back({arrays_->names()[i], types_[i], nullptr, {}, sources_[i].get()});
    }
    for (const Hint& hint : hints->all) {
      if (hint.value != nullptr && hint.sharding != nullptr) to_save[hint.index].sharding = hint.sharding;
    }
    for (const run::ArrayToSave& array : to_save) {  // no run has such arguments, so nothing would read it again
      if (array.sharding == nullptr || array.sharding->unreduced_axes().empty()) continue;
      return base::failure(Code::kUsage, fmt::format("--shard: {} cannot be written as {}: the devices of a checkpoint "
                                                     "hold parts of an array, and not what is yet to be summed",
                                                     array.name, to_string(*array.sharding)));
    }
    const MeshPtr mesh = hints->meshes.empty() ? nullptr : hints->meshes.main();
    run::CheckpointInfo info;
    std::error_code failed;
    if (std::filesystem::is_directory(options_.files[0], failed)) {
      PARTITA_ASSIGN(const std::unique_ptr<Checkpoint> from, Checkpoint::open(options_.files[0]));
      info = from->info();
    }
    info.mesh = mesh != nullptr ? cost::mesh_text(*mesh) : "";
    const int64_t places = mesh != nullptr ? mesh->device_count() : 1;
    PARTITA_CHECK_OK(run::save_checkpoint(context, options_.output, info, to_save, places, 0));
    if (options_.verbose) print(to_save, run::checkpoint_path(options_.output, info.step));
    return {};
  }

  static void print(const std::vector<run::ArrayToSave>& arrays, const std::string& path) {
    for (const run::ArrayToSave& array : arrays) {
      std::fprintf(stderr, "%s: %s %s\n", array.name.c_str(), array.global.to_string().c_str(),
                   array.sharding != nullptr ? to_string(*array.sharding).c_str() : "replicated");
    }
    std::fprintf(stderr, "written: %s\n", path.c_str());
  }

  Invocation& invocation_;
  const Options& options_;
  std::unique_ptr<NamedArrays> arrays_;
  std::vector<Type> types_;
  std::vector<std::unique_ptr<ArraySource>> sources_;
};

}  // namespace

int run_reshard(const Options& options) {
  Invocation invocation(options);
  const Status done = Resharding(invocation).run();
  return invocation.finish(done.ok() ? kDone : invocation.refuse(done.error()));
}

}  // namespace partita::core::tools

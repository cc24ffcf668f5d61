#include "tools/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "complete/hint_options.h"
#include "complete/hints.h"
#include "ir/names.h"
#include "partition/local/boundary.h"
#include "shard/spelling_sdy.h"
#include "transform/resize/resize.h"

namespace partita::core::tools {
namespace {

constexpr std::string_view kKeys[] = {"mesh", "batch", "hardware"};
constexpr int64_t kMostBatch = int64_t{1} << 24;

Error wrong(const std::string& message) { return Error{error_without_place(Code::kUsage, message)}; }

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> out;
  for (;;) {
    const size_t end = text.find(at);
    out.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

// 16; nothing where it is no whole number above zero, or too large.
std::optional<int64_t> batch_size(std::string_view text) {
  int64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || end != text.data() + text.size() || size < 1 || size > kMostBatch) return std::nullopt;
  return size;
}

// Takes the place in front of the sizes: arg0.0:8.
Status read_batch(const std::string& text, SweepAxis& axis) {
  std::string& first = axis.values.front();
  if (const size_t colon = first.rfind(':'); colon != std::string::npos) {
    axis.place = first.substr(0, colon);
    first = first.substr(colon + 1);
  }
  for (const std::string& value : axis.values) {
    if (!batch_size(value)) return wrong(fmt::format("--sweep {}: '{}' is no size of a batch", text, value));
  }
  return {};
}

// arg0.0
Result<transform::ArgumentDim> find_batch(const Module& module, const Function& entry, const std::string& place) {
  if (place.empty()) return transform::guess_batch(entry);
  const size_t dot = place.rfind('.');
  const std::string name = place.substr(0, dot);
  PARTITA_ASSIGN(const complete::NamedValue named, complete::find_value(module, entry, name));
  if (named.value == nullptr || !named.value->is_argument() || named.value->region() != &entry.body()) {
    return wrong(fmt::format("{} is no argument of the program: a batch is a dimension of one", name));
  }
  const int rank = named.value->type().is_tensor() ? named.value->type().rank() : 0;
  for (int d = 0; d < rank && dot != std::string::npos; ++d) {
    if (place.substr(dot + 1) == std::to_string(d)) return transform::ArgumentDim{named.value->index(), d};
  }
  return wrong(fmt::format("{} names no dimension: expected {}.0 to {}.{}", place, name, name, std::max(0, rank - 1)));
}

std::vector<std::string> sorted_names(const Mesh& mesh) {
  std::vector<std::string> out;
  for (const MeshAxis& axis : mesh.axes()) out.push_back(axis.name);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

bool is_sweep_axis(std::string_view text) {
  const size_t equals = text.find('=');
  return equals != std::string_view::npos &&
         std::find(std::begin(kKeys), std::end(kKeys), text.substr(0, equals)) != std::end(kKeys);
}

Result<std::vector<SweepAxis>> parse_sweep(const std::vector<std::string>& texts) {
  std::vector<SweepAxis> out;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    SweepAxis axis{text.substr(0, equals), {}, {}};
    if (std::find(std::begin(kKeys), std::end(kKeys), axis.key) == std::end(kKeys)) {
      return wrong(fmt::format("--sweep {}: expected mesh=A|B, batch=A|B or hardware=A|B", text));
    }
    if (equals != std::string::npos) axis.values = split(std::string_view(text).substr(equals + 1), '|');
    if (axis.values.empty() || std::find(axis.values.begin(), axis.values.end(), "") != axis.values.end()) {
      return wrong(fmt::format("--sweep {}: a value is empty", text));
    }
    if (axis.key == "batch") PARTITA_CHECK_OK(read_batch(text, axis));
    for (const SweepAxis& other : out) {
      if (other.key == axis.key) return wrong(fmt::format("--sweep has {} twice", axis.key));
    }
    out.push_back(std::move(axis));
  }
  return out;
}

std::vector<std::vector<std::string>> combinations(const std::vector<SweepAxis>& axes) {
  std::vector<std::vector<std::string>> out = {{}};
  for (const SweepAxis& axis : axes) {
    std::vector<std::vector<std::string>> longer;
    for (const std::vector<std::string>& before : out) {
      for (const std::string& value : axis.values) {
        longer.push_back(before);
        longer.back().push_back(value);
      }
    }
    out = std::move(longer);
  }
  return out;
}

Status resize_mesh(Module& module, const std::string& text) {
  PARTITA_ASSIGN(const MeshPtr given, complete::mesh_of_options({text, 0}));
  for (MeshDeclaration& declared : module.meshes()) {
    const Result<Mesh> mesh = shard::parse_sdy_mesh(declared.mesh.text());
    if (!mesh.ok() || mesh->axis_count() == 0) continue;
    if (sorted_names(*mesh) != sorted_names(*given)) {
      return wrong(fmt::format("the mesh {} has not the axes of the program's, {}", text, declared.mesh.text()));
    }
    // In the program's order of axes, which is that of its devices.
    std::string sizes;
    for (const MeshAxis& axis : mesh->axes()) {
      for (const MeshAxis& other : given->axes()) {
        if (other.name == axis.name)
          sizes += fmt::format("{}\"{}\"={}", sizes.empty() ? "" : ", ", axis.name, other.size);
      }
    }
    declared.mesh = module.context().opaque_attr(fmt::format("<[{}]>", sizes));
    module.set_discardable_attribute(hlo_names::kNumPartitions, module.context().integer(given->device_count(), "i32"));
    return {};
  }
  return wrong("the program declares no mesh whose sizes could be changed; give it one with --mesh");
}

Status resize_program_batch(Compilation& program, const std::string& place, int64_t size) {
  PARTITA_ASSIGN(Function * entry, program.find_entry());
  PARTITA_ASSIGN(const std::optional<Boundary> boundary, partition::read_boundary(*entry));
  if (boundary) return wrong("the program is partitioned already: only a program for one device has a batch to change");
  PARTITA_ASSIGN(const transform::ArgumentDim batch, find_batch(program.module(), *entry, place));
  PARTITA_ASSIGN(const auto changed, transform::resize_batch(program.module(), *entry, batch, size));
  (void)changed;
  return {};
}

}  // namespace partita::core::tools

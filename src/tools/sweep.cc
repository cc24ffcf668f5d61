#include "tools/sweep.h"

#include <fmt/format.h>

#include <algorithm>

#include "complete/hint_options.h"
#include "ir/names.h"
#include "shard/spelling_sdy.h"

namespace partita::core::tools {
namespace {

constexpr std::string_view kKeys[] = {"mesh", "hardware"};

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

std::vector<std::string> sorted_names(const Mesh& mesh) {
  std::vector<std::string> out;
  for (const MeshAxis& axis : mesh.axes()) out.push_back(axis.name);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

Result<std::vector<SweepAxis>> parse_sweep(const std::vector<std::string>& texts) {
  std::vector<SweepAxis> out;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    SweepAxis axis{text.substr(0, equals), {}};
    if (std::find(std::begin(kKeys), std::end(kKeys), axis.key) == std::end(kKeys)) {
      return wrong(fmt::format("--sweep {}: expected mesh=A|B or hardware=A|B", text));
    }
    if (equals != std::string::npos) axis.values = split(std::string_view(text).substr(equals + 1), '|');
    if (axis.values.empty() || std::find(axis.values.begin(), axis.values.end(), "") != axis.values.end()) {
      return wrong(fmt::format("--sweep {}: a value is empty", text));
    }
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

}  // namespace partita::core::tools

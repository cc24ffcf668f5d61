#include "complete/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "complete/value_names.h"
#include "ir/shown.h"

namespace partita::core::complete {

namespace {

struct Line {
  int depth = 0;
  std::string place, name, op, type, sharding;  // place: ":12", which options take, or empty
  std::string_view mark;
  std::string scope;
};

class Lister {
 public:
  Lister(const Module& module, const Function& entry, const Completion& completion)
      : module_(module), entry_(entry), completion_(completion) {
    if (module.source() != nullptr) index_.emplace(*module.source());
    for (int i = 0; i < entry.num_arguments(); ++i) {
      const std::string_view label = argument_label(entry, i);
      add(0, nullptr, fmt::format("argument {}{}{}", i, label.empty() ? "" : " ", label), entry.argument(i));
    }
    region(entry.body(), 0);
    for (int i = 0; i < std::ssize(entry.result_types()); ++i) {
      Type type = entry.result_types()[i];
      if (!type.is_tensor()) continue;
      const std::string_view label = result_label(entry, i);
      lines_.push_back({0, "", fmt::format("out{}", i),
                        fmt::format("result {}{}{}", i, label.empty() ? "" : " ", label), type.to_string(),
                        to_string(*completion_.result(i)), hint_on_result(i) ? "hint" : "", ""});
    }
  }

  std::string text() const {
    std::string out;
    for (const NamedMesh& mesh : completion_.meshes().all()) out += mesh_line(mesh);
    out += fmt::format("func @{}{}\n", entry_.name().text(),
                       module_.source() ? fmt::format(" of {}", module_.source()->name()) : "");
    return out + rendered();
  }

  std::string json() const {
    using Json = nlohmann::ordered_json;
    Json out = {{"function", entry_.name().text()},
                {"file", module_.source() ? module_.source()->name() : ""},
                {"meshes", Json::array()}};
    for (const NamedMesh& mesh : completion_.meshes().all()) {
      Json axes = Json::array();
      for (const MeshAxis& axis : mesh.mesh->axes()) axes.push_back({{"name", axis.name}, {"size", axis.size}});
      out["meshes"].push_back({{"name", mesh.name}, {"axes", axes}, {"devices", mesh.mesh->device_count()}});
    }
    out["values"] = Json::array();
    for (const Line& line : lines_) {
      out["values"].push_back({{"name", line.name},
                               {"op", line.op},
                               {"type", line.type},
                               {"sharding", line.sharding},
                               {"hint", !line.mark.empty()},
                               {"line", line.place.empty() ? 0 : std::atoi(line.place.c_str() + 1)},
                               {"scope", line.scope},
                               {"depth", line.depth}});
    }
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

 private:
  static std::string mesh_line(const NamedMesh& mesh) {
    if (mesh.mesh->is_maximal()) return fmt::format("mesh @{}: device {}\n", mesh.name, mesh.mesh->maximal_device());
    std::string axes;
    for (const MeshAxis& axis : mesh.mesh->axes())
      axes += fmt::format("{}{}={}", axes.empty() ? "" : ", ", axis.name, axis.size);
    return fmt::format("mesh @{}: {}{}{} devices\n", mesh.name, axes, axes.empty() ? "" : ", ",
                       mesh.mesh->device_count());
  }

  bool hint_on_result(int i) const {
    for (const Hint& hint : completion_.hints()) {
      bool of_result = hint.place == Hint::Place::kResult || hint.place == Hint::Place::kCommandLine;
      if (of_result && hint.value == nullptr && hint.index == i && hint.sharding) return true;
    }
    return false;
  }

  // `op` is what it stands in the text with: null for an argument of the function.
  void add(int depth, const Op* op, std::string what, const Value* value) {
    if (!value->type().is_tensor()) return;
    const int line = op != nullptr && index_ ? index_->line(op->offset()) : 0;
    lines_.push_back({depth, line > 0 ? fmt::format(":{}", line) : "", ir::shown_name(value), std::move(what),
                      value->type().to_string(), to_string(*completion_.sharding_of(value)),
                      completion_.hint_on(value) ? "hint" : "",
                      value->op() != nullptr ? std::string(location_name(*value->op())) : ""});
  }

  void region(const Region& region, int depth) {
    for (const Op& op : region) {
      for (int i = 0; i < op.num_results(); ++i) add(depth, &op, shown_op(op), op.result(i));
      if (!has_sharded_regions(op)) continue;
      for (int i = 0; i < op.num_regions(); ++i) {
        for (const Value* argument : op.region(i).arguments())
          add(depth + 1, &op, fmt::format("{}argument {}", role(op, i), argument->index()), argument);
        this->region(op.region(i), depth + 1);
      }
    }
  }

  static std::string_view role(const Op& op, int region) {
    if (op.is(OpKind::kWhile)) return region == 0 ? "condition's " : "body's ";
    return "";
  }

  // Columns as wide as most lines need; the few that need more push the rest of their line.
  std::string rendered() const {
    constexpr size_t kWidest = 44;
    size_t place = 0, name = 0, op = 0, type = 0, sharding = 0;
    for (const Line& line : lines_) {
      place = std::max(place, line.place.size());
      name = std::max(name, std::min(line.name.size() + static_cast<size_t>(2 * line.depth), kWidest));
      op = std::max(op, std::min(line.op.size(), kWidest));
      type = std::max(type, std::min(line.type.size(), kWidest));
      sharding = std::max(sharding, std::min(line.sharding.size(), kWidest));
    }
    std::string out;
    for (const Line& line : lines_) {
      std::string indented = std::string(2 * line.depth, ' ') + line.name;
      std::string text =
          fmt::format("{:>{}}  {:<{}}  {:<{}}  {:<{}}  {:<{}}  {:<4}  {}", line.place, place, indented, name, line.op,
                      op, line.type, type, line.sharding, sharding, line.mark, line.scope);
      text.erase(text.find_last_not_of(' ') + 1);
      out += text + "\n";
    }
    return out;
  }

  const Module& module_;
  const Function& entry_;
  const Completion& completion_;
  std::optional<LineIndex> index_;
  std::vector<Line> lines_;
};

}  // namespace

std::string listing(const Module& module, const Function& entry, const Completion& completion) {
  return Lister(module, entry, completion).text();
}

std::string listing_json(const Module& module, const Function& entry, const Completion& completion) {
  return Lister(module, entry, completion).json();
}

}  // namespace partita::core::complete

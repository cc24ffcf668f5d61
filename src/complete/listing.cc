#include "complete/listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/shown.h"

namespace partita::core::complete {

namespace {

struct Line {
  int depth = 0;
  std::string name, op, type, sharding;
  std::string_view mark;
};

class Lister {
 public:
  explicit Lister(const Completion& completion) : completion_(completion) {}

  std::string list(const Module& module, const Function& entry) {
    std::string out;
    for (const NamedMesh& mesh : completion_.meshes().all()) out += mesh_line(mesh);
    for (int i = 0; i < entry.num_arguments(); ++i) {
      const Value* value = entry.argument(i);
      add(0, shown_name(value), fmt::format("argument {}", i), value);
    }
    region(entry.body(), 0);
    for (int i = 0; i < std::ssize(entry.result_types()); ++i) {
      Type type = entry.result_types()[i];
      if (!type.is_tensor()) continue;
      lines_.push_back({0, fmt::format("out{}", i), fmt::format("result {}", i), type.to_string(),
                        to_string(*completion_.result(i)), hint_on_result(i) ? "hint" : ""});
    }
    out += fmt::format("func @{}{}\n", entry.name().text(),
                       module.source() ? fmt::format(" of {}", module.source()->name()) : "");
    return out + rendered();
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

  void add(int depth, std::string name, std::string op, const Value* value) {
    if (!value->type().is_tensor()) return;
    lines_.push_back({depth, std::move(name), std::move(op), value->type().to_string(),
                      to_string(*completion_.sharding_of(value)), completion_.hint_on(value) ? "hint" : ""});
  }

  void region(const Region& region, int depth) {
    for (const Op& op : region) {
      for (int i = 0; i < op.num_results(); ++i) add(depth, shown_name(op.result(i)), shown_op(op), op.result(i));
      if (!has_sharded_regions(op)) continue;
      for (int i = 0; i < op.num_regions(); ++i) {
        for (const Value* argument : op.region(i).arguments())
          add(depth + 1, shown_name(argument), fmt::format("{}argument {}", role(op, i), argument->index()), argument);
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
    size_t name = 0, op = 0, type = 0, sharding = 0;
    for (const Line& line : lines_) {
      name = std::max(name, std::min(line.name.size() + static_cast<size_t>(2 * line.depth), kWidest));
      op = std::max(op, std::min(line.op.size(), kWidest));
      type = std::max(type, std::min(line.type.size(), kWidest));
      sharding = std::max(sharding, std::min(line.sharding.size(), kWidest));
    }
    std::string out;
    for (const Line& line : lines_) {
      std::string indented = std::string(2 * line.depth, ' ') + line.name;
      std::string text = fmt::format("  {:<{}}  {:<{}}  {:<{}}  {:<{}}  {}", indented, name, line.op, op, line.type,
                                     type, line.sharding, sharding, line.mark);
      text.erase(text.find_last_not_of(' ') + 1);
      out += text + "\n";
    }
    return out;
  }

  const Completion& completion_;
  std::vector<Line> lines_;
};

}  // namespace

std::string listing(const Module& module, const Function& entry, const Completion& completion) {
  return Lister(completion).list(module, entry);
}

}  // namespace partita::core::complete

#include "complete/hint_options.h"

#include <fmt/format.h>

#include <optional>

#include "complete/hint_texts.h"
#include "shard/scanner.h"
#include "shard/spelling_axes.h"
#include "shard/spelling_hlo.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"

namespace partita::core::complete {
namespace {

Error usage(std::string message) { return Error{error_without_place(Code::kUsage, std::move(message))}; }

std::string mesh_text(const Mesh& mesh) { return fmt::format("[{}]", mesh_axes_text(mesh, '"', ", ")); }

// A parser's error in part of an option, shown with the option.
Error in_option(const HintOptions& options, Error error, std::string_view option, std::string_view text,
                size_t skipped) {
  Diagnostic& d = error.diagnostic;
  size_t at = shard::offset_of(d);
  bool placed = d.place.column > 0 && at >= skipped && at - skipped < text.size();
  d.message = fmt::format("{} '{}': {}{}", option, text, d.message,
                          placed ? fmt::format(", at '{}'", text.substr(at - skipped)) : "");
  d.place = {};
  d.file = options.origin;
  return error;
}

}  // namespace

Result<MeshPtr> mesh_of_options(const HintOptions& options) {
  if (options.given_mesh != nullptr) return options.given_mesh;
  if (options.mesh.empty()) return MeshPtr();
  Scanner scan(options.mesh);
  std::vector<MeshAxis> axes;
  do {
    Result<std::string> name = scan.name();
    if (!name.ok()) return in_option(options, std::move(name).error(), options.mesh_label, options.mesh, 0);
    if (Status status = scan.expect('='); !status.ok())
      return in_option(options, Error{status.error()}, options.mesh_label, options.mesh, 0);
    Result<int64_t> size = scan.integer();
    if (!size.ok()) return in_option(options, std::move(size).error(), options.mesh_label, options.mesh, 0);
    axes.push_back({std::move(*name), *size});
  } while (scan.eat(','));
  if (Status status = scan.finish(nullptr); !status.ok())
    return in_option(options, Error{status.error()}, options.mesh_label, options.mesh, 0);
  Result<Mesh> mesh = Mesh::make(std::move(axes));
  if (!mesh.ok()) return in_option(options, std::move(mesh).error(), options.mesh_label, options.mesh, 0);
  if (options.devices > 0 && options.devices != mesh->device_count()) {
    return usage(fmt::format("--mesh {} has {} devices, --devices says {}", options.mesh, mesh->device_count(),
                             options.devices));
  }
  return MeshPtr(std::make_shared<const Mesh>(std::move(*mesh)));
}

Status check_given_mesh(const HintOptions& options, const MeshPtr& given, const NamedMesh& in_file) {
  if (given && !same_mesh(given, in_file.mesh)) {
    return usage(fmt::format("{} {} differs from the file's own mesh @{}, {}; leave it away", options.mesh_label,
                             options.mesh.empty() ? mesh_text(*given) : options.mesh, in_file.name,
                             mesh_text(*in_file.mesh)));
  }
  if (!given && options.devices > 0 && options.devices != in_file.mesh->device_count()) {
    return usage(fmt::format("--devices {} differs from the file's own mesh @{}, {} of {} devices", options.devices,
                             in_file.name, mesh_text(*in_file.mesh), in_file.mesh->device_count()));
  }
  return {};
}

namespace {

// Inside of manual code its axes cannot be used; the shardings of its results are its out_shardings.
std::optional<std::string> against_manual_code(const Value& value, const Sharding& sharding, const Hints& hints) {
  if (value.op() != nullptr && value.op()->is(OpKind::kManualComputation)) {
    return "the results of a manual computation lie as its out_shardings say";
  }
  const Region* region = value.is_argument() ? value.region() : value.op()->parent();
  const Op* around = region == nullptr ? nullptr : region->parent_op();
  for (; around != nullptr; around = around->parent_op()) {
    if (!around->is(OpKind::kManualComputation)) continue;
    for (const ManualCode& code : hints.manual) {
      if (code.op != around || !same_mesh(code.mesh, sharding.mesh_ptr())) continue;
      for (const AxisRef& axis : code.all) {
        if (overlaps(sharding.sharded_axes(), axis)) {
          return fmt::format("axis \"{}\" is manual in the code that holds this value", to_string(*code.mesh, axis));
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of_option(std::string_view text) {
  const size_t equals = text.find('=');
  std::string_view name = equals == std::string_view::npos ? std::string_view() : text.substr(0, equals);
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  return name;
}

Result<Hint> hint_of_option(const HintOptions& options, const Module& module, const Function& entry,
                            std::string_view text, Hints& hints) {
  const std::string_view name = name_of_option(text);
  if (name.empty()) {
    return usage(fmt::format("{} '{}': expected NAME=[{{\"axis\"}}, {{}}], a name and one {{…}} per dimension",
                             options.hint_label, text));
  }
  const std::string_view spec = text.substr(text.find('=') + 1);
  Result<NamedValue> found = find_value(module, entry, name);
  if (!found.ok()) return in_option(options, std::move(found).error(), options.hint_label, text, 0);
  Type type = found->value ? found->value->type() : entry.result_types()[found->result];
  if (!type.is_tensor()) return usage(fmt::format("{} '{}': {} is no tensor", options.hint_label, text, name));

  size_t first = spec.find_first_not_of(' ');
  char form = first == std::string_view::npos ? '\0' : spec[first];
  std::optional<Sharding> sharding;
  if (form == '{') {
    Result<HloSharding> leaf = shard::parse_hlo_sharding(spec);
    if (!leaf.ok()) return in_option(options, std::move(leaf).error(), options.hint_label, spec, 0);
    if (leaf->is_tuple)
      return usage(fmt::format("{} '{}': a tuple of shardings for one value", options.hint_label, text));
    Result<Sharding> made = to_sharding(leaf->leaves[0], type.rank(), hints.meshes.main());
    if (!made.ok()) return in_option(options, std::move(made).error(), options.hint_label, text, 0);
    sharding = std::move(*made);
  } else {
    // […] alone is on the main mesh.
    std::string prefix = form == '[' ? fmt::format("<@{}, ", shard::quoted(hints.meshes.all().front().name)) : "";
    std::string attribute = form == '[' ? fmt::format("{}{}>", prefix, spec) : std::string(spec);
    auto lookup = [&](std::string_view mesh) { return hints.meshes.find(mesh); };
    Result<Sharding> made = shard::parse_sdy_sharding(attribute, lookup);
    if (!made.ok()) {
      Error error = std::move(made).error();
      if (error.diagnostic.code == Code::kUnknownMesh)
        error.diagnostic.message += fmt::format("; there is {}", mesh_names(hints.meshes));
      return in_option(options, std::move(error), options.hint_label, spec, prefix.size());
    }
    sharding = std::move(*made);
  }
  if (Status status = sharding->check_rank(type.rank()); !status.ok())
    return in_option(options, Error{status.error()}, options.hint_label, text, 0);

  if (found->value != nullptr) {
    if (std::optional<std::string> why = against_manual_code(*found->value, *sharding, hints)) {
      return Error{error_without_place(Code::kManualForm, fmt::format("{} '{}': {}", options.hint_label, text, *why))};
    }
  }
  Hint hint;
  hint.place = Hint::Place::kCommandLine;
  hint.value = found->value;
  hint.index = found->value ? found->value->index() : found->result;
  hint.sharding = hints.pool->intern(std::move(*sharding));
  return hint;
}

}  // namespace partita::core::complete

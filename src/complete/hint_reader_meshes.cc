// The meshes of a program: declared, written into shardings, made up for tiles, or given instead.
#include <fmt/format.h>

#include <algorithm>

#include "complete/hint_options.h"
#include "complete/hint_reader.h"
#include "ir/names.h"
#include "ir/replica_groups.h"
#include "shard/spelling_axes.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"

namespace partita::core::complete {

int64_t HintReader::partitions() const { return device_counts(entry_).partitions; }

// --mesh takes the place of the file's own mesh; its hints keep the axes that the new one has.
void HintReader::replace_mesh() {
  if (!given_ || hints_.meshes.empty()) return;
  const NamedMesh old = mesh_in_use();
  if (!has_axes(*old.mesh) || same_mesh(old.mesh, given_)) return;
  if (options_.given_mesh == nullptr && options_.mesh.empty()) return;
  std::vector<std::string> lost;
  PointerMap<const Sharding*, const Sharding*> moved;
  for (size_t i = 0; i < said_.size(); ++i) {
    if (!said_[i]) continue;
    const auto* sharding = std::get_if<const Sharding*>(&*said_[i]);
    if (sharding == nullptr || *sharding == nullptr || !same_mesh((*sharding)->mesh_ptr(), old.mesh)) continue;
    const HintSite& site = sites_.all[i];
    if (site.manual >= 0 || site.boundary >= 0) return cannot_replace(old);
    auto [at, is_new] = moved.try_emplace(*sharding, nullptr);
    if (is_new) {
      std::optional<Sharding> other = on_other_mesh(**sharding, given_, lost);
      if (!other) {
        return fail(places_.error(site, Code::kSubAxes,
                                  fmt::format("this part of an axis is none of {}'s; {} leaves out the program's "
                                              "hints",
                                              options_.mesh_label, "--no-hints")));
      }
      at.value() = hints_.pool->intern(std::move(*other));
    }
    said_[i] = at->second;
  }
  if (!sites_.manual.empty()) return cannot_replace(old);
  MeshTable table;
  table.add(old.name, given_);
  for (const NamedMesh& mesh : hints_.meshes.all()) {
    if (mesh.name != old.name && !same_mesh(mesh.mesh, given_)) table.add(mesh.name, mesh.mesh, mesh.used);
  }
  hints_.meshes = std::move(table);
  for (MeshDeclaration& declared : module_.meshes()) {
    if (declared.name.text() != old.name) continue;
    declared.mesh = module_.context().opaque_attr(shard::sdy_mesh_body(*given_));
    declared.discardable_attributes = {};
  }
  if (module_.discardable_attribute(hlo_names::kNumPartitions)) {
    module_.set_discardable_attribute(hlo_names::kNumPartitions,
                                      module_.context().integer(given_->device_count(), "i32"));
  }
  if (lost.empty()) return;
  Diagnostic d = error_without_place(
      Code::kUnknownAxis,
      fmt::format("hints of the program name {}, which {} {} does not have: they are left out there; --no-hints "
                  "leaves out all hints, --shard gives others",
                  quoted_list(lost), options_.mesh_label, mesh_axes_text(*given_, '"', ", ")));
  d.severity = Severity::kWarning;
  fail(std::move(d));
}

// The same of a number of partitions that the program states beside no mesh.
void HintReader::replace_device_count() {
  const Attr stated = module_.discardable_attribute(hlo_names::kNumPartitions);
  if (options_.mesh.empty() || given_ == nullptr || !stated.is(AttrKind::kInt) || stated.as_int() <= 1) return;
  const int64_t devices = given_->device_count();
  if (stated.as_int() == devices) return;
  Diagnostic d = error_without_place(
      Code::kUsage, fmt::format("the program is stated to be for {} partitions; {} {} has {} devices, which counts",
                                stated.as_int(), options_.mesh_label, options_.mesh, devices));
  d.severity = Severity::kWarning;
  fail(std::move(d));
  module_.set_discardable_attribute(hlo_names::kNumPartitions, module_.context().integer(devices, "i32"));
}

// The first that a sharding names; the first of all where none does.
NamedMesh HintReader::mesh_in_use() const {
  for (const NamedMesh& mesh : hints_.meshes.all()) {
    if (!has_axes(*mesh.mesh) || same_mesh(mesh.mesh, given_)) continue;
    for (const auto& said : said_) {
      const auto* sharding = said ? std::get_if<const Sharding*>(&*said) : nullptr;
      if (sharding != nullptr && *sharding != nullptr && same_mesh((*sharding)->mesh_ptr(), mesh.mesh)) return mesh;
    }
  }
  return hints_.meshes.all().front();
}

std::string HintReader::quoted_list(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += fmt::format("{}\"{}\"", out.empty() ? "" : ", ", name);
  return out;
}

void HintReader::cannot_replace(const NamedMesh& old) {
  fail(error_without_place(Code::kMeshForm,
                           fmt::format("{} {} cannot take the place of the program's own mesh @{}, {}: its manual code "
                                       "was written for that one",
                                       options_.mesh_label, mesh_axes_text(*given_, '"', ", "), old.name,
                                       mesh_axes_text(*old.mesh, '"', ", "))));
}

void HintReader::read_meshes() {
  MeshTable declared;
  for (const MeshDeclaration& declaration : module_.meshes()) {
    std::string_view text = declaration.mesh ? declaration.mesh.text() : std::string_view();
    Result<Mesh> mesh = shard::parse_sdy_mesh(text);
    if (!mesh.ok()) {
      Diagnostic d = std::move(mesh).error().diagnostic;
      if (module_.source() && declaration.offset != kNoOffset) {
        std::string_view source = module_.source()->text();
        size_t at = source.substr(declaration.offset).find(text);
        if (at == std::string_view::npos) d.place = {};
        d = shard::placed_in(std::move(d), *module_.source(),
                             declaration.offset + static_cast<SourceOffset>(at == std::string_view::npos ? 0 : at));
      }
      fail(std::move(d));
      continue;
    }
    declared.add(std::string(declaration.name.text()), std::make_shared<const Mesh>(std::move(*mesh)));
  }
  if (Attr meshes = sdy_frontend_attr(module_.discardable_attributes(), sdy_names::kMeshes)) {
    if (Status status = read_frontend_meshes(meshes.text(), declared); !status.ok()) {
      Diagnostic d = status.error().diagnostic;
      d.place = {};
      d.message = fmt::format("xla.sdy.meshes of the module: {}", d.message);
      fail(std::move(d));
    }
  }
  Result<MeshPtr> given = mesh_of_options(options_);
  if (!given.ok()) return fail(std::move(given).error().diagnostic);
  given_ = *given ? hints_.pool->intern(*given) : nullptr;
  // The main mesh is the first that has axes: placeholders and single devices do not determine where a program runs.
  auto is_main = [](const NamedMesh& mesh) { return has_axes(*mesh.mesh); };
  auto main = std::find_if(declared.all().begin(), declared.all().end(), is_main);
  if (main != declared.all().end()) {
    hints_.meshes.add(main->name, hints_.pool->intern(main->mesh));
  } else if (given_) {
    hints_.meshes.add("mesh", given_);
  }
  for (const NamedMesh& mesh : declared.all()) {
    if (!hints_.meshes.find(mesh.name)) hints_.meshes.add(mesh.name, hints_.pool->intern(mesh.mesh));
  }
  has_meshes_ = main != declared.all().end() || given_;
}

// Which meshes the program uses is known once its texts are read. Declared ones that are unused do not matter, but
// where no mesh is used at all the first of them determines the number of devices.
bool HintReader::choose_main_mesh() {
  std::vector<const Mesh*> used;
  auto use = [&](const MeshPtr& mesh) {
    if (mesh != nullptr && has_axes(*mesh)) used.push_back(hints_.pool->intern(mesh).get());
  };
  for (const auto& said : said_) {
    if (!said) continue;
    if (const auto* sharding = std::get_if<const Sharding*>(&*said)) {
      if (*sharding != nullptr) use((*sharding)->mesh_ptr());
      continue;
    }
    const HloLeaf* leaf = std::get<const HloLeaf*>(*said);
    if (const auto* named = std::get_if<NamedSharding>(leaf)) use(named->mesh);
    if (const MeshPtr& mesh = mesh_of_leaf_[leaf]) use(mesh);
  }
  walk(entry_.body(), [&](const Op& op) {
    Attr groups = op.attr(AttrKey::kReplicaGroups);
    if (!groups || !is_mesh_groups(groups)) return;
    std::string_view name = groups.get("mesh").text();
    if (name.starts_with('@')) use(hints_.meshes.find(name.substr(1)));
  });
  if (given_ && used.empty()) use(given_);
  if (given_) hints_.meshes.name_of(given_);
  if (used.empty() && !hints_.meshes.empty() && has_axes(*hints_.meshes.main())) use(hints_.meshes.main());
  if (used.empty()) return true;
  hints_.meshes.set_used([&](const NamedMesh& mesh) {
    return mesh.mesh->is_maximal() || std::find(used.begin(), used.end(), mesh.mesh.get()) != used.end();
  });
  return is_given_mesh(hints_.meshes.all().front());
}

// Tile assignments know no names, so that they cannot be brought to another mesh.
bool HintReader::is_given_mesh(const NamedMesh& main) {
  const std::string own =
      fmt::format("the file's own mesh @{}, [{}]", main.name, mesh_axes_text(*main.mesh, '"', ", "));
  if (given_ && !same_mesh(given_, main.mesh)) {
    fail(error_without_place(
        Code::kUsage, fmt::format("{} {} cannot say the tile assignments of {}; --no-hints leaves out the file's hints",
                                  options_.mesh_label, mesh_axes_text(*given_, '"', ", "), own)));
  } else if (!given_ && options_.devices > 0 && options_.devices != main.mesh->device_count()) {
    fail(error_without_place(Code::kUsage,
                             fmt::format("--devices {} differs from {} of {} devices; --mesh takes its place",
                                         options_.devices, own, main.mesh->device_count())));
  } else {
    return true;
  }
  return false;
}

// A sharding may have its mesh written into it.
void HintReader::add_written_mesh(const SaidSharding& said) {
  const auto* sharding = std::get_if<const Sharding*>(&said);
  if (sharding == nullptr || *sharding == nullptr || !has_axes((*sharding)->mesh())) return;
  const MeshPtr mesh = hints_.pool->intern((*sharding)->mesh_ptr());
  const auto& known = hints_.meshes.all();
  if (std::any_of(known.begin(), known.end(), [&](const NamedMesh& named) { return named.mesh == mesh; })) return;
  hints_.meshes.name_of(mesh);
  has_meshes_ = true;
}

// Assignments that the meshes of the program do not express, or that are all there is, get meshes of their own.
void HintReader::find_tile_meshes() {
  std::vector<const HloLeaf*> leaves;  // of all sites; equal texts share one
  std::vector<const HloLeaf*> distinct;
  for (const auto& said : said_) {
    if (!said || !std::holds_alternative<const HloLeaf*>(*said)) continue;
    const HloLeaf* leaf = std::get<const HloLeaf*>(*said);
    leaves.push_back(leaf);
    if (!mesh_of_leaf_.try_emplace(leaf, nullptr).second) continue;
    if (const auto* named = std::get_if<NamedSharding>(leaf)) {
      if (!has_axes(*named->mesh)) continue;
      hints_.meshes.name_of(hints_.pool->intern(named->mesh));
      has_meshes_ = true;
    } else {
      distinct.push_back(leaf);
    }
  }
  if (has_meshes_) std::erase_if(distinct, [&](const HloLeaf* leaf) { return expressed(leaf); });
  if (has_meshes_ && distinct.empty()) return;

  auto tiles_of = [&](const std::vector<const HloLeaf*>& list) {
    std::vector<TileSharding> tiles;
    for (const HloLeaf* leaf : list) tiles.push_back(std::get<TileSharding>(*leaf));
    return tiles;
  };
  std::vector<TileSharding> tiles = tiles_of(distinct);
  bool any_tiled =
      std::any_of(tiles.begin(), tiles.end(), [](const TileSharding& t) { return t.kind == TileKind::kTiled; });
  int64_t devices = options_.devices > 0 ? options_.devices : partitions();
  const bool stated = module_.discardable_attribute(hlo_names::kNumPartitions) && devices > 1;
  if (has_meshes_ || (options_.devices == 0 && !stated && any_tiled)) devices = 0;
  if (!any_tiled && devices <= 1 && !has_meshes_) {
    add_meshes({std::make_shared<const Mesh>(Mesh::make({{"x", 1}}).value())});
    return;
  }
  DerivedMeshes derived = derive_meshes(tiles, devices);
  if (derived.meshes.size() > 1 || devices == 0) {
    // Where assignments do not fit together the more frequent ones decide, so all of them are passed.
    distinct.clear();
    for (const HloLeaf* leaf : leaves) {
      if (std::holds_alternative<TileSharding>(*leaf) && mesh_of_leaf_[leaf] == nullptr) distinct.push_back(leaf);
    }
    derived = derive_meshes(tiles_of(distinct), devices);
  }
  add_meshes(derived.meshes);
  for (size_t k = 0; k < distinct.size(); ++k) mesh_of_leaf_[distinct[k]] = derived.mesh_of[k];
}

// The first of them becomes the main mesh where there is none yet: what is declared so far has no axes.
void HintReader::add_meshes(const std::vector<MeshPtr>& meshes) {
  std::vector<NamedMesh> table = hints_.meshes.all();
  std::vector<NamedMesh> fresh;
  for (const MeshPtr& mesh : meshes) {
    size_t before = hints_.meshes.all().size();
    std::string name = hints_.meshes.name_of(hints_.pool->intern(mesh));
    if (hints_.meshes.all().size() > before) fresh.push_back({std::move(name), hints_.pool->intern(mesh)});
  }
  table.insert(has_meshes_ ? table.end() : table.begin(), fresh.begin(), fresh.end());
  hints_.meshes = MeshTable();
  for (NamedMesh& mesh : table) hints_.meshes.add(std::move(mesh.name), std::move(mesh.mesh));
}

// Whether a mesh of the program expresses the assignment.
bool HintReader::expressed(const HloLeaf* leaf) {
  const auto& tile = std::get<TileSharding>(*leaf);
  if (tile.kind != TileKind::kTiled) return true;
  for (const NamedMesh& mesh : hints_.meshes.all()) {
    if (mesh.mesh->is_maximal() || !to_sharding(tile, tile.rank(), mesh.mesh).ok()) continue;
    mesh_of_leaf_[leaf] = mesh.mesh;
    return true;
  }
  return false;
}

}  // namespace partita::core::complete

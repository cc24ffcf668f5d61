#include "complete/hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/maps.h"
#include "complete/hint_checks.h"
#include "complete/hint_options.h"
#include "complete/hint_places.h"
#include "complete/hint_sites.h"
#include "complete/hint_texts.h"
#include "complete/recipes.h"
#include "complete/updates.h"
#include "ir/names.h"
#include "ir/numeric/float_formats.h"
#include "ir/replica_groups.h"
#include "rules/facts.h"
#include "rules/sharding_rule.h"
#include "shard/scanner.h"
#include "shard/spelling_axes.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"

namespace partita::core::complete {

MeshPtr MeshTable::find(std::string_view name) const {
  for (const NamedMesh& mesh : meshes_) {
    if (mesh.name == name) return mesh.mesh;
  }
  return nullptr;
}

std::string MeshTable::name_of(const MeshPtr& mesh) {
  for (const NamedMesh& known : meshes_) {
    if (same_mesh(known.mesh, mesh)) return known.name;
  }
  std::string name = mesh->is_maximal() ? fmt::format("device_{}", mesh->maximal_device()) : "mesh";
  for (int k = 0; find(name) != nullptr; ++k) name = fmt::format("mesh_{}", k);
  add(name, mesh);
  return name;
}

namespace {

bool has_axes(const Mesh& mesh) { return !mesh.is_maximal() && mesh.axis_count() > 0; }

}  // namespace

void MeshTable::set_used(const std::function<bool(const NamedMesh&)>& is_used) {
  for (NamedMesh& mesh : meshes_) mesh.used = is_used(mesh);
  auto main = std::find_if(meshes_.begin(), meshes_.end(),
                           [](const NamedMesh& mesh) { return mesh.used && has_axes(*mesh.mesh); });
  if (main != meshes_.end()) std::rotate(meshes_.begin(), main, main + 1);
}

namespace {

using Place = Hint::Place;

class HintReader {
 public:
  HintReader(Module& module, Function& entry, const HintOptions& options, Diagnostics& diagnostics)
      : module_(module),
        entry_(entry),
        options_(options),
        diagnostics_(diagnostics),
        places_(module, entry),
        texts_(hints_.meshes) {}

  std::optional<Hints> read() {
    read_all();
    // The stages below find errors in their own order; they are reported in the order of the file.
    std::stable_sort(found_.begin(), found_.end(), [](const Diagnostic& a, const Diagnostic& b) {
      return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
    });
    for (Diagnostic& d : found_) {
      if (!diagnostics_.full()) diagnostics_.add(std::move(d));
    }
    if (errors_ > 0) return std::nullopt;
    return std::move(hints_);
  }

 private:
  void read_all() {
    hints_.pool = std::make_shared<ShardingPool>();
    read_meshes();
    if (errors_ > 0) return;  // every hint would fail for the same reason
    Result<SaidHints> said = said_hints(options_);
    if (!said.ok()) return fail(std::move(said).error().diagnostic);
    said_hints_ = std::move(*said);
    sites_ = find_hint_sites(module_, entry_);
    leave_out_hints();
    read_texts();
    const bool readable = errors_ == 0;
    if (readable) replace_mesh();
    if (readable ? errors_ > 0 : given_ != nullptr) return;
    check_sharding_rules();
    find_tile_meshes();
    if (!choose_main_mesh()) return;
    for (Diagnostic& d : read_manual_code(module_, sites_.manual, texts_, places_, hints_)) fail(std::move(d));
    find_open_ends(module_, entry_, hints_);
    for (size_t i = 0; i < sites_.all.size() && !full(); ++i) add_hint(sites_.all[i], said_[i]);
    add_command_line();
    if (errors_ > 0) return;
    for (Diagnostic& d : settle_groups(module_, entry_, hints_)) fail(std::move(d));
  }

  void fail(const HintSite& site, Error error) { fail(places_.placed(std::move(error.diagnostic), site)); }
  void fail(Diagnostic diagnostic) {
    if (diagnostic.file.empty() && module_.source()) diagnostic.file = module_.source()->name();
    errors_ += diagnostic.severity == Severity::kError;
    found_.push_back(std::move(diagnostic));
  }
  bool full() const { return errors_ >= Diagnostics::kMaxErrors; }

  // Hints that the caller does not want. What belongs to manual code is part of the program's meaning, and stays.
  void leave_out_hints() {
    const KeptHints& kept = said_hints_.keep;
    if (kept.all()) return;
    std::erase_if(sites_.all, [&](const HintSite& site) {
      if (site.manual >= 0 || site.boundary >= 0 || site.inside || site.place == Place::kManual) return false;
      if (site.text && site.text.text().find("manual") != std::string_view::npos) return false;
      if (site.op != nullptr && site.op->is(OpKind::kCustomCall) &&
          call_targets::enters_manual_code(site.op->text_attr(AttrKey::kCallTargetName)))
        return false;
      switch (site.place) {
        case Place::kArgument: return !kept.arguments;
        case Place::kResult: return !kept.results;
        default: return !kept.constraints;
      }
    });
  }

  // --mesh takes the place of the file's own mesh; its hints keep the axes that the new one has.
  void replace_mesh() {
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

  // The first that a sharding names; the first of all where none does.
  NamedMesh mesh_in_use() const {
    for (const NamedMesh& mesh : hints_.meshes.all()) {
      if (!has_axes(*mesh.mesh) || same_mesh(mesh.mesh, given_)) continue;
      for (const auto& said : said_) {
        const auto* sharding = said ? std::get_if<const Sharding*>(&*said) : nullptr;
        if (sharding != nullptr && *sharding != nullptr && same_mesh((*sharding)->mesh_ptr(), mesh.mesh)) return mesh;
      }
    }
    return hints_.meshes.all().front();
  }

  static std::string quoted_list(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names) out += fmt::format("{}\"{}\"", out.empty() ? "" : ", ", name);
    return out;
  }

  void cannot_replace(const NamedMesh& old) {
    fail(error_without_place(
        Code::kMeshForm, fmt::format("{} {} cannot take the place of the program's own mesh @{}, {}: its manual code "
                                     "was written for that one",
                                     options_.mesh_label, mesh_axes_text(*given_, '"', ", "), old.name,
                                     mesh_axes_text(*old.mesh, '"', ", "))));
  }

  void check_sharding_rules() {
    walk(entry_.body(), [&](const Op& op) {
      Status status = full() ? Status() : rules::check_sharding_rule(op);
      if (status.ok()) return;
      HintSite site;
      site.op = &op;
      if (!rules::sharding_rule_text(op).empty()) site.text = rules::facts_of(op).sharding_rule;
      fail(site, status.error());
    });
  }

  // --- meshes

  void read_meshes() {
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
  bool choose_main_mesh() {
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
  bool is_given_mesh(const NamedMesh& main) {
    const std::string own =
        fmt::format("the file's own mesh @{}, [{}]", main.name, mesh_axes_text(*main.mesh, '"', ", "));
    if (given_ && !same_mesh(given_, main.mesh)) {
      fail(error_without_place(
          Code::kUsage,
          fmt::format("{} {} cannot say the tile assignments of {}; --no-hints leaves out the file's hints",
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

  int64_t partitions() const { return device_counts(entry_).partitions; }

  // --- texts

  // XLA puts such shardings on broadcasts to keep them apart, and ignores them.
  static bool is_marker(const SaidSharding& said) {
    const auto* leaf = std::get_if<const HloLeaf*>(&said);
    return leaf && metadata_of(**leaf).find("\"_sharding_propagation_cse_prevention\"") != std::string::npos;
  }

  void read_texts() {
    said_.resize(sites_.all.size());
    for (size_t i = 0; i < sites_.all.size() && !full(); ++i) {
      Result<SaidSharding> said = texts_.read(sites_.all[i]);
      if (said.ok()) {
        if (!is_marker(*said)) said_[i] = *said;
        add_written_mesh(*said);
      } else if (sites_.all[i].part == 0) {  // an error in a list is reported once, not once for each of its values
        fail(sites_.all[i], std::move(said).error());
      }
    }
  }

  // A sharding may have its mesh written into it.
  void add_written_mesh(const SaidSharding& said) {
    const auto* sharding = std::get_if<const Sharding*>(&said);
    if (sharding == nullptr || *sharding == nullptr || !has_axes((*sharding)->mesh())) return;
    const MeshPtr mesh = hints_.pool->intern((*sharding)->mesh_ptr());
    const auto& known = hints_.meshes.all();
    if (std::any_of(known.begin(), known.end(), [&](const NamedMesh& named) { return named.mesh == mesh; })) return;
    hints_.meshes.name_of(mesh);
    has_meshes_ = true;
  }

  // Assignments that the meshes of the program do not express, or that are all there is, get meshes of their own.
  void find_tile_meshes() {
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
  void add_meshes(const std::vector<MeshPtr>& meshes) {
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
  bool expressed(const HloLeaf* leaf) {
    const auto& tile = std::get<TileSharding>(*leaf);
    if (tile.kind != TileKind::kTiled) return true;
    for (const NamedMesh& mesh : hints_.meshes.all()) {
      if (mesh.mesh->is_maximal() || !to_sharding(tile, tile.rank(), mesh.mesh).ok()) continue;
      mesh_of_leaf_[leaf] = mesh.mesh;
      return true;
    }
    return false;
  }

  // --- hints

  struct Key {
    const void* said;
    int rank;
    int manual;
    bool inside;
    const void* config;
    const void* beside;
    const Mesh* mesh;  // where it stands
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const {
      size_t h = std::hash<const void*>()(key.said);
      return h * 31 + static_cast<size_t>(key.rank * 64 + key.manual) + std::hash<const void*>()(key.config) * 17;
    }
  };

  void add_hint(const HintSite& site, const std::optional<SaidSharding>& said) {
    if (!said) return;
    Hint hint;
    hint.place = site.place;
    hint.index = site.index;
    hint.value = site.value;
    hint.op = site.op;
    hint.offset = places_.carrier(site);
    if (site.spelling == HintSite::Spelling::kGroup) {
      hint.group = group_number(false, site.group);
      const int code = manual_of_group_.try_emplace(hint.group, site.manual).first->second;
      if (code != site.manual) {
        return fail(places_.error(site, Code::kShardGroup,
                                  "values of one sharding group are inside and outside of the same manual code"));
      }
      hints_.all.push_back(hint);
      return;
    }
    const HloLeaf* leaf = nullptr;
    if (const auto* given = std::get_if<const HloLeaf*>(&*said)) leaf = *given;
    if (leaf != nullptr) {
      const ShardGroup& group = group_of(*leaf);
      if (group.kind != ShardGroup::Kind::kNone) {
        hint.group = group_number(true, group.id);
        hint.group_is_soft = group.kind == ShardGroup::Kind::kLike;
      }
      // On an op `unknown` means nothing; on an argument or result it means that completion may choose.
      const auto* tile = std::get_if<TileSharding>(leaf);
      bool silent = tile != nullptr && tile->kind == TileKind::kUnknown && site.place == Place::kOp;
      if (silent && hint.group < 0) return;
      if (silent) {
        hints_.all.push_back(hint);
        return;
      }
    }
    const void* identity = leaf != nullptr ? static_cast<const void*>(leaf) : std::get<const Sharding*>(*said);
    Key key{identity,         site.type.rank(),   leaf == nullptr ? site.manual : -1, site.inside, site.config.id(),
            site.beside.id(), mesh_at(site).get()};
    auto at = known_.find(key);
    if (at == known_.end()) {
      Result<Sharding> made =
          leaf != nullptr ? from_leaf(*leaf, site) : from_sdy(*std::get<const Sharding*>(*said), site);
      if (!made.ok()) return fail(site, std::move(made).error());
      at = known_.emplace(key, hints_.pool->intern(std::move(*made))).first;
    }
    hint.sharding = leaf != nullptr && is_free_end(site) ? opened(at->second) : at->second;
    if (!hint.sharding->unreduced_axes().empty() && !has_zero(site.type.element())) {
      return fail(site,
                  {error_without_place(Code::kShardingForm,
                                       fmt::format("{} has no zero, so no value of it can be a sum of parts; leave out "
                                                   "the unreduced axes",
                                                   mlir_spelling(site.type.element())))});
    }
    if (hint.sharding->is_maximal()) hints_.meshes.name_of(hint.sharding->mesh_ptr());
    if (options_.notes) note_uneven(site, *hint.sharding);
    hints_.all.push_back(hint);
  }

  // The mesh of the code that a site stands in, or on whose boundary.
  const MeshPtr& mesh_at(const HintSite& site) const {
    const int code = site.boundary >= 0 ? site.boundary : site.manual;
    return code >= 0 ? hints_.manual[code].mesh : hints_.meshes.main();
  }

  // A sharding on a mesh without axes means replicated, on whatever mesh the code around it has.
  Result<Sharding> with_axes(const Sharding& sharding, const HintSite& site) const {
    if (sharding.is_maximal() || has_axes(sharding.mesh())) return sharding;
    return Sharding::make(mesh_at(site), sharding.spec());
  }

  // Inside of manual code a sharding may not name the manual axes, and gets them as manual.
  Result<Sharding> from_sdy(const Sharding& said, const HintSite& site) {
    PARTITA_CHECK_OK(said.check_rank(site.type.rank()));
    PARTITA_ASSIGN(Sharding sharding, with_axes(said, site));
    if (site.manual < 0 && site.beside && !sharding.is_maximal()) return with_manual_axes_beside(sharding, site);
    if (site.manual < 0 || sharding.is_maximal()) return sharding;
    const ManualCode& code = hints_.manual[site.manual];
    if (!same_mesh(code.mesh, sharding.mesh_ptr())) {
      return Error{
          error_without_place(Code::kManualForm, "the sharding is on another mesh than the manual code around it")};
    }
    Sharding::Spec spec = sharding.spec();
    if (site.inside) {
      for (DimSharding& dim : spec.dims) dim.axes = outside(dim.axes, code.all);
      spec.unreduced = outside(spec.unreduced, code.all);
    }
    AxisRefs used = site.inside ? AxisRefs() : sharding.sharded_axes();
    used.insert(used.end(), spec.unreduced.begin(), spec.unreduced.end());
    for (const AxisRef& axis : used) {
      if (!overlaps(code.all, axis)) continue;
      return Error{error_without_place(
          Code::kManualForm, fmt::format("axis \"{}\" is manual here; a sharding inside may only use the others",
                                         to_string(*code.mesh, axis)))};
    }
    spec.replicated = outside(spec.replicated, code.all);
    spec.manual = code.all;
    return Sharding::make(code.mesh, std::move(spec));
  }

  Result<Sharding> with_manual_axes_beside(const Sharding& sharding, const HintSite& site) {
    HintSite tiles = site;
    tiles.spelling = HintSite::Spelling::kHlo;
    tiles.text = site.beside;
    Result<SaidSharding> said = texts_.read(tiles);
    if (!said.ok()) return sharding;
    Result<Sharding> other = to_sharding(*std::get<const HloLeaf*>(*said), site.type.rank(), sharding.mesh_ptr());
    if (!other.ok() || other->manual_axes().empty()) return sharding;
    Sharding::Spec spec = sharding.spec();
    spec.manual = other->manual_axes();
    for (DimSharding& dim : spec.dims) dim.axes = outside(dim.axes, spec.manual);
    spec.replicated = outside(spec.replicated, spec.manual);
    spec.unreduced = outside(spec.unreduced, spec.manual);
    return Sharding::make(sharding.mesh_ptr(), std::move(spec));
  }

  Result<Sharding> from_leaf(const HloLeaf& leaf, const HintSite& site) {
    MeshPtr mesh = mesh_of_leaf_[&leaf];
    if (mesh == nullptr) mesh = hints_.meshes.main();
    int rank = site.type.rank();
    PARTITA_ASSIGN(Sharding said, to_sharding(leaf, rank, mesh));
    PARTITA_ASSIGN(Sharding sharding, with_axes(said, site));
    PARTITA_ASSIGN(std::vector<int> open, open_dimensions(site.config, rank));
    if (open.empty() || sharding.is_maximal()) return sharding;
    Sharding::Spec spec = sharding.spec();
    for (int d : open) spec.dims[d].open = true;
    return Sharding::make(sharding.mesh_ptr(), std::move(spec));
  }

  // An HLO program that lets completion change a parameter or result means it also where there is a sharding.
  bool is_free_end(const HintSite& site) const {
    if (module_.discardable_attribute(hlo_names::kOpenParameters) && site.place == Place::kArgument)
      return hints_.argument_open[site.index];
    if (module_.discardable_attribute(hlo_names::kOpenOutput) && site.place == Place::kResult)
      return hints_.result_open[site.index];
    return false;
  }

  const Sharding* opened(const Sharding* sharding) {
    if (sharding->is_maximal()) return sharding;
    Sharding::Spec spec = sharding->spec();
    for (DimSharding& dim : spec.dims) dim.open = true;
    return hints_.pool->intern(Sharding::make(sharding->mesh_ptr(), std::move(spec)).value());
  }

  void note_uneven(const HintSite& site, const Sharding& sharding) {
    for (int d = 0; d < sharding.rank(); ++d) {
      int64_t size = site.type.dim(d), count = sharding.shard_count(d);
      if (count <= 1 || size % count == 0) continue;
      Diagnostic note = places_.error(site, Code::kUnevenHint,
                                      fmt::format("dimension {} of size {} is divided among {}: shards of {}, the last "
                                                  "ones padded",
                                                  d, size, count, (size + count - 1) / count));
      note.severity = Severity::kNote;
      fail(std::move(note));
    }
  }

  // --- groups

  // sdy's and HLO's groups have numbers of their own.
  int64_t group_number(bool hlo, int64_t id) { return groups_.try_emplace({hlo, id}, groups_.size()).first->second; }

  // --- the command line

  void add_command_line() {
    if (said_hints_.lines.empty() && said_hints_.recipe.empty()) return;
    if (!has_meshes_ && options_.devices == 0 && hints_.meshes.main()->device_count() == 1)
      return fail(
          error_without_place(Code::kNoMesh, fmt::format("{} needs a mesh to speak of; give one, say {} x=4,y=2",
                                                         options_.hint_label, options_.mesh_label)));
    std::vector<Hint> given;
    std::vector<Diagnostic> notes;
    auto add = [&](const HintLine& line) {
      Result<std::vector<Hint>> made = hints_of_line(options_, module_, entry_, line, hints_, notes);
      if (!made.ok()) return fail(std::move(made).error().diagnostic);
      for (Hint& hint : *made) {
        std::erase_if(given, [&](const Hint& other) { return is_on_same(hint, other); });
        given.push_back(hint);
      }
    };
    add_recipe(add);
    for (const HintLine& line : said_hints_.lines) add(line);
    for (Diagnostic& note : notes) fail(std::move(note));
    add_followers(given);
    for (Hint& hint : given) {
      std::erase_if(hints_.all, [&](const Hint& other) {
        if (other.place == Place::kManual || other.sharding == nullptr) return false;
        return is_on_same(hint, other);
      });
      const MeshPtr& mesh = hint.sharding->mesh_ptr();
      hints_.meshes.set_used([&](const NamedMesh& named) { return named.used || named.mesh == mesh; });
      hints_.all.push_back(hint);
    }
  }

  static bool is_on_same(const Hint& hint, const Hint& other) {
    return hint.value ? other.value == hint.value
                      : other.value == nullptr && other.index == hint.index && other.place != Place::kArgument;
  }

  template <typename Add>
  void add_recipe(const Add& add) {
    const std::string& name = said_hints_.recipe;
    if (name.empty()) return;
    Result<RecipeHints> recipe = cook(name, module_, entry_, hints_);
    if (!recipe.ok()) {
      Diagnostic d = std::move(recipe).error().diagnostic;
      d.file = options_.origin;
      return fail(std::move(d));
    }
    for (const std::string& line : recipe->lines) add({line});
    for (const std::string& said : recipe->found) {
      if (!options_.notes) break;
      Diagnostic note = error_without_place(Code::kUsage, fmt::format("recipe {}: {}", name, said));
      note.severity = Severity::kNote;
      fail(std::move(note));
    }
    for (const std::string& said : recipe->missing) {
      Diagnostic warning = error_without_place(Code::kUsage, fmt::format("recipe {}: {}", name, said));
      warning.severity = Severity::kWarning;
      fail(std::move(warning));
    }
  }

  const Hint* hint_of_program(const Value* value, int result) const {
    for (const Hint& hint : hints_.all) {
      const bool same = value != nullptr ? hint.value == value && hint.place == Place::kArgument
                                         : hint.place == Place::kResult && hint.index == result;
      if (same && hint.sharding != nullptr) return &hint;
    }
    return nullptr;
  }

  // A result that is an argument's new value lies as the argument does, unless the program or its caller say otherwise.
  void add_followers(std::vector<Hint>& given) const {
    auto is_end = [&](const Hint& hint) {
      return hint.value != nullptr && hint.value->is_argument() && hint.value->region() == &entry_.body();
    };
    if (std::none_of(given.begin(), given.end(), is_end)) return;
    const std::vector<int> updated = updated_results(entry_);
    for (size_t i = 0, n = given.size(); i < n; ++i) {
      if (!is_end(given[i])) continue;
      const int result = updated[given[i].value->index()];
      if (result < 0) continue;
      const bool said = std::any_of(given.begin(), given.end(),
                                    [&](const Hint& other) { return !other.value && other.index == result; });
      const Hint* own = hint_of_program(given[i].value, -1);
      const Hint* other = hint_of_program(nullptr, result);
      if (said || (other != nullptr && (own == nullptr || own->sharding != other->sharding))) continue;
      Hint hint = given[i];
      hint.value = nullptr;
      hint.index = result;
      given.push_back(hint);
    }
  }

  Module& module_;
  Function& entry_;
  const HintOptions& options_;
  Diagnostics& diagnostics_;
  std::vector<Diagnostic> found_;
  size_t errors_ = 0;  // among them
  Hints hints_;
  HintPlaces places_;
  HintTexts texts_;
  HintSites sites_;
  SaidHints said_hints_;
  std::vector<std::optional<SaidSharding>> said_;
  PointerMap<const HloLeaf*, MeshPtr> mesh_of_leaf_;  // where it is not the main mesh
  MeshPtr given_;                                     // --mesh
  bool has_meshes_ = false;                           // declared, given, or named by shardings; otherwise tiles decide
  tsl::robin_map<Key, const Sharding*, KeyHash> known_;
  std::map<std::pair<bool, int64_t>, int64_t> groups_;
  std::map<int64_t, int> manual_of_group_;  // sdy's groups do not cross the boundaries of manual code
};

}  // namespace

std::optional<Hints> read_hints(Module& module, Function& entry, const HintOptions& options, Diagnostics& diagnostics) {
  return HintReader(module, entry, options, diagnostics).read();
}

}  // namespace partita::core::complete

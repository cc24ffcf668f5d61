#include "complete/hints.h"

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <map>

#include "complete/hint_options.h"
#include "complete/hint_places.h"
#include "complete/hint_sites.h"
#include "complete/hint_texts.h"
#include "shard/scanner.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"
#include "text/hlo/names.h"

namespace partita {

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
    size_t errors = diagnostics_.error_count();
    hints_.pool = std::make_shared<ShardingPool>();
    read_meshes();
    if (diagnostics_.error_count() > errors) return std::nullopt;  // every hint would fail for the same reason
    sites_ = find_hint_sites(module_, entry_);
    read_texts();
    find_tile_meshes();
    read_manual_code();
    find_open_ends();
    for (size_t i = 0; i < sites_.all.size() && !diagnostics_.full(); ++i) add_hint(sites_.all[i], said_[i]);
    add_command_line();
    if (diagnostics_.error_count() > errors) return std::nullopt;
    check_groups();
    if (diagnostics_.error_count() > errors) return std::nullopt;
    return std::move(hints_);
  }

 private:
  void fail(const HintSite& site, Error error) { diagnostics_.add(places_.placed(std::move(error.diagnostic), site)); }
  void fail(Diagnostic diagnostic) {
    if (diagnostic.file.empty() && module_.source()) diagnostic.file = module_.source()->name();
    diagnostics_.add(std::move(diagnostic));
  }

  // --- meshes

  void read_meshes() {
    MeshTable declared;
    for (const MeshDeclaration& declaration : module_.meshes()) {
      std::string_view text = declaration.mesh ? declaration.mesh.text() : std::string_view();
      Result<Mesh> mesh = parse_sdy_mesh(text);
      if (!mesh.ok()) {
        Diagnostic d = std::move(mesh).error().diagnostic;
        if (module_.source() && declaration.offset != kNoOffset) {
          std::string_view source = module_.source()->text();
          size_t at = source.substr(declaration.offset).find(text);
          if (at == std::string_view::npos) d.place = {};
          d = placed_in(std::move(d), *module_.source(),
                        declaration.offset + static_cast<SourceOffset>(at == std::string_view::npos ? 0 : at));
        }
        fail(std::move(d));
        continue;
      }
      declared.add(std::string(declaration.name.text()), std::make_shared<const Mesh>(std::move(*mesh)));
    }
    if (Attr meshes = sdy_frontend_attr(module_.extra(), "xla.sdy.meshes")) {
      if (Status status = read_frontend_meshes(meshes.text(), declared); !status.ok()) {
        Diagnostic d = status.error().diagnostic;
        d.place = {};
        d.message = fmt::format("xla.sdy.meshes of the module: {}", d.message);
        fail(std::move(d));
      }
    }
    Result<MeshPtr> given = mesh_of_options(options_);
    if (!given.ok()) return fail(std::move(given).error().diagnostic);
    // The main mesh is the first that has axes: placeholders and single devices say nothing of where a program runs.
    auto is_main = [](const NamedMesh& mesh) { return !mesh.mesh->is_maximal() && mesh.mesh->axis_count() > 0; };
    auto main = std::find_if(declared.all().begin(), declared.all().end(), is_main);
    if (main != declared.all().end()) {
      if (Status status = check_given_mesh(options_, *given, *main); !status.ok())
        return fail(status.error().diagnostic);
      hints_.meshes.add(main->name, hints_.pool->intern(main->mesh));
    } else if (*given) {
      hints_.meshes.add("mesh", hints_.pool->intern(*given));
    }
    for (const NamedMesh& mesh : declared.all()) {
      if (!hints_.meshes.find(mesh.name)) hints_.meshes.add(mesh.name, hints_.pool->intern(mesh.mesh));
    }
    has_meshes_ = main != declared.all().end() || *given;
  }

  int64_t partitions() const {
    Attr count = module_.extra(hlo_names::kNumPartitions);
    return count.is(AttrKind::kInt) ? count.as_int() : 0;
  }

  // --- texts

  // XLA puts such shardings on broadcasts to keep them apart, and does not hear them.
  static bool is_marker(const SaidSharding& said) {
    const auto* leaf = std::get_if<const HloLeaf*>(&said);
    return leaf && metadata_of(**leaf).find("\"_sharding_propagation_cse_prevention\"") != std::string::npos;
  }

  void read_texts() {
    said_.resize(sites_.all.size());
    for (size_t i = 0; i < sites_.all.size() && !diagnostics_.full(); ++i) {
      Result<SaidSharding> said = texts_.read(sites_.all[i]);
      if (said.ok()) {
        if (!is_marker(*said)) said_[i] = *said;
      } else if (sites_.all[i].part == 0) {  // a list with a mistake is told once, not once for each of its values
        fail(sites_.all[i], std::move(said).error());
      }
    }
  }

  // Assignments that the meshes of the program do not express, or that are all there is, get meshes of their own.
  void find_tile_meshes() {
    std::vector<TileSharding> tiles;
    std::vector<size_t> site_of;
    for (size_t i = 0; i < said_.size(); ++i) {
      if (!said_[i] || !std::holds_alternative<const HloLeaf*>(*said_[i])) continue;
      const HloLeaf& leaf = *std::get<const HloLeaf*>(*said_[i]);
      if (const auto* named = std::get_if<NamedSharding>(&leaf)) {
        if (named->kind != NamedSharding::Kind::kMaximal && !named->mesh->is_maximal()) {
          hints_.meshes.name_of(hints_.pool->intern(named->mesh));
          has_meshes_ = true;
        }
        continue;
      }
      const auto& tile = std::get<TileSharding>(leaf);
      if (Status status = check(tile); tile.kind == TileKind::kTiled && !status.ok()) {
        if (sites_.all[i].part == 0) fail(sites_.all[i], Error{status.error()});
        said_[i].reset();
        continue;
      }
      tiles.push_back(tile);
      site_of.push_back(i);
    }
    mesh_of_site_.resize(said_.size());
    if (has_meshes_) {
      std::vector<TileSharding> rest;
      std::vector<size_t> rest_sites;
      for (size_t k = 0; k < tiles.size(); ++k) {
        if (expressed(tiles[k], site_of[k])) continue;
        rest.push_back(tiles[k]);
        rest_sites.push_back(site_of[k]);
      }
      tiles = std::move(rest);
      site_of = std::move(rest_sites);
      if (tiles.empty()) return;
    }
    int64_t devices = options_.devices > 0 ? options_.devices : partitions();
    bool any_tiled =
        std::any_of(tiles.begin(), tiles.end(), [](const TileSharding& t) { return t.kind == TileKind::kTiled; });
    if (has_meshes_ || (options_.devices == 0 && devices == 1 && any_tiled)) devices = 0;
    if (!has_meshes_ && !any_tiled && devices <= 1) {
      MeshPtr one = std::make_shared<const Mesh>(Mesh::make({{"x", 1}}).value());
      hints_.meshes.add("mesh", hints_.pool->intern(one));
      return;
    }
    DerivedMeshes derived = derive_meshes(tiles, devices);
    for (const MeshPtr& mesh : derived.meshes) hints_.meshes.name_of(hints_.pool->intern(mesh));
    for (size_t k = 0; k < tiles.size(); ++k) mesh_of_site_[site_of[k]] = derived.mesh_of[k];
  }

  // Whether a mesh of the program can say the assignment.
  bool expressed(const TileSharding& tile, size_t site) {
    if (tile.kind != TileKind::kTiled) return true;
    for (const NamedMesh& mesh : hints_.meshes.all()) {
      if (mesh.mesh->is_maximal() || !to_sharding(tile, tile.rank(), mesh.mesh).ok()) continue;
      mesh_of_site_[site] = mesh.mesh;
      return true;
    }
    return false;
  }

  // --- manual code

  void read_manual_code() {
    for (const ManualSite& site : sites_.manual) {
      hints_.manual.push_back({site.op, nullptr, {}, {}});
      ManualCode& code = hints_.manual.back();
      HintSite at{.op = site.op, .text = site.axes};
      for (Attr list : {site.in, site.out}) {
        if (!list) continue;
        Result<const std::vector<Sharding>*> shardings = texts_.list(list);
        if (!shardings.ok()) continue;  // told already, or below where it has no values
        for (const Sharding& sharding : **shardings) {
          if (sharding.is_maximal()) continue;
          if (code.mesh == nullptr) code.mesh = hints_.pool->intern(sharding.mesh_ptr());
          if (same_mesh(code.mesh, sharding.mesh_ptr())) continue;
          fail(places_.error({.op = site.op, .text = list}, Code::kManualForm,
                             "the shardings of one manual computation are on different meshes"));
          break;
        }
      }
      if (code.mesh == nullptr) code.mesh = hints_.meshes.main();
      std::string_view text = site.axes ? site.axes.text() : std::string_view("{}");
      size_t brace = std::min(text.find('{'), text.size());
      size_t close = text.rfind('}');
      std::string plain = unescaped(text.substr(brace, close == std::string_view::npos ? close : close + 1 - brace));
      Result<std::vector<std::string>> names = parse_sdy_manual_axes(plain);
      if (!names.ok()) {
        Diagnostic d = std::move(names).error().diagnostic;
        d.place = {};
        fail(at, Error{std::move(d)});
        continue;
      }
      Result<AxisRefs> axes = manual_axes_on(*code.mesh, *names);
      if (!axes.ok()) {
        fail(at, std::move(axes).error());
        continue;
      }
      code.axes = *axes;
      code.all = *axes;
      if (site.outer >= 0) {
        const ManualCode& outer = hints_.manual[static_cast<size_t>(site.outer)];
        for (const AxisRef& axis : code.axes) {
          if (same_mesh(outer.mesh, code.mesh) && overlaps(outer.all, axis))
            fail(places_.error(
                at, Code::kManualForm,
                fmt::format("axis \"{}\" is manual already in the code around this", to_string(*code.mesh, axis))));
        }
        if (!same_mesh(outer.mesh, code.mesh)) {
          fail(places_.error(at, Code::kManualForm, "manual code inside of manual code of another mesh"));
        } else {
          code.all.insert(code.all.end(), outer.all.begin(), outer.all.end());
          code.all = sorted_set(code.all);
        }
      }
      if (site.op->is(OpKind::kManualComputation)) check_body(site, code);
    }
  }

  // Each value inside is the shard of the value outside, cut along the manual axes.
  void check_body(const ManualSite& site, const ManualCode& code) {
    const Op& op = *site.op;
    const Region& body = op.region(0);
    const Op* end = body.terminator();
    auto side = [&](Attr list, int count, std::string_view what, auto outside_type, auto inside_type) {
      if (!list) return;
      HintSite at{.op = &op, .text = list, .parts = count};
      Result<const std::vector<Sharding>*> shardings = texts_.list(list);
      if (!shardings.ok()) {
        if (count == 0) fail(at, std::move(shardings).error());
        return;
      }
      if ((*shardings)->size() != static_cast<size_t>(count)) {
        if (count == 0)
          fail(places_.error(at, Code::kManualForm,
                             fmt::format("there are shardings here for {}s, of which there are none", what)));
        return;  // otherwise told with the hint
      }
      for (int i = 0; i < count; ++i) {
        const Sharding& sharding = (**shardings)[static_cast<size_t>(i)];
        Type whole = outside_type(i), local = inside_type(i);
        if (!whole.is_tensor() || !local.is_tensor() || sharding.is_maximal() || sharding.rank() != whole.rank())
          continue;
        for (int d = 0; d < sharding.rank(); ++d) {
          bool free = false;
          for (const AxisRef& axis : split_at(sharding.dim(d).axes, code.axes)) {
            bool manual = covers(code.axes, axis);
            if (manual && free) {
              fail(places_.error(
                  at, Code::kManualForm,
                  fmt::format("dimension {} of {} {} has the manual axis \"{}\" below one that is not manual; "
                              "manual axes come first",
                              d, what, i, to_string(*code.mesh, axis))));
              return;
            }
            free |= !manual;
          }
        }
        std::vector<int64_t> wanted = sharding.local_shape(whole.dims(), code.axes);
        if (std::equal(wanted.begin(), wanted.end(), local.dims().begin(), local.dims().end())) continue;
        fail(places_.error(
            at, Code::kManualForm,
            fmt::format("{} {} is {}; cut along the manual axes it is {} inside, not {}", what, i, whole.to_string(),
                        module_.context().tensor(whole.element(), wanted).to_string(), local.to_string())));
      }
    };
    side(
        site.in, op.num_operands(), "operand", [&](int i) { return op.operand(i)->type(); },
        [&](int i) { return i < body.num_arguments() ? body.argument(i)->type() : op.operand(i)->type(); });
    if (end == nullptr || end->num_operands() != op.num_results()) return;
    side(
        site.out, op.num_results(), "result", [&](int i) { return op.result(i)->type(); },
        [&](int i) { return end->operand(i)->type(); });
  }

  // --- hints

  struct Key {
    const void* said;
    int rank;
    int manual;
    bool inside;
    const void* config;
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
      // On an op `unknown` says nothing; on an argument or result that completion may choose.
      const auto* tile = std::get_if<TileSharding>(leaf);
      bool silent = tile != nullptr && tile->kind == TileKind::kUnknown && site.place == Place::kOp;
      if (silent && hint.group < 0) return;
      if (silent) {
        hints_.all.push_back(hint);
        return;
      }
    }
    const void* identity = leaf != nullptr ? static_cast<const void*>(leaf) : std::get<const Sharding*>(*said);
    Key key{identity, site.type.rank(), leaf == nullptr ? site.manual : -1, site.inside, site.config.id()};
    auto at = known_.find(key);
    if (at == known_.end()) {
      Result<Sharding> made =
          leaf != nullptr ? from_leaf(*leaf, site) : from_sdy(*std::get<const Sharding*>(*said), site);
      if (!made.ok()) return fail(site, std::move(made).error());
      at = known_.emplace(key, hints_.pool->intern(std::move(*made))).first;
    }
    hint.sharding = leaf != nullptr && is_free_end(site) ? opened(at->second) : at->second;
    if (hint.sharding->is_maximal()) hints_.meshes.name_of(hint.sharding->mesh_ptr());
    if (options_.notes) note_uneven(site, *hint.sharding);
    hints_.all.push_back(hint);
  }

  // Inside of manual code the manual axes are taken: a sharding there may not name them, and has them as manual.
  Result<Sharding> from_sdy(const Sharding& sharding, const HintSite& site) {
    PARTITA_CHECK_OK(sharding.check_rank(site.type.rank()));
    if (site.manual < 0 || sharding.is_maximal()) return sharding;
    const ManualCode& code = hints_.manual[static_cast<size_t>(site.manual)];
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

  Result<Sharding> from_leaf(const HloLeaf& leaf, const HintSite& site) {
    MeshPtr mesh = mesh_of_site_[static_cast<size_t>(&site - sites_.all.data())];
    if (mesh == nullptr) mesh = hints_.meshes.main();
    int rank = site.type.rank();
    PARTITA_ASSIGN(Sharding sharding, to_sharding(leaf, rank, mesh));
    PARTITA_ASSIGN(std::vector<int> open, open_dimensions(site.config, rank));
    if (open.empty() || sharding.is_maximal()) return sharding;
    Sharding::Spec spec = sharding.spec();
    for (int d : open) spec.dims[static_cast<size_t>(d)].open = true;
    return Sharding::make(sharding.mesh_ptr(), std::move(spec));
  }

  // An HLO program that lets completion change a parameter or result means it also where there is a sharding.
  bool is_free_end(const HintSite& site) const {
    if (module_.extra(hlo_names::kOpenParameters) && site.place == Place::kArgument)
      return hints_.argument_open[static_cast<size_t>(site.index)];
    if (module_.extra(hlo_names::kOpenOutput) && site.place == Place::kResult)
      return hints_.result_open[static_cast<size_t>(site.index)];
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
      diagnostics_.add(std::move(note));
    }
  }

  // --- groups

  // sdy's and HLO's groups have numbers of their own.
  int64_t group_number(bool hlo, int64_t id) {
    return groups_.try_emplace({hlo, id}, static_cast<int64_t>(groups_.size())).first->second;
  }

  static bool dims_agree(const DimSharding& a, const DimSharding& b) {
    if (!a.open && !b.open) return same_digits(a.axes, b.axes);
    if (!a.open) return is_prefix(b.axes, a.axes);
    if (!b.open) return is_prefix(a.axes, b.axes);
    return is_prefix(a.axes, b.axes) || is_prefix(b.axes, a.axes);
  }

  static bool agree(const Sharding& a, const Sharding& b) {
    if (a.is_maximal() || b.is_maximal()) return a == b;
    if (!same_mesh(a.mesh_ptr(), b.mesh_ptr()) || a.rank() != b.rank()) return false;
    for (int d = 0; d < a.rank(); ++d) {
      if (!dims_agree(a.dim(d), b.dim(d))) return false;
    }
    return a.manual_axes() == b.manual_axes();
  }

  // All values of a hard group have one shape, and what is said of one must be possible for all.
  void check_groups() {
    tsl::robin_map<const Value*, const Hint*> said;
    for (const Hint& hint : hints_.all) {
      if (hint.value && hint.sharding && hint.place != Place::kManual) said.try_emplace(hint.value, &hint);
    }
    std::map<int64_t, std::pair<const Hint*, const Hint*>>
        groups;  // the first member, and the first that says something
    for (const Hint& hint : hints_.all) {
      if (hint.group < 0 || hint.group_is_soft) continue;
      auto& [first, spoken] = groups[hint.group];
      Type type = type_of(hint);
      auto describe = [&](const Hint& other, std::string message) {
        Diagnostic d = at_offset(hint.offset, Code::kShardGroup, std::move(message));
        Diagnostic note = at_offset(other.offset, Code::kShardGroup, "another value of the group is here");
        note.severity = Severity::kNote;
        d.notes.push_back(std::move(note));
        fail(std::move(d));
      };
      if (first == nullptr) {
        first = &hint;
      } else if (Type other = type_of(*first); !std::ranges::equal(type.dims(), other.dims())) {
        describe(*first, fmt::format("values of one sharding group have one shape; here are {} and {}",
                                     other.to_string(), type.to_string()));
        continue;
      }
      const Hint* own = hint.sharding ? &hint : nullptr;
      if (own == nullptr && hint.value && said.contains(hint.value)) own = said[hint.value];
      if (own == nullptr) continue;
      if (spoken == nullptr) {
        spoken = own;
      } else if (!agree(*spoken->sharding, *own->sharding)) {
        describe(*spoken, fmt::format("values of one sharding group get one sharding; hints ask for {} and {}",
                                      to_string(*spoken->sharding), to_string(*own->sharding)));
      }
    }
  }

  Type type_of(const Hint& hint) const {
    return hint.value ? hint.value->type() : entry_.result_types()[static_cast<size_t>(hint.index)];
  }

  Diagnostic at_offset(SourceOffset offset, Code code, std::string message) const {
    if (module_.source() && offset != kNoOffset) return error_at(*module_.source(), offset, code, std::move(message));
    return error_without_place(code, std::move(message));
  }

  // --- the command line, and the ends of the program

  void add_command_line() {
    if (options_.shard.empty()) return;
    if (!has_meshes_ && options_.devices == 0 && hints_.meshes.main()->device_count() == 1)
      return fail(error_without_place(Code::kNoMesh, "--shard needs a mesh to speak of; give one, say --mesh x=4,y=2"));
    for (const std::string& text : options_.shard) {
      Result<Hint> hint = hint_of_option(module_, entry_, text, hints_);
      if (!hint.ok()) {
        fail(std::move(hint).error().diagnostic);
        continue;
      }
      std::erase_if(hints_.all, [&](const Hint& other) {
        if (other.place == Place::kManual || other.sharding == nullptr) return false;
        return hint->value ? other.value == hint->value
                           : other.value == nullptr && other.index == hint->index && other.place != Place::kArgument;
      });
      hints_.all.push_back(*hint);
    }
  }

  // {true,false}: one flag for all, or one for each of `count`; where tuples hide several values, `parts` says how many
  // values each flag speaks of.
  static std::vector<bool> flags(Attr field, size_t count, const std::vector<int>& parts) {
    std::vector<bool> said;
    std::string_view text = field.is(AttrKind::kString) ? field.text() : std::string_view();
    for (size_t i = 0; i < text.size(); ++i) {
      if (text.substr(i, 4) == "true") said.push_back(true);
      if (text.substr(i, 5) == "false") said.push_back(false);
    }
    if (said.size() == count) return said;
    if (said.size() == 1) return std::vector<bool>(count, said[0]);
    std::vector<bool> out;
    if (said.size() == parts.size()) {
      for (size_t i = 0; i < parts.size(); ++i) out.insert(out.end(), static_cast<size_t>(parts[i]), said[i]);
    }
    out.resize(count, false);
    return out;
  }

  void find_open_ends() {
    auto arguments = static_cast<size_t>(entry_.num_arguments());
    size_t results = entry_.result_types().size();
    hints_.argument_open = open_flags(hlo_names::kOpenParameters, arguments, parameter_sizes());
    hints_.result_open = open_flags(hlo_names::kOpenOutput, results, {});
  }

  std::vector<bool> open_flags(std::string_view name, size_t count, const std::vector<int>& parts) const {
    Attr field = module_.extra(name);
    if (!field && module_.format() == TextFormat::kStableHlo) return std::vector<bool>(count, true);
    return flags(field, count, parts);
  }

  // How many values each parameter of an HLO computation is: "p0=(2),p1" is 2, 1.
  std::vector<int> parameter_sizes() const {
    std::vector<int> sizes;
    Attr text = entry_.extra() ? entry_.extra().get(hlo_names::kTupleParameters) : Attr();
    if (!text.is(AttrKind::kString)) return sizes;
    int depth = 0, number = 0, leaves = 0;
    bool in_shape = false;
    auto finish_number = [&] { leaves += std::exchange(number, 0); };
    for (char c : text.text()) {
      if (c == '(') ++depth;
      if (c == '=') in_shape = true;
      if (in_shape && c >= '0' && c <= '9') {
        number = number * 10 + (c - '0');
        continue;
      }
      finish_number();
      if (c == ')') --depth;
      if (c == ',' && depth == 0) {
        sizes.push_back(in_shape ? leaves : 1);
        in_shape = false;
        leaves = 0;
      }
    }
    finish_number();
    sizes.push_back(in_shape ? leaves : 1);
    return sizes;
  }

  Module& module_;
  Function& entry_;
  const HintOptions& options_;
  Diagnostics& diagnostics_;
  Hints hints_;
  HintPlaces places_;
  HintTexts texts_;
  HintSites sites_;
  std::vector<std::optional<SaidSharding>> said_;
  std::vector<MeshPtr> mesh_of_site_;
  bool has_meshes_ = false;  // declared, given, or named by shardings; otherwise tiles decide
  tsl::robin_map<Key, const Sharding*, KeyHash> known_;
  std::map<std::pair<bool, int64_t>, int64_t> groups_;
};

}  // namespace

std::optional<Hints> read_hints(Module& module, Function& entry, const HintOptions& options, Diagnostics& diagnostics) {
  return HintReader(module, entry, options, diagnostics).read();
}

}  // namespace partita

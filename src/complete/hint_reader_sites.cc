// What stands at a site of the program, as a hint on its value.
#include <fmt/format.h>

#include <algorithm>

#include "complete/hint_reader.h"
#include "ir/names.h"
#include "ir/numeric/float_formats.h"
#include "shard/tiles.h"

namespace partita::core::complete {

using Place = Hint::Place;

void HintReader::add_hint(const HintSite& site, const std::optional<SaidSharding>& said) {
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
  // What a mesh of the command line makes uneven is said once, unasked.
  if (options_.notes || (!options_.mesh.empty() && !uneven_is_said_)) note_uneven(site, *hint.sharding);
  hints_.all.push_back(hint);
}

// The mesh of the code that a site stands in, or on whose boundary.
const MeshPtr& HintReader::mesh_at(const HintSite& site) const {
  const int code = site.boundary >= 0 ? site.boundary : site.manual;
  return code >= 0 ? hints_.manual[code].mesh : hints_.meshes.main();
}

// A sharding on a mesh without axes means replicated, on whatever mesh the code around it has.
Result<Sharding> HintReader::with_axes(const Sharding& sharding, const HintSite& site) const {
  if (sharding.is_maximal() || has_axes(sharding.mesh())) return sharding;
  return Sharding::make(mesh_at(site), sharding.spec());
}

// Inside of manual code a sharding may not name the manual axes, and gets them as manual.
Result<Sharding> HintReader::from_sdy(const Sharding& said, const HintSite& site) {
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

Result<Sharding> HintReader::with_manual_axes_beside(const Sharding& sharding, const HintSite& site) {
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

Result<Sharding> HintReader::from_leaf(const HloLeaf& leaf, const HintSite& site) {
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
bool HintReader::is_free_end(const HintSite& site) const {
  if (module_.discardable_attribute(hlo_names::kOpenParameters) && site.place == Place::kArgument)
    return hints_.argument_open[site.index];
  if (module_.discardable_attribute(hlo_names::kOpenOutput) && site.place == Place::kResult)
    return hints_.result_open[site.index];
  return false;
}

const Sharding* HintReader::opened(const Sharding* sharding) {
  if (sharding->is_maximal()) return sharding;
  Sharding::Spec spec = sharding->spec();
  for (DimSharding& dim : spec.dims) dim.open = true;
  return hints_.pool->intern(Sharding::make(sharding->mesh_ptr(), std::move(spec)).value());
}

void HintReader::note_uneven(const HintSite& site, const Sharding& sharding) {
  for (int d = 0; d < sharding.rank(); ++d) {
    int64_t size = site.type.dim(d), count = sharding.shard_count(d);
    if (count <= 1 || size % count == 0) continue;
    Diagnostic note = places_.error(site, Code::kUnevenHint,
                                    fmt::format("dimension {} of size {} is divided among {}: shards of {}, the last "
                                                "ones padded{}",
                                                d, size, count, (size + count - 1) / count,
                                                options_.notes ? "" : "; -v lists all hints that are so"));
    uneven_is_said_ = true;
    note.severity = Severity::kNote;
    fail(std::move(note));
  }
}

}  // namespace partita::core::complete

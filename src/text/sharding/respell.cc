#include "text/sharding/respell.h"

#include <fmt/format.h>

#include <charconv>
#include <functional>

#include "ir/builder.h"
#include "ir/copy_module.h"
#include "ir/names.h"
#include "ir/views.h"
#include "shard/spelling_hlo.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"
#include "text/common/place.h"
#include "text/sharding/in_hlo.h"

namespace partita::core::text {
namespace {

std::string_view tiles_text(Attr attributes) {
  Attr text = attributes ? attributes.get(hlo_names::kSharding) : Attr();
  return text.is(AttrKind::kString) ? text.text() : std::string_view();
}

// The one assignment of tiles a text holds: no tuple, and no manual code, which has no attribute in sdy.
Result<std::optional<TileSharding>> tiles_in(std::string_view text) {
  if (text.empty() || text.find("manual") != std::string_view::npos) return std::optional<TileSharding>();
  PARTITA_ASSIGN(HloSharding sharding, shard::parse_hlo_sharding(text));
  if (sharding.is_tuple || sharding.leaves.size() != 1) return std::optional<TileSharding>();
  const auto* tile = std::get_if<TileSharding>(&sharding.leaves[0]);
  return tile ? std::optional(*tile) : std::nullopt;
}

// unspecified_dims=[0,2] of a @Sharding call's configuration: dimensions it leaves open.
std::vector<int64_t> open_dims(const Op& op) {
  std::vector<int64_t> dims;
  Attr config = op.attr(AttrKey::kBackendConfig);
  if (!config.is(AttrKind::kString)) return dims;
  std::string_view text = config.text();
  size_t at = text.find("unspecified_dims=[");
  if (at == std::string_view::npos) return dims;
  for (at += 18; at < text.size() && text[at] != ']'; ++at) {
    int64_t dim = 0;
    auto end = std::from_chars(text.data() + at, text.data() + text.size(), dim);
    if (end.ec != std::errc()) break;
    dims.push_back(dim);
    at = static_cast<size_t>(end.ptr - text.data());
    if (at >= text.size() || text[at] != ',') break;
  }
  return dims;
}

class ToSdy {
 public:
  explicit ToSdy(Module& module) : module_(module), context_(module.context()) {}

  Status run() {
    PARTITA_CHECK_OK(collect());
    Attr partitions = module_.discardable_attribute(hlo_names::kNumPartitions);
    DerivedMeshes derived = derive_meshes(tiles_, partitions.is(AttrKind::kInt) ? partitions.as_int() : 0);
    for (const MeshPtr& mesh : derived.meshes) declare(mesh);
    mesh_of_ = std::move(derived.mesh_of);
    return rewrite();
  }

 private:
  // A value with a tile assignment: where it is written, and what may replace it.
  struct Place {
    Attr attributes;
    Type type;
    SourceOffset offset;
    Op* op;  // null for an argument or result of a function
    std::function<void(Attr)> set;
  };

  std::vector<Place> places() const {
    std::vector<Place> out;
    auto add = [&](Place place) {
      if (place.type.is_tensor() && !tiles_text(place.attributes).empty()) out.push_back(std::move(place));
    };
    for (Function* f : module_.functions()) {
      for (int i = 0; i < f->num_arguments(); ++i) {
        add({f->argument_attrs(i), f->argument(i)->type(), f->offset(), nullptr,
             [f, i](Attr attrs) { f->set_argument_attrs(i, attrs); }});
      }
      for (int i = 0; i < std::ssize(f->result_types()); ++i) {
        add({f->result_attrs(i), f->result_types()[i], f->offset(), nullptr,
             [f, i](Attr attrs) { f->set_result_attrs(i, attrs); }});
      }
      walk(f->body(), [&](Op& op) {
        if (op.num_results() != 1) return;
        add({op.discardable_attributes(), op.result()->type(), op.offset(), &op,
             [at = &op](Attr attrs) { at->set_discardable_attributes(attrs); }});
      });
    }
    return out;
  }

  Error mistake(const Place& place, Error error) const {
    return Error{placed_behind(module_, place.offset, tiles_text(place.attributes), std::move(error.diagnostic))};
  }

  Status collect() {
    for (Place& place : places()) {
      Result<std::optional<TileSharding>> tile = tiles_in(tiles_text(place.attributes));
      if (!tile.ok()) return mistake(place, std::move(tile).error());
      if (!*tile) continue;
      tiles_.push_back(**tile);
      places_.push_back(std::move(place));
    }
    return {};
  }

  Status rewrite() {
    for (size_t i = 0; i < places_.size(); ++i) {
      const Place& place = places_[i];
      Result<Sharding> sharding = to_sharding(tiles_[i], place.type.rank(), mesh_of_[i]);
      if (!sharding.ok()) return mistake(place, std::move(sharding).error());
      std::string body = sdy_sharding_body(*sharding, name_of(sharding->mesh_ptr()));
      Attr rest = context_.with_entry(place.attributes, hlo_names::kSharding, {});
      Op* op = place.op;
      if (op != nullptr && is_sharding_call(*op)) {
        replace(*op, *sharding, rest);
      } else if (op != nullptr) {
        Attr said = context_.opaque_attr(fmt::format("#sdy.sharding_per_value<[{}]>", body));
        place.set(context_.with_entry(rest, sdy_names::kSharding, said));
      } else {
        place.set(context_.with_entry(rest, sdy_names::kSharding, context_.opaque_attr("#sdy.sharding" + body)));
      }
    }
    return {};
  }

  void replace(Op& call, const Sharding& sharding, Attr rest) {
    Sharding::Spec spec = sharding.spec();
    for (int64_t d : open_dims(call)) {
      if (d >= 0 && d < std::ssize(spec.dims)) spec.dims[d].open = true;
    }
    Result<Sharding> opened = Sharding::make(sharding.mesh_ptr(), spec);
    std::string body = sdy_sharding_body(opened.ok() ? *opened : sharding, name_of(sharding.mesh_ptr()));
    Value* value = Builder(&call).value(OpKind::kShardingConstraint, {call.operand(0)}, call.result()->type(),
                                        {{AttrKey::kSharding, context_.opaque_attr("#sdy.sharding" + body)}});
    value->set_name(call.result()->name());
    value->op()->set_discardable_attributes(rest);
    call.result()->replace_all_uses_with(value);
    call.erase();
  }

  void declare(const MeshPtr& mesh) {
    std::string name = "mesh";
    for (int k = 0; taken(name); ++k) name = fmt::format("mesh_{}", k);
    module_.meshes().push_back({context_.name(name), context_.opaque_attr(sdy_mesh_body(*mesh)), {}});
    named_.push_back({mesh, name});
  }

  bool taken(std::string_view name) const {
    for (const MeshDeclaration& mesh : module_.meshes()) {
      if (mesh.name.text() == name) return true;
    }
    return false;
  }

  // A maximal mesh is declared where it is first needed.
  std::string name_of(const MeshPtr& mesh) {
    for (const auto& [known, name] : named_) {
      if (same_mesh(known, mesh)) return name;
    }
    declare(mesh);
    return named_.back().second;
  }

  Module& module_;
  Context& context_;
  std::vector<Place> places_;
  std::vector<TileSharding> tiles_;  // at each of them
  std::vector<MeshPtr> mesh_of_;
  std::vector<std::pair<MeshPtr, std::string>> named_;
};

}  // namespace

Result<std::unique_ptr<Module>> respell_shardings(const Module& module, Annotations annotations) {
  std::unique_ptr<Module> copy = copy_module(module);
  if (annotations == Annotations::kMhlo) {
    PARTITA_CHECK_OK(decompose_shardings(*copy, annotations));
    copy->set_discardable_attributes(module.discardable_attributes());  // what only an HLO header says
    copy->meshes().clear();
  } else if (annotations == Annotations::kSdy) {
    PARTITA_CHECK_OK(ToSdy(*copy).run());
  }
  return copy;
}

}  // namespace partita::core::text

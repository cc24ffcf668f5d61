#include "text/annotations.h"

#include <fmt/format.h>

#include <charconv>

#include "ir/builder.h"
#include "shard/spelling_hlo.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"
#include "text/hlo/decompose.h"

namespace partita {
namespace {

constexpr std::string_view kMhloSharding = "mhlo.sharding";
constexpr std::string_view kSdySharding = "sdy.sharding";

// The one assignment of tiles a text holds: no tuple, and no manual code, which has no attribute in sdy.
std::optional<TileSharding> tiles_in(Attr attributes) {
  Attr text = attributes ? attributes.get(kMhloSharding) : Attr();
  if (!text.is(AttrKind::kString) || text.text().find("manual") != std::string_view::npos) return std::nullopt;
  Result<HloSharding> sharding = parse_hlo_sharding(text.text());
  if (!sharding.ok() || sharding->is_tuple || sharding->leaves.size() != 1) return std::nullopt;
  const auto* tile = std::get_if<TileSharding>(&sharding->leaves[0]);
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

  void run() {
    collect();
    Attr partitions = module_.extra("mhlo.num_partitions");
    DerivedMeshes derived = derive_meshes(tiles_, partitions.is(AttrKind::kInt) ? partitions.as_int() : 0);
    for (const MeshPtr& mesh : derived.meshes) declare(mesh);
    mesh_of_ = std::move(derived.mesh_of);
    rewrite();
  }

 private:
  // Both walks meet the same assignments in the same order.
  template <typename Visit>
  void each(const Visit& visit) {
    for (Function* f : module_.functions()) {
      for (int i = 0; i < f->num_arguments(); ++i) {
        visit(
            f->argument_attrs(i), f->argument(i)->type(), [&](Attr attrs) { f->set_argument_attrs(i, attrs); },
            nullptr);
      }
      for (int i = 0; i < static_cast<int>(f->result_types().size()); ++i) {
        visit(
            f->result_attrs(i), f->result_types()[static_cast<size_t>(i)],
            [&](Attr attrs) { f->set_result_attrs(i, attrs); }, nullptr);
      }
      std::vector<Op*> ops;
      walk(f->body(), [&](Op& op) { ops.push_back(&op); });
      for (Op* op : ops) {
        if (op->num_results() != 1) continue;
        visit(op->extra(), op->result()->type(), [&](Attr attrs) { op->set_extra(attrs); }, op);
      }
    }
  }

  void collect() {
    each([&](Attr attributes, Type type, const auto&, Op*) {
      std::optional<TileSharding> tile = type.is_tensor() ? tiles_in(attributes) : std::nullopt;
      if (tile) tiles_.push_back(*tile);
    });
  }

  void rewrite() {
    size_t next = 0;
    each([&](Attr attributes, Type type, const auto& set, Op* op) {
      std::optional<TileSharding> tile = type.is_tensor() ? tiles_in(attributes) : std::nullopt;
      if (!tile) return;
      MeshPtr mesh = mesh_of_[next++];
      Result<Sharding> sharding = to_sharding(*tile, type.rank(), mesh);
      if (!sharding.ok()) return;
      std::string body = sdy_sharding_body(*sharding, name_of(sharding->mesh_ptr()));
      Attr rest = context_.with_entry(attributes, kMhloSharding, {});
      bool constraint =
          op != nullptr && op->is(OpKind::kCustomCall) && op->text_attr(AttrKey::kCallTargetName) == "Sharding";
      if (constraint) {
        replace(*op, *sharding, rest);
      } else if (op != nullptr) {
        set(context_.with_entry(rest, kSdySharding,
                                context_.opaque_attr(fmt::format("#sdy.sharding_per_value<[{}]>", body))));
      } else {
        set(context_.with_entry(rest, kSdySharding, context_.opaque_attr("#sdy.sharding" + body)));
      }
    });
  }

  void replace(Op& call, const Sharding& sharding, Attr rest) {
    Sharding::Spec spec = sharding.spec();
    for (int64_t d : open_dims(call)) {
      if (d >= 0 && d < static_cast<int64_t>(spec.dims.size())) spec.dims[static_cast<size_t>(d)].open = true;
    }
    Result<Sharding> opened = Sharding::make(sharding.mesh_ptr(), spec);
    std::string body = sdy_sharding_body(opened.ok() ? *opened : sharding, name_of(sharding.mesh_ptr()));
    Value* value = Builder(&call).value(OpKind::kShardingConstraint, {call.operand(0)}, call.result()->type(),
                                        {{AttrKey::kSharding, context_.opaque_attr("#sdy.sharding" + body)}});
    value->set_name(call.result()->name());
    value->op()->set_extra(rest);
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
  std::vector<TileSharding> tiles_;
  std::vector<MeshPtr> mesh_of_;
  std::vector<std::pair<MeshPtr, std::string>> named_;
};

}  // namespace

Result<std::unique_ptr<Module>> respell_shardings(const Module& module, Annotations annotations) {
  std::unique_ptr<Module> copy = copy_module(module);
  if (annotations == Annotations::kMhlo) {
    PARTITA_CHECK_OK(decompose_shardings(*copy, annotations));
    copy->set_extra(module.extra());  // what only an HLO header says
    copy->meshes().clear();
  } else if (annotations == Annotations::kSdy) {
    ToSdy(*copy).run();
  }
  return copy;
}

}  // namespace partita

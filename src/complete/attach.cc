#include "complete/attach.h"

#include <fmt/format.h>

#include "base/maps.h"
#include "ir/builder.h"
#include "ir/names.h"
#include "ir/views.h"
#include "shard/spelling_hlo.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"

namespace partita::core::complete {

using namespace hlo_names;  // NOLINT: the names of discardable attributes

namespace {

constexpr std::string_view kReplicatedTiles = "{replicated}";  // of tokens, too

bool is_call(const Op& op, std::string_view target) {
  return op.is(OpKind::kCustomCall) && op.text_attr(AttrKey::kCallTargetName) == target;
}

class Attacher {
 public:
  Attacher(Module& module, Function& entry, const Completion& completion, ShardingSpelling spelling)
      : module_(module),
        context_(module.context()),
        entry_(entry),
        completion_(completion),
        sdy_(spelling == ShardingSpelling::kSdy),
        meshes_(completion.meshes()) {}

  void run() {
    if (sdy_) choose_mesh_names();
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      const Value* value = entry_.argument(i);
      Attr attrs = entry_.argument_attrs(i);
      entry_.set_argument_attrs(
          i, value->type().is_tensor() ? with_sharding(attrs, completion_.sharding_of(value)) : without_hints(attrs));
    }
    for (int i = 0; i < std::ssize(entry_.result_types()); ++i) {
      Attr attrs = entry_.result_attrs(i);
      entry_.set_result_attrs(
          i, entry_.result_types()[i].is_tensor() ? with_sharding(attrs, completion_.result(i)) : without_hints(attrs));
    }
    region(entry_.body());
    forget_signature_lists();
    if (sdy_) declare_meshes();
    say_device_count();
  }

 private:
  // --- texts

  // Programs have few different shardings: each is written once.
  Attr tiles(const Sharding* sharding) {
    Attr& known = tiles_[sharding];
    if (!known) {
      Result<TileSharding> tile = to_tiles(*sharding);
      known = context_.string(tile.ok() ? to_text(*tile) : to_text(to_named(*sharding)));
    }
    return known;
  }

  const std::string& body(const Sharding* sharding) {
    std::string& known = bodies_[sharding];
    if (known.empty()) known = sdy_sharding_body(*sharding, mesh_name(sharding->mesh_ptr()));
    return known;
  }

  Attr single(const Sharding* sharding) {
    Attr& known = singles_[sharding];
    if (!known) known = context_.opaque_attr("#sdy.sharding" + body(sharding));
    return known;
  }

  Attr per_value(const Sharding* sharding) {
    Attr& known = per_value_[sharding];
    if (!known) known = context_.opaque_attr(fmt::format("#sdy.sharding_per_value<[{}]>", body(sharding)));
    return known;
  }

  // sdy has no notation for manual values except the region of a manual_computation.
  bool sdy_can_express(const Op* op, const Sharding* sharding) const {
    if (!sdy_ || sharding->manual_axes().empty()) return sdy_;
    for (const Op* at = op; at != nullptr; at = at->parent_op()) {
      if (at->is(OpKind::kManualComputation)) return true;
    }
    return false;
  }

  // --- dictionaries

  Attr without_hints(Attr dictionary) {
    if (!dictionary) return dictionary;
    dictionary = context_.with_entry(dictionary, sdy_names::kSharding, {});
    dictionary = context_.with_entry(dictionary, kSharding, {});
    Attr frontend = dictionary ? dictionary.get(kFrontendAttributes) : Attr();
    if (!frontend.is(AttrKind::kDict) || !frontend.get(sdy_names::kFrontendSharding)) return dictionary;
    frontend = context_.with_entry(frontend, sdy_names::kFrontendSharding, {});
    if (frontend && frontend.entries().empty()) frontend = {};
    return context_.with_entry(dictionary, kFrontendAttributes, frontend);
  }

  Attr with_sharding(Attr dictionary, const Sharding* sharding) {
    Attr rest = without_hints(dictionary);
    return sdy_can_express(nullptr, sharding) ? context_.with_entry(rest, sdy_names::kSharding, single(sharding))
                                              : context_.with_entry(rest, kSharding, tiles(sharding));
  }

  // --- ops

  void region(Region& region) {
    for (Op* op = region.first(); op != nullptr;) {
      Op* next = op->next();
      if (has_sharded_regions(*op)) {
        for (int i = 0; i < op->num_regions(); ++i) this->region(op->region(i));
        forget_region_shardings(*op);
      }
      one_op(*op);
      op = next;
    }
  }

  void one_op(Op& op) {
    if (op.num_results() == 0) return;
    // The result of a send or outfeed is a token: the sharding written on the op is that of the data.
    if ((op.is(OpKind::kOutfeed) || op.is(OpKind::kSend)) && op.discardable_attribute(kSharding)) return;
    if (op.is(OpKind::kManualComputation)) return manual_computation(op);
    if (std::optional<AttrKey> key = placement_key(op)) {
      op.set_attr(*key, single(completion_.sharding_of(op.result())));
      return;
    }
    Attr rest = without_hints(op.discardable_attributes());
    if (is_call(op, call_targets::kSharding) || is_call(op, call_targets::kFullToShard) ||
        is_call(op, call_targets::kShardToFull)) {
      close_dimensions(op);
      if (is_sharding_call(op) && sdy_can_express(&op, completion_.sharding_of(op.result())))
        return constraint(op, rest);
    }
    op.set_discardable_attributes(op_dictionary(op, rest));
  }

  Attr op_dictionary(const Op& op, Attr rest) {
    std::vector<const Sharding*> shardings;
    bool by_axes = sdy_;
    for (int i = 0; i < op.num_results(); ++i) {
      const Value* value = op.result(i);
      shardings.push_back(value->type().is_tensor() ? completion_.sharding_of(value) : nullptr);
      by_axes &= shardings.back() != nullptr && sdy_can_express(&op, shardings.back());
    }
    if (shardings.size() == 1 && shardings[0] != nullptr) {
      return by_axes ? context_.with_entry(rest, sdy_names::kSharding, per_value(shardings[0]))
                     : context_.with_entry(rest, kSharding, tiles(shardings[0]));
    }
    std::string text;
    for (const Sharding* sharding : shardings) {
      if (!text.empty()) text += ", ";
      text += by_axes ? std::string_view(body(sharding)) : sharding ? tiles(sharding).text() : kReplicatedTiles;
    }
    if (by_axes)
      return context_.with_entry(rest, sdy_names::kSharding,
                                 context_.opaque_attr(fmt::format("#sdy.sharding_per_value<[{}]>", text)));
    return context_.with_entry(rest, kSharding,
                               context_.string(shardings.size() == 1 ? text : fmt::format("{{{}}}", text)));
  }

  // custom_call @Sharding as sdy.sharding_constraint.
  void constraint(Op& call, Attr rest) {
    const Sharding* sharding = completion_.sharding_of(call.result());
    Value* value = Builder(&call).value(OpKind::kShardingConstraint, {call.operand(0)}, call.result()->type(),
                                        {{AttrKey::kSharding, single(sharding)}});
    value->set_name(call.result()->name());
    value->op()->set_name(call.name());
    value->op()->set_discardable_attributes(rest);
    value->op()->set_offset(call.offset());
    value->op()->set_location(call.location());
    call.result()->replace_all_uses_with(value);
    call.erase();
  }

  // All dimensions are closed by now: unspecified_dims=[…] is removed.
  void close_dimensions(Op& call) {
    Attr config = call.attr(AttrKey::kBackendConfig);
    if (!config.is(AttrKind::kString)) return;
    std::string text(config.text());
    size_t at = text.find("unspecified_dims=[");
    size_t end = at == std::string::npos ? at : text.find(']', at);
    if (end == std::string::npos) return;
    text.erase(at, end + 1 - at);
    call.set_attr(AttrKey::kBackendConfig, text.empty() ? Attr() : context_.string(text));
  }

  // Outside, a dimension has the manual axes the user gave it and below them what the value inside has.
  void manual_computation(Op& op) {
    Region& body_region = op.region(0);
    std::vector<const Sharding*> given(op.num_operands() + op.num_results(), nullptr);
    for (const Hint& hint : completion_.hints()) {
      if (hint.place == Hint::Place::kManual && hint.op == &op) given[hint.index] = hint.sharding;
    }
    const Op* end = body_region.terminator();
    auto list = [&](std::span<const Sharding* const> boundaries, auto inside_value) {
      std::string text;
      for (int i = 0; i < std::ssize(boundaries); ++i) {
        const Sharding* outer = boundaries[i];
        if (outer == nullptr) return std::string();
        if (i) text += ", ";
        text += body(joined_edge(outer, inside_value(i)));
      }
      return "[" + text + "]";
    };
    const std::span<const Sharding* const> all = given;
    const auto inputs = static_cast<size_t>(op.num_operands());
    std::string in = list(all.first(inputs), [&](int i) { return completion_.sharding_of(body_region.argument(i)); });
    std::string out = list(all.subspan(inputs), [&](int i) {
      return end != nullptr && i < end->num_operands() ? completion_.sharding_of(end->operand(i)) : nullptr;
    });
    if (!in.empty()) op.set_attr(AttrKey::kInShardings, context_.opaque_attr(in));
    if (!out.empty()) op.set_attr(AttrKey::kOutShardings, context_.opaque_attr(out));
  }

  const Sharding* joined_edge(const Sharding* outer, const Sharding* inner) {
    if (outer->is_maximal() || inner == nullptr || inner->rank() != outer->rank() ||
        !same_mesh(outer->mesh_ptr(), inner->mesh_ptr()))
      return outer;
    Sharding::Spec spec = outer->spec();
    for (size_t d = 0; d < spec.dims.size(); ++d) {
      DimSharding& dim = spec.dims[d];
      dim.open = false;
      dim.priority.reset();
      dim.axes = shard::inside(dim.axes, inner->manual_axes());
      const AxisRefs& free = inner->dim(d).axes;
      dim.axes.insert(dim.axes.end(), free.begin(), free.end());
    }
    Result<Sharding> made = Sharding::make(outer->mesh_ptr(), std::move(spec));
    return made.ok() ? completion_.pool().intern(std::move(*made)) : outer;
  }

  // Parameters and roots of HLO computations follow from the op they belong to.
  void forget_region_shardings(Op& op) {
    Attr all = op.discardable_attribute(kRegions);
    if (!all.is(AttrKind::kArray)) return;
    std::vector<Attr> kept;
    for (Attr info : all.elements()) {
      if (info.is(AttrKind::kDict))
        info = context_.with_entry(context_.with_entry(info, "sharding", {}), "root_sharding", {});
      kept.push_back(info);
    }
    op.set_discardable_attribute(kRegions, context_.array(kept));
  }

  // --- the module

  void forget_signature_lists() {
    Attr frontend = module_.discardable_attribute(kFrontendAttributes);
    if (!frontend.is(AttrKind::kDict) || module_.entry() != &entry_) return;
    for (std::string_view name : {sdy_names::kTupleResults, sdy_names::kTupleArgs}) {
      if (frontend && frontend.get(name)) frontend = context_.with_entry(frontend, name, {});
    }
    if (frontend && frontend.entries().empty()) frontend = {};
    module_.set_discardable_attribute(kFrontendAttributes, frontend);
  }

  const MeshDeclaration* declared(std::string_view name) const {
    for (const MeshDeclaration& mesh : module_.meshes()) {
      if (mesh.name.text() == name) return &mesh;
    }
    return nullptr;
  }

  // A mesh that the module does not declare must not take the name of a function.
  void choose_mesh_names() {
    MeshTable chosen;
    for (const NamedMesh& mesh : completion_.meshes().all()) {
      std::string name = mesh.name;
      for (int k = 0; declared(name) == nullptr && (module_.function(name) || chosen.find(name)); ++k)
        name = fmt::format("{}_{}", mesh.name, k);
      chosen.add(std::move(name), mesh.mesh);
    }
    meshes_ = std::move(chosen);
  }

  std::string mesh_name(const MeshPtr& mesh) {
    std::string name = meshes_.name_of(mesh);
    if (declared(name) == nullptr && used_.find(name) == nullptr) used_.add(name, mesh);
    return name;
  }

  void declare_meshes() {
    for (const NamedMesh& mesh : used_.all())
      module_.meshes().push_back({context_.name(mesh.name), context_.opaque_attr(sdy_mesh_body(*mesh.mesh)), {}});
  }

  void say_device_count() {
    Attr said = module_.discardable_attribute(kNumPartitions);
    int64_t count = completion_.meshes().main()->device_count();
    if (count > 1 && count <= INT32_MAX && (!said.is(AttrKind::kInt) || said.as_int() <= 1))
      module_.set_discardable_attribute(kNumPartitions, context_.integer(count, "i32"));
  }

  Module& module_;
  Context& context_;
  Function& entry_;
  const Completion& completion_;
  const bool sdy_;
  MeshTable meshes_;
  MeshTable used_;  // and not declared yet
  PointerMap<const Sharding*, Attr> tiles_, singles_, per_value_;
  PointerMap<const Sharding*, std::string> bodies_;
};

}  // namespace

ShardingSpelling own_spelling(const Module& module, const Completion& completion) {
  if (module.format() == TextFormat::kHlo) return ShardingSpelling::kTiles;
  if (!module.meshes().empty()) return ShardingSpelling::kSdy;
  for (const Hint& hint : completion.hints()) {
    if (hint.place != Hint::Place::kCommandLine) return ShardingSpelling::kTiles;
  }
  return ShardingSpelling::kSdy;
}

void attach(Module& module, Function& entry, const Completion& completion, ShardingSpelling spelling) {
  Attacher(module, entry, completion, spelling).run();
}

}  // namespace partita::core::complete

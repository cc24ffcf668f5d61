// Shardings and manual code in HLO's words, as JAX lowers them for GSPMD.
//
//   %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}]>] … manual_axes={"x"} (%a) { … }
//
//   %s = custom-call(%0), custom_call_target="Sharding", sharding={devices=[4]<=[4]}
//   %a = custom-call(%s), custom_call_target="SPMDFullToShardShape", sharding={manual}
//   … the body …, and the same way back.
//
// Attributes of sdy say more than tiles can (priorities, open dimensions): they stay beside as frontend attributes
// xla.sdy.*, as XLA has them when it takes a program through HLO; the shardings of results as the module's
// xla.sdy.tuple_results_shardings.
#include "text/sharding/in_hlo.h"

#include <fmt/format.h>

#include "base/maps.h"
#include "ir/builder.h"
#include "ir/copy_module.h"
#include "ir/names.h"
#include "ir/views.h"
#include "shard/spelling_hlo.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"
#include "text/common/attr_writer.h"
#include "text/common/place.h"

namespace partita::core::text {

using namespace hlo_names;

namespace {

std::string attribute_text(Attr attr) {
  if (attr.is(AttrKind::kOpaque) || attr.is(AttrKind::kString)) return std::string(attr.text());
  return mlir_attribute_text(attr);
}

// #sdy.sharding<@mesh, …> and <@mesh, …> alike as <@mesh, …>.
std::string_view sharding_body(std::string_view text) {
  size_t at = text.find_first_of("<[");
  return at == std::string_view::npos ? text : text.substr(at);
}

class ShardingDecomposer {
 public:
  ShardingDecomposer(Module& module, Annotations annotations)
      : module_(module), context_(module.context()), keep_sdy_(annotations != Annotations::kMhlo) {}

  Status run() {
    PARTITA_CHECK_OK(read_meshes());
    for (Function* f : module_.functions()) {
      PARTITA_CHECK_OK(function(*f));
      PARTITA_CHECK_OK(region(f->body(), {}));
    }
    if (module_.format() == TextFormat::kStableHlo) allow_propagation();
    return {};
  }

 private:
  Status read_meshes() {
    std::string all;
    for (const MeshDeclaration& declaration : module_.meshes()) {
      std::string text = attribute_text(declaration.mesh);
      carrier_ = declaration.offset;
      PARTITA_ASSIGN(Mesh mesh, placed(shard::parse_sdy_mesh(text), text));
      meshes_.push_back({declaration.name.text(), std::make_shared<const Mesh>(std::move(mesh))});
      all += fmt::format("{}{} = #sdy.mesh{}", all.empty() ? "{" : ", ", declaration.name.text(),
                         sdy_mesh_body(*meshes_.back().mesh));
    }
    if (!all.empty() && keep_sdy_) add_module_attribute(sdy_names::kMeshes, all + "}");
    return {};
  }

  void add_module_attribute(std::string_view name, std::string_view text) {
    Attr frontend = module_.discardable_attribute(kFrontendAttributes);
    module_.set_discardable_attribute(kFrontendAttributes, context_.with_entry(frontend, name, context_.string(text)));
  }

  MeshLookup lookup() const {
    return [this](std::string_view name) -> MeshPtr {
      for (const NamedMesh& mesh : meshes_) {
        if (mesh.name == name) return mesh.mesh;
      }
      return nullptr;
    };
  }

  // --- reading

  // What a parser says of `text`, with a mistake shown where the text stands in the program, or at what carries it.
  template <typename T>
  Result<T> placed(Result<T> parsed, std::string_view text) const {
    if (parsed.ok()) return parsed;
    return Error{placed_behind(module_, carrier_, text, std::move(parsed).error().diagnostic)};
  }

  Result<Sharding> read_sharding(std::string_view text) const {
    return placed(parse_sdy_sharding(text, lookup()), text);
  }
  Result<std::vector<Sharding>> read_shardings(std::string_view text) const {
    return placed(parse_sdy_sharding_per_value(text, lookup()), text);
  }
  Status fits(const Sharding& sharding, Type type, std::string_view text) const {
    Status status = sharding.check_rank(type.is_tensor() ? type.rank() : 0);
    if (status.ok()) return {};
    return placed(Result<bool>(std::move(status).error()), text).error();
  }

  // --- tiles

  // The sharding with further axes manual; dimensions do not use them inside of manual code.
  Result<Sharding> with_manual(const Sharding& sharding, const AxisRefs& manual) const {
    if (manual.empty() || sharding.is_maximal()) return sharding;
    Sharding::Spec spec = sharding.spec();
    for (DimSharding& dim : spec.dims) dim.axes = outside(dim.axes, manual);
    spec.replicated = outside(spec.replicated, manual);
    spec.unreduced = outside(spec.unreduced, manual);
    spec.manual.insert(spec.manual.end(), manual.begin(), manual.end());
    spec.manual = sorted_set(spec.manual);
    return Sharding::make(sharding.mesh().axis_count() == 0 ? manual_mesh_ : sharding.mesh_ptr(), std::move(spec));
  }

  // The text of its tiles; empty for one that says nothing.
  Result<std::string> tiles_text(const Sharding& sharding, const AxisRefs& manual) const {
    PARTITA_ASSIGN(Sharding inside, with_manual(sharding, manual));
    Result<TileSharding> tiles = to_tiles(inside);
    if (!tiles.ok()) return to_text(to_named(inside));  // the mesh form has words for everything
    if (tiles->kind == TileKind::kUnknown) return std::string();
    return to_text(*tiles);
  }

  static std::string unspecified_text(const Sharding& sharding) {
    std::vector<int64_t> dims = unspecified_dims(sharding);
    if (dims.empty()) return {};
    return fmt::format("unspecified_dims=[{}]", fmt::join(dims, ","));
  }

  // --- functions and attributes

  // The dictionary with its sdy.sharding in HLO's spelling.
  Result<Attr> converted(Attr dictionary, Type type) {
    Attr sdy = dictionary ? dictionary.get(sdy_names::kSharding) : Attr();
    if (!sdy) return dictionary;
    PARTITA_ASSIGN(ArgumentTexts texts, argument_texts(sdy, type));
    Attr out = context_.with_entry(dictionary, sdy_names::kSharding, {});
    if (texts.tiles && !(out && out.get(kSharding))) out = context_.with_entry(out, kSharding, texts.tiles);
    return keep_sdy_ ? with_frontend(out, sdy_names::kFrontendSharding, texts.frontend) : out;
  }

  struct ArgumentTexts {
    Attr tiles;  // empty for a sharding that says nothing
    Attr frontend;
    Type type;
  };

  // The arguments and results of a program share few shardings: each is read once for a type.
  Result<ArgumentTexts> argument_texts(Attr sdy, Type type) {
    auto known = argument_texts_.find(sdy.id());
    if (known != argument_texts_.end() && known->second.type == type) return known->second;
    std::string text = attribute_text(sdy);
    PARTITA_ASSIGN(Sharding sharding, read_sharding(text));
    PARTITA_CHECK_OK(fits(sharding, type, text));
    PARTITA_ASSIGN(std::string tiles, tiles_text(sharding, {}));
    ArgumentTexts texts;
    texts.type = type;
    if (!tiles.empty()) texts.tiles = context_.string(tiles);
    texts.frontend = context_.string(fmt::format("#sdy.sharding{}", sharding_body(text)));
    argument_texts_[sdy.id()] = texts;
    return texts;
  }

  Attr with_frontend(Attr dictionary, std::string_view name, Attr text) {
    Attr frontend = dictionary ? dictionary.get(kFrontendAttributes) : Attr();
    return context_.with_entry(dictionary, kFrontendAttributes, context_.with_entry(frontend, name, text));
  }
  Attr with_frontend(Attr dictionary, std::string_view name, const std::string& text) {
    return with_frontend(dictionary, name, context_.string(text));
  }

  Status function(Function& f) {
    carrier_ = f.offset();
    for (int i = 0; i < f.num_arguments(); ++i) {
      if (!f.argument_attrs(i)) continue;
      PARTITA_ASSIGN(Attr attrs, converted(f.argument_attrs(i), f.argument(i)->type()));
      f.set_argument_attrs(i, attrs);
    }
    std::string all;
    bool any = false;
    for (int i = 0; i < std::ssize(f.result_types()); ++i) {
      Attr attrs = f.result_attrs(i);
      Attr sdy = attrs ? attrs.get(sdy_names::kSharding) : Attr();
      any |= static_cast<bool>(sdy);
      std::string text = sdy ? attribute_text(sdy) : "";
      std::string none = meshes_.empty() ? "" : open_sharding(f.result_types()[i]);
      all += fmt::format("{}{}", i ? ", " : "", sdy ? sharding_body(text) : std::string_view(none));
      if (!attrs) continue;
      PARTITA_ASSIGN(Attr converted_attrs, converted(attrs, f.result_types()[i]));
      f.set_result_attrs(i, without_frontend(converted_attrs, sdy_names::kFrontendSharding));
    }
    if (any && keep_sdy_ && &f == entry_function(module_))
      add_module_attribute(sdy_names::kTupleResults, fmt::format("#sdy.sharding_per_value<[{}]>", all));
    return {};
  }

  std::string open_sharding(Type type) const {
    std::string dims;
    for (int d = 0; d < (type.is_tensor() ? type.rank() : 0); ++d) dims += d ? ", {?}" : "{?}";
    return fmt::format("<@{}, [{}]>", meshes_[0].name, dims);
  }

  Attr without_frontend(Attr dictionary, std::string_view name) {
    Attr frontend = dictionary ? dictionary.get(kFrontendAttributes) : Attr();
    if (!frontend.is(AttrKind::kDict)) return dictionary;
    frontend = context_.with_entry(frontend, name, {});
    const bool any = frontend && !frontend.entries().empty();
    return context_.with_entry(dictionary, kFrontendAttributes, any ? frontend : Attr());
  }

  // A program that is partitioned already says what it is a part of.
  static bool is_local(const Function& entry) {
    auto is_shard = [](Attr dictionary) {
      Attr frontend = dictionary ? dictionary.get(kFrontendAttributes) : Attr();
      return frontend.is(AttrKind::kDict) && frontend.get("partita.global");
    };
    bool any = false;
    for (int i = 0; i < entry.num_arguments(); ++i) any |= is_shard(entry.argument_attrs(i));
    for (int i = 0; i < std::ssize(entry.result_types()); ++i) any |= is_shard(entry.result_attrs(i));
    return any;
  }

  // In StableHLO what has no sharding is open; HLO must be told.
  void allow_propagation() {
    const Function* entry = entry_function(module_);
    if (entry == nullptr || is_local(*entry)) return;
    auto flags = [&](std::string_view name, int count, auto attrs_of) {
      bool any = false, all = true;
      std::string text = "{";
      for (int i = 0; i < count; ++i) {
        Attr attrs = attrs_of(i);
        bool open = !attrs || !attrs.get(kSharding);
        any |= open;
        all &= open;
        text += fmt::format("{}{}", i ? "," : "", open);
      }
      if (any && !module_.discardable_attribute(name))
        module_.set_discardable_attribute(name, context_.string(all ? "{true}" : text + "}"));
    };
    flags(kOpenParameters, entry->num_arguments(), [&](int i) { return entry->argument_attrs(i); });
    flags(kOpenOutput, entry->result_types().size(), [&](int i) { return entry->result_attrs(i); });
  }

  // --- ops

  Status region(Region& region, const AxisRefs& manual) {
    for (Op* op = region.first(); op != nullptr;) {
      Op* next = op->next();
      if (op->offset() != kNoOffset) carrier_ = op->offset();
      if (op->is(OpKind::kManualComputation)) {
        PARTITA_CHECK_OK(manual_computation(*op, manual));  // with its body, which stands in its place now
      } else {
        for (int i = 0; i < op->num_regions(); ++i) PARTITA_CHECK_OK(this->region(op->region(i), manual));
        PARTITA_CHECK_OK(one_op(*op, manual));
      }
      op = next;
    }
    return {};
  }

  Status one_op(Op& op, const AxisRefs& manual) {
    if (op.discardable_attributes()) PARTITA_CHECK_OK(op_attributes(op, manual));
    if (std::optional<AttrKey> key = placement_key(op); key && op.has_attr(*key)) return constraint(op, *key, manual);
    switch (op.kind()) {
      case OpKind::kDataFlowEdge:
        op.result()->replace_all_uses_with(op.operand(0));
        op.erase();
        return {};
      case OpKind::kShardingGroup: {
        Op* group = call(op, call_targets::kShardingGroup, op.operands(), {});
        group->set_attr(AttrKey::kHasSideEffect, context_.boolean(true));
        group->set_discardable_attributes(with_frontend(op.discardable_attributes(), sdy_names::kGroupId,
                                                        fmt::format("{} : i64", op.int_attr(AttrKey::kGroupId))));
        op.erase();
        return {};
      }
      case OpKind::kPropagationBarrier: {
        std::vector<Type> types = {op.result()->type()};
        Op* barrier = call(op, call_targets::kPropagationBarrier, op.operands(), types);
        barrier->set_discardable_attributes(
            with_frontend(op.discardable_attributes(), sdy_names::kAllowedDirection,
                          fmt::format("{} : i32", direction(op.text_attr(AttrKey::kAllowedDirection)))));
        replace(op, barrier);
        return {};
      }
      default: return {};
    }
  }

  static int direction(std::string_view name) {
    return name == "FORWARD" ? 1 : name == "BACKWARD" ? 2 : name == "BOTH" ? 3 : 0;
  }

  Status op_attributes(Op& op, const AxisRefs& manual) {
    if (Attr rule = op.discardable_attribute(sdy_names::kShardingRule)) {
      op.set_discardable_attribute(sdy_names::kShardingRule, {});
      if (keep_sdy_)
        op.set_discardable_attributes(
            with_frontend(op.discardable_attributes(), sdy_names::kFrontendShardingRule, attribute_text(rule)));
    }
    Attr sdy = op.discardable_attribute(sdy_names::kSharding);
    if (!sdy) return {};
    std::string text = attribute_text(sdy);
    PARTITA_ASSIGN(std::vector<Sharding> shardings, read_shardings(text));
    std::string joined;
    bool any = false;
    for (size_t i = 0; i < shardings.size(); ++i) {
      const Sharding& sharding = shardings[i];
      if (static_cast<int>(i) < op.num_results()) PARTITA_CHECK_OK(fits(sharding, op.result(i)->type(), text));
      PARTITA_ASSIGN(std::string tiles, tiles_text(sharding, manual));
      any |= !tiles.empty();
      joined += fmt::format("{}{}", joined.empty() ? "" : ", ", tiles.empty() ? "{unknown}" : tiles);
    }
    op.set_discardable_attribute(sdy_names::kSharding, {});
    if (any && !op.discardable_attribute(kSharding))
      op.set_discardable_attribute(kSharding, context_.string(shardings.size() == 1 ? joined : "{" + joined + "}"));
    if (keep_sdy_)
      op.set_discardable_attributes(
          with_frontend(op.discardable_attributes(), sdy_names::kFrontendSharding, per_value_text(text)));
    return {};
  }

  static std::string per_value_text(std::string_view text) {
    if (text.starts_with("#")) return std::string(text);
    return fmt::format("#sdy.sharding_per_value<{}>", text);
  }

  Op* call(Op& before, std::string_view target, std::span<Value* const> operands, std::span<const Type> types) {
    Op* made = module_.add_op(*before.parent(), OpKind::kCustomCall, operands, types,
                              std::vector<KeyedAttr>{{AttrKey::kCallTargetName, context_.string(target)}}, 0, &before);
    made->set_offset(before.offset());
    made->set_location(before.location());
    return made;
  }

  void replace(Op& op, Op* by) {
    by->result()->set_name(op.result()->name());
    op.result()->replace_all_uses_with(by->result());
    op.erase();
  }

  // custom-call @Sharding, @SPMDFullToShardShape, … with the tiles of a sharding.
  Result<Op*> sharding_call(Op& before, std::string_view target, Value* operand, Type type, const Sharding& sharding,
                            const AxisRefs& manual) {
    PARTITA_ASSIGN(CallAttrs attrs, call_attrs(sharding, manual));
    Op* made = call(before, target, std::vector<Value*>{operand}, std::vector<Type>{type});
    made->set_discardable_attributes(attrs.discardable);
    if (attrs.config) made->set_attr(AttrKey::kBackendConfig, attrs.config);
    return made;
  }

  struct CallAttrs {
    Attr discardable;
    Attr config;  // empty where every dimension is specified
    Type type;    // that a constraint was checked against
  };

  Result<CallAttrs> call_attrs(const Sharding& sharding, const AxisRefs& manual) {
    PARTITA_ASSIGN(std::string tiles, tiles_text(sharding, manual));
    CallAttrs attrs;
    attrs.discardable = context_.with_entry({}, kSharding, context_.string(tiles.empty() ? "{replicated}" : tiles));
    std::string open = unspecified_text(sharding);
    if (!open.empty()) attrs.config = context_.string(open);
    return attrs;
  }

  // Programs constrain many values alike: what a constraint becomes is remembered per attribute and manual axes.
  Result<CallAttrs> constraint_attrs(Attr sdy, Type type, const AxisRefs& manual) {
    if (manual != remembered_for_) {
      remembered_.clear();
      remembered_for_ = manual;
    }
    auto known = remembered_.find(sdy.id());
    if (known != remembered_.end() && known->second.type == type) return known->second;
    std::string text = attribute_text(sdy);
    PARTITA_ASSIGN(Sharding sharding, read_sharding(text));
    PARTITA_CHECK_OK(fits(sharding, type, text));
    PARTITA_ASSIGN(CallAttrs attrs, call_attrs(sharding, manual));
    attrs.type = type;
    if (keep_sdy_) {
      attrs.discardable = with_frontend(attrs.discardable, sdy_names::kFrontendSharding,
                                        fmt::format("#sdy.sharding_per_value<[{}]>", sharding_body(text)));
    }
    remembered_[sdy.id()] = attrs;
    return attrs;
  }

  Status constraint(Op& op, AttrKey key, const AxisRefs& manual) {
    PARTITA_ASSIGN(CallAttrs attrs, constraint_attrs(op.attr(key), op.result()->type(), manual));
    Value* operand = op.operand(0);
    Type type = op.result()->type();
    Op* made = call(op, call_targets::kSharding, std::span<Value* const>(&operand, 1), std::span<const Type>(&type, 1));
    made->set_discardable_attributes(attrs.discardable);
    if (attrs.config) made->set_attr(AttrKey::kBackendConfig, attrs.config);
    replace(op, made);
    return {};
  }

  Status manual_computation(Op& op, const AxisRefs& outer) {
    std::string in_text = attribute_text(op.attr(AttrKey::kInShardings)),
                out_text = attribute_text(op.attr(AttrKey::kOutShardings)),
                axes_text = attribute_text(op.attr(AttrKey::kManualAxes));
    PARTITA_ASSIGN(std::vector<Sharding> in, read_shardings(in_text));
    PARTITA_ASSIGN(std::vector<Sharding> out, read_shardings(out_text));
    PARTITA_ASSIGN(std::vector<std::string> names, placed(shard::parse_sdy_manual_axes(axes_text), axes_text));
    Region& body = op.region(0);
    Op* end = body.terminator();
    if (std::ssize(in) != op.num_operands() || std::ssize(out) != op.num_results() ||
        body.num_arguments() != op.num_operands() || end == nullptr || end->num_operands() != op.num_results()) {
      return Error{module_.error_at_op(op, Code::kConstraint,
                                       "sdy.manual_computation needs one sharding and one body value for each operand "
                                       "and result")};
    }
    AxisRefs manual = outer;
    MeshPtr mesh;
    for (const auto* list : {&in, &out}) {
      for (const Sharding& sharding : *list) {  // one on a mesh without axes is whole on that of the others
        if (mesh == nullptr && sharding.mesh().axis_count() > 0) mesh = sharding.mesh_ptr();
      }
    }
    if (mesh) {
      manual_mesh_ = mesh;
      PARTITA_ASSIGN(AxisRefs own, placed(manual_axes_on(*mesh, names), axes_text));
      manual.insert(manual.end(), own.begin(), own.end());
      manual = sorted_set(manual);
    }
    for (int i = 0; i < op.num_operands(); ++i) {
      const Sharding& sharding = in[i];
      Value* operand = op.operand(i);
      PARTITA_ASSIGN(Op * whole, sharding_call(op, call_targets::kSharding, operand, operand->type(), sharding, outer));
      PARTITA_ASSIGN(Op * shard, sharding_call(op, call_targets::kFullToShard, whole->result(),
                                               body.argument(i)->type(), sharding, manual));
      shard->result()->set_name(body.argument(i)->name());
      body.argument(i)->replace_all_uses_with(shard->result());
    }
    PARTITA_CHECK_OK(region(body, manual));
    end = body.terminator();
    while (body.first() != end) body.first()->move_before(&op);
    for (int i = 0; i < op.num_results(); ++i) {
      const Sharding& sharding = out[i];
      Value* value = end->operand(i);
      PARTITA_ASSIGN(Op * shard, sharding_call(op, call_targets::kSharding, value, value->type(), sharding, manual));
      PARTITA_ASSIGN(Op * whole, sharding_call(op, call_targets::kShardToFull, shard->result(), op.result(i)->type(),
                                               sharding, outer));
      op.result(i)->replace_all_uses_with(whole->result());
    }
    op.erase();
    return {};
  }

  struct NamedMesh {
    std::string_view name;
    MeshPtr mesh;
  };

  Module& module_;
  Context& context_;
  bool keep_sdy_;
  SourceOffset carrier_ = kNoOffset;  // what is being converted stands here
  std::vector<NamedMesh> meshes_;
  MeshPtr manual_mesh_;  // of the manual code that is being taken apart; there is one mesh for what is nested
  PointerMap<const void*, CallAttrs> remembered_;
  AxisRefs remembered_for_;
  PointerMap<const void*, ArgumentTexts> argument_texts_;
};

}  // namespace

Status decompose_shardings(Module& module, Annotations annotations) {
  return ShardingDecomposer(module, annotations).run();
}

}  // namespace partita::core::text

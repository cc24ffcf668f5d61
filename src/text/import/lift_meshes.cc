// Meshes that are written into shardings, declared:
//
//   #sdy.sharding<mesh<["x"=2]>, [{"x"}]>       sdy.mesh @mesh = <["x"=2]>       #sdy.sharding<@mesh, [{"x"}]>
//
// One mesh gets one name, that of a declaration which says the same if there is one; so no later layer has to tell
// whether two shardings are on the same mesh by reading their texts.
#include <fmt/format.h>

#include <algorithm>

#include "shard/spelling_sdy.h"
#include "text/import/normalize.h"

namespace partita::core::text {
namespace {

class Lifter {
 public:
  explicit Lifter(Module& module) : module_(module), context_(module.context()) {}

  void run() {
    for (Function* f : module_.functions()) {
      for (int i = 0; i < f->num_arguments(); ++i) {
        if (Attr attrs = f->argument_attrs(i)) f->set_argument_attrs(i, lifted(attrs));
      }
      for (int i = 0; i < std::ssize(f->result_types()); ++i) {
        if (Attr attrs = f->result_attrs(i)) f->set_result_attrs(i, lifted(attrs));
      }
      walk(f->body(), [&](Op& op) {
        for (AttrKey key : {AttrKey::kSharding, AttrKey::kInShardings, AttrKey::kOutShardings, AttrKey::kOutSharding}) {
          if (Attr said = op.attr(key); said.is(AttrKind::kOpaque)) op.set_attr(key, lifted_text(said));
        }
        if (op.discardable_attributes()) op.set_discardable_attributes(lifted(op.discardable_attributes()));
      });
    }
  }

 private:
  // A dictionary with the shardings in it respelled: sdy.sharding, and those that travel as texts.
  Attr lifted(Attr dictionary) {
    Attr out = dictionary;
    for (const NamedAttr& entry : dictionary.entries()) {
      const std::string_view name = entry.name.text();
      Attr value = entry.value;
      if (name == "mhlo.frontend_attributes" && value.is(AttrKind::kDict)) {
        value = lifted(value);
      } else if (name == "sdy.sharding" || name == "xla.sdy.sharding" || name == "xla.sdy.in_shardings" ||
                 name == "xla.sdy.out_shardings") {
        value = lifted_text(value);
      }
      if (!(value == entry.value)) out = context_.with_entry(out, name, value);
    }
    return out;
  }

  // Mistakes stay where they are: whoever reads the sharding reports them.
  Attr lifted_text(Attr said) {
    if (!said.is(AttrKind::kOpaque) && !said.is(AttrKind::kString)) return said;
    const std::string_view text = said.text();
    std::string out;
    size_t copied = 0;
    for (size_t at = 0; (at = next_mesh(text, at)) != std::string_view::npos;) {
      size_t end = 0;
      const Result<Mesh> mesh = shard::parse_sdy_mesh(text.substr(at), &end);
      if (!mesh.ok()) return said;
      out += text.substr(copied, at - copied);
      out += '@' + name_of(*mesh);
      copied = at += end;
    }
    if (copied == 0) return said;
    out += text.substr(copied);
    return said.is(AttrKind::kString) ? context_.string(out) : context_.opaque_attr(out);
  }

  static size_t next_mesh(std::string_view text, size_t from) {
    size_t first = std::string_view::npos;
    for (std::string_view word : {"mesh<", "#sdy.mesh<"}) first = std::min(first, text.find(word, from));
    return first;
  }

  std::string name_of(const Mesh& mesh) {
    for (const MeshDeclaration& declared : module_.meshes()) {
      const Result<Mesh> known = shard::parse_sdy_mesh(declared.mesh.text());
      if (known.ok() && *known == mesh) return std::string(declared.name.text());
    }
    auto taken = [&](std::string_view name) {
      return std::any_of(module_.meshes().begin(), module_.meshes().end(),
                         [&](const MeshDeclaration& declared) { return declared.name.text() == name; });
    };
    std::string name = mesh.is_maximal() ? fmt::format("maximal_mesh_{}", mesh.maximal_device()) : "mesh";
    for (int k = 0; taken(name); ++k) name = fmt::format("mesh_{}", k);
    module_.meshes().push_back({context_.name(name), context_.opaque_attr(sdy_mesh_body(mesh)), {}});
    return name;
  }

  Module& module_;
  Context& context_;
};

}  // namespace

void lift_meshes(Module& module) { Lifter(module).run(); }

}  // namespace partita::core::text

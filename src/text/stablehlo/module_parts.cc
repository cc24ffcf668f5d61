// The parts of a module: its attributes, functions and meshes.
#include <fmt/format.h>

#include <algorithm>

#include "ir/names.h"
#include "text/stablehlo/assembler.h"

namespace partita::core::text::stablehlo {

Attr find_attr(const std::vector<NamedAttr>& attrs, std::string_view name) {
  for (const NamedAttr& attr : attrs) {
    if (attr.name.text() == name) return attr.value;
  }
  return {};
}

void erase_attrs(std::vector<NamedAttr>& attrs, std::initializer_list<std::string_view> names) {
  std::erase_if(attrs,
                [&](const NamedAttr& attr) { return std::ranges::find(names, attr.name.text()) != names.end(); });
}

namespace {

// The attribute of one part of a tuple. A tuple's mhlo.sharding "{{replicated}, {devices=[2]0,1}}" has one for each.
std::string_view sharding_part(std::string_view tuple, size_t index) {
  if (!tuple.starts_with("{{")) return tuple;
  int depth = 0;
  size_t start = 0, at_part = 0;
  for (size_t i = 1; i + 1 < tuple.size(); ++i) {
    if (tuple[i] == '{' && depth++ == 0) start = i;
    if (tuple[i] == '}' && --depth == 0 && at_part++ == index) return tuple.substr(start, i + 1 - start);
  }
  return tuple;
}

}  // namespace

Attr Assembler::attrs_of_part(Attr attrs, size_t index) {
  Attr sharding = attrs ? attrs.get(hlo_names::kSharding) : Attr();
  if (!sharding || !sharding.is(AttrKind::kString)) return attrs;
  return context_.with_entry(attrs, hlo_names::kSharding, context_.string(sharding_part(sharding.text(), index)));
}

Attr Assembler::with_name_of(Attr attrs, Attr location) {
  if (!location || (attrs && attrs.get("jax.arg_info"))) return attrs;
  // "x" or "x"(…) is a name, "file.py":3:1 a place.
  const std::string_view text = location.text();
  const size_t close = text.starts_with('"') ? text.find('"', 1) : std::string_view::npos;
  if (close == std::string_view::npos || close == 1 || text.substr(close + 1, 1) == ":") return attrs;
  return context_.with_entry(attrs ? attrs : context_.dict({}), "jax.arg_info",
                             context_.string(text.substr(1, close - 1)));
}

Function* Assembler::start_function(std::string_view name, const char* at) {
  Name interned = context_.name(name);
  if (!functions_.emplace(interned.text(), at).second) {
    fail(at, Code::kRedefinition, fmt::format("a function @{} exists already", name));
    return nullptr;
  }
  Function* function = module_->add_function(interned, {}, {});
  function->set_offset(offset_of(at));
  return function;
}

bool Assembler::finish_function(Function& function, std::vector<NamedAttr> attrs, const FunctionType& type,
                                Attr location, const char* at) {
  Attr name = find_attr(attrs, "sym_name");
  if (!name.is(AttrKind::kString)) return fail(at, Code::kBadAttribute, "a function has a sym_name");
  if (!functions_.emplace(name.text(), at).second) {
    return fail(at, Code::kRedefinition, fmt::format("a function @{} exists already", name.text()));
  }
  function.set_name(name.name());
  function.set_offset(offset_of(at));
  if (location) function.set_location(location);
  Attr visibility = find_attr(attrs, "sym_visibility");
  function.set_private(visibility.is(AttrKind::kString) && visibility.text() != "public");
  std::vector<Type> arguments, results;
  for (const SpelledType& argument : type.arguments) append_flat(argument, arguments);
  for (const SpelledType& result : type.results) append_flat(result, results);
  if (std::ssize(arguments) != function.num_arguments()) {
    return fail(at, Code::kTypeMismatch, "the function's type and its block have different arguments");
  }
  function.set_result_types(std::move(results));
  auto spread = [&](Attr list, const std::vector<SpelledType>& types, auto set) {
    if (!list.is(AttrKind::kArray)) return;
    int flat = 0;
    for (size_t i = 0; i < types.size() && i < list.elements().size(); ++i) {
      Attr dict = list.elements()[i];
      if (dict.is(AttrKind::kDict) && dict.entries().empty()) dict = Attr();
      for (size_t k = 0; k < flat_count(types[i]); ++k) {
        set(flat++, types[i].tuple ? attrs_of_part(dict, k) : dict);
      }
    }
  };
  spread(find_attr(attrs, "arg_attrs"), type.arguments, [&](int i, Attr a) { function.set_argument_attrs(i, a); });
  int flat = 0;
  for (size_t i = 0; i < type.arguments.size() && i < type.locations.size(); ++i) {
    for (size_t k = 0; k < flat_count(type.arguments[i]); ++k, ++flat) {
      const Attr named = with_name_of(function.argument_attrs(flat), type.locations[i]);
      if (named) function.set_argument_attrs(flat, named);
    }
  }
  spread(find_attr(attrs, "res_attrs"), type.results, [&](int i, Attr a) { function.set_result_attrs(i, a); });
  erase_attrs(attrs, {"sym_name", "sym_visibility", "arg_attrs", "res_attrs"});
  if (!attrs.empty()) function.set_discardable_attributes(context_.dict(attrs));
  return true;
}

// A call of a function that is not there. Recorded while reading, since a function may stand behind its calls.
bool Assembler::check_symbols() {
  bool ok = true;
  for (const SymbolUse& use : symbol_uses_) {
    if (functions_.contains(use.name.text())) continue;
    ok = fail(use.at, Code::kUnknownSymbol, fmt::format("no function @{} is in this module", use.name.text()));
  }
  return ok;
}

void Assembler::set_module_attrs(std::vector<NamedAttr> attrs) {
  if (Attr name = find_attr(attrs, "sym_name"); name.is(AttrKind::kString)) module_->set_name(name.name());
  erase_attrs(attrs, {"sym_name", "sym_visibility"});
  if (!attrs.empty()) module_->set_discardable_attributes(context_.dict(attrs));
}

bool Assembler::add_mesh(std::string_view name, Attr mesh, const std::vector<NamedAttr>& attrs, const char* at) {
  std::string_view text = mesh.is(AttrKind::kOpaque) ? mesh.text() : std::string_view();
  constexpr std::string_view kDialect = "#sdy.mesh";
  if (text.starts_with(kDialect)) mesh = context_.opaque_attr(text.substr(kDialect.size()));
  if (!mesh || !mesh.is(AttrKind::kOpaque) || !mesh.text().starts_with('<')) {
    return fail(at, Code::kBadAttribute, "expected a mesh such as <[\"x\"=4]>");
  }
  Name interned = context_.name(name);
  if (!meshes_.emplace(interned.text(), at).second) {
    return fail(at, Code::kRedefinition, fmt::format("a mesh @{} exists already", name));
  }
  module_->meshes().push_back({interned, mesh, attrs.empty() ? Attr() : context_.dict(attrs), offset_of(at)});
  return true;
}

}  // namespace partita::core::text::stablehlo

// The module, its functions and meshes; the entry point.
#include <fmt/format.h>

#include "text/bytecode/bytecode.h"
#include "text/bytecode/regions.h"

namespace partita::core::text::bytecode {

bool Reader::named_attrs(const OpHead& head, std::vector<NamedAttr>& out) {
  for (const auto& [name, value] : head.attrs) {
    if (!ready(value)) return false;
    const Attr attr = this->attr(value);
    if (!attr) return broken(head.at, "an attribute has no value");
    out.push_back({context_.name(name), attr});
  }
  return true;
}

// One op, the module, in one block that has no region of its own.
bool Reader::read_module(Cursor& in) {
  const uint64_t coded = in.varint();
  ValueTable none;
  Scope scope{&none, 0, 0};
  if (in.failed() || coded >> 1 != 1 || (coded & 1) != 0) return broken(in.at(), "there is not one module");
  OpHead head;
  if (!read_head(in, head)) return false;
  if (head.name->name != "builtin.module") {
    return fail(head.at, Code::kSyntax, fmt::format("expected a module, found {}", head.name->name));
  }
  std::vector<NamedAttr> attrs;
  if (!named_attrs(head, attrs)) return false;
  set_module_attrs(std::move(attrs));
  return read_module_ops(head, in, scope);
}

bool Reader::read_module_ops(const OpHead& module, Cursor& in, Scope& scope) {
  if ((module.mask & kRegions) == 0) return true;
  return read_regions(module, in, scope, [&](Cursor& from, Scope& inner, bool empty) {
    if (empty) return true;
    const uint64_t coded = from.varint();
    if (from.failed() || (coded & 1) != 0 || coded >> 1 > from.left())
      return broken(from.at(), "the module is damaged");
    OpHead head;
    for (uint64_t i = 0; i < coded >> 1; ++i) {
      if (!read_head(from, head)) return false;
      const std::string& name = head.name->name;
      if (name == "func.func" || name == "vhlo.func_v1") {
        // Where a function has its bytes to itself, a mistake in it is not one of the next.
        Cursor ahead = from;
        const bool apart = version_ >= 2 && (head.mask & kRegions) != 0 && (ahead.varint() & 1) != 0;
        if (read_function(head, from, inner)) continue;
        if (damaged_ || !apart || diagnostics_.full()) return false;
      } else if (name == "sdy.mesh") {
        if (!read_mesh(head)) return false;
      } else {
        OpParts parts;
        // Of another dialect, perhaps: that is said in its own words.
        if (!find_kind(*head.name, parts, head.at)) return false;
        return fail(head.at, Code::kSyntax, fmt::format("expected a function or mesh, found {}", name));
      }
    }
    return true;
  });
}

bool Reader::read_function(const OpHead& head, Cursor& in, Scope& scope) {
  std::vector<NamedAttr> attrs;
  if (!named_attrs(head, attrs)) return false;
  uint32_t type_index = kNoEntry;
  for (const auto& [name, value] : head.attrs) {
    if (name != "function_type" || entries_[value].type == kNoEntry) continue;
    type_index = entries_[value].type;
  }
  stablehlo::erase_attrs(attrs, {"function_type", "no_inline"});
  if (head.name->name.starts_with("vhlo.")) clean_vhlo_function(attrs);
  Function* function = nullptr;
  std::vector<uint32_t> locations;
  if ((head.mask & kRegions) != 0) {
    auto visit = [&](Cursor& from, Scope& inner, bool empty) {
      if (empty || function != nullptr) return true;
      function = module_->add_function(Name(), {}, {});
      inner.locations = &locations;
      return read_block(function->body(), from, inner, 0);
    };
    if (!read_regions(head, in, scope, visit)) return false;
  }
  // A declaration says nothing; a call of it is a mistake of its own.
  if (function == nullptr) return true;
  FunctionType type;
  if (type_index == kNoEntry || entries_[type_index].what != Entry::What::kFunction) {
    return broken(head.at, "a function has no type");
  }
  for (uint32_t argument : entries_[type_index].arguments) {
    if (!value_type(argument, head.at, type.arguments.emplace_back())) return false;
  }
  for (uint32_t result : entries_[type_index].results) {
    if (!value_type(result, head.at, type.results.emplace_back())) return false;
  }
  for (uint32_t location : locations) {
    if (location != kNoEntry && !ready(location)) return false;
    type.locations.push_back(location_attr(location));
  }
  return finish_function(*function, std::move(attrs), type, location_attr(head.location), head.at);
}

bool Reader::read_mesh(const OpHead& head) {
  std::vector<NamedAttr> attrs;
  if (!named_attrs(head, attrs)) return false;
  const Attr name = stablehlo::find_attr(attrs, "sym_name"), mesh = stablehlo::find_attr(attrs, "mesh");
  if (!name || !name.is(AttrKind::kString) || !mesh) {
    return fail(head.at, Code::kBadAttribute, "a mesh has a sym_name and a mesh");
  }
  stablehlo::erase_attrs(attrs, {"sym_name", "mesh"});
  return add_mesh(name.text(), mesh, attrs, head.at);
}

std::unique_ptr<Module> Reader::read() {
  const size_t errors = diagnostics_.error_count();
  module_ = std::make_unique<Module>(context_);
  module_->set_source(source_);
  module_->set_format(TextFormat::kStableHlo);
  bool ok = read_sections();
  if (ok) {
    Cursor in(sections_[4]);
    ok = read_module(in) && (in.at_end() || broken(in.at(), "bytes behind the module"));
  }
  if (ok && diagnostics_.error_count() == errors && check_symbols()) resolve_groups();
  return ok && diagnostics_.error_count() == errors ? std::move(module_) : nullptr;
}

Reader::Reader(Context& context, std::shared_ptr<const SourceText> source, size_t begin, size_t end,
               Diagnostics& diagnostics)
    : Assembler(context, source, diagnostics),
      begin_(source->text().data() + begin),
      end_(source->text().data() + end),
      values_left_(end - begin),
      text_(context, source, begin, end, diagnostics) {}

}  // namespace partita::core::text::bytecode

namespace partita::core::text {

bool is_bytecode(std::string_view bytes) { return bytes.starts_with(kMagic); }

std::unique_ptr<Module> parse_bytecode(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                       size_t end, Diagnostics& diagnostics) {
  return bytecode::Reader(context, source, begin, end, diagnostics).read();
}

}  // namespace partita::core::text

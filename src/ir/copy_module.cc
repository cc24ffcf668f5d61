#include "ir/copy_module.h"

#include <fmt/format.h>

#include <string>

namespace partita::core::ir {
namespace {

const Function* only_public(const Module& module) {
  const Function* found = nullptr;
  for (const Function* f : module.functions()) {
    if (f->is_private()) continue;
    if (found != nullptr) return nullptr;
    found = f;
  }
  return found;
}

}  // namespace

Result<Function*> find_entry(Module& module, std::string_view name) {
  Function* entry = name.empty() ? module.entry() : module.function(name);
  if (entry == nullptr && name.empty()) entry = const_cast<Function*>(only_public(module));
  if (entry != nullptr) return entry;
  Diagnostic d = base::error_without_place(
      Code::kNoEntry, name.empty()
                          ? "which function to run? there is no @main; name one with Program::use_function or --entry"
                          : fmt::format("there is no function @{}", name));
  if (module.source()) d.file = module.source()->name();
  std::string names;
  for (const Function* f : module.functions())
    names += fmt::format("{}@{}", names.empty() ? "" : ", ", f->name().text());
  if (!names.empty()) d.message += fmt::format(" (the module has {})", names);
  return Error{d};
}

void make_entry(Module& module, Function& entry) {
  for (Function* f : module.functions()) f->set_private(f != &entry);
}

const Function* entry_function(const Module& module) { return only_public(module); }

std::unique_ptr<Module> copy_module(const Module& module) {
  auto copy = std::make_unique<Module>(module.context());
  copy->set_name(module.name());
  copy->set_source(module.source());
  copy->set_format(module.format());
  copy->set_discardable_attributes(module.discardable_attributes());
  copy->meshes() = module.meshes();
  Module::ValueMap map;
  for (const Function* f : module.functions()) {
    std::vector<Type> types;
    for (const Value* argument : f->body().arguments()) types.push_back(argument->type());
    Function* g = copy->add_function(f->name(), types, f->result_types());
    g->set_private(f->is_private());
    g->set_discardable_attributes(f->discardable_attributes());
    g->set_offset(f->offset());
    g->set_location(f->location());
    for (int i = 0; i < f->num_arguments(); ++i) {
      g->argument(i)->set_name(f->argument(i)->name());
      map.set(f->argument(i), g->argument(i));
      if (Attr attrs = f->argument_attrs(i)) g->set_argument_attrs(i, attrs);
    }
    for (int i = 0; i < std::ssize(f->result_types()); ++i) {
      if (Attr attrs = f->result_attrs(i)) g->set_result_attrs(i, attrs);
    }
    copy->clone_region(f->body(), g->body(), map);
  }
  return copy;
}

}  // namespace partita::core::ir

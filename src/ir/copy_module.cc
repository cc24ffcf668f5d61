#include "ir/copy_module.h"

namespace partita::core::ir {

const Function* entry_function(const Module& module) {
  if (const Function* entry = module.entry()) return entry;
  return module.functions().empty() ? nullptr : module.functions().back();
}

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

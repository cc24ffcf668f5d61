#include "text/hlo/decompose.h"

#include "ir/copy_module.h"
#include "text/hlo/hlo.h"
#include "text/sharding/in_hlo.h"

namespace partita::core::text {

namespace {

Result<std::unique_ptr<Module>> copy_with_hlo_ops(const Module& module, Annotations annotations,
                                                  std::string_view entry) {
  if (module.functions().empty())
    return Error{error_without_place(Code::kNoEntry, "a module without functions has no HLO form")};
  std::unique_ptr<Module> copy = copy_module(module);
  PARTITA_ASSIGN(Function * chosen, ir::find_entry(*copy, entry));
  ir::make_entry(*copy, *chosen);
  PARTITA_CHECK_OK(decompose_shardings(*copy, annotations));
  decompose_attributes(*copy);
  PARTITA_CHECK_OK(decompose_ops(*copy));
  return copy;
}

}  // namespace

Result<std::unique_ptr<Module>> as_hlo_ops(const Module& module, std::string_view entry) {
  return copy_with_hlo_ops(module, Annotations::kAsIs, entry);
}

Result<std::unique_ptr<Module>> copy_for_hlo(const Module& module, Annotations annotations, std::string_view entry) {
  PARTITA_ASSIGN(std::unique_ptr<Module> copy, copy_with_hlo_ops(module, annotations, entry));
  PARTITA_CHECK_OK(decompose_captures(*copy));
  return copy;
}

}  // namespace partita::core::text

// Programs that the host gives as texts for its custom calls: lowerings, and gradients.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::driver {

struct HostProgram {
  std::unique_ptr<Module> module;  // of one function
  int64_t ops = 0;
  int depth = 0;  // regions inside regions

  const Function& entry() const { return *module->entry(); }
};

class HostPrograms {
 public:
  // `what`: "lowering", in messages. `prepare` is done to each program that is read.
  explicit HostPrograms(std::string_view what, std::function<void(Function&)> prepare = {})
      : what_(what), prepare_(std::move(prepare)) {}

  // Into the context of the call's module. Errors stand at the call: a text that is no program, or has more than one
  // public function, or shardings, which are the business of the program around it. Equal texts, and most are, are
  // read once.
  Result<const HostProgram*> read(const Op& call, const std::string& text);
  // It takes and gives these types.
  Status check_types(const Op& call, const HostProgram& program, std::span<const Type> from,
                     std::span<const Type> to) const;

 private:
  const std::string what_;
  const std::function<void(Function&)> prepare_;
  std::map<std::string, HostProgram> read_;  // by text
};

// Copies of the function's ops before `before`, or at the end of the region where that is null: with `arguments` for
// its arguments, and `like`'s place in the source. What it returns; `made` sees each copy, those in regions too.
std::vector<Value*> splice_function(const Function& function, std::span<Value* const> arguments, Region& region,
                                    Op* before, const Op& like, const std::function<void(Op&)>& made = {});

}  // namespace partita::core::driver

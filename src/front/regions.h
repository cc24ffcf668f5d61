// Bodies of loops, branches, blocks and manual code.
#pragma once

#include <string>
#include <vector>

#include "front/site.h"
#include "partita/function_ref.h"

namespace partita {
inline namespace v1 {
namespace detail {

// An op whose bodies are still to be traced; it goes where one of them throws.
class UnfinishedOp {
 public:
  explicit UnfinishedOp(core::Op* op) : op_(op) {}
  ~UnfinishedOp() {
    if (op_ != nullptr) op_->erase();
  }
  UnfinishedOp(const UnfinishedOp&) = delete;
  UnfinishedOp& operator=(const UnfinishedOp&) = delete;

  core::Op* operator->() const { return op_; }
  // The op has all it needs; with these results where it has none yet.
  core::Op& finish();
  core::Op& finish(const std::vector<core::Type>& results);

 private:
  core::Op* op_;
};

std::vector<core::Value*> values_of(Site& site, const std::vector<Tensor>& leaves);
std::vector<core::Type> types_of(const std::vector<core::Value*>& values);
// Of an op with regions, as tensors that stay what they are.
std::vector<Tensor> results_of(Site& site, core::Op& op);

// Calls a body with values for its arguments, and ends its region with what it gives.
std::vector<core::Value*> fill_region(Site& site, core::Region& region, const std::string& what,
                                      const std::vector<core::Type>& arguments,
                                      FunctionRef<std::vector<Tensor>(const std::vector<Tensor>&)> body);

// What a transformation appended behind `last` belongs to the site's line, where it comes from no op of the user.
void set_where_behind(Site& site, core::Region& region, core::Op* last);
// An error at an op that a transformation came to; `asked` says who asked for it.
[[noreturn]] void fail_on_the_way(Site& site, core::Diagnostic diagnostic, const std::string& asked);

}  // namespace detail
}  // namespace v1
}  // namespace partita

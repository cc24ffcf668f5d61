#include "front/regions.h"

#include <utility>

#include "front/order.h"

namespace partita {
inline namespace v1 {
namespace detail {

core::Op& UnfinishedOp::finish() { return *std::exchange(op_, nullptr); }

core::Op& UnfinishedOp::finish(const std::vector<core::Type>& results) {
  op_->module().add_results(*op_, results);
  return finish();
}

std::vector<core::Value*> values_of(Site& site, const std::vector<Tensor>& leaves) {
  std::vector<core::Value*> values;
  for (const Tensor& leaf : leaves) values.push_back(site.value(Operand(leaf, site.where())));
  return values;
}

std::vector<core::Type> types_of(const std::vector<core::Value*>& values) {
  std::vector<core::Type> types;
  for (const core::Value* value : values) types.push_back(value->type());
  return types;
}

std::vector<Tensor> results_of(Site& site, core::Op& op) {
  std::vector<Tensor> out;
  for (core::Value* result : op.results()) out.push_back(site.marked_result(result));
  return out;
}

std::vector<core::Value*> fill_region(Site& site, core::Region& region, const std::string& what,
                                      const std::vector<core::Type>& arguments,
                                      FunctionRef<std::vector<Tensor>(const std::vector<Tensor>&)> body) {
  const CurrentRegion current(site.trace(), region, what, site.where());
  std::vector<Tensor> in;
  for (core::Type type : arguments) in.push_back(site.result(region.add_argument(type)));
  const std::vector<core::Value*> out = values_of(site, body(in));
  site.add_op(core::OpKind::kReturn, out, {});
  core::front::order_by_results(region);  // gradients walk it
  return out;
}

void set_where_behind(Site& site, core::Region& region, core::Op* last) {
  const auto set = [&](core::Op& op) {
    if (op.offset() == core::kNoOffset) site.trace().set_where(op, site.where());
  };
  for (core::Op* op = last != nullptr ? last->next() : region.first(); op != nullptr; op = op->next()) {
    set(*op);
    for (int i = 0; i < op->num_regions(); ++i) core::ir::walk(op->region(i), set);
  }
}

void fail_on_the_way(Site& site, core::Diagnostic diagnostic, const std::string& asked) {
  if (diagnostic.place.line == 0) site.fail(diagnostic.code, diagnostic.message);
  core::Diagnostic& note = diagnostic.notes.emplace_back(core::base::error_without_place(diagnostic.code, asked));
  note.severity = core::Severity::kNote;
  note.file = site.where().file;
  note.place.line = site.where().line;
  fail(diagnostic);
}

}  // namespace detail
}  // namespace v1
}  // namespace partita

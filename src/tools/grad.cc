// partita grad: writes the program that computes gradients of a program.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cost/prices.h"
#include "cost/report_rows.h"
#include "cost/units.h"
#include "ir/shown.h"
#include "tools/invocation.h"
#include "transform/grad/saved.h"

namespace partita::core::tools {
namespace {

// -v: what the backward part reads of the forward part, the largest first.
void print_saved(const Compilation& program) {
  const Function& gradient = program.entry();
  std::vector<const Value*> saved = transform::saved_values(gradient, program.gradient());
  std::stable_sort(saved.begin(), saved.end(), [](const Value* a, const Value* b) {
    return cost::bytes_of(a->type()) > cost::bytes_of(b->type());
  });
  double sum = 0;
  for (const Value* value : saved) sum += cost::bytes_of(value->type());
  std::string text = fmt::format("kept for the gradient: {} values, {}\n", saved.size(), cost::bytes_text(sum));
  const SourceLines lines(gradient);
  for (const Value* value : saved) {
    const std::string place = lines.place(*value->op());
    text += fmt::format("  {:>12}  {}  {}{}\n", cost::bytes_text(cost::bytes_of(value->type())),
                        value->type().to_string(), shown_op(*value->op()), place.empty() ? "" : " at " + place);
  }
  std::fputs(text.c_str(), stderr);
}

}  // namespace

int run_grad(const Options& options) {
  Invocation invocation(options);
  auto differentiate = [&](const std::string&, Compilation& program, std::string& out) -> int {
    if (!program.run()) return status_of(program);
    if (options.verbose) print_saved(program);
    out = program.text();
    return kDone;
  };
  return invocation.finish(write_programs(invocation, Goal::kDifferentiate, differentiate));
}

}  // namespace partita::core::tools

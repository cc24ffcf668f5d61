#include "optimize/pipeline.h"

#include <algorithm>

#include "cost/wire.h"
#include "optimize/passes.h"

namespace partita::core::optimize {
namespace {

constexpr Pass kPasses[] = {
    {"cse", "what is computed or sent twice is computed or sent once", eliminate_common_subexpressions},
    {"simplify", "collectives that undo each other go, others send less", simplify_collectives},
    {"hoist", "collectives that are the same in every trip of a loop go before it", hoist_collectives},
    {"regather", "slices of stacks are gathered, where the whole stacks would fill the memory", regather_slices},
    {"sink", "sums over devices that a loop adds up are made once, after it; what only repeats a few numbers, in it",
     sink_sums},
    {"dce", "what nobody uses goes, carries of loops too", eliminate_dead_code},
    {"combine", "small collectives of the same kind and groups become one", combine_collectives},
    {"overlap", "products and the collectives around them become rings, where that takes less time", overlap_products},
    {"trim", "what is held for long and cheap to make is made again, where that saves more memory than time",
     trim_memory},
    {"schedule", "what takes memory comes late; collectives have something to overlap with", schedule_ops},
    {"fit", "where memory is short, other orders, and values are gathered and computed again", fit_to_memory},
    {"channels", "collectives are numbered from 1, in their order", number_channels},
};

}  // namespace

double OptimizeLimits::kept_by(const Function& local) const {
  double arguments = 0;
  for (int i = 0; i < local.num_arguments(); ++i) arguments += cost::bytes_of(local.argument(i)->type());
  return std::max(kept_at_least, kept_part * arguments);
}

std::span<const Pass> all_passes() { return kPasses; }

}  // namespace partita::core::optimize

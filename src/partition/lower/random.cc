// Random numbers: the same for every mesh.
//
// rng draws from a counter that only the op itself knows, so each device makes all of them and keeps its part; so does
// rng_bit_generator where the layout of its state is not known.
#include "partition/lower/lowering_patterns.h"
#include "partition/lower/random_bits.h"

namespace partita::core::partition {
namespace {

bool is_divided(const Sharding* sharding) { return sharding != nullptr && !sharding->sharded_axes().empty(); }

std::vector<Value*> whole_then_part(LoweringState& lowering, const LocalOp& local) {
  std::vector<Type> types;
  for (int i = 0; i < local.op.num_results(); ++i) types.push_back(local.op.result(i)->type());
  std::vector<Value*> made = lowering.builder().clone(local.op, local.operands, types)->results();
  for (int i = 0; i < local.op.num_results(); ++i) {
    auto at = static_cast<size_t>(i);
    const Sharding* wanted = local.choice.results[at];
    if (is_divided(wanted)) {
      made[at] = lowering.reshard(made[at], types[at], lowering.replicated(*wanted), wanted);
    }
  }
  return made;
}

std::vector<Value*> lower_bits(LoweringState& lowering, const LocalOp& local) {
  if (!is_divided(local.choice.results[1])) return lower_pass(lowering, local);
  if (!has_random_words(local.op)) return whole_then_part(lowering, local);
  return local_random_bits(lowering.builder(), local);
}

}  // namespace

constinit const LoweringPattern kLowerRng = {.lower = whole_then_part, .can_divide = divides_pass};
constinit const LoweringPattern kLowerRngBits = {.lower = lower_bits, .can_divide = divides_pass};

}  // namespace partita::core::partition

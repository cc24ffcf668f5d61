// Random numbers: the same for every mesh, so each device makes all of them.
#include "partition/lower/mechanisms.h"

namespace partita {

void add_random(MechanismTable& table) {
  table.set(OpKind::kRng, {.lower = lower_pass, .can_divide = divides_nothing});
  table.set(OpKind::kRngBitGenerator, {.lower = lower_pass, .can_divide = divides_nothing});
}

}  // namespace partita

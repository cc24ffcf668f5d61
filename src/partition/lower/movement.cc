// Data movement along divided dimensions.
#include "partition/lower/mechanisms.h"

namespace partita {

// Only factors that pass are divided: the ops themselves on shards.
void add_movement(MechanismTable&) {}

}  // namespace partita

// Sorting, selecting, scanning.
#include "partition/lower/mechanisms.h"

namespace partita {

// Only factors that pass are divided.
void add_order(MechanismTable&) {}

}  // namespace partita

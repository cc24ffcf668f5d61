// Transforms, factorizations, normalization.
#include "partition/lower/mechanisms.h"

namespace partita {

// Only factors that pass are divided.
void add_transforms(MechanismTable&) {}

}  // namespace partita

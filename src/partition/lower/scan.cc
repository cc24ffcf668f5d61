// Scans along divided dimensions.
#include "partition/lower/mechanisms.h"

namespace partita {

void add_scan(MechanismTable&) {}

}  // namespace partita

// Calls of what is not part of the program, and the ends of channels.
#include "partition/lower/mechanisms.h"

namespace partita {

void add_outside(MechanismTable&) {}

}  // namespace partita

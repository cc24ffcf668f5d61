// reduce_window along divided dimensions.
#include "partition/lower/windows.h"

namespace partita {

void add_reduce_window(MechanismTable&) {}

}  // namespace partita

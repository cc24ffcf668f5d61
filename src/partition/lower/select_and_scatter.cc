// select_and_scatter along divided dimensions.
#include "partition/lower/windows.h"

namespace partita {

void add_select_and_scatter(MechanismTable&) {}

}  // namespace partita

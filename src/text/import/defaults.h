// What an attribute says that would hold without it goes.
#pragma once

#include "ir/program.h"

namespace partita::core::text {

void drop_defaults(Module& module);

}  // namespace partita::core::text

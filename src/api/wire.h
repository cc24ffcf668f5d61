// A Transport of the public side, which outlives it, as the engine wants it.
#pragma once

#include <memory>

#include "engine/meet/wire.h"
#include "partita/ranks.h"

namespace partita::core::api {

std::unique_ptr<engine::Wire> wire_of(Transport& transport);

}  // namespace partita::core::api

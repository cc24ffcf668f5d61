// Who decides how values are stored and how ops are computed.
#pragma once

#include <cstdint>

namespace partita::core::partition {

enum class PlanKind : uint8_t {
  kChosen,     // we do, for all of the program at once (choice/global_search.h)
  kAnnotated,  // the hints do: values keep completion's shardings, and each op takes its own way, as in GSPMD
};

}  // namespace partita::core::partition

namespace partita::core {
using partition::PlanKind;
}  // namespace partita::core

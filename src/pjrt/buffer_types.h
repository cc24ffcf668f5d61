// Element types by PJRT's numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/element_type.h"

namespace partita::core::pjrt {

// Nothing where PJRT has no such type.
std::optional<int32_t> buffer_type(ElementType type);
std::optional<ElementType> element_type(int32_t buffer_type);

}  // namespace partita::core::pjrt

// What jax.export serialises: a flatbuffer with the program, a portable artifact, among facts about its Python side.
#pragma once

#include <optional>
#include <string_view>

namespace partita::core::text {

// The program in the bytes; nothing where they are something else.
std::optional<std::string_view> exported_module(std::string_view bytes);

}  // namespace partita::core::text

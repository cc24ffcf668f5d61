// Hash tables for look-up. Nothing may iterate over them: their order is not the program's.
#pragma once

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <string_view>

#include "base/hash.h"

namespace partita::core::base {

// By names or other short texts. Hashes are kept, so that neither growing the table nor finding a text reads others.
template <typename T>
using TextMap = tsl::robin_map<std::string_view, T, ShortTextHash, std::equal_to<>,
                               std::allocator<std::pair<std::string_view, T>>, true>;

using TextSet =
    tsl::robin_set<std::string_view, ShortTextHash, std::equal_to<>, std::allocator<std::string_view>, true>;

// By address. Those of one arena differ in few bits, and the tables take the lowest: they have to be mixed.
struct PointerHash {
  size_t operator()(const void* pointer) const { return hash_pointer(0, pointer); }
};
template <typename Pointer, typename T>
using PointerMap = tsl::robin_map<Pointer, T, PointerHash>;
template <typename Pointer>
using PointerSet = tsl::robin_set<Pointer, PointerHash>;

}  // namespace partita::core::base

namespace partita::core {
using base::PointerMap;
using base::PointerSet;
using base::TextMap;
using base::TextSet;
}  // namespace partita::core

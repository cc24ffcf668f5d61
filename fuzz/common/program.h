// What a fuzzer does with one text: reads it as far as it goes and holds the writers to their contract.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ir/program.h"

namespace partita::core::fuzz {

// Reads `data` as a program of this format. Each program that is read must survive being written in both formats, and
// what is written in its own format must be read again and be written the same. 0, or -1 where the text looks like the
// other format, as libFuzzer wants it. With PARTITA_FUZZ_ROUNDTRIP=0 in the environment nothing is read again.
int run_program(TextFormat format, const uint8_t* data, size_t size);

// The same of a binary program, which has a form of its own to be told by: -1 where the bytes are none.
int run_binary(bool (*is_one)(std::string_view), const uint8_t* data, size_t size);

// Bytes of gzip or zstd, expanded and read as whatever program they are: -1 where they are neither.
int run_packed(const uint8_t* data, size_t size);

}  // namespace partita::core::fuzz

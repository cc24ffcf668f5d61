// The header of a .safetensors file: names, types, shapes and places of tensors, as JSON; behind it lie the elements.
//
//   72 0 0 0 0 0 0 0 {"w":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]}} …
//
// Elements are row-major, little-endian and packed: those of 4 and 6 bits take just these, the first in the low bits,
// and must fill whole bytes. The format has no word for integers below 8 bits, f8e3m4, f8e4m3, f8e4m3b11fnuz and c128;
// its F8_E4M3 is f8e4m3fn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ir/attr.h"
#include "ir/element_type.h"
#include "run/input_file.h"

namespace partita::core::run {

struct SafetensorsEntry {
  std::string name;
  ElementType type = ElementType::kF32;
  std::vector<int64_t> shape;
  uint64_t begin = 0, end = 0;  // of the elements: offsets in the file
};

// "BF16"; empty where the format has none.
std::string_view safetensors_dtype(ElementType type);

// Whether it begins as one whose header has no more bytes than a header may: its length and a {. Neither JSON nor an
// .npy array begins so, whatever the first byte of the length is.
bool looks_like_safetensors(const InputFile& file);

// In the order in which the elements lie, which take up all of the file behind the header, one tensor after the other.
// Errors are P503.
Result<std::vector<SafetensorsEntry>> read_safetensors_header(const InputFile& file);

// The bytes in front of the elements of these tensors, which begin at a multiple of 64. Sets begin and end of each.
// P503 where the format cannot hold one.
Result<std::string> safetensors_header(std::span<SafetensorsEntry> entries);

// Elements below 8 bits as the file has them, and as tensors hold them: a byte each.
Blob pack(std::span<const std::byte> elements, ElementType type);
Blob unpack(std::span<const std::byte> packed, ElementType type);

}  // namespace partita::core::run

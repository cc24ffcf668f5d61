// One array as NumPy stores it: a line of Python that says type and shape, then the elements.
//
//   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
//
// The types NumPy does not know travel as bit patterns: bf16 as '<V2', narrower floats as '|V1', integers below 8 bits
// one per byte. Which of them a '|V1' is, only the program says: see elements_of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "ir/element_type.h"

namespace partita::core::run {

struct NpyArray {
  std::string descr;  // "<f4", "|b1", "<V2", …; never big-endian
  std::vector<int64_t> shape;
  std::vector<std::byte> data;  // row-major, little-endian
};

// Bytes that come one after the other, from a file or out of a decompressor.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // How many bytes are left. Nothing is allocated beyond it.
  virtual uint64_t remaining() const = 0;
  virtual Status read(std::span<std::byte> target) = 0;
};

// Reads header versions 1 to 3, either byte order and either element order. The source must end with the array.
Result<NpyArray> read_npy(ByteSource& source);

// The bytes in front of the elements.
std::string npy_header(std::string_view descr, std::span<const int64_t> shape);

// How an element type is written: "<f4" for f32, "<V2" for bf16, "|V1" for f8E4M3FN, "|i1" for s4.
std::string npy_descr(ElementType type);

// The elements as tensors of this type hold them in memory: pred as 0 or 1, narrow integers sign-extended to a byte,
// the unused bits of narrow floats zero. Takes what npy_descr writes, u2 for bf16, u1 and '<f1' for narrower floats, V1
// for narrow integers, and ml_dtypes' names such as 'bfloat16'. Refuses other types, and integers that do not fit.
Result<std::vector<std::byte>> elements_of(NpyArray array, ElementType type);

}  // namespace partita::core::run

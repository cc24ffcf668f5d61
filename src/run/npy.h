// One array as NumPy stores it: a line of Python that says type and shape, then the elements.
//
//   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
//
// The types NumPy does not know travel as bit patterns: bf16 as '<V2', narrower floats as '|V1', integers below 8 bits
// one per byte. Which of them a '|V1' is, only the program says: see elements_of. Files that stand for themselves have
// ml_dtypes' names instead: 'float8_e4m3fn', 'int4'.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
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

struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

// Versions 1 to 3. What remains of the source are the elements: as many bytes as the header asks for.
Result<NpyHeader> read_npy_header(ByteSource& source);
// Either byte order and either element order.
Result<NpyArray> read_npy_elements(NpyHeader header, ByteSource& source);
// Both. The source must end with the array.
Result<NpyArray> read_npy(ByteSource& source);

// Whether the elements are row-major and little-endian already.
bool lies_as_in_memory(const NpyHeader& header);

// The bytes in front of the elements.
std::string npy_header(std::string_view descr, std::span<const int64_t> shape);

// How an element type is written: "<f4" for f32, "<V2" for bf16, "|V1" for f8E4M3FN, "|i1" for s4.
std::string npy_descr(ElementType type);

// The same where that tells the type, else ml_dtypes' name; bf16 is the only '<V2'.
std::string npy_typed_descr(ElementType type);
// The type that npy_typed_descr writes so, in either byte order, by NumPy's words or by ml_dtypes'. P503 where none is
// told.
Result<ElementType> element_type_of(std::string_view descr);

// The elements as tensors of this type hold them in memory: pred as 0 or 1, narrow integers sign-extended to a byte,
// the unused bits of narrow floats zero. Takes what npy_descr writes, u2 for bf16, u1 and '<f1' for narrower floats, V1
// for narrow integers, and ml_dtypes' names such as 'bfloat16'. Refuses other types, and integers that do not fit.
Result<std::vector<std::byte>> elements_of(NpyArray array, ElementType type);

}  // namespace partita::core::run

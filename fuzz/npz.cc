// Fuzzes the readers of .npy, .npz and .safetensors files, and the conversion of arrays to every element type.
#include "run/npz.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/diagnostics.h"
#include "ir/element_type.h"
#include "run/tensor_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static volatile unsigned seen = 0;  // so that mapped elements are looked at
  // The reader takes paths: a file in memory has one.
  static const int file = memfd_create("fuzz", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  PARTITA_INVARIANT(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == static_cast<ssize_t>(size),
                    "cannot write to a file in memory");
  for (const bool map : {false, true}) {
    auto tensors = partita::core::run::load_tensors(path, {map});
    if (!tensors.ok()) continue;
    for (const partita::core::run::LoadedTensor& tensor : *tensors) {
      for (std::byte byte : tensor.mapped) seen += std::to_integer<unsigned>(byte);
    }
  }
  auto arrays = partita::core::run::read_npz(path);
  if (!arrays.ok()) return 0;
  for (const auto& [name, array] : *arrays) {
    for (int type = 0; type < partita::core::ir::kElementTypeCount; ++type) {
      (void)partita::core::run::elements_of(array, static_cast<partita::core::ElementType>(type)).ok();
    }
  }
  return 0;
}

// Named arrays in files: .npz archives, and .npy files as archives of one.
//
//   PARTITA_ASSIGN(auto arrays, read_npz("inputs.npz"));               // {"arg0": …, "arg1": …}
//   PARTITA_CHECK_OK(write_npz("outputs.npz", entries));               // whole, or nothing is left
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "run/npy.h"

namespace partita::core::run {

// All arrays of a file, by name without ".npy"; the one of an .npy file is called "arr_0". Members of an archive that
// are not arrays by their name are passed over. Errors are P501 and P503 and name the file and the array.
Result<std::map<std::string, NpyArray>> read_npz(const std::string& path);

// The name of the array that a member of an archive holds; nothing where it is none by its name.
struct ZipMember;
std::optional<std::string_view> array_name(const ZipMember& member);

// An array to write; the data are the caller's.
struct NpzEntry {
  std::string name;
  std::string descr;
  std::vector<int64_t> shape;
  std::span<const std::byte> data;
};

// Stored, in the order given. Errors are P502.
Status write_npz(const std::string& path, std::span<const NpzEntry> entries);
// One array as an .npy file; its name is not written.
Status write_npy(const std::string& path, const NpzEntry& entry);

}  // namespace partita::core::run

// Arguments of one step after the other, from .npz files, box by box (array_source.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/array_source.h"

namespace partita::core::run {

// arg0, arg1, … of each file. A member whose shape has one dimension more in front than the argument has one for that
// many steps, any other is for one step. The steps of an argument are those of the first file that has it, then those
// of the next; after the last comes the first again.
class ArgumentFiles {
 public:
  static Result<std::unique_ptr<ArgumentFiles>> open(const std::vector<std::string>& paths);
  ~ArgumentFiles();

  // Of this step, from 0 on; the program takes so many arguments. P404 names what is missing or has another shape or
  // type. Stays valid as long as the files.
  Result<std::unique_ptr<ArraySource>> argument(int index, Type type, int64_t step, int arguments);
  // How many different ones there are of an argument that was asked for.
  int64_t steps_of(int index) const;
  // Differs where files differ in what their directories say: names, sizes and checksums of arrays.
  uint64_t fingerprint() const;

 private:
  struct File;
  struct Member;
  ArgumentFiles();
  Status find(int index, Type type, int arguments);

  std::vector<std::unique_ptr<File>> files_;
  std::map<int, std::vector<std::shared_ptr<const Member>>> members_;  // by argument; one for each file that has it
};

}  // namespace partita::core::run

// Arguments of one step after the other, from files, box by box (array_source.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/named_arrays.h"

namespace partita::core::run {

// The arrays of each file that arguments are meant by (array_of_argument). One whose shape has a dimension more in
// front than the argument has one for that many steps, any other is for one step. The steps of an argument are those of
// the first file that has it, then those of the next; after the last comes the first again.
class ArgumentFiles {
 public:
  // `names`: what the arguments are called, empty where they have no name.
  static Result<std::unique_ptr<ArgumentFiles>> open(const std::vector<std::string>& paths,
                                                     std::vector<std::string> names);

  // Of this step, from 0 on. P404 names what is missing or has another shape or type. Stays valid as long as the files.
  Result<std::unique_ptr<ArraySource>> argument(int index, Type type, int64_t step);
  // P404 where there is one for each of several steps, for runs of one. Tokens pass.
  Status check_one_step(int index, Type type);
  // How many different ones there are of an argument that was asked for.
  int64_t steps_of(int index) const;
  // Differs where the directories of the files do.
  uint32_t fingerprint() const;

 private:
  struct Member {
    const NamedArrays* file;
    std::string name;
    int64_t steps;
  };
  ArgumentFiles() = default;
  Status find(int index, Type type);

  std::vector<std::unique_ptr<NamedArrays>> files_;
  std::vector<std::string> names_;              // by argument
  std::map<int, std::vector<Member>> members_;  // by argument; one for each file that has it
};

}  // namespace partita::core::run

// A program as it is written for one device, and the hints that were put on it.
//
//   Program program = Program::load("model.mlir");       // StableHLO or HLO, told by content
//   program.shard_argument(0, "x,-");
//   program.shard_value("h", Sharding(2).split(1, {"y"}));
//
// Programs are values: a copy is independent of the original, and cheap. Several threads may use one at the same time
// as long as none changes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/error.h"
#include "partita/export.h"
#include "partita/handle.h"
#include "partita/shard.h"
#include "partita/tensor.h"

namespace partita {
inline namespace v1 {

enum class Format : unsigned char { kAsRead, kStableHlo, kHlo };

// An argument, a result or a value of a program.
struct ValueInfo {
  std::string name;  // "%x" or the like; "arg0" and "out0" where there is none
  Tensor type;       // a spec; empty for what is no tensor
  int line = 0;      // of the text; 0 where it is not known
};

class PARTITA_API Program {
 public:
  // `name` stands for the text in messages. The text must hold one program; parse_all takes what `// -----` separates.
  static Program parse(std::string_view text, std::string_view name = "<text>");
  static std::vector<Program> parse_all(std::string_view text, std::string_view name = "<text>");
  static Program load(const std::string& path);

  const std::string& name() const;
  // The functions that can be an entry, and the one that is: @main or the only one, unless another was chosen. Hints
  // that were put on before are those of the other function, and are dropped.
  std::vector<std::string> functions() const;
  Program& use_function(const std::string& function);

  std::vector<ValueInfo> arguments() const;
  std::vector<ValueInfo> results() const;
  std::vector<ValueInfo> values() const;  // in the order of the program, those in loops and branches included

  // A hint on argument or result i, or on a value by its name: as in values(), by the name of its location, "arg0" or
  // "out0". It replaces the program's own hint on the same. Unknown names and wrong ranks throw here; axes are looked
  // at by compile(), which knows the mesh.
  Program& shard_argument(int index, const Sharding& sharding);
  Program& shard_result(int index, const Sharding& sharding);
  Program& shard_value(std::string_view name, const Sharding& sharding);

  // The program as text, without the hints that were put on: they have no mesh yet.
  std::string text(Format format = Format::kAsRead) const;

  // Arguments made up from a seed, the same on every machine.
  std::vector<Tensor> random_arguments(std::uint64_t seed) const;

 private:
  friend struct detail::Access;
  Program() = default;

  detail::Handle handle_;
};

}  // namespace v1
}  // namespace partita

// The user's hints: shardings on arguments, results, ops and constraints of a program, in any spelling, as objects.
//
//   func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>})
//   %c = copy(%p), sharding={devices=[2,1,2]<=[4] last_tile_dim_replicate}
//
// Programs that have only tile assignments get the coarsest mesh that expresses them all.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "ir/program.h"
#include "shard/pool.h"

namespace partita::core::complete {

struct NamedMesh {
  std::string name;
  MeshPtr mesh;
  bool used = true;  // by a sharding or a collective; an unused one does not determine the devices
};

// The meshes of a program. The first one is the main mesh, the default for values and hints. It has axes and is used,
// where such a mesh exists.
class MeshTable {
 public:
  void add(std::string name, MeshPtr mesh, bool used = true) {
    meshes_.push_back({std::move(name), std::move(mesh), used});
  }
  const std::vector<NamedMesh>& all() const { return meshes_; }
  bool empty() const { return meshes_.empty(); }
  const MeshPtr& main() const { return meshes_.front().mesh; }
  MeshPtr find(std::string_view name) const;  // null where there is none
  // A name for the mesh; a new one is made and remembered where it has none.
  std::string name_of(const MeshPtr& mesh);
  // Sets which of the meshes are used; the first of those with axes, if there is one, becomes the main mesh.
  void set_used(const std::function<bool(const NamedMesh&)>& is_used);

 private:
  std::vector<NamedMesh> meshes_;
};

struct Hint {
  enum class Place : uint8_t { kArgument, kResult, kOp, kConstraint, kManual, kCommandLine };
  Place place = Place::kOp;
  int index = 0;  // which argument, result of the function, result of the op, or boundary of the manual code
  const Value* value = nullptr;  // what it is on; null for a result of the function
  const Op* op = nullptr;        // the op that carries it; null on the function
  const Sharding* sharding = nullptr;
  SourceOffset offset = kNoOffset;
  // Values of one group get one sharding (shard_as, sdy.sharding_group); -1: none. `sharding` may then be null.
  int64_t group = -1;
  bool group_is_soft = false;  // shard_like
};

// A sdy.manual_computation, or a call that enters or leaves manual code by sdy's attributes. Hints on its kManual
// boundaries are shardings of global values; hints on values inside carry `all` as manual axes.
struct ManualCode {
  const Op* op = nullptr;
  MeshPtr mesh;
  AxisRefs axes;  // what it makes manual
  AxisRefs all;   // with those of the manual code around it
};

struct Hints {
  std::shared_ptr<ShardingPool> pool;
  MeshTable meshes;
  std::vector<Hint> all;           // arguments, results of the function, ops in program order, the command line
  std::vector<ManualCode> manual;  // in program order
  // For each argument and result of the entry: without a hint it is open to completion, or replicated.
  std::vector<bool> argument_open;
  std::vector<bool> result_open;
};

// What is said besides the program: `--shard 'NAME=[…]'`, `--mesh x=4,y=2`, `--devices N`, or by the caller of a
// library.
struct HintOptions {
  std::string mesh{};
  int64_t devices = 0;
  std::vector<std::string> shard{};  // a hint here replaces the file's hint on the same value
  bool notes = false;                // also report hints that do not divide their dimension
  MeshPtr given_mesh{};              // instead of `mesh`
  // How messages name these.
  std::string_view hint_label = "--shard", mesh_label = "--mesh", origin = "command line";
};

// All errors of a program go to `diagnostics`; the result is empty where there was one.
std::optional<Hints> read_hints(Module& module, Function& entry, const HintOptions& options, Diagnostics& diagnostics);

// Whether values inside the op's regions have shardings: loops, branches, manual code. Not the scalar bodies of reduce,
// sort, ….
bool has_sharded_regions(const Op& op);

// The value that a user calls NAME: argN, the SSA or instruction name (with or without %), or the loc name; outN is
// result N and given as index with a null value. Where the text has several of that name, %c:12 is that of line 12.
// kNoSuchValue, with the nearest names or with those it may be, otherwise.
struct NamedValue {
  const Value* value = nullptr;
  int result = -1;
};
Result<NamedValue> find_value(const Module& module, const Function& entry, std::string_view name);

}  // namespace partita::core::complete

namespace partita::core {
using complete::Hint;
using complete::HintOptions;
using complete::Hints;
using complete::ManualCode;
using complete::NamedMesh;
using complete::NamedValue;
}  // namespace partita::core

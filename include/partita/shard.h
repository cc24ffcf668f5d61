// Meshes of devices, and shardings: how a tensor lies on one.
//
//   Mesh mesh = "x=4,y=2";                           // or Mesh({{"x", 4}, {"y", 2}})
//   Sharding rows = "x,-";                           // as listings print them: [x, -]
//   Sharding same = Sharding(2).split(0, {"x"});
//
// A Sharding names axes; which mesh has them, and whether the rank fits, is seen where the two meet: at compile().
// Inside of a function that is traced hints stand where they belong, `h = shard(h, "x,-,y")`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/export.h"
#include "partita/function_ref.h"
#include "partita/handle.h"
#include "partita/tensor.h"
#include "partita/tree.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {

struct MeshAxis {
  std::string name;
  std::int64_t size = 1;
};

class PARTITA_API Mesh {
 public:
  Mesh() = default;        // none: the program's own
  Mesh(const char* text);  // "x=4,y=2"
  Mesh(std::string_view text);
  // Devices are 0 to n-1, the last axis the fastest, unless `device_ids` has another order.
  explicit Mesh(const std::vector<MeshAxis>& axes, const std::vector<std::int64_t>& device_ids = {});

  bool is_none() const { return handle_.get() == nullptr; }
  std::vector<MeshAxis> axes() const;
  std::int64_t num_devices() const;  // 1 where there is no mesh
  std::string str() const;           // "x=4, y=2"

 private:
  friend struct detail::Access;
  detail::Handle handle_;
};

// Dimensions are "x" (sharded along x), "x*y" (along both, x the slower), "-" (not sharded), "?" (left to completion),
// "x?" (completion may add to it), "x!1" or "x:p1" (priority 1), "x:(2)4" (part of an axis). Also read: "(x y)" for
// x*y, Shardy's [{"x", "y"}, {?}] and JAX's P(('x', 'y'), None).
class PARTITA_API Sharding {
 public:
  Sharding() = default;                                        // none: nothing is said
  Sharding(const char* text, Where where = Where::current());  // "x,-" or "[x, -]"
  Sharding(std::string_view text, Where where = Where::current());
  explicit Sharding(int rank);  // no dimension is sharded

  // A copy that differs: the axes of a dimension, the slower first; left open to completion; its priority.
  Sharding split(int dim, const std::vector<std::string>& axes) const;
  Sharding open(int dim) const;
  Sharding priority(int dim, int priority) const;
  // Axes that completion may not use here; axes over which a reduction is still to be done.
  Sharding pinned(const std::vector<std::string>& axes) const;
  Sharding unreduced(const std::vector<std::string>& axes) const;

  bool is_none() const { return handle_.get() == nullptr; }
  int rank() const;
  std::vector<std::string> axes(int dim) const;  // "x", "y:(1)2"
  bool is_open(int dim) const;
  std::vector<std::string> pinned_axes() const;
  std::vector<std::string> unreduced_axes() const;
  std::string str() const;  // "[x, -]", as listings have it

  friend PARTITA_API bool operator==(const Sharding& a, const Sharding& b);

 private:
  friend struct detail::Access;
  detail::Handle handle_;
};

// ---- in traced functions

// The same tensor, with a hint how it is to lie. Axes are those of the mesh, or names that compile()'s options give to
// them; a wrong one is reported there, with this line.
PARTITA_API Tensor shard(const Tensor& x, const Sharding& sharding, Where where = Where::current());

// The same in the words of the GSPMD paper: for each dimension the number of a mesh axis, or -1; completion may divide
// the dimensions that are `unspecified`.
struct MeshSplitOptions {
  std::vector<int> unspecified{};
};
PARTITA_API Tensor mesh_split(const Tensor& x, const Mesh& mesh, const std::vector<int>& axes,
                              const MeshSplitOptions& options = {}, Where where = Where::current());

// Both lie the same way, whatever that is.
PARTITA_API void shard_as(const Tensor& a, const Tensor& b, Where where = Where::current());

// Shardings are not learnt through it, or in one direction only.
enum class Direction : unsigned char { kNone, kForward, kBackward };
PARTITA_API Tensor barrier(const Tensor& x, Direction allowed = Direction::kNone, Where where = Where::current());

// ---- manual code: a function on shards, which says itself what devices exchange

struct ManualOptions {
  Mesh axes{};                  // those along which the code is manual, with their sizes: "x=4"
  std::vector<Sharding> in{};   // of each tensor among the arguments, or one for all
  std::vector<Sharding> out{};  // of each tensor that the function gives, or one for all
};

namespace detail {

PARTITA_API std::vector<Tensor> manual_leaves(const std::vector<Tensor>& in, const ManualOptions& options, Where where,
                                              FunctionRef<std::vector<Tensor>(const std::vector<Tensor>&)> body);

}  // namespace detail

// A function on global tensors that runs f on their shards.
//
//   auto total = manual([](Tensor rows) { return psum(sum(rows, 0), "x"); },
//                       {.axes = "x=4", .in = {"x,-"}, .out = {"-"}});
//
// f uses what it is given, and nothing from around it.
template <typename F>
auto manual(F f, ManualOptions options, Where where = Where::current()) {
  return [f, options, where]<typename... In>(const In&... in)
    requires std::is_invocable_v<const F&, const In&...>
  {
    std::tuple<In...> trees(in...);
    std::vector<Tensor> all;
    std::apply(
        [&](const auto&... tree) {
          (detail::walk_leaves(tree, nullptr, [&](const Tensor& leaf, std::string*) { all.push_back(leaf); }), ...);
        },
        trees);
    std::optional<std::decay_t<decltype(f(in...))>> given;
    const auto body = [&](const std::vector<Tensor>& shards) {
      std::size_t next = 0;
      std::apply(
          [&](auto&... tree) {
            (detail::walk_leaves(tree, nullptr, [&](Tensor& leaf, std::string*) { leaf = shards[next++]; }), ...);
          },
          trees);
      given.emplace(std::apply([&](const auto&... tree) { return f(tree...); }, trees));
      return leaves(*given);
    };
    const std::vector<Tensor> out = detail::manual_leaves(all, options, where, body);
    return with_leaves(*given, out, where);
  };
}

// Inside of manual code. Axes are names, "x" or "x,y", the slower first.
PARTITA_API Tensor psum(const Tensor& x, std::string_view axes, Where where = Where::current());
PARTITA_API Tensor pmax(const Tensor& x, std::string_view axes, Where where = Where::current());
PARTITA_API Tensor pmin(const Tensor& x, std::string_view axes, Where where = Where::current());
PARTITA_API Tensor pmean(const Tensor& x, std::string_view axes, Where where = Where::current());
// The shards of all devices along the axes, one behind the other along dim.
PARTITA_API Tensor all_gather(const Tensor& x, std::string_view axes, int dim = 0, Where where = Where::current());
// The sum of all of them, of which each device has its part of dim.
PARTITA_API Tensor reduce_scatter(const Tensor& x, std::string_view axes, int dim = 0, Where where = Where::current());
// Each device sends a part of dimension `split` to every other, and puts what it gets together along `concat`.
PARTITA_API Tensor all_to_all(const Tensor& x, std::string_view axes, int split, int concat,
                              Where where = Where::current());
// Pairs of places along the axes: from, to. Who gets nothing has zeros.
PARTITA_API Tensor ppermute(const Tensor& x, std::string_view axes, const std::vector<std::pair<int, int>>& pairs,
                            Where where = Where::current());
// The place of this device along the axis, an s32 scalar, and how many there are.
PARTITA_API Tensor axis_index(std::string_view axis, Where where = Where::current());
PARTITA_API std::int64_t axis_size(std::string_view axis, Where where = Where::current());

}  // namespace v1
}  // namespace partita

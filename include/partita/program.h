// A program as it is written for one device, and the hints that were put on it.
//
//   Program program = Program::load("model.mlir");       // StableHLO or HLO, told by content
//   program.shard_argument(0, "x,-");
//   program.shard_value("h", Sharding(2).split(1, {"y"}));
//
// Or one that a C++ function is, made by calling it once on tensors that have no elements yet:
//
//   Traced program = trace(loss, params, Tensor::spec(f32, {16, 32}));
//
// Programs are values: a copy is independent of the original, and cheap. Several threads may use one at the same time
// as long as none changes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/custom_call.h"
#include "partita/error.h"
#include "partita/export.h"
#include "partita/function_ref.h"
#include "partita/handle.h"
#include "partita/save.h"
#include "partita/shard.h"
#include "partita/tensor.h"
#include "partita/tree.h"

namespace partita {
inline namespace v1 {

enum class Format : unsigned char { kAsRead, kStableHlo, kHlo };

// What compile() is told otherwise, for a text of a traced function that is complete.
struct TextOptions {
  Format format = Format::kAsRead;
  Mesh mesh{};                // declared where the program has none
  std::vector<int> donate{};  // as CompileOptions has it
};

// What of a program is differentiated, as `partita grad` has it.
struct ProgramGradOptions {
  std::vector<std::string> wrt{};     // arguments, as "arg0" or by their names; empty: all of floats
  std::vector<std::string> of{};      // results, as "out0"; empty: all of floats
  bool value = false;                 // the program's own results come first
  std::optional<Save> save{};         // what each step of a loop keeps; nothing: what the gradient needs
  std::int64_t segment = 0;           // as ScanOptions has it, for all outermost loops; 0: none
  std::optional<DType> accumulate{};  // as GradOptions has it
  CustomCalls calls{};                // gradients of custom calls
};

struct CompileOptions;  // run.h
struct Explanation;
struct Report;

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

  // Warnings of its making: what a trace had to say.
  const std::vector<Diagnostic>& diagnostics() const;

  // The program as text, without the hints that were put on: they have no mesh yet.
  std::string text(Format format = Format::kAsRead) const;
  std::string text(const TextOptions& options) const;

  // The program of its gradients: takes the arguments, then a cotangent for each result of floats, and gives a gradient
  // for each argument of floats. Hints that were put on arguments and results are those of their gradients and
  // cotangents, too. Lines are those of this program.
  Program grad(const ProgramGradOptions& options = {}) const;

  // What a Compiled for this mesh says (run.h): the shardings of all values; why a value has its; what a device
  // computes, sends and holds. To ask more than once, compile it.
  std::string listing(const Mesh& mesh = {}) const;
  std::string listing(const Mesh& mesh, const CompileOptions& options) const;
  Explanation why(std::string_view name, const Mesh& mesh = {}) const;
  Explanation why(std::string_view name, const Mesh& mesh, const CompileOptions& options) const;
  Report cost(const Mesh& mesh = {}) const;
  Report cost(const Mesh& mesh, const CompileOptions& options) const;

  // Arguments made up from a seed, the same on every machine.
  std::vector<Tensor> random_arguments(std::uint64_t seed) const;

 private:
  friend struct detail::Access;
  Program() = default;

  detail::Handle handle_;
};

namespace detail {

using LeafFunction = FunctionRef<std::vector<Tensor>(const std::vector<Tensor>&)>;

// A function on leaves as a program; `sizes`: how many leaves each argument of the user's function has.
PARTITA_API Program trace_leaves(const std::vector<Tensor>& arguments, const std::vector<std::string>& names,
                                 const std::vector<int>& sizes, LeafFunction function);
// For the types of its results alone.
PARTITA_API void trace_types(const std::vector<Tensor>& arguments, LeafFunction function);

// What is called with trees, and gives one, as a function on leaves. Keeps the tree that came out.
template <typename F, typename... In>
class TreeFunction {
 public:
  using Out = std::decay_t<std::invoke_result_t<F&, const In&...>>;

  TreeFunction(F& f, const In&... in) : f_(f), in_(in...) {
    std::apply([&](const auto&... argument) { (add(argument), ...); }, in_);
  }

  std::vector<Tensor> operator()(const std::vector<Tensor>& leaves) {
    std::size_t next = 0;
    std::tuple<In...> traced = in_;
    std::apply(
        [&](auto&... argument) {
          (walk_leaves(argument, nullptr, [&](Tensor& leaf, std::string*) { leaf = leaves[next++]; }), ...);
        },
        traced);
    out_.emplace(std::apply([&](const auto&... argument) { return f_(argument...); }, traced));
    return partita::leaves(*out_);
  }

  const std::vector<Tensor>& arguments() const { return arguments_; }
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<int>& sizes() const { return sizes_; }
  // The tree that came out: of specs, or with these leaves.
  Out result_specs() const {
    return map(*out_, [](const Tensor& leaf) { return Tensor::spec(leaf.dtype(), leaf.shape()); });
  }
  Out result(const std::vector<Tensor>& leaves) const { return with_leaves(*out_, leaves); }

 private:
  template <typename T>
  void add(const T& argument) {
    std::string path = "in" + std::to_string(sizes_.size());
    const std::size_t before = arguments_.size();
    walk_leaves(argument, &path, [&](const Tensor& leaf, std::string* name) {
      arguments_.push_back(leaf);
      names_.push_back(*name);
    });
    sizes_.push_back(static_cast<int>(arguments_.size() - before));
  }

  F& f_;
  const std::tuple<In...> in_;
  std::vector<Tensor> arguments_;
  std::vector<std::string> names_;
  std::vector<int> sizes_;
  std::optional<Out> out_;
};

}  // namespace detail

// The program of a function, which knows what the function takes and gives.
template <typename Signature>
class Traced;

template <typename Out, typename... In>
class Traced<Out(In...)> : public Program {
 public:
  Traced(Program program, Out result) : Program(std::move(program)), result_(std::move(result)) {}

  const Out& result() const { return result_; }  // of specs

 private:
  Out result_;
};

// Calls f once; tensors among its arguments may be specs. Arguments of the program are called in0.w1 (member w1 of the
// first), its values after the lines that made them.
template <typename F, typename... In>
auto trace(F&& f, const In&... in) {
  detail::TreeFunction<std::remove_reference_t<F>, In...> function(f, in...);
  using Out = typename decltype(function)::Out;
  Program program = detail::trace_leaves(function.arguments(), function.names(), function.sizes(), function);
  return Traced<Out(In...)>(std::move(program), function.result_specs());
}

// What f gives, as specs: shapes and types of parameters without making any.
template <typename F, typename... In>
auto abstract(F&& f, const In&... in) {
  detail::TreeFunction<std::remove_reference_t<F>, In...> function(f, in...);
  detail::trace_types(function.arguments(), function);
  return function.result_specs();
}

}  // namespace v1
}  // namespace partita

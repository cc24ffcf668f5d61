// What is made of functions, inside of a trace: their derivatives, and functions of many examples.
//
//   auto [l, g] = value_and_grad(loss)(params, x, y);                    // g is like params
//   Params next = map(params, g, [](Tensor w, Tensor d) { return w - 0.1 * d; });
//
// Gradients are of the first argument, whose tensors must be floats; the function gives a scalar, or a pair of that and
// something else. Conventions are JAX's.
//
//   Tensor distances = vectorize(distance, {.in = {0}})(points, centre);  // distance is a function of one point
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/custom_call.h"
#include "partita/export.h"
#include "partita/function_ref.h"
#include "partita/save.h"
#include "partita/tensor.h"
#include "partita/tree.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {

struct GradOptions {
  // Gradients of custom calls of the host (CustomCall::gradient).
  CustomCalls calls{};
  // In loops, cotangents of tensors from around the loop are summed in this type where it is the wider one, f32 for
  // weights of bf16. Nothing: in their own.
  std::optional<DType> accumulate{};
};

namespace detail {

using TreeLeaves = std::vector<Tensor>;
using LeavesToLeaves = FunctionRef<TreeLeaves(const TreeLeaves&)>;

// Copies that a gradient can be asked for.
PARTITA_API TreeLeaves leaves_to_differentiate(const char* op, const TreeLeaves& leaves,
                                               const std::vector<std::string>& names, Where where);
// Cotangents of what was marked, from those of what came out.
PARTITA_API TreeLeaves pulled_back(const char* op, const TreeLeaves& marked, const TreeLeaves& outputs,
                                   const TreeLeaves& cotangents, const GradOptions& options, Where where);
PARTITA_API TreeLeaves gradient(const char* op, const TreeLeaves& marked, const Tensor& loss,
                                const GradOptions& options, Where where);
PARTITA_API TreeLeaves pushed_forward(const TreeLeaves& marked, const TreeLeaves& outputs, const TreeLeaves& tangents,
                                      const GradOptions& options, Where where);
PARTITA_API TreeLeaves checkpointed(const TreeLeaves& in, const Save& save, Where where, LeavesToLeaves body);
// `forward` gives results and then what `backward` takes first, before the cotangents of the results.
PARTITA_API TreeLeaves with_own_gradient(const TreeLeaves& in, const std::size_t& results, Where where,
                                         LeavesToLeaves forward, LeavesToLeaves backward);
PARTITA_API Tensor without_gradient(const Tensor& x, Where where);
// Whether an argument is among these; fails where one of them is not there.
PARTITA_API bool is_mapped_argument(const std::vector<int>& in, int argument, std::size_t arguments, Where where);
// `mapped`: the leaves that have a dimension more than the body takes.
PARTITA_API TreeLeaves vectorized(const TreeLeaves& in, const std::vector<bool>& mapped,
                                  const std::vector<std::string>& names, const std::string& axis, Where where,
                                  LeavesToLeaves body);

// What is made of a function can be asked whether it takes these, as the function itself can.
template <typename F, typename... In>
concept Calls = std::is_invocable_v<const F&, In...>;

template <typename T>
inline constexpr bool kIsPair = false;
template <typename A, typename B>
inline constexpr bool kIsPair<std::pair<A, B>> = true;

template <typename T>
const Tensor& loss_of(const T& value) {
  if constexpr (kIsPair<T>) {
    static_assert(std::is_same_v<typename T::first_type, Tensor>, "the function gives a loss, or a loss and more");
    return value.first;
  } else {
    static_assert(std::is_same_v<T, Tensor>, "the function gives a loss, or a pair of a loss and something else");
    return value;
  }
}

template <typename... Tree>
TreeLeaves all_leaves(const std::tuple<Tree...>& trees) {
  TreeLeaves all;
  std::apply(
      [&](const auto&... tree) {
        (walk_leaves(tree, nullptr, [&](const Tensor& leaf, std::string*) { all.push_back(leaf); }), ...);
      },
      trees);
  return all;
}
template <typename... Tree>
void set_leaves(std::tuple<Tree...>& trees, const TreeLeaves& leaves) {
  std::size_t next = 0;
  std::apply(
      [&](auto&... tree) {
        (walk_leaves(tree, nullptr, [&](Tensor& leaf, std::string*) { leaf = leaves[next++]; }), ...);
      },
      trees);
}

}  // namespace detail

// What f gives, and the gradient of its loss.
template <typename F>
auto value_and_grad(F f, GradOptions options = {}, Where where = Where::current()) {
  return [f, options, where]<typename First, typename... Rest>(const First& first, const Rest&... rest)
    requires detail::Calls<F, const First&, const Rest&...>
  {
    const auto marked = with_leaves(
        first, detail::leaves_to_differentiate("value_and_grad", leaves(first), names(first), where), where);
    std::decay_t<decltype(f(first, rest...))> value = f(marked, rest...);
    auto slope =
        with_leaves(first, detail::gradient("value_and_grad", leaves(marked), detail::loss_of(value), options, where));
    return std::pair(std::move(value), std::move(slope));
  };
}

template <typename F>
auto grad(F f, GradOptions options = {}, Where where = Where::current()) {
  return [f, options, where]<typename First, typename... Rest>(const First& first, const Rest&... rest)
    requires detail::Calls<F, const First&, const Rest&...>
  {
    const auto marked =
        with_leaves(first, detail::leaves_to_differentiate("grad", leaves(first), names(first), where), where);
    const std::decay_t<decltype(f(first, rest...))> value = f(marked, rest...);
    return with_leaves(first, detail::gradient("grad", leaves(marked), detail::loss_of(value), options, where));
  };
}

// What f gives, and the function from cotangents of that to cotangents of x; it may be called in the same function.
template <typename F, typename T>
auto vjp(F f, const T& x, GradOptions options = {}, Where where = Where::current()) {
  const T marked = with_leaves(x, detail::leaves_to_differentiate("vjp", leaves(x), names(x), where), where);
  std::decay_t<decltype(f(x))> value = f(marked);
  auto back = [x, marked, value, options, where](const std::decay_t<decltype(f(x))>& ct) {
    return with_leaves(x, detail::pulled_back("vjp", leaves(marked), leaves(value), leaves(ct), options, where));
  };
  return std::pair(value, back);
}

// What f gives at x, and how that changes as x does along `tangent`.
template <typename F, typename T>
auto jvp(F f, const T& x, const T& tangent, GradOptions options = {}, Where where = Where::current()) {
  const T marked = with_leaves(x, detail::leaves_to_differentiate("jvp", leaves(x), names(x), where), where);
  std::decay_t<decltype(f(x))> value = f(marked);
  auto change =
      with_leaves(value, detail::pushed_forward(leaves(marked), leaves(value), leaves(tangent), options, where));
  return std::pair(std::move(value), std::move(change));
}

// The same function, which its gradient computes again instead of keeping what it computed.
template <typename F>
auto checkpoint(F f, Save save = Save::kNothing, Where where = Where::current()) {
  return [f, save, where]<typename... In>(const In&... in)
    requires detail::Calls<F, const In&...>
  {
    std::tuple<In...> trees(in...);
    std::optional<std::decay_t<decltype(f(in...))>> given;
    const auto body = [&](const detail::TreeLeaves& leaf) {
      detail::set_leaves(trees, leaf);
      given.emplace(std::apply([&](const auto&... tree) { return f(tree...); }, trees));
      return leaves(*given);
    };
    const detail::TreeLeaves out = detail::checkpointed(detail::all_leaves(trees), save, where, body);
    return with_leaves(*given, out, where);
  };
}

// A function with a gradient of its own: `forward` gives its value and what the gradient needs, `backward` of that and
// the cotangent of the value gives a tuple of cotangents, one for each argument.
template <typename Forward, typename Backward>
auto custom_vjp(Forward forward, Backward backward, Where where = Where::current()) {
  return [forward, backward, where]<typename... In>(const In&... in)
    requires detail::Calls<Forward, const In&...>
  {
    std::tuple<In...> trees(in...);
    std::optional<std::decay_t<decltype(forward(in...))>> given;
    std::size_t results = 0;
    const auto run = [&](const detail::TreeLeaves& leaf) {
      detail::set_leaves(trees, leaf);
      given.emplace(std::apply([&](const auto&... tree) { return forward(tree...); }, trees));
      detail::TreeLeaves out = leaves(given->first);
      results = out.size();
      for (const Tensor& kept : leaves(given->second)) out.push_back(kept);
      return out;
    };
    const auto back = [&](const detail::TreeLeaves& leaf) {
      std::tuple kept_and_ct(given->second, given->first);
      detail::set_leaves(kept_and_ct, leaf);
      return detail::all_leaves(static_cast<std::tuple<In...>>(std::apply(backward, kept_and_ct)));
    };
    const detail::TreeLeaves out = detail::with_own_gradient(detail::all_leaves(trees), results, where, run, back);
    return with_leaves(given->first, out, where);
  };
}

// The same tensors, through which no gradient goes.
template <typename T>
T stop_gradient(const T& tree, Where where = Where::current()) {
  return map(tree, [&](const Tensor& leaf) { return detail::without_gradient(leaf, where); });
}

struct VectorizeOptions {
  std::string axis{};     // of the mesh, for the new dimension in hints inside; empty: they leave it open
  std::vector<int> in{};  // the arguments that have it; empty: all. The others are the same for all examples
};

// f over many examples at once: tensors of its arguments and results have one more dimension, the first. f is traced on
// one example; what it computes from none of the arguments that have the dimension is computed once.
template <typename F>
auto vectorize(F f, VectorizeOptions options = {}, Where where = Where::current()) {
  return [f, options, where]<typename... In>(const In&... in)
    requires detail::Calls<F, const In&...>
  {
    std::tuple<In...> trees(in...);
    std::optional<std::decay_t<decltype(f(in...))>> given;
    const auto body = [&](const detail::TreeLeaves& leaf) {
      detail::set_leaves(trees, leaf);
      given.emplace(std::apply([&](const auto&... tree) { return f(tree...); }, trees));
      return leaves(*given);
    };
    const detail::TreeLeaves all = detail::all_leaves(trees);
    std::vector<bool> mapped;
    std::vector<std::string> path;
    int number = 0;
    const auto add = [&](const auto& tree) {
      const bool has = detail::is_mapped_argument(options.in, number, sizeof...(in), where);
      for (std::string& name : names(tree, "in" + std::to_string(number++))) {
        path.push_back(static_cast<std::string&&>(name));
        mapped.push_back(has);
      }
    };
    (add(in), ...);
    const detail::TreeLeaves out = detail::vectorized(all, mapped, path, options.axis, where, body);
    return with_leaves(*given, out, where);
  };
}

}  // namespace v1
}  // namespace partita

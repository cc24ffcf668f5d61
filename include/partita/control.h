// Loops and branches of the program. What C++ does while a function is traced, an `if` or a `for`, is done once and
// leaves no trace; these are done when the program runs.
//
//   Tensor last = scan([](Tensor sum, Tensor x) { return sum + x; }, start, rows);
//   auto [end, all] = scan([](Tensor sum, Tensor x) { return std::pair(sum + x, sum); }, start, rows);
//   auto half = [&] { return x / 2; };
//   Tensor y = cond(any(x > 1), half, [&] { return x; });
//
// Bodies are called once each. They may use tensors from around them; what they make leaves through what they return.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/export.h"
#include "partita/function_ref.h"
#include "partita/tensor.h"
#include "partita/tree.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {

struct ScanOptions {
  bool reverse = false;  // from the last to the first; results stand where what they came from does
  // For its gradient the loop keeps the carries of every segment-th step alone, and each segment is computed again: of
  // n steps about n / segment + segment are kept, instead of n. 0: those of all steps. n need not be a multiple.
  std::int64_t segment = 0;
};

struct WhileOptions {
  // Where it is known how often the body runs at most: the loop then has a gradient. 0: not known.
  std::int64_t max_trips = 0;
};

namespace detail {

using Leaves = std::vector<Tensor>;

// The body takes slices of xs, then the carries, and gives ys, then the carries.
PARTITA_API Leaves scan_leaves(const char* op, const Leaves& xs, const Leaves& carries,
                               const std::vector<std::string>& names, ScanOptions options, Where where,
                               FunctionRef<Leaves(const Leaves&)> body);
PARTITA_API Leaves while_leaves(const Leaves& carries, const std::vector<std::string>& names, WhileOptions options,
                                Where where, FunctionRef<Tensor(const Leaves&)> condition,
                                FunctionRef<Leaves(const Leaves&)> body);
PARTITA_API Leaves branch_leaves(const char* op, const Tensor& index,
                                 const std::vector<FunctionRef<Leaves()>>& branches, Where where);
PARTITA_API Tensor counter(std::int64_t count, Where where);

// A tree like this one, with the leaves from `next` on.
template <typename T>
T next_leaves(const T& like, const Leaves& leaves, std::size_t& next) {
  T out = like;
  walk_leaves(out, nullptr, [&](Tensor& leaf, std::string*) { leaf = leaves[next++]; });
  return out;
}

template <typename T>
Leaves joined(const T& first, const Leaves& second) {
  Leaves out = leaves(first);
  out.insert(out.end(), second.begin(), second.end());
  return out;
}

}  // namespace detail

// f(carry, x) for each x of xs along their first dimension: gives the next carry, or that and a y. Gives the last
// carry, or that and all ys.
template <typename F, typename Carry, typename Xs>
auto scan(F&& f, const Carry& carry, const Xs& xs, ScanOptions options = {}, Where where = Where::current()) {
  using Given = std::decay_t<std::invoke_result_t<F&, const Carry&, const Xs&>>;
  const detail::Leaves carries = leaves(carry), inputs = leaves(xs);
  std::optional<Given> given;
  const auto body = [&](const detail::Leaves& in) -> detail::Leaves {
    std::size_t next = 0;
    const Xs x = detail::next_leaves(xs, in, next);
    const Carry state = detail::next_leaves(carry, in, next);
    given.emplace(f(state, x));
    if constexpr (std::is_same_v<Given, Carry>) {
      return leaves(*given);
    } else {
      return detail::joined(given->second, leaves(given->first));
    }
  };
  const detail::Leaves out = detail::scan_leaves("scan", inputs, carries, names(carry), options, where, body);
  std::size_t next = 0;
  if constexpr (std::is_same_v<Given, Carry>) {
    return detail::next_leaves(carry, out, next);
  } else {
    static_assert(std::is_same_v<typename Given::first_type, Carry>,
                  "the body of scan gives the next carry, or a pair of that and a y");
    auto ys = detail::next_leaves(given->second, out, next);
    return std::pair<Carry, typename Given::second_type>(detail::next_leaves(carry, out, next), std::move(ys));
  }
}

// f(x) for each x of xs along their first dimension, one after the other.
template <typename F, typename Xs>
auto map_rows(F&& f, const Xs& xs, Where where = Where::current()) {
  std::optional<std::decay_t<std::invoke_result_t<F&, const Xs&>>> given;
  const auto body = [&](const detail::Leaves& in) {
    std::size_t next = 0;
    given.emplace(f(static_cast<const Xs&>(detail::next_leaves(xs, in, next))));
    return leaves(*given);
  };
  const detail::Leaves out = detail::scan_leaves("map_rows", leaves(xs), {}, {}, {}, where, body);
  std::size_t next = 0;
  return detail::next_leaves(*given, out, next);
}

// x = f(i, x) or f(x), for i = 0, …, times - 1 (an s32 scalar).
template <typename F, typename T>
T repeat(F&& f, const T& x, std::int64_t times, ScanOptions options = {}, Where where = Where::current()) {
  const auto body = [&](const detail::Leaves& in) {
    std::size_t next = 1;
    const T state = detail::next_leaves(x, in, next);
    if constexpr (std::is_invocable_v<F&, const Tensor&, const T&>) {
      return leaves(static_cast<const T&>(f(in[0], state)));
    } else {
      return leaves(static_cast<const T&>(f(state)));
    }
  };
  const detail::Leaves out =
      detail::scan_leaves("repeat", {detail::counter(times, where)}, leaves(x), names(x), options, where, body);
  std::size_t next = 0;
  return detail::next_leaves(x, out, next);
}

// x = body(x) for as long as condition(x), a scalar of pred.
template <typename Condition, typename Body, typename T>
T while_loop(Condition&& condition, Body&& body, const T& x, WhileOptions options = {},
             Where where = Where::current()) {
  const auto state = [&](const detail::Leaves& in) {
    std::size_t next = 0;
    return detail::next_leaves(x, in, next);
  };
  const auto holds = [&](const detail::Leaves& in) { return static_cast<Tensor>(condition(state(in))); };
  const auto step = [&](const detail::Leaves& in) { return leaves(static_cast<const T&>(body(state(in)))); };
  return state(detail::while_leaves(leaves(x), names(x), options, where, holds, step));
}

// What one of them gives: `yes` where the condition, a scalar of pred, holds. Both give the same types.
template <typename Yes, typename No>
auto cond(const Tensor& condition, Yes&& yes, No&& no, Where where = Where::current()) {
  using Out = std::decay_t<std::invoke_result_t<Yes&>>;
  static_assert(std::is_same_v<Out, std::decay_t<std::invoke_result_t<No&>>>, "both branches of cond give one type");
  std::optional<Out> given;
  const auto first = [&] {
    given.emplace(yes());
    return leaves(*given);
  };
  const auto second = [&] { return leaves(static_cast<const Out&>(no())); };
  const detail::Leaves out = detail::branch_leaves("cond", condition, {first, second}, where);
  std::size_t next = 0;
  return detail::next_leaves(*given, out, next);
}

// What branch number `index`, an integer scalar, gives; the last one where there is none of that number.
template <typename Out = Tensor>
Out choose(const Tensor& index, std::initializer_list<FunctionRef<std::type_identity_t<Out>()>> branches,
           Where where = Where::current()) {
  std::optional<Out> given;
  struct Branch {
    const FunctionRef<Out()>* f;
    std::optional<Out>* given;
    detail::Leaves operator()() const {
      given->emplace((*f)());
      return leaves(**given);
    }
  };
  std::vector<Branch> all;
  for (const FunctionRef<Out()>& branch : branches) all.push_back({&branch, &given});
  std::vector<FunctionRef<detail::Leaves()>> refs;
  for (const Branch& branch : all) refs.emplace_back(branch);
  const detail::Leaves out = detail::branch_leaves("choose", index, refs, where);
  std::size_t next = 0;
  return detail::next_leaves(*given, out, next);
}

}  // namespace v1
}  // namespace partita

// Trees of tensors: a Tensor, a struct of trees, or a vector, array, pair, tuple or optional of them. Parameters of a
// model are plain structs, and what takes or gives many tensors takes and gives trees.
//
//   struct Layer { Tensor w, b; };
//   struct Model { Tensor embed; std::vector<Layer> layers; double rate = 0.1; };
//
//   Model half = map(model, [](Tensor x) { return x * 0.5; });                      // inside of a trace
//   Model next = map(model, gradients, [](Tensor x, Tensor d) { return x - 0.1 * d; });
//   std::vector<std::string> all = names(model);                                    // embed, layers.0.w, layers.0.b
//
// Members that hold no tensors are passed on as they are. A struct is an aggregate of at most 32 members, without bases
// and C arrays; any other class says what it holds: PARTITA_TREE(a, b) among its public members.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/export.h"
#include "partita/function_ref.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {

// Names the members of a class that is no aggregate, or has bases.
#define PARTITA_TREE(...)                                               \
  static constexpr const char* partita_names() { return #__VA_ARGS__; } \
  auto partita_members() { return std::tie(__VA_ARGS__); }              \
  auto partita_members() const { return std::tie(__VA_ARGS__); }

// Classes that never hold tensors; more may be added.
template <typename T>
inline constexpr bool is_static = !std::is_class_v<T> && !std::is_array_v<T> && !std::is_union_v<T>;
template <>
inline constexpr bool is_static<std::string> = true;
template <>
inline constexpr bool is_static<std::string_view> = true;
template <>
inline constexpr bool is_static<Shape> = true;

namespace detail {

template <typename T, typename Derived>
concept NoBaseOf = !std::is_base_of_v<T, Derived>;

// Initializes a member of any type, but for the class itself and what it derives from.
template <typename Of>
struct AnyMember {
  template <NoBaseOf<Of> T>
  constexpr operator T() const noexcept {
    __builtin_unreachable();
  }
};
template <typename T, typename Any, std::size_t... I>
constexpr bool takes_braces(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), Any())...}; };
}
// Parentheses do not reach into arrays, as braces do.
template <typename T, typename Any, std::size_t... I>
constexpr bool takes_parentheses(std::index_sequence<I...>) {
  return requires { T((static_cast<void>(I), Any())...); };
}

inline constexpr std::size_t kMostMembers = 32;

// How many initializers an aggregate takes, one more than kMostMembers where it takes more.
template <typename T, typename Any, std::size_t N = kMostMembers + 1>
constexpr std::size_t count_members() {
  if constexpr (N == 0 || takes_braces<T, Any>(std::make_index_sequence<N>())) {
    return N;
  } else {
    return count_members<T, Any, N - 1>();
  }
}

template <typename T>
inline constexpr std::size_t kMembers = count_members<T, AnyMember<T>>();

template <typename T>
constexpr bool is_plain_struct() {
  if constexpr (!std::is_aggregate_v<T> || std::is_array_v<T>) {
    return false;
  } else if constexpr (std::is_empty_v<T>) {
    return true;
  } else {
    constexpr std::size_t n = kMembers<T>;
    // A base is initialized as a member is, and an array takes several initializers.
    return n <= kMostMembers && n > 0 && takes_parentheses<T, AnyMember<T>>(std::make_index_sequence<n>());
  }
}

template <typename T>
inline constexpr bool kIsNode = false;
template <typename T, typename A>
inline constexpr bool kIsNode<std::vector<T, A>> = true;
template <typename T, std::size_t N>
inline constexpr bool kIsNode<std::array<T, N>> = true;
template <typename A, typename B>
inline constexpr bool kIsNode<std::pair<A, B>> = true;
template <typename... T>
inline constexpr bool kIsNode<std::tuple<T...>> = true;
template <typename T>
inline constexpr bool kIsNode<std::optional<T>> = true;

template <typename T>
concept NamesMembers = requires(T& t) {
  t.partita_members();
  T::partita_names();
};

template <typename T>
constexpr bool is_tree() {
  return std::is_same_v<T, Tensor> || is_static<T> || kIsNode<T> || NamesMembers<T> || is_plain_struct<T>();
}

// Calls f(member...) with the members of a plain struct.
template <std::size_t N, typename T, typename F>
constexpr decltype(auto) with_members(T& object, F&& f) {
#define PARTITA_MEMBERS(count, ...) \
  else if constexpr (N == count) {  \
    auto& [__VA_ARGS__] = object;   \
    return f(__VA_ARGS__);          \
  }
  if constexpr (N == 0) {
    return f();
  }
  PARTITA_MEMBERS(1, m0)
  PARTITA_MEMBERS(2, m0, m1)
  PARTITA_MEMBERS(3, m0, m1, m2)
  PARTITA_MEMBERS(4, m0, m1, m2, m3)
  PARTITA_MEMBERS(5, m0, m1, m2, m3, m4)
  PARTITA_MEMBERS(6, m0, m1, m2, m3, m4, m5)
  PARTITA_MEMBERS(7, m0, m1, m2, m3, m4, m5, m6)
  PARTITA_MEMBERS(8, m0, m1, m2, m3, m4, m5, m6, m7)
  PARTITA_MEMBERS(9, m0, m1, m2, m3, m4, m5, m6, m7, m8)
  PARTITA_MEMBERS(10, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9)
  PARTITA_MEMBERS(11, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10)
  PARTITA_MEMBERS(12, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11)
  PARTITA_MEMBERS(13, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12)
  PARTITA_MEMBERS(14, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13)
  PARTITA_MEMBERS(15, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14)
  PARTITA_MEMBERS(16, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15)
  PARTITA_MEMBERS(17, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16)
  PARTITA_MEMBERS(18, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17)
  PARTITA_MEMBERS(19, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18)
  PARTITA_MEMBERS(20, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19)
  PARTITA_MEMBERS(21, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20)
  PARTITA_MEMBERS(22, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21)
  PARTITA_MEMBERS(23, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21, m22)
  PARTITA_MEMBERS(24, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21, m22, m23)
  PARTITA_MEMBERS(25, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21, m22, m23, m24)
  PARTITA_MEMBERS(26, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21, m22, m23, m24, m25)
  PARTITA_MEMBERS(27, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21, m22, m23, m24, m25, m26)
  PARTITA_MEMBERS(28, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21, m22, m23, m24, m25, m26, m27)
  PARTITA_MEMBERS(29, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21, m22, m23, m24, m25, m26, m27, m28)
  PARTITA_MEMBERS(30, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21, m22, m23, m24, m25, m26, m27, m28, m29)
  PARTITA_MEMBERS(31, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21, m22, m23, m24, m25, m26, m27, m28, m29, m30)
  PARTITA_MEMBERS(32, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                  m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31)
#undef PARTITA_MEMBERS
}

// ---- names of members: the compiler spells the address of a member of an object that is never defined.

template <typename T>
struct Holder {
  T value;
};
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif
template <typename T>
extern const Holder<T> nowhere;

template <auto Address>
constexpr auto spelled_address() {              // auto: GCC would explain the name of any other type behind the address
  std::string_view text = __PRETTY_FUNCTION__;  // "… Address = &nowhere<T>.value.name]", "… (& nowhere<T>.….T::name)]"
  text.remove_suffix(text.size() - text.find_last_not_of(" )]") - 1);
  return text.substr(text.find_last_of(".:") + 1);
}

template <typename T, std::size_t I>
constexpr auto member_address() {
  return with_members<kMembers<T>>(nowhere<T>.value,
                                   [](auto&... members) { return std::get<I>(std::make_tuple(&members...)); });
}

template <typename T, std::size_t I>
inline constexpr std::string_view kMemberName = spelled_address<member_address<T, I>()>();
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

// The I-th of "a, b, c".
PARTITA_API std::string_view name_in_list(std::string_view list, std::size_t i);

// ---- the walk

// Calls f(tensor, path) for each leaf, in the order of declaration. `path` is null where nobody asks for names.
template <typename T, typename F>
void walk_leaves(T& tree, std::string* path, const F& f);

template <typename T, typename F>
void walk_child(T& child, std::string* path, std::string_view name, const F& f) {
  if (path == nullptr) return walk_leaves(child, path, f);
  const std::size_t length = path->size();
  if (length != 0) *path += '.';
  *path += name;
  walk_leaves(child, path, f);
  path->resize(length);
}

template <typename T, typename F, std::size_t... I, typename... Member>
void walk_members(std::string* path, const F& f, std::index_sequence<I...>, Member&... members) {
  (walk_child(members, path, kMemberName<T, I>, f), ...);
}

template <typename T, typename F>
void walk_leaves(T& tree, std::string* path, const F& f) {
  using Plain = std::remove_const_t<T>;
  static_assert(is_tree<Plain>(),
                "this class is no tree of tensors: it has bases, C arrays, more than 32 members or is no aggregate; "
                "name what it holds with PARTITA_TREE(a, b) among its public members, or say "
                "template <> inline constexpr bool partita::is_static<Class> = true; where it never holds tensors");
  if constexpr (std::is_same_v<Plain, Tensor>) {
    f(tree, path);
  } else if constexpr (is_static<Plain>) {
  } else if constexpr (NamesMembers<Plain>) {
    std::apply(
        [&](auto&... members) {
          std::size_t i = 0;
          (walk_child(members, path, name_in_list(Plain::partita_names(), i++), f), ...);
        },
        tree.partita_members());
  } else if constexpr (requires {
                         tree.has_value();
                         *tree;
                       }) {
    if (tree.has_value()) walk_leaves(*tree, path, f);
  } else if constexpr (requires {
                         tree.begin();
                         tree.size();
                       }) {
    std::size_t i = 0;
    for (auto& child : tree) walk_child(child, path, path != nullptr ? std::to_string(i++) : std::string(), f);
  } else if constexpr (kIsNode<Plain>) {
    std::apply(
        [&](auto&... members) {
          std::size_t i = 0;
          (walk_child(members, path, path != nullptr ? std::to_string(i++) : std::string(), f), ...);
        },
        tree);
  } else if constexpr (kMembers<Plain> > 0 && is_plain_struct<Plain>() && !std::is_empty_v<Plain>) {
    with_members<kMembers<Plain>>(tree, [&](auto&... members) {
      walk_members<Plain>(path, f, std::make_index_sequence<sizeof...(members)>(), members...);
    });
  }
}

// The number of leaves of both, or an Error.
PARTITA_API void check_same_leaves(std::size_t a, std::size_t b, Where where);

}  // namespace detail

template <typename T>
concept Tree = detail::is_tree<std::remove_cvref_t<T>>();

// All tensors of a tree, and their names.
template <typename T>
std::vector<Tensor> leaves(const T& tree) {
  std::vector<Tensor> out;
  detail::walk_leaves(tree, nullptr, [&](const Tensor& leaf, std::string*) { out.push_back(leaf); });
  return out;
}
template <typename T>
std::vector<std::string> names(const T& tree, std::string_view prefix = {}) {
  std::vector<std::string> out;
  std::string path(prefix);
  detail::walk_leaves(tree, &path, [&](const Tensor&, std::string* name) { out.push_back(*name); });
  return out;
}

// A tree like this one with other tensors.
template <typename T>
T with_leaves(T tree, const std::vector<Tensor>& leaves, Where where = Where::current()) {
  std::size_t i = 0;
  detail::walk_leaves(tree, nullptr, [&](Tensor& leaf, std::string*) {
    if (i < leaves.size()) leaf = leaves[i];
    ++i;
  });
  detail::check_same_leaves(i, leaves.size(), where);
  return tree;
}

// f of each leaf; of several trees with as many leaves as the first, which the result is like.
template <typename T, typename F>
T map(const T& tree, const F& f) {
  T out = tree;
  detail::walk_leaves(out, nullptr, [&](Tensor& leaf, std::string*) { leaf = f(static_cast<const Tensor&>(leaf)); });
  return out;
}
template <typename T, typename U, typename F>
T map(const T& tree, const U& second, const F& f, Where where = Where::current()) {
  const std::vector<Tensor> a = leaves(second);
  T out = tree;
  std::size_t i = 0;
  detail::check_same_leaves(leaves(tree).size(), a.size(), where);
  detail::walk_leaves(out, nullptr, [&](Tensor& leaf, std::string*) {
    leaf = f(static_cast<const Tensor&>(leaf), a[i]);
    ++i;
  });
  return out;
}
template <typename T, typename U, typename V, detail::OtherThan<Where> F>
T map(const T& tree, const U& second, const V& third, const F& f, Where where = Where::current()) {
  const std::vector<Tensor> a = leaves(second), b = leaves(third);
  T out = tree;
  std::size_t i = 0;
  detail::check_same_leaves(leaves(tree).size(), a.size(), where);
  detail::check_same_leaves(leaves(tree).size(), b.size(), where);
  detail::walk_leaves(out, nullptr, [&](Tensor& leaf, std::string*) {
    leaf = f(static_cast<const Tensor&>(leaf), a[i], b[i]);
    ++i;
  });
  return out;
}
template <typename T, typename U, typename V, typename W, detail::OtherThan<Where> F>
T map(const T& tree, const U& second, const V& third, const W& fourth, const F& f, Where where = Where::current()) {
  const std::vector<Tensor> a = leaves(second), b = leaves(third), c = leaves(fourth);
  T out = tree;
  std::size_t i = 0;
  detail::check_same_leaves(leaves(tree).size(), a.size(), where);
  detail::check_same_leaves(leaves(tree).size(), b.size(), where);
  detail::check_same_leaves(leaves(tree).size(), c.size(), where);
  detail::walk_leaves(out, nullptr, [&](Tensor& leaf, std::string*) {
    leaf = f(static_cast<const Tensor&>(leaf), a[i], b[i], c[i]);
    ++i;
  });
  return out;
}

}  // namespace v1
}  // namespace partita

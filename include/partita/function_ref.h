// A callable that is borrowed for the length of a call: two pointers, no copy and no allocation.
#pragma once

#include <type_traits>

namespace partita {
inline namespace v1 {

template <typename Signature>
class FunctionRef;

namespace detail {

template <typename T, typename Other>
concept OtherThan = !std::is_same_v<std::remove_cvref_t<T>, Other>;

}  // namespace detail

template <typename Result, typename... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <detail::OtherThan<FunctionRef> F>
  FunctionRef(F&& f) {  // NOLINT: implicit by intent
    using Pointer = std::add_pointer_t<std::remove_reference_t<F>>;
    if constexpr (std::is_function_v<std::remove_reference_t<F>>) {
      object_ = reinterpret_cast<void*>(&f);
    } else {
      object_ = const_cast<void*>(static_cast<const void*>(__builtin_addressof(f)));
    }
    call_ = [](void* object, Arguments... arguments) -> Result {
      return (*reinterpret_cast<Pointer>(object))(static_cast<Arguments&&>(arguments)...);
    };
  }

  Result operator()(Arguments... arguments) const { return call_(object_, static_cast<Arguments&&>(arguments)...); }

 private:
  void* object_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace v1
}  // namespace partita

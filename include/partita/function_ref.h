// A callable that is borrowed for the length of a call: two pointers, no copy and no allocation.
#pragma once

#include <type_traits>

namespace partita {
inline namespace v1 {

template <typename Signature>
class FunctionRef;

template <typename Result, typename... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <typename F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef>)
  FunctionRef(F&& f)  // NOLINT: implicit by intent
      : object_(const_cast<void*>(static_cast<const void*>(__builtin_addressof(f)))),
        call_([](void* object, Arguments... arguments) -> Result {
          return (*static_cast<decltype(__builtin_addressof(f))>(object))(static_cast<Arguments&&>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const { return call_(object_, static_cast<Arguments&&>(arguments)...); }

 private:
  void* object_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace v1
}  // namespace partita

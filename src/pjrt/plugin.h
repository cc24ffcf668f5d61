// A PJRT plugin that was loaded: its functions, its errors as ours, and what it gives as objects that free themselves.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "pjrt/c_interface.h"

namespace partita::core::pjrt {

class Plugin {
 public:
  // P420 where the file is no plugin, or one of a version that is not understood. A plugin stays loaded until the
  // process ends: none can be unloaded safely.
  static Result<std::shared_ptr<const Plugin>> load(const std::string& path);

  // "0.114"
  std::string version() const;
  const std::string& path() const { return path_; }

  template <typename A>
  bool has(const abi::Function<A>& function) const {
    return address(function.offset) != nullptr;
  }
  // P421 where the plugin says that something went wrong, in its words; P420 where it has no such function.
  template <typename A>
  Status call(const abi::Function<A>& function, A& args) const {
    using Address = abi::Error* (*)(A*);
    const auto at = reinterpret_cast<Address>(address(function.offset));
    if (at == nullptr) return missing(function.name);
    args.struct_size = sizeof(A);
    return take_error(function.name, at(&args));
  }
  // Frees an object; what goes wrong then can be told to nobody.
  template <typename A>
  void destroy(const abi::Function<A>& function, A args) const {
    if (has(function)) (void)call(function, args);
  }
  // Waits for an event of the plugin, and frees it. Null: there is nothing to wait for.
  Status await(abi::Event* event) const;

 private:
  Plugin(std::string path, const abi::Api* api) : path_(std::move(path)), api_(api) {}
  void* address(size_t offset) const;
  Error missing(const char* function) const;
  Status take_error(const char* function, abi::Error* error) const;

  const std::string path_;
  const abi::Api* api_;
};

// An object of a plugin, freed by the function of its type.
template <typename T, typename A, const abi::Function<A>& kDestroy, T* A::* kMember>
class Owned {
 public:
  Owned() = default;
  Owned(std::shared_ptr<const Plugin> plugin, T* object) : plugin_(std::move(plugin)), object_(object) {}
  Owned(Owned&& other) noexcept : plugin_(std::move(other.plugin_)), object_(std::exchange(other.object_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(plugin_, other.plugin_);
    std::swap(object_, other.object_);
    return *this;
  }
  ~Owned() {
    if (object_ == nullptr) return;
    A args;
    args.*kMember = object_;
    plugin_->destroy(kDestroy, args);
  }
  T* get() const { return object_; }

 private:
  std::shared_ptr<const Plugin> plugin_;
  T* object_ = nullptr;
};

using OwnedClient = Owned<abi::Client, abi::ClientArgs, abi::kClientDestroy, &abi::ClientArgs::client>;
using OwnedLoaded = Owned<abi::LoadedExecutable, abi::LoadedExecutableArgs, abi::kLoadedDestroy,
                          &abi::LoadedExecutableArgs::executable>;
using OwnedExecutable =
    Owned<abi::Executable, abi::ExecutableArgs, abi::kExecutableDestroy, &abi::ExecutableArgs::executable>;
using OwnedBuffer = Owned<abi::Buffer, abi::BufferArgs, abi::kBufferDestroy, &abi::BufferArgs::buffer>;

}  // namespace partita::core::pjrt

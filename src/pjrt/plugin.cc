#include "pjrt/plugin.h"

#include <fmt/format.h>

#include <cstring>

#ifndef PARTITA_WITHOUT_DLOPEN
#include <dlfcn.h>
#endif

namespace partita::core::pjrt {
namespace {

Error refused(const std::string& path, std::string message) {
  Diagnostic d = error_without_place(Code::kBadPlugin, std::move(message));
  d.file = path;
  return {std::move(d)};
}

// As absl has them.
std::string_view name_of_code(int32_t code) {
  static constexpr std::string_view kNames[] = {
      "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED"};
  return code >= 0 && code < static_cast<int32_t>(std::size(kNames)) ? kNames[code] : "an unknown code";
}

}  // namespace

#ifdef PARTITA_WITHOUT_DLOPEN
Result<std::shared_ptr<const Plugin>> Plugin::load(const std::string& path) {
  return refused(path,
                 "this partita is a static binary, which cannot load plugins; use one that is linked dynamically");
}
#else
Result<std::shared_ptr<const Plugin>> Plugin::load(const std::string& path) {
  // A name without a slash would be looked for in the folders of the system.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* library = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    return refused(path, fmt::format("the plugin cannot be loaded: {}", why != nullptr ? why : "no reason is given"));
  }
  void* symbol = dlsym(library, "GetPjrtApi");
  if (symbol == nullptr) {
    return refused(path, "this library is no PJRT plugin: it has no function GetPjrtApi");
  }
  const auto* api = reinterpret_cast<const abi::Api* (*)()>(symbol)();
  if (api == nullptr || api->struct_size < sizeof(abi::Api)) {
    return refused(path, "the plugin's table of functions is missing, or too short to have a version");
  }
  std::shared_ptr<const Plugin> plugin(new Plugin(path, api));
  const abi::Version& version = api->version;
  if (version.major != abi::kMajor || version.minor < abi::kOldestMinor) {
    return refused(path, fmt::format("the plugin has version {} of PJRT's C interface; versions from {}.{} on are "
                                     "understood, before {}.0",
                                     plugin->version(), abi::kMajor, abi::kOldestMinor, abi::kMajor + 1));
  }
  abi::PluginInitializeArgs initialize;
  PARTITA_CHECK_OK(plugin->call(abi::kPluginInitialize, initialize));
  return plugin;
}
#endif

std::string Plugin::version() const { return fmt::format("{}.{}", api_->version.major, api_->version.minor); }

void* Plugin::address(size_t offset) const {
  if (offset + sizeof(void*) > api_->struct_size) return nullptr;
  void* found = nullptr;
  std::memcpy(&found, reinterpret_cast<const std::byte*>(api_) + offset, sizeof found);
  return found;
}

Error Plugin::missing(const char* function) const {
  return refused(
      path_, fmt::format("the plugin, of version {} of PJRT's C interface, has no function {}", version(), function));
}

Status Plugin::take_error(const char* function, abi::Error* error) const {
  if (error == nullptr) return {};
  // Functions on errors give no errors themselves; those that are missing leave out what they would say.
  abi::ErrorGetCodeArgs code;
  code.struct_size = sizeof code;
  code.error = error;
  if (const auto get = reinterpret_cast<abi::Error* (*)(abi::ErrorGetCodeArgs*)>(address(abi::kErrorGetCode.offset))) {
    get(&code);
  }
  abi::ErrorMessageArgs message;
  message.struct_size = sizeof message;
  message.error = error;
  if (const auto get = reinterpret_cast<void (*)(abi::ErrorMessageArgs*)>(address(abi::kErrorMessage.offset))) {
    get(&message);
  }
  const std::string text = message.message != nullptr ? std::string(message.message, message.message_size) : "";
  abi::ErrorDestroyArgs destroy;
  destroy.struct_size = sizeof destroy;
  destroy.error = error;
  if (const auto free = reinterpret_cast<void (*)(abi::ErrorDestroyArgs*)>(address(abi::kErrorDestroy.offset))) {
    free(&destroy);
  }
  Diagnostic d = error_without_place(
      Code::kPluginError, fmt::format("{}: {}{}{}", function, name_of_code(code.code), text.empty() ? "" : ": ", text));
  d.file = path_;
  return Error{std::move(d)};
}

Status Plugin::await(abi::Event* event) const {
  if (event == nullptr) return {};
  abi::EventArgs args;
  args.event = event;
  Status done = call(abi::kEventAwait, args);
  destroy(abi::kEventDestroy, args);
  return done;
}

}  // namespace partita::core::pjrt

// The C interface of PJRT, the runtime below XLA: our own declaration of the part that is used, from its documented
// layout (64-bit; version 0.114, and what stayed the same since 0.58).
//
// A plugin is a shared library with a function GetPjrtApi(), which gives a table: its size, its version, and pointers
// to functions. Each takes one struct, which begins with its own size, and gives an error, or null.
//
// Both sides may be of another version than the other: the table ends where its size says, and fields of structs that
// come later are left alone by a side that does not know them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::core::pjrt::abi {

// Opaque; of the plugin.
struct Error;
struct Event;
struct Client;
struct Device;
struct DeviceDescription;
struct Memory;
struct Executable;
struct LoadedExecutable;
struct Buffer;

struct Version {
  size_t struct_size;
  void* extensions;
  int32_t major;
  int32_t minor;
};

// The functions lie behind it, at the offsets that Function states.
struct Api {
  size_t struct_size;
  void* extensions;
  Version version;
};

inline constexpr int kMajor = 0;
inline constexpr int kOldestMinor = 58;  // before it fields lay elsewhere

struct NamedValue {
  enum Kind : int32_t { kString = 0, kInt64 = 1, kInt64List = 2, kFloat = 3, kBool = 4 };
  size_t struct_size = sizeof(NamedValue);
  void* extensions = nullptr;
  const char* name = nullptr;
  size_t name_size = 0;
  Kind kind = kString;
  union {
    const char* text = nullptr;
    int64_t integer;
    float number;
    bool flag;
  };
  size_t value_size = 0;  // characters of a string, 1 of a scalar
};

struct Program {
  size_t struct_size = sizeof(Program);
  void* extensions = nullptr;
  const char* code = nullptr;
  size_t code_size = 0;
  const char* format = nullptr;
  size_t format_size = 0;
};

// Of a dense array; tiles are not used here.
struct MemoryLayout {
  enum Kind : int32_t { kTiled = 0, kStrides = 1 };
  struct Tiled {
    size_t struct_size = sizeof(Tiled);
    void* extensions = nullptr;
    const int64_t* minor_to_major = nullptr;
    size_t num_dims = 0;
    const int64_t* tile_dims = nullptr;
    const size_t* tile_dim_sizes = nullptr;
    size_t num_tiles = 0;
  };
  size_t struct_size = sizeof(MemoryLayout);
  void* extensions = nullptr;
  Tiled tiled;
  Kind kind = kTiled;
};

struct ExecuteOptions {
  size_t struct_size = sizeof(ExecuteOptions);
  void* extensions = nullptr;
  void** send_callbacks = nullptr;
  void** recv_callbacks = nullptr;
  size_t num_send_ops = 0;
  size_t num_recv_ops = 0;
  int32_t launch_id = 0;
  const int64_t* non_donatable = nullptr;
  size_t num_non_donatable = 0;
  std::byte later[72] = {};  // contexts, hooks and tables that are not used
};

// What every function's struct begins with.
struct Args {
  size_t struct_size = 0;  // set by the call
  void* extensions = nullptr;
};

struct ErrorDestroyArgs : Args {
  Error* error = nullptr;
};
struct ErrorMessageArgs : Args {
  const Error* error = nullptr;
  const char* message = nullptr;
  size_t message_size = 0;
};
struct ErrorGetCodeArgs : Args {
  const Error* error = nullptr;
  int32_t code = 0;
};
struct PluginInitializeArgs : Args {};
struct EventArgs : Args {
  Event* event = nullptr;
};
struct ClientCreateArgs : Args {
  const NamedValue* options = nullptr;
  size_t num_options = 0;
  void* key_value_get[2] = {};
  void* key_value_put[2] = {};
  Client* client = nullptr;
  void* key_value_try_get[2] = {};
};
struct ClientArgs : Args {
  Client* client = nullptr;
};
struct ClientTextArgs : Args {
  Client* client = nullptr;
  const char* text = nullptr;
  size_t size = 0;
};
struct ClientDevicesArgs : Args {
  Client* client = nullptr;
  Device* const* devices = nullptr;
  size_t num_devices = 0;
};
struct ClientCompileArgs : Args {
  Client* client = nullptr;
  const Program* program = nullptr;
  const char* options = nullptr;  // a serialised CompileOptionsProto
  size_t options_size = 0;
  LoadedExecutable* executable = nullptr;
};
struct BufferFromHostArgs : Args {
  Client* client = nullptr;
  const void* data = nullptr;
  int32_t type = 0;
  const int64_t* dims = nullptr;
  size_t num_dims = 0;
  const int64_t* byte_strides = nullptr;  // none: dense
  size_t num_byte_strides = 0;
  int32_t semantics = 0;  // the data are read during the call alone
  Device* device = nullptr;
  Memory* memory = nullptr;
  const MemoryLayout* layout = nullptr;
  Event* done = nullptr;
  Buffer* buffer = nullptr;
};
struct DeviceDescriptionArgs : Args {
  Device* device = nullptr;
  DeviceDescription* description = nullptr;
};
struct DescriptionIdArgs : Args {
  DeviceDescription* description = nullptr;
  int32_t id = 0;
};
struct DescriptionTextArgs : Args {
  DeviceDescription* description = nullptr;
  const char* text = nullptr;
  size_t size = 0;
};
struct OptionalBytes {
  int64_t value = 0;
  bool is_set = false;
};
struct DeviceMemoryStatsArgs : Args {
  Device* device = nullptr;
  int64_t bytes_in_use = 0;
  OptionalBytes peak_in_use, allocations, largest_allocation, limit;
  OptionalBytes later[7];
};
struct LoadedExecutableArgs : Args {
  LoadedExecutable* executable = nullptr;
};
struct LoadedDevicesArgs : Args {
  LoadedExecutable* executable = nullptr;
  Device* const* devices = nullptr;
  size_t num_devices = 0;
};
struct GetExecutableArgs : Args {
  LoadedExecutable* loaded = nullptr;
  Executable* executable = nullptr;
};
struct ExecutableArgs : Args {
  Executable* executable = nullptr;
};
struct NumOutputsArgs : Args {
  Executable* executable = nullptr;
  size_t num_outputs = 0;
};
struct CompiledMemoryArgs : Args {
  Executable* executable = nullptr;
  int64_t code = 0, arguments = 0, outputs = 0, aliases = 0, temporaries = 0;
  int64_t host[5] = {};
  int64_t peak = 0, total = 0;
  int64_t later[3] = {};
};
struct ExecuteArgs : Args {
  LoadedExecutable* executable = nullptr;
  const ExecuteOptions* options = nullptr;
  Buffer* const* const* arguments = nullptr;  // [device][argument]
  size_t num_devices = 0;
  size_t num_arguments = 0;
  Buffer** const* outputs = nullptr;  // [device][output], the caller's
  Event** events = nullptr;           // [device]
  Device* device = nullptr;
};
struct BufferArgs : Args {
  Buffer* buffer = nullptr;
};
struct BufferTypeArgs : Args {
  Buffer* buffer = nullptr;
  int32_t type = 0;
};
struct BufferDimsArgs : Args {
  Buffer* buffer = nullptr;
  const int64_t* dims = nullptr;
  size_t num_dims = 0;
};
struct BufferToHostArgs : Args {
  Buffer* buffer = nullptr;
  const MemoryLayout* layout = nullptr;  // of the host's copy
  void* to = nullptr;
  size_t size = 0;
  Event* event = nullptr;
};

// A function of the table, with the struct it takes.
template <typename A>
struct Function {
  const char* name;
  size_t offset;
};
inline constexpr Function<ErrorDestroyArgs> kErrorDestroy{"PJRT_Error_Destroy", 40};
inline constexpr Function<ErrorMessageArgs> kErrorMessage{"PJRT_Error_Message", 48};
inline constexpr Function<ErrorGetCodeArgs> kErrorGetCode{"PJRT_Error_GetCode", 56};
inline constexpr Function<PluginInitializeArgs> kPluginInitialize{"PJRT_Plugin_Initialize", 64};
inline constexpr Function<EventArgs> kEventDestroy{"PJRT_Event_Destroy", 80};
inline constexpr Function<EventArgs> kEventAwait{"PJRT_Event_Await", 104};
inline constexpr Function<ClientCreateArgs> kClientCreate{"PJRT_Client_Create", 120};
inline constexpr Function<ClientArgs> kClientDestroy{"PJRT_Client_Destroy", 128};
inline constexpr Function<ClientTextArgs> kClientPlatformName{"PJRT_Client_PlatformName", 136};
inline constexpr Function<ClientDevicesArgs> kClientAddressableDevices{"PJRT_Client_AddressableDevices", 168};
inline constexpr Function<ClientCompileArgs> kClientCompile{"PJRT_Client_Compile", 200};
inline constexpr Function<BufferFromHostArgs> kBufferFromHost{"PJRT_Client_BufferFromHostBuffer", 216};
inline constexpr Function<DescriptionIdArgs> kDescriptionId{"PJRT_DeviceDescription_Id", 224};
inline constexpr Function<DescriptionTextArgs> kDescriptionKind{"PJRT_DeviceDescription_Kind", 248};
inline constexpr Function<DeviceDescriptionArgs> kDeviceDescription{"PJRT_Device_GetDescription", 272};
inline constexpr Function<DeviceMemoryStatsArgs> kDeviceMemoryStats{"PJRT_Device_MemoryStats", 312};
inline constexpr Function<ExecutableArgs> kExecutableDestroy{"PJRT_Executable_Destroy", 360};
inline constexpr Function<NumOutputsArgs> kNumOutputs{"PJRT_Executable_NumOutputs", 392};
inline constexpr Function<LoadedExecutableArgs> kLoadedDestroy{"PJRT_LoadedExecutable_Destroy", 440};
inline constexpr Function<GetExecutableArgs> kGetExecutable{"PJRT_LoadedExecutable_GetExecutable", 448};
inline constexpr Function<LoadedDevicesArgs> kLoadedDevices{"PJRT_LoadedExecutable_AddressableDevices", 456};
inline constexpr Function<ExecuteArgs> kExecute{"PJRT_LoadedExecutable_Execute", 480};
inline constexpr Function<BufferArgs> kBufferDestroy{"PJRT_Buffer_Destroy", 504};
inline constexpr Function<BufferTypeArgs> kBufferType{"PJRT_Buffer_ElementType", 512};
inline constexpr Function<BufferDimsArgs> kBufferDims{"PJRT_Buffer_Dimensions", 520};
inline constexpr Function<BufferToHostArgs> kBufferToHost{"PJRT_Buffer_ToHostBuffer", 600};
inline constexpr Function<CompiledMemoryArgs> kCompiledMemory{"PJRT_Executable_GetCompiledMemoryStats", 808};

// The layouts that others compiled against.
static_assert(sizeof(void*) == 8 && sizeof(size_t) == 8);
static_assert(sizeof(Api) == 40 && offsetof(Api, version.major) == 32 && offsetof(Api, version.minor) == 36);
static_assert(sizeof(NamedValue) == 56 && offsetof(NamedValue, text) == 40);
static_assert(sizeof(Program) == 48);
static_assert(sizeof(MemoryLayout) == 80 && offsetof(MemoryLayout, kind) == 72);
static_assert(sizeof(ExecuteOptions) == 144 && offsetof(ExecuteOptions, non_donatable) == 56);
static_assert(sizeof(ClientCreateArgs) == 88);
static_assert(sizeof(ClientCompileArgs) == 56);
static_assert(sizeof(BufferFromHostArgs) == 120);
static_assert(sizeof(DeviceMemoryStatsArgs) == 32 + 11 * 16);
static_assert(sizeof(CompiledMemoryArgs) == 144);
static_assert(sizeof(ExecuteArgs) == 80);
static_assert(sizeof(BufferToHostArgs) == 56);

}  // namespace partita::core::pjrt::abi

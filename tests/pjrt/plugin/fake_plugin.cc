// A PJRT plugin for tests: its devices are threads of the reference evaluator. PARTITA_FAKE_PJRT says, in words apart
// by spaces, what is to be wrong with it:
//
//   fail=PJRT_Client_Compile      this function gives an error
//   event=3                       the event of device 3's execution gives one
//   without=PJRT_Client_Compile   the table has no such function
//   version=0.57                  of the interface
//   table=64                      so long is the table
//   reverse                       an executable has its devices in the other order
//   trace                         what is done goes to standard error
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/compilation.h"
#include "eval/evaluate.h"
#include "ir/names.h"
#include "pjrt/buffer_types.h"
#include "pjrt/c_interface.h"

namespace partita::core {
namespace {

namespace abi = pjrt::abi;

std::optional<std::string> word(const std::string& name) {
  const char* given = std::getenv("PARTITA_FAKE_PJRT");
  std::string words = given != nullptr ? given : "";
  for (size_t at = 0; at < words.size();) {
    const size_t end = std::min(words.find(' ', at), words.size());
    const std::string one = words.substr(at, end - at);
    if (one == name) return "";
    if (one.starts_with(name + "=")) return one.substr(name.size() + 1);
    at = end + 1;
  }
  return std::nullopt;
}

void trace(const std::string& what) {
  if (word("trace")) std::fprintf(stderr, "fake: %s\n", what.c_str());
}

struct Failure {
  int32_t code;
  std::string text;
};
struct Happening {
  std::optional<Failure> failure;
};
struct Place {
  int32_t id;
};
struct Array {
  Tensor tensor;
  Place* place;
  bool gone = false;
};
struct Runtime {
  std::vector<std::unique_ptr<Place>> places;
  std::vector<abi::Device*> list;
  Context context;
};
struct Loaded {
  Runtime* runtime;
  std::unique_ptr<Module> module;
  std::vector<abi::Device*> devices;  // by row
  std::vector<int64_t> replica_of_row;
};
int live = 0;  // objects that have to be freed

abi::Error* fail(int32_t code, std::string text) {
  return reinterpret_cast<abi::Error*>(new Failure{code, std::move(text)});
}

Array* array(abi::Buffer* buffer) { return reinterpret_cast<Array*>(buffer); }
Loaded* loaded(abi::LoadedExecutable* executable) { return reinterpret_cast<Loaded*>(executable); }
Runtime* runtime(abi::Client* client) { return reinterpret_cast<Runtime*>(client); }
abi::Buffer* new_array(Tensor tensor, Place* place) {
  ++live;
  return reinterpret_cast<abi::Buffer*>(new Array{std::move(tensor), place});
}
abi::Event* new_event(std::optional<Failure> failure = std::nullopt) {
  ++live;
  return reinterpret_cast<abi::Event*>(new Happening{std::move(failure)});
}

// ---- the wire format of the options, as far as it is asked for
// ---------------------------------------------------------

struct Fields {
  explicit Fields(std::string_view bytes) : rest(bytes) {}
  std::string_view rest;
  uint64_t number = 0;
  std::string_view bytes;
  int field = 0;

  uint64_t varint() {
    uint64_t value = 0;
    for (int shift = 0; !rest.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest[0]);
      rest.remove_prefix(1);
      value |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) break;
    }
    return value;
  }
  bool next() {
    if (rest.empty()) return false;
    const uint64_t tag = varint();
    field = static_cast<int>(tag >> 3);
    number = varint();
    bytes = {};
    if ((tag & 7) == 2) {
      bytes = rest.substr(0, number);
      rest.remove_prefix(bytes.size());
    }
    return true;
  }
};

std::optional<std::string_view> message(std::string_view in, int field) {
  for (Fields fields(in); fields.next();) {
    if (fields.field == field) return fields.bytes;
  }
  return std::nullopt;
}
int64_t integer(std::string_view in, int field) {
  for (Fields fields(in); fields.next();) {
    if (fields.field == field) return static_cast<int64_t>(fields.number);
  }
  return 0;
}

// ---- the functions --------------------------------------------------------------------------------------------------

abi::Error* error_destroy(abi::ErrorDestroyArgs* args) {
  delete reinterpret_cast<Failure*>(args->error);
  return nullptr;
}
abi::Error* error_message(abi::ErrorMessageArgs* args) {
  const auto* failure = reinterpret_cast<const Failure*>(args->error);
  args->message = failure->text.data();
  args->message_size = failure->text.size();
  return nullptr;
}
abi::Error* error_code(abi::ErrorGetCodeArgs* args) {
  args->code = reinterpret_cast<const Failure*>(args->error)->code;
  return nullptr;
}
abi::Error* initialize(abi::PluginInitializeArgs*) { return nullptr; }
abi::Error* event_destroy(abi::EventArgs* args) {
  --live;
  delete reinterpret_cast<Happening*>(args->event);
  return nullptr;
}
abi::Error* event_await(abi::EventArgs* args) {
  const auto& failure = reinterpret_cast<Happening*>(args->event)->failure;
  return failure ? fail(failure->code, failure->text) : nullptr;
}

abi::Error* client_create(abi::ClientCreateArgs* args) {
  int64_t count = 1;
  for (size_t i = 0; i < args->num_options; ++i) {
    const abi::NamedValue& option = args->options[i];
    const std::string name(option.name, option.name_size);
    if (name == "cpu_device_count" && option.kind == abi::NamedValue::kInt64) {
      count = option.integer;
      continue;
    }
    const char* kinds[] = {"a text", "an integer", "integers", "a number", "a flag"};
    return fail(3,
                "no option is called " + name + ", given as " + kinds[option.kind] +
                    (option.kind == abi::NamedValue::kString ? " " + std::string(option.text, option.value_size) : ""));
  }
  auto made = std::make_unique<Runtime>();
  for (int64_t i = 0; i < count; ++i) {
    made->places.push_back(
        std::make_unique<Place>(Place{static_cast<int32_t>(100 + 3 * i)}));  // ids need not begin at 0
    made->list.push_back(reinterpret_cast<abi::Device*>(made->places.back().get()));
  }
  args->client = reinterpret_cast<abi::Client*>(made.release());
  return nullptr;
}
abi::Error* client_destroy(abi::ClientArgs* args) {
  trace("the client goes, and leaves " + std::to_string(live) + " objects");
  delete runtime(args->client);
  return nullptr;
}
abi::Error* platform_name(abi::ClientTextArgs* args) {
  args->text = "fake";
  args->size = 4;
  return nullptr;
}
abi::Error* addressable_devices(abi::ClientDevicesArgs* args) {
  args->devices = runtime(args->client)->list.data();
  args->num_devices = runtime(args->client)->list.size();
  return nullptr;
}
abi::Error* get_description(abi::DeviceDescriptionArgs* args) {
  args->description = reinterpret_cast<abi::DeviceDescription*>(args->device);
  return nullptr;
}
abi::Error* description_id(abi::DescriptionIdArgs* args) {
  args->id = reinterpret_cast<Place*>(args->description)->id;
  return nullptr;
}
abi::Error* description_kind(abi::DescriptionTextArgs* args) {
  args->text = "threads";
  args->size = 7;
  return nullptr;
}
abi::Error* memory_stats(abi::DeviceMemoryStatsArgs* args) {
  args->bytes_in_use = 3 << 20;
  args->peak_in_use = {5 << 20, true};
  return nullptr;
}

abi::Error* compile(abi::ClientCompileArgs* args) {
  const std::string_view format(args->program->format, args->program->format_size);
  if (format != "mlir") return fail(3, "the format is " + std::string(format));
  const auto build = message({args->options, args->options_size}, 3);
  if (!build) return fail(3, "no options for building");
  const int64_t replicas = integer(*build, 4);
  if (integer(*build, 5) != 1 || integer(*build, 6) != 0) return fail(3, "it is not to be partitioned again");
  const auto assignment = message(*build, 9);
  const auto ids = assignment && integer(*assignment, 1) == replicas ? message(*assignment, 3) : std::nullopt;
  if (!ids) return fail(3, "no devices are assigned");
  auto made = std::make_unique<Loaded>();
  made->runtime = runtime(args->client);
  const std::optional<std::string_view> packed = message(*ids, 1);
  for (Fields list(packed.value_or("")); !list.rest.empty();) {
    const auto id = static_cast<int32_t>(list.varint());
    for (abi::Device* device : made->runtime->list) {
      if (reinterpret_cast<Place*>(device)->id == id) made->devices.push_back(device);
    }
    made->replica_of_row.push_back(std::ssize(made->replica_of_row));
  }
  if (std::ssize(made->devices) != replicas) return fail(3, "there is no such device");
  if (word("reverse")) {
    std::reverse(made->devices.begin(), made->devices.end());
    std::reverse(made->replica_of_row.begin(), made->replica_of_row.end());
  }
  Diagnostics diagnostics;
  auto programs = driver::read_programs(
      made->runtime->context,
      std::make_shared<SourceText>("it.mlir", std::string(args->program->code, args->program->code_size)), diagnostics);
  if (diagnostics.has_errors() || programs.size() != 1) return fail(3, diagnostics.render_all());
  made->module = std::move(programs[0]);
  trace("compiled for " + std::to_string(replicas) + " devices");
  ++live;
  args->executable = reinterpret_cast<abi::LoadedExecutable*>(made.release());
  return nullptr;
}
abi::Error* loaded_destroy(abi::LoadedExecutableArgs* args) {
  --live;
  delete loaded(args->executable);
  return nullptr;
}
abi::Error* get_executable(abi::GetExecutableArgs* args) {
  ++live;
  args->executable = reinterpret_cast<abi::Executable*>(args->loaded);
  return nullptr;
}
abi::Error* executable_destroy(abi::ExecutableArgs*) {
  --live;
  return nullptr;
}
abi::Error* num_outputs(abi::NumOutputsArgs* args) {
  args->num_outputs = reinterpret_cast<Loaded*>(args->executable)->module->entry()->result_types().size();
  return nullptr;
}
abi::Error* compiled_memory(abi::CompiledMemoryArgs* args) {
  args->arguments = 2 << 20;
  args->temporaries = 1 << 20;
  return nullptr;
}
abi::Error* loaded_devices(abi::LoadedDevicesArgs* args) {
  args->devices = loaded(args->executable)->devices.data();
  args->num_devices = loaded(args->executable)->devices.size();
  return nullptr;
}

abi::Error* buffer_from_host(abi::BufferFromHostArgs* args) {
  const auto element = pjrt::element_type(args->type);
  if (!element || args->num_byte_strides != 0 || args->device == nullptr) return fail(12, "such a buffer is not known");
  Tensor tensor = Tensor::make(runtime(args->client)->context.tensor(*element, {args->dims, args->num_dims}));
  if (!tensor.blob().empty()) std::memcpy(tensor.mutable_raw(), args->data, tensor.blob().size());
  trace("to the device");
  args->buffer = new_array(std::move(tensor), reinterpret_cast<Place*>(args->device));
  args->done = new_event();
  return nullptr;
}
abi::Error* buffer_destroy(abi::BufferArgs* args) {
  --live;
  delete array(args->buffer);
  return nullptr;
}
abi::Error* buffer_type(abi::BufferTypeArgs* args) {
  args->type = *pjrt::buffer_type(array(args->buffer)->tensor.type().element());
  return nullptr;
}
abi::Error* buffer_dims(abi::BufferDimsArgs* args) {
  args->dims = array(args->buffer)->tensor.type().dims().data();
  args->num_dims = array(args->buffer)->tensor.type().dims().size();
  return nullptr;
}
abi::Error* to_host(abi::BufferToHostArgs* args) {
  const Tensor& tensor = array(args->buffer)->tensor;
  if (args->to == nullptr) return fail(3, "where to?");
  if (args->size < tensor.blob().size()) return fail(3, "there is too little room");
  if (args->layout == nullptr) return fail(3, "the array lies in an order of the device's own");
  const abi::MemoryLayout::Tiled& tiled = args->layout->tiled;
  for (size_t i = 0; i < tiled.num_dims; ++i) {
    if (tiled.minor_to_major[i] != static_cast<int64_t>(tiled.num_dims - 1 - i)) return fail(12, "another order");
  }
  if (tiled.num_dims != tensor.type().dims().size()) return fail(3, "the layout has another rank");
  if (!tensor.blob().empty()) std::memcpy(args->to, tensor.raw(), tensor.blob().size());
  args->event = new_event();
  return nullptr;
}

abi::Error* execute(abi::ExecuteArgs* args) {
  Loaded& program = *loaded(args->executable);
  const Function& entry = *program.module->entry();
  const size_t rows = program.devices.size();
  if (args->num_devices != rows) return fail(3, "there are other devices");
  std::vector<std::vector<Tensor>> inputs(rows);
  std::vector<Array*> donated;
  for (size_t row = 0; row < rows; ++row) {
    for (size_t i = 0; i < args->num_arguments; ++i) {
      Array* given = array(args->arguments[row][i]);
      if (given->gone) return fail(3, "a buffer was donated before");
      if (reinterpret_cast<abi::Device*>(given->place) != program.devices[row])
        return fail(3, "a buffer of another device");
      const Attr attributes = entry.argument_attrs(static_cast<int>(i));
      const bool keeps = std::count(args->options->non_donatable,
                                    args->options->non_donatable + args->options->num_non_donatable, i) != 0;
      if (attributes && attributes.get(hlo_names::kAliasingOutput) && !keeps) donated.push_back(given);
      inputs[program.replica_of_row[row]].push_back(given->tensor);
    }
  }
  for (Array* one : donated) one->gone = true;
  Diagnostics checks;
  Result<std::vector<std::vector<Tensor>>> results = eval::evaluate_on_grid(
      *program.module, entry, static_cast<int64_t>(rows), 1, std::move(inputs), EvalOptions{}, checks);
  if (!results.ok()) return fail(13, results.error().diagnostic.message);
  trace("a step; " + std::to_string(donated.size()) + " buffers are donated");
  const auto bad = word("event");
  for (size_t row = 0; row < rows; ++row) {
    auto& mine = (*results)[program.replica_of_row[row]];
    for (size_t i = 0; i < mine.size(); ++i) {
      args->outputs[row][i] = new_array(std::move(mine[i]), reinterpret_cast<Place*>(program.devices[row]));
    }
    const bool fails = bad && program.replica_of_row[row] == std::stoll(*bad);
    args->events[row] = new_event(fails ? std::optional(Failure{8, "no memory is left"}) : std::nullopt);
  }
  return nullptr;
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr size_t kTableSize = 1024;
struct Table {
  alignas(8) std::array<std::byte, kTableSize> bytes{};

  template <typename A, abi::Error* (*kMeaning)(A*)>
  void add(const abi::Function<A>& function) {
    if (word("without") == function.name) return;
    static const abi::Function<A> asked = function;  // one for each meaning
    using Address = abi::Error* (*)(A*);
    const Address address = [](A* args) -> abi::Error* {
      // What a plugin of this version reads and writes.
      if (args->struct_size < sizeof(A)) return fail(3, std::string(asked.name) + ": the struct is too short");
      if (word("fail") == asked.name) return fail(13, "it was asked to fail");
      return kMeaning(args);
    };
    std::memcpy(bytes.data() + function.offset, &address, sizeof address);
  }
};

Table make_table() {
  Table table;
  abi::Api api{};
  const auto size = word("table");
  api.struct_size = size ? static_cast<size_t>(std::stoull(*size)) : 848;
  api.version = {sizeof(abi::Version), nullptr, 0, 114};
  if (const auto version = word("version")) {
    const size_t dot = version->find('.');
    api.version.major = std::stoi(version->substr(0, dot));
    api.version.minor = std::stoi(version->substr(dot + 1));
  }
  std::memcpy(table.bytes.data(), &api, sizeof api);
  table.add<abi::ErrorDestroyArgs, error_destroy>(abi::kErrorDestroy);
  table.add<abi::ErrorMessageArgs, error_message>(abi::kErrorMessage);
  table.add<abi::ErrorGetCodeArgs, error_code>(abi::kErrorGetCode);
  table.add<abi::PluginInitializeArgs, initialize>(abi::kPluginInitialize);
  table.add<abi::EventArgs, event_destroy>(abi::kEventDestroy);
  table.add<abi::EventArgs, event_await>(abi::kEventAwait);
  table.add<abi::ClientCreateArgs, client_create>(abi::kClientCreate);
  table.add<abi::ClientArgs, client_destroy>(abi::kClientDestroy);
  table.add<abi::ClientTextArgs, platform_name>(abi::kClientPlatformName);
  table.add<abi::ClientDevicesArgs, addressable_devices>(abi::kClientAddressableDevices);
  table.add<abi::ClientCompileArgs, compile>(abi::kClientCompile);
  table.add<abi::BufferFromHostArgs, buffer_from_host>(abi::kBufferFromHost);
  table.add<abi::DescriptionIdArgs, description_id>(abi::kDescriptionId);
  table.add<abi::DescriptionTextArgs, description_kind>(abi::kDescriptionKind);
  table.add<abi::DeviceDescriptionArgs, get_description>(abi::kDeviceDescription);
  table.add<abi::DeviceMemoryStatsArgs, memory_stats>(abi::kDeviceMemoryStats);
  table.add<abi::ExecutableArgs, executable_destroy>(abi::kExecutableDestroy);
  table.add<abi::NumOutputsArgs, num_outputs>(abi::kNumOutputs);
  table.add<abi::LoadedExecutableArgs, loaded_destroy>(abi::kLoadedDestroy);
  table.add<abi::GetExecutableArgs, get_executable>(abi::kGetExecutable);
  table.add<abi::LoadedDevicesArgs, loaded_devices>(abi::kLoadedDevices);
  table.add<abi::ExecuteArgs, execute>(abi::kExecute);
  table.add<abi::BufferArgs, buffer_destroy>(abi::kBufferDestroy);
  table.add<abi::BufferTypeArgs, buffer_type>(abi::kBufferType);
  table.add<abi::BufferDimsArgs, buffer_dims>(abi::kBufferDims);
  table.add<abi::BufferToHostArgs, to_host>(abi::kBufferToHost);
  table.add<abi::CompiledMemoryArgs, compiled_memory>(abi::kCompiledMemory);
  return table;
}

}  // namespace
}  // namespace partita::core

extern "C" __attribute__((visibility("default"))) const void* GetPjrtApi() {
  static const partita::core::Table table = partita::core::make_table();
  return table.bytes.data();
}

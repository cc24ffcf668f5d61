#include "pjrt/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/maps.h"
#include "ir/names.h"
#include "pjrt/client.h"
#include "pjrt/compile_options.h"
#include "pjrt/replica_ids.h"
#include "run/arguments.h"
#include "text/write.h"

namespace partita::core::pjrt {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Error unfit(std::string message) { return base::failure(Code::kBadPlugin, std::move(message)); }

// What XLA has no way to take.
Status check_program(const LocalProgram& program) {
  if (program.partitions > 1 && program.replicas > 1) {
    return unfit("the program has replicas and partitions, which XLA would partition again; one of them can be run");
  }
  if (program.entry.name().text() != "main") {
    return unfit(fmt::format("XLA runs a function @main, and this is @{}", program.entry.name().text()));
  }
  const std::vector<Type> arguments = run::argument_types(program.entry);
  const auto is_tensor = [](Type type) { return type.is_tensor(); };
  if (!std::ranges::all_of(arguments, is_tensor) || !std::ranges::all_of(program.entry.result_types(), is_tensor)) {
    return unfit("the program takes or gives a token, which PJRT has no buffers for");
  }
  return {};
}

// A shard that is in a device's memory already, and its elements on the host, which nothing else may write on while
// they stand for it.
struct Resident {
  Tensor host;
  std::shared_ptr<const OwnedBuffer> buffer;
};

class Runner final : public PjrtRunner {
 public:
  // `module`: what the program is of, where it was made for the runner.
  Runner(const LocalProgram& program, std::unique_ptr<Module> module, std::unique_ptr<DeviceClient> client)
      : module_(std::move(module)),
        program_(program),
        client_(std::move(client)),
        resident_(static_cast<size_t>(program.devices())) {}

  Status compile();
  Result<ByDevice> run(int64_t step, ByDevice inputs) override;
  Usage usage() const override;

 private:
  using Buffers = std::vector<std::shared_ptr<const OwnedBuffer>>;

  const Plugin& plugin() const { return *client_->plugin(); }
  Result<Buffers> place(int64_t device, const std::vector<Tensor>& inputs);
  Result<std::vector<Buffers>> execute(const std::vector<Buffers>& arguments);
  Status order_devices(const std::vector<int64_t>& ids);
  bool is_donated(int argument) const;

  const std::unique_ptr<Module> module_;
  const LocalProgram program_;
  const std::unique_ptr<DeviceClient> client_;
  OwnedLoaded loaded_;
  std::vector<abi::Device*> devices_;   // by number of the program
  std::vector<int64_t> number_of_row_;  // of the executable's list of devices
  std::vector<Type> result_types_;
  // What each device still holds of the last step: by argument or result, and where to find it by its elements.
  std::vector<std::vector<Resident>> resident_;
  Usage usage_;
};

Status Runner::compile() {
  const int64_t count = program_.devices();
  const Plugin& plugin = this->plugin();
  usage_.platform = client_->platform();
  usage_.version = plugin.version();
  usage_.devices = count;
  const int64_t there = std::ssize(client_->devices());
  if (there == 0) return unfit("the plugin has no devices");
  PARTITA_ASSIGN(usage_.device_kind, client_->kind_of(client_->devices()[0]));
  if (there < count) {
    return unfit(
        fmt::format("the program is for {} devices, and the plugin has {} ({}, {}); where the plugin is XLA's "
                    "for CPUs, --plugin-option cpu_device_count={} has it make as many",
                    count, there, usage_.platform, usage_.device_kind, count));
  }
  devices_.assign(client_->devices().begin(), client_->devices().begin() + count);
  std::vector<int64_t> ids;
  for (abi::Device* device : devices_) {
    PARTITA_ASSIGN(const int64_t id, client_->id_of(device));
    ids.push_back(id);
  }
  PARTITA_ASSIGN(const std::string text, text::write_stablehlo(program_.module));
  const std::string options = compile_options_proto(ids);
  constexpr std::string_view kFormat = "mlir";
  abi::Program code;
  code.code = text.data();
  code.code_size = text.size();
  code.format = kFormat.data();
  code.format_size = kFormat.size();
  abi::ClientCompileArgs args;
  args.client = client_->get();
  args.program = &code;
  args.options = options.data();
  args.options_size = options.size();
  const Clock::time_point start = Clock::now();
  PARTITA_CHECK_OK(plugin.call(abi::kClientCompile, args));
  usage_.compile_seconds = seconds_since(start);
  loaded_ = OwnedLoaded(client_->plugin(), args.executable);
  for (const Type type : program_.entry.result_types()) result_types_.push_back(type);
  abi::GetExecutableArgs get;
  get.loaded = loaded_.get();
  PARTITA_CHECK_OK(plugin.call(abi::kGetExecutable, get));
  const OwnedExecutable executable(client_->plugin(), get.executable);
  abi::NumOutputsArgs outputs;
  outputs.executable = executable.get();
  PARTITA_CHECK_OK(plugin.call(abi::kNumOutputs, outputs));
  if (outputs.num_outputs != result_types_.size()) {
    return base::failure(Code::kPluginError, fmt::format("the compiled program has {} results, and {} are wanted",
                                                         outputs.num_outputs, result_types_.size()));
  }
  abi::CompiledMemoryArgs memory;
  memory.executable = executable.get();
  // Not every plugin knows.
  if (plugin.has(abi::kCompiledMemory) && plugin.call(abi::kCompiledMemory, memory).ok()) {
    usage_.compiled = {memory.arguments, memory.outputs, memory.aliases, memory.temporaries, memory.code};
  }
  return order_devices(ids);
}

// The executable has its devices in an order of its own.
Status Runner::order_devices(const std::vector<int64_t>& ids) {
  abi::LoadedDevicesArgs args;
  args.executable = loaded_.get();
  PARTITA_CHECK_OK(plugin().call(abi::kLoadedDevices, args));
  for (size_t row = 0; row < args.num_devices; ++row) {
    PARTITA_ASSIGN(const int64_t id, client_->id_of(args.devices[row]));
    const auto at = std::find(ids.begin(), ids.end(), id);
    if (at != ids.end()) number_of_row_.push_back(at - ids.begin());
  }
  std::vector<int64_t> sorted = number_of_row_;
  std::sort(sorted.begin(), sorted.end());
  bool each = std::ssize(sorted) == program_.devices();
  for (int64_t i = 0; each && i < std::ssize(sorted); ++i) each = sorted[i] == i;
  if (each && args.num_devices == sorted.size()) return {};
  return base::failure(Code::kPluginError, "the compiled program does not run on the devices that were asked for");
}

bool Runner::is_donated(int argument) const {
  const Attr attributes = program_.entry.argument_attrs(argument);
  return attributes && (attributes.get(hlo_names::kAliasingOutput) || attributes.get(hlo_names::kBufferDonor));
}

// The arguments of one device in its memory: those that are there already stay, the others are brought. What was there
// and is none of them goes.
Result<Runner::Buffers> Runner::place(int64_t device, const std::vector<Tensor>& inputs) {
  PointerMap<const void*, const Resident*> by_elements;
  for (const Resident& resident : resident_[device]) by_elements.emplace(resident.host.raw(), &resident);
  Buffers buffers;
  std::vector<Resident> kept;
  // A buffer that is given away can be no other argument as well.
  PointerMap<const OwnedBuffer*, bool> used;
  for (int i = 0; i < std::ssize(inputs); ++i) {
    const bool donated = is_donated(i);
    const auto found = by_elements.find(inputs[i].raw());
    std::shared_ptr<const OwnedBuffer> buffer;
    if (found != by_elements.end() && found->second->host.type() == inputs[i].type()) {
      const auto before = used.find(found->second->buffer.get());
      if (before == used.end() || (!before->second && !donated)) buffer = found->second->buffer;
    }
    if (buffer == nullptr) {
      const Clock::time_point start = Clock::now();
      PARTITA_ASSIGN(OwnedBuffer made, client_->to_device(inputs[i], devices_[device]));
      usage_.to_devices_seconds += seconds_since(start);
      usage_.to_devices_bytes += static_cast<int64_t>(inputs[i].blob().size());
      buffer = std::make_shared<const OwnedBuffer>(std::move(made));
    }
    used[buffer.get()] = donated;
    if (!donated) kept.push_back({inputs[i], buffer});
    buffers.push_back(std::move(buffer));
  }
  resident_[device] = std::move(kept);
  return buffers;
}

Result<std::vector<Runner::Buffers>> Runner::execute(const std::vector<Buffers>& arguments) {
  const size_t rows = number_of_row_.size();
  std::vector<std::vector<abi::Buffer*>> in(rows), out(rows);
  std::vector<abi::Buffer* const*> in_rows;
  std::vector<abi::Buffer**> out_rows;
  for (size_t row = 0; row < rows; ++row) {
    for (const auto& buffer : arguments[number_of_row_[row]]) in[row].push_back(buffer->get());
    out[row].assign(result_types_.size(), nullptr);
    in_rows.push_back(in[row].data());
    out_rows.push_back(out[row].data());
  }
  std::vector<abi::Event*> events(rows, nullptr);
  const abi::ExecuteOptions options;
  abi::ExecuteArgs args;
  args.executable = loaded_.get();
  args.options = &options;
  args.arguments = in_rows.data();
  args.num_devices = rows;
  args.num_arguments = in[0].size();
  args.outputs = out_rows.data();
  args.events = events.data();
  const Clock::time_point start = Clock::now();
  const Status started = plugin().call(abi::kExecute, args);
  // All devices are waited for, whatever becomes of one.
  Status done = started;
  std::vector<Buffers> results(rows);
  if (started.ok()) {
    for (size_t row = 0; row < rows; ++row) {
      for (abi::Buffer* buffer : out[row]) {
        results[number_of_row_[row]].push_back(std::make_shared<const OwnedBuffer>(client_->plugin(), buffer));
      }
      if (Status ended = plugin().await(events[row]); !ended.ok() && done.ok()) done = std::move(ended);
    }
  }
  usage_.step_seconds.push_back(seconds_since(start));
  if (!done.ok()) return std::move(done).error();
  return results;
}

Result<ByDevice> Runner::run(int64_t, ByDevice inputs) {
  std::vector<Buffers> arguments;
  for (int64_t device = 0; device < program_.devices(); ++device) {
    PARTITA_ASSIGN(Buffers placed, place(device, inputs[device]));
    arguments.push_back(std::move(placed));
  }
  PARTITA_ASSIGN(const std::vector<Buffers> results, execute(arguments));
  arguments.clear();
  ByDevice out;
  const Clock::time_point start = Clock::now();
  for (int64_t device = 0; device < program_.devices(); ++device) {
    out.emplace_back();
    for (size_t i = 0; i < result_types_.size(); ++i) {
      PARTITA_ASSIGN(Tensor tensor, client_->to_host(*results[device][i], result_types_[i]));
      usage_.to_host_bytes += static_cast<int64_t>(tensor.blob().size());
      resident_[device].push_back({tensor, results[device][i]});
      out.back().push_back(std::move(tensor));
    }
  }
  usage_.to_host_seconds += seconds_since(start);
  return out;
}

Usage Runner::usage() const {
  Usage usage = usage_;
  for (abi::Device* device : devices_) {
    abi::DeviceMemoryStatsArgs args;
    args.device = device;
    if (!plugin().has(abi::kDeviceMemoryStats) || !plugin().call(abi::kDeviceMemoryStats, args).ok()) break;
    usage.in_use = std::max(usage.in_use.value_or(0), args.bytes_in_use);
    if (args.peak_in_use.is_set) usage.peak = std::max(usage.peak.value_or(0), args.peak_in_use.value);
    if (args.limit.is_set) usage.limit = std::max(usage.limit.value_or(0), args.limit.value);
  }
  return usage;
}

}  // namespace

Result<std::unique_ptr<PjrtRunner>> PjrtRunner::open(const LocalProgram& program, const PluginOptions& options) {
  PARTITA_CHECK_OK(check_program(program));
  PARTITA_ASSIGN(std::shared_ptr<const Plugin> plugin, Plugin::load(options.path));
  PARTITA_ASSIGN(std::unique_ptr<DeviceClient> client, DeviceClient::create(std::move(plugin), options.create));
  std::unique_ptr<Runner> runner;
  if (program.partitions > 1) {
    PARTITA_ASSIGN(std::unique_ptr<Module> module, with_replica_ids(program.module, program.partitions));
    LocalProgram renumbered(*module, *module->function(program.entry.name().text()));
    renumbered.replicas = program.partitions;
    renumbered.partitions = 1;
    runner = std::make_unique<Runner>(renumbered, std::move(module), std::move(client));
  } else {
    runner = std::make_unique<Runner>(program, nullptr, std::move(client));
  }
  PARTITA_CHECK_OK(runner->compile());
  return std::unique_ptr<PjrtRunner>(std::move(runner));
}

}  // namespace partita::core::pjrt

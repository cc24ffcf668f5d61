#include "pjrt/client.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "pjrt/buffer_types.h"

namespace partita::core::pjrt {
namespace {

// The value keeps pointers into the text.
abi::NamedValue named_value(const std::string& option, size_t equals) {
  abi::NamedValue out;
  out.name = option.data();
  out.name_size = equals;
  const char* begin = option.data() + equals + 1;
  const char* end = option.data() + option.size();
  const std::string_view value(begin, end);
  out.value_size = 1;
  int64_t integer = 0;
  float number = 0;
  if (value == "true" || value == "false") {
    out.kind = abi::NamedValue::kBool;
    out.flag = value == "true";
  } else if (const auto [at, e] = std::from_chars(begin, end, integer); e == std::errc() && at == end) {
    out.kind = abi::NamedValue::kInt64;
    out.integer = integer;
  } else if (const auto [to, f] = std::from_chars(begin, end, number); f == std::errc() && to == end) {
    out.kind = abi::NamedValue::kFloat;
    out.number = number;
  } else {
    out.kind = abi::NamedValue::kString;
    out.text = begin;
    out.value_size = value.size();
  }
  return out;
}

std::vector<int64_t> minor_to_major(int64_t rank) {
  std::vector<int64_t> order;
  for (int64_t d = rank; d-- > 0;) order.push_back(d);
  return order;
}

}  // namespace

Result<std::unique_ptr<DeviceClient>> DeviceClient::create(std::shared_ptr<const Plugin> plugin,
                                                           const std::vector<std::string>& options) {
  std::unique_ptr<DeviceClient> client(new DeviceClient(std::move(plugin)));
  const Plugin& of = *client->plugin_;
  std::vector<abi::NamedValue> values;
  for (const std::string& option : options) {
    const size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      return base::failure(Code::kUsage, fmt::format("'{}' is no option of a plugin: NAME=VALUE is wanted", option));
    }
    values.push_back(named_value(option, equals));
  }
  abi::ClientCreateArgs create;
  create.options = values.data();
  create.num_options = values.size();
  PARTITA_CHECK_OK(of.call(abi::kClientCreate, create));
  client->client_ = OwnedClient(client->plugin_, create.client);
  abi::ClientTextArgs platform;
  platform.client = create.client;
  PARTITA_CHECK_OK(of.call(abi::kClientPlatformName, platform));
  client->platform_.assign(platform.text, platform.size);
  abi::ClientDevicesArgs devices;
  devices.client = create.client;
  PARTITA_CHECK_OK(of.call(abi::kClientAddressableDevices, devices));
  client->devices_.assign(devices.devices, devices.devices + devices.num_devices);
  return client;
}

Result<abi::DeviceDescription*> DeviceClient::description_of(abi::Device* device) const {
  abi::DeviceDescriptionArgs args;
  args.device = device;
  PARTITA_CHECK_OK(plugin_->call(abi::kDeviceDescription, args));
  return args.description;
}

Result<int64_t> DeviceClient::id_of(abi::Device* device) const {
  abi::DescriptionIdArgs args;
  PARTITA_ASSIGN(args.description, description_of(device));
  PARTITA_CHECK_OK(plugin_->call(abi::kDescriptionId, args));
  return int64_t{args.id};
}

Result<std::string> DeviceClient::kind_of(abi::Device* device) const {
  abi::DescriptionTextArgs args;
  PARTITA_ASSIGN(args.description, description_of(device));
  PARTITA_CHECK_OK(plugin_->call(abi::kDescriptionKind, args));
  return std::string(args.text, args.size);
}

Result<OwnedBuffer> DeviceClient::to_device(const Tensor& tensor, abi::Device* device) const {
  const Type type = tensor.type();
  const std::optional<int32_t> element = buffer_type(type.element());
  if (!element) {
    return base::failure(Code::kBadPlugin, fmt::format("PJRT has no arrays of {}", type.to_string()));
  }
  abi::BufferFromHostArgs args;
  args.client = client_.get();
  args.data = tensor.raw();
  args.type = *element;
  args.dims = type.dims().data();
  args.num_dims = type.dims().size();
  args.device = device;
  PARTITA_CHECK_OK(plugin_->call(abi::kBufferFromHost, args));
  OwnedBuffer buffer(plugin_, args.buffer);
  PARTITA_CHECK_OK(plugin_->await(args.done));
  return buffer;
}

Result<Tensor> DeviceClient::to_host(const OwnedBuffer& buffer, Type type) const {
  abi::BufferTypeArgs element;
  element.buffer = buffer.get();
  PARTITA_CHECK_OK(plugin_->call(abi::kBufferType, element));
  abi::BufferDimsArgs dims;
  dims.buffer = buffer.get();
  PARTITA_CHECK_OK(plugin_->call(abi::kBufferDims, dims));
  const std::span<const int64_t> shape(dims.dims, dims.num_dims);
  if (element_type(element.type) != type.element() || !std::ranges::equal(shape, type.dims())) {
    return base::failure(Code::kPluginError,
                         fmt::format("the plugin gives an array of type {} and shape [{}] for a result {}",
                                     element.type, fmt::join(shape, ", "), type.to_string()));
  }
  Tensor tensor = Tensor::make(type);
  const std::vector<int64_t> order = minor_to_major(type.rank());
  abi::MemoryLayout layout;
  layout.tiled.minor_to_major = order.data();
  layout.tiled.num_dims = order.size();
  std::byte none{};  // a null pointer would ask for the size alone
  abi::BufferToHostArgs args;
  args.buffer = buffer.get();
  args.layout = &layout;
  args.size = tensor.blob().size();
  args.to = args.size == 0 ? &none : tensor.mutable_raw();
  PARTITA_CHECK_OK(plugin_->call(abi::kBufferToHost, args));
  PARTITA_CHECK_OK(plugin_->await(args.event));
  return tensor;
}

}  // namespace partita::core::pjrt

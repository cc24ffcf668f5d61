// A client of a plugin: its devices, and arrays on their way to them and back.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "eval/tensor.h"
#include "pjrt/plugin.h"

namespace partita::core::pjrt {

class DeviceClient {
 public:
  // Options as NAME=VALUE: whole numbers, true and false, other numbers and texts are told apart by how they look.
  static Result<std::unique_ptr<DeviceClient>> create(std::shared_ptr<const Plugin> plugin,
                                                      const std::vector<std::string>& options);

  const std::shared_ptr<const Plugin>& plugin() const { return plugin_; }
  abi::Client* get() const { return client_.get(); }
  // Those of this process, in the client's order.
  const std::vector<abi::Device*>& devices() const { return devices_; }
  const std::string& platform() const { return platform_; }

  Result<int64_t> id_of(abi::Device* device) const;
  Result<std::string> kind_of(abi::Device* device) const;

  Result<OwnedBuffer> to_device(const Tensor& tensor, abi::Device* device) const;
  // P421 where the buffer is not of this type.
  Result<Tensor> to_host(const OwnedBuffer& buffer, Type type) const;

 private:
  explicit DeviceClient(std::shared_ptr<const Plugin> plugin) : plugin_(std::move(plugin)) {}
  Result<abi::DeviceDescription*> description_of(abi::Device* device) const;

  const std::shared_ptr<const Plugin> plugin_;
  OwnedClient client_;
  std::vector<abi::Device*> devices_;
  std::string platform_;
};

}  // namespace partita::core::pjrt

// The fields that are written, by their numbers in XLA's definition:
//
//   CompileOptionsProto    3 executable_build_options
//   ExecutableBuildOptions 1 device_ordinal, 4 num_replicas, 5 num_partitions, 9 device_assignment,
//                          12, 18 whether shardings are propagated to results and parameters, packed
//   DeviceAssignment       1 replica_count, 2 computation_count, 3 computation_devices
//   ComputationDevice      1 replica_device_ids, packed
#include "pjrt/compile_options.h"

namespace partita::core::pjrt {
namespace {

void put_varint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

void put_integer(std::string& out, int field, int64_t value) {
  put_varint(out, static_cast<uint64_t>(field) << 3);
  put_varint(out, static_cast<uint64_t>(value));
}

void put_bytes(std::string& out, int field, const std::string& bytes) {
  put_varint(out, static_cast<uint64_t>(field) << 3 | 2);
  put_varint(out, bytes.size());
  out += bytes;
}

}  // namespace

std::string compile_options_proto(std::span<const int64_t> ids) {
  std::string packed;
  for (const int64_t id : ids) put_varint(packed, static_cast<uint64_t>(id));
  std::string computation;
  put_bytes(computation, 1, packed);
  std::string assignment;
  put_integer(assignment, 1, std::ssize(ids));
  put_integer(assignment, 2, 1);
  put_bytes(assignment, 3, computation);
  std::string build;
  put_integer(build, 1, -1);
  put_integer(build, 4, std::ssize(ids));
  put_integer(build, 5, 1);
  put_bytes(build, 9, assignment);
  const std::string none(1, '\0');
  put_bytes(build, 12, none);
  put_bytes(build, 18, none);
  std::string options;
  put_bytes(options, 3, build);
  return options;
}

}  // namespace partita::core::pjrt

// What is known of a machine without measuring.
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "measure/measure.h"

namespace partita::core::measure {
namespace {

// "model name : AMD EPYC" of Linux.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "a CPU";
}

// What a container lets its processes have; 0 where nothing limits it.
double container_memory() {
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(path);
    double bytes = 0;
    if (file >> bytes) return bytes;
  }
  return 0;
}

}  // namespace

MachineFacts machine_facts() {
  MachineFacts out{processor_name()};
  out.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
#if defined(_SC_PHYS_PAGES)
  out.memory = static_cast<double>(std::max(0L, sysconf(_SC_PHYS_PAGES))) *
               static_cast<double>(std::max(0L, sysconf(_SC_PAGESIZE)));
#endif
  if (const double limit = container_memory(); limit > 0) {
    out.memory = out.memory > 0 ? std::min(out.memory, limit) : limit;
  }
  return out;
}

}  // namespace partita::core::measure

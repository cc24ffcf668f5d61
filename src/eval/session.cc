#include "eval/session.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

namespace partita::core::eval {
namespace {

int64_t default_memory_limit() {
  int64_t pages = sysconf(_SC_PHYS_PAGES);
  int64_t page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return int64_t{8} << 30;
  return pages / 10 * 8 * page;
}

int64_t size_in_bytes(const Tensor& tensor) {
  return tensor.type() && tensor.type().is_tensor() ? tensor.type().byte_size() : 0;
}

}  // namespace

Session::Session(const Module& module, const EvalOptions& options, Diagnostics& failed_checks)
    : module(module),
      options(options),
      plan(module),
      memory_limit(options.memory_limit > 0 ? options.memory_limit : default_memory_limit()),
      semaphore(options.jobs > 0 ? options.jobs : std::max<int64_t>(std::thread::hardware_concurrency(), 1)),
      meshes(ir::declared_meshes(module)),
      failed_checks_(failed_checks) {}

void Session::count_op() {
  constexpr int64_t kEvery = 1024;
  int64_t done = ++ops_done_;
  if (done % kEvery != 0 || !options.progress) return;
  std::lock_guard lock(mutex_);
  options.progress(done);
}

void Session::check_failed(const Op& op, std::string message) {
  std::lock_guard lock(mutex_);
  if (!failed_ops_.insert(&op).second) return;
  failed_checks_.add(op.module().error_at_op(op, Code::kCheckFailed, std::move(message)));
}

void Session::outfed(const Tensor& tensor) {
  std::lock_guard lock(mutex_);
  if (options.outfeed != nullptr) options.outfeed->push_back(tensor);
}

void Session::print(const std::string& text) {
  std::lock_guard lock(mutex_);
  if (options.print) options.print(text);
}

void Session::probed(std::string_view id, const Tensor& tensor) {
  std::lock_guard lock(mutex_);
  probes_[std::string(id)].push_back(tensor);
}

Tensor Session::find_probe(std::string_view id, size_t iteration) {
  std::lock_guard lock(mutex_);
  auto found = probes_.find(id);
  return found != probes_.end() && iteration < found->second.size() ? found->second[iteration] : Tensor();
}

Frame::Frame(const Frame& other) : session_(other.session_), tensors_(other.tensors_) {
  for (const Tensor& tensor : tensors_) session_.live_bytes += size_in_bytes(tensor);
}

Frame::~Frame() {
  for (const Tensor& tensor : tensors_) session_.live_bytes -= size_in_bytes(tensor);
}

void Frame::set(int slot, Tensor tensor) {
  Tensor& place = tensors_[slot];
  session_.live_bytes += size_in_bytes(tensor) - size_in_bytes(place);
  place = std::move(tensor);
}

Tensor Frame::take(int slot) {
  Tensor tensor = std::move(tensors_[slot]);
  tensors_[slot] = Tensor();
  session_.live_bytes -= size_in_bytes(tensor);
  return tensor;
}

}  // namespace partita::core::eval

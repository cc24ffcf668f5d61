// Transport by MPI: messages from one rank to another on a communicator of our own.
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "partita/mpi.h"

namespace partita {
inline namespace v1 {
namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 30;  // bytes of one message: MPI counts in int

// A message, in as many pieces as MPI wants. Its number is its address.
struct Requests {
  std::vector<MPI_Request> pieces;
  bool received = false;
};

template <typename Start>
Transport::Message start_pieces(bool received, std::int64_t bytes, const Start& start) {
  auto* requests = new Requests{{}, received};
  std::int64_t at = 0;
  do {
    const std::int64_t size = std::min(bytes - at, kMost);
    requests->pieces.push_back(MPI_REQUEST_NULL);
    start(at, static_cast<int>(size), &requests->pieces.back());
    at += size;
  } while (at < bytes);
  return reinterpret_cast<Transport::Message>(requests);
}

Requests* requests_of(Transport::Message message) { return reinterpret_cast<Requests*>(message); }

}  // namespace

struct MpiTransport::Impl {
  bool finalizes = false;
  MPI_Comm world = MPI_COMM_NULL;
  int rank = 0, size = 1, most_tag = 32767;
  std::vector<int> hosts;
  std::mutex mutex;
  std::vector<std::shared_ptr<void>> kept;  // what cancelled messages may still touch
};

MpiTransport::MpiTransport() {
  auto impl = std::make_unique<Impl>();
  int initialized = 0, level = MPI_THREAD_SINGLE;
  MPI_Initialized(&initialized);
  if (initialized == 0) {
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level);
    impl->finalizes = true;
  }
  MPI_Query_thread(&level);
  if (level < MPI_THREAD_MULTIPLE) throw std::runtime_error("this MPI does not serve several threads at once");
  MPI_Comm_dup(MPI_COMM_WORLD, &impl->world);
  MPI_Comm_rank(impl->world, &impl->rank);
  MPI_Comm_size(impl->world, &impl->size);
  int found = 0;
  int* most = nullptr;
  MPI_Comm_get_attr(impl->world, MPI_TAG_UB, static_cast<void*>(&most), &found);
  if (found != 0) impl->most_tag = *most;
  // A host is known by the lowest of its ranks; then they are numbered.
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(impl->world, MPI_COMM_TYPE_SHARED, impl->rank, MPI_INFO_NULL, &host);
  int lowest = impl->rank;
  MPI_Bcast(&lowest, 1, MPI_INT, 0, host);
  MPI_Comm_free(&host);
  std::vector<int>& hosts = impl->hosts;
  hosts.resize(static_cast<std::size_t>(impl->size));
  MPI_Allgather(&lowest, 1, MPI_INT, hosts.data(), 1, MPI_INT, impl->world);
  std::vector<int> order = hosts;
  std::sort(order.begin(), order.end());
  order.erase(std::unique(order.begin(), order.end()), order.end());
  for (int& one : hosts) one = static_cast<int>(std::lower_bound(order.begin(), order.end(), one) - order.begin());
  impl_ = impl.release();
}

MpiTransport::~MpiTransport() {
  if (impl_->world == MPI_COMM_NULL && !impl_->kept.empty()) return;  // the process may call MPI, and that touch it
  if (impl_->world != MPI_COMM_NULL) {
    MPI_Comm_free(&impl_->world);
    if (impl_->finalizes) MPI_Finalize();
  }
  delete impl_;
}

int MpiTransport::rank() const { return impl_->rank; }
int MpiTransport::size() const { return impl_->size; }
int MpiTransport::host_of(int rank) const { return impl_->hosts[static_cast<std::size_t>(rank)]; }
int MpiTransport::most_tag() const { return impl_->most_tag; }

Transport::Message MpiTransport::send(int rank, int tag, const std::byte* data, std::int64_t bytes) {
  return start_pieces(false, bytes, [&](std::int64_t at, int size, MPI_Request* request) {
    MPI_Isend(data + at, size, MPI_BYTE, rank, tag, impl_->world, request);
  });
}

Transport::Message MpiTransport::receive(int rank, int tag, std::byte* data, std::int64_t bytes) {
  return start_pieces(true, bytes, [&](std::int64_t at, int size, MPI_Request* request) {
    MPI_Irecv(data + at, size, MPI_BYTE, rank, tag, impl_->world, request);
  });
}

bool MpiTransport::done(Message message) {
  Requests* requests = requests_of(message);
  int all = 0;
  MPI_Testall(static_cast<int>(requests->pieces.size()), requests->pieces.data(), &all, MPI_STATUSES_IGNORE);
  if (all != 0) delete requests;
  return all != 0;
}

// What is sent cannot be taken back, nor what is being received: MPI goes on with it whenever it is called.
void MpiTransport::cancel(Message message, Memory memory) {
  Requests* requests = requests_of(message);
  for (MPI_Request& request : requests->pieces) {
    if (request == MPI_REQUEST_NULL) continue;
    if (requests->received) MPI_Cancel(&request);
    MPI_Request_free(&request);
  }
  delete requests;
  const std::lock_guard lock(impl_->mutex);
  impl_->kept.emplace_back(memory.owner, memory.release);
}

// MPI_Finalize would wait for them.
void MpiTransport::abandon() { impl_->world = MPI_COMM_NULL; }

}  // namespace v1
}  // namespace partita

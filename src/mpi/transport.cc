// Transport by MPI: messages from one rank to another on a communicator of our own.
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "partita/mpi.h"

namespace partita {
inline namespace v1 {
namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 30;  // of one message: MPI counts in int

class Requests final : public Transport::Pending {
 public:
  ~Requests() override = default;
  explicit Requests(bool receives) : receives_(receives) {}
  std::vector<MPI_Request> requests;

  bool done() override {
    int all = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &all, MPI_STATUSES_IGNORE);
    return all != 0;
  }
  void cancel() override {
    for (MPI_Request& request : requests) {
      if (request == MPI_REQUEST_NULL || !receives_) continue;
      MPI_Cancel(&request);
      MPI_Request_free(&request);
    }
  }

 private:
  const bool receives_;
};

class MpiTransport final : public Transport {
 public:
  MpiTransport() {
    int initialized = 0;
    MPI_Initialized(&initialized);
    if (initialized == 0) {
      int level = MPI_THREAD_SINGLE;
      MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level);
      mine_ = true;
    }
    int level = MPI_THREAD_SINGLE;
    MPI_Query_thread(&level);
    if (level < MPI_THREAD_MULTIPLE) throw std::runtime_error("this MPI does not serve several threads at once");
    MPI_Comm_dup(MPI_COMM_WORLD, &world_);
    MPI_Comm_rank(world_, &rank_);
    MPI_Comm_size(world_, &size_);
    int found = 0;
    int* most = nullptr;
    MPI_Comm_get_attr(world_, MPI_TAG_UB, static_cast<void*>(&most), &found);
    if (found != 0) most_tag_ = *most;
    // A host is known by the lowest of its ranks.
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(world_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host);
    int lowest = rank_;
    MPI_Bcast(&lowest, 1, MPI_INT, 0, host);
    MPI_Comm_free(&host);
    hosts_.resize(static_cast<std::size_t>(size_));
    MPI_Allgather(&lowest, 1, MPI_INT, hosts_.data(), 1, MPI_INT, world_);
    std::vector<int> order = hosts_;
    std::sort(order.begin(), order.end());
    order.erase(std::unique(order.begin(), order.end()), order.end());
    for (int& one : hosts_) one = static_cast<int>(std::lower_bound(order.begin(), order.end(), one) - order.begin());
  }
  ~MpiTransport() override {
    MPI_Comm_free(&world_);
    if (mine_) MPI_Finalize();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int host_of(int rank) const override { return hosts_[static_cast<std::size_t>(rank)]; }
  int most_tag() const override { return most_tag_; }

  std::unique_ptr<Pending> send(int rank, int tag, const std::byte* data, std::int64_t bytes) override {
    return in_pieces(false, bytes, [&](std::int64_t at, int size, MPI_Request* request) {
      MPI_Isend(data + at, size, MPI_BYTE, rank, tag, world_, request);
    });
  }
  std::unique_ptr<Pending> receive(int rank, int tag, std::byte* data, std::int64_t bytes) override {
    return in_pieces(true, bytes, [&](std::int64_t at, int size, MPI_Request* request) {
      MPI_Irecv(data + at, size, MPI_BYTE, rank, tag, world_, request);
    });
  }

 private:
  template <typename Start>
  static std::unique_ptr<Pending> in_pieces(bool receives, std::int64_t bytes, const Start& start) {
    auto pending = std::make_unique<Requests>(receives);
    std::int64_t at = 0;
    do {
      const std::int64_t size = std::min(bytes - at, kMost);
      pending->requests.push_back(MPI_REQUEST_NULL);
      start(at, static_cast<int>(size), &pending->requests.back());
      at += size;
    } while (at < bytes);
    return pending;
  }

  bool mine_ = false;
  MPI_Comm world_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1, most_tag_ = 32767;
  std::vector<int> hosts_;
};

}  // namespace

std::unique_ptr<Transport> mpi_transport() { return std::make_unique<MpiTransport>(); }

}  // namespace v1
}  // namespace partita

// Ranks by MPI: of the target Partita::mpi, which is there where MPI was found when Partita was built.
//
//   MpiTransport transport;
//   Ranks ranks(transport);
#pragma once

#include "partita/ranks.h"

namespace partita {
inline namespace v1 {

class MpiTransport final : public Transport {
 public:
  // All processes that mpirun started. Initialises MPI, for several threads, where nobody has done so yet, and then
  // finalises it at the end. Throws std::runtime_error where MPI cannot serve several threads.
  MpiTransport();
  ~MpiTransport() override;
  MpiTransport(const MpiTransport&) = delete;
  MpiTransport& operator=(const MpiTransport&) = delete;

  int rank() const override;
  int size() const override;
  int host_of(int rank) const override;
  int most_tag() const override;
  Message send(int rank, int tag, const std::byte* data, std::int64_t bytes) override;
  Message receive(int rank, int tag, std::byte* data, std::int64_t bytes) override;
  bool done(Message message) override;
  void cancel(Message message, Memory memory) override;
  void abandon() override;

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace v1
}  // namespace partita

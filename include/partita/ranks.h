// A compiled program on several processes, on one host or many. Each process, a rank, runs an equal part of the
// devices:
//
//   MpiTransport transport;                             // partita/mpi.h, in each of the processes that mpirun started
//   Ranks ranks(transport);
//   Compiled compiled = compile(program, "x=8");        // the same in each
//   std::vector<Tensor> results = ranks.run(compiled, arguments);
//   if (ranks.rank() == 0) std::printf("%g\n", results[0].data<float>()[0]);
//
// How messages get from one to another is a Transport's business: that of MPI, or one of your own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "partita/run.h"

namespace partita {
inline namespace v1 {

// Messages between processes; used from several threads at once.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual int rank() const = 0;  // of this process, from 0
  virtual int size() const = 0;
  // Ranks with the same number see each other's memory: they run on one host. From 0.
  virtual int host_of(int rank) const = 0;
  virtual int most_tag() const = 0;

  // To, or from, another rank: what is given stands for the message until it is done. What one sends to another with
  // one tag arrives in that order. The memory is the transport's until then.
  using Message = std::int64_t;
  virtual Message send(int rank, int tag, const std::byte* data, std::int64_t bytes) = 0;
  virtual Message receive(int rank, int tag, std::byte* data, std::int64_t bytes) = 0;
  virtual bool done(Message message) = 0;  // never waits; once it was true the message is gone
  // The message is gone, since something went wrong. What is on its way already may still be read or written where its
  // data were: the transport calls `release(owner)`, and that memory is given up, once that can be no more.
  struct Memory {
    void (*release)(void* owner);
    void* owner;
  };
  virtual void cancel(Message message, Memory memory) = 0;
  // Others may be gone: from now on nothing waits for them.
  virtual void abandon() = 0;
};

class PARTITA_API Ranks {
 public:
  // Returns when all ranks have come. After `deadline_seconds` without progress, or a sign of life of one, all others
  // throw Error; 0: never. The transport outlives the ranks.
  explicit Ranks(Transport& transport, double deadline_seconds = 300);
  // Waits for the others, unless something went wrong.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const;
  int size() const;

  // All ranks call this with the same program and options. Of the arguments each takes what its devices hold. The first
  // rank gets the results, the others none.
  std::vector<Tensor> run(const Compiled& compiled, const std::vector<Tensor>& arguments,
                          const RunOptions& options = {});

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace v1
}  // namespace partita

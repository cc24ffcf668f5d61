// How the processes of one run reach each other: what a library of message passing has to give (src/mpi), and nothing
// more. Everything else of a run in several processes is built on it here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace partita::core::engine {

// Ranks are processes, numbered from 0. Used by several threads at once.
class Wire {
 public:
  virtual ~Wire() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  // Ranks of one host can share memory. Hosts are numbered from 0.
  virtual int host_of(int rank) const = 0;
  virtual int most_tag() const = 0;
  // Others may be gone: nothing waits for them any more.
  virtual void abandon() = 0;

  // Messages from one rank to another with one tag arrive in the order in which they were started; sizes agree.
  struct Transfer {
    bool sends = false;
    int rank = 0;  // the other
    int tag = 0;
    std::byte* data = nullptr;
    int64_t bytes = 0;
    // What the data lie in, where whoever started the transfer might be gone first: it lives as long as the transfer.
    std::shared_ptr<const void> memory = nullptr;
  };
  class Pending {
   public:
    virtual ~Pending() = default;
    // Never waits. The data belong to the transfer until it is done.
    virtual bool done() = 0;
    // Nobody will ask any more. What is on its way already may still be read or written.
    virtual void cancel() = 0;
  };
  virtual std::unique_ptr<Pending> start(const Transfer& transfer) = 0;
};

}  // namespace partita::core::engine

// partita run in several processes: `mpirun -n 8 partita run …`. Each is a rank with a part of the devices; the first
// speaks for all.
#pragma once

#include <memory>
#include <string>

#include "engine/meet/ranks.h"
#include "partita/ranks.h"
#include "tools/invocation.h"

namespace partita::core::tools {

class Crew {
 public:
  // Null where this process is not one of several. P500 where it is and MPI is not built in.
  static Result<std::unique_ptr<Crew>> join(const Options& options);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  engine::Ranks& ranks() { return *ranks_; }
  bool speaks() const;

  // P500 where ranks were started with different programs or options: `program` is the fingerprint of what each device
  // runs.
  Status check_alike(const std::string& program, const Options& options);
  // Everybody's: whether all of them could read what they were to read. Who could not says why.
  bool all_could(bool could);

  // What went wrong here, or elsewhere; every rank says it.
  void report(Invocation& invocation, const Diagnostic& why, const std::string& file);
  // The exit status of all. Does not return where something went wrong: the others may be anywhere.
  int finish(int status);

 private:
  class Silence;
  Crew();
  std::unique_ptr<Silence> silence_;
  std::unique_ptr<Transport> transport_;
  std::unique_ptr<engine::Ranks> ranks_;
};

}  // namespace partita::core::tools

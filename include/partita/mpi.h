// Ranks by MPI: of the target Partita::mpi, which is there where MPI was found when Partita was built.
//
//   Ranks ranks(mpi_transport());
#pragma once

#include <memory>

#include "partita/ranks.h"

namespace partita {
inline namespace v1 {

// All processes that mpirun started. Initialises MPI, for several threads, where nobody has done so yet, and then
// finalises it when it is destroyed. Throws std::runtime_error where MPI cannot serve several threads.
std::unique_ptr<Transport> mpi_transport();

}  // namespace v1
}  // namespace partita

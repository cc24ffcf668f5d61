// What a compiler computes again, later, rather than keep it, where a device has too little memory.
//
//   %a = convolution …     read by what follows, and by a gradient much later
//   …                      here the memory is full: what holds %a is given to others
//   %a' = convolution …    computed again, before the gradient reads it
//
// As XLA's rematerialization does it: in the order of the program, wherever more is held than the device has, the value
// goes whose absence frees most, whatever it costs to compute it again, until it fits or nothing helps. What the value
// is made of must be there when it is made again, and stays longer for it. A value that nobody has read yet is made
// later instead, at no cost. Values that loops, branches and collectives make are kept, as are those that leave a
// region.
#pragma once

#include "cost/hardware.h"
#include "cost/kernels.h"
#include "cost/memory.h"

namespace partita::core::cost {

// Where `memory` has a peak above the hardware's memory, lowers it, and puts what is computed again among `steps`.
void fit_memory(const Function& local, const Hardware& hardware, const ValueMemory& values, Memory& memory,
                Steps& steps);

struct ComputedAgain {
  double kernels = 0;
  double seconds = 0;
  double matrix = 0;       // operations in products
  double at_the_peak = 0;  // seconds that these take at the peak rate
};
// Of steps marked so, loops by their trip counts.
ComputedAgain computed_again(const Steps& steps, const Hardware& hardware);

}  // namespace partita::core::cost

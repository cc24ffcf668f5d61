// What a gradient keeps of the forward pass: the values that its backward part reads.
//
//   %h = dot %x, %w; %y = tanh %h                  forward
//   %d = multiply %ct, …%y…; … dot %d, %x          backward: it reads %y, and the argument %x
//
// %y is saved; %x is an argument, which is there anyway. Of a loop, what is saved are the stacks that it gives.
#pragma once

#include <vector>

#include "ir/program.h"
#include "transform/grad/gradient.h"

namespace partita::core::transform {

// In the order of the program. Backward is what depends on a cotangent, and what was made for that: values whose ids
// are not below `ends.forward_values`, but for loops, which are made anew on the way. Constants, counters and what is
// spread from one element are not saved but made where they are read.
std::vector<const Value*> saved_values(const Function& gradient, const GradientEnds& ends);

}  // namespace partita::core::transform

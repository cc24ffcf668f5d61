// What a device must hold at once: a liveness analysis of a local program, by the order of its ops.
//
//   %h = dot %x, %w          %h is there from here …
//   %t = tanh %h             … fused into the dot below: no buffer; %h stays until then
//   %b = dot %t, %v          %t is made (in %h's place: it is not needed any more), %b is made
//   return %b                %b is a result: it has room of its own from the beginning
//
// What a compiler does is modelled by a few rules (fusion.h): elementwise ops, broadcasts, slices and the like are
// computed where they are used; loops keep their carries in place; updates of a buffer that nobody reads any more are
// made in it. Arguments and results are there all the time, donated ones once.
#pragma once

#include <vector>

#include "cost/compiler_traits.h"
#include "cost/storage.h"
#include "ir/program.h"

namespace partita::core::cost {

struct LiveBuffer {
  const Value* value = nullptr;  // what it holds first
  double bytes = 0;
};

struct LiveBytes {
  const Op* op = nullptr;
  double bytes = 0;  // of temporaries while it runs
};

// A place in memory while something is held in it, by positions in the profile.
struct HeldBuffer {
  double bytes = 0;
  int begin = 0;
  int end = 0;
  bool counted = false;  // among the temporaries; others belong to arguments, results or loops
};

struct Memory {
  double arguments = 0;
  double results = 0;
  double aliased = 0;      // of the results, what takes over the memory of donated arguments
  double temporaries = 0;  // the most that is needed at once besides
  double peak() const { return arguments + results - aliased + temporaries; }

  const Op* at = nullptr;          // where the temporaries are most; null where there are none
  std::vector<LiveBuffer> live;    // the temporaries then, the largest first
  std::vector<LiveBytes> profile;  // of all ops, in the order of the program
  std::vector<HeldBuffer> buffers;
  std::vector<int> buffer_of;      // by id of value: of `buffers`; -1 where it has none
  double without_recomputing = 0;  // the peak before a compiler made it fit (fit_memory.h); 0 where it did not have to
};

Memory memory_of(const Function& local, const CompilerTraits& compiler = {});
// The same where it is known which values are fused (fusion.h).
Memory memory_of(const Function& local, const CompilerTraits& compiler, const std::vector<bool>& fused);

// Room that an op needs for itself while it runs, on devices whose convolutions and windows are a library's. Images
// are copied into the order that it wants. Of windows, the places of chosen elements are found along each dimension,
// and operand and result are padded.
double workspace_of(const Op& op, const Storage& storage, const CompilerTraits& compiler);

}  // namespace partita::core::cost

namespace partita::core {
using cost::Memory;
}  // namespace partita::core

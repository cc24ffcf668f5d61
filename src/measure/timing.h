// How long kernels take where all threads run them at once, and what follows from a row of such times.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace partita::core::measure {

using Kernel = std::function<void()>;
// What thread `i` runs; made on that thread, so that its memory is near.
using MakeKernel = std::function<Kernel(int thread)>;

// Of an odd number of them the middle one; of an even number the lower of the two.
double median(std::vector<double> values);

// Seconds of one run of the kernel, in time of the processor, which what else the machine does counts little in: after
// a run to warm up, each thread repeats it for `seconds`; the median of its runs, and of these the median over the
// threads.
double kernel_seconds(int threads, double seconds, const MakeKernel& make);

// y = begin + slope x, nearest to the points by relative error. `begin` is at least 0.
struct Line {
  double begin = 0;
  double slope = 0;
};
Line fit_line(std::span<const double> x, std::span<const double> y);

// Seconds that a word takes from one thread to another that waits for it.
double handover_seconds(double seconds);

// Seconds in which each thread copies so many bytes that its neighbour has just written.
double exchange_seconds(int threads, double seconds, int64_t bytes);

}  // namespace partita::core::measure

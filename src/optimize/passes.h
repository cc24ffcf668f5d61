// The passes themselves; pipeline.cc has their order. Each changes the function in place.
#pragma once

#include "optimize/pipeline.h"

namespace partita::core::optimize {

void eliminate_common_subexpressions(Function& local, const OptimizeLimits& limits);  // cse.cc
void simplify_collectives(Function& local, const OptimizeLimits& limits);             // simplify.cc
void hoist_collectives(Function& local, const OptimizeLimits& limits);                // hoist.cc
void regather_slices(Function& local, const OptimizeLimits& limits);                  // regather.cc
void sink_sums(Function& local, const OptimizeLimits& limits);                        // sink.cc
void sink_repeated(Function& local);                                                  // sink_repeated.cc, after sums
void eliminate_dead_code(Function& local, const OptimizeLimits& limits);              // dce.cc
void combine_collectives(Function& local, const OptimizeLimits& limits);              // combine.cc
void overlap_products(Function& local, const OptimizeLimits& limits);                 // overlap.cc
void trim_memory(Function& local, const OptimizeLimits& limits);                      // trim.cc
void schedule_ops(Function& local, const OptimizeLimits& limits);                     // schedule.cc
void fit_to_memory(Function& local, const OptimizeLimits& limits);                    // fit.cc
void number_channels(Function& local, const OptimizeLimits& limits);                  // channels.cc

}  // namespace partita::core::optimize

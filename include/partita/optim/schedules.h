// Rates that change as steps are done: functions of how many there were, an f32 scalar.
//
//   Tensor rate = optim::cosine(step, {.peak = 3e-4, .warmup = 1000, .total = 100000});
//   auto [q, s] = adamw.update(p, g, state, rate);
#pragma once

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace optim {

struct ScheduleOptions {
  double peak = 1e-3;  // the rate after the steps of `warmup`, up to which it grows from 0 along a line
  double warmup = 0;
  double total = 0;  // when `least` is reached, and kept
  double least = 0;
};

// Down along a line, and along half a cosine.
PARTITA_API Tensor linear(const Tensor& step, const ScheduleOptions& options, Where where = Where::current());
PARTITA_API Tensor cosine(const Tensor& step, const ScheduleOptions& options, Where where = Where::current());
// peak · sqrt(warmup / step) from warmup on, which is at least 1.
PARTITA_API Tensor inverse_sqrt(const Tensor& step, const ScheduleOptions& options, Where where = Where::current());

}  // namespace optim
}  // namespace v1
}  // namespace partita

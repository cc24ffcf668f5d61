#include "partita/optim/schedules.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace optim {
namespace {

// peak · step / warmup below warmup, `rate` from there on.
Tensor warmed_up(const Tensor& step, const ScheduleOptions& options, const Tensor& rate) {
  if (options.warmup <= 0) return rate;
  return select(step < options.warmup, step * (options.peak / options.warmup), rate);
}

// 0 at warmup, 1 at total and after it.
Tensor progress(const Tensor& step, const ScheduleOptions& options) {
  return clamp(0.0, (step - options.warmup) / std::max(options.total - options.warmup, 1.0), 1.0);
}

}  // namespace

Tensor linear(const Tensor& step, const ScheduleOptions& options, Where where) {
  const Scope scope("linear", where);
  const Tensor rate = options.peak + (options.least - options.peak) * progress(step, options);
  return warmed_up(step, options, rate);
}

Tensor cosine(const Tensor& step, const ScheduleOptions& options, Where where) {
  const Scope scope("cosine", where);
  const Tensor wave = (1 + cos(progress(step, options) * std::numbers::pi)) * ((options.peak - options.least) / 2);
  return warmed_up(step, options, options.least + wave);
}

Tensor inverse_sqrt(const Tensor& step, const ScheduleOptions& options, Where where) {
  const Scope scope("inverse_sqrt", where);
  const double warmup = std::max(options.warmup, 1.0);
  return warmed_up(step, options, (options.peak * std::sqrt(warmup)) * rsqrt(maximum(step, warmup)));
}

}  // namespace optim
}  // namespace v1
}  // namespace partita

#include "partita/optim/adamw.h"

namespace partita {
inline namespace v1 {
namespace optim {
namespace detail {

Tensor adamw_step(const AdamW& options, const Tensor& p, const Tensor& m, const Tensor& v,
                  const std::optional<Tensor>& step, Operand rate) {
  Tensor mean = m, square = v;
  if (step) {
    mean = m / convert(1 - pow(options.beta1, *step), p.dtype());
    square = v / convert(1 - pow(options.beta2, *step), p.dtype());
  }
  const Tensor change = rate * mean / (sqrt(square) + options.epsilon);
  return options.weight_decay == 0 ? p - change : p - change - rate * (options.weight_decay * p);
}

}  // namespace detail
}  // namespace optim
}  // namespace v1
}  // namespace partita

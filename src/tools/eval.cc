// placeholder until the evaluator's entry lands
#include "tools/options.h"
namespace partita {
int run_eval(const Options&) { return kUserError; }
}  // namespace partita

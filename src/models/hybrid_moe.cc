#include "partita/models/hybrid_moe.h"

namespace partita {
inline namespace v1 {
namespace models {

MoeLmHints hybrid_hints(const std::string& x, const std::string& y) {
  MoeLmHints hints;
  hints.base = TransformerHints::finalized(x, y);
  hints.win = Sharding(x + ",-," + y);
  hints.wout = Sharding(x + "," + y + ",-");
  const Sharding there(x + ",-,-," + y);
  hints.moe = {
      .groups = hints.base.stream, .experts = there, .before = Sharding("-," + x + ",-," + y), .hidden = there};
  return hints;
}

}  // namespace models
}  // namespace v1
}  // namespace partita

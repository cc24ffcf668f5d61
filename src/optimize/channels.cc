// Channels. Passes drop collectives and make new ones; here those with a channel are numbered again, 1, 2, … in their
// order. Pairs of a send and a receive share theirs and keep to it, so they get numbers first come, first served, by
// the old one.
#include "base/maps.h"
#include "optimize/passes.h"

namespace partita::core::optimize {

void number_channels(Function& local, const OptimizeLimits&) {
  Context& context = local.module().context();
  int64_t last = 0;
  PointerMap<const void*, int64_t> paired;  // by the old number, which is interned
  walk(local.body(), [&](Op& op) {
    const Attr old = op.attr(AttrKey::kChannelId);
    if (!old || old.as_int() <= 0) return;
    int64_t number = 0;
    if (op.is(OpKind::kSend) || op.is(OpKind::kRecv)) {
      auto [at, added] = paired.try_emplace(old.id(), last + 1);
      last += added ? 1 : 0;
      number = at->second;
    } else {
      number = ++last;
    }
    if (number != old.as_int()) op.set_attr(AttrKey::kChannelId, context.integer(number, old.suffix().text()));
  });
}

}  // namespace partita::core::optimize

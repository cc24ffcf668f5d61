#include "transform/grad/widen.h"

#include <vector>

#include "transform/loops/value_shardings.h"

namespace partita::core::transform {

Op* replace_op(Op& op, std::span<Value* const> operands, std::span<const Type> results, std::span<const int> to) {
  Op* made = op.module().add_op(*op.parent(), op.kind(), operands, results, op.attrs(), op.num_regions(), &op);
  made->set_discardable_attributes(op.discardable_attributes());
  if (results.size() != to.size()) set_value_shardings(*made, op, to);
  made->set_name(op.name());
  made->set_location(op.location());
  made->set_offset(op.offset());
  for (int i = 0; i < op.num_results(); ++i) {
    made->result(to[i])->set_name(op.result(i)->name());
    op.result(i)->replace_all_uses_with(made->result(to[i]));
  }
  for (int r = 0; r < op.num_regions(); ++r) {
    Region &from = op.region(r), &region = made->region(r);
    for (Value* argument : from.arguments()) {
      argument->replace_all_uses_with(region.add_argument(argument->type(), argument->name()));
    }
    while (Op* first = from.first()) first->move_to_end(region);
  }
  op.erase();
  return made;
}

}  // namespace partita::core::transform

#include "optimize/rebuild.h"

#include <algorithm>
#include <vector>

#include "ir/names.h"

namespace partita::core::optimize {
namespace {

template <typename T, typename Get>
std::vector<T> picked(std::span<const int> kept, const Get& get) {
  std::vector<T> out;
  out.reserve(kept.size());
  for (int i : kept) out.push_back(get(i));
  return out;
}

// HLO's layouts, one for each result: those of the results that are left.
void keep_layouts(Op& made, std::span<const int> kept) {
  const Attr layouts = made.discardable_attribute(ir::hlo_names::kLayout);
  if (!layouts.is(AttrKind::kArray)) return;
  const std::span<const Attr> all = layouts.elements();
  const bool has_all = std::all_of(kept.begin(), kept.end(), [&](int i) { return i < std::ssize(all); });
  const std::vector<Attr> left = has_all ? picked<Attr>(kept, [&](int i) { return all[i]; }) : std::vector<Attr>();
  made.set_discardable_attribute(ir::hlo_names::kLayout, has_all ? made.module().context().array(left) : Attr());
}

}  // namespace

Op* keep_results(Op& op, std::span<const int> kept) {
  const bool loop = op.is(OpKind::kWhile);
  std::vector<Value*> operands = loop ? picked<Value*>(kept, [&](int i) { return op.operand(i); }) : op.operands();
  std::vector<Type> types = picked<Type>(kept, [&](int i) { return op.result(i)->type(); });
  Op* made = op.module().add_op(*op.parent(), op.kind(), operands, types, op.attrs(), op.num_regions(), &op);
  made->set_discardable_attributes(op.discardable_attributes());
  keep_layouts(*made, kept);
  made->set_name(op.name());
  made->set_location(op.location());
  made->set_offset(op.offset());
  for (size_t k = 0; k < kept.size(); ++k) {
    Value *from = op.result(kept[k]), *to = made->result(k);
    to->set_name(from->name());
    from->replace_all_uses_with(to);
  }
  for (int r = 0; r < op.num_regions(); ++r) {
    Region &from = op.region(r), &to = made->region(r);
    if (loop) {
      for (int i : kept) {
        Value* argument = from.argument(i);
        argument->replace_all_uses_with(to.add_argument(argument->type(), argument->name()));
      }
    }
    while (Op* first = from.first()) first->move_to_end(to);
    Op& end = *to.terminator();
    if (!loop || r == 1) end.set_operands(picked<Value*>(kept, [&](int i) { return end.operand(i); }));
  }
  op.erase();
  return made;
}

}  // namespace partita::core::optimize

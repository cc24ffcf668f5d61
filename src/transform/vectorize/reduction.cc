// Reductions, windows, order: one more dimension that takes no part.
#include "ir/combiner.h"
#include "transform/vectorize/rules.h"

namespace partita::core::transform {
namespace {

bool any_mapped(const Batch& v, int from, int to) {
  for (int i = from; i < to; ++i) {
    if (v.is_mapped(i)) return true;
  }
  return false;
}

void put_first(Batch& v, Op& copy, AttrKey key, std::initializer_list<int64_t> first) {
  if (!v.op().has_attr(key)) return;
  std::vector<int64_t> list(first);
  const ir::Ints rest = v.op().ints_attr(key);
  list.insert(list.end(), rest.begin(), rest.end());
  copy.set_attr(key, v.context().ints(list, v.op().attr(key).suffix().text()));
}

}  // namespace

// Initial values that are mapped have no place in a reduce: it goes row by row.
Status vectorize_reduce(Batch& v) {
  const int inputs = ir::num_inputs(v.op());
  if (v.regions_read_mapped() || any_mapped(v, inputs, v.op().num_operands())) return vectorize_rows(v);
  std::vector<Value*> operands;
  for (int i = 0; i < v.op().num_operands(); ++i) operands.push_back(i < inputs ? v.mapped(i) : v.operand(i).value);
  Op* copy = v.like_wider(operands);
  copy->set_attr(AttrKey::kDimensions, v.context().ints(shifted(v.op().ints_attr(AttrKey::kDimensions))));
  v.set_all(*copy);
  return {};
}

Status vectorize_windows(Batch& v) {
  const int inputs = ir::num_inputs(v.op());
  if (v.regions_read_mapped() || any_mapped(v, inputs, v.op().num_operands())) return vectorize_rows(v);
  std::vector<Value*> operands;
  for (int i = 0; i < v.op().num_operands(); ++i) operands.push_back(i < inputs ? v.mapped(i) : v.operand(i).value);
  Op* copy = v.like_wider(operands);
  put_first(v, *copy, AttrKey::kWindowDimensions, {1});
  put_first(v, *copy, AttrKey::kWindowStrides, {1});
  put_first(v, *copy, AttrKey::kBaseDilations, {1});
  put_first(v, *copy, AttrKey::kWindowDilations, {1});
  put_first(v, *copy, AttrKey::kPadding, {0, 0});
  v.set_all(*copy);
  return {};
}

Status vectorize_select_and_scatter(Batch& v) {
  if (v.regions_read_mapped() || v.is_mapped(2)) return vectorize_rows(v);
  Value* operands[] = {v.mapped(0), v.mapped(1), v.operand(2).value};
  Op* copy = v.like_wider(operands);
  put_first(v, *copy, AttrKey::kWindowDimensions, {1});
  put_first(v, *copy, AttrKey::kWindowStrides, {1});
  put_first(v, *copy, AttrKey::kPadding, {0, 0});
  v.set_all(*copy);
  return {};
}

Status vectorize_sort(Batch& v) {
  if (v.regions_read_mapped()) return vectorize_rows(v);
  Op* copy = v.like_wider(v.all_mapped());
  const int64_t rank = v.op().operand(0)->type().rank();
  int64_t dim = v.op().int_attr(AttrKey::kDimension, -1);
  if (dim < 0) dim += rank;
  copy->set_attr(AttrKey::kDimension, v.context().integer(dim + 1));
  v.set_all(*copy);
  return {};
}

Status vectorize_last_dims(Batch& v) {
  v.set_all(*v.like_wider(v.all_mapped()));
  return {};
}

}  // namespace partita::core::transform

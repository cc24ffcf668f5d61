// Ops that read or write where other values say.
#include <algorithm>

#include "maker.h"

namespace partita::core::fuzz {
namespace {

// One scalar for each dimension, often outside.
std::vector<Value*> starts(Maker& m, int rank) {
  std::vector<Value*> values;
  ElementType e =
      m.dice.one_of<ElementType>({ElementType::kS32, ElementType::kS64, ElementType::kU32, ElementType::kS8});
  for (int d = 0; d < rank; ++d) values.push_back(m.want(e, {}, true).value);
  return values;
}

bool dynamic_slice(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1; });
  if (!v) return false;
  Dims sizes;
  for (int64_t n : v.dims()) sizes.push_back(m.dice.once_in(3) ? n : m.dice.between(std::min<int64_t>(n, 1), n));
  std::vector<Value*> operands = starts(m, v.rank());
  operands.insert(operands.begin(), v.value);
  return m.give(m.value(OpKind::kDynamicSlice, operands, {{AttrKey::kSliceSizes, m.ints(sizes)}}), v.facts);
}

bool dynamic_update_slice(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1; });
  if (!v) return false;
  Dims sizes;
  for (int64_t n : v.dims()) sizes.push_back(m.dice.once_in(3) ? n : m.dice.between(std::min<int64_t>(n, 1), n));
  Known update = m.want(v.element(), sizes);
  std::vector<Value*> operands = starts(m, v.rank());
  operands.insert(operands.begin(), {v.value, update.value});
  return m.give(m.value(OpKind::kDynamicUpdateSlice, operands), either(v.facts, update.facts));
}

// How a gather or scatter of an operand reads its indices.
struct Numbers {
  Dims batch;  // the shape of what the indices run over
  Dims operand_batch, index_batch;
  Dims map, collapsed, windows;  // operand dimensions that are indexed, that go away, that stay
  Dims slice_sizes;
  Dims indices;  // the shape of the index tensor
  int64_t vector_dim = 0;
  Dims offsets;  // where the windows' dimensions stand in the result
  Dims result;
};

Numbers numbers_for(Maker& m, const Known& operand) {
  Numbers n;
  const Dims dims = operand.dims();
  const int rank = operand.rank();
  for (int64_t b = m.dice.between(0, 2); b > 0; --b) n.batch.push_back(m.dice.between(1, 6));
  Dims free_batch;
  for (size_t i = 0; i < n.batch.size(); ++i) free_batch.push_back(static_cast<int64_t>(i));
  m.dice.shuffle(free_batch);
  Dims implicit;  // positions in the batch
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t size = dims[d];
    if (m.dice.once_in(4) && !free_batch.empty() && size > 0) {
      n.operand_batch.push_back(d);
      implicit.push_back(free_batch.back());
      n.batch[free_batch.back()] = size;
      free_batch.pop_back();
      n.slice_sizes.push_back(1);
      continue;
    }
    const bool indexed = size > 0 && m.dice.once_in(2);
    if (indexed) n.map.push_back(d);
    if (size > 0 && (indexed ? m.dice.once_in(2) : m.dice.once_in(8))) {
      n.collapsed.push_back(d);
      n.slice_sizes.push_back(1);
    } else {
      n.windows.push_back(d);
      n.slice_sizes.push_back(indexed || m.dice.once_in(6) ? m.dice.between(std::min<int64_t>(size, 1), size) : size);
    }
  }
  if (m.dice.once_in(3)) m.dice.shuffle(n.map);
  n.indices = n.batch;
  n.vector_dim = m.dice.once_in(2) ? static_cast<int64_t>(n.batch.size()) : m.dice.between(0, n.batch.size());
  const bool unwritten = n.map.size() == 1 && m.dice.once_in(3);  // a vector of one needs no dimension
  if (unwritten) {
    n.vector_dim = std::ssize(n.batch);
  } else {
    n.indices.insert(n.indices.begin() + n.vector_dim, n.map.size());
  }
  for (int64_t& at : implicit) at += !unwritten && at >= n.vector_dim ? 1 : 0;
  n.index_batch = implicit;
  // The result: windows at random places, the batch in order at the others.
  const size_t total = n.batch.size() + n.windows.size();
  Dims places;
  for (size_t i = 0; i < total; ++i) places.push_back(static_cast<int64_t>(i));
  m.dice.shuffle(places);
  n.offsets.assign(places.begin(), places.begin() + std::ssize(n.windows));
  std::sort(n.offsets.begin(), n.offsets.end());
  size_t window = 0, batch = 0;
  for (size_t i = 0; i < total; ++i) {
    bool is_window = std::find(n.offsets.begin(), n.offsets.end(), static_cast<int64_t>(i)) != n.offsets.end();
    n.result.push_back(is_window ? n.slice_sizes[n.windows[window++]] : n.batch[batch++]);
  }
  return n;
}

Known indices_for(Maker& m, const Numbers& n) {
  ElementType e =
      m.dice.one_of<ElementType>({ElementType::kS32, ElementType::kS32, ElementType::kS64, ElementType::kU32});
  return m.want(e, n.indices, true);
}

bool gather(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1 && k.rank() <= 3; });
  if (!v) return false;
  Numbers n = numbers_for(m, v);
  if (n.result.size() > 5) return false;
  Known indices = indices_for(m, n);
  return m.give(m.value(OpKind::kGather, {v.value, indices.value},
                        {{AttrKey::kOffsetDims, m.ints(n.offsets)},
                         {AttrKey::kCollapsedSliceDims, m.ints(n.collapsed)},
                         {AttrKey::kOperandBatchingDims, m.ints(n.operand_batch)},
                         {AttrKey::kStartIndicesBatchingDims, m.ints(n.index_batch)},
                         {AttrKey::kStartIndexMap, m.ints(n.map)},
                         {AttrKey::kIndexVectorDim, m.integer(n.vector_dim)},
                         {AttrKey::kSliceSizes, m.ints(n.slice_sizes)}}),
                v.facts);
}

bool scatter(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.rank() >= 1 && k.rank() <= 3; });
  if (!v) return false;
  const ElementType e = v.element();
  Numbers n = numbers_for(m, v);
  if (n.result.size() > 5) return false;
  Known indices = indices_for(m, n);
  double terms = 1;
  for (int64_t d : n.batch) terms *= static_cast<double>(d);
  Known update = m.want(e, n.result);
  OpKind kind = OpKind::kAdd;
  bool overwrite = false;
  if (e == ElementType::kPred) {
    kind = m.dice.one_of<OpKind>({OpKind::kAnd, OpKind::kOr, OpKind::kXor});
  } else if (is_integer(e)) {
    kind = m.dice.one_of<OpKind>({OpKind::kAdd, OpKind::kMultiply, OpKind::kMaximum, OpKind::kMinimum, OpKind::kXor});
  } else if (is_float(e)) {
    kind = m.dice.one_of<OpKind>({OpKind::kAdd, OpKind::kAdd, OpKind::kMaximum, OpKind::kMinimum});
  }
  overwrite = m.dice.once_in(4);
  Facts facts = either(v.facts, update.facts);
  if (kind == OpKind::kAdd && !overwrite) {
    if (is_float(e)) update = m.tamed(update, std::max(1.0, exact_limit(e) / (terms + 1) / 4));
    facts = rounded({v.facts.max + terms * update.facts.max, v.facts.error + terms * update.facts.error,
                     v.facts.integral && update.facts.integral},
                    e, terms + 1);
  } else if (is_integer(e) && !overwrite) {
    facts = {exact_limit(e), 0, true};
  }
  if (!usable(facts, e)) return false;
  // Several operands now and then, with the same updates.
  const size_t count = m.dice.once_in(6) ? 2 : 1;
  Known other = count == 2 ? m.want(e, v.dims()) : Known();
  std::vector<Value*> operands = {v.value};
  if (count == 2) operands.push_back(other.value);
  operands.push_back(indices.value);
  operands.insert(operands.end(), count, update.value);
  std::vector<Type> scalars(2 * count, m.context().tensor(e, {}));
  auto body = [&](std::span<Value* const> x) -> std::vector<Value*> {
    std::vector<Value*> out;
    for (size_t i = 0; i < count; ++i) {
      out.push_back(overwrite ? x[count + i] : m.value(kind, {x[i], x[count + i]}));
    }
    return out;
  };
  Op* op = m.op(OpKind::kScatter, operands,
                {{AttrKey::kUpdateWindowDims, m.ints(n.offsets)},
                 {AttrKey::kInsertedWindowDims, m.ints(n.collapsed)},
                 {AttrKey::kInputBatchingDims, m.ints(n.operand_batch)},
                 {AttrKey::kScatterIndicesBatchingDims, m.ints(n.index_batch)},
                 {AttrKey::kScatterDimsToOperandDims, m.ints(n.map)},
                 {AttrKey::kIndexVectorDim, m.integer(n.vector_dim)}},
                {}, {{scalars, body}});
  if (op == nullptr) return false;
  if (count == 2) m.give(op->result(1), either(facts, sum_of(facts, other.facts, e)));
  return m.give(op->result(0), facts);
}

}  // namespace

std::span<const WeightedFamily> indexing_families() {
  static const WeightedFamily kList[] = {{"dynamic_slice", 5, dynamic_slice},
                                         {"dynamic_update_slice", 5, dynamic_update_slice},
                                         {"gather", 6, gather},
                                         {"scatter", 6, scatter}};
  return kList;
}

}  // namespace partita::core::fuzz

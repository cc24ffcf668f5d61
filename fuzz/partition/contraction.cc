// dot_general and convolution in all their forms.
#include <algorithm>
#include <cmath>

#include "maker.h"

namespace partita::core::fuzz {
namespace {

double exact_product_limit(ElementType element, double terms) {
  if (epsilon_of(element) == 0) return 1e6;
  return std::max(1.0, std::floor(std::sqrt(exact_limit(element) / std::max(1.0, terms))));
}

// Brings both sides so low that the sum of products is exact where that is possible.
Facts tame_for_products(Maker& m, Known& a, Known& b, double terms, ElementType result) {
  double limit = std::min(exact_product_limit(result, terms * 2), 10.0);
  if (!is_complex(a.element())) {
    a = m.tamed(a, limit);
    b = m.tamed(b, limit);
  }
  return product_of(a.facts, b.facts, result, terms);
}

bool dot(Maker& m) {
  Known a = m.pick([](const Known& k) { return k.rank() >= 1 && k.element() != ElementType::kPred; });
  if (!a) return false;
  // Every dimension of a is batch, contracting or free; b has the first two and free ones of its own.
  Dims batch, contracting, right;
  std::vector<std::pair<int, int64_t>> of_right;  // role and dimension of a, or a size
  for (int64_t d = 0; d < a.rank(); ++d) {
    int64_t role = m.dice.below(5);
    if (role == 0) of_right.push_back({0, d});
    if (role == 1 || role == 2) of_right.push_back({1, d});
  }
  for (int64_t free = m.dice.between(0, 2); free > 0; --free) of_right.push_back({2, std::min<int64_t>(m.size(), 8)});
  m.dice.shuffle(of_right);
  Dims lhs_batch, rhs_batch, lhs_contracting, rhs_contracting;
  double terms = 1;
  for (size_t i = 0; i < of_right.size(); ++i) {
    auto [role, which] = of_right[i];
    right.push_back(role == 2 ? which : a.type().dim(which));
    if (role == 0) lhs_batch.push_back(which), rhs_batch.push_back(static_cast<int64_t>(i));
    if (role == 1) {
      lhs_contracting.push_back(which), rhs_contracting.push_back(static_cast<int64_t>(i));
      terms *= static_cast<double>(right.back());
    }
  }
  if (right.size() > 4) return false;
  double out = static_cast<double>(a.type().num_elements());
  for (auto [role, which] : of_right) out *= role == 2 ? static_cast<double>(which) : 1;
  if (out > static_cast<double>(4 * m.limit())) return false;
  Known b = m.want(a.element(), right);
  ElementType result = a.element();
  if (a.element() == ElementType::kS8 && m.dice.once_in(2)) result = ElementType::kS32;
  if ((a.element() == ElementType::kBF16 || a.element() == ElementType::kF16) && m.dice.once_in(2)) {
    result = ElementType::kF32;
  }
  Facts facts = tame_for_products(m, a, b, std::max(terms, 1.0), result);
  if (!usable(facts, result)) return false;
  std::vector<KeyedAttr> attrs = {{AttrKey::kLhsBatchingDimensions, m.ints(lhs_batch)},
                                  {AttrKey::kRhsBatchingDimensions, m.ints(rhs_batch)},
                                  {AttrKey::kLhsContractingDimensions, m.ints(lhs_contracting)},
                                  {AttrKey::kRhsContractingDimensions, m.ints(rhs_contracting)}};
  Dims dims;
  auto has = [](const Dims& list, int64_t d) { return std::find(list.begin(), list.end(), d) != list.end(); };
  for (int64_t d : lhs_batch) dims.push_back(a.type().dim(d));
  for (int64_t d = 0; d < a.rank(); ++d) {
    if (!has(lhs_batch, d) && !has(lhs_contracting, d)) dims.push_back(a.type().dim(d));
  }
  for (int64_t d = 0; d < b.rank(); ++d) {
    if (!has(rhs_batch, d) && !has(rhs_contracting, d)) dims.push_back(b.type().dim(d));
  }
  if (dims.size() > 5) return false;
  return m.give(m.value(OpKind::kDotGeneral, {a.value, b.value}, attrs, {m.context().tensor(result, dims)}), facts);
}

bool convolution(Maker& m) {
  const ElementType e = m.dice.once_in(4) ? m.integer_element() : m.float_element();
  const int spatial = m.dice.between(1, 2);
  const int rank = spatial + 2;
  int64_t feature_groups = 1, batch_groups = 1;
  if (m.dice.once_in(3)) (m.dice.once_in(2) ? feature_groups : batch_groups) = m.dice.between(2, 3);
  const int64_t batch = batch_groups * m.dice.between(1, 4), in = m.dice.between(1, 4) * feature_groups,
                out = m.dice.between(1, 3) * feature_groups * batch_groups;
  // Places of batch, feature and spatial dimensions in each tensor.
  auto places = [&] {
    Dims list;
    for (int d = 0; d < rank; ++d) list.push_back(d);
    if (m.dice.once_in(2)) m.dice.shuffle(list);
    return list;
  };
  Dims l = places(), k = places(), o = places();
  Dims lhs(rank), kernel(lhs), strides, padding, lhs_dilation, rhs_dilation, reversal;
  lhs[l[0]] = batch;
  lhs[l[1]] = in;
  const int64_t in_group = in / feature_groups;
  kernel[k[0]] = in_group;
  kernel[k[1]] = out;
  double terms = static_cast<double>(in_group);
  for (int s = 0; s < spatial; ++s) {
    int64_t n = m.dice.between(1, spatial == 1 ? 14 : 7);
    if (m.limit() > 400) n *= m.dice.between(1, 6);
    int64_t window = m.dice.once_in(6) ? n : m.dice.between(1, 4);
    lhs[l[s + 2]] = n;
    kernel[k[s + 2]] = window;
    terms *= static_cast<double>(window);
    strides.push_back(m.dice.once_in(2) ? 1 : m.dice.between(1, 3));
    lhs_dilation.push_back(m.dice.once_in(4) ? m.dice.between(1, 3) : 1);
    rhs_dilation.push_back(m.dice.once_in(4) ? m.dice.between(1, 3) : 1);
    reversal.push_back(m.dice.once_in(4) ? 1 : 0);
    for (int side = 0; side < 2; ++side) padding.push_back(m.dice.once_in(2) ? 0 : m.dice.between(-1, 3));
  }
  Known a = m.want(e, lhs), b = m.want(e, kernel);
  Facts facts = tame_for_products(m, a, b, terms, e);
  if (!usable(facts, e)) return false;
  auto rest = [&](const Dims& list) { return m.ints(Dims(list.begin() + 2, list.end())); };
  std::vector<KeyedAttr> attrs = {{AttrKey::kWindowStrides, m.ints(strides)},
                                  {AttrKey::kPadding, m.ints(padding)},
                                  {AttrKey::kLhsDilation, m.ints(lhs_dilation)},
                                  {AttrKey::kRhsDilation, m.ints(rhs_dilation)},
                                  {AttrKey::kWindowReversal, m.context().ints(reversal, "i1")},
                                  {AttrKey::kInputBatchDimension, m.integer(l[0])},
                                  {AttrKey::kInputFeatureDimension, m.integer(l[1])},
                                  {AttrKey::kInputSpatialDimensions, rest(l)},
                                  {AttrKey::kKernelInputFeatureDimension, m.integer(k[0])},
                                  {AttrKey::kKernelOutputFeatureDimension, m.integer(k[1])},
                                  {AttrKey::kKernelSpatialDimensions, rest(k)},
                                  {AttrKey::kOutputBatchDimension, m.integer(o[0])},
                                  {AttrKey::kOutputFeatureDimension, m.integer(o[1])},
                                  {AttrKey::kOutputSpatialDimensions, rest(o)},
                                  {AttrKey::kFeatureGroupCount, m.integer(feature_groups)},
                                  {AttrKey::kBatchGroupCount, m.integer(batch_groups)}};
  Dims dims(rank);
  dims[o[0]] = batch / batch_groups;
  dims[o[1]] = out;
  for (size_t s = 0; s < static_cast<size_t>(spatial); ++s) {
    int64_t n = lhs[l[s + 2]], window = kernel[k[s + 2]];
    int64_t padded = (n - 1) * lhs_dilation[s] + 1 + padding[2 * s] + padding[2 * s + 1];
    int64_t span = (window - 1) * rhs_dilation[s] + 1;
    dims[o[s + 2]] = padded < span ? 0 : (padded - span) / strides[s] + 1;
    if (padded < 0) return false;
  }
  return m.give(m.value(OpKind::kConvolution, {a.value, b.value}, attrs, {m.context().tensor(e, dims)}), facts);
}

// Rows in groups, each with a matrix of its own, and rows beyond the last group giving 0; groups along what is
// contracted, each giving a matrix; groups of matrices.
bool ragged_dot(Maker& m) {
  const ElementType e = m.dice.once_in(3) ? ElementType::kS32 : ElementType::kF32;
  const int64_t rows = m.size(), inner = m.size(), columns = m.dice.between(1, 8), groups = m.dice.between(1, 5),
                batch = m.dice.between(1, 6);
  struct Form {
    Dims lhs, rhs, batching, rhs_batching, lhs_contracting, rhs_contracting, ragged, group;
  };
  const Form forms[] = {{{rows, inner}, {groups, inner, columns}, {}, {}, {1}, {1}, {0}, {0}},
                        {{batch, rows, inner}, {groups, batch, inner, columns}, {0}, {1}, {2}, {2}, {1}, {0}},
                        {{rows, inner}, {inner, columns}, {}, {}, {1}, {0}, {1}, {}},
                        {{batch, rows, inner}, {batch, inner, columns}, {0}, {0}, {2}, {1}, {2}, {}},
                        {{batch, rows, inner}, {batch, inner, columns}, {0}, {0}, {2}, {1}, {0}, {}}};
  const Form& f = forms[m.dice.below(5)];
  Known a = m.want(e, f.lhs), b = m.want(e, f.rhs);
  // The same sizes for every matrix of a batch, or each its own.
  const bool own = !f.batching.empty() && f.ragged[0] != 0 && m.dice.once_in(2);
  Known sizes = m.tamed(m.want(ElementType::kS32, own ? Dims{batch, groups} : Dims{groups}, true), 20);
  sizes = {m.value(OpKind::kAbs, {sizes.value}), sizes.facts};
  Facts facts = tame_for_products(m, a, b, static_cast<double>(inner), e);
  if (!usable(facts, e)) return false;
  return m.give(m.value(OpKind::kRaggedDot, {a.value, b.value, sizes.value},
                        {{AttrKey::kLhsBatchingDimensions, m.ints(f.batching)},
                         {AttrKey::kRhsBatchingDimensions, m.ints(f.rhs_batching)},
                         {AttrKey::kLhsContractingDimensions, m.ints(f.lhs_contracting)},
                         {AttrKey::kRhsContractingDimensions, m.ints(f.rhs_contracting)},
                         {AttrKey::kLhsRaggedDimensions, m.ints(f.ragged)},
                         {AttrKey::kRhsGroupDimensions, m.ints(f.group)}}),
                facts);
}

// Numbers of eight bits in blocks, each block with a power of two to multiply by.
bool scaled_dot(Maker& m) {
  const int64_t block = m.dice.between(1, 4), blocks = m.dice.between(1, 4), rows = m.size(), columns = m.size();
  auto small = [&](const Dims& dims, ElementType to, bool positive) {
    Known v = m.want(ElementType::kF32, dims, true, 3);
    if (!v.facts.integral) v = {m.value(OpKind::kRoundNearestEven, {v.value}), {3, 0, true}};
    if (positive) v = m.positive(v);
    return m.value(OpKind::kConvert, {v.value}, {}, {m.context().tensor(to, dims)});
  };
  Value* lhs = small({rows, block * blocks}, ElementType::kF8E4M3FN, false);
  Value* rhs = small({block * blocks, columns}, ElementType::kF8E4M3FN, false);
  Value* lhs_scale = small({rows, blocks}, ElementType::kF8E8M0FNU, true);
  Value* rhs_scale = small({blocks, columns}, ElementType::kF8E8M0FNU, true);
  const double max = 9 * 16 * static_cast<double>(block * blocks);
  return m.give(m.value(OpKind::kScaledDot, {lhs, rhs, lhs_scale, rhs_scale},
                        {{AttrKey::kLhsBatchingDimensions, m.ints({})},
                         {AttrKey::kRhsBatchingDimensions, m.ints({})},
                         {AttrKey::kLhsContractingDimensions, m.ints({1})},
                         {AttrKey::kRhsContractingDimensions, m.ints({0})}},
                        {m.context().tensor(ElementType::kF32, {rows, columns})}),
                {max, 0, true});
}

}  // namespace

std::span<const WeightedFamily> contraction_families() {
  static const WeightedFamily kList[] = {
      {"dot", 16, dot}, {"convolution", 6, convolution}, {"ragged_dot", 1, ragged_dot}, {"scaled_dot", 1, scaled_dot}};
  return kList;
}

}  // namespace partita::core::fuzz

#include "partition/choice/pricing.h"

#include <algorithm>
#include <cmath>

#include "cost/fusion.h"
#include "cost/kernels.h"
#include "cost/op_prices.h"
#include "cost/run_class.h"
#include "partition/choice/strategy_selector.h"
#include "partition/reshard/estimate.h"

namespace partita::core::partition {
namespace {

uint64_t bit_of(int factor) { return factor < 64 ? uint64_t{1} << factor : 0; }

uint64_t bits_of(const DimFactors& factors) {
  uint64_t bits = 0;
  for (int f : factors) bits |= bit_of(f);
  return bits;
}

uint64_t factors_of(const Rule& rule, int tensor) {
  uint64_t bits = 0;
  if (tensor >= rule.num_tensors()) return bits;
  for (const DimFactors& dim : rule.tensor(tensor)) bits |= bits_of(dim);
  return bits;
}

// How often it is divided: 3 rows in 4 parts are 3 parts of one row each.
double parts_of(const OpWork& work, const FactorParts& divided) {
  if (work.sizes.empty()) return divided.parts;
  const auto size = static_cast<double>(work.sizes[static_cast<size_t>(divided.factor)]);
  return size > 0 ? size / std::ceil(size / divided.parts) : 1;
}

// Of a tensor that lies in memory as `padded` does.
void add_traffic(OpWork& work, uint64_t factors, double price, OpWork::PaddedTensor padded) {
  if (price <= 0) return;
  if (!padded.form.is_dense()) {
    work.traffic.push_back({factors, price, static_cast<int>(work.padded.size())});
    work.padded.push_back(std::move(padded));
    return;
  }
  for (OpWork::Traffic& known : work.traffic) {
    if (known.factors != factors) continue;
    known.price += price;
    return;
  }
  work.traffic.push_back({factors, price});
}

// Of the part that a device has of the tensor.
double growth_of(const OpWork& work, const OpWork::PaddedTensor& tensor, std::span<const FactorParts> parts) {
  std::vector<int64_t> dims(tensor.type.dims().begin(), tensor.type.dims().end());
  for (size_t d = 0; d < tensor.factors_of_dims.size() && d < dims.size(); ++d) {
    double shards = 1;
    for (const FactorParts& divided : parts) {
      if ((tensor.factors_of_dims[d] & bit_of(divided.factor)) != 0) shards *= parts_of(work, divided);
    }
    dims[d] = static_cast<int64_t>(std::ceil(static_cast<double>(dims[d]) / shards));
  }
  return cost::memory_growth(tensor.type.element(), dims, tensor.form);
}

bool reads_a_part(const Op& op) {
  return op.is(OpKind::kSlice) || op.is(OpKind::kDynamicSlice) || op.is(OpKind::kGather);
}
bool writes_a_part(const Op& op) { return op.is(OpKind::kDynamicUpdateSlice) || op.is(OpKind::kScatter); }

bool is_on_known_mesh(const Choice& choice, const CollectivePrices& prices) {
  for (const std::vector<const Sharding*>* list : {&choice.operands, &choice.results}) {
    for (const Sharding* sharding : *list) {
      if (sharding != nullptr) return prices.knows(sharding->mesh_ptr());
    }
  }
  return false;
}

// Axes along which the pattern exchanges: of windows and of what one device needs whole, else of what is reduced.
std::span<const AxisRef> exchanged_axes(const Rule& rule, const Choice& choice, const CollectivePrices& prices) {
  std::span<const AxisRef> out;
  if (!is_on_known_mesh(choice, prices)) return out;
  for (size_t f = 0; f < choice.axes.size(); ++f) {
    if (choice.axes[f].empty()) continue;
    const FactorKind kind = rule.factors[f].kind;
    if (kind == FactorKind::kWindow || kind == FactorKind::kWhole) return choice.axes[f];
    if (kind == FactorKind::kReduce || out.empty()) out = choice.axes[f];
  }
  return out;
}

}  // namespace

Pricing::Pricing(const PriceWeights& weights) : collectives_(weights) {}

Result<Pricing> Pricing::by_time(const Hardware& hardware, const Function& entry, const MeshPtr& mesh, int64_t devices,
                                 std::string_view layout) {
  PARTITA_ASSIGN(Topology topology, Topology::make(hardware, devices, mesh, layout));
  const PriceWeights weights = cost::weights_of(hardware, topology);
  Pricing out;
  out.collectives_ =
      CollectivePrices(std::move(topology), mesh, weights, hardware.collective_copy / hardware.memory_bandwidth);
  out.hardware_ = hardware;
  const double streaming = hardware.memory_bandwidth * hardware.rates.efficiency;
  out.slice_ = 2 / (hardware.rates.copy > 0 ? hardware.rates.copy : streaming) / weights.unit;
  out.fused_ = cost::fused_values(entry, hardware.compiler);
  out.storage_ = cost::Storage(entry, hardware.compiler);
  return out;
}

uint64_t Pricing::fused_tensors(const Op& op) const {
  uint64_t bits = 0;
  if (fused_.empty()) return bits;
  int t = 0;
  for (const Value* operand : op.operands()) bits |= is_fused(*operand) ? bit_of(t++) : (++t, 0);
  for (const Value* result : op.results()) bits |= is_fused(*result) ? bit_of(t++) : (++t, 0);
  return bits;
}

OpWork Pricing::work_of(const Op& op, const Rule& rule) const {
  OpWork out;
  if (!is_by_time()) {
    out.arithmetic = cost::op_work(op) * weights().operation;
    return out;
  }
  for (const Factor& factor : rule.factors) out.sizes.push_back(factor.size);
  const double unit = weights().unit;
  const double matrix = cost::matrix_operations(op);
  out.arithmetic = (cost::arithmetic_operations(op) - matrix) / hardware_.vector_flops / unit;
  const int operands = op.num_operands();
  if (matrix > 0 && operands >= 2) {
    out.is_product = true;
    out.shape = op.is(OpKind::kConvolution) ? cost::convolution_shape(op) : cost::dot_shape(op);
    if (op.is(OpKind::kConvolution)) {
      out.convolution = &op;
      const auto batch = static_cast<size_t>(cost::tiled_batch_dimension(op));
      out.tiled_batch = static_cast<double>(op.operand(0)->type().dim(static_cast<int>(batch)));
      if (rule.num_tensors() > 0 && batch < rule.tensor(0).size()) {
        for (int f : rule.tensor(0)[batch]) out.tiled_batch_factors |= bit_of(f);
      }
    }
    out.rate = hardware_.matrix_rate(op.operand(0)->type().element());
    const uint64_t lhs = factors_of(rule, 0), rhs = factors_of(rule, 1), result = factors_of(rule, operands);
    out.batch = lhs & rhs & result;
    out.rows = lhs & result & ~rhs;
    out.columns = rhs & result & ~lhs;
    out.depth = (lhs | rhs) & ~result;
  }
  if (cost::run_class(op.kind()).passes_on || cost::folds_into_product(op)) return out;
  const bool is_fused_away = op.num_results() == 1 && is_fused(*op.result());
  const cost::Step step{.kind = cost::Step::Kind::kKernel, .op = &op, .operations = out.arithmetic};
  const double rate =
      unit * (is_fused_away ? hardware_.memory_bandwidth * hardware_.rates.efficiency : memory_rate(step, hardware_));
  auto padded = [&](const Value& value, int tensor) {
    OpWork::PaddedTensor made{value.type(), form_of(value)};
    if (made.form.is_dense() || tensor >= rule.num_tensors()) return OpWork::PaddedTensor{};
    for (const DimFactors& dim : rule.tensor(tensor)) made.factors_of_dims.push_back(bits_of(dim));
    return made;
  };
  for (int i = 0; i < operands; ++i) {
    if (is_fused(*op.operand(i))) continue;
    add_traffic(out, factors_of(rule, i == 0 && reads_a_part(op) ? operands : i), cost::bytes_read(op, i) / rate,
                padded(*op.operand(i), i));
  }
  if (is_fused_away) return out;
  // An update is made in place, unless what it updates has no memory.
  if (writes_a_part(op) && !is_fused(*op.operand(0))) {
    const int update = op.is(OpKind::kScatter) ? operands - 1 : 1;
    add_traffic(out, factors_of(rule, update), cost::bytes_written(op) / rate, padded(*op.result(0), operands));
    return out;
  }
  for (int r = 0; r < op.num_results(); ++r) {
    const double bytes = cost::bytes_written(op) > 0 || writes_a_part(op) ? cost::bytes_of(op.result(r)->type()) : 0;
    add_traffic(out, factors_of(rule, operands + r), bytes / rate, padded(*op.result(r), operands + r));
  }
  return out;
}

double Pricing::work(const OpWork& work, std::span<const FactorParts> parts) const {
  double all = 1;
  for (const FactorParts& divided : parts) all *= parts_of(work, divided);
  double busy = work.arithmetic / all;
  if (work.is_product) {
    cost::ProductShape shape = work.shape;
    double tiled_batch = work.tiled_batch;
    for (const FactorParts& divided : parts) {
      const uint64_t bit = bit_of(divided.factor);
      const double n = parts_of(work, divided);
      if ((work.batch & bit) != 0) shape.batch /= n;
      if ((work.rows & bit) != 0) shape.rows /= n;
      if ((work.columns & bit) != 0) shape.columns /= n;
      if ((work.depth & bit) != 0) shape.depth /= n;
      if ((work.tiled_batch_factors & bit) != 0) tiled_batch /= n;
    }
    shape.batch = std::max(shape.batch, 1.0);
    const double seconds = work.convolution != nullptr
                               ? cost::convolution_seconds(*work.convolution, shape, tiled_batch, work.rate, hardware_)
                               : cost::product_seconds(shape, work.rate, hardware_.products);
    busy += seconds / weights().unit;
  }
  double moving = 0;
  for (const OpWork::Traffic& traffic : work.traffic) {
    double shards = 1;
    for (const FactorParts& divided : parts) {
      if ((traffic.factors & bit_of(divided.factor)) != 0) shards *= parts_of(work, divided);
    }
    moving += traffic.price / shards * (traffic.form < 0 ? 1 : growth_of(work, work.padded[traffic.form], parts));
  }
  return std::max(busy, moving);
}

double Pricing::work(const Op& op, const Rule& rule, const Choice& choice) const {
  std::vector<FactorParts> parts;
  for (size_t f = 0; f < choice.axes.size(); ++f) {
    if (!choice.axes[f].empty())
      parts.push_back({static_cast<int>(f), static_cast<double>(total_size(choice.axes[f]))});
  }
  return work(work_of(op, rule), parts);
}

double Pricing::exchange(const LoweringCapabilities& capabilities, const Op& op, const Rule& rule,
                         const Choice& choice) const {
  return collectives_.messages(capabilities.exchange(op, rule, choice, weights()),
                               exchanged_axes(rule, choice, collectives_));
}

double Pricing::reshard(Type type, const Sharding* from, const Sharding* to, ShardingPool& pool) const {
  from = with_manual_of(from, *to, pool);
  if (from == to) return 0;
  return reshard::estimate(type.dims(), cost::packed_bits(type.element()), *from, *to, collectives_);
}

}  // namespace partita::core::partition

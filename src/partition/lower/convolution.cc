// convolution: batches, features, groups, windows and taps, each divided by itself or together with others.
//
//   spatial, divided with the result          every device obtains the rows under its windows
//   spatial of the kernel (filter gradients)  every device has some taps, and obtains the rows they meet; unreduced
//   input feature                             contraction: padding is masked on both sides; unreduced
//   groups                                    complete groups to each device: shards that cut through a group are moved
//   batch, output feature                     nothing to do
#include <algorithm>

#include "partition/lower/windows.h"

namespace partita::core::partition {
namespace {

// The only factor of a dimension; -1 where there is none or several.
int factor_of(const TensorFactors& tensor, int64_t dim) {
  const DimFactors& factors = tensor[dim];
  return factors.size() == 1 ? factors[0] : -1;
}

// How a spatial dimension is divided.
struct Spatial {
  enum class Way { kNone, kOutputs, kTaps, kBatch, kKernel } way = Way::kNone;
  int64_t shards = 1;                   // along lhs (and result or kernel); kKernel: along kernel and result
  int64_t kernel_only = 1;              // parts of the taps beside that, lhs being the same for all
  int lhs = 0, kernel = 0, result = 0;  // dimensions
  WindowDim window;
};

std::vector<Spatial> spatial_dims(const Op& op, const Rule& rule, const FactorAxes& axes) {
  const ConvDims dims = conv_dims(op);
  const std::vector<WindowDim> windows = window_of(op);
  auto parts = [&](int factor) { return factor < 0 ? 1 : total_size(axes[factor]); };
  std::vector<Spatial> out;
  for (size_t i = 0; i < windows.size(); ++i) {
    Spatial s{.lhs = static_cast<int>(dims.input_spatial[i]),
              .kernel = static_cast<int>(dims.kernel_spatial[i]),
              .result = static_cast<int>(dims.output_spatial[i]),
              .window = windows[i]};
    const int lhs = factor_of(rule.operands[0], s.lhs), kernel = factor_of(rule.operands[1], s.kernel),
              result = factor_of(rule.results[0], s.result);
    s.shards = parts(lhs);
    if (kernel >= 0 && kernel == lhs) {
      s.way = kernel == result ? Spatial::Way::kBatch : Spatial::Way::kTaps;
    } else if (kernel >= 0 && kernel == result) {
      s.way = Spatial::Way::kKernel;
      s.shards = parts(kernel);
    } else {
      const bool slides = lhs >= 0 && rule.factors[lhs].kind == FactorKind::kWindow;
      if (slides) s.way = Spatial::Way::kOutputs;
      s.kernel_only = parts(kernel);
    }
    if (s.shards == 1) s.way = Spatial::Way::kNone;
    out.push_back(s);
  }
  return out;
}

Places places_of(const Op& op, const Spatial& s) {
  const int64_t extent = op.operand(0)->type().dim(s.lhs), outputs = op.result()->type().dim(s.result);
  return s.way == Spatial::Way::kTaps ? tap_places(extent, outputs, s.window, s.shards)
                                      : output_places(extent, outputs, s.window, s.shards);
}

bool exchanges(const Spatial& s) { return s.way == Spatial::Way::kTaps || s.way == Spatial::Way::kOutputs; }

// Groups of features or of the batch: `each` of them a dimension has, cut so that a device has complete groups.
struct FeatureGroups {
  int64_t count = 1;
  int64_t shards = 1;
  const AxisRefs* axes = nullptr;
  int64_t local() const { return ceil_div(count, shards); }
  // From shards of the dimension to complete groups, and back.
  HaloExchange to_groups(int64_t each) const { return moved(each, ceil_div(count * each, shards), each * local()); }
  HaloExchange from_groups(int64_t each) const { return moved(each, each * local(), ceil_div(count * each, shards)); }
  bool moves() const { return count % shards != 0; }

 private:
  HaloExchange moved(int64_t each, int64_t from, int64_t to) const {
    return {.shards = shards, .extent = count * each, .pitch = from, .step = to, .start = 0, .rows = to};
  }
};

FeatureGroups groups_of(const Op& op, const Rule& rule, const FactorAxes& axes) {
  const ConvDims dims = conv_dims(op);
  const int64_t count = std::max(dims.feature_group_count, dims.batch_group_count);
  if (count == 1) return {};
  const DimFactors& factors = rule.operands[1][dims.kernel_output_feature];
  if (factors.empty()) return {.count = count};
  const AxisRefs& mine = axes[factors[0]];
  return {count, total_size(mine), &mine};
}

// The dimension of lhs that consists of groups.
int grouped_dim(const ConvDims& dims) {
  return static_cast<int>(dims.batch_group_count > 1 ? dims.input_batch : dims.input_feature);
}

class Convolution {
 public:
  Convolution(LoweringState& lowering, const LocalOp& local)
      : b_(lowering.builder()),
        local_(local),
        dims_(conv_dims(local.op)),
        groups_(groups_of(local.op, local.rule, local.choice.axes)),
        lhs_(local.operands[0]),
        kernel_(local.operands[1]) {}

  std::vector<Value*> run() {
    mask(0, dims_.input_feature, true);
    mask(1, dims_.kernel_input_feature, true);
    if (groups_.moves()) {
      const int dim = grouped_dim(dims_);
      lhs_ = moved(lhs_, dim, groups_.to_groups(global(0).dim(dim) / groups_.count));
      const auto out = static_cast<int>(dims_.kernel_output_feature);
      kernel_ = moved(kernel_, out, groups_.to_groups(global(1).dim(out) / groups_.count));
    }
    for (const Spatial& s : spatial_dims(local_.op, local_.rule, local_.choice.axes)) windows_.push_back(divide(s));
    return {give(convolve())};
  }

 private:
  Type global(int operand) const { return local_.op.operand(operand)->type(); }
  const Sharding& sharding(int operand) const { return local_.operand_sharding(operand); }
  const MeshPtr& mesh() const { return sharding(0).mesh_ptr(); }
  Value* zero(Value* like) { return b_.splat(b_.tensor(like->type().element(), {}), 0.0); }

  // Padding of a dimension becomes zero; where `contracted`, only if a factor of it is reduced.
  void mask(int operand, int dim, bool contracted) {
    const TensorFactors& factors = local_.rule.operands[operand];
    if (contracted && shards_of(local_.rule, factors, dim, local_.choice.axes, FactorKind::kReduce) == 1) return;
    if (!LocalBuilder::is_padded(global(operand), sharding(operand), dim)) return;
    Value*& value = operand == 0 ? lhs_ : kernel_;
    value = b_.mask_padding(value, global(operand), sharding(operand), dim, zero(value));
  }

  Value* moved(Value* value, int dim, const HaloExchange& exchange) {
    return exchange.pitch == exchange.rows ? value
                                           : emit_halo_exchange(b_, value, dim, mesh(), *groups_.axes, exchange);
  }

  // Brings lhs and kernel to the device's part of the dimension; the window over them.
  WindowDim divide(const Spatial& s) {
    WindowDim window = s.window;
    switch (s.way) {
      case Spatial::Way::kNone: break;
      case Spatial::Way::kOutputs: {
        const bool pads = window.padding_low > 0 || window.padding_high > 0;
        take(s, pads, window);
        break;
      }
      case Spatial::Way::kTaps:
        // Taps beyond the kernel are zero and must meet numbers.
        mask(1, s.kernel, false);
        take(s, true, window);
        window.size = kernel_->type().dim(s.kernel);
        break;
      case Spatial::Way::kBatch: {
        mask(0, s.lhs, false);
        mask(1, s.kernel, false);
        const int64_t n = lhs_->type().dim(s.lhs);
        window = {.size = n, .stride = std::max<int64_t>(1, n - 1), .base_dilation = n};
        break;
      }
      case Spatial::Way::kKernel: {
        mask(1, s.kernel, false);
        const int64_t n = kernel_->type().dim(s.kernel);
        window = {.size = n, .padding_low = n - 1, .padding_high = n - 1, .reversal = true};
        break;
      }
    }
    if (s.kernel_only > 1) some_taps(s, window);
    return window;
  }

  void take(const Spatial& s, bool masks, WindowDim& window) {
    lhs_ = take_places(b_, lhs_, s.lhs, mesh(), sharding(0).dim(s.lhs).axes, places_of(local_.op, s), masks, zero(lhs_),
                       window);
  }

  // Every device has all that its windows need; it takes the places that its taps meet.
  void some_taps(const Spatial& s, WindowDim& window) {
    mask(1, s.kernel, false);
    const int64_t taps = kernel_->type().dim(s.kernel), beyond = taps * s.kernel_only - window.size;
    const int64_t outputs = window_output_size(lhs_->type().dim(s.lhs), window);
    const int64_t low = window.padding_low + (window.reversal ? beyond * window.window_dilation : 0);
    const int64_t high = window.padding_high + (window.reversal ? 0 : beyond * window.window_dilation);
    Value* line = pad_dilated(b_, lhs_, s.lhs, low, high, window.base_dilation, zero(lhs_));
    Value* part = b_.shard_index(mesh(), sharding(1).dim(s.kernel).axes);
    if (window.reversal) part = b_.sub(b_.index(s.kernel_only - 1), part);
    const int64_t span = outputs == 0 ? 0 : window.stride * (outputs - 1) + (taps - 1) * window.window_dilation + 1;
    lhs_ = b_.dynamic_slice_dim(line, s.lhs, b_.mul(part, taps * window.window_dilation), span);
    window.size = taps;
    window.padding_low = window.padding_high = 0;
    window.base_dilation = 1;
  }

  Value* convolve() {
    const Type global = local_.op.result()->type();
    std::vector<int64_t> dims = local_.result_sharding(0).local_shape(global.dims());
    dims[dims_.output_feature] = kernel_->type().dim(dims_.kernel_output_feature);
    std::vector<Value*> operands = local_.operands;
    operands[0] = lhs_;
    operands[1] = kernel_;
    Op* made = b_.clone(local_.op, operands, std::vector<Type>{b_.tensor(global.element(), dims)});
    set_window(b_.context(), *made, windows_);
    const AttrKey counted = dims_.batch_group_count > 1 ? AttrKey::kBatchGroupCount : AttrKey::kFeatureGroupCount;
    made->set_attr(counted, b_.context().integer(groups_.local()));
    return made->result();
  }

  Value* give(Value* result) {
    if (!groups_.moves()) return result;
    const auto dim = static_cast<int>(dims_.output_feature);
    return moved(result, dim, groups_.from_groups(local_.op.result()->type().dim(dim) / groups_.count));
  }

  LocalBuilder& b_;
  const LocalOp& local_;
  const ConvDims dims_;
  const FeatureGroups groups_;
  Value* lhs_;
  Value* kernel_;
  std::vector<WindowDim> windows_;
};

std::vector<Value*> lower_convolution(LoweringState& lowering, const LocalOp& local) {
  return Convolution(lowering, local).run();
}

Price convolution_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights) {
  const ConvDims dims = conv_dims(op);
  std::vector<DimHaloExchange> steps;
  Price price;
  if (const FeatureGroups groups = groups_of(op, rule, choice.axes); groups.moves()) {
    auto add = [&](int dim, HaloExchange exchange, Type type, const Sharding& sharding) {
      const DimHaloExchange step{dim, exchange};
      if (exchange.pitch != exchange.rows) price += price_of(std::span(&step, 1), type, sharding, weights);
    };
    const int lhs = grouped_dim(dims);
    const auto out = static_cast<int>(dims.kernel_output_feature), result = static_cast<int>(dims.output_feature);
    const Type a = op.operand(0)->type(), k = op.operand(1)->type(), r = op.result()->type();
    add(lhs, groups.to_groups(a.dim(lhs) / groups.count), a, *choice.operands[0]);
    add(out, groups.to_groups(k.dim(out) / groups.count), k, *choice.operands[1]);
    add(result, groups.from_groups(r.dim(result) / groups.count), r, *choice.results[0]);
  }
  for (const Spatial& s : spatial_dims(op, rule, choice.axes)) {
    if (exchanges(s)) steps.push_back({s.lhs, places_of(op, s).exchange});
  }
  return price + price_of(steps, op.operand(0)->type(), *choice.operands[0], weights);
}

}  // namespace

constinit const LoweringPattern kLowerConvolution = {.lower = lower_convolution,
                                                     .can_divide = divides_all_but_whole,
                                                     .exchange = convolution_price,
                                                     .moves_boundaries = true};

}  // namespace partita::core::partition

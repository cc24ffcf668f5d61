#include "partition/lower/fft.h"

#include <algorithm>
#include <numbers>
#include <optional>

#include "partition/local/collectives.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

using Dims = std::vector<int64_t>;

// n = rows · columns, both multiples of k, as square as possible; nothing where there is no such pair.
struct Matrix {
  int64_t rows, columns;
};
std::optional<Matrix> as_matrix(int64_t n, int64_t k) {
  if (n == 0 || n % (k * k) != 0) return std::nullopt;
  const int64_t rest = n / (k * k);
  int64_t best = 1;
  for (int64_t r = 1; r * r <= rest; ++r) {
    if (rest % r == 0) best = r;
  }
  return Matrix{k * best, k * (rest / best)};
}

// Where the axes of dimension `from` go while it is transformed: to the dimension with the most room; -1 where none has
// any.
int refuge(Type type, const Sharding& sharding, int from) {
  int best = -1;
  int64_t most = 1;
  for (int d = 0; d < type.rank(); ++d) {
    const int64_t room = d == from ? 0 : type.dim(d) / sharding.shard_count(d);
    if (room > most) best = d, most = room;
  }
  return most >= sharding.shard_count(from) ? best : -1;
}

class DividedFft {
 public:
  DividedFft(LoweringState& lowering, const LocalOp& local)
      : lowering_(lowering),
        b_(lowering.builder()),
        local_(local),
        kind_(local.op.text_attr(AttrKey::kFftType)),
        value_(local.operands[0]),
        global_(local.op.operand(0)->type()),
        sharding_(local.choice.operands[0]) {}

  Value* run() {
    const int rank = global_.rank();
    const auto lengths = local_.op.ints_attr(AttrKey::kFftLength);
    const int last = rank - 1, first = rank - std::ssize(lengths);
    const bool from_real = kind_ == "RFFT", to_real = kind_ == "IRFFT";
    const std::string_view complex_kind = kind_ == "RFFT" || kind_ == "FFT" ? "FFT" : "IFFT";
    if (from_real) transform(last, "RFFT", lengths.back());
    // Undivided dimensions first: then the axes of the others can move to them.
    for (bool divided : {false, true}) {
      const Sharding& given = *local_.choice.operands[0];
      for (int d = last - (from_real || to_real ? 1 : 0); d >= first; --d) {
        if ((given.shard_count(d) > 1) == divided) transform(d, complex_kind, global_.dim(d));
      }
    }
    if (to_real) transform(last, "IRFFT", lengths.back());
    return lowering_.reshard(value_, global_, sharding_, local_.choice.results[0]);
  }

 private:
  void transform(int dim, std::string_view kind, int64_t length) {
    if (sharding_->shard_count(dim) > 1) {
      const int to = refuge(global_, *sharding_, dim);
      if (to < 0) {
        if (kind == "FFT" || kind == "IFFT") {
          if (auto matrix = as_matrix(length, sharding_->shard_count(dim))) return transform_alone(dim, kind, *matrix);
        }
        Sharding::Spec spec = sharding_->spec();
        spec.dims[dim].axes.clear();
        move(std::move(spec));
      } else {
        Sharding::Spec spec = sharding_->spec();
        AxisRefs& from = spec.dims[dim].axes;
        AxisRefs& target = spec.dims[to].axes;
        target.insert(target.end(), from.begin(), from.end());
        from.clear();
        move(std::move(spec));
      }
    }
    value_ = along(value_, dim, kind, length);
    Dims dims(global_.dims().begin(), global_.dims().end());
    dims[dim] = value_->type().dim(dim);
    global_ = b_.tensor(value_->type().element(), dims);
  }

  void move(Sharding::Spec spec) {
    Result<Sharding> made = Sharding::make(sharding_->mesh_ptr(), std::move(spec));
    PARTITA_INVARIANT(made.ok(), "axes of a transformed dimension do not fit elsewhere");
    const Sharding* wanted = lowering_.pool().intern(std::move(*made));
    value_ = lowering_.reshard(value_, global_, sharding_, wanted);
    sharding_ = wanted;
  }

  // One dimension of a local value.
  Value* along(Value* value, int dim, std::string_view kind, int64_t length) {
    Dims order;
    const int rank = value->type().rank();
    for (int d = 0; d < rank; ++d) order.push_back(d);
    std::swap(order[dim], order.back());
    value = b_.transpose(value, order);
    Dims dims(value->type().dims().begin(), value->type().dims().end());
    dims.back() = kind == "RFFT" ? (length == 0 ? 0 : length / 2 + 1) : length;
    ElementType element = value->type().element();
    if (kind == "RFFT") element = element == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128;
    if (kind == "IRFFT") element = part_type(element);
    value = b_.value(OpKind::kFft, {value}, b_.tensor(element, dims),
                     {{AttrKey::kFftType, b_.context().string(kind)},
                      {AttrKey::kFftLength, b_.context().ints(std::span(&length, 1))}});
    return b_.transpose(value, order);
  }

  // The dimension seen as rows a and columns b, element a·columns + b; rows are divided. Transformed, element c of a
  // column and d of a row belong to c + rows·d.
  void transform_alone(int dim, std::string_view kind, Matrix m) {
    const int64_t k = sharding_->shard_count(dim);
    const AxisRefs& axes = sharding_->dim(dim).axes;
    const MeshPtr& mesh = sharding_->mesh_ptr();
    const Dims shape(value_->type().dims().begin(), value_->type().dims().end());
    Dims split = shape;
    split[dim] = m.rows / k;
    split.insert(split.begin() + dim + 1, m.columns);
    Value* x = b_.reshape(value_, split);
    x = all_to_all(b_, x, dim + 1, dim, mesh, axes);
    x = along(x, dim, kind, m.rows);
    x = turned(x, dim, kind, m, b_.mul(b_.shard_index(mesh, axes), m.columns / k));
    x = all_to_all(b_, x, dim, dim + 1, mesh, axes);
    x = along(x, dim + 1, kind, m.columns);
    x = all_to_all(b_, x, dim + 1, dim, mesh, axes);
    Dims order;
    for (int d = 0; d < x->type().rank(); ++d) order.push_back(d);
    std::swap(order[dim], order[dim + 1]);
    value_ = b_.reshape(b_.transpose(x, order), shape);
  }

  // Times exp(∓2πi·c·b/n). The product of the indices is reduced as an integer: the angle is small and exact.
  Value* turned(Value* x, int dim, std::string_view kind, Matrix m, Value* first_column) {
    const int64_t n = m.rows * m.columns;
    const Type indices = b_.tensor(ElementType::kS64, x->type().dims());
    auto integer = [&](OpKind op, Value* p, Value* q) { return b_.value(op, {p, q}, indices); };
    Value* column = integer(OpKind::kAdd, b_.iota(indices, dim + 1), b_.broadcast_scalar(first_column, indices));
    Value* product = integer(OpKind::kMultiply, b_.iota(indices, dim), column);
    product = integer(OpKind::kRemainder, product, b_.broadcast_scalar(b_.index(n), indices));
    const ElementType part = part_type(x->type().element());
    const Type real = b_.tensor(part, x->type().dims());
    const double unit = (kind == "FFT" ? -2 : 2) * std::numbers::pi / static_cast<double>(n);
    Value* angle = b_.value(OpKind::kMultiply, {b_.convert(product, part), b_.splat(real, unit)}, real);
    Value* turn =
        b_.value(OpKind::kComplex, {b_.value(OpKind::kCosine, {angle}, real), b_.value(OpKind::kSine, {angle}, real)},
                 x->type());
    return b_.value(OpKind::kMultiply, {x, turn}, x->type());
  }

  LoweringState& lowering_;
  LocalBuilder& b_;
  const LocalOp& local_;
  const std::string_view kind_;
  Value* value_;
  Type global_;
  const Sharding* sharding_;
};

int first_transformed(const Op& op) {
  return op.operand(0)->type().rank() - std::ssize(op.ints_attr(AttrKey::kFftLength));
}

bool divides_transformed(const Op& op, const Sharding& sharding) {
  for (int d = first_transformed(op); d < sharding.rank(); ++d) {
    if (sharding.shard_count(d) > 1) return true;
  }
  return false;
}

}  // namespace

std::vector<Value*> lower_fft(LoweringState& lowering, const LocalOp& local) {
  if (!divides_transformed(local.op, local.operand_sharding(0))) return lower_pass(lowering, local);
  return {DividedFft(lowering, local).run()};
}

// Dimensions that operand and result share, where the axes have somewhere to go or the dimension is a matrix.
bool divides_fft(const Op& op, const Rule& rule, int factor, int64_t shards) {
  if (divides_pass(op, rule, factor, shards)) return true;
  if (!has_factor(rule.operands[0], factor) || !has_factor(rule.results[0], factor)) return false;
  const Type type = op.operand(0)->type();
  const std::string_view kind = op.text_attr(AttrKey::kFftType);
  for (int d = 0; d < type.rank(); ++d) {
    const bool divided = std::ranges::find(rule.operands[0][d], factor) != rule.operands[0][d].end();
    if (!divided && std::min(type.dim(d), op.result()->type().dim(d)) >= shards) return true;
  }
  const int64_t size = rule.factors[factor].size;
  return (kind == "FFT" || kind == "IFFT") && as_matrix(size, shards).has_value();
}

Price fft_price(const Op& op, const Rule&, const Choice& choice, const PriceWeights&) {
  const Type type = op.operand(0)->type();
  const Sharding& sharding = *choice.operands[0];
  Price price;
  double local = cost::packed_bytes(type.element());
  for (int64_t d : sharding.local_shape(type.dims())) local *= static_cast<double>(d);
  for (int d = first_transformed(op); d < type.rank(); ++d) {
    const int64_t k = sharding.shard_count(d);
    if (k == 1) continue;
    const double moves = refuge(type, sharding, d) >= 0 ? 2 : 3;
    price += moves * collective_price(CollectiveKind::kAllToAll, local, static_cast<double>(k));
  }
  return price;
}

}  // namespace partita::core::partition

// A tensor's sharding read as axes on the factors of a rule, and back.
#pragma once

#include <vector>

#include "rules/rule.h"
#include "shard/sharding.h"

namespace partita::core::complete {

// One entry per factor of the rule: the axes the tensor has on it. Axes behind a boundary that does not fit the factors
// (3·4 divided by 2) belong to none.
using FactorAxes = std::vector<AxisRefs>;

// Axes in `hidden` are left out. A null sharding has no axes.
FactorAxes axes_on_factors(const Rule& rule, const TensorFactors& tensor, const Sharding* sharding,
                           const AxisRefs* hidden);

// How a tensor may grow.
struct Growth {
  Type type;
  bool even_only = false;            // only axes that divide what they are put on
  const AxisRefs* hidden = nullptr;  // axes that are never added here
};

// `current` (or nothing known, on `mesh`) with its open dimensions extended towards `wanted`. Each dimension takes the
// axes in order up to the first that does not fit. Calls `refuse(dim, factor, axis, reason)` for what was wanted and
// not taken. Nothing where nothing was added.
class Extension {
 public:
  Extension(const Rule& rule, const TensorFactors& tensor, const Sharding* current, MeshPtr mesh, const Growth& growth);

  struct Refused {
    int dim;
    int factor;
    AxisRef axis;
    std::string_view reason;
  };
  std::optional<Sharding> towards(const FactorAxes& wanted);
  const std::vector<Refused>& refused() const { return refused_; }

 private:
  bool is_free(const AxisRef& axis) const;
  void extend_dim(int dim, const FactorAxes& wanted);
  // Appends what fits of `axis` behind `have` on a factor; true where all of it did.
  bool append(int dim, int factor, const AxisRef& axis, int64_t capacity, bool exact);
  void refuse(int dim, int factor, const AxisRef& axis, std::string_view reason);

  const Rule& rule_;
  const TensorFactors& tensor_;
  const Sharding* current_;
  MeshPtr mesh_;
  Growth growth_;
  Sharding::Spec spec_;
  AxisRefs used_;
  bool changed_ = false;
  std::vector<Refused> refused_;
};

}  // namespace partita::core::complete

namespace partita::core {
using complete::FactorAxes;
}  // namespace partita::core

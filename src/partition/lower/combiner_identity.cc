#include "partition/lower/combiner_identity.h"

namespace partita::core::partition {

void fill_combiner_with_identity(LocalBuilder& b, Region& region, const Region& body, std::span<const Type> values) {
  const size_t n = values.size();
  std::vector<Type> arguments;
  for (int side = 0; side < 2; ++side) {
    arguments.push_back(b.tensor(ElementType::kPred, {}));
    arguments.insert(arguments.end(), values.begin(), values.end());
  }
  b.fill(region, arguments, [&](std::span<Value* const> args) {
    Value *left = args[0], *right = args[n + 1];
    std::vector<Value*> pairs(args.begin() + 1, args.begin() + static_cast<std::ptrdiff_t>(n + 1));
    pairs.insert(pairs.end(), args.begin() + static_cast<std::ptrdiff_t>(n + 2), args.end());
    const std::vector<Value*> combined = b.inline_region(body, pairs);
    Value* both = b.value(OpKind::kAnd, {left, right}, left->type());
    std::vector<Value*> out = {b.value(OpKind::kOr, {left, right}, left->type())};
    for (size_t i = 0; i < n; ++i) {
      out.push_back(b.select(both, combined[i], b.select(left, pairs[i], pairs[n + i])));
    }
    return out;
  });
}

}  // namespace partita::core::partition

// One mistake for each macro; without any it compiles.
#include <partita/partita.h>

using namespace partita;

struct Base {
  Tensor x;
};
struct Derived : Base {
  Tensor y;
};

Tensor f(Tensor x, [[maybe_unused]] bool b) {
#ifdef TENSOR_IN_IF
  if (x < 0) return -x;
#endif
#ifdef NO_TREE
  names(Derived());
#endif
#ifdef BOOL_AS_NUMBER
  return x + b;
#endif
#ifdef BRANCHES_OF_TWO_TYPES
  auto same = [&] { return x; };
  auto other = [&] { return Base{x}; };
  cond(x, same, other);
#endif
#ifdef LOSS_IS_A_STRUCT
  grad([](Tensor v) { return Base{v}; })(x);
#endif
  return x;
}

// Leaves of structs, and what their members are called.
#include <gtest/gtest.h>

#include "partita/partita.h"

namespace partita {
namespace {

const Tensor kOne = Tensor::scalar<float>(1), kTwo = Tensor::scalar<float>(2);

struct Layer {
  Tensor w, b;
};
struct Model {
  Tensor embed;
  std::vector<Layer> layers;
  std::array<Tensor, 2> norms;
  std::pair<Tensor, Layer> head;
  std::tuple<Tensor, int> extra;
  std::optional<Tensor> bias;
  double rate = 0.1;
  std::string name;
};
struct Base {
  Tensor z;
};
struct Derived : Base {
  Tensor y;
  PARTITA_TREE(z, y)
};
struct WithBase : Base {
  Tensor y;
};
struct WithArray {
  Tensor all[2];
};
class Hidden {
 public:
  explicit Hidden(int) {}
};
struct Most {
  Tensor a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3,
      d4, d5, d6, d7;
};
struct TooMany {
  Most most;
  Tensor a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3,
      d4, d5, d6, d7;
};
struct Nothing {};
struct Single {
  Tensor only;
};

// What is no tree is found at compile time.
static_assert(Tree<Model> && Tree<Derived> && Tree<Most> && Tree<Nothing> && Tree<Single> && Tree<double>);
static_assert(!Tree<WithBase> && !Tree<WithArray> && !Tree<Hidden> && !Tree<TooMany>);

TEST(Trees, NameTheirLeaves) {
  Model model;
  model.layers.resize(2);
  EXPECT_EQ(names(model),
            (std::vector<std::string>{"embed", "layers.0.w", "layers.0.b", "layers.1.w", "layers.1.b", "norms.0",
                                      "norms.1", "head.0", "head.1.w", "head.1.b", "extra.0"}));
  model.bias.emplace();
  EXPECT_EQ(names(model, "p").back(), "p.bias");
  EXPECT_EQ(names(Derived()), (std::vector<std::string>{"z", "y"}));
  struct Local {
    Single s;
    Tensor t;
  };
  EXPECT_EQ(names(Local()), (std::vector<std::string>{"s.only", "t"}));
  EXPECT_EQ(names(Most()).back(), "d7");
  EXPECT_EQ(names(Nothing()).size(), 0);
  EXPECT_EQ(names(kOne), std::vector<std::string>{""});
}

TEST(Trees, MapKeepsWhatIsNoTensor) {
  Model model;
  model.embed = kOne;
  model.rate = 3;
  model.name = "m";
  const Model mapped = map(model, [](const Tensor& leaf) { return leaf.is_empty() ? kTwo : leaf; });
  EXPECT_EQ(mapped.embed.item(), 1);
  EXPECT_EQ(mapped.norms[1].item(), 2);
  EXPECT_EQ(mapped.rate, 3);
  EXPECT_EQ(mapped.name, "m");
  const Layer pairs = map(Layer{kOne, kTwo}, Layer{kTwo, kOne}, [](Tensor, Tensor other) { return other; });
  EXPECT_EQ(pairs.w.item(), 2);
  const Layer a = {kOne, kTwo};
  const Layer third = map(a, a, Layer{kTwo, kTwo}, [](Tensor, Tensor, Tensor last) { return last; });
  EXPECT_EQ(third.w.item(), 2);
  const Layer fourth = map(a, a, a, Layer{kTwo, kTwo}, [](Tensor, Tensor, Tensor, Tensor last) { return last; });
  EXPECT_EQ(fourth.w.item(), 2);
}

TEST(Trees, LeavesGoAndComeBack) {
  const Derived tree = with_leaves(Derived(), {kOne, kTwo});
  EXPECT_EQ(tree.z.item(), 1);
  EXPECT_EQ(tree.y.item(), 2);
  EXPECT_EQ(leaves(tree).size(), 2);
  EXPECT_THROW(with_leaves(Derived(), {kOne}), Error);
  EXPECT_THROW(map(Layer(), Single(), [](Tensor x, Tensor) { return x; }), Error);
}

}  // namespace
}  // namespace partita

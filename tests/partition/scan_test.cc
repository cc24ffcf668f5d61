// Scans along divided dimensions and across others.
#include <gtest/gtest.h>

#include "differential.h"
#include "random_cases.h"

namespace partita::core::partition {
namespace {

// One input and carry: a sum, a maximum; outputs that are not the carry; forward and back.
TEST(ScanLowering, one_carry) {
  for (uint64_t seed = 0; seed < 240; ++seed) {
    RandomCase random(seed);
    int rank = random.between(1, 3);
    std::vector<int64_t> shape = random.shape(rank, seed % 8 == 0 ? 0 : 1, 9);
    int64_t dim = random.between(0, rank - 1);
    std::vector<int64_t> slice = shape;
    slice.erase(slice.begin() + dim);
    auto element = random.one_of<std::string>({"f32", "i32"});
    auto combine = random.one_of<std::string>({"add", "maximum", "minimum"});
    bool reverse = random.below(2) == 0, plain = random.below(2) == 0;
    std::string a = RandomCase::type(shape, element), c = RandomCase::type(slice, element);
    std::string text = random.mesh() + "func.func @main(%a: " + a + random.sharded(rank) + ", %i: " + c +
                       random.sharded(rank - 1) + ") -> (" + a + random.sharded(rank) + ", " + c +
                       random.sharded(rank - 1) +
                       ") {\n  %r:2 = chlo.scan(%a) inits(%i) dimension=" + std::to_string(dim) +
                       (reverse ? " attributes {is_reverse = true}" : "") + " {\n  ^bb0(%x: " + c + ", %y: " + c +
                       "):\n    %k = stablehlo.constant dense<3> : " + c + "\n    %s = stablehlo." + combine +
                       " %x, %y : " + c + "\n    %n = stablehlo.multiply %s, %k : " + c + "\n    stablehlo.return %" +
                       (plain ? "s" : "n") + ", %s : " + c + ", " + c + "\n  } : (" + a + ", " + c + ") -> (" + a +
                       ", " + c + ")\n  return %r#0, %r#1 : " + a + ", " + c + "\n}\n";
    if (element == "f32") text.replace(text.find("dense<3>"), 8, "dense<3.0>");
    ASSERT_EQ(differential(text, seed), "");
  }
}

// Affine maps, composed: associative, in order.
TEST(ScanLowering, two_carries_in_order) {
  for (uint64_t seed = 0; seed < 160; ++seed) {
    RandomCase random(seed);
    std::vector<int64_t> shape = random.shape(2, 1, 8);
    int64_t dim = random.between(0, 1);
    std::string a = RandomCase::type(shape, "i32"), c = RandomCase::type({shape[1 - dim]}, "i32");
    bool reverse = random.below(2) == 0;
    std::string text = random.mesh() + "func.func @main(%a: " + a + random.sharded(2) + ", %b: " + a +
                       random.sharded(2) + ", %i: " + c + ", %j: " + c + random.sharded(1) + ") -> (" + a +
                       random.sharded(2) + ", " + a + random.sharded(2) + ", " + c + ", " + c +
                       ") {\n  %r:4 = chlo.scan(%a, %b) inits(%i, %j) dimension=" + std::to_string(dim) +
                       " attributes {is_associative = true" + (reverse ? ", is_reverse = true" : "") +
                       "} {\n  ^bb0(%p: " + c + ", %q: " + c + ", %u: " + c + ", %v: " + c +
                       "):\n    %m = stablehlo.multiply %p, %u : " + c + "\n    %n = stablehlo.multiply %p, %v : " + c +
                       "\n    %o = stablehlo.add %n, %q : " + c + "\n    stablehlo.return %m, %o, %m, %o : " + c +
                       ", " + c + ", " + c + ", " + c + "\n  } : (" + a + ", " + a + ", " + c + ", " + c + ") -> (" +
                       a + ", " + a + ", " + c + ", " + c + ")\n  return %r#0, %r#1, %r#2, %r#3 : " + a + ", " + a +
                       ", " + c + ", " + c + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

// A scan that is not associative is computed unsharded, or along with other dimensions.
TEST(ScanLowering, not_associative) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomCase random(seed);
    std::vector<int64_t> shape = random.shape(2, 1, 8);
    std::string a = RandomCase::type(shape, "f32"), c = RandomCase::type({shape[1]}, "f32");
    std::string text =
        random.mesh() + "func.func @main(%a: " + a + random.sharded(2) + ", %i: " + c + ") -> (" + a +
        random.sharded(2) + ", " + c + ") {\n  %r:2 = chlo.scan(%a) inits(%i) dimension=0 {\n  ^bb0(%x: " + c +
        ", %y: " + c + "):\n    %s = stablehlo.subtract %x, %y : " + c + "\n    stablehlo.return %s, %s : " + c + ", " +
        c + "\n  } : (" + a + ", " + c + ") -> (" + a + ", " + c + ")\n  return %r#0, %r#1 : " + a + ", " + c + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

// Only totals of the parts cross.
TEST(ScanLowering, large_scan_moves_totals) {
  std::string a = "tensor<64x1001xf32>", c = "tensor<64xf32>";
  std::string sharded = " {sdy.sharding = #sdy.sharding<@m, [{}, {\"x\"}]>}";
  std::string text = "sdy.mesh @m = <[\"x\"=8]>\nfunc.func @main(%a: " + a + sharded + ", %i: " + c + ") -> (" + a +
                     sharded + ", " + c + ") {\n  %r:2 = chlo.scan(%a) inits(%i) dimension=1 {\n  ^bb0(%x: " + c +
                     ", %y: " + c + "):\n    %s = stablehlo.add %x, %y : " + c +
                     "\n    stablehlo.return %s, %s : " + c + ", " + c + "\n  } : (" + a + ", " + c + ") -> (" + a +
                     ", " + c + ")\n  return %r#0, %r#1 : " + a + ", " + c + "\n}\n";
  DifferentialOptions options;
  options.contains = "tensor<64x8xf32>";
  options.lacks = "all_to_all";
  ASSERT_EQ(differential(text, 1, options), "");
}

}  // namespace
}  // namespace partita::core::partition

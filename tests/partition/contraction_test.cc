// Products with axes on any of their dimensions: dot_general, ragged_dot, scaled_dot, __op$block_scaled_dot.
#include <gtest/gtest.h>

#include <algorithm>

#include "differential.h"
#include "index_cases.h"

namespace partita::core::partition {
namespace {

using Dims = std::vector<int64_t>;

// A product of lhs and rhs: `b` batching, `m` and `n` free, `k` contracting dimensions, in any order on each side.
struct Product {
  Dims lhs, rhs, result;
  Dims lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;

  Product(RandomCase& random, int b, int m, int n, int k, int64_t low) {
    Dims batch = random.shape(b, low, 7), free_lhs = random.shape(m, low, 7), free_rhs = random.shape(n, low, 7);
    Dims contracted = random.shape(k, low, 9);
    place(random, batch, free_lhs, contracted, lhs, lhs_batching, lhs_contracting);
    place(random, batch, free_rhs, contracted, rhs, rhs_batching, rhs_contracting);
    result = batch;
    auto add_free = [&](const Dims& side, const Dims& batching, const Dims& contracting) {
      for (int64_t d = 0; d < std::ssize(side); ++d) {
        if (std::ranges::count(batching, d) + std::ranges::count(contracting, d) == 0) {
          result.push_back(side[d]);
        }
      }
    };
    add_free(lhs, lhs_batching, lhs_contracting);
    add_free(rhs, rhs_batching, rhs_contracting);
  }

  std::string dims() const {
    return "lhs_batching_dimensions = [" + number_list(lhs_batching) + "], rhs_batching_dimensions = [" +
           number_list(rhs_batching) + "], lhs_contracting_dimensions = [" + number_list(lhs_contracting) +
           "], rhs_contracting_dimensions = [" + number_list(rhs_contracting) + "]";
  }

 private:
  static void place(RandomCase& random, const Dims& batch, const Dims& free, const Dims& contracted, Dims& side,
                    Dims& batching, Dims& contracting) {
    struct Slot {
      int kind;
      size_t index;
    };
    std::vector<Slot> slots;
    for (size_t i = 0; i < batch.size(); ++i) slots.push_back({0, i});
    for (size_t i = 0; i < free.size(); ++i) slots.push_back({1, i});
    for (size_t i = 0; i < contracted.size(); ++i) slots.push_back({2, i});
    for (size_t i = slots.size(); i > 1; --i) std::swap(slots[i - 1], slots[random.below(i)]);
    batching.resize(batch.size());
    contracting.resize(contracted.size());
    for (size_t d = 0; d < slots.size(); ++d) {
      auto [kind, index] = slots[d];
      side.push_back(kind == 0 ? batch[index] : kind == 1 ? free[index] : contracted[index]);
      if (kind == 0) batching[index] = static_cast<int64_t>(d);
      if (kind == 2) contracting[index] = static_cast<int64_t>(d);
    }
  }
};

std::string argument(RandomCase& random, const std::string& name, const Dims& dims, const std::string& element) {
  return "%" + name + ": " + RandomCase::type(dims, element) + random.sharded(dims.size());
}

std::string function(RandomCase& random, const std::string& arguments, const Dims& result, const std::string& element,
                     const std::string& code) {
  std::string type = RandomCase::type(result, element);
  return random.mesh() + "func.func @main(" + arguments + ") -> (" + type + random.sharded(result.size()) + ") {\n" +
         code + "  return %r : " + type + "\n}\n";
}

TEST(ContractionLowering, dot_general) {
  for (uint64_t seed = 0; seed < 800; ++seed) {
    RandomCase random(seed);
    auto count = [&](int64_t most) { return static_cast<int>(random.between(0, most)); };
    int b = count(2), m = count(2), n = count(1), k = count(2);
    Product p(random, b, m, n, k, random.below(10) == 0 ? 0 : 1);
    auto element = random.one_of<std::string>({"f32", "f64", "i32", "complex<f32>"});
    std::string types = "(" + RandomCase::type(p.lhs, element) + ", " + RandomCase::type(p.rhs, element) + ") -> ";
    std::string code = "  %r = \"stablehlo.dot_general\"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<" + p.dims() +
                       ">}> : " + types + RandomCase::type(p.result, element) + "\n";
    std::string arguments = argument(random, "a", p.lhs, element) + ", " + argument(random, "b", p.rhs, element);
    ASSERT_EQ(differential(function(random, arguments, p.result, element, code), seed), "");
  }
}

// The ragged dimension is free, contracted or batching; sizes are for all, or for each position before it.
TEST(ContractionLowering, ragged_dot) {
  for (uint64_t seed = 0; seed < 1200; ++seed) {
    RandomCase random(seed + 3000);
    auto count = [&](int64_t least, int64_t most) { return static_cast<int>(random.between(least, most)); };
    auto mode = random.below(5);  // 0, 1: free, 2, 3: contracted, 4: batching
    int b = count(mode == 4 ? 1 : 0, 2), m = count(mode <= 1 ? 1 : 0, 2), n = count(0, 1);
    int k = count(mode == 2 || mode == 3 ? 1 : 0, 2);
    Product p(random, b, m, n, k, 1);
    int64_t groups = random.between(1, 5);
    Dims kind = mode <= 1 ? Dims() : mode == 4 ? p.lhs_batching : p.lhs_contracting;
    if (mode <= 1) {
      for (int64_t d = 0; d < std::ssize(p.lhs); ++d) {
        if (std::ranges::count(p.lhs_batching, d) + std::ranges::count(p.lhs_contracting, d) == 0) kind.push_back(d);
      }
    }
    size_t at = random.below(kind.size());
    Dims sizes;
    if (random.below(2) == 0) {
      if (mode != 4) {
        for (int64_t d : p.lhs_batching) sizes.push_back(p.lhs[d]);
      }
      for (size_t i = 0; i < at; ++i) sizes.push_back(p.lhs[static_cast<size_t>(kind[i])]);
    }
    sizes.push_back(groups);
    std::string group_dims;
    if (mode <= 1) {
      int64_t g = random.between(0, p.rhs.size());
      p.rhs.insert(p.rhs.begin() + g, groups);
      for (Dims* list : {&p.rhs_batching, &p.rhs_contracting}) {
        for (int64_t& d : *list) d += d >= g ? 1 : 0;
      }
      group_dims = std::to_string(g);
    } else if (mode <= 3) {
      p.result.insert(p.result.begin(), groups);
    }
    auto element = random.one_of<std::string>({"f32", "i32"});
    auto index = random.one_of<std::string>({"i32", "i64"});
    std::string size_type = RandomCase::type(sizes, index);
    std::string code = "  %r = \"chlo.ragged_dot\"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<" +
                       p.dims() + ", lhs_ragged_dimensions = [" + std::to_string(kind[at]) +
                       "], rhs_group_dimensions = [" + group_dims + "]>}> : (" + RandomCase::type(p.lhs, element) +
                       ", " + RandomCase::type(p.rhs, element) + ", " + size_type + ") -> " +
                       RandomCase::type(p.result, element) + "\n";
    std::string arguments = argument(random, "a", p.lhs, element) + ", " + argument(random, "b", p.rhs, element) +
                            ", " + argument(random, "g", sizes, index);
    ASSERT_EQ(differential(function(random, arguments, p.result, element, code), seed), "");
  }
}

// A scale for each block; sides may have blocks of different sizes.
TEST(ContractionLowering, scaled_dot) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomCase random(seed + 6000);
    bool call = random.below(2) == 0, batched = random.below(2) == 0;
    int64_t blocks = random.between(1, 6), inner = random.one_of<int64_t>({1, 2, 4});
    int64_t k = blocks * inner, m = random.between(1, 7), n = random.between(1, 7), batch = random.between(1, 5);
    auto scales = [&] { return random.below(4) == 0 ? 1 : random.below(4) == 0 ? k : blocks; };
    Dims lhs = {m, k}, rhs = {n, k}, result = {m, n};
    Dims lhs_scale = {m, scales()}, rhs_scale = {n, scales()};
    if (!call) {
      rhs = {k, n};
      rhs_scale = {scales(), n};
    }
    if (batched) {
      for (Dims* dims : {&lhs, &rhs, &result, &lhs_scale, &rhs_scale}) dims->insert(dims->begin(), batch);
    }
    bool one_sided = call && random.below(3) == 0;
    std::string k_lhs = batched ? "2" : "1", k_rhs = call ? k_lhs : batched ? "1" : "0", zero = batched ? "0" : "";
    std::string types = "(" + RandomCase::type(lhs, "f8E4M3FN") + ", " + RandomCase::type(rhs, "f8E4M3FN") + ", " +
                        RandomCase::type(lhs_scale, "f8E8M0FNU");
    std::string arguments = argument(random, "a", lhs, "f8E4M3FN") + ", " + argument(random, "b", rhs, "f8E4M3FN") +
                            ", " + argument(random, "s", lhs_scale, "f8E8M0FNU");
    if (!one_sided) {
      types += ", " + RandomCase::type(rhs_scale, "f8E8M0FNU");
      arguments += ", " + argument(random, "t", rhs_scale, "f8E8M0FNU");
    }
    types += ") -> " + RandomCase::type(result, "f32") + "\n";
    std::string code = call ? std::string("  %r = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s") +
                                  (one_sided ? "" : ", %t") + ") : " + types
                            : "  %r = \"chlo.scaled_dot\"(%a, %b, %s, %t) {dimension_numbers = #stablehlo.dot<"
                              "lhs_batching_dimensions = [" +
                                  zero + "], rhs_batching_dimensions = [" + zero + "], lhs_contracting_dimensions = [" +
                                  k_lhs + "], rhs_contracting_dimensions = [" + k_rhs + "]>} : " + types;
    ASSERT_EQ(differential(function(random, arguments, result, "f32", code), seed), "");
  }
}

}  // namespace
}  // namespace partita::core::partition

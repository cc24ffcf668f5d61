// What has no gradient says why, and what to do instead; what needs none goes through.
#include <gtest/gtest.h>

#include "driver/compilation.h"
#include "transform/grad/adjoint.h"
#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// A function of one vector of 4 numbers and what the body makes of it, %y.
std::string of_vector(const std::string& body, const std::string& result = "tensor<4xf64>") {
  return function_text({"tensor<4xf64>"}, body, "%y", {result});
}

struct Refusal {
  const char* op;
  std::string body;
  std::vector<const char*> parts;
  std::string result = "tensor<4xf64>";
};

TEST(RefusedGradient, OpsSayWhyAndWhatToDo) {
  const std::string channel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";
  const std::vector<Refusal> refusals = {
      {"next_after",
       "  %y = chlo.next_after %0, %0 : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>",
       {"none is known", "custom_vjp"}},
      {"bessel_i1e", "  %y = chlo.bessel_i1e %0 : tensor<4xf64> -> tensor<4xf64>", {"none is known", "custom_vjp"}},
      {"_asin_acos_kernel",
       "  %c = stablehlo.complex %0, %0 : tensor<4xcomplex<f64>>\n  %y = \"chlo._asin_acos_kernel\"(%c) : "
       "(tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>",
       {"custom_vjp"},
       "tensor<4xcomplex<f64>>"},
      {"set_dimension_size",
       "  %n = stablehlo.constant dense<4> : tensor<i32>\n  %y = stablehlo.set_dimension_size %0, %n, dim = 0 : "
       "(tensor<4xf64>, tensor<i32>) -> tensor<4xf64>",
       {"custom_vjp"}},
      {"collective_reduce",
       "  %y = \"stablehlo.collective_reduce\"(%0) ({\n  ^bb0(%a: tensor<f64>, %b: tensor<f64>):\n    %c = "
       "stablehlo.add "
       "%a, %b : tensor<f64>\n    stablehlo.return %c : tensor<f64>\n  }) {replica_groups = dense<[[0, 1]]> : "
       "tensor<1x2xi64>} : (tensor<4xf64>) -> tensor<4xf64>",
       {"custom_vjp"}},
      {"rng",
       "  %s = stablehlo.slice %0 [0:1] : (tensor<4xf64>) -> tensor<1xf64>\n  %a = stablehlo.reshape %s : "
       "(tensor<1xf64>) "
       "-> tensor<f64>\n  %n = stablehlo.constant dense<4> : tensor<1xi64>\n  %y = stablehlo.rng %a, %a, %n, "
       "distribution = "
       "UNIFORM : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4xf64>",
       {"bounds", "scale them"}},
      {"while",
       "  %y = stablehlo.while(%c = %0) : tensor<4xf64>\n  cond {\n    %s = stablehlo.slice %c [0:1] : (tensor<4xf64>) "
       "-> "
       "tensor<1xf64>\n    %a = stablehlo.reshape %s : (tensor<1xf64>) -> tensor<f64>\n    %b = stablehlo.compare LT, "
       "%a, "
       "%a : (tensor<f64>, tensor<f64>) -> tensor<i1>\n    stablehlo.return %b : tensor<i1>\n  } do {\n    %n = "
       "stablehlo.sine %c : tensor<4xf64>\n    stablehlo.return %n : tensor<4xf64>\n  }",
       {"how often the loop runs is not known", "max_trips"}},
      {"all_reduce",
       "  %y = \"stablehlo.all_reduce\"(%0) ({\n  ^bb0(%a: tensor<f64>, %b: tensor<f64>):\n    %c = stablehlo.add %a, "
       "%b : "
       "tensor<f64>\n    %d = stablehlo.sine %c : tensor<f64>\n    stablehlo.return %d : tensor<f64>\n  }) "
       "{replica_groups = "
       "dense<[[0, 1]]> : tensor<1x2xi64>, " +
           channel + ", use_global_device_ids} : (tensor<4xf64>) -> tensor<4xf64>",
       {"more than one op", "gather the values"}},
      {"reduce_scatter",
       "  %y = \"stablehlo.reduce_scatter\"(%0) ({\n  ^bb0(%a: tensor<f64>, %b: tensor<f64>):\n    %c = "
       "stablehlo.maximum %a, "
       "%b : tensor<f64>\n    stablehlo.return %c : tensor<f64>\n  }) {scatter_dimension = 0 : i64, replica_groups = "
       "dense<[[0, 1]]> : tensor<1x2xi64>, " +
           channel + ", use_global_device_ids} : (tensor<4xf64>) -> tensor<2xf64>",
       {"only sums", "use an all_reduce"},
       "tensor<2xf64>"},
      {"async_done",
       "  %f = \"stablehlo.async_start\"(%0) ({\n  ^bb0(%a: tensor<4xf64>):\n    %g = \"stablehlo.all_gather\"(%a) "
       "{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf64>) -> "
       "tensor<8xf64>\n    stablehlo.return %g : tensor<8xf64>\n  }) : (tensor<4xf64>) -> "
       "!stablehlo.future<tensor<8xf64>>\n  %y = \"stablehlo.async_done\"(%f) : (!stablehlo.future<tensor<8xf64>>) -> "
       "tensor<8xf64>",
       {"compiled already", "the one before"},
       "tensor<8xf64>"},
      {"scaled_dot",
       "  %a = stablehlo.reshape %0 : (tensor<4xf64>) -> tensor<2x2xf64>\n  %b = stablehlo.convert %a : "
       "(tensor<2x2xf64>) -> "
       "tensor<2x2xbf16>\n  %s = stablehlo.constant dense<1.0> : tensor<2x2xbf16>\n  %y = \"chlo.scaled_dot\"(%b, %b, "
       "%s, %s) "
       "<{dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : "
       "(tensor<2x2xbf16>, tensor<2x2xbf16>, tensor<2x2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xbf16>",
       {"custom_vjp"},
       "tensor<2x2xbf16>"},
      {"custom_call",
       "  %y = stablehlo.custom_call @my.gelu(%0) : (tensor<4xf64>) -> tensor<4xf64>",
       {"@my.gelu", "other ops", "custom_vjp"}},
      {"custom_call",
       "  %y = stablehlo.custom_call @lapack_dgetrf_ffi(%0) : (tensor<4xf64>) -> tensor<4xf64>",
       {"@lapack_dgetrf_ffi", "a library", "custom_vjp"}},
      {"map",
       "  %y = \"stablehlo.map\"(%0) <{dimensions = array<i64: 0>}> ({\n  ^bb0(%a: tensor<f64>):\n    %t = "
       "stablehlo.constant "
       "dense<true> : tensor<i1>\n    %r = \"stablehlo.if\"(%t) ({\n      %s = stablehlo.sine %a : tensor<f64>\n      "
       "stablehlo.return %s : tensor<f64>\n    }, {\n      stablehlo.return %a : tensor<f64>\n    }) : (tensor<i1>) -> "
       "tensor<f64>\n    stablehlo.return %r : tensor<f64>\n  }) : (tensor<4xf64>) -> tensor<4xf64>",
       {"stablehlo.if", "elementwise"}},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.op);
    const std::string why = why_no_gradient(of_vector(refusal.body, refusal.result));
    EXPECT_TRUE(says(why, std::string(refusal.op) + " has no gradient: ")) << why;
    EXPECT_TRUE(says(why, "[P700]")) << why;
    for (const char* part : refusal.parts) EXPECT_TRUE(says(why, part)) << why;
  }
}

// Where no gradient is asked for, or none comes back, such ops are of no matter.
TEST(RefusedGradient, OnlyWhereItIsOnTheWay) {
  EXPECT_EQ(
      why_no_gradient(function_text(
          {"tensor<4xf64>", "tensor<4xi32>"},
          "  %k = stablehlo.custom_call @my.table(%1) : (tensor<4xi32>) -> tensor<4xf64>\n  %u = stablehlo.custom_call "
          "@my.other(%0) : (tensor<4xf64>) -> tensor<4xi32>\n  %y = stablehlo.multiply %0, %k : tensor<4xf64>",
          "%y, %u", {"tensor<4xf64>", "tensor<4xi32>"})),
      "");
}

TEST(RefusedGradient, HintsGoThrough) {
  for (const char* target : {"Sharding", "LayoutConstraint", "MoveToHost", "PinToDevice", "annotate_device_placement",
                             "ShardBarrierFrom", "ShardBarrierTo"}) {
    check_gradient(
        of_vector(fmt::format("  %s = stablehlo.sine %0 : tensor<4xf64>\n  %h = stablehlo.custom_call @{}(%s) "
                              "{{mhlo.sharding = \"{{replicated}}\"}} : (tensor<4xf64>) -> tensor<4xf64>\n  %y = "
                              "stablehlo.multiply %h, %0 : tensor<4xf64>",
                              target)));
  }
}

// What the caller registers goes before what is known here.
TEST(RefusedGradient, RegisteredCalls) {
  const auto calls = [](Adjoint& a) -> Result<bool> {
    if (a.op().text_attr(AttrKey::kCallTargetName) != "my.scale") return false;
    a.add(0, a.b().scale(a.ct(), 3));
    return true;
  };
  const std::string text = of_vector("  %y = stablehlo.custom_call @my.scale(%0) : (tensor<4xf64>) -> tensor<4xf64>");
  Context context;
  CompileOptions options;
  options.goal = driver::Goal::kDifferentiate;
  options.gradient.how.calls = calls;
  Compilation compilation(context, std::make_shared<const SourceText>("it.mlir", text),
                          TextRange{0, static_cast<uint32_t>(text.size())}, options);
  ASSERT_TRUE(compilation.run()) << compilation.diagnostics().render_all();
  EXPECT_TRUE(says(compilation.text(), "dense<3.0")) << compilation.text();
  EXPECT_TRUE(says(compilation.text(), "stablehlo.multiply %ct0")) << compilation.text();
}

// An op without a gradient, with a region of its own, that no argument comes to.
TEST(RefusedGradient, WhatDependsOnNoArgumentNeedsNone) {
  EXPECT_EQ(
      why_no_gradient(of_vector(
          "  %c = stablehlo.constant dense<1.0> : tensor<4xf64>\n  %k = \"stablehlo.collective_reduce\"(%c) ({\n  "
          "^bb0(%a: tensor<f64>, %b: tensor<f64>):\n    %d = stablehlo.add %a, %b : tensor<f64>\n    "
          "stablehlo.return %d : tensor<f64>\n  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
          "(tensor<4xf64>) -> tensor<4xf64>\n  %y = stablehlo.multiply %0, %k : tensor<4xf64>")),
      "");
}

}  // namespace
}  // namespace partita::core::transform

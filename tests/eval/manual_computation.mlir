// RUN: %partita eval %s
// Manual over one axis of two; the other stays unsharded. Sizes that do not divide are padded with zeros: 5 rows on 2 devices
// are 3 and 2, and the last device has a row of zeros more.
module @uneven {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main() {
    %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]> : tensor<5x2xi32>
    %0:2 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}]>] manual_axes={"x"} (%p: tensor<3x2xi32>) {
      %z = stablehlo.constant dense<0> : tensor<i32>
      %s = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xi32>, tensor<i32>) -> tensor<i32>
      %v = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
      %d = stablehlo.add %p, %p : tensor<3x2xi32>
      sdy.return %d, %v : tensor<3x2xi32>, tensor<1xi32>
    } : (tensor<5x2xi32>) -> (tensor<5x2xi32>, tensor<2xi32>)
    check.expect_eq_const %0#0, dense<[[2, 4], [6, 8], [10, 12], [14, 16], [18, 20]]> : tensor<5x2xi32>
    check.expect_eq_const %0#1, dense<[21, 34]> : tensor<2xi32>
    return
  }
}

// -----

// A collective inside, over all of the mesh; ids are those of the devices. A manual computation in a manual computation.
module @nested {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  func.func @main() {
    %a = stablehlo.iota dim = 0 : tensor<12xi32>
    %0:2 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{"x", ?}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<6xi32>) {
      %1:2 = sdy.manual_computation(%p) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>, <@mesh, [{}, {"y"}]>] manual_axes={"y"} (%q: tensor<2xi32>) {
        // Sums over x: device 0 with 3, 1 with 4, 2 with 5.
        %s = "stablehlo.all_reduce"(%q) ({
        ^bb0(%l: tensor<i32>, %r: tensor<i32>):
          %t = stablehlo.add %l, %r : tensor<i32>
          stablehlo.return %t : tensor<i32>
        }) {replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xi32>) -> tensor<2xi32>
        %id = stablehlo.partition_id : tensor<ui32>
        %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
        %m = stablehlo.reshape %i : (tensor<i32>) -> tensor<1x1xi32>
        sdy.return %s, %m : tensor<2xi32>, tensor<1x1xi32>
      } : (tensor<6xi32>) -> (tensor<6xi32>, tensor<1x3xi32>)
      sdy.return %1#0, %1#1 : tensor<6xi32>, tensor<1x3xi32>
    } : (tensor<12xi32>) -> (tensor<12xi32>, tensor<2x3xi32>)
    check.expect_eq_const %0#0, dense<[6, 8, 10, 12, 14, 16, 6, 8, 10, 12, 14, 16]> : tensor<12xi32>
    check.expect_eq_const %0#1, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
    return
  }
}

// -----

// Another order of devices, an axis that is used by no dimension, and a sum that is pending when it comes out.
module @order_and_sums {
  sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
  func.func @main() {
    %a = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
    %0:3 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"y"}]>, <@mesh, [{}], unreduced={"x", "y"}>] manual_axes={"x", "y"} (%p: tensor<1xi32>) {
      %id = stablehlo.partition_id : tensor<ui32>
      %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
      %v = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
      sdy.return %p, %v, %v : tensor<1xi32>, tensor<1xi32>, tensor<1xi32>
    } : (tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<1xi32>)
    check.expect_eq %0#0, %a : tensor<2xi32>
    check.expect_eq_const %0#1, dense<[3, 2]> : tensor<2xi32>
    check.expect_eq_const %0#2, dense<[6]> : tensor<1xi32>
    return
  }
}

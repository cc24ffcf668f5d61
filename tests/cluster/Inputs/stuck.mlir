// Device 3 turns for ever; the others wait for it.
module @stuck {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%l: tensor<1xf32>) {
      %id = stablehlo.partition_id : tensor<ui32>
      %three = stablehlo.constant dense<3> : tensor<ui32>
      %wrong = stablehlo.compare EQ, %id, %three : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %again:2 = stablehlo.while(%w = %wrong, %x = %l) : tensor<i1>, tensor<1xf32>
        cond { stablehlo.return %w : tensor<i1> }
        do {
          %y = stablehlo.negate %x : tensor<1xf32>
          stablehlo.return %w, %y : tensor<i1>, tensor<1xf32>
        }
      %sum = "stablehlo.all_reduce"(%again#1) ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %s = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<1xf32>) -> tensor<1xf32>
      sdy.return %sum : tensor<1xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

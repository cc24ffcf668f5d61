// Each device sends to the next on two channels. What is sent on the first is received after what is sent on the
// second; the first has a message more, which nobody receives: in no step that follows either.
module @messages {
  sdy.mesh @ring = <["x"=4]>
  func.func @main(%a: tensor<8xf32> {tf.aliasing_output = 0 : i32}) -> tensor<8xf32> {
    %r = sdy.manual_computation(%a) in_shardings=[<@ring, [{"x"}]>] out_shardings=[<@ring, [{"x"}]>] manual_axes={"x"} (%p: tensor<2xf32>) {
      %t = stablehlo.after_all : !stablehlo.token
      %id = stablehlo.partition_id : tensor<ui32>
      %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
      %numbers = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %q = stablehlo.add %p, %numbers : tensor<2xf32>
      %s1 = "stablehlo.send"(%p, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
      %s3 = "stablehlo.send"(%q, %s1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
      %s2 = "stablehlo.send"(%q, %s3) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
      %r2:2 = "stablehlo.recv"(%s2) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
      %r1:2 = "stablehlo.recv"(%r2#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
      %d = stablehlo.subtract %r2#0, %r1#0 : tensor<2xf32>
      %e = stablehlo.multiply %d, %r2#0 : tensor<2xf32>
      %f = stablehlo.add %e, %r1#0 : tensor<2xf32>
      sdy.return %f : tensor<2xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
}

// send and recv.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xf32>, %b: !stablehlo.token) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.send (C1): channel type 1 does not fit is_host_transfer = true, 2 does{{.*}}[P203]
  %0 = "stablehlo.send"(%a, %b) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: !stablehlo.token) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.send (C1): channel type 3 does not fit is_host_transfer = false, 1 does{{.*}}[P203]
  %0 = "stablehlo.send"(%a, %b) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = false} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.send (I2): the last operand must be a token, it is tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.send"(%a, %b) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

func.func @main(%a: !stablehlo.token) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.recv (C1): channel type 2 does not fit is_host_transfer = true, 3 does{{.*}}[P203]
  %0:2 = "stablehlo.recv"(%a) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.recv (I1): takes a token, not tensor<2x3xf32>{{.*}}[P203]
  %0:2 = "stablehlo.recv"(%a) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

func.func @main(%a: !stablehlo.token) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.recv (C3): result 0 must be a tensor, it is !stablehlo.token{{.*}}[P203]
  %0:2 = "stablehlo.recv"(%a) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @main(%a: !stablehlo.token) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.recv (C4): the last result must be a token, it is tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.recv"(%a) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2x3xf32>)
  return
}

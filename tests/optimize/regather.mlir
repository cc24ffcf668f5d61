// Of a stack that loops take slices of, the slices are gathered and not the stack, where that sends no more or the stack
// would fill the memory.
// RUN: %partita convert --passes regather,dce --verify-passes %s | FileCheck %s

// One loop takes each slice once: as many bytes either way.
// CHECK-LABEL: @one_loop
// CHECK-NOT: "stablehlo.all_gather"
// CHECK: do {
// CHECK: %[[L:.*]] = stablehlo.dynamic_slice %s, %i, {{.*}}sizes = [1, 128, 512]
// CHECK: "stablehlo.all_gather"(%[[L]]) {{.*}} -> tensor<1x256x512xf32>
module @one_loop attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%s: tensor<4x128x512xf32>, %x: tensor<1x256x512xf32>) -> tensor<1x256x512xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %g = "stablehlo.all_gather"(%s) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x128x512xf32>) -> tensor<4x256x512xf32>
    %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<1x256x512xf32>
     cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %l = stablehlo.dynamic_slice %g, %i, %z, %z, sizes = [1, 256, 512] : (tensor<4x256x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x512xf32>
      %b = stablehlo.add %a, %l : tensor<1x256x512xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<1x256x512xf32>
    }
    return %r#1 : tensor<1x256x512xf32>
  }
}

// -----
// Two loops would gather twice. The arguments take 1.5 MiB, the stack 2 MiB: it would be most of what is kept.
// CHECK-LABEL: @two_loops_that_do_not_fit
// CHECK-NOT: "stablehlo.all_gather"(%s)
// CHECK: do {
// CHECK: "stablehlo.all_gather"
// CHECK: do {
// CHECK: "stablehlo.all_gather"
module @two_loops_that_do_not_fit attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%s: tensor<4x128x512xf32>, %x: tensor<1x256x512xf32>) -> tensor<1x256x512xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %g = "stablehlo.all_gather"(%s) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x128x512xf32>) -> tensor<4x256x512xf32>
    %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<1x256x512xf32>
     cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %l = stablehlo.dynamic_slice %g, %i, %z, %z, sizes = [1, 256, 512] : (tensor<4x256x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x512xf32>
      %b = stablehlo.add %a, %l : tensor<1x256x512xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<1x256x512xf32>
    }
    %q:2 = stablehlo.while(%i = %zero, %a = %r#1) : tensor<i32>, tensor<1x256x512xf32>
     cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %k = stablehlo.subtract %three, %i : tensor<i32>
      %l = stablehlo.dynamic_slice %g, %k, %z, %z, sizes = [1, 256, 512] : (tensor<4x256x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x512xf32>
      %b = stablehlo.add %a, %l : tensor<1x256x512xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<1x256x512xf32>
    }
    return %q#1 : tensor<1x256x512xf32>
  }
}

// -----
// Beside 4 MiB more it is kept.
// CHECK-LABEL: @two_loops_that_fit
// CHECK: "stablehlo.all_gather"(%s)
// CHECK-NOT: "stablehlo.all_gather"
// CHECK: return
module @two_loops_that_fit attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%s: tensor<4x128x512xf32>, %x: tensor<1x256x512xf32>, %more: tensor<1024x1024xf32>) -> tensor<1x256x512xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %g = "stablehlo.all_gather"(%s) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x128x512xf32>) -> tensor<4x256x512xf32>
    %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<1x256x512xf32>
     cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %l = stablehlo.dynamic_slice %g, %i, %z, %z, sizes = [1, 256, 512] : (tensor<4x256x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x512xf32>
      %b = stablehlo.add %a, %l : tensor<1x256x512xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<1x256x512xf32>
    }
    %q:2 = stablehlo.while(%i = %zero, %a = %r#1) : tensor<i32>, tensor<1x256x512xf32>
     cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %k = stablehlo.subtract %three, %i : tensor<i32>
      %l = stablehlo.dynamic_slice %g, %k, %z, %z, sizes = [1, 256, 512] : (tensor<4x256x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x512xf32>
      %b = stablehlo.add %a, %l : tensor<1x256x512xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<1x256x512xf32>
    }
    return %q#1 : tensor<1x256x512xf32>
  }
}

// -----
// What takes all of it takes no slice.
// CHECK-LABEL: @whole
// CHECK: "stablehlo.all_gather"(%s)
// CHECK-NOT: "stablehlo.all_gather"
// CHECK: return
module @whole attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%s: tensor<2x128x512xf32>, %x: tensor<2x256x512xf32>) -> tensor<2x256x512xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %g = "stablehlo.all_gather"(%s) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x128x512xf32>) -> tensor<2x256x512xf32>
    %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<2x256x512xf32>
     cond {
      %n = stablehlo.constant dense<1> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %l = stablehlo.dynamic_slice %g, %i, %zero, %zero, sizes = [2, 256, 512] : (tensor<2x256x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x256x512xf32>
      %b = stablehlo.add %a, %l : tensor<2x256x512xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<2x256x512xf32>
    }
    return %r#1 : tensor<2x256x512xf32>
  }
}

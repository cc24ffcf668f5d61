// RUN: %partita run %s --random 1 --verify
// RUN: %partita eval %s --random 1
// Tokens go through manual code as they are.
sdy.mesh @mesh = <["a"=2]>
func.func @main(%token: !stablehlo.token, %x: tensor<6xi64> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (!stablehlo.token, tensor<6xi64>) {
  %0:2 = sdy.manual_computation(%token, %x) in_shardings=[<@mesh, []>, <@mesh, [{"a"}]>] out_shardings=[<@mesh, []>, <@mesh, [{"a"}]>] manual_axes={"a"} (%t: !stablehlo.token, %y: tensor<3xi64>) {
    %z = stablehlo.multiply %y, %y : tensor<3xi64>
    %u = stablehlo.after_all %t : !stablehlo.token
    sdy.return %u, %z : !stablehlo.token, tensor<3xi64>
  } : (!stablehlo.token, tensor<6xi64>) -> (!stablehlo.token, tensor<6xi64>)
  return %0#0, %0#1 : !stablehlo.token, tensor<6xi64>
}

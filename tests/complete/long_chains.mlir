// RUN: %partita propagate --why v40 %s | FileCheck %s --check-prefix=WHOLE
// RUN: %partita propagate --why v40 %s | not grep "more ops"
// RUN: %partita propagate --why v41 %s | FileCheck %s --check-prefix=SHORT
// Chains of up to 40 steps are shown whole, of longer ones the first 30 and the last 10.
// WHOLE: x on dimension 0
// WHOLE-COUNT-40: along negate
// WHOLE-NEXT: which has a hint on argument 0
// SHORT: x on dimension 0
// SHORT-COUNT-30: along negate
// SHORT-NEXT: … and along 1 more ops …
// SHORT-COUNT-10: along negate
// SHORT-NEXT: which has a hint on argument 0
sdy.mesh @mesh = <["x"=2]>
func.func @main(%v0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %v1 = stablehlo.negate %v0 : tensor<8xf32>
  %v2 = stablehlo.negate %v1 : tensor<8xf32>
  %v3 = stablehlo.negate %v2 : tensor<8xf32>
  %v4 = stablehlo.negate %v3 : tensor<8xf32>
  %v5 = stablehlo.negate %v4 : tensor<8xf32>
  %v6 = stablehlo.negate %v5 : tensor<8xf32>
  %v7 = stablehlo.negate %v6 : tensor<8xf32>
  %v8 = stablehlo.negate %v7 : tensor<8xf32>
  %v9 = stablehlo.negate %v8 : tensor<8xf32>
  %v10 = stablehlo.negate %v9 : tensor<8xf32>
  %v11 = stablehlo.negate %v10 : tensor<8xf32>
  %v12 = stablehlo.negate %v11 : tensor<8xf32>
  %v13 = stablehlo.negate %v12 : tensor<8xf32>
  %v14 = stablehlo.negate %v13 : tensor<8xf32>
  %v15 = stablehlo.negate %v14 : tensor<8xf32>
  %v16 = stablehlo.negate %v15 : tensor<8xf32>
  %v17 = stablehlo.negate %v16 : tensor<8xf32>
  %v18 = stablehlo.negate %v17 : tensor<8xf32>
  %v19 = stablehlo.negate %v18 : tensor<8xf32>
  %v20 = stablehlo.negate %v19 : tensor<8xf32>
  %v21 = stablehlo.negate %v20 : tensor<8xf32>
  %v22 = stablehlo.negate %v21 : tensor<8xf32>
  %v23 = stablehlo.negate %v22 : tensor<8xf32>
  %v24 = stablehlo.negate %v23 : tensor<8xf32>
  %v25 = stablehlo.negate %v24 : tensor<8xf32>
  %v26 = stablehlo.negate %v25 : tensor<8xf32>
  %v27 = stablehlo.negate %v26 : tensor<8xf32>
  %v28 = stablehlo.negate %v27 : tensor<8xf32>
  %v29 = stablehlo.negate %v28 : tensor<8xf32>
  %v30 = stablehlo.negate %v29 : tensor<8xf32>
  %v31 = stablehlo.negate %v30 : tensor<8xf32>
  %v32 = stablehlo.negate %v31 : tensor<8xf32>
  %v33 = stablehlo.negate %v32 : tensor<8xf32>
  %v34 = stablehlo.negate %v33 : tensor<8xf32>
  %v35 = stablehlo.negate %v34 : tensor<8xf32>
  %v36 = stablehlo.negate %v35 : tensor<8xf32>
  %v37 = stablehlo.negate %v36 : tensor<8xf32>
  %v38 = stablehlo.negate %v37 : tensor<8xf32>
  %v39 = stablehlo.negate %v38 : tensor<8xf32>
  %v40 = stablehlo.negate %v39 : tensor<8xf32>
  %v41 = stablehlo.negate %v40 : tensor<8xf32>
  return %v41 : tensor<8xf32>
}

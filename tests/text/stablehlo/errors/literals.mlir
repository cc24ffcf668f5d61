// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
func.func @main() {
  // CHECK: :[[@LINE+1]]:40: error: more than 2 elements in this list of a tensor<2xi32> [P105]
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<2xi32>
  // CHECK: :[[@LINE+1]]:35: error: 1 elements in a list of tensor<2xi32>, wanted 2 [P105]
  %1 = stablehlo.constant dense<[1]> : tensor<2xi32>
  // CHECK: :[[@LINE+1]]:33: error: 300 does not fit into i8 [P105]
  %2 = stablehlo.constant dense<300> : tensor<i8>
  // CHECK: :[[@LINE+1]]:33: error: -1 does not fit into ui8 [P105]
  %3 = stablehlo.constant dense<-1> : tensor<ui8>
  // CHECK: :[[@LINE+1]]:33: error: 1 bytes for tensor<2xi32>, wanted 8 [P105]
  %4 = stablehlo.constant dense<"0x00"> : tensor<2xi32>
  // CHECK: :[[@LINE+1]]:36: error: not a hexadecimal digit [P105]
  %5 = stablehlo.constant dense<"0x0g"> : tensor<1xi8>
  // CHECK: :[[@LINE+1]]:33: error: 'true' is not an element of type i8 [P105]
  %6 = stablehlo.constant dense<true> : tensor<i8>
  // CHECK: :[[@LINE+1]]:44: error: 1 elements in a list of tensor<2x2xi8>, wanted 2 [P105]
  %7 = stablehlo.constant dense<[[1, 2], [3]]> : tensor<2x2xi8>
  // CHECK: :[[@LINE+1]]:33: error: '1.5' is not an element of type i8 [P105]
  %8 = stablehlo.constant dense<1.5> : tensor<i8>
  %good = stablehlo.constant dense<1> : tensor<i8>
  // CHECK: :[[@LINE+1]]:3: error: the elements of dense_resource<nope> are not in the text, and check.expect_eq_const needs them [P105]
  check.expect_eq_const %good, dense_resource<nope> : tensor<i8>
  // CHECK: :[[@LINE+1]]:27: error: sparse literals are not supported; write the elements out as dense<…> [P109]
  %x = stablehlo.constant sparse<[0], [1]> : tensor<4xi8>
  // CHECK: :[[@LINE+1]]:34: error: lists are not nested as deep as the rank of tensor<2x2xi8> [P105]
  %y = stablehlo.constant dense<[1, 2]> : tensor<2x2xi8>
  // CHECK: :[[@LINE+1]]:34: error: lists are nested deeper than the rank of tensor<2xi8> [P105]
  %z = stablehlo.constant dense<[[1], [2]]> : tensor<2xi8>
  return
}

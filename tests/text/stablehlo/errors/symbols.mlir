// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
func.func @main() {
  // CHECK: :[[@LINE+1]]:3: error: no function @nope is in this module [P107]
  call @nope() : () -> ()
  return
}

// The evaluator's column of the op table: for every op, the function that computes its results.
//
// An evaluator gets the operands' tensors, fills in the results, and may run the op's regions or exchange data with
// other devices through the Machine. Operands and attributes have passed the verifier.
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "eval/tensor.h"
#include "ir/program.h"

namespace partita::core::eval {

class Machine;  // eval/machine.h: one device running a program

struct OpCall {
  const Op& op;
  std::span<Tensor> operands;    // the call's own copies; see take_operand
  std::vector<Tensor>& results;  // to be filled, one per result, in order
  Machine& machine;

  Type result_type(int i = 0) const { return op.result(i)->type(); }
  void give(Tensor tensor) { results.push_back(std::move(tensor)); }
  // Operand i for the evaluator's own: nothing holds it here any more, and it is not to be read again through
  // `operands`.
  Tensor take_operand(int i) const { return std::move(operands[i]); }
  std::vector<Tensor> take_operands() const {
    std::vector<Tensor> tensors;
    for (int i = 0; i < op.num_operands(); ++i) tensors.push_back(take_operand(i));
    return tensors;
  }
  // Operand i, to write on: its own storage where nothing else will read it, else a copy.
  Tensor writable_operand(int i) const {
    Tensor operand = take_operand(i);
    return operand.is_unshared() ? operand : operand.unshared();
  }
  Error fail(Code code, std::string message) const {
    return Error{op.module().error_at_op(op, code, std::move(message))};
  }
};

using OpEvaluator = Status (*)(OpCall& call);

// Never null: an op that cannot be evaluated has an evaluator that says why.
OpEvaluator evaluator_for(OpKind kind);

}  // namespace partita::core::eval

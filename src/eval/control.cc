// Constants, control flow, order, and what hands its operands on.
#include "eval/endless.h"
#include "eval/machine.h"
#include "eval/op_families.h"
#include "eval/session.h"

namespace partita::core::eval {
namespace {

Status give_all(OpCall& call, Result<std::vector<Tensor>> tensors) {
  if (!tensors.ok()) return std::move(tensors).error();
  call.results = std::move(*tensors);
  return {};
}

// A future carries the number under which the machine keeps what was started.
Tensor future_tensor(Type type, int64_t number) {
  auto blob = std::make_shared<Blob>(sizeof number);
  std::memcpy(blob->data(), &number, sizeof number);
  return Tensor(type, std::move(blob));
}
int64_t future_number(const Tensor& tensor) {
  int64_t number = 0;
  std::memcpy(&number, tensor.raw(), sizeof number);
  return number;
}

// A started receive must not wait before its done: other ops may lie between, the matching send among them.
bool waits_at_done(const Op& start) {
  return start.num_regions() == 1 && !start.region(0).empty() && start.region(0).first()->is(OpKind::kRecv);
}

}  // namespace

Status eval_constant(OpCall& call) {
  call.give(Tensor::from_literal(call.op.attr(AttrKey::kValue).literal()));
  return {};
}

Status eval_while(OpCall& call) {
  const Region& condition = call.op.region(0);
  const Region& body = call.op.region(1);
  std::vector<Tensor> carried = call.take_operands();
  EndlessLoop endless(call.op);
  for (;;) {
    PARTITA_ASSIGN(std::vector<Tensor> again, call.machine.run_region(condition, carried));
    if (!again[0].as<bool>()[0]) break;
    if (endless.is_back(carried)) {
      return call.fail(Code::kCannotEvaluate,
                       "the loop never ends: what its condition depends on is the same as some turns before");
    }
    PARTITA_ASSIGN(carried, call.machine.run_region(body, std::move(carried)));
  }
  call.results = std::move(carried);
  return {};
}

Status eval_case(OpCall& call) {
  int64_t index = integer_at(call.operands[0]);
  int branches = call.op.num_regions();
  if (index < 0 || index >= branches) index = branches - 1;
  return give_all(call, call.machine.run_region(call.op.region(index), {}));
}

Status eval_if(OpCall& call) {
  bool first = call.operands[0].as<bool>()[0];
  return give_all(call, call.machine.run_region(call.op.region(first ? 0 : 1), {}));
}

Status eval_call(OpCall& call) {
  std::string_view name = call.op.text_attr(AttrKey::kCallee);
  const Function* callee = call.op.module().function(name);
  if (callee == nullptr) return call.fail(Code::kUnknownSymbol, "no function @" + std::string(name));
  return give_all(call, call.machine.run_function(*callee, call.take_operands()));
}

Status eval_identity(OpCall& call) {
  for (int i = 0; i < call.op.num_results(); ++i) call.give(call.take_operand(i));
  return {};
}

Status eval_bitcast(OpCall& call) {
  const Tensor& operand = call.operands[0];
  Type type = call.result_type();
  if (operand.type().byte_size() != type.byte_size()) {
    return call.fail(Code::kConstraint, "a bitcast keeps the bytes: " + operand.type().to_string() + " and " +
                                            type.to_string() + " differ in size");
  }
  call.give(operand.with_type(type));
  return {};
}

Status eval_token(OpCall& call) {
  call.give(Tensor());
  return {};
}

Status eval_nothing(OpCall&) { return {}; }

Status eval_return(OpCall& call) { return call.fail(Code::kInternal, "a return was evaluated as an op"); }

Status eval_async_start(OpCall& call) {
  Machine& machine = call.machine;
  std::vector<Tensor> values = call.take_operands();
  if (!waits_at_done(call.op)) {
    PARTITA_ASSIGN(values, machine.run_region(call.op.region(0), std::move(values)));
  }
  int64_t number = machine.new_future();
  machine.futures()[number] = {&call.op, std::move(values)};
  call.give(future_tensor(call.result_type(), number));
  return {};
}

Status eval_async_update(OpCall& call) {
  call.give(call.operands[0].with_type(call.result_type()));
  return {};
}

Status eval_async_done(OpCall& call) {
  Machine& machine = call.machine;
  auto found = machine.futures().find(future_number(call.operands[0]));
  if (found == machine.futures().end()) return call.fail(Code::kConstraint, "what was started is already done");
  Machine::Future future = std::move(found->second);
  machine.futures().erase(found);
  if (waits_at_done(*future.start)) {
    return give_all(call, machine.run_region(future.start->region(0), std::move(future.values)));
  }
  call.results = std::move(future.values);
  return {};
}

}  // namespace partita::core::eval

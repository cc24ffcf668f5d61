// Infeed, outfeed, messages on channels, and interpreter.run_parallel, which runs one function per device.
#include <fmt/format.h>

#include <algorithm>

#include "eval/grid.h"
#include "eval/groups.h"
#include "eval/machine.h"
#include "eval/op_families.h"
#include "eval/session.h"

namespace partita::core::eval {
namespace {

// Results of the op that are tensors; the token comes last.
size_t data_results(const Op& op) { return static_cast<size_t>(op.num_results() - 1); }

Status check_types(const OpCall& call, const std::vector<Tensor>& tensors, std::string_view what) {
  bool fits = tensors.size() == data_results(call.op);
  for (size_t i = 0; fits && i < tensors.size(); ++i) fits = tensors[i].type() == call.result_type(i);
  if (fits) return {};
  std::string types;
  for (const Tensor& tensor : tensors) types += (types.empty() ? "" : ", ") + tensor.type().to_string();
  return unlike_message(call.op, what, types);
}

}  // namespace

Status eval_infeed(OpCall& call) {
  auto tensors = call.machine.grid().next_infeed(call.machine.process(), data_results(call.op));
  if (!tensors) return call.fail(Code::kNoInfeed, "the infeed has no more data");
  PARTITA_CHECK_OK(check_types(call, *tensors, "the infeed"));
  call.results = std::move(*tensors);
  call.give(Tensor());
  return {};
}

Status eval_outfeed(OpCall& call) {
  if (call.machine.process() == 0) {
    for (int i = 0; i + 1 < call.op.num_operands(); ++i) call.machine.session().outfed(call.operands[i]);
  }
  call.give(Tensor());
  return {};
}

// With pairs, a device sends to its target, or to nobody; without, to whoever receives on the channel.
Status eval_send(OpCall& call) {
  std::vector<Tensor> message;
  for (int i = 0; i + 1 < call.op.num_operands(); ++i) message.push_back(call.take_operand(i));
  int64_t channel = call.op.int_attr(AttrKey::kChannelId);
  int64_t me = call.machine.process();
  PARTITA_ASSIGN(std::optional<ProcessPairs> pairs, message_pairs(call));
  if (pairs) {
    for (auto [source, target] : *pairs) {
      if (source == me) PARTITA_CHECK_OK(call.machine.grid().send(call.op, channel, me, target, message));
    }
  } else {
    PARTITA_CHECK_OK(call.machine.grid().send(call.op, channel, me, -1, std::move(message)));
  }
  call.give(Tensor());
  return {};
}

Status eval_recv(OpCall& call) {
  int64_t me = call.machine.process();
  int64_t from = -1;
  PARTITA_ASSIGN(std::optional<ProcessPairs> pairs, message_pairs(call));
  if (pairs) {
    auto mine = std::find_if(pairs->begin(), pairs->end(), [me](auto pair) { return pair.second == me; });
    if (mine == pairs->end()) {  // nobody sends here
      for (size_t i = 0; i < data_results(call.op); ++i) call.give(Tensor::make(call.result_type(i)));
      call.give(Tensor());
      return {};
    }
    from = mine->first;
  }
  PARTITA_ASSIGN(std::vector<Tensor> message,
                 call.machine.grid().receive(me, call.op, call.op.int_attr(AttrKey::kChannelId), from));
  PARTITA_CHECK_OK(check_types(call, message, "the message"));
  call.results = std::move(message);
  call.give(Tensor());
  return {};
}

namespace {

Result<const Function*> find_function(const OpCall& call, Attr symbol) {
  const Function* function = symbol ? call.op.module().function(symbol.text()) : nullptr;
  if (function == nullptr) return call.fail(Code::kUnknownSymbol, "no function of this name");
  return function;
}

struct Programs {
  int64_t replicas = 0;
  int64_t partitions = 0;
  std::vector<const Function*> functions;  // by process
  bool all_same() const {
    return std::all_of(functions.begin(), functions.end(), [this](const Function* f) { return f == functions[0]; });
  }
};

// programs = [[@f, @g], [@f, @g]]: a row per replica.
Result<Programs> read_programs(const OpCall& call) {
  Programs programs;
  Attr rows = call.op.attr(AttrKey::kPrograms);
  auto bad = [&] { return call.fail(Code::kAttributeForm, "programs must be rows of functions, all of one length"); };
  if (!rows.is(AttrKind::kArray) || rows.elements().empty()) return bad();
  programs.replicas = std::ssize(rows.elements());
  programs.partitions = -1;
  for (Attr row : rows.elements()) {
    if (!row.is(AttrKind::kArray) || row.elements().empty()) return bad();
    int64_t length = std::ssize(row.elements());
    if (programs.partitions >= 0 && programs.partitions != length) return bad();
    programs.partitions = length;
    for (Attr symbol : row.elements()) {
      PARTITA_ASSIGN(const Function* function, find_function(call, symbol));
      programs.functions.push_back(function);
    }
  }
  return programs;
}

// What the functions named by `infeed` give, in order.
Result<std::vector<Tensor>> run_infeed(const OpCall& call) {
  std::vector<Tensor> queue;
  Attr names = call.op.attr(AttrKey::kInfeed);
  if (!names) return queue;
  for (Attr symbol : names.elements()) {
    PARTITA_ASSIGN(const Function* function, find_function(call, symbol));
    if (function->num_arguments() > 0)
      return call.fail(Code::kAttributeForm, "a function that feeds takes no arguments");
    PARTITA_ASSIGN(std::vector<Tensor> tensors, call.machine.run_function(*function, {}));
    queue.insert(queue.end(), tensors.begin(), tensors.end());
  }
  return queue;
}

}  // namespace

Status eval_run_parallel(OpCall& call) {
  PARTITA_ASSIGN(Programs programs, read_programs(call));
  std::vector<std::vector<Tensor>> arguments;
  int next = 0;
  size_t results = 0;
  for (const Function* function : programs.functions) {
    if (call.op.num_operands() - next < function->num_arguments()) break;
    std::vector<Tensor>& mine = arguments.emplace_back();
    for (int i = 0; i < function->num_arguments(); ++i, ++next) {
      if (call.op.operand(next)->type() != function->argument(i)->type()) {
        return call.fail(Code::kTypeMismatch,
                         fmt::format("operand {} is not what @{} takes", next, function->name().text()));
      }
      mine.push_back(call.take_operand(next));
    }
    results += function->result_types().size();
  }
  if (next != call.op.num_operands() || arguments.size() != programs.functions.size() ||
      results != static_cast<size_t>(call.op.num_results())) {
    return call.fail(Code::kOperandCount, "operands and results must be those of all programs, one after the other");
  }
  PARTITA_ASSIGN(std::vector<Tensor> queue, run_infeed(call));
  Session& session = call.machine.session();
  Grid grid(session, programs.replicas, programs.partitions, programs.all_same(), &call.machine);
  grid.set_infeed(std::move(queue));
  auto outcome = grid.run([&](int64_t process) { return std::make_unique<Machine>(session, grid, process); },
                          [&](Machine& machine) {
                            auto p = static_cast<size_t>(machine.process());
                            return machine.run_function(*programs.functions[p], std::move(arguments[p]));
                          });
  if (!outcome.ok()) return std::move(outcome).error();
  for (std::vector<Tensor>& part : *outcome) {
    for (Tensor& tensor : part) call.give(std::move(tensor));
  }
  for (int i = 0; i < call.op.num_results(); ++i) {
    const Tensor& result = call.results[i];
    if (result.type() && result.type() != call.result_type(i)) {
      return call.fail(Code::kTypeMismatch, fmt::format("result {} is a {}", i, result.type().to_string()));
    }
  }
  return {};
}

}  // namespace partita::core::eval

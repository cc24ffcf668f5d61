// What a ring gains: the candidate, in a program of its own, is simulated as it is and as a ring.
#include <algorithm>

#include "cost/time.h"
#include "optimize/overlap.h"
#include "optimize/schedule.h"

namespace partita::core::optimize {
namespace {

// A program that does nothing else; the candidate is now one of its ops.
std::unique_ptr<Module> extracted(RingCandidate& candidate) {
  const Module& from = candidate.collective->module();
  auto module = std::make_unique<Module>(from.context());
  module->set_discardable_attributes(from.discardable_attributes());
  module->meshes() = from.meshes();
  Function* function = module->add_function(from.context().name("main"), {}, {});
  Region& body = function->body();
  Module::ValueMap map;
  std::vector<std::pair<const Op*, Op*>> copies;
  for (const Op* op : candidate.ops) {
    for (int i = 0; i < op->num_operands(); ++i) {
      const Value* operand = op->operand(i);
      if (!map.has(operand)) map.set(operand, body.add_argument(operand->type()));
    }
    copies.emplace_back(op, module->clone_op(*op, body, map));
  }
  auto copy_of = [&](Op*& op) {
    op = std::find_if(copies.begin(), copies.end(), [&](const auto& pair) { return pair.first == op; })->second;
  };
  std::vector<Value*> results;
  std::vector<Type> types;
  auto give = [&](Value* value) {
    results.push_back(value);
    types.push_back(value->type());
  };
  copy_of(candidate.collective);
  for (RingProduct& product : candidate.products) {
    copy_of(product.dot);
    for (RingLink& link : product.links) copy_of(link.op);
    if (candidate.is_gather()) give(product.dot->result());
  }
  if (candidate.assembled || !candidate.is_gather()) give(candidate.collective->result());
  module->add_op(body, OpKind::kReturn, results, {});
  function->set_result_types(types);
  return module;
}

bool is_in_loop(const Op& op) {
  for (const Op* at = op.parent_op(); at != nullptr; at = at->parent_op()) {
    if (at->is(OpKind::kWhile)) return true;
  }
  return false;
}

// Candidates with the same key take the same time.
std::vector<const void*> key_of(const RingCandidate& candidate) {
  static constexpr char kInLoop = 0, kAssembled = 0;
  std::vector<const void*> key;
  for (const Op* op : candidate.ops) {
    key.push_back(&op->info());
    for (int i = 0; i < op->num_operands(); ++i) key.push_back(op->operand(i)->type().id());
    for (int i = 0; i < op->num_results(); ++i) key.push_back(op->result(i)->type().id());
    for (const KeyedAttr& attr : op->attrs()) {
      if (attr.key != AttrKey::kChannelId) key.push_back(attr.value.id());
    }
  }
  key.push_back(is_in_loop(*candidate.collective) ? &kInLoop : nullptr);
  key.push_back(candidate.assembled ? &kAssembled : nullptr);
  return key;
}

}  // namespace

RingPrices::RingPrices(const Topology& topology, const cost::Hardware& hardware, MeshPtr mesh, int64_t unrolled)
    : topology_(topology), hardware_(hardware), mesh_(std::move(mesh)), unrolled_(unrolled) {}
RingPrices::~RingPrices() = default;

// The host launches all of the program's kernels while the device is busy, those of the candidate among them.
double RingPrices::simulated(const Function& local, double& exposed, bool in_loop) const {
  cost::Hardware hardware = hardware_;
  hardware.overheads.step = hardware.overheads.launch = 0;
  if (in_loop) hardware.overheads.gap = 0;
  const cost::Wire wire = cost::wire_of(local, mesh_);
  const cost::Timeline timeline = cost::run_timeline(local, cost::steps_of(local, hardware),
                                                     cost::collective_times(wire, topology_, hardware), hardware);
  exposed = timeline.exposed;
  return timeline.step;
}

void RingPrices::order_overlapped(Function& local) const {
  Orders orders(local, hardware_);
  orders.apply(optimize::order_overlapped(orders, nullptr));
}

RingSeconds RingPrices::seconds(const RingCandidate& candidate) {
  const auto [at, is_new] = known_.try_emplace(key_of(candidate));
  RingSeconds& out = at->second;
  if (!is_new) return out;
  const bool in_loop = is_in_loop(*candidate.collective);
  RingCandidate alone = candidate;
  const std::unique_ptr<Module> program = extracted(alone);
  Function& function = *program->entry();
  double exposed = 0;
  const double apart = simulated(function, exposed, in_loop);
  out.collective = exposed;
  out.products = apart - exposed;
  make_ring(alone, unrolled_);
  order_overlapped(function);
  out.ring = simulated(function, exposed, in_loop);
  if (!candidate.can_pair()) return out;
  RingCandidate other = candidate;
  const std::unique_ptr<Module> again = extracted(other);
  other.paired = true;
  make_ring(other, unrolled_);
  order_overlapped(*again->entry());
  const double paired = simulated(*again->entry(), exposed, in_loop);
  if (paired < out.ring) out.ring = paired, out.paired = true;
  return out;
}

}  // namespace partita::core::optimize

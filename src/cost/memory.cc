#include "cost/memory.h"

#include <algorithm>
#include <utility>

#include "base/maps.h"
#include "cost/fusion.h"
#include "cost/run_class.h"
#include "cost/storage.h"
#include "cost/tiles.h"
#include "cost/wire.h"
#include "ir/names.h"
#include "ir/views.h"

namespace partita::core::cost {
namespace {

constexpr int kNone = -1;

// Ops of all regions in one order; an op with regions begins before and ends after what it holds.
struct Span {
  int begin = 0;
  int end = 0;
};

// Memory from the op that makes it to the last that reads it.
struct Buffer {
  const Value* value = nullptr;
  double bytes = 0;
  Span live;
  bool writable = true;  // not something that belongs to others
  bool given = false;    // an argument, a carry of the loop around, room for what a branch returns: counted elsewhere
  bool result = false;   // of the program
  bool lent = false;     // a result whose memory is free until it is made: not that of a donated argument
};

class Analysis {
 public:
  Analysis(const Function& local, const CompilerTraits& compiler, const ValueMemory& values)
      : local_(local),
        compiler_(compiler),
        storage_(values.storage),
        fused_(values.fused),
        buffer_of_(fused_.size(), kNone),
        end_of_(fused_.size(), 0),
        spans_(fused_.size()) {}

  Memory run() {
    Memory out;
    const std::span<const Type> results = local_.result_types();
    const Op* end = local_.body().terminator();
    auto result_bytes = [&](size_t i) { return end != nullptr ? bytes_of(*end->operand(static_cast<int>(i))) : 0; };
    for (size_t i = 0; i < results.size(); ++i) out.results += result_bytes(i);
    number(local_.body());
    const std::vector<int> taken_over = donations();
    std::vector<int> aliased;
    for (int i = 0; i < local_.num_arguments(); ++i) {
      const Value& argument = *local_.argument(i);
      const int result = taken_over[i];
      out.arguments += bytes_of(argument);
      if (result != kNone) {
        out.aliased += result_bytes(result);
        aliased.push_back(result);
      }
      give(argument, 0, result != kNone);
    }
    make_all(local_.body());
    for (int i = 0; end != nullptr && i < end->num_operands(); ++i) {
      const int buffer = buffer_of_[end->operand(i)->id()];
      if (buffer == kNone || at(buffer).given) continue;
      at(buffer).result = true;
      at(buffer).lent = !contains(aliased, i);
    }
    lend_results();
    find_peak(out);
    out.buffer_of = std::move(buffer_of_);
    out.buffers.reserve(buffers_.size());
    for (const Buffer& buffer : buffers_) {
      out.buffers.push_back({buffer.bytes, buffer.live.begin, buffer.live.end, counts(buffer)});
    }
    return out;
  }

 private:
  Buffer& at(int buffer) { return buffers_[buffer]; }

  double bytes_of(const Value& value) const { return storage_.bytes(value); }
  double bytes_of_any(const Value& value) const {
    if (value.type().kind() != TypeKind::kFuture) return bytes_of(value);
    double sum = 0;
    for (Type part : value.type().parts()) sum += padded_bytes(part, compiler_.memory_tile);
    return sum;
  }

  // The result that takes over the memory of each argument: the one it names, or, of an argument that is only given
  // away, the first of its type that no other argument has.
  std::vector<int> donations() const {
    const std::span<const Type> results = local_.result_types();
    std::vector<int> out(local_.num_arguments(), kNone);
    std::vector<bool> taken(results.size());
    PointerMap<const void*, size_t> looked_at;  // by type: the results before are not for it
    for (const bool named : {true, false}) {
      for (size_t i = 0; i < out.size(); ++i) {
        const Attr attrs = local_.argument_attrs(i);
        const Attr target = attrs ? attrs.get(hlo_names::kAliasingOutput) : Attr();
        const Attr donor = attrs ? attrs.get(hlo_names::kBufferDonor) : Attr();
        size_t result = results.size();
        if (named && target.is(AttrKind::kInt)) result = static_cast<size_t>(target.as_int());
        if (!named && out[i] == kNone && donor.is(AttrKind::kBool) && donor.as_bool()) {
          const Type type = local_.argument(i)->type();
          size_t& next = looked_at[type.id()];
          while (next < results.size() && (taken[next] || results[next] != type)) ++next;
          result = next;
        }
        if (result >= results.size() || taken[result]) continue;
        taken[result] = true;
        out[i] = static_cast<int>(result);
      }
    }
    return out;
  }

  // ---- the order, and where values are read last

  void number(const Region& region) {
    for (const Op& op : region) {
      span_of(op).begin = std::ssize(ops_);
      ops_.push_back(&op);
      if (is_control_flow(op)) {
        for (int r = 0; r < op.num_regions(); ++r) number(op.region(r));
      }
      span_of(op).end = std::ssize(ops_) - 1;
    }
    for (const Op* op = region.last(); op != nullptr; op = op->previous()) {
      for (int r = 0; r < op->num_results(); ++r) find_end(*op->result(r), region);
    }
    for (const Value* argument : region.arguments()) find_end(*argument, region);
  }

  Span& span_of(const Op& op) { return op.num_results() > 0 ? spans_[op.result()->id()] : of_others_[&op]; }

  static bool is_control_flow(const Op& op) {
    return op.is(OpKind::kWhile) || op.is(OpKind::kIf) || op.is(OpKind::kCase);
  }

  // Where it is fused into an op, that is where that op is read last; in a loop, where the loop ends.
  void find_end(const Value& value, const Region& region) {
    int& end = end_of_[value.id()];
    for (const Use* use = value.first_use(); use != nullptr; use = use->next()) {
      const Op* user = use->op();
      if (user->parent() == &region) {
        const bool fused = user->num_results() == 1 && fused_[user->result()->id()];
        end = std::max(end, fused ? end_of_[user->result()->id()] : span_of(*user).begin);
        continue;
      }
      while (user != nullptr && user->parent() != &region) user = user->parent_op();
      if (user != nullptr) end = std::max(end, span_of(*user).end);
    }
  }

  // ---- buffers

  int add(const Value& value, double bytes, int from) {
    buffers_.push_back({&value, bytes, {from, std::max(from, end_of_[value.id()])}});
    return buffer_of_[value.id()] = std::ssize(buffers_) - 1;
  }
  void give(const Value& value, int from, bool writable) {
    Buffer& given = at(add(value, 0, from));
    given.writable = writable;
    given.given = true;
  }
  void share(const Value& value, int buffer) {
    buffer_of_[value.id()] = buffer;
    at(buffer).live.end = std::max(at(buffer).live.end, end_of_[value.id()]);
  }
  // The buffer of a value, where nobody reads it after the op; what lies outside the op's loop is read again.
  int last_read_by(const Op& op, const Value& value) {
    const Region* home = value.is_argument() ? value.region() : value.op()->parent();
    const int buffer = buffer_of_[value.id()];
    if (buffer == kNone || home != op.parent() || !at(buffer).writable) return kNone;
    return at(buffer).live.end <= span_of(op).begin ? buffer : kNone;
  }

  void make_all(const Region& region) {
    for (const Op& op : region) make(op);
  }

  void make(const Op& op) {
    if (op.is(OpKind::kReturn)) return;
    if (op.is(OpKind::kWhile)) return make_loop(op);
    const int here = span_of(op).begin;
    for (int r = 0; r < op.num_results(); ++r) {
      const Value& value = *op.result(r);
      if (fused_[value.id()]) continue;
      const int passed =
          run_class(op.kind()).passes_on && r < op.num_operands() ? buffer_of_[op.operand(r)->id()] : kNone;
      const int reused = passed != kNone ? passed : reusable(op, r);
      if (reused != kNone) {
        share(value, reused);
      } else {
        add(value, bytes_of_any(value), here);
      }
    }
    for (int i = 0; i < op.num_operands(); ++i) {
      if (!compiler_.reads_any_layout && reads_rearranged(op, i)) rearrange(*op.operand(i), here);
    }
    if (const double room = workspace_of(op, storage_, compiler_); room > 0) {
      buffers_.push_back({op.result(), room, {here, here}});
    }
    if (is_control_flow(op)) make_branches(op);
  }

  // A copy in another order, which each op that wants it makes anew (kernels.cc).
  void rearrange(const Value& value, int here) { buffers_.push_back({&value, bytes_of(value), {here, here}}); }

  // A buffer the result can be written to while the op reads it.
  int reusable(const Op& op, int r) {
    if (op.is(OpKind::kDynamicUpdateSlice) || op.is(OpKind::kScatter)) return last_read_by(op, *op.operand(r));
    if (!op.info().has(kElementwise)) return kNone;
    int steps = 64;  // far enough for real chains; the search may meet a value several times
    return reusable_below(op, op, bytes_of(*op.result(r)), steps);
  }
  int reusable_below(const Op& made, const Op& op, double bytes, int& steps) {
    for (int i = 0; i < op.num_operands() && --steps > 0; ++i) {
      const Value& operand = *op.operand(i);
      if (bytes_of(operand) != bytes) continue;
      int buffer = last_read_by(made, operand);
      const Op* below = operand.op();
      if (buffer == kNone && below != nullptr && fused_[operand.id()] &&
          (below->info().has(kElementwise) || below->is(OpKind::kReshape))) {
        buffer = reusable_below(made, *below, bytes, steps);
      }
      if (buffer != kNone) return buffer;
    }
    return kNone;
  }

  // ---- control flow

  // Each carry has one buffer: that of what goes in, where nobody else needs it, or a copy.
  void make_loop(const Op& loop) {
    const Region& body = loop.region(1);
    const Op* end = body.terminator();
    for (int i = 0; i < loop.num_results(); ++i) {
      const Value& init = *loop.operand(i);
      const Value& result = *loop.result(i);
      const int buffer = buffer_of_[init.id()];
      if (is_carried_unchanged(loop, i) && buffer != kNone) {
        share(result, buffer);
        at(buffer).live.end = std::max(at(buffer).live.end, span_of(loop).end);
        continue;
      }
      if (const int free = last_read_by(loop, init); free != kNone) {
        share(result, free);
      } else {
        add(result, bytes_of_any(result), span_of(loop).begin);
      }
      Span& live = at(buffer_of_[result.id()]).live;
      live.end = std::max(live.end, span_of(loop).end);  // so that no other carry takes it
    }
    for (const Region* region : {static_cast<const Region*>(&loop.region(0)), &body}) {
      for (const Value* argument : region->arguments()) give(*argument, span_of(loop).begin, true);
      make_all(*region);
    }
    for (int i = 0; end != nullptr && i < end->num_operands() && i < body.num_arguments(); ++i) carry_on(i, body);
  }
  static bool contains(const std::vector<int>& list, int value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  }

  // The next value of carry i is written in its place where nobody reads the old one any more; else it is copied.
  void carry_on(int i, const Region& body) {
    const int next = buffer_of_[body.terminator()->operand(i)->id()];
    const int old = buffer_of_[body.argument(i)->id()];
    if (next == kNone || next == old || at(next).given) return;
    if (at(old).live.end < at(next).live.begin) at(next).given = true;
  }

  void make_branches(const Op& op) {
    for (int b = 0; b < op.num_regions(); ++b) {
      const Region& branch = op.region(b);
      make_all(branch);
      const Op* end = branch.terminator();
      for (int i = 0; end != nullptr && i < end->num_operands(); ++i) {
        const Value& value = *end->operand(i);
        const bool own = value.op() != nullptr && value.op()->parent() == &branch;
        if (const int buffer = buffer_of_[value.id()]; buffer != kNone && own) at(buffer).given = true;
      }
    }
  }

  // ---- the sum

  // Until a result is made, its memory serves temporaries that fit: the largest first, into the smallest place.
  void lend_results() {
    struct Place {
      double bytes;
      std::vector<Span> used;  // that do not meet, in order
    };
    std::vector<Place> places;
    std::vector<int> wanting;
    for (int b = 0; b < std::ssize(buffers_); ++b) {
      const Buffer& buffer = at(b);
      if (buffer.lent) places.push_back({buffer.bytes, {buffer.live}});
      if (counts(buffer)) wanting.push_back(b);
    }
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.bytes < b.bytes; });
    std::stable_sort(wanting.begin(), wanting.end(), [&](int a, int b) { return at(a).bytes > at(b).bytes; });
    constexpr int kMostTried = 64;  // of places that are all taken at some time; keeps it linear
    for (int b : wanting) {
      const auto [begin, end] = at(b).live;
      auto place = std::lower_bound(places.begin(), places.end(), at(b).bytes,
                                    [](const Place& p, double bytes) { return p.bytes < bytes; });
      for (int tried = 0; place != places.end() && tried < kMostTried; ++place, ++tried) {
        const auto after = std::upper_bound(place->used.begin(), place->used.end(), end,
                                            [](int e, const Span& used) { return e < used.begin; });
        if (after != place->used.begin() && std::prev(after)->end >= begin) continue;
        place->used.insert(after, {begin, end});
        at(b).given = true;
        break;
      }
    }
  }

  static bool counts(const Buffer& buffer) { return !buffer.given && !buffer.result && buffer.bytes > 0; }

  void find_peak(Memory& out) {
    std::vector<double> change(ops_.size() + 1);
    for (const Buffer& buffer : buffers_) {
      if (!counts(buffer)) continue;
      change[buffer.live.begin] += buffer.bytes;
      change[buffer.live.end + 1] -= buffer.bytes;
    }
    double now = 0;
    int most = 0;
    out.profile.reserve(ops_.size());
    for (size_t p = 0; p < ops_.size(); ++p) {
      now += change[p];
      out.profile.push_back({ops_[p], now});
      if (now <= out.temporaries) continue;
      out.temporaries = now;
      out.at = ops_[p];
      most = static_cast<int>(p);
    }
    for (const Buffer& buffer : buffers_) {
      if (counts(buffer) && buffer.live.begin <= most && most <= buffer.live.end) {
        out.live.push_back({buffer.value, buffer.bytes});
      }
    }
    std::stable_sort(out.live.begin(), out.live.end(),
                     [](const LiveBuffer& a, const LiveBuffer& b) { return a.bytes > b.bytes; });
  }

  const Function& local_;
  const CompilerTraits& compiler_;
  const Storage& storage_;
  const std::vector<bool>& fused_;         // by id of value
  std::vector<int> buffer_of_;             // by id of value
  std::vector<int> end_of_;                // by id of value: where it is read last
  std::vector<Span> spans_;                // of ops, by id of the first result
  PointerMap<const Op*, Span> of_others_;  // of those that have none
  std::vector<const Op*> ops_;
  std::vector<Buffer> buffers_;
};

}  // namespace

double workspace_of(const Op& op, const Storage& storage, const CompilerTraits& compiler) {
  if (compiler.windows_in_place) return 0;
  if (op.is(OpKind::kConvolution)) return std::max(storage.bytes(*op.operand(0)), storage.bytes(*op.operand(1)));
  if (!op.is(OpKind::kSelectAndScatter)) return 0;
  constexpr double kIndexBytes = 4;
  const Type operand = op.operand(0)->type();
  return kIndexBytes * operand.rank() * static_cast<double>(op.operand(1)->type().num_elements()) +
         2 * storage.bytes(*op.operand(0));
}

Memory memory_of(const Function& local, const CompilerTraits& compiler) {
  return memory_of(local, compiler, ValueMemory(local, compiler));
}

Memory memory_of(const Function& local, const CompilerTraits& compiler, const ValueMemory& values) {
  return Analysis(local, compiler, values).run();
}

}  // namespace partita::core::cost

// The collectives of Shardy's own dialect, on values of the function.
#include "ir/numeric/float_formats.h"
#include "maker.h"

namespace partita::core::fuzz {
namespace {

// What Shardy writes where it has decided on collectives: a value that is replicated is divided along an axis of @m and
// brought back, or divided in another way.
class Collectives {
 public:
  Collectives(Maker& maker, Value* value) : m_(maker), value_(value) {
    const auto rank = static_cast<size_t>(value->type().rank());
    axis_ = static_cast<size_t>(m_.dice.below(static_cast<int64_t>(m_.mesh.sizes.size())));
    from_ = static_cast<size_t>(m_.dice.below(static_cast<int64_t>(rank)));
    to_ = static_cast<size_t>(m_.dice.below(static_cast<int64_t>(rank)));
  }

  Value* make(Op* before) {
    before_ = before;
    const std::string list = "#sdy<list_of_axis_ref_lists" + divided(from_) + ">", axes = "{" + axis() + "}";
    add(OpKind::kShardingConstraint, AttrKey::kSharding, "<@m, " + divided(kNowhere) + ">");
    const ElementType element = value_->type().element();
    const int64_t what = m_.dice.below((is_float(element) || is_integer(element)) && has_zero(element) ? 4 : 2);
    if (what == 2) {
      add(OpKind::kSdyReplicatedToUnreduced, kNowhere, true, {AttrKey::kAxes, text("#sdy<axis_ref_list" + axes + ">")});
      add(OpKind::kSdyAllReduce, kNowhere, false, {AttrKey::kReductionAxes, text("#sdy<axis_ref_list" + axes + ">")});
      return value_;
    }
    add(OpKind::kSdyAllSlice, from_, false, {AttrKey::kSlicingAxes, text(list)});
    if (what == 3) {
      add(OpKind::kSdyShardedToUnreduced, kNowhere, true, {AttrKey::kAxes, text(list)});
      const std::string scattered = "#sdy<list_of_axis_ref_lists" + divided(to_) + ">";
      add(OpKind::kSdyReduceScatter, to_, false, {AttrKey::kReduceScatterAxes, text(scattered)});
      return value_;
    }
    if (from_ != to_) {
      const std::string way = ": " + std::to_string(from_) + "->" + std::to_string(to_);
      add(OpKind::kSdyAllToAll, to_, false,
          {AttrKey::kParams, text("#sdy<all_to_all_param_list[" + axes + way + "]>")});
    }
    for (size_t other = 0; other < m_.mesh.sizes.size(); ++other) {
      if (other == axis_ || m_.mesh.sizes[other] != m_.mesh.sizes[axis_]) continue;
      axis_ = other;
      add(OpKind::kSdyCollectivePermute, AttrKey::kOutSharding, "#sdy.sharding<@m, " + divided(to_) + ">");
      break;
    }
    if (what == 1) {
      const std::string back = "#sdy<list_of_axis_ref_lists" + divided(to_) + ">";
      add(OpKind::kSdyAllGather, kNowhere, false, {AttrKey::kGatheringAxes, text(back)});
    }
    return value_;
  }

 private:
  static constexpr size_t kNowhere = SIZE_MAX;

  std::string axis() const { return std::string("\"") + static_cast<char>('x' + axis_) + "\""; }
  std::string divided(size_t along) const {
    std::string dims;
    for (size_t d = 0; d < static_cast<size_t>(value_->type().rank()); ++d) {
      dims += (d > 0 ? ", {" : "{") + (d == along ? axis() : "") + "}";
    }
    return "[" + dims + "]";
  }
  Attr text(const std::string& text) { return m_.context().opaque_attr(text); }

  void add(OpKind kind, size_t along, bool unreduced, KeyedAttr how) {
    const std::string out = "<@m, " + divided(along) + (unreduced ? ", unreduced={" + axis() + "}>" : ">");
    add(kind, {how, {AttrKey::kOutSharding, text("#sdy.sharding" + out)}});
  }
  void add(OpKind kind, AttrKey key, const std::string& sharding) { add(kind, {{key, text(sharding)}}); }
  void add(OpKind kind, const std::vector<KeyedAttr>& attrs) {
    Type type = value_->type();
    value_ = m_.module()
                 .add_op(m_.function().body(), kind, std::span(&value_, 1), std::span(&type, 1), attrs, 0, before_)
                 ->result();
  }

  Maker& m_;
  Value* value_;
  Op* before_ = nullptr;
  size_t axis_, from_, to_;
};

}  // namespace

void add_collectives(Maker& m) {
  if (!m.dice.once_in(8)) return;
  std::vector<Op*> fitting;
  for (Op* op = m.function().body().first(); op != nullptr; op = op->next()) {
    if (op->num_results() == 1 && op->result()->has_uses() && op->result()->type().is_tensor() &&
        op->result()->type().rank() > 0) {
      fitting.push_back(op);
    }
  }
  if (fitting.empty()) return;
  Op* after = m.dice.one_of(fitting);
  Op* before = after->next();
  std::vector<Use*> uses;
  for (Use* use = after->result()->first_use(); use != nullptr; use = use->next()) uses.push_back(use);
  Value* made = Collectives(m, after->result()).make(before);
  for (Use* use : uses) use->op()->set_operand(use->index(), made);
}

}  // namespace partita::core::fuzz

#include "engine/cluster.h"

#include <algorithm>
#include <queue>

#include "engine/pointwise.h"

namespace partita::core::engine {

std::vector<int64_t> stripped(Ints dims) {
  std::vector<int64_t> out;
  for (int64_t dim : dims) {
    if (dim != 1) out.push_back(dim);
  }
  return out;
}

Reduction reduction_of(const Op& reduce) {
  const Ints dims = reduce.operand(0)->type().dims();
  const Ints reduced = reduce.ints_attr(AttrKey::kDimensions);
  Reduction out;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] != 1) out.over.push_back(std::ranges::count(reduced, static_cast<int64_t>(d)) > 0);
  }
  while (out.row_rank < std::ssize(out.over) && out.over[out.over.size() - 1 - out.row_rank]) ++out.row_rank;
  const auto all = std::ranges::count(out.over, true);
  out.nothing = all == 0;
  out.only_row = all == out.row_rank;
  return out;
}

namespace {

void collect_captured(const Region& region, const Op& holder, std::vector<const Value*>& out) {
  for (const Op& op : region) {
    for (int i = 0; i < op.num_operands(); ++i) {
      const Value* value = op.operand(i);
      // Defined inside if the region that holds it lies in the holder.
      const Region* home = value->is_argument() ? value->region() : value->op()->parent();
      bool inside = false;
      for (const Op* at = home->parent_op(); at != nullptr && !inside; at = at->parent_op()) inside = at == &holder;
      if (!inside && std::find(out.begin(), out.end(), value) == out.end()) out.push_back(value);
    }
    for (int i = 0; i < op.num_regions(); ++i) collect_captured(op.region(i), holder, out);
  }
}

}  // namespace

std::vector<const Value*> captured_values(const Op& op) {
  std::vector<const Value*> out;
  for (int i = 0; i < op.num_regions(); ++i) collect_captured(op.region(i), op, out);
  return out;
}

int Clusters::unit_of(const Op* op) const { return unit_of_.at(op); }

class ClusterBuilder {
 public:
  ClusterBuilder(const Region& region, Clusters& out) : out_(out) {
    for (const Op& op : region) {
      if (op.info().has(kTerminator)) continue;
      numbers_[&op] = static_cast<int>(nodes_.size());
      Node& node = nodes_.emplace_back();
      node.op = &op;
      node.group = static_cast<int>(groups_.size());
      Group& group = groups_.emplace_back();
      group.members = {node.group};
      group.first = group.last = node.group;
      auto depend = [&](const Value* value) {
        if (!value->is_argument() && value->op()->parent() == &region) node.needs.push_back(numbers_.at(value->op()));
      };
      for (const Value* operand : op.operands()) depend(operand);
      for (const Value* value : captured_values(op)) depend(value);
      if (op.info().has(kSideEffects) || op.info().has(kCollective)) {
        if (last_effect_ >= 0) node.needs.push_back(last_effect_);
        last_effect_ = node.group;
      }
    }
  }

  void build() {
    for (int i = 0; i < std::ssize(nodes_); ++i) place(i);
    schedule();
  }

 private:
  static constexpr size_t kMostMembers = 80;

  struct Node {
    const Op* op = nullptr;
    int group = 0;
    Level level = Level::kElement;
    std::vector<int> needs;
  };
  struct Group {
    std::vector<int> members;
    int first = 0, last = 0;
    bool is_cluster = false;
    std::vector<int64_t> space;
    int row_rank = -1;  // not decided
  };

  void place(int number) {
    Node& node = nodes_[number];
    const Op& op = *node.op;
    const bool forwards = op.is(OpKind::kBroadcastInDim) || op.is(OpKind::kReshape);
    const bool starts = is_pointwise(op) || is_fusible_reduce(op);
    if (!forwards && !starts) return;
    if (starts) {
      Group& group = groups_[node.group];
      group.is_cluster = true;
      if (op.is(OpKind::kReduce)) {
        const Reduction reduction = reduction_of(op);
        group.space = stripped(op.operand(0)->type().dims());
        if (!reduction.nothing) {
          if (reduction.row_rank > 0) group.row_rank = reduction.row_rank;
          node.level = reduction.only_row ? Level::kRow : Level::kAccumulated;
        }
      } else {
        group.space = stripped(op.result()->type().dims());
      }
    }
    const int operands = op.is(OpKind::kReduce) ? 1 : op.num_operands();
    for (int i = 0; i < operands; ++i) {
      const Value* operand = op.operand(i);
      if (operand->is_argument() || operand->op()->parent() != op.parent()) continue;
      const int producer = numbers_.at(operand->op());
      const int other = nodes_[producer].group;
      if (other == nodes_[number].group || !groups_[other].is_cluster) continue;
      join(number, producer);
    }
  }

  // Puts the op's group into that of its producer, if they fit.
  void join(int number, int producer) {
    Node& node = nodes_[number];
    Group& group = groups_[node.group];
    Group& other = groups_[nodes_[producer].group];
    if (group.members.size() + other.members.size() > kMostMembers) return;
    if (nodes_[producer].level == Level::kAccumulated) return;
    const Op& op = *node.op;
    Level level = node.level;
    if (group.members.size() == 1) {
      if (op.is(OpKind::kReduce)) {
        if (nodes_[producer].level != Level::kElement || group.space != other.space) return;
        const Reduction reduction = reduction_of(op);
        if (!reduction.nothing && reduction.row_rank > 0 && other.row_rank >= 0 &&
            other.row_rank != reduction.row_rank) {
          if (reduction.only_row) return;
        }
      } else {
        const std::vector<int64_t> dims = stripped(op.result()->type().dims());
        const bool of_rows = other.row_rank > 0 && is_row(dims, other);
        if (dims == other.space) {
          level = Level::kElement;
        } else if (of_rows && nodes_[producer].level == Level::kRow) {
          level = Level::kRow;
        } else {
          return;
        }
        if (op.is(OpKind::kBroadcastInDim) && !keeps_place(op, nodes_[producer].level, other)) return;
        if (op.is(OpKind::kReshape) && (level != nodes_[producer].level)) return;
      }
    } else {
      if (group.space != other.space) return;
      if (group.row_rank >= 0 && other.row_rank >= 0 && group.row_rank != other.row_rank) return;
    }
    if (starts_inside(group, other) || makes_cycle(node.group, nodes_[producer].group)) return;
    if (group.members.size() == 1) node.level = level;
    if (other.row_rank < 0) other.row_rank = group.is_cluster && group.space == other.space ? group.row_rank : -1;
    const int into = nodes_[producer].group;
    for (int member : group.members) {
      nodes_[member].group = into;
      other.members.push_back(member);
    }
    if (other.members.size() - group.members.size() == 1) larger_.push_back(into);
    other.first = std::min(other.first, group.first);
    other.last = std::max(other.last, group.last);
    group.members.clear();
  }

  static bool is_row(const std::vector<int64_t>& dims, const Group& group) {
    return std::ssize(dims) + group.row_rank == std::ssize(group.space) &&
           std::equal(dims.begin(), dims.end(), group.space.begin());
  }

  // Whether a broadcast puts each dimension of its operand where the space has it.
  static bool keeps_place(const Op& op, Level from, const Group& group) {
    const Ints dims = op.operand(0)->type().dims();
    const Ints to = op.ints_attr(AttrKey::kBroadcastDimensions);
    const Ints result = op.result()->type().dims();
    std::vector<int> position(result.size(), -1);
    int next = 0;
    for (size_t d = 0; d < result.size(); ++d) {
      if (result[d] != 1) position[d] = next++;
    }
    int expected = 0;
    for (size_t i = 0; i < dims.size(); ++i) {
      if (dims[i] == 1) continue;
      if (position[to[i]] != expected++) return false;
    }
    const int64_t of_row = std::ssize(group.space) - group.row_rank;
    return from == Level::kElement ? expected == std::ssize(group.space) : expected == of_row;
  }

  // Whether a reduction of either would begin with a value that is computed in their loop.
  bool starts_inside(const Group& a, const Group& b) const {
    for (const Group* group : {&a, &b}) {
      for (int member : group->members) {
        const Op& op = *nodes_[member].op;
        if (!op.is(OpKind::kReduce) || splat_element(*op.operand(1)) != nullptr) continue;
        const Value* initial = op.operand(1);
        if (initial->is_argument() || initial->op()->parent() != op.parent()) continue;
        const int home = nodes_[numbers_.at(initial->op())].group;
        if (&groups_[home] == &a || &groups_[home] == &b) return true;
      }
    }
    return false;
  }

  // Whether something outside the two groups needs one of them and is needed by one of them.
  bool makes_cycle(int a, int b) {
    constexpr size_t kMostLookedAt = 5000;
    ++mark_;
    seen_.resize(groups_.size(), 0);
    // What lies before both can lead to them only through a group that lies on both sides of where they begin.
    int lowest = std::min(groups_[a].first, groups_[b].first);
    std::erase_if(larger_, [&](int group) { return groups_[group].members.empty(); });
    for (bool moved = true; moved;) {
      moved = false;
      for (int group : larger_) {
        if (group == a || group == b || groups_[group].first >= lowest || groups_[group].last < lowest) continue;
        lowest = groups_[group].first;
        moved = true;
      }
    }
    size_t looked_at = 0;
    std::vector<int> work;
    auto look = [&](int group) {
      for (int member : groups_[group].members) {
        for (int need : nodes_[member].needs) {
          const int next = nodes_[need].group;
          if (seen_[next] == mark_ || groups_[next].last < lowest) continue;
          if (next == a || next == b) {
            if (group == a || group == b) continue;
            return true;
          }
          seen_[next] = mark_;
          work.push_back(next);
        }
      }
      return false;
    };
    if (look(a) || look(b)) return true;
    while (!work.empty()) {
      const int group = work.back();
      work.pop_back();
      if (++looked_at > kMostLookedAt || look(group)) return true;
    }
    return false;
  }

  // A group runs once all it needs is there; of several, the one whose last op comes first.
  void schedule() {
    std::vector<std::vector<int>> users(groups_.size());
    std::vector<int> missing(groups_.size(), 0);
    for (size_t g = 0; g < groups_.size(); ++g) {
      std::vector<int> needs;
      for (int member : groups_[g].members) {
        for (int need : nodes_[member].needs) needs.push_back(nodes_[need].group);
      }
      std::sort(needs.begin(), needs.end());
      needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
      for (int need : needs) {
        if (need == static_cast<int>(g)) continue;
        users[need].push_back(static_cast<int>(g));
        ++missing[g];
      }
    }
    std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> ready;
    for (size_t g = 0; g < groups_.size(); ++g) {
      if (!groups_[g].members.empty() && missing[g] == 0) ready.push({groups_[g].last, static_cast<int>(g)});
    }
    while (!ready.empty()) {
      const int g = ready.top().second;
      ready.pop();
      Group& group = groups_[g];
      std::sort(group.members.begin(), group.members.end());
      Unit unit;
      unit.is_cluster = group.is_cluster;
      unit.space = group.space;
      unit.row_rank = std::max(group.row_rank, 0);
      for (int member : group.members) {
        const Op* op = nodes_[member].op;
        unit.ops.push_back(op);
        out_.unit_of_[op] = static_cast<int>(out_.units_.size());
        if (group.is_cluster) out_.levels_[op] = nodes_[member].level;
      }
      out_.units_.push_back(std::move(unit));
      for (int user : users[g]) {
        if (--missing[user] == 0) ready.push({groups_[user].last, user});
      }
    }
  }

  Clusters& out_;
  std::vector<Node> nodes_;
  std::vector<Group> groups_;
  PointerMap<const Op*, int> numbers_;
  int last_effect_ = -1;
  std::vector<int> larger_;  // groups of several ops
  std::vector<int> seen_;
  int mark_ = 0;
};

Clusters::Clusters(const Region& region) { ClusterBuilder(region, *this).build(); }

}  // namespace partita::core::engine

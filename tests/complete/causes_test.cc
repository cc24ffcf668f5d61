// No value is left without a sharding, and every axis has a cause: a chain of ops that really connect the values it
// names, and a hint at its end.
#include <map>
#include <random>

#include "completed.h"

namespace partita::core::complete {
namespace {

// Values that are one to completion: what a loop carries is its result and the arguments of both its regions; members
// of a group.
class SameValues {
 public:
  SameValues(const Region& region, const Completion& completion) {
    walk(region);
    std::map<int64_t, const Value*> groups;
    for (const Hint& hint : completion.hints()) {
      if (hint.group >= 0 && hint.value != nullptr) {
        same_[hint.value] = groups.try_emplace(hint.group, hint.value).first->second;
      }
    }
  }
  const Value* of(const Value* value) const {
    auto at = same_.find(value);
    return at == same_.end() ? value : at->second;
  }

 private:
  void walk(const Region& region) {
    for (const Op& op : region) {
      for (int r = 0; r < op.num_regions(); ++r) {
        if (op.is(OpKind::kWhile)) {
          for (int i = 0; i < op.num_results(); ++i) same_[op.region(r).argument(i)] = op.result(i);
        }
        walk(op.region(r));
      }
    }
  }
  std::map<const Value*, const Value*> same_;
};

// Whether the op has the value at any of its ends: operands, results, arguments of its regions, what these return. What
// is awaited is what was started.
bool touches(const Op& op, const Value* value, const SameValues& same) {
  auto any = [&](auto&& values) {
    for (const Value* other : values) {
      if (same.of(other) == same.of(value)) return true;
    }
    return false;
  };
  if (any(op.operands()) || any(op.results())) return true;
  for (int r = 0; r < op.num_regions(); ++r) {
    const Op* end = op.region(r).terminator();
    if (any(op.region(r).arguments()) || (end != nullptr && any(end->operands()))) return true;
  }
  const bool awaits = op.is(OpKind::kAsyncDone) || op.is(OpKind::kAsyncUpdate);
  return awaits && touches(*op.operand(0)->op(), value, same);
}

const AxisCause* cause_for(const std::vector<AxisCause>& causes, const AxisRef& axis) {
  for (const AxisCause& cause : causes) {
    if (overlaps(cause.axis, axis)) return &cause;
  }
  return nullptr;
}

size_t num_axes(const Sharding& sharding) {
  size_t n = sharding.manual_axes().size() + sharding.unreduced_axes().size();
  for (const DimSharding& dim : sharding.dims()) n += dim.axes.size();
  return n;
}

// Empty, or what is wrong with the chain of one axis.
std::string broken_chain(const Completion& completion, const AxisCause& first, const Value* value,
                         const SameValues& same, size_t most) {
  AxisCause cause = first;
  for (size_t step = 0; step <= most; ++step) {
    if (cause.hint != nullptr) {
      if (cause.hint->sharding == nullptr) return "ends in a hint that has no sharding";
      return "";
    }
    if (cause.dim < 0) return cause.op != nullptr ? "" : "nobody makes the axis manual or unreduced";
    if (cause.from == nullptr) return "ends before a hint";
    if (cause.op == nullptr) {
      if (same.of(cause.from) != same.of(value)) return "goes along no op, to a value of no group with it";
    } else {
      if (!touches(*cause.op, cause.from, same)) return "goes along an op that does not have the value it came from";
      if (value != nullptr && !touches(*cause.op, value, same)) return "goes along an op that does not have the value";
    }
    value = cause.from;
    std::vector<AxisCause> before = completion.causes(value);
    const AxisCause* next = cause_for(before, cause.axis);
    if (next == nullptr) return "comes from a value that does not have the axis";
    cause = *next;
  }
  return "does not end";
}

std::string name_of(const Value* value) {
  return value->name().empty() ? "a value" : "%" + std::string(value->name().text());
}

// All that must hold of any completion. Stops after a few mistakes.
void expect_caused(const Module& module, const Completion& completion) {
  std::vector<const Value*> values;
  collect_values(module.entry()->body(), values);
  const SameValues same(module.entry()->body(), completion);
  int mistakes = 0;
  for (const Value* value : values) {
    if (mistakes > 5) return;
    const Sharding* sharding = completion.sharding_of(value);
    ASSERT_NE(sharding, nullptr);
    if (!sharding->is_maximal()) {
      EXPECT_EQ(sharding->rank(), value->type().rank());
      for (const DimSharding& dim : sharding->dims()) EXPECT_FALSE(dim.open || dim.priority) << name_of(value);
    }
    std::vector<AxisCause> causes = completion.causes(value);
    EXPECT_EQ(causes.size(), num_axes(*sharding)) << name_of(value);
    for (const AxisCause& cause : causes) {
      std::string wrong = broken_chain(completion, cause, value, same, values.size() + 1);
      if (wrong.empty()) continue;
      ++mistakes;
      ADD_FAILURE() << name_of(value) << " " << to_string(*sharding) << ", dimension " << cause.dim << ": its chain "
                    << wrong;
    }
  }
  for (int i = 0; i < std::ssize(module.entry()->result_types()); ++i) {
    ASSERT_NE(completion.result(i), nullptr);
    for (const AxisCause& cause : completion.result_causes(i)) {
      EXPECT_EQ(broken_chain(completion, cause, nullptr, same, values.size() + 1), "") << "result " << i;
    }
  }
}

std::vector<std::string> all_shardings(const Module& module, const Completion& completion) {
  std::vector<const Value*> values;
  collect_values(module.entry()->body(), values);
  std::vector<std::string> out;
  for (const Value* value : values) out.push_back(to_string(*completion.sharding_of(value)));
  for (int i = 0; i < std::ssize(module.entry()->result_types()); ++i) {
    out.push_back(to_string(*completion.result(i)));
  }
  return out;
}

class Causes : public testing::TestWithParam<Program> {};

TEST_P(Causes, EveryAxisComesFromAHint) {
  Context context;
  std::unique_ptr<Module> module = read_module(context, GetParam());
  ASSERT_NE(module, nullptr);
  std::optional<Completion> completion = complete_module(*module);
  ASSERT_TRUE(completion.has_value());
  expect_caused(*module, *completion);
}

TEST_P(Causes, TheSameProgramCompletesAlike) {
  Context context;
  std::unique_ptr<Module> one = read_module(context, GetParam());
  std::unique_ptr<Module> other = read_module(context, GetParam());
  std::optional<Completion> first = complete_module(*one);
  std::optional<Completion> second = complete_module(*other);
  ASSERT_TRUE(first.has_value() && second.has_value());
  EXPECT_EQ(all_shardings(*one, *first), all_shardings(*other, *second));
  // Constants are shared out by now; all else is as it was.
  std::optional<Completion> again = complete_module(*one);
  EXPECT_EQ(all_shardings(*one, *first), all_shardings(*one, *again));
}

// Hints that make no sense together, on any argument, with priorities and open dimensions: they are completed all the
// same, hints that are closed stay what they are.
TEST_P(Causes, RandomHints) {
  std::mt19937 random(7);
  auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  for (int round = 0; round < 6; ++round) {
    Context context;
    std::unique_ptr<Module> module = read_module(context, GetParam());
    std::optional<std::vector<std::string>> axes;
    {
      Diagnostics diagnostics;
      std::optional<Hints> hints = read_hints(*module, *module->entry(), {}, diagnostics);
      ASSERT_TRUE(hints.has_value());
      if (hints->meshes.main()->axis_count() == 0) return;  // nothing to hint with
      axes.emplace();
      for (const MeshAxis& axis : hints->meshes.main()->axes()) axes->push_back(axis.name);
    }
    const Function& entry = *module->entry();
    HintOptions options;
    std::vector<std::pair<int, bool>> said;  // which argument, and whether all of it is closed
    for (int i = 0; i < entry.num_arguments(); ++i) {
      if (!entry.argument(i)->type().is_tensor() || below(3) == 0) continue;
      std::vector<std::string> free = *axes;
      std::string text;
      bool closed = true;
      for (int d = 0; d < entry.argument(i)->type().rank(); ++d) {
        std::string dim;
        while (!free.empty() && below(3) == 0) {
          size_t pick = below(free.size());
          dim += (dim.empty() ? "\"" : ", \"") + free[pick] + "\"";
          free.erase(free.begin() + static_cast<std::ptrdiff_t>(pick));
        }
        const bool has_axes = !dim.empty();
        const bool open = below(2) == 0;
        if (open) dim += dim.empty() ? "?" : ", ?";
        closed = closed && !open;
        text += (text.empty() ? "{" : ", {") + dim + "}";
        if ((open || has_axes) && below(3) == 0) text += "p" + std::to_string(below(4));
      }
      options.shard.push_back("arg" + std::to_string(i) + "=[" + text + "]");
      said.push_back({i, closed});
    }
    std::optional<Completion> completion = complete_module(*module, options);
    ASSERT_TRUE(completion.has_value());
    expect_caused(*module, *completion);
    for (auto [argument, closed] : said) {
      const Value* value = entry.argument(argument);
      const Hint* hint = completion->hint_on(value);
      ASSERT_NE(hint, nullptr);
      for (int d = 0; d < hint->sharding->rank(); ++d) {
        const AxisRefs& now = completion->sharding_of(value)->dim(d).axes;
        EXPECT_TRUE(is_prefix(hint->sharding->dim(d).axes, now)) << "argument " << argument;
        if (closed) {
          EXPECT_EQ(now, hint->sharding->dim(d).axes) << "argument " << argument;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Causes, testing::ValuesIn(all_programs()), program_name);

}  // namespace
}  // namespace partita::core::complete

// Computations name each other. Before anything is built, the call graph is walked once: afterwards building can
// neither run in a circle nor sink too deep nor grow without bound.
#include <fmt/format.h>

#include <algorithm>

#include "base/maps.h"
#include "text/hlo/attributes.h"
#include "text/hlo/builder.h"

namespace partita::core::text::hlo {

bool names_computations(std::string_view attribute) {
  static constexpr std::string_view kNames[] = {"body",
                                                "branch_computations",
                                                "called_computations",
                                                "calls",
                                                "condition",
                                                "false_computation",
                                                "scatter",
                                                "select",
                                                "to_apply",
                                                "true_computation"};
  return std::find(std::begin(kNames), std::end(kNames), attribute) != std::end(kNames);
}

namespace {

// Copies of computations may add this many instructions beyond those in the text.
constexpr int64_t kMaxCopied = 2'000'000;
constexpr int64_t kMany = int64_t{1} << 40;  // counting stops here

bool is_called(std::string_view opcode) {
  return opcode == "call" || opcode == "fusion" || opcode == "custom-call" || opcode == "call-start" ||
         opcode == "fusion-start" || opcode == "custom-call-start";
}

class Walk {
 public:
  Walk(Reading& reading, const Syntax& syntax) : reading_(reading), syntax_(syntax) {}

  bool run(std::vector<const Computation*>& called) {
    if (!visit(*syntax_.entry, 1, syntax_.entry->at)) return false;
    int64_t written = 0, built = 0;
    for (const auto& c : syntax_.computations) {
      written += std::ssize(c->instructions);
      if (c.get() != syntax_.entry && !marks_[c.get()].called) continue;
      called.push_back(c.get());
      built = std::min(kMany, built + marks_[c.get()].copies);
    }
    if (built <= written + kMaxCopied) return true;
    return reading_.error(
        syntax_.entry->at, Code::kTooLarge,
        fmt::format("copying computations to where they are applied makes more than {} instructions", kMaxCopied));
  }

 private:
  struct Mark {
    bool open = false, done = false, called = false;
    int height = 0;
    int64_t copies = 0;  // instructions that a copy of it has in all, regions included
  };

  bool visit(const Computation& c, int depth, const char* from) {
    Mark mark = marks_[&c];
    if (mark.open) {
      return reading_.error(from, Code::kRecursiveCall, fmt::format("the computation {} applies itself", c.name));
    }
    if (depth + mark.height > kMaxDepth) {
      return reading_.error(from, Code::kTooDeep, "computations apply each other too deeply");
    }
    if (mark.done) return true;
    marks_[&c].open = true;
    bool fine = true;
    mark.copies = std::ssize(c.instructions);
    for (const Instruction& in : c.instructions) {
      for (const Attribute& attribute : in.attributes) {
        if (!names_computations(attribute.name)) continue;
        std::vector<std::string_view> names;
        if (!parse_names(reading_, attribute.value, names)) {
          fine = false;
          continue;
        }
        for (std::string_view name : names) {
          const char* at = name.data();
          const Computation* target = syntax_.find(name);
          if (target == nullptr) {
            fine = reading_.error(at, Code::kHloUnknownName, fmt::format("no computation is named {}", name));
            continue;
          }
          if (!visit(*target, depth + 1, at)) return false;
          Mark& inner = marks_[target];
          mark.height = std::max(mark.height, inner.height + 1);
          if (is_called(in.opcode)) {
            inner.called = true;
          } else {
            mark.copies = std::min(kMany, mark.copies + inner.copies);
          }
        }
      }
    }
    mark.open = false;
    mark.done = true;
    mark.called = marks_[&c].called;
    marks_[&c] = mark;
    return fine;
  }

  Reading& reading_;
  const Syntax& syntax_;
  PointerMap<const Computation*, Mark> marks_;  // looked up only
};

}  // namespace

bool check_references(Reading& reading, const Syntax& syntax, std::vector<const Computation*>& called) {
  return Walk(reading, syntax).run(called);
}

}  // namespace partita::core::text::hlo

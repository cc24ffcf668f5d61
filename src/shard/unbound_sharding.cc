#include "shard/unbound_sharding.h"

#include <fmt/format.h>

#include <limits>

#include "shard/scanner.h"

namespace partita::core::shard {
namespace {

bool is_plain(std::string_view name) {
  if (name.empty() || name == "None") return false;
  for (char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!letter && c != '.' && c != '$') return false;
  }
  return true;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : scan_(text) {}

  Result<UnboundSharding> sharding() {
    UnboundSharding out;
    Scanner python = scan_;  // an axis may be called P
    if ((python.eat("PartitionSpec") || python.eat("P")) && python.eat('(')) {
      scan_ = python;
      PARTITA_CHECK_OK(dims(out, ')'));
    } else if (scan_.eat('[')) {
      PARTITA_CHECK_OK(dims(out, ']'));
    } else {
      PARTITA_CHECK_OK(dims(out, '\0'));
    }
    while (!scan_.at_end()) PARTITA_CHECK_OK(more(out));
    return out;
  }

  Result<UnboundAxis> only_axis() {
    PARTITA_ASSIGN(UnboundAxis out, axis());
    PARTITA_CHECK_OK(scan_.finish(nullptr));
    return out;
  }

 private:
  // Up to and with `close`, or the end of the text.
  Status dims(UnboundSharding& out, char close) {
    auto closed = [&] { return close == '\0' ? scan_.at_end() : scan_.eat(close); };
    if (closed()) return {};
    for (;;) {
      out.dims.emplace_back();
      PARTITA_CHECK_OK(dim(out.dims.back()));
      if (closed()) return {};
      PARTITA_CHECK_OK(scan_.expect(','));
      if (close == ')' && closed()) return {};  // Python's ('x',)
    }
  }

  Status dim(UnboundDim& out) {
    if (scan_.eat('{')) {
      PARTITA_CHECK_OK(braces(out));
      if (scan_.peek() == 'p') {
        const size_t at = scan_.at();
        const std::string_view word = scan_.word();  // p1
        return priority_of(word.substr(1), at, out);
      }
      return {};
    }
    if (scan_.eat("None") || scan_.eat('-')) return {};
    if (scan_.peek() == '(') {
      PARTITA_CHECK_OK(group(out.axes));
    } else if (scan_.peek() != '?') {
      do {
        PARTITA_ASSIGN(UnboundAxis next, axis(&out));
        out.axes.push_back(std::move(next));
      } while (scan_.eat('*'));
    }
    out.open = scan_.eat('?');
    if (scan_.eat('!')) {
      const size_t at = scan_.at();
      return priority_of(scan_.word(), at, out);
    }
    if (!out.priority && scan_.eat(':')) {
      const size_t at = scan_.at();
      const std::string_view word = scan_.word();
      return priority_of(word.starts_with('p') ? word.substr(1) : std::string_view(), at, out);
    }
    return {};
  }

  Status priority_of(std::string_view digits, size_t at, UnboundDim& out) {
    Scanner number(digits);
    Result<int64_t> value = number.integer();
    if (!value.ok() || !number.at_end() || *value < 0 || *value > std::numeric_limits<int32_t>::max()) {
      return scan_.error(Code::kShardingSyntax, at, "expected a priority, a number from 0 on");
    }
    out.priority = static_cast<int32_t>(*value);
    return {};
  }

  // {"x", ?} of Shardy; the brace is read.
  Status braces(UnboundDim& out) {
    while (!scan_.eat('}')) {
      if (scan_.eat('?')) {
        out.open = true;
        PARTITA_CHECK_OK(scan_.expect('}'));
        return {};
      }
      PARTITA_ASSIGN(UnboundAxis next, axis());
      out.axes.push_back(std::move(next));
      if (scan_.peek() != '}') PARTITA_CHECK_OK(scan_.expect(','));
    }
    return {};
  }

  // (x y), (x, y)
  Status group(std::vector<UnboundAxis>& out) {
    PARTITA_CHECK_OK(scan_.expect('('));
    while (!scan_.eat(')')) {
      PARTITA_ASSIGN(UnboundAxis next, axis());
      out.push_back(std::move(next));
      scan_.eat(',');
    }
    return {};
  }

  // With `of`, x:p1 is an axis and the priority of its dimension.
  Result<UnboundAxis> axis(UnboundDim* of = nullptr) {
    const size_t at = scan_.at();
    UnboundAxis out;
    PARTITA_ASSIGN(out.name, scan_.name());
    if (out.name.empty()) return scan_.error(Code::kShardingSyntax, at, "expected the name of an axis");
    if (!scan_.eat(':')) return out;
    if (of != nullptr && scan_.peek() == 'p') {
      const size_t place = scan_.at();
      PARTITA_CHECK_OK(priority_of(scan_.word().substr(1), place, *of));
      return out;
    }
    PARTITA_CHECK_OK(scan_.expect('('));
    PARTITA_ASSIGN(out.pre, scan_.integer());
    PARTITA_CHECK_OK(scan_.expect(')'));
    PARTITA_ASSIGN(out.size, scan_.integer());
    if (out.pre < 1 || out.size < 2) {
      return scan_.error(Code::kShardingSyntax, at, "a part of an axis is name:(pre)size, pre from 1 and size from 2");
    }
    return out;
  }

  Status more(UnboundSharding& out) {
    scan_.eat(',');
    const bool pinned = scan_.eat("pinned") || scan_.eat("replicated");
    if (!pinned && !scan_.eat("unreduced")) return scan_.expected("the end, unreduced(…) or pinned(…)");
    scan_.eat('=');
    if (!pinned && scan_.peek() != '(' && scan_.peek() != '{') {
      const size_t at = scan_.at();
      const std::string_view word = scan_.word();
      const std::optional<ReductionKind> kind = reduction_by_name(word);
      if (!kind) {
        return scan_.error(Code::kShardingSyntax, at, fmt::format("'{}' is no reduction; sum, max, min, … are", word));
      }
      out.reduction = *kind;
    }
    std::vector<UnboundAxis>& axes = pinned ? out.pinned : out.unreduced;
    if (scan_.peek() == '(') return group(axes);
    PARTITA_CHECK_OK(scan_.expect('{'));
    UnboundDim dim;
    PARTITA_CHECK_OK(braces(dim));
    axes = std::move(dim.axes);
    return {};
  }

  Scanner scan_;
};

UnboundAxis unbound_axis(const Mesh& mesh, const AxisRef& ref) {
  UnboundAxis out;
  out.name = mesh.axis(ref.axis).name;
  if (is_whole(mesh, ref)) return out;
  out.pre = ref.pre;
  out.size = ref.size;
  return out;
}

std::vector<UnboundAxis> unbound_axes(const Mesh& mesh, const AxisRefs& refs) {
  std::vector<UnboundAxis> out;
  for (const AxisRef& ref : refs) out.push_back(unbound_axis(mesh, ref));
  return out;
}

std::string joined(const std::vector<UnboundAxis>& axes, std::string_view separator) {
  std::vector<std::string> texts;
  for (const UnboundAxis& axis : axes) texts.push_back(to_string(axis));
  return fmt::format("{}", fmt::join(texts, separator));
}

std::string sdy_axes(const std::vector<UnboundAxis>& axes) {
  std::vector<std::string> texts;
  for (const UnboundAxis& axis : axes) {
    texts.push_back(quoted(axis.name) + (axis.size == 0 ? "" : fmt::format(":({}){}", axis.pre, axis.size)));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

Result<UnboundSharding> parse_unbound_sharding(std::string_view text) { return Parser(text).sharding(); }
Result<UnboundAxis> parse_unbound_axis(std::string_view text) { return Parser(text).only_axis(); }

UnboundSharding unbound(const Sharding& sharding) {
  UnboundSharding out;
  for (const DimSharding& dim : sharding.dims()) {
    out.dims.push_back({unbound_axes(sharding.mesh(), dim.axes), dim.open, dim.priority});
  }
  out.pinned = unbound_axes(sharding.mesh(), sharding.pinned_replicated());
  out.unreduced = unbound_axes(sharding.mesh(), sharding.unreduced_axes());
  out.reduction = sharding.reduction();
  return out;
}

std::string to_string(const UnboundAxis& axis) {
  const std::string name = is_plain(axis.name) ? axis.name : quoted(axis.name);
  return axis.size == 0 ? name : fmt::format("{}:({}){}", name, axis.pre, axis.size);
}

std::string to_string(const UnboundSharding& sharding) {
  std::vector<std::string> dims;
  for (const UnboundDim& dim : sharding.dims) {
    std::string text = dim.axes.empty() ? (dim.open ? "" : "-") : joined(dim.axes, "*");
    if (dim.open) text += "?";
    if (dim.priority) text += fmt::format("!{}", *dim.priority);
    dims.push_back(std::move(text));
  }
  std::string out = fmt::format("[{}]", fmt::join(dims, ", "));
  if (!sharding.unreduced.empty()) {
    out += fmt::format(" unreduced {}({})", reduction_name(sharding.reduction), joined(sharding.unreduced, ", "));
  }
  if (!sharding.pinned.empty()) out += fmt::format(" pinned({})", joined(sharding.pinned, ", "));
  return out;
}

std::string sdy_text(const UnboundSharding& sharding) {
  std::vector<std::string> dims;
  for (const UnboundDim& dim : sharding.dims) {
    std::string text = sdy_axes(dim.axes);
    if (dim.open) text += text.empty() ? "?" : ", ?";
    dims.push_back(fmt::format("{{{}}}{}", text, dim.priority ? fmt::format("p{}", *dim.priority) : ""));
  }
  std::string out = fmt::format("[{}]", fmt::join(dims, ", "));
  if (!sharding.pinned.empty()) out += fmt::format(", replicated={{{}}}", sdy_axes(sharding.pinned));
  if (!sharding.unreduced.empty()) {
    const bool sum = sharding.reduction == ReductionKind::kSum;
    out += fmt::format(", unreduced={}{{{}}}", sum ? "" : reduction_name(sharding.reduction),
                       sdy_axes(sharding.unreduced));
  }
  return out;
}

}  // namespace partita::core::shard

#include "shrink.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <ranges>
#include <regex>
#include <set>
#include <vector>

#include "driver/compilation.h"
#include "text/write.h"

namespace partita::core::fuzz {
namespace {

bool holds_whole_values(const Op& op) { return op.is(OpKind::kWhile) || op.is(OpKind::kIf) || op.is(OpKind::kCase); }

// Ops at the top and in loops and branches, not those of scalar bodies. In program order, an op before what it holds.
void collect(Region& region, std::vector<Op*>& ops) {
  for (Op& op : region) {
    if (op.info().has(kTerminator)) continue;
    ops.push_back(&op);
    for (int i = 0; holds_whole_values(op) && i < op.num_regions(); ++i) collect(op.region(i), ops);
  }
}

std::vector<Op*> ops_of(Function& function) {
  std::vector<Op*> ops;
  collect(function.body(), ops);
  return ops;
}

// One of the changes of a kind, numbered; false where there are not so many.
using Edit = bool (*)(Module& module, Function& function, size_t which);

void keep_results(Function& function, const std::vector<int>& kept) {
  Op* end = function.body().terminator();
  std::vector<Value*> values;
  std::vector<Type> types;
  std::vector<Attr> attrs;
  for (int i : kept) {
    values.push_back(end->operand(i));
    types.push_back(end->operand(i)->type());
    attrs.push_back(function.result_attrs(i));
  }
  end->set_operands(values);
  for (size_t i = 0; i < function.result_types().size(); ++i) function.set_result_attrs(i, {});
  function.set_result_types(types);
  for (size_t i = 0; i < attrs.size(); ++i) function.set_result_attrs(i, attrs[i]);
}

bool keep_one_result(Module&, Function& function, size_t which) {
  if (function.result_types().size() < 2 || which >= function.result_types().size()) return false;
  keep_results(function, {static_cast<int>(which)});
  return true;
}

bool drop_result(Module&, Function& function, size_t which) {
  if (function.result_types().size() < 3 || which >= function.result_types().size()) return false;
  std::vector<int> kept;
  for (size_t i = 0; i < function.result_types().size(); ++i) {
    if (i != which) kept.push_back(static_cast<int>(i));
  }
  keep_results(function, kept);
  return true;
}

// The op's results become arguments.
bool replace_by_arguments(Module& module, Function& function, size_t which) {
  std::vector<Op*> ops = ops_of(function);
  if (which >= ops.size()) return false;
  Op* op = ops[which];
  for (int i = 0; i < op->num_results(); ++i) {
    Name name = module.context().name("cut" + std::to_string(function.num_arguments()));
    op->result(i)->replace_all_uses_with(function.body().add_argument(op->result(i)->type(), name));
  }
  op->erase();
  return true;
}

// A value in place of an operand that has its type: which counts pairs of op and operand.
bool pass_through(Module&, Function& function, size_t which) {
  for (Op* op : ops_of(function)) {
    for (int i = 0; i < op->num_operands(); ++i) {
      if (op->num_results() == 0 || op->operand(i)->type() != op->result()->type()) continue;
      if (which-- > 0) continue;
      op->result()->replace_all_uses_with(op->operand(i));
      return true;
    }
  }
  return false;
}

// A loop or branch gives way to one of its regions, run once.
bool open_region(Module&, Function& function, size_t which) {
  for (Op* op : ops_of(function)) {
    if (!holds_whole_values(*op)) continue;
    for (int r = op->is(OpKind::kWhile) ? 1 : 0; r < op->num_regions(); ++r) {
      if (which-- > 0) continue;
      Region& region = op->region(r);
      for (int i = 0; i < region.num_arguments(); ++i) region.argument(i)->replace_all_uses_with(op->operand(i));
      Op* end = region.terminator();
      for (Op *inner = region.first(), *next = nullptr; inner != end; inner = next) {
        next = inner->next();
        inner->move_before(op);
      }
      for (int i = 0; i < op->num_results(); ++i) op->result(i)->replace_all_uses_with(end->operand(i));
      op->erase();
      return true;
    }
  }
  return false;
}

bool drop_hint(Module& module, Function& function, size_t which) {
  auto without = [&](Attr attrs) { return module.context().with_entry(attrs, "sdy.sharding", {}); };
  for (int i = 0; i < function.num_arguments(); ++i) {
    Attr attrs = function.argument_attrs(i);
    if (!attrs || !attrs.get("sdy.sharding") || which-- > 0) continue;
    function.set_argument_attrs(i, without(attrs));
    return true;
  }
  for (size_t i = 0; i < function.result_types().size(); ++i) {
    Attr attrs = function.result_attrs(i);
    if (!attrs || !attrs.get("sdy.sharding") || which-- > 0) continue;
    function.set_result_attrs(i, without(attrs));
    return true;
  }
  return false;
}

void drop_unused(Function& function) {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<Op*> ops = ops_of(function);
    for (size_t i = ops.size(); i-- > 0;) {
      if (!ops[i]->is_unused() || ops[i]->num_results() == 0) continue;
      ops[i]->erase();
      changed = true;
      break;
    }
  }
  std::vector<Attr> attrs;
  for (int i = 0; i < function.num_arguments();) {
    if (function.argument(i)->has_uses()) {
      attrs.push_back(function.argument_attrs(i++));
      continue;
    }
    for (int j = i; j + 1 < function.num_arguments(); ++j) {
      function.set_argument_attrs(j, function.argument_attrs(j + 1));
    }
    function.set_argument_attrs(function.num_arguments() - 1, {});
    function.body().erase_argument(i);
  }
}

// ---- changes of the text alone

// Whether the digits [begin, end) are a number of their own: a size, an index, and not part of a name.
bool is_number(const std::string& text, size_t begin, size_t end) {
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  if (begin > 0) {
    char before = text[begin - 1];
    bool after_size = before == 'x' && begin > 1 && std::isdigit(static_cast<unsigned char>(text[begin - 2])) != 0;
    if (before == '%' || before == '#' || before == '.' || before == '-' || before == '+') return false;
    if (is_word(before) && !after_size) return false;
  }
  char after = end < text.size() ? text[end] : ' ';
  return after == 'x' || (!is_word(after) && after != '.');
}

template <typename Visit>
void for_numbers(const std::string& text, const Visit& visit) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) continue;
    size_t end = i;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (end - i < 4 && is_number(text, i, end)) visit(i, end);
    i = end;
  }
}

std::string with_number(const std::string& text, const std::string& from, const std::string& to) {
  std::string out;
  size_t copied = 0;
  for_numbers(text, [&](size_t begin, size_t end) {
    if (text.compare(begin, end - begin, from) != 0) return;
    out.append(text, copied, begin - copied);
    out += to;
    copied = end;
  });
  return out + text.substr(copied);
}

std::vector<std::string> other_texts(const std::string& text) {
  std::vector<std::string> out;
  // Collectives of manual code name devices: they mean something else on another mesh.
  const bool names_devices = text.find("channel_handle") != std::string::npos;
  for (const char* axis : {"x", "y", "z"}) {
    if (names_devices) break;
    std::string name = std::string("\"") + axis + "\"";
    if (text.find(name + "=") == std::string::npos) continue;
    std::string without = std::regex_replace(text, std::regex(name + "(=[0-9]+|:\\([0-9]+\\)[0-9]+)?(, )?"), "");
    without = std::regex_replace(without, std::regex(", (\\}|\\])"), "$1");
    without = std::regex_replace(without, std::regex(", (replicated|unreduced)=\\{\\}"), "");
    without = std::regex_replace(without, std::regex(", device_ids=\\[[^\\]]*\\]"), "");
    if (without.find("<[]") == std::string::npos) out.push_back(without);  // a mesh of nothing is something else
  }
  if (text.find("device_ids") != std::string::npos && !names_devices) {
    out.push_back(std::regex_replace(text, std::regex(", device_ids=\\[[^\\]]*\\]"), ""));
  }
  for (const char* element : {"bf16", "f16", "f64"}) {
    out.push_back(std::regex_replace(text, std::regex(std::string("([x<])") + element), "$1f32"));
  }
  std::set<int> numbers;
  for_numbers(text, [&](size_t begin, size_t end) { numbers.insert(std::stoi(text.substr(begin, end - begin))); });
  for (int n : std::views::reverse(numbers)) {
    for (int smaller : {1, 2, 3, n / 2, n - 1}) {
      if (smaller < n && smaller > 0) out.push_back(with_number(text, std::to_string(n), std::to_string(smaller)));
    }
  }
  return out;
}

class Shrinking {
 public:
  Shrinking(std::string program, const std::function<bool(const std::string&)>& fails, double seconds)
      : text_(std::move(program)),
        fails_(fails),
        end_(std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000))) {}

  std::string run() {
    static constexpr Edit kEdits[] = {keep_one_result, drop_result, replace_by_arguments,
                                      pass_through,    open_region, drop_hint};
    for (bool changed = true; changed && !late();) {
      changed = false;
      for (Edit edit : kEdits) changed = all_of(edit) || changed;
      changed = texts() || changed;
    }
    return text_;
  }

 private:
  bool late() const { return std::chrono::steady_clock::now() > end_; }

  bool take(const std::string& candidate) {
    if (candidate == text_ || !fails_(candidate)) return false;
    text_ = candidate;
    return true;
  }

  // Nothing where the edit does not exist; the text unchanged where it cannot be written.
  std::optional<std::string> edited(Edit edit, size_t which) const {
    Context context;
    Diagnostics diagnostics;
    auto modules = driver::read_programs(context, std::make_shared<SourceText>("program", text_), diagnostics);
    if (diagnostics.has_errors() || modules.size() != 1) return std::nullopt;
    Function& function = *modules[0]->entry();
    if (!edit(*modules[0], function, which)) return std::nullopt;
    drop_unused(function);
    Result<std::string> text = text::write_stablehlo(*modules[0]);
    return text.ok() ? *text : text_;
  }

  bool all_of(Edit edit) {
    bool changed = false;
    for (size_t which = 0; !late();) {
      std::optional<std::string> candidate = edited(edit, which);
      if (!candidate) break;
      if (take(*candidate)) {
        changed = true;  // what was behind it has its number now
      } else {
        ++which;
      }
    }
    return changed;
  }

  bool texts() {
    bool changed = false;
    for (bool again = true; again && !late();) {
      again = false;
      for (const std::string& candidate : other_texts(text_)) {
        if (late()) break;
        again = take(candidate);
        if (again) break;
      }
      changed = changed || again;
    }
    return changed;
  }

  std::string text_;
  const std::function<bool(const std::string&)>& fails_;
  const std::chrono::steady_clock::time_point end_;
};

}  // namespace

std::string shrunk(const std::string& program, const std::function<bool(const std::string& program)>& fails,
                   double seconds) {
  return Shrinking(program, fails, seconds).run();
}

}  // namespace partita::core::fuzz

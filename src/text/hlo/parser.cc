// From text to the syntax tree: header, tables, computations, instructions, operands. Attributes keep their text; what
// they mean depends on the opcode and is found out when the op is built.
#include <fmt/format.h>

#include <algorithm>

#include "base/maps.h"
#include "text/common/sharding_text.h"
#include "text/hlo/attributes.h"
#include "text/hlo/syntax.h"

namespace partita::core::text::hlo {
namespace {

// Instructions of one computation by their names. The table holds numbers only: it is as large as the computation, and
// what it takes has to be brought into memory.
struct NameOf {
  const std::vector<Instruction>* instructions = nullptr;
  std::string_view name(int index) const { return (*instructions)[index].name; }
};
struct HashOfName : NameOf {
  size_t operator()(std::string_view text) const { return ShortTextHash()(text); }
  size_t operator()(int index) const { return ShortTextHash()(name(index)); }
};
struct SameName : NameOf {
  using is_transparent = void;  // NOLINT(readability-identifier-naming): the name that hash tables look for
  bool operator()(int a, int b) const { return a == b; }
  bool operator()(int index, std::string_view text) const { return name(index) == text; }
  bool operator()(std::string_view text, int index) const { return name(index) == text; }
};
using Names = tsl::robin_set<int, HashOfName, SameName, std::allocator<int>, true>;

class Parser {
 public:
  Parser(Reading& reading, std::string_view text, Syntax& syntax)
      : reading_(reading), lexer_(reading, text), syntax_(syntax) {}

  bool parse() {
    if (lexer_.peek_word() == "HloModule" && !header()) return false;
    stack_frames();
    while (!lexer_.at_end()) {
      if (!computation() || reading_.full()) return false;
    }
    if (syntax_.computations.empty()) {
      return reading_.error(lexer_.at(), Code::kEmptyInput, "the module has no computation");
    }
    if (syntax_.entry == nullptr) syntax_.entry = syntax_.computations.back().get();
    return index_computations() && !reading_.failed();
  }

 private:
  bool header() {
    lexer_.word();
    return lexer_.name(syntax_.name, "the module's name") && attributes(syntax_.header);
  }

  // Tables of numbered lines, `1 "a.py"` or `1 {file_name_id=1 line=7}`, each under its own word.
  void stack_frames() {
    const char* start = lexer_.at();
    const char* end = start;
    while (true) {
      std::string_view word = lexer_.peek_word();
      if (word != "FileNames" && word != "FunctionNames" && word != "FileLocations" && word != "StackFrames") break;
      lexer_.word();
      end = lexer_.raw();
      while (lexer_.at_integer()) {
        int64_t number = 0;
        std::string_view entry;
        if (!lexer_.integer(number, "the number of an entry") || !lexer_.value(entry)) return;
        end = lexer_.raw();
      }
    }
    syntax_.stack_frames = {start, static_cast<size_t>(end - start)};
  }

  // [ENTRY] %name [(p: f32[], …) -> f32[]] { … } [, execution_thread="…"]
  bool computation() {
    auto made = std::make_unique<Computation>();
    Computation& c = *made;
    bool entry = lexer_.peek_word() == "ENTRY";
    const char* entry_at = lexer_.at();
    if (entry) lexer_.word();
    c.at = lexer_.at();
    if (!lexer_.name(c.name, "a computation")) return false;
    if (lexer_.peek() == '(' && !signature(c)) return false;
    if (!body(c)) return false;
    if (!attributes(c.attributes)) return false;
    if (entry) {
      if (syntax_.entry != nullptr) return reading_.error(entry_at, Code::kHloSyntax, "there is a second ENTRY");
      syntax_.entry = made.get();
    }
    syntax_.computations.push_back(std::move(made));
    return true;
  }

  bool signature(Computation& c) {
    lexer_.eat('(');
    while (!lexer_.eat(')')) {
      std::string_view name;
      if (!lexer_.name(name, "a parameter's name") || !lexer_.expect(':', "after the parameter's name") ||
          parse_shape(lexer_) == nullptr) {
        return false;
      }
      if (lexer_.peek() != ')' && !lexer_.expect(',', "between parameters")) return false;
    }
    if (!lexer_.eat("->")) return lexer_.error("expected '->' after the parameters, found " + shown(lexer_));
    c.result = parse_shape(lexer_);
    return c.result != nullptr;
  }

  bool body(Computation& c) {
    if (!lexer_.expect('{', "before the instructions")) return false;
    names_ = Names(0, HashOfName{{&c.instructions}}, SameName{{&c.instructions}});
    names_.max_load_factor(0.75F);
    numbered_.clear();
    c.instructions.reserve(lines_ahead());
    computation_ = &c;
    while (!lexer_.eat('}')) {
      if (lexer_.at_end()) return reading_.error(c.at, Code::kHloSyntax, "the computation is not closed");
      if (!instruction() && (reading_.full() || !next_instruction())) return false;
    }
    if (c.instructions.empty() && !reading_.failed())
      reading_.error(c.at, Code::kHloSyntax, "the computation is empty");
    if (c.root < 0) c.root = std::ssize(c.instructions) - 1;
    order_parameters(c);
    return true;
  }

  // About how many instructions the computation has: its lines, but no more than their text has room for. 0 where the
  // lines were counted before: several computations share them.
  size_t lines_ahead() {
    const char* from = lexer_.raw();
    if (from < counted_) return 0;
    std::string_view rest(from, lexer_.end() - from);
    size_t lines = 0, at = 0;
    for (;; ++lines, ++at) {
      at = std::min(rest.find('\n', at), rest.size());
      if (at + 1 >= rest.size() || rest[at + 1] == '}') break;
    }
    counted_ = from + at;
    return std::min(lines, at / 16);
  }

  // After an error: to the next line that begins as an instruction does, or closes the computation.
  bool next_instruction() {
    const char* at = lexer_.raw();
    while (at < lexer_.end()) {
      if (*at++ != '\n') continue;
      lexer_.move_to(at);
      if (lexer_.peek() == '}') return true;
      const char* start = lexer_.at();
      if (lexer_.peek_word() == "ROOT") lexer_.word();
      lexer_.eat('%');
      bool found = !lexer_.word().empty() && lexer_.peek() == '=';
      lexer_.move_to(start);
      if (found) return true;
    }
    return false;
  }

  // [ROOT] %name = …
  bool instruction() {
    const char* root_at = lexer_.at();
    bool root = lexer_.peek_word() == "ROOT";
    if (root) lexer_.word();
    Instruction made;
    made.at = lexer_.at();
    if (!lexer_.name(made.name, "an instruction") || !lexer_.expect('=', "after the instruction's name")) return false;
    if (at_shape(lexer_)) {
      made.shape = parse_shape(lexer_);
      if (made.shape == nullptr) return false;
    }
    int index = right_side(made, 0);
    if (index < 0) return false;
    if (root && computation_->root >= 0) {
      reading_.error(root_at, Code::kHloSyntax, "there is a second ROOT in the computation");
    }
    if (root) computation_->root = index;
    if (names_.find(made.name) != names_.end()) {
      reading_.error(made.at, Code::kHloRedefinition,
                     fmt::format("the computation has two instructions named {}", made.name));
    } else {
      names_.insert(index);
    }
    return true;
  }

  // opcode(operands), attributes: the part after the shape. Gives the index of the instruction, or -1.
  int right_side(Instruction& made, int depth) {
    if (depth > kMaxDepth) {
      reading_.error(lexer_.at(), Code::kTooDeep, "instructions are nested too deeply");
      return -1;
    }
    const char* at = lexer_.at();
    made.opcode = lexer_.word();
    if (made.opcode.empty()) {
      lexer_.error("expected an opcode, found " + shown(lexer_));
      return -1;
    }
    if (made.opcode == "parameter" || made.opcode == "constant") {
      if (lexer_.peek() != '(') {
        lexer_.expect('(', "after the opcode");
        return -1;
      }
      std::string_view text;
      if (!lexer_.brackets(text)) return -1;
      made.payload = text.substr(1, text.size() - 2);
      if (made.opcode == "parameter" && !parameter(made, at)) return -1;
    } else if (!operands(made, depth)) {
      return -1;
    }
    if (!attributes(made.attributes, depth > 0)) return -1;
    computation_->instructions.push_back(made);
    return std::ssize(computation_->instructions) - 1;
  }

  bool parameter(const Instruction& made, const char* at) {
    Lexer number(reading_, made.payload);
    int64_t value = 0;
    if (!number.integer(value, "the parameter's number")) return false;
    if (!number.at_end()) return number.error("expected ')' after the parameter's number");
    numbered_.push_back({value, static_cast<int>(computation_->instructions.size()), at});
    return true;
  }

  bool operands(Instruction& made, int depth) {
    if (!lexer_.expect('(', "after the opcode")) return false;
    size_t first = operands_.size();
    bool fine = lexer_.eat(')');
    while (!fine) {
      Operand operand;
      if (!this->operand(operand, depth)) break;
      operands_.push_back(operand);
      if (lexer_.eat(')')) {
        fine = true;
      } else if (!lexer_.expect(',', "or ')' after an operand")) {
        break;
      }
    }
    if (fine) made.operands = reading_.arena.copy(std::span<const Operand>(operands_).subspan(first));
    operands_.resize(first);
    return fine;
  }

  // [shape] %name[#index]…, or [shape] opcode(…) for an instruction without a name of its own.
  bool operand(Operand& operand, int depth) {
    operand.at = lexer_.at();
    if (at_shape(lexer_)) {
      operand.shape = parse_shape(lexer_);
      if (operand.shape == nullptr) return false;
    }
    std::string_view word = lexer_.peek() == '%' ? std::string_view() : lexer_.peek_word();
    if (!word.empty() && word.data() + word.size() < lexer_.end() && word.data()[word.size()] == '(') {
      Instruction nested;
      nested.at = lexer_.at();
      nested.shape = operand.shape;
      operand.instruction = right_side(nested, depth + 1);
      return operand.instruction >= 0;
    }
    operand.at = lexer_.at();
    std::string_view name;
    if (!lexer_.name(name, "an operand")) return false;
    auto found = names_.find(name);
    if (found != names_.end()) {
      operand.instruction = *found;
    } else {
      reading_.error(operand.at, Code::kHloUnknownName,
                     fmt::format("no instruction before this one is named {}", name));
    }
    std::vector<int64_t> path;
    while (lexer_.eat('#')) {
      if (!lexer_.integer(path.emplace_back(), "the index of a tuple's part")) return false;
    }
    operand.path = reading_.arena.copy(std::span<const int64_t>(path));
    return true;
  }

  // (, name=value)*. Inside of operands a comma may also begin the next operand.
  bool attributes(std::span<Attribute>& out, bool nested = false) {
    size_t first = attributes_.size();
    bool fine = true;
    while (fine && lexer_.peek() == ',') {
      const char* comma = lexer_.at();
      lexer_.eat(',');
      Attribute attribute;
      const char* at = lexer_.at();
      attribute.name = lexer_.word();
      if (nested && (attribute.name.empty() || lexer_.peek() != '=')) {
        lexer_.move_to(comma);
        break;
      }
      if (attribute.name.empty()) {
        fine = lexer_.error("expected an attribute, found " + shown(lexer_));
        break;
      }
      fine = lexer_.expect('=', "after the attribute's name") && value(attribute);
      if (!fine) break;
      auto same = [&](const Attribute& other) { return other.name == attribute.name; };
      if (attributes_.size() - first < 100 &&
          std::any_of(attributes_.begin() + static_cast<ptrdiff_t>(first), attributes_.end(), same)) {
        reading_.error(at, Code::kHloBadAttribute, fmt::format("the attribute {} is given twice", attribute.name));
      }
      attributes_.push_back(attribute);
    }
    if (fine && attributes_.size() > first) {
      size_t count = attributes_.size() - first;
      Attribute* copy = reading_.arena.array<Attribute>(count);
      std::copy_n(attributes_.begin() + static_cast<ptrdiff_t>(first), count, copy);
      out = {copy, count};
    }
    attributes_.resize(first);
    return fine;
  }

  // Computations written out where their name would stand: to_apply={ x = … }, branch_computations={ { x = … }, b }.
  bool computations_inside() {
    if (begins_computation(lexer_)) return computation_inside();
    if (!lexer_.eat('{')) return true;
    bool fine = true;
    while (fine && lexer_.peek() != '}' && !lexer_.at_end()) {
      std::string_view name;
      fine = lexer_.peek() == '{' ? computation_inside() : lexer_.name(name, "a computation");
      if (fine && !lexer_.eat(',') && lexer_.peek() != '}') break;
    }
    return fine;
  }

  bool computation_inside() {
    if (inside_ >= kMaxDepth / 4) {
      return reading_.error(lexer_.at(), Code::kTooDeep, "computations are nested too deeply");
    }
    ++inside_;
    auto made = std::make_unique<Computation>();
    Computation& c = *made;
    c.at = lexer_.at();
    Names names = std::move(names_);
    std::vector<Numbered> numbered = std::move(numbered_);
    Computation* around = computation_;
    const bool fine = body(c);
    names_ = std::move(names);
    numbered_ = std::move(numbered);
    computation_ = around;
    --inside_;
    syntax_.written_inside[c.at] = made.get();
    syntax_.computations.push_back(std::move(made));
    return fine;
  }

  // Two attributes have a blank in their value: literal=s32[2] {1,2} and replica_groups=mesh["x"=2] {"x"}. The mesh may
  // have an order of devices behind a comma: mesh["x"=2], device_ids=(1,0) {"x"}.
  bool value(Attribute& attribute) {
    const char* at = lexer_.at();
    if (lexer_.peek() == '{' && names_computations(attribute.name)) {
      if (!computations_inside()) return false;
      lexer_.move_to(at);
    }
    if (!lexer_.value(attribute.value)) return false;
    if (attribute.name == "sharding" && !is_sharding_text(tidy(attribute.value))) {
      reading_.error(at, Code::kHloBadAttribute, "a sharding stands in braces: {replicated}, {devices=[2,1]<=[2]}");
    }
    bool literal = attribute.name == "literal";
    bool mesh = attribute.name == "replica_groups" && (attribute.value[0] == 'm' || attribute.value[0] == '@');
    if (mesh && lexer_.peek() == ',') {
      const char* comma = lexer_.at();
      std::string_view ids;
      lexer_.eat(',');
      const bool ordered = lexer_.peek_word() == "device_ids";
      if (ordered && !lexer_.value(ids)) return false;
      if (!ordered) lexer_.move_to(comma);
    }
    char next = lexer_.peek();
    bool more = (mesh && next == '{') || (literal && next != ',' && next != ')' && next != '}' && next != 0);
    std::string_view rest;
    if (!more) return true;
    if (!lexer_.value(rest)) return false;
    const char* start = attribute.value.data();
    attribute.value = std::string_view(start, rest.data() + rest.size() - start);
    return true;
  }

  void order_parameters(Computation& c) {
    std::stable_sort(numbered_.begin(), numbered_.end(),
                     [](const Numbered& a, const Numbered& b) { return a.number < b.number; });
    for (const Numbered& p : numbered_) {
      int64_t expected = std::ssize(c.parameters);
      if (p.number != expected) {
        bool twice = expected > 0 && p.number == expected - 1;
        reading_.error(p.at, twice ? Code::kHloRedefinition : Code::kHloSyntax,
                       twice          ? fmt::format("parameter {} is defined twice", p.number)
                       : p.number < 0 ? "the number of a parameter is negative"
                                      : fmt::format("parameter {} of the computation is missing", expected));
        return;
      }
      c.parameters.push_back(p.instruction);
    }
  }

  bool index_computations() {
    std::vector<const Computation*>& index = syntax_.by_name;
    TextSet taken;
    for (const auto& c : syntax_.computations) taken.insert(c->name);
    int number = 0;
    for (const auto& c : syntax_.computations) {
      // One that is written where it is applied has no name of its own.
      while (c->name.empty()) {
        const std::string name = fmt::format("computation.{}", number++);
        if (taken.contains(name)) continue;
        c->name = reading_.arena.copy(std::string_view(name));
      }
      index.push_back(c.get());
    }
    std::stable_sort(index.begin(), index.end(), [](auto* a, auto* b) { return a->name < b->name; });
    for (size_t i = 1; i < index.size(); ++i) {
      if (index[i]->name == index[i - 1]->name) {
        reading_.error(index[i]->at, Code::kHloRedefinition,
                       fmt::format("the module has two computations named {}", index[i]->name));
      }
    }
    return true;
  }

  struct Numbered {
    int64_t number;
    int instruction;
    const char* at;
  };

  Reading& reading_;
  Lexer lexer_;
  Syntax& syntax_;
  Computation* computation_ = nullptr;
  int inside_ = 0;                  // computations that are written inside others, around this one
  const char* counted_ = nullptr;   // up to here
  Names names_;                     // of the computation being read
  std::vector<Numbered> numbered_;  // its parameters
  std::vector<Operand> operands_;   // a stack: instructions inside of operands come on top
  std::vector<Attribute> attributes_;
};

}  // namespace

const Computation* Syntax::find(std::string_view wanted) const {
  if (wanted.starts_with('{')) {
    auto at = written_inside.find(wanted.data());
    return at == written_inside.end() ? nullptr : at->second;
  }
  auto at = std::lower_bound(by_name.begin(), by_name.end(), wanted,
                             [](const Computation* c, std::string_view text) { return c->name < text; });
  return at != by_name.end() && (*at)->name == wanted ? *at : nullptr;
}

bool parse_syntax(Reading& reading, std::string_view text, Syntax& syntax) {
  return Parser(reading, text, syntax).parse();
}

}  // namespace partita::core::text::hlo

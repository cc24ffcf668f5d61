#include "report/rows.h"

#include <fmt/format.h>

#include "ir/names.h"
#include "ir/shown.h"

namespace partita::core::report {
namespace {

const Function& function_of(const ReportProgram& program) {
  return program.compilation != nullptr ? program.compilation->entry() : *program.simulation->report.local;
}

// What stands between the next two quotes, and what follows them.
struct Quoted {
  std::string_view text, rest;
};
std::optional<Quoted> next_quoted(std::string_view text) {
  const size_t open = text.find('"');
  const size_t close = open == std::string_view::npos ? open : text.find('"', open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return Quoted{text.substr(open + 1, close - open - 1), text.substr(close + 1)};
}

std::string_view digits_after_colon(std::string_view text) {
  if (!text.starts_with(':')) return {};
  const size_t end = text.find_first_not_of("0123456789", 1);
  return text.substr(1, end == std::string_view::npos ? end : end - 1);
}

std::string_view file_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

// key="value" or key=value of HLO's metadata.
std::string_view metadata_field(std::string_view metadata, std::string_view key) {
  const size_t at = metadata.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view rest = metadata.substr(at + key.size());
  if (rest.starts_with('"')) {
    const std::optional<Quoted> quoted = next_quoted(rest);
    return quoted ? quoted->text : std::string_view();
  }
  return rest.substr(0, rest.find_first_not_of("0123456789"));
}

}  // namespace

Scope scope_of(const Op& op) {
  Scope out;
  std::string_view name;
  const Attr location = op.location();
  if (location && (location.is(AttrKind::kOpaque) || location.is(AttrKind::kString))) {
    std::string_view rest = location.text();
    while (const std::optional<Quoted> quoted = next_quoted(rest)) {
      const std::string_view line = digits_after_colon(quoted->rest);
      if (!line.empty() && out.place.empty()) out.place = fmt::format("{}:{}", file_name(quoted->text), line);
      if (line.empty() && name.empty()) name = quoted->text;
      rest = quoted->rest;
    }
  }
  if (const Attr metadata = op.discardable_attribute(hlo_names::kMetadata); metadata.is(AttrKind::kString)) {
    name = metadata_field(metadata.text(), "op_name=");
    const std::string_view file = metadata_field(metadata.text(), "source_file=");
    const std::string_view line = metadata_field(metadata.text(), "source_line=");
    if (!file.empty()) out.place = fmt::format("{}{}{}", file_name(file), line.empty() ? "" : ":", line);
  }
  const size_t slash = name.rfind('/');
  if (slash != std::string_view::npos) out.path = name.substr(0, slash);
  return out;
}

ProgramRows::ProgramRows(const ReportProgram& program, SharedTables& tables, size_t limit)
    : program_(program), tables_(tables), limit_(limit), function_(function_of(program)), lines_(function_) {
  if (program.compilation != nullptr) completion_ = &program.compilation->completion();
  row_of_.assign(function_.module().num_value_ids(), -1);
  list(function_);
}

int ProgramRows::of(const Value* value) const {
  return value != nullptr && value->id() < row_of_.size() ? row_of_[value->id()] : -1;
}

const std::vector<int>& ProgramRows::at_place_of(const Op& op) const {
  static const std::vector<int> kNone;
  const auto at = at_offset_.find(op.offset());
  return op.offset() == kNoOffset || at == at_offset_.end() ? kNone : at->second;
}

int ProgramRows::of_local(const Op& op) const {
  if (program_.compilation == nullptr) return op.num_results() > 0 ? of(op.result(0)) : -1;
  const std::vector<int>& rows = at_place_of(op);
  return rows.empty() ? -1 : rows.front();
}

void ProgramRows::add_seconds(const Op& local, double compute, double communication, double bytes) {
  const std::vector<int> own = {of_local(local)};
  const std::vector<int>& rows = program_.compilation == nullptr ? own : at_place_of(local);
  if (rows.empty() || rows.front() < 0) return;
  for (const int row : rows) {
    compute_[row] += compute / static_cast<double>(rows.size());
    communication_[row] += communication / static_cast<double>(rows.size());
    bytes_[row] += bytes / static_cast<double>(rows.size());
  }
}

// --- listing

void ProgramRows::list(const Function& entry) {
  for (int i = 0; i < entry.num_arguments(); ++i) {
    add(0, fmt::format("argument {}", i), shown_name(entry.argument(i)), entry.argument(i), nullptr);
  }
  list(entry.body(), 0);
  const Op* end = entry.body().terminator();
  for (int i = 0; i < std::ssize(entry.result_types()); ++i) {
    add_result(entry, i, end != nullptr && i < end->num_operands() ? end->operand(i) : nullptr);
  }
}

void ProgramRows::list(const Region& region, int depth) {
  for (const Op& op : region) {
    if (op.info().has(kTerminator)) continue;
    const std::string kind = shown_op(op);
    for (int i = 0; i < op.num_results(); ++i) add(depth, kind, shown_name(op.result(i)), op.result(i), &op);
    if (op.num_results() == 0) add(depth, kind, "", nullptr, &op);
    if (!complete::has_sharded_regions(op)) continue;
    for (int r = 0; r < op.num_regions(); ++r) {
      const std::string_view role = op.is(OpKind::kWhile) ? (r == 0 ? "condition's " : "body's ") : "";
      for (const Value* argument : op.region(r).arguments()) {
        add(depth + 1, fmt::format("{}argument {}", role, argument->index()), shown_name(argument), argument, nullptr);
      }
      list(op.region(r), depth + 1);
    }
  }
}

void ProgramRows::push(int depth, std::string_view op, std::string_view name, Type type) {
  depths_.push_back(depth);
  ops_.push_back(tables_.string(op));
  names_.push_back(tables_.string(name));
  types_.push_back(type ? tables_.type(type) : -1);
  lines_of_.push_back(0);
  scopes_.push_back(-1);
  places_.push_back(-1);
  shardings_.push_back(-1);
  stored_.push_back(-1);
  hints_.push_back(0);
  operands_.emplace_back();
  compute_.push_back(0);
  communication_.push_back(0);
  bytes_.push_back(0);
}

void ProgramRows::add(int depth, std::string_view op, std::string_view name, const Value* value, const Op* made_by) {
  if (size() >= limit_) {
    ++left_out_;
    return;
  }
  const int row = static_cast<int>(size());
  push(depth, op, name, value != nullptr ? value->type() : Type());
  if (value != nullptr) {
    if (value->id() < row_of_.size()) row_of_[value->id()] = row;
    if (completion_ != nullptr && value->type().is_tensor()) {
      if (const Sharding* sharding = completion_->sharding_of(value)) {
        shardings_[row] = tables_.sharding(*sharding);
        const Sharding* stored = program_.compilation->plan().storage_sharding(value);
        stored_[row] = stored != nullptr ? tables_.sharding(*stored) : shardings_[row];
      }
      hints_[row] = completion_->hint_on(value) != nullptr;
    }
  }
  if (made_by == nullptr) return;
  lines_of_[row] = lines_.of(*made_by);
  const Scope scope = scope_of(*made_by);
  if (!scope.path.empty()) scopes_[row] = tables_.string(scope.path);
  if (!scope.place.empty()) places_[row] = tables_.string(scope.place);
  for (int i = 0; i < made_by->num_operands(); ++i) operands_[row].push_back(of(made_by->operand(i)));
  if (made_by->offset() != kNoOffset && (value == nullptr || value->index() == 0)) {
    at_offset_[made_by->offset()].push_back(row);
  }
}

void ProgramRows::add_result(const Function& entry, int i, const Value* value) {
  if (size() >= limit_) {
    ++left_out_;
    return;
  }
  const size_t row = size();
  push(0, fmt::format("result {}", i), fmt::format("out{}", i), entry.result_types()[i]);
  operands_[row].push_back(of(value));
  if (completion_ == nullptr || !entry.result_types()[i].is_tensor()) return;
  if (const Sharding* sharding = completion_->result(i)) shardings_[row] = stored_[row] = tables_.sharding(*sharding);
  for (const Hint& hint : completion_->hints()) {
    const bool of_result = hint.place == Hint::Place::kResult || hint.place == Hint::Place::kCommandLine;
    if (of_result && hint.value == nullptr && hint.index == i) hints_[row] = 1;
  }
}

Json ProgramRows::json() const {
  auto numbers = [](const std::vector<double>& all) {
    Json out = Json::array();
    for (const double one : all) out.push_back(one == 0 ? Json(0) : Json(rounded(one)));
    return out;
  };
  return {{"depth", depths_},
          {"op", ops_},
          {"name", names_},
          {"type", types_},
          {"line", lines_of_},
          {"scope", scopes_},
          {"place", places_},
          {"sharding", shardings_},
          {"stored", stored_},
          {"hint", hints_},
          {"operands", operands_},
          {"compute", numbers(compute_)},
          {"communication", numbers(communication_)},
          {"bytes", numbers(bytes_)},
          {"left_out", left_out_}};
}

}  // namespace partita::core::report

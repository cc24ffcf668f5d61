// The tables of a page, one object for each program.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "complete/why.h"
#include "driver/collective_causes.h"
#include "ir/shown.h"
#include "report/rows.h"
#include "simulate/difference.h"

namespace partita::core::report {
namespace {

// Columns of a table, filled row by row.
class Columns {
 public:
  template <typename T>
  void add(const char* column, T&& value) {
    columns_[column].push_back(std::forward<T>(value));
  }
  // Columns that are there even where no row is.
  Json take(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (!columns_.contains(name)) columns_[name] = Json::array();
    }
    return std::move(columns_);
  }

 private:
  Json columns_ = Json::object();
};

class ProgramData {
 public:
  ProgramData(const ReportProgram& program, SharedTables& tables, const PageLimits& limits)
      : program_(program),
        it_(*program.simulation),
        report_(it_.report),
        tables_(tables),
        limits_(limits),
        rows_(program, tables, limits.rows) {}

  Json make() {
    Json out = {{"label", text(program_.label)},
                {"file", text(report_.file)},
                {"partitioned_here", program_.compilation != nullptr},
                {"devices", report_.devices},
                {"mesh", report_.mesh != nullptr ? tables_.mesh(report_.mesh) : -1},
                {"hardware", hardware()},
                {"summary", summary()},
                {"sent", sent()},
                {"collectives", collectives()},
                {"events", events()},
                {"measured", measured()},
                {"memory", memory()},
                {"time_by_kind", time_rows(it_.by_kind)},
                {"time_by_line", time_rows(it_.by_line)},
                {"fallbacks", fallbacks()}};
    add_kernels(report_.steps, 1);
    out["rows"] = rows_.json();
    if (program_.compilation != nullptr) paths(out);
    return out;
  }

 private:
  std::string text(std::string_view any) const { return shown_text(any, limits_.text); }

  Json hardware() const {
    Json out = {{"name", text(report_.hardware.name)}, {"memory", report_.hardware.memory}, {"levels", Json::array()}};
    if (!report_.topology) return out;
    const std::vector<std::string>& resources = report_.topology->resources();
    for (size_t i = 0; i < resources.size(); ++i) {
      const bool switched = !report_.hardware.torus && i < report_.hardware.levels.size();
      out["levels"].push_back(
          {{"name", text(resources[i])},
           {"devices", switched ? report_.hardware.levels[i].devices : 0},
           {"bandwidth", switched ? rounded(report_.hardware.levels[i].bandwidth) : 0.0},
           {"seconds", i < report_.time.by_resource.size() ? rounded(report_.time.by_resource[i]) : 0.0}});
    }
    if (report_.topology->on_torus()) {
      out["slice"] = to_string(report_.topology->on_torus()->slice);
      out["layout"] = text(report_.topology->layout());
    }
    return out;
  }

  Json summary() const {
    const Memory& memory = report_.memory;
    return {{"step", rounded(it_.step())},
            {"compute", rounded(report_.time.compute)},
            {"communication", rounded(report_.time.communication)},
            {"exposed", rounded(report_.timeline.exposed)},
            {"host", rounded(report_.time.host)},
            {"kernels", report_.timeline.kernels},
            {"floor", rounded(it_.floor())},
            {"utilisation", rounded(it_.utilisation)},
            {"bubble", rounded(it_.shares.bubble)},
            {"recompute", rounded(it_.shares.recompute)},
            {"matrix", rounded(report_.operations.matrix)},
            {"operations", rounded(report_.operations.all)},
            {"bytes", report_.wire.bytes},
            {"count", report_.wire.count},
            {"peak", memory.peak()},
            {"arguments", memory.arguments},
            {"results", memory.results},
            {"aliased", memory.aliased},
            {"temporaries", memory.temporaries},
            {"without_recomputing", memory.without_recomputing},
            {"unknown_loops", report_.wire.unknown_trip_counts.size()},
            {"guessed_loops", report_.wire.guessed_trip_counts.size()}};
  }

  Json sent() const {
    Json out = {{"kinds", Json::array()}, {"axes", Json::array()}};
    for (const cost::WireSum& sum : cost::by_kind(report_.wire)) {
      out["kinds"].push_back({text(sum.key), sum.count, sum.bytes});
    }
    for (const cost::WireSum& sum : cost::by_axes(report_.wire)) {
      double seconds = 0;
      for (const Collective& c : report_.wire.collectives) {
        if (c.group->along == sum.key) seconds += c.times * seconds_of(c);
      }
      Json names = Json::array();
      for (const std::string& name : sum.group->axes) names.push_back(text(name));
      out["axes"].push_back({text(sum.key), std::move(names), sum.count, sum.bytes, rounded(seconds)});
    }
    return out;
  }

  double seconds_of(const Collective& collective) const {
    const auto at = report_.collective_seconds.find(collective.op);
    return at != report_.collective_seconds.end() ? at->second.seconds : 0;
  }

  Json collectives() {
    Columns out;
    std::optional<CollectiveCauses> causes;
    if (program_.compilation != nullptr) causes.emplace(program_.compilation->partitioned());
    size_t i = 0;
    for (const CollectiveRow& row : cost::collective_rows(report_)) {
      const Collective& c = *row.collective;
      const double seconds = c.times * seconds_of(c);
      rows_.add_seconds(*c.op, 0, seconds, c.bytes);
      Json axes = Json::array();
      for (const std::string& name : c.group->axes) axes.push_back(tables_.string(name));
      out.add("kind", tables_.string(cost::collective_name(c.op->kind())));
      out.add("along", tables_.string(c.group->along));
      out.add("axes", std::move(axes));
      out.add("group", c.group->size);
      out.add("times", c.times);
      out.add("bytes", c.bytes);
      out.add("seconds", rounded(seconds));
      out.add("line", row.line);
      out.add("name", tables_.string(row.name));
      const Reason* reason = causes ? causes->of(*c.op) : nullptr;
      const int value = reason != nullptr ? rows_.of(reason->value) : -1;
      const int wanted = reason != nullptr && reason->op != nullptr && reason->op->num_results() > 0
                             ? rows_.of(reason->op->result(0))
                             : -1;
      out.add("row", value >= 0 ? value : rows_.of_local(*c.op));
      out.add("for", wanted);
      out.add("from", reason != nullptr && reason->from != nullptr ? tables_.sharding(*reason->from) : -1);
      out.add("to", reason != nullptr && reason->to != nullptr ? tables_.sharding(*reason->to) : -1);
      out.add("cause", tables_.string(i < report_.causes.size() ? report_.causes[i] : ""));
      // Words of ours: long, but not to be cut.
      out.add("proposal", i < program_.proposals.size() ? shown_lines(program_.proposals[i]) : "");
      number_of_[c.op] = static_cast<int>(i++);
    }
    return out.take({"kind", "along", "axes", "group", "times", "bytes", "seconds", "line", "name", "row", "for",
                     "from", "to", "cause", "proposal"});
  }

  std::string shown_lines(std::string_view lines) const {
    std::string out;
    while (!lines.empty()) {
      const size_t end = lines.find('\n');
      out += (out.empty() ? "" : "\n") + shown_text(lines.substr(0, end), 2000);
      lines = end == std::string_view::npos ? "" : lines.substr(end + 1);
    }
    return out;
  }

  Json events() {
    std::vector<const cost::TimelineEvent*> shown;
    for (const cost::TimelineEvent& event : it_.events) shown.push_back(&event);
    const size_t left_out = shown.size() > limits_.events ? shown.size() - limits_.events : 0;
    if (left_out > 0) {
      std::stable_sort(shown.begin(), shown.end(),
                       [](auto* a, auto* b) { return a->end - a->begin > b->end - b->begin; });
      shown.resize(limits_.events);
      std::stable_sort(shown.begin(), shown.end(), [](auto* a, auto* b) { return a->begin < b->begin; });
    }
    Columns out;
    for (const cost::TimelineEvent* event : shown) {
      const bool is_collective = event->kind == cost::Step::Kind::kCollective;
      const auto number = number_of_.find(event->op);
      out.add("begin", rounded(event->begin));
      out.add("seconds", rounded(event->end - event->begin));
      out.add("kind", is_collective ? 1 : event->kind == cost::Step::Kind::kLoop ? 2 : 0);
      out.add("op", tables_.string(shown_op(*event->op)));
      out.add("row", rows_.of_local(*event->op));
      out.add("collective", is_collective && number != number_of_.end() ? number->second : -1);
      out.add("iterations", event->iterations);
    }
    Json columns = out.take({"begin", "seconds", "kind", "op", "row", "collective", "iterations"});
    columns["left_out"] = left_out;
    return columns;
  }

  // Ops of the run are those of the local program with the same line, name and op; several may be.
  Json measured() {
    if (program_.measured.empty()) return nullptr;
    std::map<std::string, int> row_of;
    const cost::SourceLines lines(*report_.local);
    ir::walk(report_.local->body(), [&](const Op& op) {
      const Name given = op.num_results() > 0 ? op.result()->name() : Name();
      const std::string name = given ? fmt::format("%{}", given.text()) : "";
      row_of.try_emplace(measured_key(op.info().mlir, name, lines.of(op)), rows_.of_local(op));
    });
    std::vector<const MeasuredEvent*> shown;
    double seconds = 0;
    for (const MeasuredEvent& event : program_.measured) {
      shown.push_back(&event);
      seconds = std::max(seconds, event.begin + event.seconds);
    }
    const size_t left_out = longest(shown, limits_.events);
    Columns out;
    for (const MeasuredEvent* event : shown) {
      const auto row = row_of.find(measured_key(event->op, event->name, event->line));
      out.add("begin", rounded(event->begin));
      out.add("seconds", rounded(event->seconds));
      out.add("kind", event->what == "collective" ? 1 : 0);
      out.add("op", tables_.string(event->op));
      out.add("name", tables_.string(event->name));
      out.add("what", tables_.string(event->what));
      out.add("line", event->line);
      out.add("device", event->device);
      out.add("row", row != row_of.end() ? row->second : -1);
      out.add("collective", -1);
    }
    Json columns = out.take({"begin", "seconds", "kind", "op", "name", "what", "line", "device", "row", "collective"});
    columns["left_out"] = left_out;
    columns["end"] = rounded(seconds);
    return columns;
  }

  static std::string measured_key(std::string_view op, std::string_view name, int64_t line) {
    const size_t dot = op.find('.');
    return fmt::format("{} {} {}", line, dot == std::string_view::npos ? op : op.substr(dot + 1), name);
  }

  // Leaves the longest, in the order they had; how many are left out.
  template <typename Event>
  static size_t longest(std::vector<const Event*>& events, size_t limit) {
    if (events.size() <= limit) return 0;
    std::vector<const Event*> ordered = events;
    std::nth_element(ordered.begin(), ordered.begin() + static_cast<std::ptrdiff_t>(limit), ordered.end(),
                     [](const Event* a, const Event* b) { return a->seconds > b->seconds; });
    PointerSet<const Event*> kept(ordered.begin(), ordered.begin() + static_cast<std::ptrdiff_t>(limit));
    const size_t all = events.size();
    std::erase_if(events, [&](const Event* event) { return !kept.contains(event); });
    return all - events.size();
  }

  Json memory() {
    Json out = {{"time", Json::array()}, {"bytes", Json::array()}, {"live", Json::array()}};
    // Points between which nothing could be seen are left out: of each stretch of time, the most and the last.
    const double stretch = it_.step() / 4000;
    double until = -1, most = -1;
    for (const auto& [time, bytes] : simulate::memory_over_time(it_)) {
      if (time < until && bytes <= most) {
        out["bytes"].back() = std::max(out["bytes"].back().get<double>(), bytes);
        continue;
      }
      until = time + stretch;
      most = bytes;
      out["time"].push_back(rounded(time));
      out["bytes"].push_back(bytes);
    }
    constexpr size_t kListed = 400;
    const cost::SourceLines lines(*report_.local);
    for (const cost::LiveBuffer& live : report_.memory.live) {
      if (out["live"].size() >= kListed) break;
      const Op* made = live.value->op();
      out["live"].push_back({tables_.string(shown_name(live.value)), tables_.string(live.value->type().to_string()),
                             live.bytes, made != nullptr ? lines.of(*made) : 0,
                             made != nullptr ? rows_.of_local(*made) : -1,
                             tables_.string(made != nullptr ? shown_op(*made) : "argument")});
    }
    out["live_left_out"] = report_.memory.live.size() - out["live"].size();
    return out;
  }

  Json time_rows(const std::vector<simulate::TimeRow>& all) const {
    constexpr size_t kListed = 200;
    Json out = Json::array();
    for (const simulate::TimeRow& row : all) {
      if (out.size() >= kListed) break;
      out.push_back({text(row.what), rounded(row.seconds), row.times});
    }
    return out;
  }

  Json fallbacks() const {
    Json out = Json::array();
    for (const Diagnostic& fallback : report_.fallbacks) {
      if (out.size() >= 200) break;
      out.push_back({fallback.place.line, text(fallback.message)});
    }
    return out;
  }

  void add_kernels(const cost::Steps& all, double times) {
    for (const cost::Step& step : all.steps) {
      if (step.kind == cost::Step::Kind::kKernel) {
        rows_.add_seconds(*step.op, times * step.seconds, 0, 0);
      }
      for (const cost::Steps& inner : step.body) add_kernels(inner, times * step.trip_count);
    }
  }

  // Where each axis of each value came from: one step back, which the page follows.
  void paths(Json& out) {
    const Completion& completion = program_.compilation->completion();
    const Module& module = program_.compilation->module();
    Json hints = Json::array();
    PointerMap<const Hint*, int> hint_at;
    for (const Hint& hint : completion.hints()) {
      hint_at[&hint] = static_cast<int>(hints.size());
      hints.push_back(text(complete::described(module, hint)));
    }
    out["hints"] = std::move(hints);
    Columns causes, lost;
    auto add = [&](int row, const std::vector<complete::AxisCause>& all) {
      for (const complete::AxisCause& cause : all) {
        const auto hint = hint_at.find(cause.hint);
        causes.add("row", row);
        causes.add("axis", cause.axis.axis);
        causes.add("pre", cause.axis.pre);
        causes.add("size", cause.axis.size);
        causes.add("dim", cause.dim);
        causes.add("hint", cause.hint != nullptr && hint != hint_at.end() ? hint->second : -1);
        causes.add("op", cause.op != nullptr ? tables_.string(shown_op(*cause.op)) : -1);
        causes.add("line", cause.op != nullptr ? lines().of(*cause.op) : 0);
        causes.add("from", rows_.of(cause.from));
      }
    };
    const Function& entry = program_.compilation->entry();
    auto add_value = [&](const Value* value) {
      const int row = rows_.of(value);
      if (row >= 0 && value->type().is_tensor() && completion.sharding_of(value) != nullptr)
        add(row, completion.causes(value));
    };
    for (int i = 0; i < entry.num_arguments(); ++i) add_value(entry.argument(i));
    ir::walk(entry.body(), [&](const Op& op) {
      for (int i = 0; i < op.num_results(); ++i) add_value(op.result(i));
      if (!complete::has_sharded_regions(op)) return;
      for (int r = 0; r < op.num_regions(); ++r) {
        for (const Value* argument : op.region(r).arguments()) add_value(argument);
      }
    });
    const int results = static_cast<int>(rows_.size()) - static_cast<int>(entry.result_types().size());
    for (int i = 0; i < std::ssize(entry.result_types()) && results >= 0; ++i) {
      if (entry.result_types()[i].is_tensor()) add(results + i, completion.result_causes(i));
    }
    out["causes"] = causes.take({"row", "axis", "pre", "size", "dim", "hint", "op", "line", "from"});
  }
  const cost::SourceLines& lines() {
    if (!lines_) lines_.emplace(program_.compilation->entry());
    return *lines_;
  }

  const ReportProgram& program_;
  const Simulation& it_;
  const CostReport& report_;
  SharedTables& tables_;
  const PageLimits& limits_;
  ProgramRows rows_;
  std::optional<cost::SourceLines> lines_;
  PointerMap<const Op*, int> number_of_;  // of collectives, from 0
};

}  // namespace

std::string page_data(std::span<const ReportProgram> programs, const PageLimits& limits) {
  SharedTables tables(limits.text);
  Json out = {{"version", 1}, {"programs", Json::array()}};
  for (const ReportProgram& program : programs) out["programs"].push_back(ProgramData(program, tables, limits).make());
  out["difference"] = nullptr;
  if (programs.size() > 1) {
    const simulate::Difference difference = simulate::difference_of(*programs[0].simulation, *programs[1].simulation);
    out["difference"] = Json::parse(simulate::difference_json(difference));
  }
  tables.write(out);
  return out.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace partita::core::report

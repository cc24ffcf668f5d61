// From a C++ function to a Program. The trace is ordered; once somebody looks at the program it is named and written,
// and read as any other is.
#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "api/late_choices.h"
#include "front/order.h"
#include "front/site.h"
#include "front/unrolled.h"
#include "ir/unmark.h"
#include "partita/program.h"
#include "text/write.h"
#include "transform/grad/relu.h"
#include "transform/loops/loops.h"

namespace partita {
inline namespace v1 {
namespace {

using core::Code;
using detail::Site;
using detail::Trace;
using detail::TracedModule;

// Runs the function on values that stand for the arguments, and ends the body with what it gives.
void run_function(const std::shared_ptr<Trace>& trace, const std::vector<Tensor>& arguments,
                  const std::vector<std::string>& names, detail::LeafFunction function) {
  std::vector<Tensor> values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].is_empty()) {
      detail::fail_at(
          Where(), Code::kTreesDiffer,
          fmt::format("{} of the traced function is an empty Tensor; give its type, as Tensor::spec(f32, {{2, 3}})",
                      i < names.size() ? names[i] : fmt::format("leaf {}", i)));
    }
    core::Value* value = trace->function().body().add_argument(detail::type_of(trace->context(), arguments[i]));
    if (i < names.size()) value->set_name(trace->context().name(names[i]));
    values.push_back(traced_tensor(trace, value, Where()));
  }
  const std::vector<Tensor> results = function(values);
  Site site("the result of the traced function", Where());
  std::vector<core::Value*> returned;
  std::vector<core::Type> types;
  for (const Tensor& result : results) {
    returned.push_back(site.value(Operand(result, Where())));
    types.push_back(returned.back()->type());
  }
  site.add_op(core::OpKind::kReturn, returned, {});
  trace->function().set_result_types(types);
}

// What nobody needs goes, that an error left unfinished and the user went on without among it.
void drop_unused(core::Region& body) {
  for (core::Op* op = body.last(); op != nullptr;) {
    core::Op* previous = op->previous();
    const bool stays = op->info().has(core::kTerminator) || op->info().has(core::kSideEffects) ||
                       op->bool_attr(core::AttrKey::kHasSideEffect);
    if (!stays && op->is_unused()) op->erase();
    op = previous;
  }
}

// Marks go, and hand their names to what they mark; loops become what completion knows.
void finish(core::Region& body) {
  drop_unused(body);
  core::ir::walk(body, [](core::Op& op) {
    if (!op.is(core::OpKind::kMark) || !op.has_attr(core::AttrKey::kName)) return;
    core::Value* value = op.operand(0);
    while (value->op() != nullptr && value->op()->is(core::OpKind::kMark)) value = value->op()->operand(0);
    if (value->op() != nullptr && value->name().empty()) {
      value->set_name(op.module().context().name(op.text_attr(core::AttrKey::kName)));
    }
  });
  core::ir::unmark(body);
  core::transform::unmark_relus(body);
  drop_unused(body);  // what only a gradient would have used
  core::transform::lower_loops(body);
  core::front::order_by_results(body);
}

// Sharding groups and channels are numbered as they come in the program.
void number_in_order(core::Region& body) {
  std::unordered_map<std::int64_t, std::int64_t> groups;
  std::int64_t channels = 0;
  core::ir::walk(body, [&](core::Op& op) {
    core::Context& context = op.module().context();
    if (op.is(core::OpKind::kShardingGroup)) {
      const auto number = groups.try_emplace(op.int_attr(core::AttrKey::kGroupId), std::ssize(groups)).first->second;
      op.set_attr(core::AttrKey::kGroupId, context.integer(number));
    }
    if (op.has_attr(core::AttrKey::kChannelId)) {
      op.set_attr(core::AttrKey::kChannelId, context.integer(++channels));
    }
  });
}

// Values are called as the user named them, or after the line that made them; numbered where several are.
class Namer {
 public:
  explicit Namer(TracedModule& traced) : traced_(traced) {
    for (const core::Value* argument : traced.function().body().arguments()) take(std::string(argument->name().text()));
  }

  void name(core::Region& region) {
    for (core::Op& op : region) {
      for (core::Value* result : op.results()) {
        result->set_name(traced_.context->name(take(name_for(*result, op, "value", ""))));
      }
      for (int i = 0; i < op.num_regions(); ++i) {
        for (core::Value* argument : op.region(i).arguments()) {
          argument->set_name(traced_.context->name(take(name_for(*argument, op, "in", "_in"))));
        }
        name(op.region(i));
      }
    }
  }

 private:
  std::string name_for(const core::Value& value, const core::Op& op, const char* otherwise, const char* suffix) const {
    if (!value.name().empty()) return std::string(value.name().text());
    const Where where = traced_.where_of(op);
    return where.line > 0 ? detail::name_of(where) + suffix : otherwise;
  }

  std::string take(std::string name) {
    int& count = used_[name];
    std::string out = name;
    while (!taken_.insert(out).second) out = fmt::format("{}_{}", name, ++count);
    return out;
  }

  TracedModule& traced_;
  std::unordered_map<std::string, int> used_;
  std::unordered_set<std::string> taken_;
};

// The lines of the text belong to lines of the user's program: ops of the trace and of what was read go in step.
void find_origins(const TracedModule& module, const core::Region& traced, const core::Region& read,
                  const core::LineIndex& lines, std::vector<core::SourceText::Origin>& origins) {
  const core::Op* other = read.first();
  for (const core::Op& op : traced) {
    if (other == nullptr || other->kind() != op.kind()) return;
    const Where where = module.where_of(op);
    const int line = lines.line(other->offset());
    if (where.line > 0 && line > 0) {
      if (std::ssize(origins) < line) origins.resize(line);
      origins[line - 1] = {where.file, where.line};
    }
    for (int i = 0; i < op.num_regions(); ++i) {
      find_origins(module, op.region(i), other->region(i), lines, origins);
    }
    other = other->next();
  }
}

std::shared_ptr<const detail::ReadProgram> written_and_read(TracedModule& traced, Where where) {
  core::Region& body = traced.function().body();
  Namer(traced).name(body);
  const std::string name = where.line > 0 ? fmt::format("<trace at {}>", detail::shown(where)) : std::string("<trace>");
  auto source = std::make_shared<core::SourceText>(name, detail::take(core::text::write_stablehlo(*traced.module)));
  return detail::read_source(source, {0, source->text().size()}, "", [&](const core::Module& read) {
    std::vector<core::SourceText::Origin> origins;
    find_origins(traced, body, read.entry()->body(), core::LineIndex(*source), origins);
    source->set_origins(std::move(origins));
  });
}

}  // namespace

namespace detail {

Program trace_leaves(const std::vector<Tensor>& arguments, const std::vector<std::string>& names,
                     const std::vector<int>& sizes, LeafFunction function) {
  return guarded([&] {
    auto trace = std::make_shared<Trace>();
    const CurrentTrace current(trace);
    run_function(trace, arguments, names, function);
    finish(trace->function().body());
    number_in_order(trace->function().body());
    warn_of_unrolled_loops(*trace);
    if (const core::MeshPtr mesh = trace->manual_mesh()) fill_groups(trace->module(), *mesh);
    return program_of([traced = std::make_shared<TracedModule>(trace->take_module()),
                       where = trace->where()] { return guarded([&] { return written_and_read(*traced, where); }); },
                      trace->take_warnings(), sizes, trace->manual_mesh());
  });
}

void trace_types(const std::vector<Tensor>& arguments, LeafFunction function) {
  guarded([&] {
    auto trace = std::make_shared<Trace>();
    const CurrentTrace current(trace);
    run_function(trace, arguments, {}, function);
  });
}

std::string_view name_in_list(std::string_view list, std::size_t i) {
  for (; i > 0; --i) list.remove_prefix(std::min(list.find(',') + 1, list.size()));
  list = list.substr(0, list.find(','));
  while (!list.empty() && list.front() == ' ') list.remove_prefix(1);
  while (!list.empty() && list.back() == ' ') list.remove_suffix(1);
  return list;
}

void check_same_leaves(std::size_t a, std::size_t b, Where where) {
  if (a == b) return;
  fail_at(where, Code::kTreesDiffer,
          fmt::format("trees of {} and of {} tensors are put together; they must have the same leaves", a, b));
}

}  // namespace detail
}  // namespace v1
}  // namespace partita

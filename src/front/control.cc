// Loops and branches: regions of the trace.
#include "partita/control.h"

#include <fmt/format.h>

#include "front/regions.h"
#include "transform/grad/remat.h"

namespace partita {
inline namespace v1 {
namespace detail {
namespace {

using core::AttrKey;
using core::Code;
using core::ElementType;
using core::OpKind;
using core::Type;
using core::Value;

std::string leaf_name(const std::vector<std::string>& names, size_t i) {
  if (i < names.size() && !names[i].empty()) return names[i];
  return names.size() <= 1 ? std::string("the carry") : fmt::format("leaf {} of the carry", i);
}

void check_carries(Site& site, const std::vector<Value*>& given, size_t first, const std::vector<Type>& wanted,
                   const std::vector<std::string>& names) {
  if (given.size() < first || given.size() - first != wanted.size()) {
    site.fail(Code::kCarryDiffers, fmt::format("the body takes {} tensors and gives {}", wanted.size(),
                                               given.size() - std::min(first, given.size())));
  }
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (given[first + i]->type() == wanted[i]) continue;
    site.fail(Code::kCarryDiffers,
              fmt::format("the body takes {} as {} and gives {}; a carry keeps its type, so convert or reshape it",
                          leaf_name(names, i), type_text(wanted[i]), type_text(given[first + i]->type())));
  }
}

Value* scalar_of_pred(Site& site, const Tensor& tensor, const char* what) {
  Value* value = site.value(Operand(tensor, site.where()));
  if (value->type().rank() != 0 || value->type().element() != ElementType::kPred) {
    site.fail(Code::kTypesDiffer, fmt::format("{} is {}, a scalar of pred is wanted; any or all make one of many", what,
                                              type_text(value->type())));
  }
  return value;
}

}  // namespace

Tensor counter(std::int64_t count, Where where) { return iota(s32, {count}, 0, where); }

Leaves scan_leaves(const char* name, const Leaves& xs, const Leaves& carries, const std::vector<std::string>& names,
                   ScanOptions options, Where where, FunctionRef<Leaves(const Leaves&)> body) {
  return guarded([&] {
    Site site(name, where);
    if (options.segment < 0) site.fail(Code::kOpArguments, fmt::format("segments of {} steps", options.segment));
    if (xs.empty()) site.fail(Code::kOpArguments, "nothing to go through: xs has no tensors; use repeat");
    std::vector<Value*> operands = values_of(site, xs);
    std::vector<Type> arguments;
    for (size_t i = 0; i < xs.size(); ++i) {
      const Type type = operands[i]->type();
      if (type.rank() == 0 || type.dim(0) != xs[0].shape()[0]) {
        site.fail(Code::kShapesDiffer,
                  fmt::format("tensors of xs are {} and {}; all have one size of the first dimension, along which the "
                              "loop goes",
                              xs[0].type_text(), type_text(type)));
      }
      arguments.push_back(site.tensor(type.element(), type.dims().subspan(1)));
    }
    const std::vector<Value*> starts = values_of(site, carries);
    const std::vector<Type> carried = types_of(starts);
    operands.insert(operands.end(), starts.begin(), starts.end());
    arguments.insert(arguments.end(), carried.begin(), carried.end());
    core::Context& context = site.context();
    // What the op gives is known when its body is traced.
    UnfinishedOp op(site.add_op(OpKind::kScan, operands, {},
                                {{AttrKey::kDimension, context.integer(0)},
                                 {AttrKey::kNumCarries, context.integer(std::ssize(carries))},
                                 {AttrKey::kIsReverse, context.boolean(options.reverse)}},
                                1));
    const std::vector<Value*> given =
        fill_region(site, op->region(0), fmt::format("the body of {}", name), arguments, body);
    const size_t ys = given.size() - std::min(carries.size(), given.size());
    check_carries(site, given, ys, carried, names);
    std::vector<Type> results;
    for (size_t i = 0; i < ys; ++i) {
      std::vector<std::int64_t> dims(given[i]->type().dims().begin(), given[i]->type().dims().end());
      dims.insert(dims.begin(), xs[0].shape()[0]);
      results.push_back(site.tensor(given[i]->type().element(), dims));
    }
    results.insert(results.end(), carried.begin(), carried.end());
    core::Op& scan = op.finish(results);
    if (options.segment == 0) return results_of(site, scan);
    Leaves out;
    for (Value* result : core::transform::segment_scan(scan, options.segment))
      out.push_back(site.marked_result(result));
    return out;
  });
}

namespace {

// At most so many steps, each of which does nothing once the condition has failed.
Leaves bounded_while(const Leaves& carries, const std::vector<std::string>& names, std::int64_t trips, Where where,
                     FunctionRef<Tensor(const Leaves&)> condition, FunctionRef<Leaves(const Leaves&)> body) {
  Leaves all = carries;
  all.push_back(full(pred, {}, 1, where));
  std::vector<std::string> all_names = names;
  all_names.emplace_back("flag");
  Leaves out =
      scan_leaves("while_loop", {counter(trips, where)}, all, all_names, {}, where, [&](const Leaves& in) -> Leaves {
        const Leaves state(in.begin() + 1, in.end() - 1);
        Site site("while_loop", where);
        Value* goes_on = scalar_of_pred(site, condition(state), "the condition");
        const Operand flags[] = {Operand(in.back(), where), Operand(site.result(goes_on), where)};
        const Tensor flag = flags[0] & flags[1];
        const auto step = [&] {
          Leaves next = body(state);
          check_carries(site, values_of(site, next), 0, types_of(values_of(site, state)), names);
          return next;
        };
        const auto rest = [&] { return Leaves(state); };
        Leaves next = branch_leaves("while_loop", flag, {step, rest}, where);
        next.push_back(flag);
        return next;
      });
  out.pop_back();
  return out;
}

}  // namespace

Leaves while_leaves(const Leaves& carries, const std::vector<std::string>& names, WhileOptions options, Where where,
                    FunctionRef<Tensor(const Leaves&)> condition, FunctionRef<Leaves(const Leaves&)> body) {
  return guarded([&] {
    Site site("while_loop", where);
    if (options.max_trips < 0) site.fail(Code::kOpArguments, fmt::format("max_trips is {}", options.max_trips));
    if (options.max_trips > 0) return bounded_while(carries, names, options.max_trips, where, condition, body);
    const std::vector<Value*> starts = values_of(site, carries);
    const std::vector<Type> types = types_of(starts);
    UnfinishedOp op(site.add_op(OpKind::kWhile, starts, types, {}, 2));
    fill_region(site, op->region(0), "the condition of while_loop", types, [&](const Leaves& in) -> Leaves {
      return {site.result(scalar_of_pred(site, condition(in), "the condition"))};
    });
    const std::vector<Value*> given = fill_region(site, op->region(1), "the body of while_loop", types, body);
    check_carries(site, given, 0, types, names);
    return results_of(site, op.finish());
  });
}

Leaves branch_leaves(const char* name, const Tensor& index, const std::vector<FunctionRef<Leaves()>>& branches,
                     Where where) {
  return guarded([&] {
    Site site(name, where);
    const bool two = std::string_view(name) != "choose";
    if (branches.empty()) site.fail(Code::kOpArguments, "without branches");
    Value* which = nullptr;
    if (two) {
      which = scalar_of_pred(site, index, "the condition");
    } else {
      which = site.value(Operand(index, where));
      if (which->type().rank() != 0 || !core::ir::is_integer(which->type().element())) {
        site.fail(Code::kTypesDiffer,
                  fmt::format("the index is {}, an integer scalar is wanted", type_text(which->type())));
      }
      which = site.convert(which, ElementType::kS32);
    }
    const int count = static_cast<int>(branches.size());
    UnfinishedOp op(site.add_op(two ? OpKind::kIf : OpKind::kCase, std::span(&which, 1), {}, {}, count));
    std::vector<Type> types;
    for (size_t i = 0; i < branches.size(); ++i) {
      const std::vector<Type> given =
          types_of(fill_region(site, op->region(static_cast<int>(i)), fmt::format("branch {} of {}", i, name), {},
                               [&](const Leaves&) { return branches[i](); }));
      if (i == 0) types = given;
      if (given.size() != types.size()) {
        site.fail(Code::kBranchesDiffer,
                  fmt::format("branch 0 gives {} tensors, branch {} gives {}", types.size(), i, given.size()));
      }
      for (size_t k = 0; k < given.size(); ++k) {
        if (given[k] == types[k]) continue;
        site.fail(
            Code::kBranchesDiffer,
            fmt::format("branch 0 gives {}, branch {} gives {}{}; convert or reshape one of them", type_text(types[k]),
                        i, type_text(given[k]), given.size() > 1 ? fmt::format(" as tensor {}", k) : std::string()));
      }
    }
    return results_of(site, op.finish(types));
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace partita

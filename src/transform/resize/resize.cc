#include "transform/resize/resize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>

#include "ir/build/tensor_builder.h"
#include "ir/numeric/float_formats.h"
#include "ir/shown.h"
#include "ir/verify.h"
#include "transform/resize/marks.h"

namespace partita::core::transform {
namespace {

Error usage(const std::string& message) { return Error{error_without_place(Code::kUsage, message)}; }

bool is_made_of_nothing(const Op& op) {
  if (op.is(OpKind::kBroadcastInDim)) return op.operand(0)->op() != nullptr && is_made_of_nothing(*op.operand(0)->op());
  return op.is(OpKind::kConstant) || op.is(OpKind::kIota);
}

// Equal constants are one value in many programs, for batches and for other dimensions of the same size: every use gets
// its own.
void separate_constants(Function& entry) {
  std::vector<Op*> found;
  ir::walk(entry.body(), [&](Op& op) {
    if (is_made_of_nothing(op) && op.result()->type().is_tensor() && op.result()->type().rank() > 0) {
      found.push_back(&op);
    }
  });
  for (auto op = found.rbegin(); op != found.rend(); ++op) {  // what a broadcast reads, after the broadcast
    std::vector<Use*> uses;
    for (Use* use = (*op)->result()->first_use(); use != nullptr; use = use->next()) uses.push_back(use);
    for (size_t i = 1; i < uses.size(); ++i) {
      Op* user = uses[i]->op();
      const int index = uses[i]->index();
      Module::ValueMap map;
      Op* copy = entry.module().clone_op(**op, *user->parent(), map, user);
      user->set_operand(index, copy->result());
    }
  }
}

// The number that all elements of a constant of floats are.
std::optional<double> splat_number(const Value* value) {
  const Op* op = value->op();
  while (op != nullptr && op->is(OpKind::kBroadcastInDim)) op = op->operand(0)->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return std::nullopt;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  const ElementType element = literal.type.element();
  if (!(literal.splat || literal.type.num_elements() == 1) || !is_float(element)) return std::nullopt;
  double number = 0;
  ir::decode(element, literal.data->data(), &number, 1);
  return number;
}

class Resizing {
 public:
  Resizing(Module& module, Function& entry, int64_t old_size, int64_t new_size)
      : module_(module), entry_(entry), old_(old_size), new_(new_size) {}

  Result<std::vector<ArgumentDim>> run(ArgumentDim batch) {
    separate_constants(entry_);
    PARTITA_CHECK_OK(follow(batch));
    // New constants are values like others: what they are part of is followed again.
    if (rescale_means()) PARTITA_CHECK_OK(follow(batch));
    Status changed;
    ir::walk(entry_.body(), [&](Op& op) {
      if (changed.ok()) changed = change_attributes(op);
    });
    PARTITA_CHECK_OK(changed);
    PARTITA_CHECK_OK(change_types(entry_.body()));
    std::vector<ArgumentDim> out;
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      for (int d = 0; d < std::ssize(marks_.of(entry_.argument(i))); ++d) {
        if (marks_.has(entry_.argument(i), d)) out.push_back({i, d});
      }
    }
    std::vector<Type> results;
    for (const Value* value : entry_.body().terminator()->operands()) results.push_back(value->type());
    entry_.set_result_types(std::move(results));
    Diagnostics diagnostics;
    if (ir::verify(module_, diagnostics)) return out;
    Diagnostic first = diagnostics.all().front();
    first.message = fmt::format("with a batch of {} instead of {}: {}", new_, old_, first.message);
    first.code = Code::kUsage;
    return Error{first};
  }

 private:
  Status follow(ArgumentDim batch) {
    PARTITA_ASSIGN(marks_, BatchMarks::follow(entry_, entry_.argument(batch.argument), batch.dim));
    return {};
  }

  Result<int64_t> resized(const Op* op, const Value* value, int dim) const {
    const int64_t now = value->type().dim(dim);
    const BatchMark& mark = marks_.of(value)[dim];
    if (mark.size * new_ % old_ == 0) return now / mark.size * (mark.size * new_ / old_);
    const int64_t parts = old_ / mark.size;
    const std::string why =
        fmt::format("{} has the {} of it in {} parts of {}, which {} does not divide into; take a multiple of {}",
                    ir::shown_name(value), old_, parts, mark.size, new_, parts);
    return op != nullptr ? cannot_resize(*op, why) : usage("the batch cannot change: " + why);
  }

  Status change_type(const Op* op, Value* value) {
    if (marks_.of(value).empty()) return {};
    std::vector<int64_t> dims(value->type().dims().begin(), value->type().dims().end());
    for (int d = 0; d < std::ssize(dims); ++d) {
      if (!marks_.has(value, d)) continue;
      PARTITA_ASSIGN(dims[d], resized(op, value, d));
    }
    if (!ir::checked_element_count(dims)) return usage(fmt::format("{} would be too large", ir::shown_name(value)));
    value->set_type(module_.context().tensor(value->type().element(), dims));
    return {};
  }

  Status change_types(Region& region) {
    for (Value* argument : region.arguments()) PARTITA_CHECK_OK(change_type(region.parent_op(), argument));
    for (Op& op : region) {
      for (int i = 0; i < op.num_results(); ++i) PARTITA_CHECK_OK(change_type(&op, op.result(i)));
      for (int r = 0; r < op.num_regions(); ++r) PARTITA_CHECK_OK(change_types(op.region(r)));
    }
    return {};
  }

  // Entries of a list with one for each dimension of `value`, where they are all of a dimension that changes.
  Status change_sizes(Op& op, AttrKey key, const Value* value) {
    const std::span<const int64_t> given = op.ints_attr(key);
    std::vector<int64_t> sizes(given.begin(), given.end());
    for (int d = 0; d < std::ssize(sizes); ++d) {
      if (!marks_.has(value, d) || sizes[d] != value->type().dim(d)) continue;
      PARTITA_ASSIGN(sizes[d], resized(&op, value, d));
    }
    if (!std::equal(given.begin(), given.end(), sizes.begin())) op.set_attr(key, module_.context().ints(sizes));
    return {};
  }

  // Before types change.
  Status change_attributes(Op& op) {
    switch (op.kind()) {
      case OpKind::kConstant: {
        if (marks_.of(op.result()).empty()) return {};
        const Literal& literal = op.attr(AttrKey::kValue).literal();
        if (!literal.splat && literal.type.num_elements() > 1) return cannot_resize(op, "it holds data along it");
        std::vector<int64_t> dims(literal.type.dims().begin(), literal.type.dims().end());
        for (int d = 0; d < std::ssize(dims); ++d) {
          if (!marks_.has(op.result(), d)) continue;
          PARTITA_ASSIGN(dims[d], resized(&op, op.result(), d));
        }
        const Type type = module_.context().tensor(literal.type.element(), dims);
        op.set_attr(AttrKey::kValue, module_.context().dense(type, true, literal.data));
        return {};
      }
      case OpKind::kSlice: return change_sizes(op, AttrKey::kLimitIndices, op.operand(0));
      case OpKind::kGather:
      case OpKind::kDynamicSlice: return change_sizes(op, AttrKey::kSliceSizes, op.operand(0));
      default: return {};
    }
  }

  // How many elements sums over the batch add up.
  std::set<double> counts() const {
    std::set<double> out;
    ir::walk(std::as_const(entry_).body(), [&](const Op& op) {
      if (!op.is(OpKind::kReduce)) return;
      double count = 1;
      bool over_batch = false;
      for (int64_t d : op.ints_attr(AttrKey::kDimensions)) {
        count *= static_cast<double>(op.operand(0)->type().dim(static_cast<int>(d)));
        over_batch |= marks_.has(op.operand(0), static_cast<int>(d));
      }
      if (over_batch && count > 1) out.insert(count);
    });
    return out;
  }

  bool rescale_means() {
    bool any = false;
    const std::set<double> counts_of_sums = counts();
    const double ratio = static_cast<double>(new_) / static_cast<double>(old_);
    std::vector<Op*> found;
    ir::walk(entry_.body(), [&](Op& op) {
      if (op.is(OpKind::kDivide) || op.is(OpKind::kMultiply)) found.push_back(&op);
    });
    for (Op* op : found) {
      for (int i = op->is(OpKind::kDivide) ? 1 : 0; i < 2; ++i) {
        const std::optional<double> number = splat_number(op->operand(i));
        if (!number || *number == 0) continue;
        const auto is = [&](double x) { return std::abs(*number - x) <= 1e-6 * std::abs(x); };
        for (double count : counts_of_sums) {
          if (!is(count) && !is(1 / count)) continue;
          replace_number(*op, i, *number * (is(count) ? ratio : 1 / ratio));
          any = true;
          break;
        }
      }
    }
    return any;
  }

  // The constant may have other uses: this one gets its own.
  void replace_number(Op& op, int i, double number) {
    Value* old = op.operand(i);
    std::vector<Op*> chain;  // broadcasts, then the constant
    for (Op* at = old->op();; at = at->operand(0)->op()) {
      chain.push_back(at);
      if (at->is(OpKind::kConstant)) break;
    }
    ir::TensorBuilder builder(&op);
    Value* made = builder.splat(chain.back()->result()->type(), number);
    for (auto link = chain.rbegin() + 1; link != chain.rend(); ++link) {
      Module::ValueMap map;
      map.set((*link)->operand(0), made);
      made = module_.clone_op(**link, *op.parent(), map, &op)->result();
    }
    op.set_operand(i, made);
  }

  Module& module_;
  Function& entry_;
  int64_t old_, new_;
  BatchMarks marks_;
};

}  // namespace

Result<ArgumentDim> guess_batch(const Function& entry) {
  std::optional<ArgumentDim> found;
  for (int i = 0; i < entry.num_arguments(); ++i) {
    const Type type = entry.argument(i)->type();
    if (!type.is_tensor() || type.rank() == 0 || ir::element_class(type.element()) != ElementClass::kSigned) continue;
    if (found && entry.argument(found->argument)->type().dim(0) != type.dim(0)) {
      return usage(
          fmt::format("arguments {} and {} of integers begin with different dimensions; name the one that is "
                      "the batch, as in batch=arg{}.0:8|16",
                      found->argument, i, i));
    }
    if (!found) found = ArgumentDim{i, 0};
  }
  if (found) return *found;
  return usage(
      "no argument is of integers, so nothing tells which one has the batch; name it, as in batch=arg0.0:8|16");
}

Result<std::vector<ArgumentDim>> resize_batch(Module& module, Function& entry, ArgumentDim batch, int64_t size) {
  const int64_t now = entry.argument(batch.argument)->type().dim(batch.dim);
  if (now < 1 || size < 1) return usage("a batch has at least one element");
  return Resizing(module, entry, now, size).run(batch);
}

}  // namespace partita::core::transform

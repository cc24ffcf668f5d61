// One call of an op by the user: its operands as values of the trace, what it adds to the program, and what is wrong
// with it.
// pointwise.cc has the shortest ones.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "front/trace.h"
#include "partita/ops.h"

namespace partita {
inline namespace v1 {
namespace detail {

class Site {
 public:
  // The line is that of the first operand, of which there must be one.
  Site(std::string_view op, std::initializer_list<const Operand*> operands);
  Site(std::string_view op, std::span<const Operand> operands, Where otherwise);
  Site(std::string_view op, Where where);

  Trace& trace() const { return *trace_; }
  core::Context& context() const { return trace_->context(); }
  Where where() const { return where_; }
  const std::string& op() const { return op_; }

  // A tensor as a value; where a number is given instead it has the type of `like`.
  core::Value* value(const Operand& operand);
  core::Value* value(const Operand& operand, core::ElementType like);
  core::Value* number(const Operand& operand, core::ElementType type, std::span<const std::int64_t> dims = {});
  // The element type that all tensors among these have; fails where they differ or there is none.
  core::ElementType common_type(std::initializer_list<const Operand*> operands);
  // The shape that all of them have together, as NumPy broadcasts; an operand in it; and all of them, of one type.
  std::vector<std::int64_t> common_dims(std::initializer_list<const Operand*> operands);
  core::Value* shaped(const Operand& operand, core::ElementType like, std::span<const std::int64_t> dims);
  std::vector<core::Value*> broadcast(std::initializer_list<const Operand*> operands);
  core::Value* broadcast_to(core::Value* value, std::span<const std::int64_t> dims);

  // Counted from 0; fails where there is none of it. Of Dims: in order, without repetition.
  int dim(int dim, int rank);
  std::vector<std::int64_t> dims(const Dims& dims, int rank);
  core::Type tensor(core::ElementType element, std::span<const std::int64_t> dims);

  // New ops. Types are inferred where they follow from the operands, and must be given elsewhere.
  core::Op* add_op(core::OpKind kind, std::span<core::Value* const> operands, std::span<const core::Type> results,
                   std::initializer_list<core::KeyedAttr> attrs = {}, int regions = 0);
  core::Value* add(core::OpKind kind, std::initializer_list<core::Value*> operands,
                   std::initializer_list<core::KeyedAttr> attrs = {}, core::Type result = {});
  core::Value* add(core::OpKind kind, const std::vector<core::Value*>& operands,
                   std::initializer_list<core::KeyedAttr> attrs = {}, core::Type result = {});
  core::Value* reshape(core::Value* value, std::span<const std::int64_t> dims);
  core::Value* transpose(core::Value* value, std::span<const std::int64_t> order);
  core::Value* convert(core::Value* value, core::ElementType type);
  // A mark of ops.def: the same value, of which something is said. Ops with regions may be replaced while gradients are
  // made; what they give is marked, so that tensors of the user stay what they are.
  core::Value* mark(core::Value* value, std::string_view kind, std::string_view name = {});
  Tensor marked_result(core::Value* value);
  // The region of a reduce, scatter or scan: `kind` of two scalars.
  void fill_combiner(core::Region& region, core::OpKind kind, core::ElementType type);

  Tensor result(core::Value* value) const { return traced_tensor(trace_, value, where_); }

  [[noreturn]] void fail(core::Code code, const std::string& message) const;

 private:
  void remember(const Operand& operand);  // for notes
  core::Value* traced_value(const Tensor& tensor, const TensorImpl& impl) const;

  std::string op_;
  Where where_;
  std::shared_ptr<Trace> trace_;
  std::vector<Tensor> given_;
};

std::string type_text(core::Type type);  // "f32[2,3]", as Tensor says it

}  // namespace detail
}  // namespace v1
}  // namespace partita

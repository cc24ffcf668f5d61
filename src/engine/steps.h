// The kinds of steps.
#pragma once

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "engine/loop/program.h"
#include "engine/move/move.h"
#include "engine/product/convolution.h"
#include "engine/product/matmul.h"
#include "engine/step.h"
#include "eval/tensor.h"

namespace partita::core::engine {

class CopyStep : public Step {
 public:
  CopyStep(const Op* op, const View& from, const View& to);
  Status run(Device& device) const override;
  std::string what() const override { return "copy"; }

 private:
  Place from_, to_;
  move::Copy copy_;
};

// An op by the reference evaluator, on tensors made of views.
class EvaluatorStep : public Step {
 public:
  explicit EvaluatorStep(const Op& op) : Step(&op) {}
  Status run(Device& device) const override;
  std::string what() const override { return "evaluator"; }
  bool is_evaluator() const override { return true; }

  std::vector<View> operands, results;  // without a buffer for tokens
  std::vector<std::pair<const Value*, View>> captured;
};

class LoopStep : public Step {
 public:
  LoopStep(const Op* op, const loop::Program& program, std::vector<Place> places, const std::vector<View>& loads,
           const std::vector<View>& stores);
  Status run(Device& device) const override;
  std::string what() const override { return "loop"; }
  size_t scratch_bytes() const override { return kernel_->scratch_bytes(); }

 private:
  std::vector<Place> places_;
  std::shared_ptr<const loop::Kernel> kernel_;
};

class ProductStep : public Step {
 public:
  ProductStep(const Op* op, const product::MatmulSpec& spec, const View& lhs, const View& rhs, const View& result);
  Status run(Device& device) const override;
  std::string what() const override { return "product"; }
  size_t scratch_bytes() const override { return product_->scratch_bytes(); }

 private:
  Place lhs_, rhs_, result_;
  std::shared_ptr<const product::Matmul> product_;
};

// The right operand of a product, as products read it that are told so (MatmulSpec::rhs_packed).
class PackStep : public Step {
 public:
  PackStep(const Op* op, std::shared_ptr<const product::Matmul> product, const View& rhs, const Place& to);
  Status run(Device& device) const override;
  std::string what() const override { return "pack"; }

 private:
  Place rhs_, to_;
  std::shared_ptr<const product::Matmul> product_;
};

class ConvolutionStep : public Step {
 public:
  ConvolutionStep(const Op* op, const product::ConvolutionSpec& spec, const View& lhs, const View& rhs,
                  const View& result);
  Status run(Device& device) const override;
  std::string what() const override { return "convolution"; }
  size_t scratch_bytes() const override { return convolution_->scratch_bytes(); }

 private:
  Place lhs_, rhs_, result_;
  std::shared_ptr<const product::Convolution> convolution_;
};

class PadStep : public Step {
 public:
  PadStep(const Op* op, const View& from, const View& value, Ints low, Ints interior, const View& to);
  Status run(Device& device) const override;
  std::string what() const override { return "pad"; }

 private:
  Place from_, value_, to_;
  move::Pad pad_;
};

// A register becomes the offset of a dynamic slice.
class OffsetStep : public Step {
 public:
  OffsetStep(const Op* op, std::vector<View> starts, const View& of, Ints sizes, int reg);
  Status run(Device& device) const override;
  std::string what() const override { return "offset"; }

 private:
  std::vector<View> starts_;
  std::vector<int64_t> dims_, sizes_, strides_;
  int width_, from_, register_;
};

// For each index vector, the window of an operand that it names: where it begins, in elements of the operand, and
// whether it lies inside. Slices of gathers are clamped, windows of scatters that do not fit are left out.
struct WindowIndices {
  View indices;                        // dims: those of the batch, then the components of a vector
  std::vector<int64_t> strides, most;  // of the operand, by component; the last place where the window fits
  std::vector<int64_t> batch_strides;  // of the operand for each dimension of the batch, 0 where it does not move
  bool clamps = true;

  int64_t count() const;
  // Offsets of all windows, below 0 where the operand is seen reversed; kLeftOut of those that are left out.
  static constexpr int64_t kLeftOut = std::numeric_limits<int64_t>::min();
  void read(const Device& device, std::vector<int64_t>& offsets) const;
};

class GatherStep : public Step {
 public:
  // The window of the operand at each index to the window of the result at each place of the batch.
  GatherStep(const Op* op, WindowIndices indices, const View& operand_window, const View& result_window,
             std::vector<int64_t> result_batch_strides);
  Status run(Device& device) const override;
  std::string what() const override { return "gather"; }

 private:
  WindowIndices indices_;
  Place from_, to_;
  int width_;
  int64_t row_bytes_ = 0;  // where windows are runs, and places one after the other
  std::vector<int64_t> batch_strides_;
  move::Copy copy_;
};

class ScatterStep : public Step {
 public:
  // `combine` has the window of the operand in buffers 0 and 2 and that of the update in 1; null to overwrite.
  ScatterStep(const Op* op, WindowIndices indices, const View& operand_window, const View& update_window,
              std::vector<int64_t> update_batch_strides, std::shared_ptr<const loop::Kernel> combine);
  Status run(Device& device) const override;
  std::string what() const override { return "scatter"; }
  size_t scratch_bytes() const override { return combine_ ? combine_->scratch_bytes() : 0; }

 private:
  WindowIndices indices_;
  Place operand_, update_;
  int width_;
  std::vector<int64_t> batch_strides_;
  std::shared_ptr<const loop::Kernel> combine_;
  move::Copy copy_;
};

// select_and_scatter of f32 or f64: the first of a window that no later one beats takes the source's element.
class SelectAndScatterStep : public Step {
 public:
  // A dimension of the windows.
  struct Dim {
    int64_t size, stride, low;
  };
  // `keeps`: of the element chosen so far and the next one. The result is dense.
  SelectAndScatterStep(const Op* op, loop::Op keeps, std::vector<Dim> window, const View& operand, const View& source,
                       const View& initial, const View& result);
  Status run(Device& device) const override;
  std::string what() const override { return "window"; }

 private:
  template <typename T, typename Keeps>
  void run_as(const T* operand, const T* source, T* result, int64_t begin, int64_t end, Keeps keeps) const;
  bool has_tasks() const;
  template <typename T>
  void run_of(Device& device) const;

  loop::Op keeps_;
  std::vector<Dim> window_;
  View operand_, source_, initial_, result_;
};

class WhileStep : public Step {
 public:
  explicit WhileStep(const Op& op);
  Status run(Device& device) const override;
  std::string what() const override { return "while"; }
  bool is_loop() const override { return true; }
  std::vector<const Steps*> parts() const override { return {&condition, &body}; }

  Steps condition, body;
  View again;                 // what the condition says
  std::vector<View> carried;  // by carry; without a buffer for tokens

 private:
  // The carries whose repetition shows that the loop never ends (eval/endless.h); nothing where it is not looked for.
  std::optional<std::vector<int>> deciding_;
};

class BranchStep : public Step {
 public:
  explicit BranchStep(const Op& op) : Step(&op) {}
  Status run(Device& device) const override;
  std::string what() const override { return "branch"; }
  std::vector<const Steps*> parts() const override;

  View index;  // pred of an if: true is the first
  std::vector<Steps> branches;
};

// A copy whose parts the team shares.
void copy_by_team(const Device& device, const move::Copy& copy, const std::byte* from, std::byte* to);
// An integer or pred of a view's first element.
int64_t integer_at(const Device& device, const View& view);
// The elements of a view as a tensor of the type.
Tensor tensor_of(const Device& device, const View& view, Type type);

}  // namespace partita::core::engine

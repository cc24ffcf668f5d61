// What the handles of the public classes stand for, and how the inside meets the public side: results become values or
// Error, a broken invariant becomes Error too.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/internal_error.h"
#include "base/result.h"
#include "cost/report.h"
#include "driver/compilation.h"
#include "engine/execute.h"
#include "eval/tensor.h"
#include "partita/custom_call.h"
#include "partita/error.h"
#include "partita/program.h"
#include "partita/run.h"
#include "partita/shard.h"
#include "partita/tensor.h"
#include "run/input_file.h"
#include "run/local_program.h"
#include "shard/unbound_sharding.h"

namespace partita {
inline namespace v1 {
namespace detail {

class Shared {
 public:
  virtual ~Shared() = default;
  mutable std::atomic<std::int64_t> references{1};
};

class Trace;

// Where a traced tensor is: never looked at once its trace, or the part of it that made the value, has ended.
struct TracedValue {
  std::shared_ptr<Trace> trace;  // null: the tensor is not traced
  core::Value* value = nullptr;
  int frame = 0;  // of the trace: its own body, or that of a loop, a branch, …
  Where made;
};

struct TensorImpl final : Shared {
  TensorImpl(DType type, Shape shape, std::shared_ptr<const core::Blob> data)
      : type(type), shape(std::move(shape)), data(std::move(data)) {}
  // Elements that stay in a file.
  TensorImpl(DType type, Shape shape, std::shared_ptr<const core::run::FileMapping> mapping,
             std::span<const std::byte> mapped)
      : type(type), shape(std::move(shape)), mapping(std::move(mapping)), mapped(mapped) {}
  TensorImpl(DType type, Shape shape, TracedValue traced)
      : type(type), shape(std::move(shape)), traced(std::move(traced)) {}

  bool is_spec() const { return data == nullptr && mapping == nullptr && traced.trace == nullptr; }
  std::span<const std::byte> bytes() const { return data != nullptr ? std::span<const std::byte>(*data) : mapped; }
  // For the evaluator: a copy of what stays in a file.
  std::shared_ptr<const core::Blob> blob() const {
    return data != nullptr ? data : std::make_shared<const core::Blob>(mapped.begin(), mapped.end());
  }

  const DType type;
  const Shape shape;
  const std::shared_ptr<const core::Blob> data;
  const std::shared_ptr<const core::run::FileMapping> mapping;
  const std::span<const std::byte> mapped;
  const TracedValue traced;
};

struct MeshImpl final : Shared {
  explicit MeshImpl(core::MeshPtr mesh) : mesh(std::move(mesh)) {}
  const core::MeshPtr mesh;
};

struct ShardingImpl final : Shared {
  explicit ShardingImpl(core::UnboundSharding sharding) : sharding(std::move(sharding)) {}
  const core::UnboundSharding sharding;
};

// A program through stage import; nothing changes it.
struct ReadProgram {
  core::Context context;
  std::shared_ptr<const core::SourceText> source;
  core::TextRange range;
  std::unique_ptr<core::Module> module;
};

// A program that has no text before somebody looks at it: one that was traced is written and read then.
class LateProgram {
 public:
  using Read = std::function<std::shared_ptr<const ReadProgram>()>;
  explicit LateProgram(std::shared_ptr<const ReadProgram> program) : program_(std::move(program)) {}
  explicit LateProgram(Read read) : read_(std::move(read)) {}

  // Any thread may be the first.
  const std::shared_ptr<const ReadProgram>& get() const {
    std::call_once(once_, [&] {
      if (read_) program_ = read_();
      read_ = nullptr;
    });
    return program_;
  }

 private:
  mutable std::once_flag once_;
  mutable Read read_;
  mutable std::shared_ptr<const ReadProgram> program_;
};

struct ProgramImpl final : Shared {
  struct PutHint {
    std::string name;  // as find_value takes it
    core::UnboundSharding sharding;
  };
  std::shared_ptr<const LateProgram> late;
  std::string entry;  // empty: @main, or the only function
  std::vector<PutHint> hints;
  std::vector<Diagnostic> diagnostics;  // warnings of its making
  std::vector<int> leaves;              // how many each argument of a traced function has; empty: of no such
  core::MeshPtr manual_mesh;            // of the axes that its manual code was traced for; null: none

  const std::shared_ptr<const ReadProgram>& read() const { return late->get(); }
  const core::Function& function() const;  // throws where nothing tells which
};

struct CustomCallsImpl final : Shared {
  std::vector<std::pair<std::string, const CustomCall*>> calls;
  const CustomCall* find(std::string_view target) const;
};

class CallHandlers;

struct CompiledImpl final : Shared {
  std::shared_ptr<const ReadProgram> read;  // the source
  mutable core::Context context;
  CustomCalls calls;
  std::unique_ptr<CallHandlers> handlers;
  std::function<void(core::Compilation&)> late_choices;  // what the options say of a program that is imported
  std::unique_ptr<core::Compilation> compilation;
  std::optional<core::LocalProgram> local;
  std::optional<core::CostReport> cost;
  Report report;
  std::vector<Diagnostic> diagnostics;
  mutable std::mutex mutex;                              // around all that makes types or attributes in the context
  mutable std::unique_ptr<core::engine::Runner> runner;  // from the first run on

  CompiledImpl();
  ~CompiledImpl() override;
};

// ---- errors

Diagnostic public_form(const core::Diagnostic& diagnostic);
std::vector<Diagnostic> public_form(const std::vector<core::Diagnostic>& diagnostics);
[[noreturn]] void fail(core::Code code, std::string message);
[[noreturn]] void fail(const core::Diagnostic& diagnostic);
// Of a stage that failed: its errors first.
[[noreturn]] void fail(const core::Diagnostics& diagnostics);

template <typename T>
T take(core::Result<T> result) {
  if (!result.ok()) fail(result.error().diagnostic);
  return std::move(result).value();
}

// A broken invariant of ours reaches the caller as an Error, too.
template <typename Work>
auto guarded(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const core::InternalError& error) {
    fail(core::Code::kInternal, error.what());
  } catch (const std::length_error& error) {
    throw std::bad_alloc();
  }
}

struct Access {
  template <typename Impl, typename Class>
  static const Impl& get(const Class& object) {
    if (object.handle_.get() == nullptr) fail(core::Code::kBadInput, "an object is used that was moved from");
    return static_cast<const Impl&>(*object.handle_.get());
  }
  template <typename Impl, typename Class>
  static const Impl* find(const Class& object) {
    return static_cast<const Impl*>(object.handle_.get());
  }
  template <typename Class>
  static Class make(const Shared* taken) {
    Class object;
    object.handle_ = Handle(taken);
    return object;
  }
};

// ---- between the two sides

// `before_import` sees it as it is read.
std::shared_ptr<const ReadProgram> read_source(std::shared_ptr<const core::SourceText> source, core::TextRange range,
                                               const std::string& entry,
                                               const std::function<void(const core::Module&)>& before_import = {});
Program program_of(LateProgram::Read read, std::vector<Diagnostic> diagnostics, std::vector<int> leaves,
                   core::MeshPtr manual_mesh);

Tensor spec_of(core::Type type);  // empty for what is no tensor
core::Type type_of(core::Context& context, const Tensor& tensor);
// Tensors for these types; kBadInput names what is missing or has another shape or type, as "argument 3".
std::vector<core::Tensor> inner_tensors(const std::vector<core::Type>& types, const std::vector<Tensor>& given,
                                        const char* what);
Tensor public_tensor(const core::Tensor& tensor);
Sharding public_sharding(const core::Sharding& sharding);
CallSite call_site(const core::Op& call);

}  // namespace detail
}  // namespace v1
}  // namespace partita

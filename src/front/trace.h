// A trace: the program that a function of the user makes while it runs. One thread has a stack of them, as a traced
// function may evaluate or trace another; the innermost is the one that ops go into.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "api/impl.h"
#include "base/diagnostics.h"
#include "ir/builder.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace detail {

// An error of the user's program. `notes` say where what it speaks of was made.
struct Note {
  Where where;
  std::string message;
};
[[noreturn]] void fail_at(Where where, core::Code code, std::string message, const std::vector<Note>& notes = {});

// What a trace made: ops, and the lines of the user that asked for them. An op's place stands in its offset, which
// transformations hand on to what they make of the op.
struct TracedModule {
  std::unique_ptr<core::Context> context;
  std::unique_ptr<core::Module> module;
  std::vector<Where> places;

  core::Function& function() const { return *module->entry(); }
  Where where_of(const core::Op& op) const { return op.offset() < places.size() ? places[op.offset()] : Where(); }
};

class Trace {
 public:
  // A region that ops are being put into: the function's body, or that of a loop, a branch or manual code.
  struct Frame {
    core::Region* region = nullptr;  // null once it has ended
    std::string what;                // "the trace", "the body of scan"
    Where where;
    int manual = -1;  // number of the manual code that it is the body of
  };
  // Manual code: its body, and where on the axes a device is.
  struct Manual {
    core::Region* body = nullptr;
    std::vector<MeshAxis> axes;
    std::vector<std::pair<std::string, core::Value*>> places;  // asked for: arguments behind those of the user
  };

  Trace();

  core::Context& context() { return *made_.context; }
  core::Module& module() { return *made_.module; }
  core::Region& region() { return *frames_[open_.back()].region; }
  int frame() const { return open_.back(); }
  const Frame& frame(int number) const { return frames_[number]; }
  bool is_open(int frame) const { return frames_[frame].region != nullptr; }
  Where where() const { return frames_[0].where; }
  core::Function& function() { return *function_; }

  // The trace is known by the first line that does something in it.
  void begins(Where where) {
    if (frames_[0].where.line == 0) frames_[0].where = where;
  }
  void enter(core::Region& region, std::string what, Where where, int manual = -1);
  void leave();

  int add_manual(Manual manual);
  Manual& manual(int number) { return manuals_[number]; }
  // From the innermost open one outwards.
  std::vector<int> open_manuals() const;
  // Whether manual code has begun since this frame: then its values cannot be used.
  bool is_hidden(int frame) const;
  // All axes that manual code was traced for; null where there is none.
  core::MeshPtr manual_mesh() const;

  // Who asked for an op: what names and messages are made of.
  void set_where(core::Op& op, Where where);
  Where where_of(const core::Op& op) const { return made_.where_of(op); }
  // A text that has as many lines as there are places, so that errors at ops are errors at the user's lines.
  void set_source();

  // Concrete tensors become constants, one in each region that uses them.
  core::Value* constant(const Tensor& tensor, const TensorImpl& impl, Where where);

  void warn(Where where, core::Code code, std::string message);
  std::vector<Diagnostic> take_warnings() { return std::move(warnings_); }
  int next_group() { return groups_++; }

  // Once all is made. No op may follow.
  TracedModule take_module() { return std::move(made_); }
  // The module goes; what escaped is found out by its tensors, which keep the rest.
  void end();

 private:
  struct ConstantKey {
    const core::Region* region;
    const void* data;
    core::Type type;
    friend bool operator==(const ConstantKey&, const ConstantKey&) = default;
  };
  struct ConstantHash {
    size_t operator()(const ConstantKey& key) const;
  };

  TracedModule made_;
  core::Function* function_ = nullptr;
  std::vector<Frame> frames_;
  std::vector<int> open_;
  std::unordered_map<ConstantKey, core::Value*, ConstantHash> constants_;
  std::vector<Tensor> held_;  // of constants: their addresses are keys
  std::vector<Diagnostic> warnings_;
  std::vector<Manual> manuals_;
  int groups_ = 0;
};

// The innermost trace of this thread, or null.
std::shared_ptr<Trace> current_trace();

// Makes a trace the current one for as long as it lives.
class CurrentTrace {
 public:
  explicit CurrentTrace(std::shared_ptr<Trace> trace);
  ~CurrentTrace();
  CurrentTrace(const CurrentTrace&) = delete;
  CurrentTrace& operator=(const CurrentTrace&) = delete;
};

// Puts ops into a region for as long as it lives.
class CurrentRegion {
 public:
  CurrentRegion(Trace& trace, core::Region& region, std::string what, Where where, int manual = -1) : trace_(trace) {
    trace_.enter(region, std::move(what), where, manual);
  }
  ~CurrentRegion() { trace_.leave(); }
  CurrentRegion(const CurrentRegion&) = delete;
  CurrentRegion& operator=(const CurrentRegion&) = delete;

 private:
  Trace& trace_;
};

Tensor traced_tensor(const std::shared_ptr<Trace>& trace, core::Value* value, Where made);

// "model.cc:42", with the file's name alone.
std::string shown(Where where);
// What names of values are made of: "model_42".
std::string name_of(Where where);

}  // namespace detail
}  // namespace v1
}  // namespace partita

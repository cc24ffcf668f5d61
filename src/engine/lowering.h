// Lowering: from the ops of a local program to steps. What its sources share.
//
// A value that is there in memory has a View; what is only computed inside a loop has none. A value is written once,
// into a buffer of its own or where a loop, a branch or the program wants it (destinations); dynamic_update_slice and
// scatter write over their operand where nothing else reads it later.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/maps.h"
#include "engine/cluster.h"
#include "engine/executable.h"
#include "engine/loop/program.h"
#include "engine/product/matmul.h"
#include "engine/step.h"
#include "ir/views.h"

namespace partita::core::engine {

class Lowering {
 public:
  explicit Lowering(Executable& program) : program_(program) {}
  void run();

 private:
  // By result of the entry: the argument whose memory it takes over, or -1.
  std::vector<int> donations() const;

  static constexpr int kForever = std::numeric_limits<int>::max();

  // A region while its ops are lowered.
  struct Scope {
    const Region& region;
    Clusters clusters;
    int unit = 0;            // that is being lowered
    const Op* op = nullptr;  // of it, where it is no cluster
    explicit Scope(const Region& region) : region(region), clusters(region) {}
  };
  struct Destination {
    View view;
    const Value* guard = nullptr;  // must not be read any more when the destination is written
  };

  // lowering.cc
  // Its results are copied to the targets, where they are not there already; a target without a buffer is none.
  void lower_region(const Region& region, const std::vector<View>& targets);
  void finish_region(const Op& terminator, const std::vector<View>& targets);
  // The value is to be written at `target`, once nobody reads `guard` any more.
  void want(const Value& value, const View& target, const Value* guard);
  void lower_op(const Op& op);
  bool lower_view(const Op& op);
  View view_of(const Value& value);
  // The same elements row-major without gaps, copied where they are not.
  View dense(const Value& value);
  View dense(const View& view, const Op* op);
  int new_buffer(int64_t bytes);
  // Where the value is to be written: its destination, or a buffer of its own. `reads` is all that a step reads that
  // works element by element: it may write over what it reads in the same place. Row-major, but for steps that write
  // any layout.
  std::optional<View> destination_of(const Value& value, const std::vector<View>& reads = {},
                                     bool any_layout = false) const;
  View make(const Value& value, const std::vector<View>& reads = {}, bool any_layout = false);
  void copy(const View& from, const View& to, const Op* op);
  void emit(std::unique_ptr<Step> step);
  void evaluate(const Op& op);

  // lifetimes.cc
  // The last unit of the scope in which the value, or what shares its memory, is read; kForever for what is returned.
  // What the op that is being lowered makes of it does not count.
  int last_use(const Value& value) const;
  // The value whose memory this one's is.
  const Value* root_of(const Value& value) const;
  // Whether the memory of the value may be written over by the unit that is being lowered.
  bool may_overwrite(const Value& value) const;

  // lower_in_place.cc
  bool updates_carry(const Op& update) const;
  const Op* find_update(const Value& value, std::vector<const Op*>& path) const;
  // Where the value, which is about to be made, will be put by a later update; nothing where that is not known yet.
  std::optional<View> slot_for(const Value& value, bool any_layout);
  bool is_there(const Op& update);
  bool undoes(const Op& update, const Op& slice) const;
  bool is_put_back(const Value& value) const;
  View as_transposed(const Op& product, const View& result);

  // lower_loop.cc
  void lower_cluster(const Unit& unit);

  // lower_narrow_loop.cc
  // Rows of few elements become long ones where that takes little: copies that come before, loops that come `after`.
  void widen_narrow_loop(const Op* op, loop::Program& program, std::vector<Place>& places, std::vector<View>& loads,
                         std::vector<View>& stores, std::vector<std::unique_ptr<Step>>& after);

  // lower_product.cc
  bool lower_product(const Op& op);
  // Where a product in a loop is by what no turn changes: packs that before the loop, and says so in `spec`. The view
  // to be read.
  View packed_outside(const Op& op, product::MatmulSpec& spec, const View& rhs);
  bool lower_convolution(const Op& op);

  // lower_window.cc
  bool lower_window(const Op& op);
  void emit_window_by_elements(const Op& op, std::span<const ir::WindowDim> window, loop::Combiner combiner,
                               const View& operand, const View& initial, const View& result);
  bool lower_select_and_scatter(const Op& op);

  // lower_move.cc
  bool lower_move(const Op& op);
  // The window of these sizes that begins at the indices, from operand `first_index` on.
  View dynamic_window(const Op& op, int first_index, const View& of, Ints sizes);
  // The operand where the result of the same number may be written over it: in place, or copied. `others` are views
  // that are read while it is written.
  View copy_to_overwrite(const Op& op, int operand, std::vector<View*> others);
  View copied(const View& view, const Op* op);
  bool lower_gather(const Op& op);
  bool lower_scatter(const Op& op);

  // lower_control.cc
  bool lower_control(const Op& op);
  void lower_while(const Op& op);
  void lower_branches(const Op& op);

  // lower_collective.cc
  bool lower_collective(const Op& op);
  int shared_class(const Op& op);

  // A loop whose body is being lowered.
  struct Loop {
    Steps* outer;                      // what runs before it ends there
    int first_buffer, first_register;  // those below were there before
    std::vector<int> written;          // buffers from before that its turns write: carries
  };

  Executable& program_;
  std::vector<Loop> loops_;  // the outermost first
  Steps* steps_ = nullptr;
  Scope* scope_ = nullptr;
  PointerMap<const Value*, View> views_;
  PointerMap<const Value*, Destination> destinations_;
  PointerMap<const Value*, View> dense_;  // copies made for loops and the evaluator, by value
  std::vector<const Op*> windows_;        // by register: the slice or update that it is of
  PointerSet<const Op*> in_place_;        // updates that a value is made for at once
  PointerSet<const Value*> in_slots_;     // such values: nothing else may be written over them
  std::vector<std::pair<const void*, int>> shared_classes_;
  std::vector<const Region*> owners_;  // by buffer: in which region it may be written over; null for none
};

}  // namespace partita::core::engine

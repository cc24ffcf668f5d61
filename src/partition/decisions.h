// What is decided before anything is lowered: how every value is stored, and how every op is computed.
//
// Made once for a completed program, which must live as long; it takes the time that choosing takes.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/maps.h"
#include "complete/completion.h"
#include "partition/choice/global_choice.h"
#include "partition/choose.h"

namespace partita {

class Decisions {
 public:
  // `global`: for the whole program at once (choice/global_choice.h), folded where it is larger than `unfolded`; else
  // as completion stores, each op by itself.
  explicit Decisions(const Completion& completion, bool global = true, size_t unfolded = kUnfolded);

  // How the value is stored between ops.
  const Sharding* stored(const Value* value) const;
  // How the op is computed, its values being stored so.
  const Choice& choice(const Op& op, std::span<const Sharding* const> operands,
                       std::span<const Sharding* const> results);
  // How to compute the op's one result in this form, where that is cheap (lower/remake.cc); null where it is not.
  const Choice* choice_giving(const Op& op, const Sharding* wanted);
  const Abilities& abilities() const { return *abilities_; }
  const PriceWeights& weights() const { return chooser_->weights(); }

 private:
  const Completion& completion_;
  std::unique_ptr<Abilities> abilities_;
  std::unique_ptr<Chooser> chooser_;
  GlobalChoice global_;
  std::vector<const Choice*> decided_;                           // by id of an op's first result; null: nothing was
  PointerMap<const Op*, const Choice*> decided_without_result_;  // of ops that have none
};

}  // namespace partita

// Dimensions that ops relate are of one kind: the batch, the width of a model, its vocabulary, …
//
//   %h = dot_general %x, %w      %x's dimension 0 and %h's are one kind (batch), %x's 1 and %w's 0 another (reduced
//   here)
#pragma once

#include <cstdint>
#include <vector>

#include "complete/graph.h"
#include "ir/program.h"

namespace partita::core::complete {

class DimensionKinds {
 public:
  // Kinds are numbers from 0; `hints` has the meshes, its hints do not matter.
  DimensionKinds(const Module& module, const Function& entry, const Hints& hints);

  // The kind of a dimension of a tensor of the program.
  int of(const Value& value, int dim) const;

  struct Facts {
    double elements = 0;               // of the values computed by the program that have it
    bool in_product = false;           // a dot_general or convolution has it
    bool slides = false;               // a window of a convolution moves along it, or is as long
    bool summed_with_weight = false;   // a dot_general with an argument sums over it
    bool summed_between = false;       // a dot_general of two computed values sums over it
    bool batched_with_weight = false;  // a dot_general with an argument has one of these for each of the argument's
  };
  const Facts& facts(int kind) const { return facts_[kind]; }
  // Whether a dot_general, convolution or gather reads the argument: as it is, sliced, converted or transposed.
  bool is_multiplied(int argument) const { return multiplied_[argument]; }

 private:
  int find(int slot) const;
  void join(int a, int b) { parent_[find(a)] = find(b); }
  void relate(const PropagationEdge& edge);
  void find_weights(const Function& entry);
  void learn(const PropagationEdge& edge);

  RuleCache rules_;
  FlowGraph graph_;
  std::vector<int> first_;  // of each node: the slot of its first dimension
  mutable std::vector<int> parent_;
  std::vector<Facts> facts_;      // by slot; of those that stand for their kind
  std::vector<int> weight_;       // of each node: the argument it is, but for its form; or -1
  std::vector<bool> multiplied_;  // of each argument
};

}  // namespace partita::core::complete

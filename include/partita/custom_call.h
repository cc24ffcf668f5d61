// What the host says of custom calls that are its own, `stablehlo.custom_call @my.scale(…)`: along which rule shardings
// propagate through them, what they become on a device, what they compute, and their gradient.
//
//   class Scale final : public CustomCall {
//     std::string sharding_rule(const CallSite&) const override { return "i j, j -> i j"; }
//     bool can_evaluate() const override { return true; }
//     std::vector<Tensor> evaluate(const CallSite&, std::span<const Tensor> operands) const override {
//       return {scaled_rows(operands[0], operands[1])};
//     }
//     std::optional<Program> gradient(const CallSite& site) const override {
//       const auto back = [](Tensor x, Tensor s, Tensor ct) { return std::pair(ct * s, sum(ct * x, 0)); };
//       return trace(back, site.operands[0], site.operands[1], site.results[0]);
//     }
//   };
//   Scale scale;
//   CustomCalls calls;
//   calls.add("my.scale", scale);
//   Compiled compiled = compile(program, "x=4", {.calls = calls});
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "partita/export.h"
#include "partita/handle.h"
#include "partita/tensor.h"

namespace partita {
inline namespace v1 {

class Program;

struct CallSite {
  std::string target;
  std::string backend_config;    // as the program has it, a dictionary in StableHLO's spelling
  std::vector<Tensor> operands;  // specs: of the whole tensors, or where it is lowered of a device's shards
  std::vector<Tensor> results;
};

// An Error that one of these throws reaches whoever compiles or runs, with the call named.
class PARTITA_API CustomCall {
 public:
  virtual ~CustomCall();
  // Factors by dimension, operands and then results: "i k, k j -> i j reduction={k}", or Shardy's own text. Empty:
  // nothing is known, and its operands are gathered. A call that has `sdy.sharding_rule` keeps it.
  virtual std::string sharding_rule(const CallSite& site) const;
  // Text of a program that computes what the call does, for these types. Empty: the call stays, on each device's
  // shards.
  virtual std::string lower(const CallSite& site) const;
  // What it computes, for running here. Several devices may ask at once, from threads of their own.
  virtual bool can_evaluate() const;
  virtual std::vector<Tensor> evaluate(const CallSite& site, std::span<const Tensor> operands) const;
  // A program for its gradient, traced or read, for grad() in C++ (GradOptions::calls) and Program::grad. It takes the
  // operands, then the results, then a cotangent for each result of floats, and gives a cotangent for each operand of
  // floats; the results may be left out. It has no hints. Nothing: the gradient of what lower() gives, or none.
  virtual std::optional<Program> gradient(const CallSite& site) const;
};

// By target; the calls must outlive all that is compiled with them. A later one of a target replaces an earlier one.
class PARTITA_API CustomCalls {
 public:
  CustomCalls() = default;
  CustomCalls& add(const std::string& target, const CustomCall& call);
  bool empty() const { return handle_.get() == nullptr; }

 private:
  friend struct detail::Access;
  detail::Handle handle_;
};

}  // namespace v1
}  // namespace partita

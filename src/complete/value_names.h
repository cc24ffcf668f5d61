// What people call values besides their names in the text: JAX's names of arguments and results, scopes of ops.
//
//   %arg0: tensor<8xf32> loc("params['w']")                          params['w']
//   -> (tensor<8xf32> {jax.result_info = "result[1]['w']"})          result[1]['w']
//   %5 = … loc("jit(step)/mlp/dot_general")                          jit(step)/mlp/dot_general
#pragma once

#include <string>
#include <string_view>

#include "ir/program.h"

namespace partita::core::complete {

// Empty where the program says none, or says what its own name is.
std::string_view argument_label(const Function& entry, int i);
std::string_view result_label(const Function& entry, int i);
// The name of the op's location: what stands between the quotes of loc("layer/dot"(…)) or of metadata's op_name.
std::string_view location_name(const Op& op);

// What to call a value towards people, so that find_value finds it: arg3 params['w'], %dot, out1 result['w'].
std::string friendly_name(const Function& entry, const Value& value);
std::string friendly_result(const Function& entry, int i);

}  // namespace partita::core::complete

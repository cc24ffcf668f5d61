// Between files and tensors: the arguments of a function, its results, and the comparison with expected ones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "eval/compare.h"
#include "eval/tensor.h"
#include "ir/program.h"

namespace partita::core::run {

// The types of a function's arguments.
std::vector<Type> argument_types(const Function& function);

// A name that somebody gave; empty of what JAX and printers number values by.
std::string given_name(std::string_view name);
// What the arguments of a function are called, "params['emb']"; empty where they are only numbered.
std::vector<std::string> argument_names(const Function& function);

// The arrays of a file, or of whatever else has names (named_arrays.h), as arguments of these types and names; tokens
// need none. P404 names what is missing or has another shape or type.
Result<std::vector<Tensor>> arguments_from_file(Context& context, std::span<const Type> types,
                                                std::vector<std::string> names, const std::string& path);
// Made up from a seed (eval/math/random_inputs.h): floats as if 0.3·normal, integers 0 to 6, the same on every machine.
std::vector<Tensor> random_arguments(std::span<const Type> types, uint64_t seed);
// in0, in1, … of an .npz, for infeeds: their types are what the file says, so bit patterns of narrow floats are not
// accepted.
Result<std::vector<Tensor>> tensors_from_npz(Context& context, const std::string& path, std::string_view prefix);

// Results as out0, out1, …, in the format that the path ends in, .npz where in none; tokens are left out, numbers are
// those of the results.
Status write_results(const std::string& path, std::span<const Tensor> results);
// Arguments as arg0, arg1, …, for arguments_from_npz.
Status write_arguments(const std::string& path, std::span<const Tensor> arguments);

// Compares results with the arrays out0, out1, … of a file, or of whatever else has names (named_arrays.h). The
// messages of those that differ, in order; an error where the file does not fit, or lacks a result that is not allowed
// to be missing.
enum class Missing : uint8_t { kError, kPassedOver };
Result<std::vector<std::string>> compare_with_file(Context& context, std::span<const Tensor> results,
                                                   const std::string& path, const ComparisonRule& rule,
                                                   Missing missing = Missing::kError);

// A folder with what each device gets and gives: device0.npz, device1.npz, … with arg0, … and out0, ….
std::string device_file(const std::string& folder, int64_t device);
// How many devices have a file, from device 0 on.
int64_t count_device_files(const std::string& folder);
// Devices that have neither are left out.
Status write_device_files(const std::string& folder, const std::vector<std::vector<Tensor>>& arguments,
                          const std::vector<std::vector<Tensor>>& results);

}  // namespace partita::core::run

namespace partita::core {
using run::Missing;
}  // namespace partita::core

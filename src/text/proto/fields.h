// Words and numbers of HLO protos that reading and writing share: enumerations by their numbers, messages whose fields
// are attributes of their own in the text, types.
#pragma once

#include <cstdint>
#include <string_view>

namespace partita::core::text::proto {

// Opcodes whose `dimensions` are the field of that name.
inline constexpr std::string_view kDimensionOps[] = {
    "all-gather", "all-gather-start", "all-to-all",     "broadcast", "concatenate", "get-dimension-size",
    "map",        "reduce",           "reduce-scatter", "reverse",   "scan",        "set-dimension-size",
    "sort",       "transpose"};

inline constexpr std::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
inline constexpr std::string_view kDistributions[] = {"rng_invalid", "rng_uniform", "rng_normal"};
inline constexpr std::string_view kRngAlgorithms[] = {"rng_default", "rng_three_fry", "rng_philox"};
inline constexpr std::string_view kPrecisions[] = {"default", "high", "highest", "packed_nibble"};
inline constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
inline constexpr std::string_view kApiVersions[] = {"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL",
                                                    "API_VERSION_STATUS_RETURNING",
                                                    "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};
inline constexpr std::string_view kAlgorithms[] = {
    "dot_unset",         "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum",
    "dot_f16_f16_f16",   "dot_f16_f16_f32",       "dot_bf16_bf16_bf16",
    "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3",  "dot_bf16_bf16_f32_x6",
    "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3",  "dot_f32_f32_f32",
    "dot_f64_f64_f64",   "dot_bf16_bf16_f32_x9"};

// Fields of a message that are lists of numbers or numbers, each under its own name.
struct Part {
  uint32_t number;
  std::string_view name;
  bool single = false;
};
inline constexpr Part kDot[] = {
    {1, "lhs_contracting_dims"}, {2, "rhs_contracting_dims"}, {3, "lhs_batch_dims"}, {4, "rhs_batch_dims"}};
inline constexpr Part kGather[] = {{1, "offset_dims"},           {2, "collapsed_slice_dims"},
                                   {3, "start_index_map"},       {4, "index_vector_dim", true},
                                   {5, "operand_batching_dims"}, {6, "start_indices_batching_dims"}};
inline constexpr Part kScatter[] = {{1, "update_window_dims"},           {2, "inserted_window_dims"},
                                    {3, "scatter_dims_to_operand_dims"}, {4, "index_vector_dim", true},
                                    {5, "input_batching_dims"},          {6, "scatter_indices_batching_dims"}};
inline constexpr Part kRagged[] = {{2, "lhs_ragged_dims"}, {3, "rhs_group_dims"}};

struct Primitive {
  int64_t type;
  std::string_view name;
};
inline constexpr Primitive kPrimitives[] = {{1, "pred"},
                                            {2, "s8"},
                                            {3, "s16"},
                                            {4, "s32"},
                                            {5, "s64"},
                                            {6, "u8"},
                                            {7, "u16"},
                                            {8, "u32"},
                                            {9, "u64"},
                                            {10, "f16"},
                                            {11, "f32"},
                                            {12, "f64"},
                                            {13, "tuple"},
                                            {14, "opaque"},
                                            {15, "c64"},
                                            {16, "bf16"},
                                            {17, "token"},
                                            {18, "c128"},
                                            {19, "f8e5m2"},
                                            {20, "f8e4m3fn"},
                                            {21, "s4"},
                                            {22, "u4"},
                                            {23, "f8e4m3b11fnuz"},
                                            {24, "f8e5m2fnuz"},
                                            {25, "f8e4m3fnuz"},
                                            {26, "s2"},
                                            {27, "u2"},
                                            {28, "f8e4m3"},
                                            {29, "f8e3m4"},
                                            {32, "f4e2m1fn"},
                                            {33, "f8e8m0fnu"},
                                            {34, "buffer"},
                                            {35, "f6e3m2fn"},
                                            {36, "f6e2m3fn"}};

// Attributes that are one field and mean the same on every instruction; 0 and false are not written.
enum class Simple : uint8_t { kNumber, kFlag, kText, kQuoted };
struct SimpleField {
  uint32_t number;
  std::string_view name;
  Simple form;
  int64_t absent = 0;  // numbers up to this one are not worth saying
};
inline constexpr SimpleField kSimple[] = {{11, "kind", Simple::kText},
                                          {26, "channel_id", Simple::kNumber},
                                          {28, "custom_call_target", Simple::kQuoted},
                                          {43, "backend_config", Simple::kQuoted},
                                          {47, "is_host_transfer", Simple::kFlag},
                                          {50, "feature_group_count", Simple::kNumber, 1},
                                          {58, "batch_group_count", Simple::kNumber, 1},
                                          {60, "is_stable", Simple::kFlag},
                                          {63, "direction", Simple::kText},
                                          {65, "custom_call_has_side_effect", Simple::kFlag},
                                          {67, "indices_are_sorted", Simple::kFlag},
                                          {69, "unique_indices", Simple::kFlag},
                                          {71, "use_global_device_ids", Simple::kFlag},
                                          {72, "type", Simple::kText},
                                          {81, "k", Simple::kNumber},
                                          {94, "is_reverse", Simple::kFlag},
                                          {100, "has_dynamic_root", Simple::kFlag}};

}  // namespace partita::core::text::proto

// Names of attributes and call targets that the representation has no field for: what HLO, JAX and Shardy write beside
// ops, functions and modules, and under which discardable attribute it is kept, so that every layer reads the same one
// and the writers can write it again.
//
// Tuples do not exist in the representation: a tuple-shaped instruction is several values. How the values were wrapped
// is kept as a nesting text, where a number counts leaves in a row:  f32[] is "1", (f32[], s32[]) is "(2)", ((f32[]),
// s32[], s32[]) is "((1),2)". Without such a text the default holds: one value stands bare, any other number of values
// is one flat tuple.
#pragma once

#include <string_view>

namespace partita::core::ir::hlo_names {

// --- on ops, arguments and results -----------------------------------------------------------------------------------
inline constexpr std::string_view kSharding =
    "mhlo.sharding";  // kString "{devices=[2,1]<=[2]}"; several results: "{{…}, {…}}"
inline constexpr std::string_view kFrontendAttributes =
    "mhlo.frontend_attributes";                                // kDict of kString; also on the module
inline constexpr std::string_view kMetadata = "hlo.metadata";  // kString: what stands in the braces
inline constexpr std::string_view kBackendConfig =
    "backend_config";  // kString, unless the op has it as its own attribute
inline constexpr std::string_view kControlPredecessors = "hlo.control_predecessors";  // kArray of kString: their names
inline constexpr std::string_view kLayout =
    "hlo.layout";  // kString "{1,0:T(8,128)}"; several results: kArray, "" where none
// Any other attribute: "hlo." and its name, kString with its text as written: hlo.origin, hlo.statistics, hlo.kind (of
// a fusion), …
inline constexpr std::string_view kPrefix = "hlo.";

// --- on ops
// ------------------------------------------------------------------------------------------------------------ The name
// of the `tuple` that fed a while, call, …; kArray of kString with "" in between where there are several operands.
inline constexpr std::string_view kTupleName = "hlo.tuple_name";
inline constexpr std::string_view kResultTuple = "hlo.result_tuple";  // kString, the nesting; also on functions
// kArray with a kDict per region: "name" of its computation; "parameters" as kTupleParameters; "root", the name of its
// root tuple; "sharding", kArray of the parameters' shardings; "root_sharding"; "execution_thread". Absent where there
// is nothing to record.
inline constexpr std::string_view kRegions = "hlo.regions";
inline constexpr std::string_view kDoneName = "hlo.done_name";  // of the send-done or recv-done that belongs to it
inline constexpr std::string_view kOpcode = "hlo.opcode";       // of an op that has no opcode of its own: "fusion"

// --- on functions
// ------------------------------------------------------------------------------------------------------
inline constexpr std::string_view kName = "hlo.name";  // the entry computation's own name; the function is "main"
inline constexpr std::string_view kRootTuple = "hlo.root_tuple";  // kString: the name of the `tuple` at the root
inline constexpr std::string_view kRootMetadata = "hlo.root_metadata";
// kArray, on the entry: tuples that are only taken apart again, or copied part by part, and so are part of no op. Each
// a kDict: "name"; "of", the names of its values; "parts", kArray of pairs [name, index]: the get-tuple-elements.
inline constexpr std::string_view kTuples = "hlo.tuples";
// kString, one entry per parameter of the computation: "p0=(2),p1=(1,(2)),p2". Only where one of them is a tuple.
inline constexpr std::string_view kTupleParameters = "hlo.tuple_parameters";
inline constexpr std::string_view kExecutionThread = "hlo.execution_thread";

// --- on the module
// -----------------------------------------------------------------------------------------------------
inline constexpr std::string_view kNumPartitions = "mhlo.num_partitions";  // kInt i32
inline constexpr std::string_view kNumReplicas = "mhlo.num_replicas";      // kInt i32
// kString: whether completion may give parameters and results a sharding where they have none, {true,false} for each or
// {true} for all. HLO takes a missing field as no; a StableHLO program without it leaves them open.
inline constexpr std::string_view kOpenParameters = "hlo.allow_spmd_sharding_propagation_to_parameters";
inline constexpr std::string_view kOpenOutput = "hlo.allow_spmd_sharding_propagation_to_output";
inline constexpr std::string_view kNoneOpen = "{false}";
inline constexpr std::string_view kStackFrames =
    "hlo.stack_frames";  // kString: the tables FileNames … StackFrames, as written
// What stands in the module's frontend attributes as result0.NAME or argument2.NAME is one of that result or argument.
inline constexpr std::string_view kArgumentPrefix = "argument";
inline constexpr std::string_view kResultPrefix = "result";
// Other fields of the header: "hlo." and the field, kString as written. input_output_alias and buffer_donor also become
// these on the arguments they name.
inline constexpr std::string_view kAliasingOutput = "tf.aliasing_output";  // kInt i32: the result
inline constexpr std::string_view kBufferDonor = "jax.buffer_donor";       // kBool

}  // namespace partita::core::ir::hlo_names

// Shardy's, in StableHLO text; and, where HLO has no place for them, in the frontend attributes.
namespace partita::core::ir::sdy_names {

inline constexpr std::string_view kSharding = "sdy.sharding";
inline constexpr std::string_view kShardingRule = "sdy.sharding_rule";

// --- frontend attributes, kString each
inline constexpr std::string_view kFrontendSharding = "xla.sdy.sharding";
inline constexpr std::string_view kFrontendShardingRule = "xla.sdy.sharding_rule";
inline constexpr std::string_view kMeshes = "xla.sdy.meshes";  // of the module, as the next three
inline constexpr std::string_view kTupleArgs = "xla.sdy.tuple_args_shardings";
inline constexpr std::string_view kTupleResults = "xla.sdy.tuple_results_shardings";
inline constexpr std::string_view kUseTupleArgs = "xla.sdy.use_tuple_args";
inline constexpr std::string_view kInShardings = "xla.sdy.in_shardings";    // of GlobalToLocalShape
inline constexpr std::string_view kOutShardings = "xla.sdy.out_shardings";  // of LocalToGlobalShape
inline constexpr std::string_view kManualAxes = "xla.sdy.manual_axes";      // of both
inline constexpr std::string_view kGroupId = "xla.sdy.sharding_group_id";
inline constexpr std::string_view kAllowedDirection = "xla.sdy.allowed_direction";

}  // namespace partita::core::ir::sdy_names

// Targets of custom calls that carry shardings.
namespace partita::core::ir::call_targets {

inline constexpr std::string_view kSharding = "Sharding";
inline constexpr std::string_view kShardBarrierFrom = "ShardBarrierFrom";
inline constexpr std::string_view kShardBarrierTo = "ShardBarrierTo";
inline constexpr std::string_view kFullToShard = "SPMDFullToShardShape";
inline constexpr std::string_view kShardToFull = "SPMDShardToFullShape";
inline constexpr std::string_view kSdyPrefix = "xla.sdy.";
inline constexpr std::string_view kGlobalToLocal = "xla.sdy.GlobalToLocalShape";
inline constexpr std::string_view kLocalToGlobal = "xla.sdy.LocalToGlobalShape";
inline constexpr std::string_view kFuncResultSharding = "xla.sdy.FuncResultSharding";
inline constexpr std::string_view kPropagationBarrier = "xla.sdy.PropagationBarrier";
inline constexpr std::string_view kShardingGroup = "xla.sdy.ShardingGroup";

// Hints, and borders of manual code: what they mean is the same in every program.
constexpr bool carries_sharding(std::string_view target) {
  return target == kSharding || target == kShardBarrierFrom || target == kShardBarrierTo || target == kFullToShard ||
         target == kShardToFull || target.starts_with(kSdyPrefix);
}

// Conversions between global values and the shards that manual code sees.
constexpr bool enters_manual_code(std::string_view target) {
  return target == kFullToShard || target == kGlobalToLocal;
}
constexpr bool leaves_manual_code(std::string_view target) {
  return target == kShardToFull || target == kLocalToGlobal;
}

}  // namespace partita::core::ir::call_targets

namespace partita::core {
namespace call_targets = ir::call_targets;
namespace hlo_names = ir::hlo_names;
namespace sdy_names = ir::sdy_names;
}  // namespace partita::core

# What makes building from nothing quick. Most of a source's time goes into headers and into templates that others
# instantiate as well.
#
# Precompiled headers: those that at least a third of the sources include anyway, so that little more is compiled again
# when one changes. They also hide an include that is missing; ./dev lint and the preset clang do without.
# Unity builds, -DCMAKE_UNITY_BUILD=ON, compile a dozen sources as one; the preset quick has them. A change of one source
# takes longer then.
set(precompile_by_default OFF)
if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(precompile_by_default ON)
endif()
option(PARTITA_PRECOMPILE "precompile the headers that most sources include" ${precompile_by_default})

set(partita_common_headers
  <algorithm> <array> <charconv> <cmath> <cstring> <deque> <functional> <map> <memory> <numeric> <optional> <set> <span>
  <string> <vector> <fmt/format.h> ${PROJECT_SOURCE_DIR}/src/base/maps.h ${PROJECT_SOURCE_DIR}/src/base/result.h
  ${PROJECT_SOURCE_DIR}/src/ir/program.h)

# partita_precompile(TARGET ARGUMENT...): as target_precompile_headers, where headers are precompiled
function(partita_precompile)
  if(PARTITA_PRECOMPILE)
    target_precompile_headers(${ARGN})
  endif()
endfunction()

partita_precompile(partita_objects PRIVATE ${partita_common_headers})

# Kernels have the same names for each class of elements. CLI11, which main.cc alone includes, takes as long as the rest
# of its folder.
set_source_files_properties(src/eval/pointwise_complex.cc src/eval/pointwise_float.cc src/eval/pointwise_integer.cc
  src/tools/main.cc PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# What is measured is how fast a machine computes: optimised for it, multiply-adds fused unlike everywhere else, and
# vectors for each instruction set.
file(GLOB measured_kernels ${PROJECT_SOURCE_DIR}/src/measure/*_kernels*.cc)
set_source_files_properties(${measured_kernels} PROPERTIES COMPILE_OPTIONS "-ffp-contract=fast;-O3"
  SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)

# The same for the engine's kernels, but multiply-adds are fused only where they are written: their results are a
# program's. Nothing reads errno or traps.
file(GLOB_RECURSE engine_kernels ${PROJECT_SOURCE_DIR}/src/engine/*_kernels*.cc)
set_source_files_properties(${engine_kernels} PROPERTIES COMPILE_OPTIONS "-O3;-fno-math-errno;-fno-trapping-math"
  SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
if(PARTITA_XBYAK)
  set_source_files_properties(src/engine/loop/emit_x64.cc PROPERTIES COMPILE_DEFINITIONS PARTITA_XBYAK
    SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
endif()

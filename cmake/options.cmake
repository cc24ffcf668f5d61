# How our own sources are compiled: partita_options, which each of our targets links privately, so that nothing here
# reaches the projects around us.
add_library(partita_options INTERFACE)
target_compile_features(partita_options INTERFACE cxx_std_20)
# Programs too: objects of one kind can share precompiled headers.
target_compile_options(partita_options INTERFACE -fPIC)
target_compile_options(partita_options INTERFACE -Wall -Wextra -Wpedantic)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(partita_options INTERFACE -Wno-restrict)  # GCC 12 warns falsely about std::string
  if(CMAKE_UNITY_BUILD)
    # Sources that another one includes are headers to GCC, and anonymous types in them worth a warning.
    target_compile_options(partita_options INTERFACE -Wno-subobject-linkage)
  endif()
else()
  # Clang warns inside libstdc++'s own stable_sort, and where a loop that may be vectorized was not worth it.
  target_compile_options(partita_options INTERFACE -Wno-deprecated-declarations -Wno-pass-failed)
endif()
# Only for the compilers the project is held to: a newer one may have opinions that must not stop a user's build.
if(PARTITA_WERROR AND "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" MATCHES "^(GNU 12|Clang 19)\\.")
  target_compile_options(partita_options INTERFACE -Werror)
endif()
# Results must be the same on every machine and at every optimisation level: no fused multiply-add unless written.
target_compile_options(partita_options INTERFACE -ffp-contract=off)

if(CMAKE_BUILD_TYPE STREQUAL "Debug" OR PARTITA_SANITIZE)
  target_compile_definitions(partita_options INTERFACE _GLIBCXX_ASSERTIONS)
endif()
if(PARTITA_SANITIZE)
  # -O1 and line tables only: template-heavy files would otherwise take minutes each under a sanitizer.
  target_compile_options(partita_options INTERFACE -O1 -g1 -fsanitize=${PARTITA_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(partita_options INTERFACE -fsanitize=${PARTITA_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(partita_options INTERFACE -Wno-maybe-uninitialized)  # false alarms in instrumented code
  endif()
endif()
if(PARTITA_FUZZ)
  target_compile_options(partita_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

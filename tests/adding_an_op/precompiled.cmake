# Included by the build of tests/adding_an_op/run alone: headers that nearly all sources read are compiled once. It takes
# a third off the build, which is not optimised and mostly reads headers.
function(precompile_headers)
  target_precompile_headers(partita_ir PRIVATE <algorithm> <deque> <functional> <map> <memory> <optional> <span> <string>
                            <vector> <fmt/format.h> ${CMAKE_SOURCE_DIR}/src/base/maps.h ${CMAKE_SOURCE_DIR}/src/ir/program.h)
  foreach(user partita_rules partita_complete partita_partition partita_text partita_eval partita_cost partita_optimize
               partita_run partita)
    target_precompile_headers(${user} REUSE_FROM partita_ir)
  endforeach()
endfunction()
cmake_language(DEFER CALL precompile_headers)

# `cmake --install`: the program, the headers, and the library for find_package(Partita) and pkg-config. Of the two kinds
# of library it takes the one that Partita::partita is; the other can be had beside it: build partita_shared, then
# `cmake --install build --component shared`, shared_development and shared_pkgconfig. cmake/package.cmake makes packages
# of Debian's of these components.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Partita)
# The file of pkg-config finds the rest from where it lies, so that the prefix may be given or moved later.
file(RELATIVE_PATH prefix_from_pkgconfig ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" prefix_from_pkgconfig "${prefix_from_pkgconfig}")
set(pc_libdir "\${prefix}")
set(pc_includedir "\${prefix}")
cmake_path(APPEND pc_libdir ${CMAKE_INSTALL_LIBDIR})  # which may be absolute
cmake_path(APPEND pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})

# install_library(static CHOSEN LIBS REQUIRES): partita_static, with the last two in its file of pkg-config
function(install_library kind chosen pc_libs pc_requires)
  set(only_if_asked EXCLUDE_FROM_ALL)
  if(chosen)
    set(only_if_asked "")
  endif()
  install(TARGETS partita_${kind} EXPORT Partita_${kind}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${kind} ${only_if_asked}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${kind} NAMELINK_COMPONENT ${kind}_development
      ${only_if_asked})
  install(EXPORT Partita_${kind} NAMESPACE Partita:: DESTINATION ${package_folder} COMPONENT ${kind}_development
    ${only_if_asked})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/partita.pc.in ${PROJECT_BINARY_DIR}/${kind}/partita.pc @ONLY)
  # Both kinds have a file of this name: of two that are installed to one place the last stays.
  install(FILES ${PROJECT_BINARY_DIR}/${kind}/partita.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT ${kind}_pkgconfig ${only_if_asked})
endfunction()

# A static library has what it calls beside it, not inside.
set(needs_of_static "fmt, zlib")
if(PARTITA_STATIC)
  set(needs_of_static "zlib")
endif()
if(PARTITA_ZSTD)
  string(APPEND needs_of_static ", libzstd")
endif()
if(PARTITA_SHARED)
  install_library(static OFF "-lpartita -pthread" ${needs_of_static})
  install_library(shared ON "-lpartita" "")
else()
  install_library(static ON "-lpartita -pthread" ${needs_of_static})
  install_library(shared OFF "-lpartita" "")
endif()

# find_package(Partita COMPONENTS mpi) has Partita::mpi as well.
if(TARGET partita_mpi)
  install(TARGETS partita_mpi EXPORT Partita_mpi ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT mpi)
  install(EXPORT Partita_mpi NAMESPACE Partita:: DESTINATION ${package_folder} COMPONENT mpi)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/PartitaConfig.cmake.in
  ${PROJECT_BINARY_DIR}/PartitaConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/PartitaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/PartitaConfig.cmake ${PROJECT_BINARY_DIR}/PartitaConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/partita DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

if(PARTITA_PROGRAM)
  install(TARGETS partita RUNTIME COMPONENT program)
  # Completion of shells and the manual page are what the program itself says.
  if(NOT CMAKE_CROSSCOMPILING)
    install(CODE "
      set(share \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share\")
      foreach(said \"completion bash:bash-completion/completions/partita\" \"completion zsh:zsh/site-functions/_partita\"
              \"completion fish:fish/vendor_completions.d/partita.fish\" \"man:man/man1/partita.1\")
        string(REPLACE \":\" \";\" said \"\${said}\")
        list(GET said 0 verb)
        list(GET said 1 path)
        separate_arguments(verb)
        get_filename_component(folder \"\${share}/\${path}\" DIRECTORY)
        file(MAKE_DIRECTORY \"\${folder}\")
        execute_process(COMMAND \"$<TARGET_FILE:partita>\" \${verb} OUTPUT_FILE \"\${share}/\${path}\" RESULT_VARIABLE status)
        if(NOT status EQUAL 0)
          message(WARNING \"\${path} was not installed\")
        endif()
      endforeach()" COMPONENT program)
  endif()
endif()
set(documents_folder ${CMAKE_INSTALL_DATAROOTDIR}/doc/partita)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${documents_folder} COMPONENT documents)
install(DIRECTORY docs DESTINATION ${documents_folder} COMPONENT documents)
# The Python package, for packages of Debian's: elsewhere it comes as a wheel (python/wheel.py).
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/partita DESTINATION lib/python3/dist-packages COMPONENT python
  EXCLUDE_FROM_ALL FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
include(cmake/package.cmake)

# Packages of Debian's and Ubuntu's, by `cpack` in a build folder with partita, partita_static and partita_shared (or
# ./dev package):
#
#   partita           the program, completion of shells, the manual page, the documents
#   libpartita0.2     the shared library
#   libpartita-dev    headers, both kinds of library, for find_package and pkg-config
#   python3-partita   the Python package, over the shared library and the program
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME partita)
set(CPACK_PACKAGE_CONTACT "Partita's maintainers <maintainers@partita.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENTS_ALL program documents shared development static static_development shared_development
  shared_pkgconfig python)
foreach(in_group "program:program documents" "library:shared" "python:python"
        "development:development static static_development shared_development shared_pkgconfig")
  string(REPLACE ":" ";" in_group "${in_group}")
  list(GET in_group 0 group)
  list(GET in_group 1 components)
  separate_arguments(components)
  foreach(component ${components})
    string(TOUPPER ${component} name)
    set(CPACK_COMPONENT_${name}_GROUP ${group})
  endforeach()
endforeach()

set(soname_version ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(same_version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME partita)
set(CPACK_COMPONENT_GROUP_PROGRAM_DESCRIPTION
  "Partitions tensor programs (StableHLO, HLO) over meshes of devices: completes shardings from a few\nhints, writes the program of each device, says what it sends, takes and holds, and runs it here.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libpartita${soname_version})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_GROUP_LIBRARY_DESCRIPTION "The shared library of Partita, with its interfaces for C++ and C.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_GENERATE_SHLIBS ON)

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpartita-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_GROUP_DEVELOPMENT_DESCRIPTION "Headers and libraries to build programs with Partita.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libpartita${soname_version} ${same_version}, libfmt-dev, zlib1g-dev")
if(PARTITA_ZSTD)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libzstd-dev")
endif()

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-partita)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_COMPONENT_GROUP_PYTHON_DESCRIPTION "The Python package of Partita, over its shared library and its program.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "python3 (>= 3.9), libpartita${soname_version} ${same_version}, partita ${same_version}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-numpy")
include(CPack)

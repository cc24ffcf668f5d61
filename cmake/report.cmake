# The parts of a report's page are part of the library, in this order: names that a script uses stand in one before it.
set(PARTITA_PAGE_ROWS "")
foreach(name page.html style.css basics.js data.js list.js charts.js mesh.js shards.js inspector.js overview.js
        program.js collectives.js timeline.js memory.js compare.js pane.js main.js)
  set(file ${PROJECT_SOURCE_DIR}/src/report/page/${name})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(APPEND PARTITA_PAGE_ROWS "    {\"${name}\", R\"page(${text})page\"},\n")
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/src/report/page_files.cc.in ${PROJECT_BINARY_DIR}/page_files.cc @ONLY)
target_sources(partita_objects PRIVATE ${PROJECT_BINARY_DIR}/page_files.cc)

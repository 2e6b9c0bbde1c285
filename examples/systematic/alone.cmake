# What CMakeLists.txt uses of cpngen's tree, for the examples as a project of their own: its
# libraries by the names that they have there, and the functions that make targets (in the tree
# they are in cmake/CpngenTargets.cmake).

find_package(cpngen 0.1 REQUIRED COMPONENTS systematic)
add_library(systematic ALIAS cpngen::systematic)
add_library(systematic_program ALIAS cpngen::systematic_program)

# Sources include each other as in the tree: "examples/systematic/...".
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/root/examples)
file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/root/examples/systematic
     SYMBOLIC)
include_directories(${CMAKE_CURRENT_BINARY_DIR}/root)

function(cpngen_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC_DEPS;DEPS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC_DEPS} PRIVATE ${ARG_DEPS})
endfunction()

function(cpngen_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS})
endfunction()

# Tests stay in the tree.
function(cpngen_test)
endfunction()

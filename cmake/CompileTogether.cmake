# Sources compiled together. Most of the time that a source with gRPC, CLI11, json or GoogleTest
# takes goes into their headers and templates; several such sources in one translation unit pay for
# them once.
#
# compile_together(TARGET...): for targets whose sources are of that kind. Names in anonymous
# namespaces must then be distinct in a target. Tests are compiled so but for their sources under
# ALONE. Preset alone, by which clang-tidy goes, has every source by itself, so that what a source
# needs and does not include is found there.

option(CPNGEN_TOGETHER "Compile sources of header-heavy targets and of tests together" ON)

function(compile_together)
  if(NOT CPNGEN_TOGETHER)
    return()
  endif()
  foreach(target IN LISTS ARGN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      # A class of a source may have members of types in the source's anonymous namespace.
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
  endforeach()
endfunction()

# Sources compiled together. Most of the time that a source with gRPC, CLI11, json or GoogleTest
# takes goes into their headers and templates, and half of that of others into the standard
# library's; several sources in one translation unit pay for them once.
#
# Names in anonymous namespaces must then be distinct in a target, but for sources that
# compile_alone() names. Preset alone, by which clang-tidy goes, has every source by itself, so that
# what a source needs and does not include is found there.

option(CPNGEN_TOGETHER "Compile the sources of a target together" ON)

function(compile_together target)
  if(NOT CPNGEN_TOGETHER)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # A class of a source may have members of types in the source's anonymous namespace.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

function(compile_alone)  # SOURCE...
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

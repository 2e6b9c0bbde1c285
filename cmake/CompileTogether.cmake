# Sources compiled together. Most of the time that a source with gRPC, CLI11 or json takes goes into
# their headers and templates; several such sources in one translation unit pay for them once.
#
# compile_together(TARGET...): for targets whose sources are of that kind. Names in anonymous
# namespaces must then be distinct in a target. Preset dev compiles every source alone, so that what
# a source needs and does not include is found there.

option(CPNGEN_TOGETHER "Compile sources of header-heavy targets together" ON)

function(compile_together)
  if(NOT CPNGEN_TOGETHER)
    return()
  endif()
  foreach(target IN LISTS ARGN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    # A class of a source may have members of types in the source's anonymous namespace.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endforeach()
endfunction()

# Targets are folders (docs/architecture.md). Three functions make them, so that warnings,
# sanitizers and include roots are set in one place.

find_package(GTest REQUIRED)

add_library(cpngen_flags INTERFACE)
target_compile_options(cpngen_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                       -Woverloaded-virtual -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms on std::string operator+ at -O2 and above (GCC bug 105651).
  target_compile_options(cpngen_flags INTERFACE -Wno-restrict)
endif()
target_include_directories(cpngen_flags INTERFACE ${CMAKE_SOURCE_DIR})
if(CPNGEN_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU
   AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms about std::regex and std::function under sanitizers (GCC bug 105562).
  target_compile_options(cpngen_flags INTERFACE -Wno-maybe-uninitialized)
endif()
if(CPNGEN_SANITIZE)
  target_compile_options(cpngen_flags INTERFACE -fsanitize=${CPNGEN_SANITIZE}
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(cpngen_flags INTERFACE -fsanitize=${CPNGEN_SANITIZE})
  # Programs with sanitizers are large: GNU's linker takes 8 s for one of 200 MB, lld 3.
  find_program(CPNGEN_LLD ld.lld)
  if(CPNGEN_LLD)
    target_link_options(cpngen_flags INTERFACE -fuse-ld=lld)
  endif()
endif()

# How much time the compiler may take for a target: its property CPNGEN_SPEED, which it has from the
# variable of that name in its folder.
#   hot     searches and schedulers, which the tests wait for: optimised with sanitizers, too;
#   (none)  the rest of what is measured in bench/: not optimised with ASan;
#   plain   commands, pages, examples and tests, as fast at -O1 as at -O3: they wait for the others.
# With ASan, an optimised source takes three times as long to compile. Four checks of UBSan
# look at every access to an object and double that again; what is not hot does without them, and
# AddressSanitizer sees most of what they would see.
define_property(TARGET PROPERTY CPNGEN_SPEED INITIALIZE_FROM_VARIABLE CPNGEN_SPEED)
set(speed $<TARGET_PROPERTY:CPNGEN_SPEED>)
target_compile_options(cpngen_flags INTERFACE
                       $<$<AND:$<CONFIG:Release>,$<STREQUAL:${speed},plain>>:-O1>)
if(CPNGEN_SANITIZE MATCHES address)
  target_compile_options(cpngen_flags INTERFACE $<$<NOT:$<STREQUAL:${speed},hot>>:-O0>)
elseif(CPNGEN_SANITIZE)
  target_compile_options(cpngen_flags INTERFACE $<$<STREQUAL:${speed},plain>:-O0>)
endif()
if(CPNGEN_SANITIZE MATCHES undefined AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(cpngen_flags INTERFACE -fno-sanitize=null,object-size
    $<$<NOT:$<STREQUAL:${speed},hot>>:-fno-sanitize=vptr,alignment>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC collects its garbage when it holds 512 MB, not 128: a tenth to a fifth of its time.
  target_compile_options(cpngen_flags INTERFACE
                         "SHELL:--param ggc-min-heapsize=512000 --param ggc-min-expand=100")
endif()
if(CPNGEN_COVERAGE)
  # Atomic counters: replicas run on gRPC's threads.
  target_compile_options(cpngen_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(cpngen_flags INTERFACE --coverage)
  target_compile_definitions(cpngen_flags INTERFACE CPNGEN_COVERAGE=1)
endif()

# cpngen_library(NAME [SOURCES a.cc ...] [ALONE b.cc ...] [PUBLIC_DEPS target ...]
# [DEPS target ...] [TREE_DEPS target ...]): SOURCES are compiled together (CompileTogether.cmake),
# those of ALONE each by itself: their names collide. PUBLIC_DEPS are what its headers include, DEPS
# what only its sources do; programs are linked with both. TREE_DEPS are public, too, but nothing to
# who uses the library installed: templates that only sources, and headers that are not installed,
# include. Who includes a target's headers names the target, even if another one brings it along.
function(cpngen_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;ALONE;PUBLIC_DEPS;DEPS;TREE_DEPS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES} ${ARG_ALONE})
  list(TRANSFORM ARG_TREE_DEPS REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>")
  target_link_libraries(${name}
    PUBLIC $<BUILD_INTERFACE:cpngen_flags> ${ARG_PUBLIC_DEPS} ${ARG_TREE_DEPS}
    PRIVATE ${ARG_DEPS})
  compile_together(${name})
  compile_alone(${ARG_ALONE})
endfunction()

# messages_alone(NAME TARGET [DEPS target ...]): the messages of a quorum_proto(TARGET ... CALLS)
# without quorum_core, for who links another build of it. DEPS are the messages that they need.
function(messages_alone name target)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  add_library(${name} STATIC $<TARGET_OBJECTS:${target}>)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${name} PUBLIC $<BUILD_INTERFACE:cpngen_flags> cpngen_protobuf ${ARG_DEPS})
  target_include_directories(${name} SYSTEM PUBLIC ${PROJECT_BINARY_DIR})
  add_dependencies(${name} ${target}_files)
endfunction()

# cpngen_program(NAME SOURCES a.cc ... [ALONE b.cc ...] [DEPS target ...]): lands in
# build/<preset>/bin/.
function(cpngen_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;ALONE;DEPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES} ${ARG_ALONE})
  target_link_libraries(${name} PRIVATE cpngen_flags ${ARG_DEPS})
  compile_together(${name})
  compile_alone(${ARG_ALONE})
endfunction()

# cpngen_test(NAME SOURCES a_test.cc ... [ALONE b_test.cc ...] [DEPS target ...] [TIMEOUT seconds]):
# one GoogleTest program, one CTest test, so that start-up is paid once. All of them link `testing`.
# Where sources, programs and the corpus are, testing/paths.h says: a definition here, which differs
# from checkout to checkout, would keep the compiler cache from knowing a test again.
function(cpngen_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;ALONE;DEPS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  cpngen_program(${name}
    SOURCES ${ARG_SOURCES}
    ALONE ${ARG_ALONE}
    DEPS ${ARG_DEPS} testing GTest::gmock GTest::gtest_main)
  set_target_properties(${name} PROPERTIES CPNGEN_SPEED plain)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT})
endfunction()

# Generated code of .proto files: targets of their own, without our warnings as errors.

include(Grpc)
find_program(PROTOC protoc REQUIRED)
find_program(GRPC_CPP_PLUGIN grpc_cpp_plugin REQUIRED)

# quorum_proto(NAME FILE.proto [GRPC TARGET] [CALLS] [DEPS target ...]): a library of the messages
# of FILE.proto in the current folder. CALLS: FILE.quorum.h, too, by protoc-gen-quorum. GRPC: one
# more library, TARGET, of gRPC's own stubs and service. DEPS are the messages that FILE.proto
# imports.
function(quorum_proto name file)
  cmake_parse_arguments(ARG "CALLS" "GRPC" "DEPS" ${ARGN})
  file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  string(REGEX REPLACE "\\.proto$" "" base ${CMAKE_BINARY_DIR}/${path})
  set(outputs ${base}.pb.cc ${base}.pb.h)
  set(arguments --cpp_out=${CMAKE_BINARY_DIR})
  set(depends ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  if(ARG_GRPC)
    list(APPEND outputs ${base}.grpc.pb.cc ${base}.grpc.pb.h)
    list(APPEND arguments --grpc_out=${CMAKE_BINARY_DIR}
                          --plugin=protoc-gen-grpc=${GRPC_CPP_PLUGIN})
  endif()
  if(ARG_CALLS)
    list(APPEND outputs ${base}.quorum.h)
    list(APPEND arguments --quorum_out=${CMAKE_BINARY_DIR}
                          --plugin=protoc-gen-quorum=$<TARGET_FILE:protoc-gen-quorum>)
    list(APPEND depends protoc-gen-quorum ${CMAKE_SOURCE_DIR}/quorum/quorum.proto)
    list(APPEND ARG_DEPS quorum_core quorum_options)
  endif()
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${PROTOC} -I ${CMAKE_SOURCE_DIR} ${arguments} ${path}
    DEPENDS ${depends}
    VERBATIM)
  cpngen_library(${name} SOURCES ${base}.pb.cc PUBLIC_DEPS cpngen_protobuf ${ARG_DEPS})
  # Whoever includes a generated header waits for it.
  add_custom_target(${name}_files DEPENDS ${outputs})
  add_dependencies(${name} ${name}_files)
  set(libraries ${name})
  if(ARG_GRPC)
    cpngen_library(${ARG_GRPC}
      SOURCES ${base}.grpc.pb.cc
      PUBLIC_DEPS ${name} cpngen_grpc)
    list(APPEND libraries ${ARG_GRPC})
  endif()
  foreach(library ${libraries})
    target_compile_options(${library} PRIVATE -w)
    target_include_directories(${library} SYSTEM PUBLIC ${CMAKE_BINARY_DIR})
  endforeach()
endfunction()

# Generated code of .proto files, here and, since this file is installed, in projects of others:
# targets of their own, without anybody's warnings as errors.
#
# quorum_proto(NAME FILE.proto [CALLS] [GRPC TARGET] [ROOT FOLDER] [DEPS target ...]): a library of
# the messages of FILE.proto in the current folder. CALLS: FILE.quorum.h, too, by protoc-gen-quorum;
# who includes it links cpngen::quorum. GRPC: one more library, TARGET, of gRPC's own stubs and
# service. ROOT is the folder that the paths in imports and includes begin in; it is the project's
# unless given. DEPS are the messages that FILE.proto imports.

include_guard(GLOBAL)

find_program(PROTOC protoc REQUIRED)
find_program(GRPC_CPP_PLUGIN grpc_cpp_plugin REQUIRED)

function(quorum_proto name file)
  cmake_parse_arguments(ARG "CALLS" "GRPC;ROOT" "DEPS" ${ARGN})
  set(output ${PROJECT_BINARY_DIR})
  if(ARG_ROOT)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}_proto)
    file(MAKE_DIRECTORY ${output})
  else()
    set(ARG_ROOT ${PROJECT_SOURCE_DIR})
  endif()
  get_property(imports GLOBAL PROPERTY QUORUM_PROTO_IMPORTS)
  get_property(flags GLOBAL PROPERTY QUORUM_PROTO_FLAGS)

  file(RELATIVE_PATH path ${ARG_ROOT} ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  string(REGEX REPLACE "\\.proto$" "" base ${output}/${path})
  set(outputs ${base}.pb.cc ${base}.pb.h)
  set(arguments --cpp_out=${output})
  set(depends ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  if(ARG_GRPC)
    list(APPEND outputs ${base}.grpc.pb.cc ${base}.grpc.pb.h)
    list(APPEND arguments --grpc_out=${output} --plugin=protoc-gen-grpc=${GRPC_CPP_PLUGIN})
  endif()
  if(ARG_CALLS)
    list(APPEND outputs ${base}.quorum.h)
    list(APPEND arguments --quorum_out=${output}
                          --plugin=protoc-gen-quorum=$<TARGET_FILE:cpngen::protoc-gen-quorum>)
    list(APPEND depends cpngen::protoc-gen-quorum ${imports}/quorum/quorum.proto)
    list(APPEND ARG_DEPS cpngen::quorum_core cpngen::quorum_options)
  endif()
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${PROTOC} -I ${ARG_ROOT} -I ${imports} ${arguments} ${path}
    DEPENDS ${depends}
    VERBATIM)
  add_library(${name} STATIC ${base}.pb.cc)
  target_link_libraries(${name} PUBLIC ${flags} cpngen::protobuf ${ARG_DEPS})
  # Whoever includes a generated header waits for it.
  add_custom_target(${name}_files DEPENDS ${outputs})
  add_dependencies(${name} ${name}_files)
  set(libraries ${name})
  if(ARG_GRPC)
    add_library(${ARG_GRPC} STATIC ${base}.grpc.pb.cc)
    target_link_libraries(${ARG_GRPC} PUBLIC ${flags} ${name} cpngen::grpc)
    list(APPEND libraries ${ARG_GRPC})
  endif()
  foreach(library ${libraries})
    target_compile_options(${library} PRIVATE -w)
    target_include_directories(${library} SYSTEM PUBLIC $<BUILD_INTERFACE:${output}>)
  endforeach()
endfunction()

# Programs in Go that use gRPC, made from Debian's packages alone: nothing is downloaded. Go caches
# what it compiles in its own place (`go env GOCACHE`), so that only the first build takes long.
#
# GO_GRPC is true where Go, protoc's plugins for it and gRPC's sources are there.
#
# go_stubs(NAME FILE.proto PACKAGE): messages and service of a .proto file, as a package of Go.
# go_program(NAME FOLDER [STUBS name] SOURCES a.go ...): the program of a folder below the current
# one. It lands in build/<preset>/bin/, and imports the stubs by the name of their package.

include_guard(GLOBAL)

find_program(PROTOC protoc REQUIRED)
find_program(GO go)
find_program(PROTOC_GEN_GO protoc-gen-go)
find_program(PROTOC_GEN_GO_GRPC protoc-gen-go-grpc)
set(go_libraries /usr/share/gocode)
find_path(GO_GRPC_SOURCES google.golang.org/grpc/server.go PATHS ${go_libraries}/src)

set(GO_GRPC OFF)
if(GO AND PROTOC_GEN_GO AND PROTOC_GEN_GO_GRPC AND GO_GRPC_SOURCES)
  set(GO_GRPC ON)
endif()

# Where packages are looked for, and nothing else: no modules, no flags of the user's.
set(go_path ${CMAKE_BINARY_DIR}/go)
set(go_environment GO111MODULE=off GOFLAGS= GOPATH=${go_path}:${go_libraries})
if("$ENV{GOCACHE}$ENV{XDG_CACHE_HOME}$ENV{HOME}" STREQUAL "")
  list(APPEND go_environment GOCACHE=${go_path}/cache)
endif()

function(go_stubs name file package)
  get_filename_component(path ${file} ABSOLUTE)
  get_filename_component(folder ${path} DIRECTORY)
  get_filename_component(proto ${path} NAME)
  get_filename_component(base ${path} NAME_WE)
  set(outputs ${go_path}/src/${package}/${base}.pb.go ${go_path}/src/${package}/${base}_grpc.pb.go)
  file(MAKE_DIRECTORY ${go_path}/src)
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${PROTOC} -I ${folder} ${proto}
            --plugin=protoc-gen-go=${PROTOC_GEN_GO}
            --plugin=protoc-gen-go-grpc=${PROTOC_GEN_GO_GRPC}
            --go_out=${go_path}/src --go_opt=M${proto}=${package}
            --go-grpc_out=${go_path}/src --go-grpc_opt=M${proto}=${package}
    DEPENDS ${path}
    VERBATIM)
  add_custom_target(${name} DEPENDS ${outputs})
  set_target_properties(${name} PROPERTIES GO_FILES "${outputs}")
endfunction()

function(go_program name folder)
  cmake_parse_arguments(ARG "" "STUBS" "SOURCES" ${ARGN})
  set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name})
  set(depends ${ARG_SOURCES})
  list(TRANSFORM depends PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/)
  if(ARG_STUBS)
    get_target_property(stubs ${ARG_STUBS} GO_FILES)
    list(APPEND depends ${ARG_STUBS} ${stubs})
  endif()
  add_custom_command(
    OUTPUT ${program}
    COMMAND ${CMAKE_COMMAND} -E env ${go_environment} ${GO} build -buildvcs=false -o ${program} .
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${folder}
    DEPENDS ${depends}
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS ${program})
endfunction()

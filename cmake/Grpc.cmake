# gRPC and protobuf as Debian packages them, without CMake's configuration files. The targets say
# libraries by their names and not by their paths, so that link_grpc_statically() can lead the names
# elsewhere.
include_guard(GLOBAL)

find_package(Threads REQUIRED)

# Messages, what reads .proto files, RPCs, and the service that says what a server offers.
add_library(cpngen_protobuf INTERFACE)
target_link_libraries(cpngen_protobuf INTERFACE protobuf Threads::Threads)
add_library(cpngen_protoc INTERFACE)
target_link_libraries(cpngen_protoc INTERFACE protoc cpngen_protobuf)
add_library(cpngen_grpc INTERFACE)
target_link_libraries(cpngen_grpc INTERFACE grpc++ grpc gpr absl_synchronization cpngen_protobuf)
add_library(cpngen_grpc_reflection INTERFACE)
target_link_libraries(cpngen_grpc_reflection INTERFACE grpc++_reflection cpngen_grpc)

# Their names for quorum_proto(), and for projects of others.
add_library(cpngen::protobuf ALIAS cpngen_protobuf)
add_library(cpngen::grpc ALIAS cpngen_grpc)

# link_grpc_statically(PROGRAM): takes gRPC from its archives, because a program that maps few
# libraries is forked twice as fast. The names that gRPC is linked by lead to linker scripts, and
# these name the archives. Does nothing where an archive is missing, or with sanitizers.
function(link_grpc_statically program)
  if(CPNGEN_SANITIZE)
    return()
  endif()
  set(archives)
  foreach(name grpc++ grpc gpr protobuf address_sorting re2 upb cares)
    find_library(archive_${name} lib${name}.a)
    list(APPEND archives ${archive_${name}})
  endforeach()
  if("${archives}" MATCHES NOTFOUND)
    return()
  endif()
  get_filename_component(folder ${archive_gpr} DIRECTORY)
  file(GLOB absl_archives ${folder}/libabsl_*.a)
  list(JOIN archives " " group)
  list(JOIN absl_archives " " absl_group)
  set(scripts ${CMAKE_CURRENT_BINARY_DIR}/static_grpc)
  foreach(name grpc++ grpc gpr protobuf absl_synchronization)
    file(CONFIGURE OUTPUT ${scripts}/lib${name}.so CONTENT
         "GROUP ( ${group} ${absl_group} )\nINPUT ( -lssl -lcrypto -lz -latomic )\n")
  endforeach()
  target_link_directories(${program} BEFORE PRIVATE ${scripts})
  set_target_properties(${program} PROPERTIES SKIP_BUILD_RPATH TRUE)
endfunction()

# The Debian packages: `cmake --build --preset release --target packages` writes them into
# build/release/packages.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cpngen)
set(CPACK_PACKAGE_VENDOR cpngen)
# Nobody has this address (RFC 2606): whoever publishes packages sets their own.
set(CPNGEN_MAINTAINER "cpngen maintainers <cpngen@packages.invalid>"
    CACHE STRING "Name and address of who answers for the packages")
set(CPACK_PACKAGE_CONTACT ${CPNGEN_MAINTAINER})
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_COMPONENTS_ALL programs development)
set(mpi_programs)
if(MPI_CXX_FOUND)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(mpi_programs cpngen_mpi)
endif()

set(CPACK_DEB_COMPONENT_INSTALL TRUE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS TRUE)

set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME cpngen)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS graphviz)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SUGGESTS
    "bash-completion, etcd-server, libcpngen-dev, libxml2-utils, postgresql, python3")
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION
"test suites with oracles from coloured Petri nets
cpngen simulates, model checks and draws executable models, coloured Petri
nets written in Lua, and generates test suites with oracles from them.

adapter replays the suites against a system under test, injects faults, and
gives verdicts. A single-decree Paxos on gRPC comes with it, as do models,
manual pages and completions of bash and zsh.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libcpngen-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# Generated headers refuse another minor version of Protocol Buffers than their own.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libabsl-dev, libfmt-dev, libgrpc++-dev, libprotobuf-dev (>= 3.21), \
libprotobuf-dev (<< 3.22~), libssl-dev, protobuf-compiler, protobuf-compiler-grpc")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, cpngen, libboost-context-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"quorum calls over gRPC, and systematic testing, for C++
A library that calls many nodes at once and goes on as soon as enough of them
have answered, and protoc-gen-quorum, which makes typed calls of services in
Protocol Buffers.

A library for tests that runs components under a scheduler which makes every
choice, and one that checks histories for linearizability. CMake finds all of
them with find_package(cpngen).")

set(CPACK_DEBIAN_MPI_PACKAGE_NAME cpngen-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS openmpi-bin)
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS cpngen)
set(CPACK_COMPONENT_MPI_DESCRIPTION
"state spaces of coloured Petri nets over several processes
cpngen_mpi explores the state space of an executable model with several
processes under mpirun, on one machine or many, each with a part of the
markings and a share of the memory.

It counts, reports, checks invariants and generates test suites, as cpngen
does in one process, and goes on from checkpoints.")

include(CPack)

add_custom_target(packages
  COMMAND ${CMAKE_CPACK_COMMAND} --config ${CMAKE_BINARY_DIR}/CPackConfig.cmake
          -B ${CMAKE_BINARY_DIR}/packages
  DEPENDS
    adapter_warden linearizability made_texts paxos_server_instrumented protoc-gen-quorum quorum
    quorum_options systematic_environment systematic_fibers systematic_processes systematic_program
    ${mpi_programs}
  USES_TERMINAL VERBATIM)

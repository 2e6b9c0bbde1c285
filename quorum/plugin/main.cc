// protoc-gen-quorum: a plugin of protoc.
//
//   protoc --plugin=protoc-gen-quorum --quorum_out=DIR X.proto
//
// protoc gives it no arguments; people who call it by hand are told what it is.
#include <google/protobuf/compiler/plugin.h>

#include <iostream>
#include <string_view>

#include "command_line/standard_streams.h"
#include "quorum/plugin/generator.h"

namespace {

constexpr const char* kName = "protoc-gen-quorum";
constexpr std::string_view kHelp =
    "protoc-gen-quorum: typed quorum calls of the services in a .proto file\n"
    "\n"
    "A plugin of protoc, which calls it for --quorum_out. For each X.proto it writes\n"
    "X.quorum.h: a class for each service with methods marked as quorum calls.\n"
    "\n"
    "Examples:\n"
    "  protoc --quorum_out=DIR --cpp_out=DIR X.proto\n"
    "  protoc --plugin=protoc-gen-quorum=build/release/bin/protoc-gen-quorum \\\n"
    "         --quorum_out=DIR --cpp_out=DIR X.proto\n"
    "\n"
    "Where cpngen's CMake package is installed, quorum_proto() does it.\n";

}  // namespace

int main(int argc, char** argv) {
  command_line::PrepareStandardStreams();
  const std::string_view option = argc == 2 ? argv[1] : "";
  if (option == "--help" || option == "-h") {
    std::cout << kHelp;
    return command_line::EndOfOutput(kName, 0, std::cout, std::cerr);
  }
  if (option == "--version") {
    std::cout << kName << " " CPNGEN_VERSION "\n";
    return command_line::EndOfOutput(kName, 0, std::cout, std::cerr);
  }
  const quorum::plugin::Generator generator;
  return google::protobuf::compiler::PluginMain(argc, argv, &generator);
}

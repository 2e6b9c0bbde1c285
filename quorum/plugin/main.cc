// protoc-gen-quorum: a plugin of protoc.
//
//   protoc --plugin=protoc-gen-quorum --quorum_out=DIR X.proto
//
// protoc gives it no arguments; people who call it by hand are told what it is.
#include <google/protobuf/compiler/plugin.h>
#include <google/protobuf/compiler/plugin.pb.h>

#include <iostream>
#include <string>
#include <string_view>

#include "base/message_text.h"
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

/// What is wrong, or with what protoc asks.
int Refuse(std::string_view what) {
  std::cerr << kName << ": " << base::MessageText(what) << '\n';
  return 1;
}

/// One request of protoc's on standard input, its response on standard output.
int Answer() {
  google::protobuf::compiler::CodeGeneratorRequest request;
  if (!request.ParseFromIstream(&std::cin)) {
    return Refuse("standard input has no request of protoc; try: protoc --quorum_out=DIR X.proto");
  }
  const quorum::plugin::Generator generator;
  google::protobuf::compiler::CodeGeneratorResponse response;
  std::string error;
  if (!google::protobuf::compiler::GenerateCode(request, generator, &response, &error)) {
    return Refuse(error);
  }
  if (!response.SerializeToOstream(&std::cout)) return Refuse("cannot write to standard output");
  return 0;
}

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
  if (argc > 1) return Refuse("unknown option '" + std::string(argv[1]) + "'; try --help");
  return command_line::EndOfOutput(kName, Answer(), std::cout, std::cerr);
}

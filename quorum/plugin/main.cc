// protoc-gen-quorum: a plugin of protoc.
//
//   protoc --plugin=protoc-gen-quorum --quorum_out=DIR X.proto
#include <google/protobuf/compiler/plugin.h>

#include "quorum/plugin/generator.h"

int main(int argc, char** argv) {
  const quorum::plugin::Generator generator;
  return google::protobuf::compiler::PluginMain(argc, argv, &generator);
}

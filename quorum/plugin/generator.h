// Generates X.quorum.h from X.proto: for each service its quorum specification interface, its calls
// to single nodes, its typed configuration and its handlers (docs/quorum.md shows them).
//
// Invariants: the output depends on the descriptors alone; with a wrong option there is an error
// and no output. Source: Gorums' protoc-gen-gorums.
#pragma once

#include <google/protobuf/compiler/code_generator.h>

#include <cstdint>
#include <string>

namespace quorum::plugin {

class Generator : public google::protobuf::compiler::CodeGenerator {
 public:
  bool Generate(const google::protobuf::FileDescriptor* file, const std::string& parameter,
                google::protobuf::compiler::GeneratorContext* context,
                std::string* error) const override;
  std::uint64_t GetSupportedFeatures() const override { return FEATURE_PROTO3_OPTIONAL; }
};

}  // namespace quorum::plugin

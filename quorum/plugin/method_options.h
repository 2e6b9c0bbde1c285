// What the options of a service's method (quorum/quorum.proto) ask for, checked.
//
// Plain values and functions; thread-safe.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <variant>

namespace quorum::plugin {

enum class Kind { kSingle, kQuorumCall, kCorrectable, kMulticast, kUnicast };

/// A method as it is generated.
struct MethodModel {
  const google::protobuf::MethodDescriptor* method;
  Kind kind = Kind::kSingle;
  bool per_node_arg = false;
  bool unordered = false;
  const google::protobuf::Descriptor* result;  ///< what the quorum function makes of the replies

  bool HasQuorumFunction() const { return kind == Kind::kQuorumCall || kind == Kind::kCorrectable; }
  bool IsOneWay() const { return kind == Kind::kMulticast || kind == Kind::kUnicast; }
};

/// What is wrong with a method: "file.proto:12:3: method Storage.Read: ...".
struct OptionError {
  std::string text;
};

/// The model of a method, or what is wrong with its options.
std::variant<MethodModel, OptionError> ModelOf(const google::protobuf::MethodDescriptor& method);

}  // namespace quorum::plugin

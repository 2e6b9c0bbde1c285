#include "quorum/plugin/method_options.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "quorum/quorum.pb.h"

namespace quorum::plugin {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::MethodDescriptor;

OptionError ErrorAt(const MethodDescriptor& method, const std::string& what) {
  google::protobuf::SourceLocation place;
  std::string where = method.file()->name();
  if (method.GetSourceLocation(&place)) {
    where += fmt::format(":{}:{}", place.start_line + 1, place.start_column + 1);
  }
  return {
      fmt::format("{}: method {}.{}: {}", where, method.service()->name(), method.name(), what)};
}

struct ChosenKind {
  const char* name;
  Kind kind;
};

// The kinds that a method's options name.
std::vector<ChosenKind> KindsOf(const MethodDescriptor& method) {
  const auto& options = method.options();
  std::vector<ChosenKind> kinds;
  if (options.GetExtension(quorumcall)) kinds.push_back({"quorumcall", Kind::kQuorumCall});
  if (options.GetExtension(correctable)) kinds.push_back({"correctable", Kind::kCorrectable});
  if (options.GetExtension(multicast)) kinds.push_back({"multicast", Kind::kMulticast});
  if (options.GetExtension(unicast)) kinds.push_back({"unicast", Kind::kUnicast});
  return kinds;
}

// By full name, or by its name in the method's package; null when there is none.
const Descriptor* FindMessage(const MethodDescriptor& method, const std::string& name) {
  const auto* const pool = method.file()->pool();
  const std::string in_package = method.file()->package() + "." + name;
  const Descriptor* const found = pool->FindMessageTypeByName(in_package);
  return found != nullptr ? found : pool->FindMessageTypeByName(name);
}

}  // namespace

std::variant<MethodModel, OptionError> ModelOf(const MethodDescriptor& method) {
  const auto& options = method.options();
  MethodModel model{&method, Kind::kSingle, options.GetExtension(per_node_arg),
                    options.GetExtension(unordered), method.output_type()};
  const std::vector<ChosenKind> kinds = KindsOf(method);
  if (kinds.size() > 1) {
    return ErrorAt(method, fmt::format("{} and {} exclude each other: a method is one kind of call",
                                       kinds[0].name, kinds[1].name));
  }
  if (!kinds.empty()) model.kind = kinds[0].kind;
  if (!kinds.empty() && (method.client_streaming() || method.server_streaming())) {
    return ErrorAt(method, fmt::format("{} with a stream: requests and replies must be single "
                                       "messages",
                                       kinds[0].name));
  }
  if (model.per_node_arg && (model.kind == Kind::kSingle || model.kind == Kind::kUnicast)) {
    return ErrorAt(
        method,
        "per_node_arg needs quorumcall, correctable or multicast: a call to one node has "
        "one argument anyway");
  }
  const std::string& custom = options.GetExtension(custom_return_type);
  if (custom.empty()) return model;
  if (!model.HasQuorumFunction()) {
    return ErrorAt(
        method,
        "custom_return_type needs quorumcall or correctable: there is no quorum function "
        "to return it");
  }
  model.result = FindMessage(method, custom);
  if (model.result == nullptr) {
    return ErrorAt(method,
                   fmt::format("custom_return_type '{}': there is no such message; expected "
                               "a full name, or a name in package {}",
                               custom, method.file()->package()));
  }
  return model;
}

}  // namespace quorum::plugin

#include "quorum/plugin/generator.h"

#include <google/protobuf/compiler/cpp/names.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/printer.h>
#include <google/protobuf/io/zero_copy_stream.h>

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "quorum/plugin/method_options.h"

namespace quorum::plugin {
namespace {

using google::protobuf::FileDescriptor;
using google::protobuf::ServiceDescriptor;
using google::protobuf::compiler::cpp::QualifiedClassName;
using google::protobuf::io::Printer;
using Names = std::map<std::string, std::string>;

std::string Replace(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

struct ServiceModel {
  const ServiceDescriptor* service;
  std::vector<MethodModel> methods;

  bool HasQuorumFunctions() const {
    return std::any_of(methods.begin(), methods.end(),
                       [](const MethodModel& method) { return method.HasQuorumFunction(); });
  }
};

Names NamesOf(const ServiceModel& service) {
  return {{"Service", service.service->name()}, {"service", service.service->full_name()}};
}

Names NamesOf(const ServiceModel& service, const MethodModel& method) {
  Names names = NamesOf(service);
  names["Method"] = method.method->name();
  names["Request"] = QualifiedClassName(method.method->input_type());
  names["Reply"] = QualifiedClassName(method.method->output_type());
  names["Result"] = QualifiedClassName(method.result);
  names["one_way"] = method.IsOneWay() ? "true" : "false";
  names["per_node_parameter"] =
      method.per_node_arg ? "::quorum::PerNode<" + names["Request"] + "> per_node, " : "";
  names["per_node"] = method.per_node_arg ? "std::move(per_node)" : "nullptr";
  return names;
}

void PrintComments(Printer& out, const MethodModel& method) {
  google::protobuf::SourceLocation place;
  if (!method.method->GetSourceLocation(&place) || place.leading_comments.empty()) return;
  std::string text = place.leading_comments;
  if (text.back() == '\n') text.pop_back();
  out.PrintRaw("  ///" + Replace(text, "\n", "\n  ///") + "\n");
}

void PrintSpec(Printer& out, const ServiceModel& service) {
  out.Print(NamesOf(service), R"(
/// What a quorum is, for the calls of service $service$. The functions are pure and do not throw;
/// quorum/types.h says when they are called.
class $Service$QuorumSpec {
 public:
  virtual ~$Service$QuorumSpec() = default;
)");
  for (const MethodModel& method : service.methods) {
    if (!method.HasQuorumFunction()) continue;
    out.Print(NamesOf(service, method), R"(
  virtual ::quorum::Combined<$Result$> $Method$QF(
      const $Request$& request,
      const ::quorum::Replies<$Reply$>& replies) const = 0;
)");
  }
  out.PrintRaw("};\n");
}

// The calls to one node, which the others are made of.
void PrintNodes(Printer& out, const ServiceModel& service) {
  out.Print(NamesOf(service), R"(
/// Service $service$ of single nodes. Thread-safe.
class $Service$Nodes {
 public:
  explicit $Service$Nodes(::quorum::Configuration configuration)
      : configuration_(std::move(configuration)) {}

  const ::quorum::Configuration& configuration() const { return configuration_; }
  const std::vector<::quorum::NodeId>& ids() const { return configuration_.ids(); }
)");
  for (const MethodModel& method : service.methods) {
    Names names = NamesOf(service, method);
    names["options"] = method.unordered ? "::quorum::Unordered(options)" : "options";
    out.Print(names, R"(
  static constexpr ::quorum::Method k$Method${"/$service$/$Method$", $one_way$};
  void $Method$(::quorum::NodeId node, std::shared_ptr<const $Request$> request,
      const ::quorum::CallOptions& options,
      std::function<void(::quorum::NodeResult<$Reply$>)> done) const {
    ::quorum::CallNode<$Request$, $Reply$>(
        configuration_, node, k$Method$, std::move(request), $options$, std::move(done));
  }
)");
  }
  out.PrintRaw("\n private:\n  ::quorum::Configuration configuration_;\n};\n");
}

constexpr char kQuestion[] = R"(
  auto Ask$Method$($Request$ request, ::quorum::PerNode<$Request$> per_node) const {
    const auto send = [this](const ::quorum::CallOptions& options, ::quorum::NodeId node,
                             const std::shared_ptr<const $Request$>& argument,
                             std::function<void(::quorum::NodeResult<$Reply$>)> done) {
      nodes_.$Method$(node, argument, options, std::move(done));
    };
    auto quorum_function = [spec = spec_](const $Request$& asked,
                                          const ::quorum::Replies<$Reply$>& replies) {
      return spec->$Method$QF(asked, replies);
    };
    return ::quorum::Question<$Request$, $Reply$, $Result$, decltype(send)>{
        std::move(request), nodes_.ids(), std::move(quorum_function), std::move(per_node), send};
  }
)";

const char* CallOf(Kind kind) {
  switch (kind) {
    case Kind::kQuorumCall:
      return R"(  /// A quorum call: `done` runs once.
  void $Method$($Request$ request, $per_node_parameter$const ::quorum::CallOptions& options,
      std::function<void(::quorum::Outcome<$Result$>)> done) const {
    Ask$Method$(std::move(request), $per_node$).Ask(options, std::move(done));
  }
  /// The same, as a future.
  ::quorum::Future<$Result$> $Method$Async($Request$ request, $per_node_parameter$const ::quorum::CallOptions& options = {}) const {
    return Ask$Method$(std::move(request), $per_node$).AskAsync(options);
  }
)";
    case Kind::kCorrectable:
      return R"(  /// A quorum call whose result gets better.
  ::quorum::Correctable<$Result$> $Method$($Request$ request, $per_node_parameter$const ::quorum::CallOptions& options = {}) const {
    return Ask$Method$(std::move(request), $per_node$).Watch(options);
  }
)";
    case Kind::kMulticast:
      return R"(  /// To all nodes, without replies; `done` (may be null) runs once, when it is on its way.
  void $Method$($Request$ request, $per_node_parameter$const ::quorum::CallOptions& options = {},
      std::function<void(::quorum::SendErrors)> done = nullptr) const {
    const auto send = [&](::quorum::NodeId node,
                          const std::shared_ptr<const $Request$>& argument,
                          std::function<void(::quorum::NodeResult<$Reply$>)> on_result) {
      nodes_.$Method$(node, argument, options, std::move(on_result));
    };
    ::quorum::Multicast<$Request$, $Reply$>(
        std::move(request), nodes_.ids(), $per_node$, send, std::move(done));
  }
)";
    case Kind::kUnicast:
      return R"(  /// To one node, without a reply; `done` (may be null) runs once, when it is on its way.
  void $Method$(::quorum::NodeId node, $Request$ request, const ::quorum::CallOptions& options = {},
      std::function<void(std::optional<::quorum::NodeError>)> done = nullptr) const {
    nodes_.$Method$(node, std::make_shared<const $Request$>(std::move(request)), options,
        ::quorum::ErrorOnly<$Reply$>(std::move(done)));
  }
)";
    case Kind::kSingle:
      break;
  }
  return R"(  /// Of one node: `done` runs once.
  void $Method$(::quorum::NodeId node, $Request$ request, const ::quorum::CallOptions& options,
      std::function<void(::quorum::NodeResult<$Reply$>)> done) const {
    nodes_.$Method$(node, std::make_shared<const $Request$>(std::move(request)), options,
        std::move(done));
  }
)";
}

void PrintConfiguration(Printer& out, const ServiceModel& service) {
  Names names = NamesOf(service);
  const bool spec = service.HasQuorumFunctions();
  names["spec_parameter"] =
      spec ? ", std::shared_ptr<const " + names["Service"] + "QuorumSpec> spec" : "";
  names["spec_initializer"] = spec ? ", spec_(std::move(spec))" : "";
  names["explicit"] = spec ? "" : "explicit ";
  out.Print(names, R"(
/// Calls of service $service$ to the nodes of a configuration. Thread-safe; cheap to copy. `Nodes`
/// is $Service$Nodes, or whatever calls single nodes in the same way.
template <class Nodes>
class Basic$Service$Configuration {
 public:
  $explicit$Basic$Service$Configuration(Nodes nodes$spec_parameter$)
      : nodes_(std::move(nodes))$spec_initializer$ {}

  const Nodes& nodes() const { return nodes_; }
)");
  for (const MethodModel& method : service.methods) {
    out.PrintRaw("\n");
    PrintComments(out, method);
    out.Print(NamesOf(service, method), CallOf(method.kind));
  }
  out.PrintRaw("\n private:\n");
  for (const MethodModel& method : service.methods) {
    if (method.HasQuorumFunction()) out.Print(NamesOf(service, method), kQuestion);
  }
  out.PrintRaw("  Nodes nodes_;\n");
  if (spec) out.Print(names, "  std::shared_ptr<const $Service$QuorumSpec> spec_;\n");
  out.Print(names, R"(};

using $Service$Configuration = Basic$Service$Configuration<$Service$Nodes>;
)");
}

// The serving side: an interface, and its entry into a Dispatcher.
void PrintHandlers(Printer& out, const ServiceModel& service) {
  out.Print(NamesOf(service), R"(
/// What a node does with the calls of service $service$. A handler must not block; each answers
/// once, now or later (quorum/dispatcher.h).
class $Service$Handlers {
 public:
  virtual ~$Service$Handlers() = default;
)");
  for (const MethodModel& method : service.methods) {
    out.Print(NamesOf(service, method),
              method.IsOneWay() ? "  virtual void $Method$(const $Request$& request) = 0;\n"
                                : "  virtual void $Method$(const $Request$& request,\n"
                                  "      ::quorum::Respond<$Reply$> respond) = 0;\n");
  }
  out.PrintRaw("};\n");
  out.Print(NamesOf(service), R"(
/// Has `dispatcher` call `handlers`.
inline void Add$Service$Handlers(::quorum::Dispatcher& dispatcher,
                                 const std::shared_ptr<$Service$Handlers>& handlers) {
)");
  for (const MethodModel& method : service.methods) {
    out.Print(NamesOf(service, method),
              method.IsOneWay() ? R"(  dispatcher.Add<$Request$, $Reply$>($Service$Nodes::k$Method$,
      [handlers](const $Request$& request, const ::quorum::Respond<$Reply$>& respond) {
        handlers->$Method$(request);
        respond(::quorum::NodeResult<$Reply$>::Ok($Reply$()));
      });
)"
                                : R"(  dispatcher.Add<$Request$, $Reply$>($Service$Nodes::k$Method$,
      [handlers](const $Request$& request, ::quorum::Respond<$Reply$> respond) {
        handlers->$Method$(request, std::move(respond));
      });
)");
  }
  out.PrintRaw("}\n");
}

void PrintService(Printer& out, const ServiceModel& service) {
  if (service.HasQuorumFunctions()) PrintSpec(out, service);
  PrintNodes(out, service);
  PrintConfiguration(out, service);
  PrintHandlers(out, service);
}

void PrintFile(Printer& out, const FileDescriptor& file, const std::string& base,
               const std::vector<ServiceModel>& services) {
  Names names = {{"file", file.name()},
                 {"header", base + ".pb.h"},
                 {"namespace", Replace(file.package(), ".", "::")}};
  out.Print(names, R"(// Generated by protoc-gen-quorum from $file$. Do not edit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "quorum/calls.h"
#include "quorum/dispatcher.h"
#include "$header$"
)");
  if (!file.package().empty()) out.Print(names, "\nnamespace $namespace$ {\n");
  for (const ServiceModel& service : services) PrintService(out, service);
  if (!file.package().empty()) out.Print(names, "\n}  // namespace $namespace$\n");
}

}  // namespace

bool Generator::Generate(const FileDescriptor* file, const std::string& parameter,
                         google::protobuf::compiler::GeneratorContext* context,
                         std::string* error) const {
  if (!parameter.empty()) {
    *error = "protoc-gen-quorum takes no parameters, but was given '" + parameter + "'";
    return false;
  }
  std::vector<ServiceModel> services;
  for (int i = 0; i < file->service_count(); ++i) {
    services.push_back({file->service(i), {}});
    for (int j = 0; j < file->service(i)->method_count(); ++j) {
      auto model = ModelOf(*file->service(i)->method(j));
      if (const auto* wrong = std::get_if<OptionError>(&model)) {
        *error = wrong->text;
        return false;
      }
      const auto& method = std::get<MethodModel>(model);
      const bool streams = method.method->client_streaming() || method.method->server_streaming();
      if (!streams) services.back().methods.push_back(method);  // streams are gRPC's alone
    }
  }
  const std::string base = google::protobuf::compiler::cpp::StripProto(file->name());
  const std::unique_ptr<google::protobuf::io::ZeroCopyOutputStream> stream(
      context->Open(base + ".quorum.h"));
  Printer out(stream.get(), '$');
  PrintFile(out, *file, base, services);
  return true;
}

}  // namespace quorum::plugin

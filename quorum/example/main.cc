// The example of docs/quorum.md: three nodes, of which first one and then two go away.
//
//   register_example [CA CERTIFICATE KEY]     with PEM files: over mutual TLS
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "quorum/example/register_client.h"
#include "quorum/manager.h"
#include "quorum/server.h"
#include "quorum/tls.h"

namespace {

using quorum::Server;

std::unique_ptr<Server> StartNode(const quorum::TlsFiles& tls) {
  auto dispatcher = std::make_shared<quorum::Dispatcher>();
  example::AddRegisterHandlers(*dispatcher, std::make_shared<example::RegisterNode>());
  return std::make_unique<Server>("127.0.0.1:0", dispatcher,
                                  tls.ca.empty() ? nullptr : quorum::TlsServerCredentials(tls));
}

quorum::ManagerOptions OptionsFor(const quorum::TlsFiles& tls) {
  quorum::ManagerOptions options;
  options.order = quorum::Order::kFifo;
  if (!tls.ca.empty()) options.credentials = quorum::TlsChannelCredentials(tls);
  return options;
}

void Print(const char* what, const quorum::Outcome<example::State>& outcome) {
  // The messages of gRPC name ports, which differ from run to run.
  const std::string text =
      outcome.ok() ? outcome.value().value()
                   : std::string("no quorum, ") + quorum::CauseName(outcome.error().cause) + ", " +
                         std::to_string(outcome.error().errors.size()) + " nodes failed";
  std::printf("%s: %s\n", what, text.c_str());
}

void Run(const quorum::TlsFiles& tls) {
  std::vector<std::unique_ptr<Server>> servers;
  std::vector<quorum::Endpoint> endpoints;
  for (quorum::NodeId id = 0; id < 3; ++id) {
    servers.push_back(StartNode(tls));
    endpoints.push_back({id, servers.back()->address(), nullptr});
  }
  const quorum::Manager manager(endpoints, OptionsFor(tls));
  const example::RegisterClient client(1, manager.All());

  client.Write("hello");
  Print("three nodes", client.Read());
  servers[2] = nullptr;
  client.Write("hello again");
  Print("two nodes", client.Read());
  servers[1] = nullptr;
  Print("one node", client.Read());

  // A part of the nodes is a configuration of its own.
  const example::RegisterClient alone(2, manager.All().Remove(1).Remove(2));
  Print("the last one alone", alone.Read());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 1 && argc != 4) {
    std::fprintf(stderr, "usage: register_example [CA CERTIFICATE KEY]\n");
    return 2;
  }
  try {
    Run(argc == 4 ? quorum::TlsFiles{argv[1], argv[2], argv[3]} : quorum::TlsFiles{});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "register_example: %s\n", error.what());
    return 2;
  }
}

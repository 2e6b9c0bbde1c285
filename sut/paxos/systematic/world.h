// A world of real replicas: processes, network, timers and clients modelled, the replicas real
// (host.h), monitors that judge them (judges.h).
//
// Not thread-safe: an execution has its own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sut/paxos/systematic/choices.h"
#include "sut/paxos/systematic/host.h"
#include "sut/paxos/systematic/judges.h"
#include "sut/paxos/systematic/options.h"
#include "sut/paxos/systematic/peers.h"
#include "systematic/environment/clients.h"
#include "systematic/environment/network.h"
#include "systematic/environment/processes.h"
#include "systematic/environment/timers.h"
#include "systematic/harness.h"

namespace paxos {

class World : public systematic::Processes::Host,
              public systematic::Network::Server,
              public systematic::Clients::Service {
 public:
  World(systematic::Scheduler& scheduler, const WorldOptions& options);

  /// All replicas start, and clients may ask.
  void Start();
  void Heal();
  void Finish();

  void OnStart(systematic::Node node) override;
  void OnCrash(systematic::Node node) override;
  void OnStepEnd(systematic::Node node) override;
  void OnRequest(systematic::Network::Exchange exchange, systematic::Node from, systematic::Node to,
                 systematic::Network::Method method, std::string_view bytes) override;
  void OnAsk(std::uint16_t client, systematic::Node node, systematic::Clients::Ask ask) override;

 private:
  const WorldOptions options_;
  systematic::Processes processes_;
  const bool has_all_;
  systematic::Timers timers_;
  systematic::Network network_;
  systematic::Clients clients_;
  Judges judges_;
  Choices choices_;
  const Surroundings surroundings_;
  std::vector<std::string> values_;                  // by client
  std::unique_ptr<Peers> peers_;                     // null: all are real
  std::vector<std::unique_ptr<paxos::Host>> hosts_;  // null: a peer
  // Until clients have asked again, so that no strategy keeps them waiting for ever.
  std::optional<systematic::Timers::HoldId> hold_;
  bool healed_ = false;
};

/// A harness of such a world.
std::unique_ptr<systematic::Harness> MakeWorld(const WorldOptions& options);

}  // namespace paxos

// One modelled process with a real replica in it: its storage survives the replica, what it does is
// compared with its contract, what it decides is chosen.
//
// Invariants: each life has a replica, a wire and a contract of its own; when the life is over,
// none of them is left.
// Not thread-safe: belongs to one execution.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sut/paxos/replica/replica.h"
#include "sut/paxos/systematic/choices.h"
#include "sut/paxos/systematic/contract/replica_contract.h"
#include "sut/paxos/systematic/judges.h"
#include "sut/paxos/systematic/options.h"
#include "sut/paxos/systematic/wire.h"
#include "systematic/environment/clients.h"
#include "systematic/environment/network.h"
#include "systematic/environment/timers.h"

namespace paxos {

/// What hosts share.
struct Surroundings {
  const WorldOptions& options;
  systematic::Processes& processes;
  systematic::Timers& timers;
  systematic::Network& network;
  systematic::Clients& clients;
  Judges& judges;
  Choices& choices;
  systematic::Word period_word;
};

class Host : public Clock, public Storage, public Instrumentation, public Wire::Ends {
 public:
  Host(ReplicaId id, const Surroundings& surroundings);
  ~Host() override;

  /// A life begins, ends.
  void Start();
  void Crash();
  /// What it did in the step is compared with its contract.
  void StepEnded();
  /// What it says of itself is compared with its contract.
  void CheckStatus();

  void OnRequest(systematic::Network::Exchange exchange, Method method, std::string_view bytes);
  void OnWait(systematic::Clients::Ask ask);
  void OnAsk(std::uint16_t client, const std::string& value, systematic::Clients::Ask ask);

  // Clock
  TimerId StartTimer(Duration delay, std::function<void()> on_fire) override;
  void CancelTimer(TimerId timer) override;
  // Storage
  StoredState Load() const override { return stored_; }
  void Save(const Record& record) override;
  // Instrumentation
  void Observe(const Event& event) override;
  Action Decide(const Event& event) override;
  std::optional<std::size_t> ChooseProposal(ReplicaId replica,
                                            const std::vector<std::string>& pending) override;
  bool Leads(ReplicaId replica, bool elected) override;
  // Wire::Ends
  ReplicaContract& contract(ReplicaId) override { return *contract_; }
  bool at_once() const override { return choices().calls_itself_at_once(); }
  void CallItself(ReplicaId id, const PrepareRequest& request,
                  Transport::Done<PrepareReply> done) override;
  void CallItself(ReplicaId id, const AcceptRequest& request,
                  Transport::Done<AcceptReply> done) override;
  void CallItself(ReplicaId id, const CommitRequest& request,
                  Transport::Done<CommitReply> done) override;

 private:
  Choices& choices() const { return surroundings_.choices; }
  template <class Request, class Reply>
  void Take(systematic::Network::Exchange exchange, std::string_view bytes, Request& request,
            void (Replica::*method)(const Request&, Replica::Answer<Reply>));
  template <class Reply>
  void Answer(systematic::Network::Exchange exchange, const std::optional<Reply>& reply);
  template <class Request, class Reply>
  void CallItself(const Request& request,
                  void (Replica::*method)(const Request&, Replica::Answer<Reply>),
                  Transport::Done<Reply> done);
  void AnswerClient(systematic::Clients::Ask ask, const std::optional<ClientReply>& reply);

  const ReplicaId id_;
  const Surroundings& surroundings_;
  ReplicaConfig config_;
  StoredState stored_;
  std::string buffer_;
  PrepareRequest prepare_;
  AcceptRequest accept_;
  CommitRequest commit_;
  PingRequest ping_;
  std::unique_ptr<ReplicaContract> contract_;
  std::unique_ptr<Wire> wire_;
  std::unique_ptr<Replica> replica_;
};

}  // namespace paxos

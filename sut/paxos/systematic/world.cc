#include "sut/paxos/systematic/world.h"

namespace paxos {
namespace {

class WorldHarness : public systematic::Harness {
 public:
  explicit WorldHarness(const WorldOptions& options) : options_(options) {}

  void Start(systematic::Scheduler& scheduler) override {
    world_ = std::make_unique<World>(scheduler, options_);
    world_->Start();
  }
  void Heal() override { world_->Heal(); }
  void Finish() override { world_->Finish(); }

 private:
  const WorldOptions options_;
  std::unique_ptr<World> world_;
};

bool AddAll(systematic::Processes& processes, int replicas) {
  for (int id = 0; id < replicas; ++id) processes.Add("replica " + std::to_string(id));
  return true;
}

}  // namespace

World::World(systematic::Scheduler& scheduler, const WorldOptions& options)
    : options_(options),
      processes_(scheduler, {.crashes = options.crashes, .dead = options.dead}, *this),
      has_all_(AddAll(processes_, options.replicas)),
      timers_(scheduler, processes_, options.untimed_periods),
      network_(scheduler, processes_, timers_, options.network, *this),
      clients_(scheduler, processes_, static_cast<std::uint16_t>(options.clients + options.waiters),
               *this),
      judges_(scheduler, processes_, clients_, options_),
      choices_(scheduler, processes_, options),
      surroundings_{options_, processes_, timers_,  network_,
                    clients_, judges_,    choices_, scheduler.Intern("period")} {
  for (const char* const method : {"Prepare", "Accept", "Commit", "Ping"}) {
    network_.AddMethod(method);
  }
  for (int client = 0; client < options.clients; ++client) {
    values_.push_back("v" + std::to_string(client));
  }
  if (options.hostile) {
    systematic::Key key;
    key.kind = scheduler.Intern("the real one");
    const auto real = scheduler.Choose(key, static_cast<std::uint64_t>(options.replicas));
    peers_ = std::make_unique<Peers>(scheduler, processes_, network_, static_cast<ReplicaId>(real));
  }
  hosts_.resize(processes_.size());
  for (ReplicaId id = 0; id < options.replicas; ++id) {
    const auto node = static_cast<systematic::Node>(id);
    if (peers_ && peers_->IsPeer(node)) continue;
    hosts_[node] = std::make_unique<paxos::Host>(id, surroundings_);
  }
}

void World::Start() {
  if (options_.timed) timers_.RunTimed(options_.horizon);
  processes_.StartAll();
  clients_.Offer();
  if (peers_) peers_->Start();
}

void World::Heal() {
  choices_.Heal();
  if (peers_) peers_->Heal();
  if (!timers_.timed()) timers_.RunTimed(options_.horizon);
  network_.Heal();
  // A failed leader counts as one of those that a majority can do without.
  processes_.Heal(judges_.failed_leaders());
  clients_.Heal();
  if (clients_.offered() > 0) {
    hold_ = timers_.Hold(timers_.now() + options_.network.most_delay);
  }
  judges_.Heal();
  healed_ = true;
}

void World::Finish() {
  for (const auto& host : hosts_) {
    if (host) host->CheckStatus();
  }
}

void World::OnStart(systematic::Node node) {
  if (hosts_[node]) hosts_[node]->Start();
}

void World::OnCrash(systematic::Node node) {
  if (hosts_[node]) hosts_[node]->Crash();
}

void World::OnStepEnd(systematic::Node node) {
  if (hosts_[node]) hosts_[node]->StepEnded();
  if (hold_ && clients_.offered() == 0) {
    timers_.Release(*hold_);
    hold_.reset();
  }
  // What is owed has come: replicas would ping each other for ever.
  if (healed_ && !options_.to_the_end && clients_.offered() == 0 && judges_.content()) {
    timers_.Stop();
  }
}

void World::OnRequest(systematic::Network::Exchange exchange, systematic::Node, systematic::Node to,
                      systematic::Network::Method method, std::string_view bytes) {
  if (!hosts_[to]) return peers_->OnRequest(exchange, to, static_cast<Method>(method), bytes);
  hosts_[to]->OnRequest(exchange, static_cast<Method>(method), bytes);
}

void World::OnAsk(std::uint16_t client, systematic::Node node, systematic::Clients::Ask ask) {
  if (hosts_[node] && client >= values_.size()) {
    hosts_[node]->OnWait(ask);
  } else if (hosts_[node]) {
    hosts_[node]->OnAsk(client, values_[client], ask);
  } else {
    clients_.Unanswered(ask);
  }
}

std::unique_ptr<systematic::Harness> MakeWorld(const WorldOptions& options) {
  return std::make_unique<WorldHarness>(options);
}

}  // namespace paxos

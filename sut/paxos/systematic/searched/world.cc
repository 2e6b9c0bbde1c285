#include "sut/paxos/systematic/searched/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sut/paxos/systematic/searched/host.h"
#include "sut/paxos/systematic/searched/monitors.h"
#include "sut/paxos/systematic/searched/moves.h"
#include "sut/paxos/systematic/searched/network.h"

namespace paxos::searched {
namespace {

using systematic::OptionKind;

constexpr Duration kDelay{100'000}, kDelta{50'000}, kTimeout{200'000};

struct FaultForm {
  const char* name;
  const char* about;
  int Budgets::*budget;
  int times;
};
constexpr FaultForm kFaults[] = {
    {"loss", "two messages are lost", &Budgets::losses, 2},
    {"duplicate", "a request arrives twice", &Budgets::duplicates, 1},
    {"late", "a deadline passes before the answer comes", &Budgets::late, 1},
    {"crash", "a replica crashes, and may come back", &Budgets::crashes, 1},
    {"death", "a replica crashes for good", &Budgets::deaths, 1},
};

Budgets BudgetsOf(const systematic::SearchWorld& search) {
  Budgets budgets;
  for (const FaultForm& form : kFaults) {
    const bool is_wanted =
        std::find(search.faults.begin(), search.faults.end(), form.name) != search.faults.end();
    budgets.*form.budget = is_wanted ? form.times : 0;
  }
  return budgets;
}

class World : public systematic::Harness, public Network::Ends {
 public:
  explicit World(const WorldOptions& options)
      : options_(options), budgets_(BudgetsOf(options.search)) {}
  ~World() override {
    is_over_ = true;
    for (const auto& host : hosts_) host->End();
  }

  void Start(systematic::Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    moves_.emplace(scheduler, [this] { Offer(); });
    for (int id = 0; id < options_.replicas; ++id) {
      machines_.push_back(scheduler.AddMachine(fmt::format("replica {}", id)));
    }
    for (int client = 0; client < options_.clients; ++client) {
      clients_.push_back(scheduler.Intern(fmt::format("client {}", client)));
    }
    ask_ = scheduler.Intern("ask");
    timer_ = scheduler.Intern("timer");
    crash_ = scheduler.Intern("crash");
    die_ = scheduler.Intern("crash for good");
    restart_ = scheduler.Intern("restart");
    network_.emplace(scheduler, budgets_, *this);
    AddHosts();
    questions_.resize(static_cast<std::size_t>(options_.clients * options_.replicas));
    scheduler.AddMonitor(&answered_);
    scheduler.AddMonitor(&lowest_);
    for (const auto& host : hosts_) host->Start();
    Offer();
  }

  bool Describe(systematic::StateDigest& digest) override {
    const bool timed = options_.search.ordered;
    for (const FaultForm& form : kFaults) {
      digest.Add(static_cast<std::uint64_t>(budgets_.*form.budget));
    }
    for (const Question question : questions_) digest.Add(static_cast<std::uint64_t>(question));
    for (std::size_t id = 0; id < hosts_.size(); ++id) {
      digest.Add(dead_[id] ? 1 : 0);
      hosts_[id]->Describe(digest, timed);
    }
    network_->Describe(digest, timed ? std::optional(now_) : std::nullopt,
                       [this](ReplicaId id) { return host(id).epoch(); });
    return true;
  }

  std::vector<systematic::MachineState> States() override {
    std::vector<systematic::MachineState> states;
    for (const auto& host : hosts_) states.push_back(host->State());
    return states;
  }

  systematic::MachineId machine(ReplicaId id) const override {
    return machines_[static_cast<std::size_t>(id)];
  }
  std::uint16_t life(ReplicaId id) const override { return host(id).life(); }
  std::optional<std::string> Handle(ReplicaId to, Method method,
                                    std::string_view request) override {
    return host(to).Handle(method, request);
  }

 private:
  Host& host(ReplicaId id) const { return *hosts_[static_cast<std::size_t>(id)]; }

  void AddHosts() {
    for (ReplicaId id = 0; id < options_.replicas; ++id) {
      ReplicaConfig config;
      config.id = id;
      config.replicas = options_.replicas;
      config.quorum_sizes = QuorumSizes::Majority(options_.replicas);
      config.delay = kDelay;
      config.delta = kDelta;
      config.timeout = kTimeout;
      hosts_.push_back(std::make_unique<Host>(config, *scheduler_, *network_, now_));
    }
    dead_.resize(hosts_.size());
  }

  systematic::Key KeyOf(systematic::Word kind, ReplicaId id) const {
    return {.kind = kind, .to = scheduler_->MachineName(machine(id)), .life = host(id).life()};
  }

  // What can happen in the state that the last step has led to.
  void Offer() {
    if (is_over_) return;
    Judge();
    std::vector<Move> moves;
    AddClients(moves);
    network_->AddMessages(moves);
    AddTimers(moves);
    for (ReplicaId id = 0; id < options_.replicas; ++id) AddFates(id, moves);
    moves_->Offer(std::move(moves));
  }

  void AddClients(std::vector<Move>& moves) {
    for (std::size_t place = 0; place < questions_.size(); ++place) {
      const std::size_t client = place / hosts_.size();
      const auto id = static_cast<ReplicaId>(place % hosts_.size());
      if (questions_[place] != Question::kUnasked || !host(id).up()) continue;
      systematic::Key key = KeyOf(ask_, id);
      key.from = clients_[client];
      moves.push_back(
          {key, machine(id), OptionKind::kClient, [this, place, id] { Ask(place, id); }});
    }
  }

  void Ask(std::size_t place, ReplicaId id) {
    questions_[place] = Question::kOpen;
    host(id).Ask(fmt::format("v{}", place / hosts_.size()),
                 [this, place](const std::optional<ClientReply>& reply) {
                   questions_[place] = reply ? Question::kAnswered : Question::kUnasked;
                 });
  }

  void AddTimers(std::vector<Move>& moves) {
    std::optional<std::int64_t> only;
    if (options_.search.ordered) {
      if (!network_->quiet()) return;
      only = network_->NextDeadline();
      for (const auto& host : hosts_) {
        if (const auto due = host->due()) only = std::min(only.value_or(*due), *due);
      }
      if (!only) return;
      now_ = std::max(now_, *only);
    }
    network_->AddDeadlines(moves, only);
    for (ReplicaId id = 0; id < options_.replicas; ++id) {
      const std::optional<std::int64_t> due = host(id).due();
      if (!due || (only && due != only)) continue;
      moves.push_back(
          {KeyOf(timer_, id), machine(id), OptionKind::kTimer, [this, id] { host(id).Fire(); }});
    }
  }

  void AddFates(ReplicaId id, std::vector<Move>& moves) {
    const auto place = static_cast<std::size_t>(id);
    if (!host(id).up()) {
      if (dead_[place]) return;
      moves.push_back({KeyOf(restart_, id), machine(id), OptionKind::kRepair,
                       [this, id] { host(id).Start(); }});
      return;
    }
    if (budgets_.crashes > 0) {
      moves.push_back({KeyOf(crash_, id), machine(id), OptionKind::kFault, [this, id] {
                         --budgets_.crashes;
                         Crash(id);
                       }});
    }
    if (budgets_.deaths > 0) {
      moves.push_back({KeyOf(die_, id), machine(id), OptionKind::kFault, [this, id, place] {
                         --budgets_.deaths;
                         dead_[place] = true;
                         Crash(id);
                       }});
    }
  }

  void Crash(ReplicaId id) {
    host(id).End();
    // A replica need not say of all requests that they go with it.
    for (std::size_t place = 0; place < questions_.size(); ++place) {
      const bool is_its = place % hosts_.size() == static_cast<std::size_t>(id);
      if (is_its && questions_[place] == Question::kOpen) questions_[place] = Question::kUnasked;
    }
  }

  // Nobody may learn another value.
  void Judge() {
    const std::string* first = nullptr;
    for (const auto& host : hosts_) {
      for (const std::string& value : host->learned()) {
        if (first == nullptr) first = &value;
        if (value != *first) {
          scheduler_->Fail("agreement", fmt::format("{} and {} are learned", *first, value));
        }
      }
    }
  }

  const WorldOptions options_;
  Budgets budgets_;
  systematic::Scheduler* scheduler_ = nullptr;
  std::vector<systematic::MachineId> machines_;
  std::vector<systematic::Word> clients_;
  systematic::Word ask_ = 0, timer_ = 0, crash_ = 0, die_ = 0, restart_ = 0;
  std::int64_t now_ = 0;
  std::vector<Question> questions_;  // by client and replica
  std::vector<bool> dead_;           // for good
  bool is_over_ = false;
  std::optional<Moves> moves_;
  std::optional<Network> network_;
  Hosts hosts_;
  EveryRequestAnswered answered_{hosts_, questions_};
  NamesLowest lowest_{hosts_};
};

}  // namespace

std::unique_ptr<systematic::Harness> MakeWorld(const WorldOptions& options) {
  return std::make_unique<World>(options);
}

systematic::HarnessInfo InfoOf(int replicas) {
  systematic::HarnessInfo info;
  info.name = fmt::format("search-{}", replicas);
  info.about = fmt::format("{} replicas, every fault a step of its own", replicas);
  info.parameters = {{"replicas", std::to_string(replicas)}};
  info.bounds.heal_after = 0;  // faults keep to budgets: progress is owed from the start
  systematic::SearchForm form;
  form.properties = {
      {EveryRequestAnswered::kName, "every request to a live replica is answered"},
      {NamesLowest::kName, "all live replicas take the lowest of them for the leader"}};
  for (const FaultForm& fault : kFaults) form.faults.emplace_back(fault.name, fault.about);
  form.make = [replicas](const systematic::SearchWorld& search) {
    return MakeWorld({.replicas = replicas, .search = search});
  };
  info.search = std::move(form);
  return info;
}

}  // namespace paxos::searched

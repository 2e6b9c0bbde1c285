// The lease server among three clients that ask for the lock twice each. Messages take as long as
// they like and overtake each other, timers fire at any moment, and a client may die.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "lease_server.h"
#include "systematic/harness.h"

/// Safety: nobody gets the lock while another client has it.
class OneHolder : public systematic::Monitor {
 public:
  explicit OneHolder(systematic::Scheduler& scheduler) : scheduler_(scheduler) {}
  std::string_view name() const override { return "one-holder"; }

  void Gets(int client) {
    if (holder_) {
      scheduler_.Fail(*this, "client " + std::to_string(client) + " gets the lock while client " +
                                 std::to_string(*holder_) + " has it");
    }
    holder_ = client;
  }
  void Loses(int client) {
    if (holder_ == client) holder_.reset();
  }

 private:
  systematic::Scheduler& scheduler_;
  std::optional<int> holder_;
};

/// Liveness: who asks and lives gets the lock.
class Served : public systematic::Monitor {
 public:
  std::string_view name() const override { return "served"; }
  systematic::Heat heat() const override {
    return waiting_.empty() ? systematic::Heat::kCold : systematic::Heat::kHot;
  }
  std::string owed() const override {
    return "client " + std::to_string(*waiting_.begin()) + " waits for the lock";
  }

  void Asks(int client) { waiting_.insert(client); }
  void IsServed(int client) { waiting_.erase(client); }

 private:
  std::set<int> waiting_;
};

class LeaseHarness : public systematic::Harness, private LeaseServer::World {
 public:
  void Start(systematic::Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    one_holder_.emplace(scheduler);
    scheduler.AddMonitor(&*one_holder_);
    scheduler.AddMonitor(&served_);
    server_machine_ = scheduler.AddMachine("server");
    for (int i = 0; i < kClients; ++i) {
      clients_[i].machine = scheduler.AddMachine("client " + std::to_string(i));
    }
    for (int i = 0; i < kClients; ++i) {
      Ask(i);
      scheduler.Enable(KeyOf("die", i), clients_[i].machine, systematic::OptionKind::kFault,
                       [this, i] { Die(i); });
    }
  }

  /// From here on nobody dies.
  void Heal() override {
    for (int i = 0; i < kClients; ++i) scheduler_->Disable(KeyOf("die", i));
  }

 private:
  static constexpr int kClients = 3;
  static constexpr int kRounds = 2;

  struct Client {
    systematic::MachineId machine = 0;
    int rounds = 0;
    bool dead = false;
    std::optional<unsigned> holds;  // by this lease
  };

  systematic::Key KeyOf(const std::string& kind, int client, std::uint32_t ordinal = 0) const {
    return {.kind = scheduler_->Intern(kind),
            .to = scheduler_->MachineName(clients_[client].machine),
            .ordinal = ordinal};
  }

  /// The receiver takes the message at any time from now on.
  void Send(systematic::MachineId from, systematic::MachineId to, const std::string& what,
            systematic::Step handle) {
    systematic::Key key{.kind = scheduler_->Intern("deliver"),
                        .from = scheduler_->MachineName(from),
                        .to = scheduler_->MachineName(to),
                        .what = scheduler_->Intern(what)};
    key.ordinal = scheduler_->NextOrdinal(key.from, key.to, key.what);
    scheduler_->Enable(key, to, systematic::OptionKind::kMessage, std::move(handle));
  }

  void Ask(int client) {
    if (clients_[client].rounds++ == kRounds) return;
    served_.Asks(client);
    Send(clients_[client].machine, server_machine_, "acquire",
         [this, client] { server_.OnAcquire(client); });
  }

  void SendGrant(int client, unsigned lease) override {
    Send(server_machine_, clients_[client].machine, "grant",
         [this, client, lease] { OnGrant(client, lease); });
  }

  void OnGrant(int client, unsigned lease) {
    if (clients_[client].dead) return;
    served_.IsServed(client);
    if (ended_.contains(lease)) return Ask(client);  // it came too late
    one_holder_->Gets(client);
    clients_[client].holds = lease;
    scheduler_->Enable(KeyOf("release", client, lease), clients_[client].machine,
                       systematic::OptionKind::kClient,
                       [this, client, lease] { Release(client, lease); });
  }

  void Release(int client, unsigned lease) {
    Lose(client);
    Send(clients_[client].machine, server_machine_, "release",
         [this, client, lease] { server_.OnRelease(client, lease); });
    Ask(client);
  }

  void StartTimer(int client, unsigned lease) override {
    scheduler_->Enable(KeyOf("lease ends", client, lease), server_machine_,
                       systematic::OptionKind::kTimer,
                       [this, client, lease] { EndLease(client, lease); });
  }

  void EndLease(int client, unsigned lease) {
    ended_.insert(lease);
    if (clients_[client].holds == lease) {
      scheduler_->Disable(KeyOf("release", client, lease));
      Lose(client);
      Ask(client);
    }
    server_.OnLeaseEnd(lease);
  }

  void Die(int client) {
    for (int i = 0; i < kClients; ++i) scheduler_->Disable(KeyOf("die", i));  // one is enough
    clients_[client].dead = true;
    served_.IsServed(client);
    if (!clients_[client].holds) return;
    scheduler_->Disable(KeyOf("release", client, *clients_[client].holds));
    Lose(client);
  }

  void Lose(int client) {
    one_holder_->Loses(client);
    clients_[client].holds.reset();
  }

  systematic::Scheduler* scheduler_ = nullptr;
  std::optional<OneHolder> one_holder_;
  Served served_;
  systematic::MachineId server_machine_ = 0;
  std::array<Client, kClients> clients_;
  std::set<unsigned> ended_;
  LeaseServer server_{*this};
};

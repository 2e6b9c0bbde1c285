// The driver of two-phase commit, in C++: lines of JSON on standard input and output
// (docs/drivers.md), calls of quorum/ to coordinator and workers.
//
// A case is a transaction. The votes are stimuli; what each worker is told, and how the transaction
// ends, are events.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "examples/two_phase_commit/two_phase_commit.quorum.h"
#include "quorum/manager.h"

namespace two_phase_commit {
namespace {

using Json = nlohmann::ordered_json;

constexpr quorum::NodeId kCoordinator = 0;
/// Longer than any case.
constexpr quorum::Duration kLong = std::chrono::minutes(5);

/// Votes and decisions as the published suites write them.
std::string Number(bool yes) { return yes ? "0" : "1"; }

/// Thread-safe: events are reported on gRPC's threads.
class Output {
 public:
  void Send(const Json& message) {
    const std::lock_guard lock(mutex_);
    std::cout << message.dump() << std::endl;
  }
  void Event(const std::string& source, Json event) {
    event["source"] = source;
    Send({{"event", std::move(event)}});
  }

 private:
  std::mutex mutex_;
};

/// The calls of a case that are not answered yet.
class Pending {
 public:
  void Begin() {
    const std::lock_guard lock(mutex_);
    ++count_;
  }
  void End() {
    const std::lock_guard lock(mutex_);
    --count_;
    changed_.notify_all();
  }
  void WaitForAll() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return count_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

class Driver {
 public:
  void Handle(const std::string& kind, const Json& message) {
    if (kind == "hello") {
      output_.Send({{"ready", {{"version", 1}, {"driver", "two-phase commit driver"}}}});
      return;
    }
    try {
      if (kind == "beginCase") BeginCase(message);
      if (kind == "stimulus") Stimulus(message);
      if (kind == "endCase") pending_.WaitForAll();
      output_.Send({{"done", {{"id", message.at("id")}}}});
    } catch (const std::exception& error) {
      output_.Send({{"error", {{"id", message.at("id")}, {"message", error.what()}}}});
    }
  }

 private:
  void BeginCase(const Json& begin) {
    Connect(begin.at("addresses"));
    transaction_.set_id(transaction_.id() + 1);
    const auto transaction = std::make_shared<const Transaction>(transaction_);
    quorum::CallOptions options;
    options.timeout = kLong;
    for (const quorum::NodeId worker : workers_) {
      pending_.Begin();
      WorkerNodes(manager_->Of({worker}))
          .AwaitDecision(worker, transaction, options,
                         [this, worker](const quorum::NodeResult<Decision>& told) {
                           if (told.reply) Report(worker, *told.reply);
                           pending_.End();
                         });
    }
    pending_.Begin();
    CoordinatorNodes(manager_->Of({kCoordinator}))
        .Run(kCoordinator, transaction, options, [this](const quorum::NodeResult<Decision>& end) {
          if (end.reply) {
            output_.Event("coordinator",
                          {{"name", "FinalDecision"}, {"text", Number(end.reply->commit())}});
          }
          pending_.End();
        });
  }

  void Report(quorum::NodeId worker, const Decision& decision) {
    output_.Event(
        "worker" + std::to_string(worker),
        {{"name", "Decision"},
         {"fields", {{"WorkerID", worker}, {"DecisionValue", Number(decision.commit())}}}});
  }

  void Stimulus(const Json& stimulus) {
    if (stimulus.at("name") != "Vote") {
      throw std::runtime_error("the only stimulus is Vote (WorkerID, VoteValue)");
    }
    const Json& fields = stimulus.at("fields");
    const quorum::NodeId worker = std::stoi(fields.at("WorkerID").get<std::string>());
    auto vote = std::make_shared<Vote>();
    vote->set_transaction(transaction_.id());
    vote->set_yes(fields.at("VoteValue") == Number(true));
    WorkerNodes(manager_->Of({worker}))
        .Choose(worker, vote, {}, [this](const quorum::NodeResult<Ack>& taken) {
          const std::lock_guard lock(mutex_);
          chosen_ = taken;
          changed_.notify_all();
        });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return chosen_.has_value(); });
    const quorum::NodeResult<Ack> taken = *std::exchange(chosen_, std::nullopt);
    if (!taken.reply) throw std::runtime_error("the worker does not vote: " + taken.error.message);
  }

  void Connect(const Json& addresses) {
    if (manager_ != nullptr) return;
    std::vector<quorum::Endpoint> endpoints = {
        {kCoordinator, addresses.at("coordinator").get<std::string>(), nullptr}};
    for (quorum::NodeId worker = 1;; ++worker) {
      const auto address = addresses.find("worker" + std::to_string(worker));
      if (address == addresses.end()) break;
      endpoints.push_back({worker, address->get<std::string>(), nullptr});
      workers_.push_back(worker);
    }
    manager_ = std::make_unique<quorum::Manager>(endpoints);
  }

  Output output_;
  Pending pending_;
  Transaction transaction_;
  std::vector<quorum::NodeId> workers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<quorum::NodeResult<Ack>> chosen_;
  std::unique_ptr<quorum::Manager> manager_;  ///< last: its end waits for all results
};

}  // namespace
}  // namespace two_phase_commit

int main() {
  two_phase_commit::Driver driver;
  for (std::string line; std::getline(std::cin, line);) {
    const auto message = nlohmann::ordered_json::parse(line);
    driver.Handle(message.begin().key(), message.begin().value());
  }
}

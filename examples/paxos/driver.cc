// The driver of Paxos, in C++: lines of JSON on standard input and output (docs/drivers.md).
//
//   paxos_driver
//
// It plays the clients that a run speaks of, with the client library of paxos_client. Each proposal
// has a connection of its own to the one replica that it asks, so that clients may wait at the same
// time, and is reported when it ends: Decided or NoAnswer. What is still unanswered at the end of a
// run is given up.
#include <condition_variable>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "sut/paxos/rpc/client.h"

namespace {

using Json = nlohmann::ordered_json;

/// Longer than any run: a client waits as long as its replica lives.
constexpr paxos::Duration kPatience{600'000'000};

/// Messages to the adapter, and what is unanswered at which replica. Clients that end tell it, on
/// threads of their own.
class Reports {
 public:
  void Send(const char* kind, const Json& message) {
    const std::lock_guard lock(mutex_);
    Write(kind, message);
  }

  void Begin(const std::string& replica) {
    const std::lock_guard lock(mutex_);
    ++unanswered_[replica];
  }

  void End(const std::string& replica, const Json& client, const Json& cause,
           const paxos::Client::Result& result) {
    const std::lock_guard lock(mutex_);
    --unanswered_[replica];
    if (is_over_) return;
    Json fields = {{"client", client}};
    if (result.ok()) {
      fields["value"] = result.value().value;
    } else {
      Write("log", {{"line", quorum::ToString(result.error())}});
    }
    Write("event", {{"name", result.ok() ? "Decided" : "NoAnswer"},
                    {"fields", fields},
                    {"source", replica},
                    {"answers", cause}});
    changed_.notify_all();
  }

  /// Until nobody waits for the replica any more.
  void AwaitAll(const std::string& replica) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return unanswered_[replica] == 0; });
  }

  /// Of a run that is over, nothing is reported.
  void SetOver(bool is_over) {
    const std::lock_guard lock(mutex_);
    is_over_ = is_over;
  }

 private:
  static void Write(const char* kind, const Json& message) {
    std::cout << Json{{kind, message}}.dump() << std::endl;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, int> unanswered_;
  bool is_over_ = false;
};

class Driver {
 public:
  void Handle(const std::string& kind, const Json& message) {
    if (kind == "hello") {
      return reports_.Send("ready", {{"version", 1}, {"driver", "paxos driver"}});
    }
    try {
      if (kind == "beginCase") Begin(message);
      if (kind == "stimulus") Propose(message);
      if (kind == "fault") NoteFault(message.at("name"), message.value("fields", Json::object()));
      if (kind == "endCase") End();
      reports_.Send("done", {{"id", message.at("id")}});
    } catch (const std::exception& error) {
      reports_.Send("error", {{"id", message.at("id")}, {"message", error.what()}});
    }
  }

  void End() {
    reports_.SetOver(true);
    clients_.clear();
  }

 private:
  void Begin(const Json& begin) {
    addresses_ = begin.at("addresses");
    reports_.SetOver(false);
  }

  void Propose(const Json& stimulus) {
    if (stimulus.at("name") != "Propose") {
      throw std::runtime_error("there is no stimulus " + stimulus.at("name").get<std::string>());
    }
    const Json& fields = stimulus.at("fields");
    const std::string replica = "replica" + fields.at("replica").get<std::string>();
    const Json& number = fields.at("client");
    paxos::ClientOptions options;
    options.quorum_size = 1;
    options.timeout = kPatience;
    auto& client = clients_[number];
    client = std::make_unique<paxos::Client>(
        std::vector<quorum::Endpoint>{{0, addresses_.at(replica), nullptr}}, options);
    reports_.Begin(replica);
    client->Propose(fields.at("value").get<std::string>(),
                    [this, replica, number, cause = stimulus.at("id")](const auto& result) {
                      reports_.End(replica, number, cause, result);
                    });
  }

  /// The connections to a replica that was killed have ended: whoever waited there is told so
  /// before anything else is done.
  void NoteFault(const std::string& fault, const Json& fields) {
    if (fault == "Kill") reports_.AwaitAll("replica" + fields.at("replica").get<std::string>());
    if (fault != "KillAll") return;
    for (const auto& address : addresses_.items()) reports_.AwaitAll(address.key());
  }

  Reports reports_;  // behind the clients, which tell it how they end
  Json addresses_;
  std::map<std::string, std::unique_ptr<paxos::Client>> clients_;  ///< the last of each
};

}  // namespace

int main() {
  Driver driver;
  for (std::string line; std::getline(std::cin, line);) {
    const auto message = Json::parse(line);
    driver.Handle(message.begin().key(), message.begin().value());
  }
  driver.End();
}

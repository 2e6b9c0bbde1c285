// The driver of the register, in C++: lines of JSON on standard input and output (docs/drivers.md).
//
//   register_driver [--with-bug NAME]
//
// It plays the clients, each on links of its own, and does one phase after the other: an event is
// reported before the stimulus is done. A case has a register of its own.
//
// Bugs of the clients, to see that tests find them:
//   no-write-back            a read does not have a majority keep what it read
//   no-maximum               any state is taken, not the newest
//   small-quorum             one replica less than a majority
//   own-timestamp-forgotten  a writer forgets the timestamps that it gave out
#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "client.h"

namespace abd {
namespace {

using Json = nlohmann::ordered_json;

void Send(const char* kind, const Json& message) {
  std::cout << Json{{kind, message}}.dump() << std::endl;
}

class Driver {
 public:
  explicit Driver(const Bugs& bugs) : bugs_(bugs) {}

  void Handle(const std::string& kind, const Json& message) {
    if (kind == "hello") return Send("ready", {{"version", 1}, {"driver", "register driver"}});
    try {
      if (kind == "beginCase") BeginCase(message);
      if (kind == "stimulus") Do(message.at("name"), message.at("fields"));
      if (kind == "fault") NoteFault(message.at("name"), message.at("fields"));
      Send("done", {{"id", message.at("id")}});
    } catch (const std::exception& error) {
      Send("error", {{"id", message.at("id")}, {"message", error.what()}});
    }
  }

 private:
  struct Player {
    Client client;
    std::optional<Operation> half = {};  ///< the operation whose second phase is still to come
    std::set<int> disturbed = {};        ///< replicas that faults of this case keep it from
    std::set<int> stale = {};            ///< replicas that it may reach again, with new connections
  };

  void BeginCase(const Json& begin) {
    if (players_.empty()) Connect(begin.at("addresses"));
    register_ = "case-" + std::to_string(++cases_);
    for (auto& [id, player] : players_) {
      player.half.reset();
      // The adapter has undone the faults of the last case.
      player.stale.merge(std::exchange(player.disturbed, {}));
    }
  }

  /// The links of the clients: "client1 -> replica1", and so on.
  void Connect(const Json& addresses) {
    for (int id = 1;; ++id) {
      std::vector<std::string> replicas;
      const std::string client = "client" + std::to_string(id) + " -> replica";
      for (int replica = 1;; ++replica) {
        const auto address = addresses.find(client + std::to_string(replica));
        if (address == addresses.end()) break;
        replicas.push_back(*address);
      }
      if (replicas.empty()) break;
      players_.try_emplace(id, Player{Client(id, replicas, bugs_)});
    }
  }

  /// A client that can reach a replica again is to do so at once: when it does something next, it
  /// makes a new connection. Who was disturbed stays so to the end of the case: a link that is
  /// healed may lead to a replica that is down, and what the adapter undoes behind the case nobody
  /// is told.
  void NoteFault(const std::string& fault, const Json& fields) {
    if (fault.starts_with("Reach")) return NoteReach(fault, fields);
    const bool is_of_links = fault == "Cut" || fault == "Heal";
    const int replica = std::stoi(fields.at("replica").get<std::string>());
    for (auto& [id, player] : players_) {
      if (is_of_links && &player != &PlayerOf(fields)) continue;
      const bool is_over = fault == "Heal" || fault == "Restart";
      (is_over ? player.stale : player.disturbed).insert(replica);
    }
  }

  /// The client reaches the replica alone, all but it, or all.
  void NoteReach(const std::string& fault, const Json& fields) {
    Player& player = PlayerOf(fields);
    const int named = fault == "ReachAll" ? 0 : std::stoi(fields.at("replica").get<std::string>());
    for (int replica = 1; replica <= player.client.replicas(); ++replica) {
      const bool is_reached = fault == "ReachOnly" ? replica == named : replica != named;
      (is_reached ? player.stale : player.disturbed).insert(replica);
    }
  }

  void Do(const std::string& stimulus, const Json& fields) {
    Player& player = PlayerOf(fields);
    Client& client = player.client;
    if (!player.stale.empty()) client.Reconnect(std::exchange(player.stale, {}));
    if (stimulus == "Write" || stimulus == "BeginWrite") {
      player.half = client.BeginWrite(register_, fields.at("value"));
    } else if (stimulus == "Read" || stimulus == "BeginRead") {
      player.half = client.BeginRead(register_);
    } else if (stimulus != "Finish") {
      throw std::runtime_error("the stimuli are Write, Read, BeginWrite, BeginRead and Finish");
    } else if (!player.half) {
      throw std::runtime_error("the client has nothing to finish");
    }
    const bool is_whole = !stimulus.starts_with("Begin");
    Json event = {{"client", fields.at("client")}};
    if (!player.half || (is_whole && !client.Finish(*player.half))) {
      return Send("event", {{"name", "NoQuorum"}, {"fields", event}});
    }
    if (!is_whole) return Send("event", {{"name", "Begun"}, {"fields", event}});
    const Operation done = *std::exchange(player.half, std::nullopt);
    if (!done.is_read) return Send("event", {{"name", "Written"}, {"fields", event}});
    event["value"] = done.state.value();
    Send("event", {{"name", "Got"}, {"fields", event}});
  }

  Player& PlayerOf(const Json& fields) {
    const std::string text = fields.at("client");
    const auto found = players_.find(std::stoi(text));
    if (found == players_.end()) throw std::runtime_error("there is no client " + text);
    return found->second;
  }

  const Bugs bugs_;
  std::map<int, Player> players_;
  std::string register_;  ///< of the case
  int cases_ = 0;
};

}  // namespace
}  // namespace abd

int main(int argc, char** argv) {
  CLI::App app("The driver of the register.");
  std::string bug;
  app.add_option("--with-bug", bug, "a bug of the clients")
      ->check(CLI::IsMember(
          {"no-write-back", "no-maximum", "small-quorum", "own-timestamp-forgotten"}));
  CLI11_PARSE(app, argc, argv);
  abd::Driver driver({.no_write_back = bug == "no-write-back",
                      .no_maximum = bug == "no-maximum",
                      .small_quorum = bug == "small-quorum",
                      .own_timestamp_forgotten = bug == "own-timestamp-forgotten"});
  for (std::string line; std::getline(std::cin, line);) {
    const auto message = nlohmann::ordered_json::parse(line);
    driver.Handle(message.begin().key(), message.begin().value());
  }
}

// One quorum call over a network: started in the way that is asked for, and watched.
//
// Invariants: lives as long as anything of the call is under way (shared_ptr); what the caller
// holds on to is its future or correctable alone. Start() and See() are called by the script's
// thread; the rest is thread-safe.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adapter/systems/quorum/call_network.h"
#include "adapter/systems/quorum/call_observer.h"
#include "adapter/systems/quorum/scripted.quorum.h"

namespace adapter {

/// How a caller gets the outcome.
enum class CallStyle { kCallback, kFuture, kCorrectable };
/// What goes to the nodes before the call, and nobody answers.
enum class Announcement { kNone, kMulticast, kUnicast };

struct CallWay {
  CallStyle style = CallStyle::kCallback;
  bool each = false;   ///< an argument for each node, or the same for all
  bool apart = false;  ///< not in the order of the other messages
  Announcement announcement = Announcement::kNone;
  bool has_token = true;  ///< the caller can give it up by a token, too
};

/// How the servers that a message before a call failed to reach differ from those that it was to
/// skip, for the user. Empty: they are the same.
std::string WrongAnnouncement(const std::vector<cases::ServerId>& expected,
                              const std::vector<cases::ServerId>& observed);

class NetworkCall : public std::enable_shared_from_this<NetworkCall> {
 public:
  /// The network and the suite's configuration must outlive it.
  NetworkCall(std::size_t number, const cases::Configuration& configuration, CallNetwork& network,
              std::shared_ptr<CallTrace> trace)
      : number_(number),
        configuration_(configuration),
        network_(network),
        observer_(configuration, number, std::move(trace)) {}

  std::size_t number() const { return number_; }
  CallObserver& observer() { return observer_; }

  /// To `nodes`; those of `skipped` have no argument. `events` counts what has happened.
  void Start(const quorum::Configuration& nodes, const CallWay& way,
             const std::vector<cases::ServerId>& skipped,
             std::shared_ptr<const std::atomic<std::int64_t>> events, quorum::CallOptions options);

  /// Has the call be given up before it starts, by its token.
  void CancelFirst() { giving_up_.request_stop(); }
  /// Gives the call up: by the token, or by what the caller holds.
  void Cancel();

  /// Looks at what the caller holds, when a result has been delivered.
  void See();

  /// How the call failed.
  std::optional<quorum::QuorumCallError> error();
  /// Checks that the messages before the call went to all servers but the skipped ones. To be
  /// called when nothing is under way.
  void CheckAnnouncement();
  /// Waits until the messages before the call are done: a server that heard one may go away before
  /// its answer is there.
  void AwaitAnnouncement();

 private:
  class Spec;
  using Outcome = quorum::Outcome<scripted::Count>;

  bool IsSkipped(quorum::NodeId node) const;
  std::vector<quorum::NodeId> Skipped() const;
  std::vector<cases::ServerId> ServersOf(const std::vector<quorum::NodeId>& nodes) const;
  int Announcements() const;  // how many messages go before the call
  scripted::Text TextFor(quorum::NodeId node) const;
  quorum::PerNode<scripted::Text> PerNode() const;
  void Announce(const scripted::ScriptedConfiguration& servers, const quorum::CallOptions& options);
  void Ended(const Outcome& end);
  void SeeCorrectable();
  quorum::Combined<int> Count(const quorum::Replies<scripted::Text>& replies);

  const std::size_t number_;
  const cases::Configuration& configuration_;
  CallNetwork& network_;
  CallObserver observer_;
  CallWay way_;
  std::vector<cases::ServerId> skipped_;
  std::shared_ptr<const std::atomic<std::int64_t>> events_;
  std::stop_source giving_up_;
  std::optional<quorum::Future<scripted::Count>> future_;
  std::optional<quorum::Correctable<scripted::Count>> correctable_;

  std::mutex mutex_;
  std::optional<quorum::QuorumCallError> error_;
  int counted_ = 0;                       // the most replies that the quorum function was given
  std::vector<int> levels_told_;          // of watchers that were called
  std::vector<quorum::NodeId> not_told_;  // by the errors of the messages before the call
  std::condition_variable announcing_;
  int announced_ = 0;  // how many messages before the call are on their way
};

}  // namespace adapter

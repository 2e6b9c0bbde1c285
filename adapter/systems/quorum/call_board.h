// What is under way in the calls of one case over a network, and where its script waits for it: the
// servers hold their answers here, and the client's side tells when a result has been delivered.
//
// Invariants:
//  1. nothing happens by itself: a request waits for the script to answer it, and the script
//     waits for the request to arrive, or the result to be delivered, so that the order of a
//     case's events is that of the script;
//  2. a text names the case, the call and the node that it is meant for, so that a message that
//     reaches another one is recognised;
//  3. the script never waits for longer than kPatience: what has not come by then never will.
// Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "adapter/systems/cases/configuration.h"
#include "quorum/types.h"

namespace adapter {

/// The request of one call to one node.
struct RequestKey {
  std::size_t call = 0;  ///< of the case, from 1
  quorum::NodeId node = 0;
  auto operator<=>(const RequestKey&) const = default;
};

/// A text for all nodes is for this one.
inline constexpr quorum::NodeId kAnyNode = -1;

/// How a request fails.
enum class Failure {
  kAnswered,         ///< the server answers with an error
  kForgotten,        ///< the server's handler drops it
  kGarbledReply,     ///< the server answers with what is no reply
  kGarbledRequest,   ///< the server gets what is no request
  kNoMethod,         ///< the server does not know the method
  kServerGone,       ///< the server ends while it has the request
  kRefused,          ///< an interceptor refuses it
  kDropped,          ///< an interceptor drops it
  kReplyTurnedDown,  ///< the server replies, and a hook makes an error of it
  kDeadline,         ///< its deadline passes
  kCancelled,        ///< its caller gives it up
  kNodeClosed,       ///< the caller closes the node
  kServerStillGone,  ///< the server ended in the call before
};
/// How a request of a case fails, and the code of an error that is chosen.
struct PlannedFailure {
  Failure failure = Failure::kAnswered;
  quorum::NodeErrorCode code = quorum::NodeErrorCode::kRemote;
};

class CallBoard {
 public:
  static constexpr std::chrono::seconds kPatience{10};

  /// A server's answer: a reply, or an error.
  using Answer = std::function<void(const std::optional<quorum::NodeError>&)>;
  /// What became of a request: no error is a reply.
  using Result = std::optional<quorum::NodeError>;

  /// A case begins, whose node i is the suite's server_ids[i]; nothing of the case before is under
  /// way.
  void Begin(std::vector<cases::ServerId> server_ids);
  void Plan(const RequestKey& key, const PlannedFailure& failure);
  std::optional<PlannedFailure> PlanFor(const RequestKey& key);

  /// The text of a request, and of the reply to it.
  std::string TextFor(const RequestKey& key);
  std::string ReplyTo(const std::string& text, quorum::NodeId node) const;
  /// Whose text `node` has got. Nothing: it is none of this case and this node, which is a misuse
  /// unless the request was left to its deadline.
  std::optional<RequestKey> KeyOf(const std::string& text, quorum::NodeId node);

  // What happens, told by client and servers.
  /// The client sends a request.
  void OnSent(const RequestKey& key, bool one_way);
  /// An interceptor keeps the request until the script lets it go on.
  void OnKept(const RequestKey& key, std::function<void()> go_on);
  /// A request has arrived at its server, which answers it with `answer`.
  void OnRequest(const RequestKey& key, const Answer& answer);
  /// A message that nobody answers has arrived.
  void OnTold(const RequestKey& key);
  /// The result of a request has been delivered, and nothing is occupied with the request any more.
  void OnDelivered(const RequestKey& key, bool one_way, const Result& result);
  void Misuse(const std::string& what);

  // The script's side. Each of these waits, but for kPatience at most.
  /// Waits until a request has arrived. False: it does not arrive.
  bool AwaitRequest(const RequestKey& key);
  /// Waits until a message that nobody answers has arrived. False: it does not arrive.
  bool AwaitTold(const RequestKey& key);
  /// Waits for the result of a request, and returns it. Nothing: the request has none.
  std::optional<Result> AwaitResult(const RequestKey& key);
  /// Waits until all that was sent has a result. False: it has not.
  bool AwaitQuiet();

  /// Answers a request that has arrived; may be called again. Does not wait.
  void Give(const RequestKey& key, const Result& result);
  /// Drops the answer of a request that has arrived.
  void Forget(const RequestKey& key);
  /// Lets a request go on that an interceptor keeps.
  void LetGo(const RequestKey& key);
  /// Answers everything that waits, and what arrives from now on.
  void GiveAll();

  /// The requests that were sent, in order.
  std::vector<RequestKey> sent();
  bool WasTold(const RequestKey& key);
  std::vector<std::string> misuses();

 private:
  // The suite's name of a node, under the lock.
  std::string NameOf(quorum::NodeId node) const;
  // Waits until `done`; false when it is not in time.
  bool Await(std::unique_lock<std::mutex>& lock, const std::function<bool()>& done);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t run_ = 0;  // number of the case
  std::vector<cases::ServerId> server_ids_;
  int under_way_ = 0;
  bool gives_all_ = false;
  std::map<RequestKey, PlannedFailure> plan_;
  // Requests whose deadline has passed may arrive much later.
  std::set<std::pair<std::uint64_t, RequestKey>> left_to_deadline_;
  std::vector<RequestKey> sent_;
  std::map<RequestKey, std::function<void()>> kept_;
  std::map<RequestKey, Answer> arrived_;
  std::set<RequestKey> told_;
  std::map<RequestKey, Result> delivered_;
  std::vector<std::string> misuses_;
};

}  // namespace adapter

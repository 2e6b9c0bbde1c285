// What quorum_call.h promises, said a second time and in the simplest way: fed with what each node
// made of a call, in the order in which the call heard of it, it says how the call must stand.
//
// Independent of the code under test on purpose. Values; thread safety: none.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "quorum/test_service.pb.h"
#include "quorum/types.h"

namespace quorum::systematic {

class CallContract {
 public:
  /// A call to `nodes` that wants `quorum` replies.
  CallContract(const std::vector<NodeId>& nodes, int quorum)
      : quorum_(quorum), outstanding_(nodes.begin(), nodes.end()) {}

  void OnReply(NodeId node, const std::string& text);
  void OnError(NodeId node, NodeErrorCode code);
  /// The caller gave up; what nodes make of the call later is no concern of it.
  void OnCancel() { cancelled_ = true; }
  /// All nodes were sent their requests: too few of them end the call.
  void OnAllSent();
  /// The call said that it was cancelled.
  void EndCancelled();

  bool ended() const { return ended_; }
  bool cancelled() const { return cancelled_; }
  /// How the call stands or ended, as a text: what Describe() must say of its outcome.
  std::string Expected() const;

 private:
  bool Heard(NodeId node);
  void EndIfDecided();

  const int quorum_;
  std::set<NodeId> outstanding_;
  std::map<NodeId, std::string> replies_;
  std::map<NodeId, NodeErrorCode> errors_;
  bool cancelled_ = false;
  bool ended_ = false;
  std::optional<Cause> cause_;
};

/// The texts of replies by node, as the quorum functions of the model combine them.
std::string Combine(const std::map<NodeId, std::string>& replies);

/// An outcome as a text.
std::string Describe(const Outcome<testing::Text>& outcome);

}  // namespace quorum::systematic

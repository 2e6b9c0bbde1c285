// One call of the caller to all nodes, and its judge: every node is asked once and has one result,
// the call has one outcome, and that outcome is what call_contract.h says.
//
// Invariants: outlives everything that it starts. Thread safety: none.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "quorum/calls.h"
#include "quorum/configuration.h"
#include "quorum/systematic/call_contract.h"
#include "quorum/systematic/world.h"
#include "quorum/test_service.pb.h"

namespace quorum::systematic {

/// How the caller asks.
enum class CallForm { kAsk, kAsync, kWatch, kEach, kMulticast };

struct CallPlan {
  CallForm form = CallForm::kAsk;
  int quorum = 1;                      ///< replies that it wants
  std::optional<NodeId> skipped = {};  ///< kEach, kMulticast: this node has no argument
};

class ModelCall {
 public:
  /// The `index`-th call of an execution; `client` takes its steps. What a call knows is a machine
  /// of its own, which steps touch that the call hears of.
  ModelCall(World& world, MachineId client, int index, const CallPlan& plan);
  ModelCall(const ModelCall&) = delete;
  ModelCall& operator=(const ModelCall&) = delete;

  MachineId machine() const { return machine_; }
  void Start(const Configuration& configuration);
  /// Gives the call up, before it is started or later.
  void Cancel();
  /// A node got a request; true if it is one of this call.
  bool Arrived(NodeId node, const std::string& request);
  /// What must hold after each step.
  void Judge();
  /// Lets go of what the caller holds of the call.
  void LetGo();

  /// What is still owed; nothing (an empty text) when the call is over.
  std::string OwedResult() const;
  std::string OwedOutcome() const;

 private:
  using Text = testing::Text;
  using Result = NodeResult<Text>;
  using OnResult = std::function<void(Result)>;
  struct AtNode {
    int asked = 0;
    int arrived = 0;
    int results = 0;
  };

  std::string RequestTo(NodeId node) const;
  PerNode<Text> Arguments() const;
  QuorumFunction<Text, Text> Wants();
  void Send(const CallOptions& options, NodeId node, const std::shared_ptr<const Text>& request,
            OnResult on_result);
  void Heard(NodeId node, const Result& result);
  void MayRepeat(NodeId node, const Result& result, const OnResult& on_result);
  void HearSkippedBefore(NodeId node);
  void OnOutcome(const std::string& outcome);
  void OnSendErrors(const SendErrors& errors);
  void JudgeHandles();
  void Fail(const char* monitor, const std::string& message);

  World& world_;
  const MachineId client_;
  const CallPlan plan_;
  const std::string name_;
  const MachineId machine_;
  sync::StopSource source_;
  const Configuration* configuration_ = nullptr;  // while it starts
  std::map<NodeId, AtNode> nodes_;
  std::map<NodeId, NodeErrorCode> errors_;
  std::optional<CallContract> contract_;
  std::optional<Future<Text>> future_;
  std::optional<Correctable<Text>> correctable_;
  bool started_ = false;
  bool cancelled_ = false;
  bool skip_heard_ = false;
  int outcomes_ = 0;
  int level_ = kNoLevel;
  int told_ = 0;    // watchers
  int inside_ = 0;  // quorum functions that run
};

}  // namespace quorum::systematic

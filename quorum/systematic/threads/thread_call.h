// One call to all nodes from a thread of its own, and its judge: every node call has one result,
// the call has one outcome, and it fits what was heard before it, in whatever order that came.
//
// Thread safety: Run() is one thread's, Cancel() any other's.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "quorum/calls.h"
#include "quorum/configuration.h"
#include "quorum/systematic/threads/scene.h"
#include "quorum/test_service.pb.h"

namespace quorum::systematic {

/// How a thread asks.
enum class AskForm { kAsk, kAsync, kWatch, kMulticast };
inline constexpr std::uint64_t kAskForms = 4;

class ThreadCall {
 public:
  static constexpr Method kAsk{"/quorum.systematic.Threads/Ask"};
  static constexpr Method kTell{"/quorum.systematic.Threads/Tell", true};

  ThreadCall(Scene& scene, int index, AskForm form, int quorum)
      : scene_(scene), name_("call" + std::to_string(index)), form_(form), quorum_(quorum) {}
  ThreadCall(const ThreadCall&) = delete;
  ThreadCall& operator=(const ThreadCall&) = delete;

  /// Asks, lets go of the configuration, and waits for the outcome.
  void Run(std::optional<Configuration> configuration);
  /// Gives it up, before it is started or later.
  void Cancel();
  bool begun() const { return begun_; }
  bool over() const { return over_; }
  /// After the end: what is wrong; lets go of everything.
  void Judge();

 private:
  using Text = testing::Text;
  using Result = NodeResult<Text>;
  using OnResult = std::function<void(Result)>;

  void Ask(const Configuration& configuration, const CallOptions& options);
  QuorumFunction<Text, Text> Wants();
  void Send(const Configuration& configuration, const CallOptions& options, NodeId node,
            const std::shared_ptr<const Text>& request, OnResult on_result);
  void Heard(NodeId node, const Result& result);
  void Await();
  void OnOutcome(const Outcome<Text>& outcome);
  void OnSendErrors(const SendErrors& errors);
  void JudgeFailure(const QuorumCallError& error);
  void JudgeErrors(const std::vector<NodeError>& errors);
  void Fail(const char* monitor, const std::string& message) {
    scene_.Fail(monitor, name_ + " " + message);
  }

  Scene& scene_;
  const std::string name_;
  const AskForm form_;
  const int quorum_;
  sync::StopSource source_;
  std::optional<Future<Text>> future_;
  std::optional<Correctable<Text>> correctable_;
  std::map<NodeId, std::string> replies_;   // heard
  std::map<NodeId, NodeErrorCode> errors_;  // heard
  std::map<NodeId, int> asked_;
  std::string combined_;  // by the quorum function that ran last
  int combined_replies_ = 0;
  int inside_ = 0;  // quorum functions that run
  int watchers_told_ = 0;
  int outcomes_ = 0;
  bool begun_ = false;
  bool over_ = false;
  bool cancelled_ = false;
};

}  // namespace quorum::systematic

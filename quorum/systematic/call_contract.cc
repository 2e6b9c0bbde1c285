#include "quorum/systematic/call_contract.h"

namespace quorum::systematic {
namespace {

std::string Failure(Cause cause, std::size_t replies, const std::string& partial,
                    const std::map<NodeId, NodeErrorCode>& errors,
                    const std::vector<NodeId>& outstanding) {
  std::string text = std::string(CauseName(cause)) + ", " + std::to_string(replies) +
                     " replies: " + partial + "; errors:";
  for (const auto& [node, code] : errors) {
    text += " " + std::to_string(node) + " " + NodeErrorCodeName(code);
  }
  text += "; outstanding:";
  for (const NodeId node : outstanding) text += " " + std::to_string(node);
  return text;
}

}  // namespace

bool CallContract::Heard(NodeId node) { return !ended_ && outstanding_.erase(node) == 1; }

void CallContract::OnReply(NodeId node, const std::string& text) {
  if (!Heard(node)) return;
  replies_.emplace(node, text);
  EndIfDecided();
}

void CallContract::OnError(NodeId node, NodeErrorCode code) {
  if (!Heard(node)) return;
  errors_.emplace(node, code);
  EndIfDecided();
}

void CallContract::OnAllSent() {
  if (!ended_) EndIfDecided();
}

void CallContract::EndIfDecided() {
  const int missing = quorum_ - static_cast<int>(replies_.size());
  if (missing <= 0) {
    ended_ = true;
    return;
  }
  if (missing <= static_cast<int>(outstanding_.size())) return;
  ended_ = true;
  bool late = false;
  for (const auto& [node, code] : errors_) late |= code == NodeErrorCode::kDeadlineExceeded;
  cause_ = late ? Cause::kDeadlineExceeded : Cause::kIncomplete;
  if (cancelled_) cause_ = Cause::kCancelled;
}

void CallContract::EndCancelled() {
  ended_ = true;
  cause_ = Cause::kCancelled;
}

std::string CallContract::Expected() const {
  if (!ended_) return "no outcome";
  if (!cause_) return "quorum: " + Combine(replies_);
  return Failure(*cause_, replies_.size(), replies_.empty() ? "none" : Combine(replies_), errors_,
                 {outstanding_.begin(), outstanding_.end()});
}

std::string Combine(const std::map<NodeId, std::string>& replies) {
  std::string text;
  for (const auto& [node, reply] : replies) text += "[" + reply + "]";
  return text;
}

std::string Describe(const Outcome<testing::Text>& outcome) {
  if (outcome.ok()) return "quorum: " + outcome.value().text();
  const QuorumCallError& error = outcome.error();
  std::map<NodeId, NodeErrorCode> errors;
  for (const NodeError& node : error.errors) errors.emplace(node.node, node.code);
  std::string text =
      Failure(error.cause, static_cast<std::size_t>(error.replies),
              outcome.reply() ? outcome.reply()->text() : "none", errors, error.outstanding);
  if (errors.size() != error.errors.size()) text += "; a node has two errors";
  return text;
}

}  // namespace quorum::systematic

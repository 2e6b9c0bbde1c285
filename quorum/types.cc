#include "quorum/types.h"

namespace quorum {

const char* CauseName(Cause cause) {
  switch (cause) {
    case Cause::kIncomplete:
      return "incomplete";
    case Cause::kDeadlineExceeded:
      return "deadline exceeded";
    case Cause::kCancelled:
      break;
  }
  return "cancelled";
}

const char* NodeErrorCodeName(NodeErrorCode code) {
  switch (code) {
    case NodeErrorCode::kDeadlineExceeded:
      return "deadline exceeded";
    case NodeErrorCode::kUnavailable:
      return "unavailable";
    case NodeErrorCode::kCancelled:
      return "cancelled";
    case NodeErrorCode::kRemote:
      return "remote error";
    case NodeErrorCode::kSkipped:
      break;
  }
  return "skipped";
}

std::string ToString(const QuorumCallError& error) {
  std::string text = std::string("quorum call ") + CauseName(error.cause) + ": " +
                     std::to_string(error.replies) + (error.replies == 1 ? " reply" : " replies");
  for (const NodeError& node : error.errors) {
    text += "; node " + std::to_string(node.node) + ": " + NodeErrorCodeName(node.code);
    if (!node.message.empty()) text += " (" + node.message + ")";
  }
  for (const NodeId node : error.outstanding) {
    text += "; node " + std::to_string(node) + ": no answer yet";
  }
  return text;
}

}  // namespace quorum

#include "sut/paxos/roles/quorum_functions.h"

#include <algorithm>

namespace paxos {
namespace {

// The replies' refusal with the highest promised round; no refusal: an empty reply.
template <class Reply>
Reply HighestRefusal(const quorum::Replies<Reply>& replies) {
  Reply highest;
  for (const auto& [node, reply] : replies) {
    if (!reply.has_refusal()) continue;
    if (!highest.has_refusal() || reply.refusal().promised() > highest.refusal().promised()) {
      highest = reply;
    }
  }
  return highest;
}

}  // namespace

quorum::Combined<PrepareReply> PrepareQF(int quorum_size, const PrepareRequest& request,
                                         const quorum::Replies<PrepareReply>& replies) {
  int promises = 0;
  PrepareReply combined;
  Promise& result = *combined.mutable_promise();
  result.set_rnd(request.rnd());
  for (const auto& [node, reply] : replies) {
    if (!reply.has_promise() || reply.promise().rnd() != request.rnd()) continue;
    ++promises;
    if (!reply.promise().has_vote()) continue;
    const Vote& vote = reply.promise().vote();
    if (!result.has_vote() || vote.rnd() > result.vote().rnd()) *result.mutable_vote() = vote;
  }
  if (promises >= quorum_size) return {combined, true};
  return {HighestRefusal(replies), false, quorum_size - promises};
}

quorum::Combined<AcceptReply> AcceptQF(int quorum_size, const AcceptRequest& request,
                                       const quorum::Replies<AcceptReply>& replies) {
  int learns = 0;
  for (const auto& [node, reply] : replies) {
    const Learn& learn = reply.learn();
    if (reply.has_learn() && learn.rnd() == request.rnd() && learn.value() == request.value()) {
      ++learns;
    }
  }
  if (learns < quorum_size) return {HighestRefusal(replies), false, quorum_size - learns};
  AcceptReply combined;
  combined.mutable_learn()->set_rnd(request.rnd());
  combined.mutable_learn()->set_value(request.value());
  return {combined, true};
}

quorum::Combined<CommitReply> CommitQF(int quorum_size, const CommitRequest&,
                                       const quorum::Replies<CommitReply>& replies) {
  const int missing = quorum_size - static_cast<int>(replies.size());
  return {CommitReply(), missing <= 0, missing};
}

quorum::Combined<ClientResult> ClientHandleQF(int quorum_size, const ClientRequest&,
                                              const quorum::Replies<ClientReply>& replies) {
  const int missing = quorum_size - static_cast<int>(replies.size());
  if (replies.empty()) return {ClientResult(), false, missing};
  const std::string& value = replies.begin()->second.value();
  const bool agree = std::all_of(replies.begin(), replies.end(),
                                 [&](const auto& entry) { return entry.second.value() == value; });
  return {{value, agree}, agree && missing <= 0, agree ? missing : quorum::kNever};
}

}  // namespace paxos

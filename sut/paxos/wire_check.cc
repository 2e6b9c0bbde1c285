#include "sut/paxos/wire_check.h"

namespace paxos {
namespace {

constexpr const char* kBadRound = "a round is out of range (0 to 2^62)";
constexpr const char* kNoReply = "the reply is neither an agreement nor a refusal";

const char* RoundFlaw(Round rnd) { return rnd < 0 || rnd > kMaxRound ? kBadRound : nullptr; }

}  // namespace

const char* Flaw(const PrepareRequest& request) { return RoundFlaw(request.rnd()); }
const char* Flaw(const AcceptRequest& request) { return RoundFlaw(request.rnd()); }
const char* Flaw(const CommitRequest& request) { return RoundFlaw(request.rnd()); }

const char* Flaw(const PrepareReply& reply) {
  if (reply.has_refusal()) return RoundFlaw(reply.refusal().promised());
  if (!reply.has_promise()) return kNoReply;
  const char* const flaw = RoundFlaw(reply.promise().rnd());
  return flaw != nullptr ? flaw : RoundFlaw(reply.promise().vote().rnd());
}

const char* Flaw(const AcceptReply& reply) {
  if (reply.has_refusal()) return RoundFlaw(reply.refusal().promised());
  return reply.has_learn() ? RoundFlaw(reply.learn().rnd()) : kNoReply;
}

}  // namespace paxos

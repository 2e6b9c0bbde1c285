#include "sut/paxos/roles/wire_check.h"

namespace paxos {
namespace {

constexpr const char* kBadRound = "a round is out of range (0 to 2^62)";
constexpr const char* kNoReply = "the reply is neither an agreement nor a refusal";
constexpr const char* kLongValue = "a value is too long (at most 1048576 bytes)";
constexpr const char* kUnknownSender = "the sender is not one of the replicas";

const char* RoundFlaw(Round rnd) { return rnd < 0 || rnd > kMaxRound ? kBadRound : nullptr; }
const char* ValueFlaw(const std::string& value) {
  return value.size() > kMaxValueBytes ? kLongValue : nullptr;
}

// Of a round and a value together: Vote, Learn, AcceptRequest, CommitRequest.
template <class Message>
const char* RoundValueFlaw(const Message& message) {
  const char* const flaw = RoundFlaw(message.rnd());
  return flaw != nullptr ? flaw : ValueFlaw(message.value());
}

}  // namespace

const char* Flaw(const PrepareRequest& request, int) { return RoundFlaw(request.rnd()); }
const char* Flaw(const AcceptRequest& request, int) { return RoundValueFlaw(request); }
const char* Flaw(const CommitRequest& request, int) { return RoundValueFlaw(request); }
const char* Flaw(const ClientRequest& request, int) { return ValueFlaw(request.value()); }
const char* Flaw(const PingRequest& request, int replicas) {
  return request.from() < 0 || request.from() >= replicas ? kUnknownSender : nullptr;
}

const char* Flaw(const PrepareReply& reply) {
  if (reply.has_refusal()) return RoundFlaw(reply.refusal().promised());
  if (!reply.has_promise()) return kNoReply;
  const char* const flaw = RoundFlaw(reply.promise().rnd());
  return flaw != nullptr ? flaw : RoundValueFlaw(reply.promise().vote());
}

const char* Flaw(const AcceptReply& reply) {
  if (reply.has_refusal()) return RoundFlaw(reply.refusal().promised());
  return reply.has_learn() ? RoundValueFlaw(reply.learn()) : kNoReply;
}

const char* Flaw(const PingReply& reply) {
  const char* const flaw = RoundFlaw(reply.vrnd());
  return flaw != nullptr ? flaw : RoundValueFlaw(reply.decided());
}

}  // namespace paxos

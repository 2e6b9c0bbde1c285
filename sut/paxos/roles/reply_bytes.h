// What a caller hears of a call whose reply came as bytes, over a wire that is modelled: the reply,
// or the error that it would hear over gRPC.
//
// A pure function, thread-safe.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "quorum/types.h"
#include "sut/paxos/roles/types.h"
#include "sut/paxos/roles/wire_check.h"

namespace paxos {

/// `bytes`: of the reply; none: there was none, since the deadline passed (`timed_out`) or nobody
/// answered. A reply that makes no sense (wire_check.h) is none.
template <class Reply>
quorum::NodeResult<Reply> ResultOfBytes(ReplicaId node, std::optional<std::string_view> bytes,
                                        bool timed_out) {
  Reply reply;
  if (bytes && reply.ParseFromArray(bytes->data(), static_cast<int>(bytes->size())) &&
      Flaw(reply) == nullptr) {
    return quorum::NodeResult<Reply>::Ok(std::move(reply));
  }
  const auto code =
      timed_out ? quorum::NodeErrorCode::kDeadlineExceeded : quorum::NodeErrorCode::kUnavailable;
  return quorum::NodeResult<Reply>::Failed({node, code, ""});
}

}  // namespace paxos

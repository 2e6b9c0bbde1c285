// A Stream over gRPC: the RPC quorum.Ordering/Messages of one channel.
//
// Invariants: those of Stream; it lives until OnGone(), whoever holds it. Thread-safe.
#pragma once

#include <grpcpp/channel.h>

#include <memory>

#include "quorum/stream_link.h"

namespace quorum {

/// Opens streams on `channel`, which must outlive them.
OpenStream StreamsOn(std::shared_ptr<grpc::ChannelInterface> channel);

}  // namespace quorum

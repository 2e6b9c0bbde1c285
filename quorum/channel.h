// Connections to nodes as quorum calls need them.
#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace grpc {
class Channel;
class ChannelCredentials;
}  // namespace grpc

namespace quorum {

/// How soon a connection that was lost is tried again: after `first`, doubled up to `longest`.
struct BackOff {
  std::chrono::milliseconds first{5};
  std::chrono::milliseconds longest{50};
};

/// A channel that shares its connection with no other, so that two replicas in one process share
/// nothing. A node that comes back is found again soon (gRPC's own back-off begins at a second);
/// proxies of the environment are not asked. Connects at the first call. `credentials`: null means
/// unprotected. Thread-safe.
std::shared_ptr<grpc::Channel> OpenChannel(
    const std::string& address,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials = nullptr,
    const BackOff& back_off = {});

}  // namespace quorum

#include "adapter/systems/paxos/cluster/channels.h"

#include <grpcpp/channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/slice.h>

#include <chrono>
#include <deque>
#include <future>

#include "quorum/channel.h"

namespace adapter {
namespace {

constexpr quorum::BackOff kSoon{std::chrono::milliseconds(1), std::chrono::milliseconds(5)};

// Calls a method that no replica has, for whose answer it takes a server and nothing else.
class Knock {
 public:
  Knock(const std::shared_ptr<grpc::Channel>& channel,
        std::chrono::system_clock::time_point deadline)
      : stub_(channel) {
    grpc::experimental::ChannelResetConnectionBackoff(channel.get());
    context_.set_wait_for_ready(true);
    context_.set_deadline(deadline);
    stub_.UnaryCall(&context_, "/adapter.Adapter/Knock", {}, &request_, &reply_,
                    [this](const grpc::Status& status) { code_.set_value(status.error_code()); });
  }

  /// Waits for the answer; once. Must be called before the object goes.
  bool IsAnswered() { return code_.get_future().get() == grpc::StatusCode::UNIMPLEMENTED; }

 private:
  grpc::GenericStub stub_;
  grpc::ClientContext context_;
  const grpc::Slice nothing_;
  const grpc::ByteBuffer request_{&nothing_, 1};
  grpc::ByteBuffer reply_;
  std::promise<grpc::StatusCode> code_;
};

}  // namespace

Channels::Channels(const std::vector<std::string>& addresses) : addresses_(addresses) {
  for (const std::string& address : addresses) {
    channels_.push_back(quorum::OpenChannel(address, nullptr, kSoon));
  }
}

std::vector<quorum::Endpoint> Channels::Endpoints() const {
  std::vector<quorum::Endpoint> endpoints;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    endpoints.push_back({static_cast<quorum::NodeId>(i), addresses_[i], channels_[i]});
  }
  return endpoints;
}

std::vector<quorum::NodeId> Channels::Unreached(const std::vector<quorum::NodeId>& replicas,
                                                std::chrono::milliseconds patience) const {
  const auto deadline = std::chrono::system_clock::now() + patience;
  std::vector<quorum::NodeId> unreached = replicas;
  while (!unreached.empty()) {
    std::deque<Knock> knocks;
    for (const quorum::NodeId replica : unreached) {
      knocks.emplace_back(channels_[static_cast<std::size_t>(replica)], deadline);
    }
    // Every other answer comes of a connection that was lost: there will be another one.
    std::erase_if(unreached, [&](quorum::NodeId) {
      const bool answered = knocks.front().IsAnswered();
      knocks.pop_front();
      return answered;
    });
    if (std::chrono::system_clock::now() >= deadline) break;
  }
  return unreached;
}

}  // namespace adapter

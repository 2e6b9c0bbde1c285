#include "adapter/channels.h"

#include <grpcpp/channel.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/slice.h>

#include <future>

namespace adapter {
namespace {

std::shared_ptr<grpc::Channel> OpenChannel(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 1);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 5);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 2'000);  // for one attempt
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

// Calls a method that no replica has, for whose answer it takes a server and nothing else.
grpc::StatusCode Knock(const std::shared_ptr<grpc::Channel>& channel,
                       std::chrono::system_clock::time_point deadline) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  context.set_wait_for_ready(true);
  context.set_deadline(deadline);
  const grpc::Slice nothing;
  const grpc::ByteBuffer request(&nothing, 1);
  grpc::ByteBuffer reply;
  std::promise<grpc::StatusCode> code;
  stub.UnaryCall(&context, "/adapter.Adapter/Knock", {}, &request, &reply,
                 [&](const grpc::Status& status) { code.set_value(status.error_code()); });
  return code.get_future().get();
}

}  // namespace

Channels::Channels(const std::vector<std::string>& addresses) : addresses_(addresses) {
  for (const std::string& address : addresses) channels_.push_back(OpenChannel(address));
}

std::vector<quorum::Endpoint> Channels::Endpoints() const {
  std::vector<quorum::Endpoint> endpoints;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    endpoints.push_back({static_cast<quorum::NodeId>(i), addresses_[i], channels_[i]});
  }
  return endpoints;
}

bool Channels::Reach(quorum::NodeId replica, std::chrono::milliseconds patience) const {
  const auto& channel = channels_[static_cast<std::size_t>(replica)];
  const auto deadline = std::chrono::system_clock::now() + patience;
  while (true) {
    grpc::experimental::ChannelResetConnectionBackoff(channel.get());
    const grpc::StatusCode code = Knock(channel, deadline);
    if (code == grpc::StatusCode::UNIMPLEMENTED) return true;
    // Everything else comes of a connection that was lost: there will be another one.
    if (std::chrono::system_clock::now() >= deadline) return false;
  }
}

}  // namespace adapter

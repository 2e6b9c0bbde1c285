// What a quorum call costs against n plain unary calls issued by hand, in the same process, for n =
// 3, 5 and 7 servers on this machine.
//
//   cmake --preset release && ninja -C build/release quorum_call && build/release/bin/quorum_call
//
// By hand: n calls of the generated gRPC callback stub and a counter that ends at the majority.
// Both sides run in turn, in rounds; each figure is the median over all rounds,
// a ratio that of the times per call in one round (above 1: slower than by hand). Latency: one call
// at a time. Throughput: kInFlight calls at a time. Arguments: rounds, calls per round.
#include <fmt/format.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bench/closed_loop.h"
#include "bench/echo.grpc.pb.h"
#include "bench/echo.quorum.h"
#include "quorum/manager.h"
#include "quorum/ordering_service.h"

namespace {

using bench::EchoReply;
using bench::EchoRequest;

constexpr int kInFlight = 32;

class EchoService : public bench::Echo::CallbackService {
 public:
  grpc::ServerUnaryReactor* Say(grpc::CallbackServerContext* context, const EchoRequest* request,
                                EchoReply* reply) override {
    reply->set_text(request->text());
    auto* const reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
};

class EchoHandlers : public bench::EchoHandlers {
 public:
  void Say(const EchoRequest& request, quorum::Respond<EchoReply> respond) override {
    EchoReply reply;
    reply.set_text(request.text());
    respond(quorum::NodeResult<EchoReply>::Ok(std::move(reply)));
  }
};

// The same gRPC service for both sides, and the stream for ordered calls.
class EchoServer {
 public:
  EchoServer() : ordering_(Handlers()) {
    grpc::ServerBuilder builder;
    builder.RegisterService(&service_);
    builder.RegisterService(&ordering_);
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    server_ = builder.BuildAndStart();
  }
  ~EchoServer() { server_->Shutdown(std::chrono::system_clock::now()); }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  static std::shared_ptr<const quorum::Dispatcher> Handlers() {
    auto dispatcher = std::make_shared<quorum::Dispatcher>();
    bench::AddEchoHandlers(*dispatcher, std::make_shared<EchoHandlers>());
    return dispatcher;
  }

  EchoService service_;
  quorum::OrderingService ordering_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

class Spec : public bench::EchoQuorumSpec {
 public:
  explicit Spec(int quorum) : quorum_(quorum) {}
  quorum::Combined<EchoReply> SayQF(const EchoRequest&,
                                    const quorum::Replies<EchoReply>& replies) const override {
    const int missing = quorum_ - static_cast<int>(replies.size());
    if (missing > 0) return {EchoReply(), false, missing};
    return {replies.begin()->second, true, 0};
  }

 private:
  const int quorum_;
};

// n unary calls by hand: ends at the majority, the others run on.
class ByHand {
 public:
  explicit ByHand(const std::vector<std::string>& addresses)
      : quorum_(static_cast<int>(addresses.size()) / 2 + 1) {
    for (const std::string& address : addresses) {
      grpc::ChannelArguments arguments;
      arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
      stubs_.push_back(bench::Echo::NewStub(
          grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments)));
    }
  }

  void Start(std::function<void()> done) {
    struct Call {
      std::mutex mutex;
      EchoRequest request;
      std::vector<EchoReply> replies;
      int good = 0;
      std::function<void()> done;
    };
    const auto call = std::make_shared<Call>();
    call->request.set_text("hello");
    call->replies.resize(stubs_.size());
    call->done = std::move(done);
    for (std::size_t i = 0; i < stubs_.size(); ++i) {
      auto context = std::make_shared<grpc::ClientContext>();
      context->set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(10));
      auto* const raw = context.get();
      stubs_[i]->async()->Say(raw, &call->request, &call->replies[i],
                              [call, context, quorum = quorum_](const grpc::Status& status) {
                                std::unique_lock lock(call->mutex);
                                if (!status.ok() || ++call->good != quorum) return;
                                lock.unlock();
                                call->done();
                              });
    }
  }

 private:
  const int quorum_;
  std::vector<std::unique_ptr<bench::Echo::Stub>> stubs_;
};

class ByQuorumCall {
 public:
  ByQuorumCall(const std::vector<std::string>& addresses, quorum::Order order)
      : manager_(EndpointsOf(addresses), {nullptr, {}, order}),
        nodes_(bench::EchoNodes(manager_.All()),
               std::make_shared<Spec>(static_cast<int>(addresses.size()) / 2 + 1)) {}

  void Start(std::function<void()> done) {
    EchoRequest request;
    request.set_text("hello");
    nodes_.Say(std::move(request), {std::chrono::seconds(10)},
               [done = std::move(done)](const quorum::Outcome<EchoReply>& outcome) {
                 if (!outcome.ok()) std::abort();
                 done();
               });
  }

 private:
  static std::vector<quorum::Endpoint> EndpointsOf(const std::vector<std::string>& addresses) {
    std::vector<quorum::Endpoint> endpoints;
    for (const std::string& address : addresses) {
      endpoints.push_back({static_cast<quorum::NodeId>(endpoints.size()), address, nullptr});
    }
    return endpoints;
  }

  quorum::Manager manager_;
  bench::EchoConfiguration nodes_;
};

// The median of what one side takes for what the other takes in the same round: both meet the same
// load of the machine.
double MedianRatio(const std::vector<double>& times, const std::vector<double>& base) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < times.size(); ++i) ratios.push_back(times[i] / base[i]);
  return bench::Median(ratios);
}

void Compare(int n, int rounds, int calls) {
  std::vector<std::unique_ptr<EchoServer>> servers;
  std::vector<std::string> addresses;
  for (int i = 0; i < n; ++i) {
    servers.push_back(std::make_unique<EchoServer>());
    addresses.push_back(servers.back()->address());
  }
  ByHand by_hand(addresses);
  ByQuorumCall unordered(addresses, quorum::Order::kNone);
  ByQuorumCall ordered(addresses, quorum::Order::kFifo);
  const std::vector<bench::StartCall> sides = {
      [&](std::function<void()> done) { by_hand.Start(std::move(done)); },
      [&](std::function<void()> done) { unordered.Start(std::move(done)); },
      [&](std::function<void()> done) { ordered.Start(std::move(done)); }};
  for (const int in_flight : {1, kInFlight}) {
    std::vector<std::vector<double>> times(sides.size());
    for (int round = -1; round < rounds; ++round) {  // one round to warm up
      for (std::size_t side = 0; side < sides.size(); ++side) {
        const double time = bench::TimePerCall(sides[side], calls, in_flight);
        if (round >= 0) times[side].push_back(time);
      }
    }
    const double hand = bench::Median(times[0]);
    const double single = bench::Median(times[1]);
    const double stream = bench::Median(times[2]);
    const double single_ratio = MedianRatio(times[1], times[0]);
    const double stream_ratio = MedianRatio(times[2], times[0]);
    if (in_flight == 1) {
      fmt::print("| {} | latency, us | {:.1f} | {:.1f} | {:.2f} | {:.1f} | {:.2f} |\n", n, hand,
                 single, single_ratio, stream, stream_ratio);
    } else {
      fmt::print("| {} | calls / s | {:.0f} | {:.0f} | {:.2f} | {:.0f} | {:.2f} |\n", n, 1e6 / hand,
                 1e6 / single, single_ratio, 1e6 / stream, stream_ratio);
    }
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 21;
  const int calls = argc > 2 ? std::atoi(argv[2]) : 500;
  fmt::print(
      "| n | | by hand | quorum call | ratio | on a stream | ratio |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const int n : {3, 5, 7}) Compare(n, rounds, calls);
}

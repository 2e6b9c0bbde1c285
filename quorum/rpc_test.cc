// Calls over real gRPC servers, in both orders: what links and servers do together.
#include <gmock/gmock.h>
#include <google/protobuf/wrappers.pb.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <vector>

#include "quorum/manager.h"
#include "quorum/ordering_service.h"
#include "quorum/server.h"
#include "quorum/test_spec_testing.h"
#include "quorum/tls.h"
#include "quorum/tls_testing.h"

namespace quorum {
namespace {

using testing::Text;

// Answers with "<name><request>", notes what it hears; "park" is answered by Release(), "fail" with
// an error, "drop" not at all.
class Handlers : public testing::TestHandlers {
 public:
  explicit Handlers(std::string name) : name_(std::move(name)) {}

  void Single(const Text& request, Respond<Text> respond) override {
    std::unique_lock lock(mutex_);
    heard_.push_back(request.text());
    changed_.notify_all();
    if (request.text() == "park") return parked_.push_back(std::move(respond));
    lock.unlock();
    if (request.text() == "drop") return;
    if (request.text() == "fail") {
      return respond(NodeResult<Text>::Failed({0, NodeErrorCode::kRemote, "I fail"}));
    }
    respond(NodeResult<Text>::Ok(TextOf(name_ + request.text())));
  }
  void Unordered(const Text& request, Respond<Text> respond) override { Single(request, respond); }
  void Call(const Text& request, Respond<Text> respond) override { Single(request, respond); }
  void CallEach(const Text& request, Respond<Text> respond) override { Single(request, respond); }
  void CountAll(const Text& request, Respond<Text> respond) override { Single(request, respond); }
  void Improve(const Text& request, Respond<Text> respond) override { Single(request, respond); }
  void ToAll(const Text& request) override { ToOne(request); }
  void ToEach(const Text& request) override { ToOne(request); }
  void ToOne(const Text& request) override {
    Single(request, [](const auto&) {});
  }

  /// Waits until it has heard `count` messages.
  std::vector<std::string> Heard(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return heard_.size() >= count; });
    return heard_;
  }
  void Release() {
    std::unique_lock lock(mutex_);
    const auto parked = std::exchange(parked_, {});
    lock.unlock();
    for (const auto& respond : parked) respond(NodeResult<Text>::Ok(TextOf(name_ + "park")));
  }

 private:
  const std::string name_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> heard_;
  std::vector<Respond<Text>> parked_;
};

std::shared_ptr<const Dispatcher> DispatcherOf(const std::shared_ptr<Handlers>& handlers) {
  auto dispatcher = std::make_shared<Dispatcher>();
  testing::AddTestHandlers(*dispatcher, handlers);
  return dispatcher;
}

constexpr Duration kLong{60'000'000};  // nothing waits for it
const CallOptions kPatient{kLong};

// Three servers, "a", "b" and "c", and a manager of theirs.
class RpcTest : public ::testing::TestWithParam<Order> {
 protected:
  RpcTest() {
    for (const char* name : {"a", "b", "c"}) {
      handlers_.push_back(std::make_shared<Handlers>(name));
      servers_.push_back(std::make_unique<Server>("127.0.0.1:0", DispatcherOf(handlers_.back())));
    }
    Connect({});
  }
  ~RpcTest() override {
    for (const auto& handlers : handlers_) handlers->Release();
  }

  void Connect(const std::vector<std::shared_ptr<Interceptor>>& interceptors) {
    std::vector<Endpoint> endpoints;
    for (NodeId id = 0; id < 3; ++id) {
      endpoints.push_back({id, servers_[static_cast<std::size_t>(id)]->address(), nullptr});
    }
    manager_ =
        std::make_unique<Manager>(endpoints, ManagerOptions{nullptr, interceptors, GetParam()});
  }
  testing::TestConfiguration Nodes(const Configuration& configuration) const {
    return {testing::TestNodes(configuration), std::make_shared<MajorityOfThree>()};
  }
  testing::TestConfiguration All() const { return Nodes(manager_->All()); }

  // Of one node; waits.
  static NodeResult<Text> Ask(const testing::TestConfiguration& nodes, NodeId node,
                              const std::string& text, const CallOptions& options = kPatient) {
    std::promise<NodeResult<Text>> promise;
    nodes.Single(node, TextOf(text), options,
                 [&](NodeResult<Text> result) { promise.set_value(std::move(result)); });
    return promise.get_future().get();
  }

  std::vector<std::shared_ptr<Handlers>> handlers_;
  std::vector<std::unique_ptr<Server>> servers_;
  std::unique_ptr<Manager> manager_;
};

INSTANTIATE_TEST_SUITE_P(Orders, RpcTest, ::testing::Values(Order::kNone, Order::kFifo),
                         [](const auto& order) {
                           return order.param == Order::kNone ? "Unordered" : "Fifo";
                         });

TEST_P(RpcTest, QuorumCallGetsAQuorumOfReplies) {
  const auto end = All().CallAsync(TextOf("!"), kPatient).Get();
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end.value().text().size(), 4u);
}

TEST_P(RpcTest, StragglersAreSentTheRequestAndMayAnswerLate) {
  const auto parked = All().CallAsync(TextOf("park"), kPatient);
  for (const auto& handlers : handlers_) handlers->Heard(1);
  handlers_[0]->Release();
  handlers_[2]->Release();
  EXPECT_EQ(parked.Get().value().text(), "aparkcpark");
  handlers_[1]->Release();
  // Its late reply is nobody else's.
  EXPECT_EQ(Ask(All(), 1, "?").reply->text(), "b?");
}

TEST_P(RpcTest, ErrorsOfHandlersAreTheNodesErrors) {
  EXPECT_EQ(Ask(All(), 1, "fail").error, (NodeError{1, NodeErrorCode::kRemote, "I fail"}));
  EXPECT_EQ(Ask(All(), 2, "drop").error,
            (NodeError{2, NodeErrorCode::kUnavailable, "the node does not answer"}));
}

TEST_P(RpcTest, CallEndsAtItsDeadline) {
  const auto end = All().CallAsync(TextOf("park"), {Duration(50'000)}).Get();
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().cause, Cause::kDeadlineExceeded);
}

TEST_P(RpcTest, ReplyAfterTheDeadlineReachesNobody) {
  EXPECT_EQ(Ask(All(), 0, "park", {Duration(50'000)}).error.code, NodeErrorCode::kDeadlineExceeded);
  handlers_[0]->Release();
  EXPECT_EQ(Ask(All(), 0, "?").reply->text(), "a?");
}

TEST_P(RpcTest, CancelledCallEnds) {
  const auto future = All().CallAsync(TextOf("park"), kPatient);
  future.Cancel();
  EXPECT_EQ(future.Get().error().cause, Cause::kCancelled);
}

TEST_P(RpcTest, NodeThatIsAwayIsUnavailable) {
  servers_[0] = nullptr;
  servers_[1] = nullptr;
  const auto end = All().CallAsync(TextOf("?"), kPatient).Get();
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().errors.size(), 2u);
  EXPECT_EQ(end.error().errors[0].code, NodeErrorCode::kUnavailable);
  EXPECT_EQ(manager_->All().node(1).last_error()->code, NodeErrorCode::kUnavailable);
}

TEST_P(RpcTest, CallsUnderWayFailWhenTheirNodeGoesAwayAndItIsFoundAgain) {
  std::promise<NodeError> parked;
  All().Single(0, TextOf("park"), kPatient,
               [&](const NodeResult<Text>& result) { parked.set_value(result.error); });
  handlers_[0]->Heard(1);
  const std::string address = servers_[0]->address();
  servers_[0] = nullptr;
  const NodeErrorCode code = parked.get_future().get().code;
  EXPECT_TRUE(code == NodeErrorCode::kUnavailable || code == NodeErrorCode::kCancelled);
  servers_[0] = std::make_unique<Server>(address, DispatcherOf(handlers_[0]));
  NodeResult<Text> again = Ask(All(), 0, "?");
  while (!again.reply) again = Ask(All(), 0, "?");
  EXPECT_EQ(again.reply->text(), "a?");
}

TEST_P(RpcTest, MulticastReachesAllNodes) {
  All().ToAll(TextOf("hear"), kPatient);
  for (const auto& handlers : handlers_) {
    EXPECT_THAT(handlers->Heard(1), ::testing::ElementsAre("hear"));
  }
}

TEST_P(RpcTest, ShutdownEndsCallsUnderWay) {
  const auto future = All().CallAsync(TextOf("park"), kPatient);
  handlers_[2]->Heard(1);
  manager_->Shutdown();
  EXPECT_FALSE(future.Get().ok());
  EXPECT_EQ(Ask(All(), 1, "?").error, (NodeError{1, NodeErrorCode::kCancelled, "shut down"}));
}

TEST_P(RpcTest, LatencyIsMeasured) {
  Ask(All(), 1, "?");
  EXPECT_GT(*manager_->All().node(1).latency(), Duration::zero());
}

TEST_P(RpcTest, PartOfTheNodesIsAConfigurationToo) {
  const auto end = Nodes(manager_->All().Remove(1)).CallAsync(TextOf("!"), kPatient).Get();
  EXPECT_EQ(end.value().text(), "a!c!");
}

TEST_P(RpcTest, MethodThatIsNotThereIsAnError) {
  servers_[0] = nullptr;
  const Server empty("127.0.0.1:0", std::make_shared<Dispatcher>());
  const Manager manager({{0, empty.address(), nullptr}}, {nullptr, {}, GetParam()});
  EXPECT_EQ(Ask(Nodes(manager.All()), 0, "?").error.code, NodeErrorCode::kRemote);
}

TEST_P(RpcTest, ReplyThatIsMalformedIsAnError) {
  auto dispatcher = std::make_shared<Dispatcher>();
  dispatcher->Add<Text, google::protobuf::BytesValue>(
      testing::TestNodes::kSingle,
      [](const Text&, const Respond<google::protobuf::BytesValue>& respond) {
        google::protobuf::BytesValue no_utf8;
        no_utf8.set_value("\xff");
        respond(NodeResult<google::protobuf::BytesValue>::Ok(no_utf8));
      });
  const Server server("127.0.0.1:0", dispatcher);
  const Manager manager({{0, server.address(), nullptr}}, {nullptr, {}, GetParam()});
  EXPECT_EQ(Ask(Nodes(manager.All()), 0, "?").error,
            (NodeError{0, NodeErrorCode::kRemote, "the reply is malformed"}));
}

TEST(FifoTest, MessagesOfASenderArriveInTheirOrder) {
  const auto handlers = std::make_shared<Handlers>("a");
  const Server server("127.0.0.1:0", DispatcherOf(handlers));
  Manager manager({{0, server.address(), nullptr}}, {nullptr, {}, Order::kFifo});
  const testing::TestConfiguration node(testing::TestNodes(manager.All()),
                                        std::make_shared<MajorityOfThree>());
  std::vector<std::string> expected;
  for (int i = 0; i < 300; ++i) {
    expected.push_back(std::to_string(i));
    if (i % 2 == 0) node.ToOne(0, TextOf(expected.back()), kPatient);
    if (i % 2 == 1) node.Single(0, TextOf(expected.back()), kPatient, [](const auto&) {});
  }
  EXPECT_EQ(handlers->Heard(300), expected);
}

TEST(FifoTest, UnorderedCallPassesAHandlerThatHoldsTheStreamUp) {
  // The first handler call does not return before the unordered one has been heard.
  class Blocking : public Handlers {
   public:
    Blocking() : Handlers("a") {}
    void Single(const Text& request, Respond<Text> respond) override {
      if (request.text() == "block") passed_.get_future().wait();
      const bool passes = request.text() == "pass";
      Handlers::Single(request, std::move(respond));
      if (passes) passed_.set_value();
    }

   private:
    std::promise<void> passed_;
  };
  const auto handlers = std::make_shared<Blocking>();
  const Server server("127.0.0.1:0", DispatcherOf(handlers));
  Manager manager({{0, server.address(), nullptr}}, {nullptr, {}, Order::kFifo});
  const testing::TestConfiguration node(testing::TestNodes(manager.All()),
                                        std::make_shared<MajorityOfThree>());
  node.ToOne(0, TextOf("block"), kPatient);
  node.Unordered(0, TextOf("pass"), kPatient, [](const auto&) {});
  EXPECT_THAT(handlers->Heard(2), ::testing::ElementsAre("pass", "block"));
}

// The service alone in a server, and one stream to it.
class StreamsTest : public ::testing::Test {
 protected:
  StreamsTest() {
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    stub_ = Ordering::NewStub(grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                                                  grpc::InsecureChannelCredentials()));
  }
  ~StreamsTest() override { server_->Shutdown(std::chrono::system_clock::now()); }

  // A stream over which `text` went, and reached its handler. One that does not end fails.
  std::unique_ptr<grpc::ClientReaderWriter<Frame, Frame>> Send(grpc::ClientContext& context,
                                                               const std::string& text) {
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    auto stream = stub_->Messages(&context);
    Frame frame;
    frame.set_method(testing::TestNodes::kSingle.name);
    TextOf(text).SerializeToString(frame.mutable_payload());
    stream->Write(frame);
    handlers_->Heard(1);
    return stream;
  }

  std::shared_ptr<Handlers> handlers_ = std::make_shared<Handlers>("a");
  OrderingService service_{DispatcherOf(handlers_)};
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Ordering::Stub> stub_;
};

TEST_F(StreamsTest, CloseEndsAStreamWhoseSenderStays) {
  grpc::ClientContext context;
  const auto stream = Send(context, "park");
  service_.Close();
  Frame frame;
  EXPECT_FALSE(stream->Read(&frame));
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::OK);
  handlers_->Release();  // an answer that comes too late reaches nobody
}

TEST_F(StreamsTest, AnswersGivenBeforeCloseAreWritten) {
  grpc::ClientContext context;
  const auto stream = Send(context, "park");
  handlers_->Release();
  service_.Close();
  Frame frame;
  Text text;
  ASSERT_TRUE(stream->Read(&frame));
  ASSERT_TRUE(text.ParseFromString(frame.payload()));
  EXPECT_EQ(text.text(), "apark");
  EXPECT_FALSE(stream->Read(&frame));
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::OK);
}

TEST_F(StreamsTest, StreamThatComesAfterCloseEndsAtOnce) {
  service_.Close();
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
  const auto stream = stub_->Messages(&context);
  Frame frame;
  EXPECT_FALSE(stream->Read(&frame));
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::OK);
}

TEST(LocalTest, SelfCallNeedsNoNetworkAndCountsOnce) {
  const auto self = std::make_shared<Handlers>("a");
  const auto other = std::make_shared<Handlers>("b");
  const Server server("127.0.0.1:0", DispatcherOf(other));
  Manager manager({{0, "", nullptr, DispatcherOf(self)}, {1, server.address(), nullptr}});
  const testing::TestConfiguration nodes(testing::TestNodes(manager.All()),
                                         std::make_shared<MajorityOfThree>());
  EXPECT_EQ(nodes.CallAsync(TextOf("!"), kPatient).Get().value().text(), "a!b!");
  EXPECT_EQ(self->Heard(1).size(), 1u);
}

class TlsCallTest : public ::testing::Test {
 protected:
  TlsCallTest() {
    for (const char* authority : {"ca", "stranger"}) certificates_.MakeAuthority(authority);
    server_files_ = certificates_.MakeIdentity("server", "ca");
  }

  // What a client with these files gets from a server that asks for certificates, if `mutual`.
  NodeResult<Text> Ask(const TlsFiles& client, bool mutual) const {
    TlsFiles files = server_files_;
    if (!mutual) files.ca.clear();
    const Server server("127.0.0.1:0", DispatcherOf(std::make_shared<Handlers>("a")),
                        TlsServerCredentials(files));
    const Manager manager(
        {{0, server.address(), nullptr}},
        {client.ca.empty() ? nullptr : TlsChannelCredentials(client), {}, Order::kFifo});
    std::promise<NodeResult<Text>> promise;
    testing::TestNodes(manager.All())
        .Single(0, std::make_shared<const Text>(TextOf("!")), kPatient,
                [&](NodeResult<Text> result) { promise.set_value(std::move(result)); });
    return promise.get_future().get();
  }

  TestCertificates certificates_;
  TlsFiles server_files_;
};

TEST_F(TlsCallTest, ClientOfTheRightAuthorityIsServed) {
  const TlsFiles client = certificates_.MakeIdentity("client", "ca");
  EXPECT_EQ(Ask(client, true).reply->text(), "a!");
  EXPECT_EQ(Ask({client.ca, "", ""}, false).reply->text(), "a!");
}

TEST_F(TlsCallTest, ClientWithoutACertificateIsRefusedByMutualTls) {
  EXPECT_EQ(Ask({server_files_.ca, "", ""}, true).error.code, NodeErrorCode::kUnavailable);
}

TEST_F(TlsCallTest, ClientOfAnotherAuthorityIsRefused) {
  TlsFiles client = certificates_.MakeIdentity("client", "stranger");
  client.ca = server_files_.ca;
  EXPECT_EQ(Ask(client, true).error.code, NodeErrorCode::kUnavailable);
}

TEST_F(TlsCallTest, ServerOfAnotherAuthorityIsRefused) {
  EXPECT_EQ(Ask({certificates_.Path("stranger.pem"), "", ""}, false).error.code,
            NodeErrorCode::kUnavailable);
}

TEST_F(TlsCallTest, UnprotectedClientIsRefused) {
  EXPECT_EQ(Ask({}, false).error.code, NodeErrorCode::kUnavailable);
}

TEST(ServerTest, RefusesAnAddressThatIsTaken) {
  const auto handlers = std::make_shared<Dispatcher>();
  const Server server("127.0.0.1:0", handlers);
  try {
    const Server second(server.address(), handlers);
    FAIL() << "it listens, too";
  } catch (const ServerError& error) {
    EXPECT_EQ(error.what(), "cannot listen on " + server.address() +
                                ": is the address in use, or not of this machine?");
  }
}

}  // namespace
}  // namespace quorum

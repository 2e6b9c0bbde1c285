#include "adapter/driver_protocol/grpc/grpc_link.h"

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <functional>

#include "adapter/driver_protocol/driver.grpc.pb.h"

namespace adapter::driver_protocol {
namespace {

namespace proto = cpngen::driver;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ServerStream = grpc::ServerReaderWriter<proto::FromDriver, proto::ToDriver>;

Deadline In(milliseconds span) { return std::chrono::steady_clock::now() + span; }

/// A driver in this process.
class TestDriver final : public proto::Driver::Service {
 public:
  explicit TestDriver(std::function<void(ServerStream&)> run) : run_(std::move(run)) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }
  ~TestDriver() override { server_->Shutdown(std::chrono::system_clock::now()); }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  grpc::Status Run(grpc::ServerContext*, ServerStream* stream) override {
    run_(*stream);
    return grpc::Status::OK;
  }

  std::function<void(ServerStream&)> run_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

FromDriver Receive(DriverLink& link) {
  while (true) {
    if (auto message = link.TryReceive()) return *message;
    pollfd wait{link.fd(), POLLIN, 0};
    poll(&wait, 1, 10'000);
  }
}

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const DriverError& error) {
    return error.what();
  }
  return "no error";
}

/// Answers every stimulus until the stream ends.
void Echo(ServerStream& stream) {
  proto::ToDriver message;
  while (stream.Read(&message)) {
    proto::FromDriver answer;
    answer.mutable_done()->set_id(message.stimulus().id());
    stream.Write(answer);
  }
}

TEST(GrpcLinkTest, MessagesGoAndComeInOrder) {
  TestDriver driver(Echo);
  const auto link = ConnectToDriver(driver.address(), In(seconds(20)));
  for (int i = 1; i <= 100; ++i) link->Send(Stimulus{i, "S", {}, ""}, In(seconds(20)));
  for (int i = 1; i <= 100; ++i) ASSERT_EQ(std::get<Done>(Receive(*link)).id, i);
  EXPECT_EQ(link->TryReceive(), std::nullopt);
}

TEST(GrpcLinkTest, NobodyListens) {
  EXPECT_EQ(ErrorOf([] { ConnectToDriver("127.0.0.1:1", In(milliseconds(100))); }),
            "no driver accepts a connection at 127.0.0.1:1");
}

TEST(GrpcLinkTest, WhatWasSentBeforeTheEndIsTakenFirst) {
  TestDriver driver([](ServerStream& stream) {
    proto::FromDriver message;
    message.mutable_log()->set_line("bye");
    stream.Write(message);
  });
  const auto link = ConnectToDriver(driver.address(), In(seconds(20)));
  EXPECT_EQ(std::get<Log>(Receive(*link)).line, "bye");
  EXPECT_EQ(ErrorOf([&] { Receive(*link); }), "the driver has ended the stream");
}

TEST(GrpcLinkTest, AMessageWithoutContent) {
  TestDriver driver([](ServerStream& stream) {
    stream.Write(proto::FromDriver());
    Echo(stream);
  });
  const auto link = ConnectToDriver(driver.address(), In(seconds(20)));
  EXPECT_EQ(ErrorOf([&] { Receive(*link); }),
            "the driver sent a message that is none of ready, event, log, done and error");
}

TEST(GrpcLinkTest, ADriverThatDoesNotRead) {
  TestDriver driver([](ServerStream& stream) {
    proto::FromDriver message;
    message.mutable_log()->set_line("here");
    stream.Write(message);
    // Until the client is gone.
    while (stream.Write(message)) poll(nullptr, 0, 10);
  });
  const auto link = ConnectToDriver(driver.address(), In(seconds(20)));
  const Stimulus large{1, "Large", {}, std::string(500'000, 'x')};
  EXPECT_EQ(ErrorOf([&] {
              for (int i = 0; i < 100; ++i) link->Send(large, In(milliseconds(50)));
            }),
            "the driver does not read the stream");
}

TEST(GrpcLinkTest, AFlood) {
  TestDriver driver([](ServerStream& stream) {
    proto::FromDriver message;
    message.mutable_done()->set_id(1);
    while (stream.Write(message)) {
    }
  });
  const auto link = ConnectToDriver(driver.address(), In(seconds(20)));
  pollfd wait{link->fd(), POLLIN, 0};
  poll(&wait, 1, 10'000);
  std::string error;
  // It is taken more slowly than it comes.
  while (error.empty()) {
    poll(nullptr, 0, 100);
    error = ErrorOf([&] { link->TryReceive(); });
    if (error == "no error") error.clear();
  }
  EXPECT_EQ(error, "the driver sends more than can be taken");
}

}  // namespace
}  // namespace adapter::driver_protocol

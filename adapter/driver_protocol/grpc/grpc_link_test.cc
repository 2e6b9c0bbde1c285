#include "adapter/driver_protocol/grpc/grpc_link.h"

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <functional>
#include <thread>

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
    link.Wait(In(seconds(10)));
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
            "nothing serves gRPC at 127.0.0.1:1");
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
  // The driver does not read either, so that a long message waits and takes in what comes.
  const Stimulus large{1, "Large", {}, std::string(1'000'000, 'x')};
  EXPECT_EQ(ErrorOf([&] {
              for (int i = 0; i < 100; ++i) link->Send(large, In(seconds(60)));
            }),
            "the driver sends more than can be taken");
}

TEST(GrpcLinkTest, AFloodThatNobodyTakesWaits) {
  std::atomic<int> sent = 0;
  TestDriver driver([&](ServerStream& stream) {
    proto::FromDriver message;
    message.mutable_log()->set_line(std::string(10'000, 'x'));
    while (sent < 1000 && stream.Write(message)) ++sent;
  });
  const auto link = ConnectToDriver(driver.address(), In(seconds(20)));
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(std::get<Log>(Receive(*link)).line.size(), 10'000u);
  EXPECT_EQ(ErrorOf([&] { Receive(*link); }), "the driver has ended the stream");
}

TEST(GrpcLinkTest, AMessageThatIsTooLong) {
  TestDriver driver([](ServerStream& stream) {
    proto::FromDriver message;
    message.mutable_log()->set_line(std::string(std::size_t{2} << 20, 'x'));
    stream.Write(message);
    Echo(stream);
  });
  const auto link = ConnectToDriver(driver.address(), In(seconds(20)));
  EXPECT_EQ(ErrorOf([&] { Receive(*link); }),
            "the stream to the driver failed: Received message larger than max (2097162 vs. "
            "1048576)");
}

TEST(GrpcLinkTest, AWaitEndsWhenSomebodyWakesIt) {
  TestDriver driver(Echo);
  const auto link = ConnectToDriver(driver.address(), In(seconds(20)));
  for (int i = 0; i < 100; ++i) {
    std::jthread other([&] { link->Wake(); });
    link->Wait(Deadline::max());
    EXPECT_EQ(link->TryReceive(), std::nullopt);
  }
}

TEST(GrpcLinkTest, OneWaitIsWokenOnce) {
  TestDriver driver(Echo);
  const auto link = ConnectToDriver(driver.address(), In(seconds(20)));
  link->Wake();
  link->Wake();
  link->Wait(Deadline::max());
  const Deadline soon = In(milliseconds(50));
  link->Wait(soon);
  EXPECT_GE(std::chrono::steady_clock::now(), soon - milliseconds(1));
}

TEST(GrpcLinkTest, ItCanEndWhileItIsWoken) {
  TestDriver driver(Echo);
  const auto link = ConnectToDriver(driver.address(), In(seconds(20)));
  link->Wake();
}

}  // namespace
}  // namespace adapter::driver_protocol

// A driver for benchmarks that has no system: every stimulus is done at once, and one named Echo is
// reported as an event before. Written as a user would write one.
//
//   null_driver          speaks JSON over its standard input and output
//   null_driver PORT     speaks gRPC, and listens at that port
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <future>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "adapter/driver_protocol/driver.grpc.pb.h"

namespace {

using Json = nlohmann::json;
namespace proto = cpngen::driver;

void Send(const Json& message) { std::cout << message.dump() << std::endl; }

void SpeakJson() {
  std::ios::sync_with_stdio(false);
  std::string line;
  while (std::getline(std::cin, line)) {
    const Json document = Json::parse(line);
    const auto message = document.begin();
    if (message.key() == "hello") {
      Send({{"ready", {{"version", 1}, {"driver", "null driver in C++"}}}});
      continue;
    }
    if (message.key() == "stimulus" && message->at("name") == "Echo") {
      Send({{"event", {{"name", "Echo"}, {"fields", message->at("fields")}}}});
    }
    Send({{"done", {{"id", message->at("id")}}}});
  }
}

class NullDriver final : public proto::Driver::Service {
 public:
  /// Until the adapter has ended its stream.
  void Wait() { over_.get_future().wait(); }

 private:
  using Stream = grpc::ServerReaderWriter<proto::FromDriver, proto::ToDriver>;

  grpc::Status Run(grpc::ServerContext*, Stream* stream) override {
    proto::ToDriver message;
    while (stream->Read(&message)) Answer(message, *stream);
    over_.set_value();
    return grpc::Status::OK;
  }

  static void Answer(const proto::ToDriver& message, Stream& stream) {
    proto::FromDriver answer;
    switch (message.message_case()) {
      case proto::ToDriver::kHello:
        answer.mutable_ready()->set_version(1);
        answer.mutable_ready()->set_driver("null driver in C++");
        break;
      case proto::ToDriver::kStimulus:
        if (message.stimulus().name() == "Echo") Echo(message.stimulus(), stream);
        answer.mutable_done()->set_id(message.stimulus().id());
        break;
      case proto::ToDriver::kBeginCase:
        answer.mutable_done()->set_id(message.begin_case().id());
        break;
      case proto::ToDriver::kFault:
        answer.mutable_done()->set_id(message.fault().id());
        break;
      default:
        answer.mutable_done()->set_id(message.end_case().id());
    }
    stream.Write(answer);
  }

  static void Echo(const proto::Stimulus& stimulus, Stream& stream) {
    proto::FromDriver event;
    event.mutable_event()->set_name("Echo");
    *event.mutable_event()->mutable_fields() = stimulus.fields();
    stream.Write(event);
  }

  std::promise<void> over_;
};

void SpeakGrpc(const std::string& port) {
  NullDriver driver;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:" + port, grpc::InsecureServerCredentials());
  builder.RegisterService(&driver);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  driver.Wait();
  server->Shutdown();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    SpeakGrpc(argv[1]);
  } else {
    SpeakJson();
  }
}

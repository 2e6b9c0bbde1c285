#include "adapter/driver_protocol/grpc/grpc_link.h"

#include <fmt/format.h>
#include <grpcpp/alarm.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/create_channel.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

#include "adapter/driver_protocol/driver.grpc.pb.h"
#include "adapter/driver_protocol/grpc/protobuf_messages.h"

namespace adapter::driver_protocol {
namespace {

namespace proto = cpngen::driver;

/// What the queue reports.
enum class Step : std::uintptr_t { kStarted = 1, kRead, kWritten, kFinished, kWoken };

void* Tag(Step step) { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(step)); }

/// On gRPC's clock, which cannot tell the end of time: at most an hour away.
std::chrono::system_clock::time_point GrpcDeadline(Deadline deadline) {
  const auto left = deadline - std::chrono::steady_clock::now();
  return std::chrono::system_clock::now() +
         std::min<Deadline::duration>(left, std::chrono::hours(1));
}

/// The thread that uses the link does gRPC's work on the stream, too: handing each message over
/// from a thread of gRPC's would take about as long as the message itself.
class GrpcLink : public DriverLink {
 public:
  explicit GrpcLink(const std::shared_ptr<grpc::Channel>& channel)
      : stub_(proto::Driver::NewStub(channel)),
        stream_(stub_->PrepareAsyncRun(&context_, &queue_)) {
    stream_->StartCall(Tag(Step::kStarted));
    while (!started_) HandleNext(Deadline::max());
  }
  ~GrpcLink() override {
    context_.TryCancel();
    queue_.Shutdown();
    void* tag = nullptr;
    bool ok = false;
    while (queue_.Next(&tag, &ok)) {
    }
  }

  void Send(const ToDriver& message, Deadline deadline) override {
    CheckUsable();
    if (reading_ended_) return;  // TryReceive says why
    stream_->Write(ToProtobuf(message), Tag(Step::kWritten));
    writing_ = true;
    while (writing_ && !reading_ended_) {
      if (!HandleNext(deadline)) Fail("the driver does not read the stream");
    }
  }

  std::optional<FromDriver> TryReceive() override {
    CheckUsable();
    while (messages_.empty() && !finished_) {
      if (!HandleNext(Deadline())) return std::nullopt;  // what is here already
    }
    if (messages_.empty()) Fail(Ending());
    const proto::FromDriver message = std::move(messages_.front());
    messages_.pop_front();
    try {
      return FromProtobuf(message);
    } catch (const DriverError& error) {
      Fail(error.what());
    }
  }

  void Wait(Deadline deadline) override { HandleNext(deadline); }

  void Wake() override {
    if (woken_.exchange(true)) return;
    alarm_ = std::make_unique<grpc::Alarm>();
    alarm_->Set(&queue_, std::chrono::system_clock::now(), Tag(Step::kWoken));
  }

 private:
  /// False at the deadline.
  bool HandleNext(Deadline deadline) {
    void* tag = nullptr;
    bool ok = false;
    const auto status = queue_.AsyncNext(&tag, &ok, GrpcDeadline(deadline));
    if (status != grpc::CompletionQueue::GOT_EVENT) return false;
    switch (static_cast<Step>(reinterpret_cast<std::uintptr_t>(tag))) {
      case Step::kStarted:
        started_ = true;
        stream_->Read(&read_, Tag(Step::kRead));
        break;
      case Step::kRead:
        HandleRead(ok);
        break;
      case Step::kWritten:
        writing_ = false;
        break;
      case Step::kFinished:
        finished_ = true;
        break;
      case Step::kWoken:
        woken_ = false;
        break;
    }
    return true;
  }

  void HandleRead(bool ok) {
    if (!ok) {
      reading_ended_ = true;
      stream_->Finish(&status_, Tag(Step::kFinished));
      return;
    }
    if (messages_.size() >= kMostWaitingMessages) Fail("the driver sends more than can be taken");
    messages_.push_back(std::move(read_));
    read_.Clear();
    stream_->Read(&read_, Tag(Step::kRead));
  }

  std::string Ending() const {
    return status_.ok() || status_.error_code() == grpc::StatusCode::CANCELLED
               ? "the driver has ended the stream"
               : fmt::format("the stream to the driver failed: {}", status_.error_message());
  }

  [[noreturn]] void Fail(const std::string& what) {
    failure_ = what;
    throw DriverError(what);
  }
  void CheckUsable() const {
    if (!failure_.empty()) throw DriverError(failure_);
  }

  const std::unique_ptr<proto::Driver::Stub> stub_;
  grpc::CompletionQueue queue_;
  grpc::ClientContext context_;
  const std::unique_ptr<grpc::ClientAsyncReaderWriter<proto::ToDriver, proto::FromDriver>> stream_;
  bool started_ = false;
  bool writing_ = false;
  bool reading_ended_ = false;
  bool finished_ = false;
  grpc::Status status_;
  proto::FromDriver read_;
  std::deque<proto::FromDriver> messages_;
  std::atomic<bool> woken_{false};
  std::unique_ptr<grpc::Alarm> alarm_;  ///< of the last Wake(); rings while woken_
  std::string failure_;
};

}  // namespace

std::unique_ptr<DriverLink> ConnectToDriver(const std::string& address, Deadline deadline) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(1 << 20);
  // Each driver is a process of its own, also when one follows another at the same port.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 20);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 20);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 200);
  const auto channel =
      grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
  if (!channel->WaitForConnected(GrpcDeadline(deadline))) {
    throw DriverError(fmt::format("nothing serves gRPC at {}", address));
  }
  return std::make_unique<GrpcLink>(channel);
}

}  // namespace adapter::driver_protocol

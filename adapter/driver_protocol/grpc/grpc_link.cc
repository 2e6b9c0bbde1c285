#include "adapter/driver_protocol/grpc/grpc_link.h"

#include <fmt/format.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/support/client_callback.h>
#include <sys/eventfd.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "adapter/driver_protocol/driver.grpc.pb.h"
#include "adapter/driver_protocol/grpc/protobuf_messages.h"
#include "base/file_descriptor.h"

namespace adapter::driver_protocol {
namespace {

namespace proto = cpngen::driver;

/// The stream, as gRPC's threads and the link's thread share it. It outlives gRPC's last reaction,
/// so that the channel does not die on one of gRPC's threads.
class DriverStream : public grpc::ClientBidiReactor<proto::ToDriver, proto::FromDriver> {
 public:
  explicit DriverStream(const std::shared_ptr<grpc::ChannelInterface>& channel)
      : stub_(proto::Driver::NewStub(channel)), event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    stub_->async()->Run(&context_, this);
    AddHold();  // writes come from outside of reactions
    StartRead(&read_);
    StartCall();
  }
  ~DriverStream() override {
    context_.TryCancel();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return done_; });
  }

  /// False when the last message is still not taken at the deadline.
  bool Write(proto::ToDriver message, Deadline deadline) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_until(lock, deadline, [&] { return !writing_ || closed_; })) return false;
    if (closed_) return true;  // reading says why
    writing_ = true;
    AddHold();
    lock.unlock();
    written_ = std::move(message);
    StartWrite(&written_);
    RemoveHold();
    return true;
  }

  std::optional<proto::FromDriver> Take() {
    const std::lock_guard lock(mutex_);
    if (messages_.empty()) return std::nullopt;
    proto::FromDriver message = std::move(messages_.front());
    messages_.pop_front();
    if (messages_.empty() && !done_) Reset();
    return message;
  }

  bool HasMessage() {
    const std::lock_guard lock(mutex_);
    return !messages_.empty();
  }

  /// Why the stream is over; empty: it is not.
  std::string Ending() {
    const std::lock_guard lock(mutex_);
    return done_ ? ending_ : "";
  }

  int event() const { return event_.get(); }

 private:
  void OnReadDone(bool ok) override {
    std::unique_lock lock(mutex_);
    if (ok && messages_.size() < kMostWaitingMessages) {
      messages_.push_back(std::move(read_));
      Signal();
      lock.unlock();
      read_.Clear();
      return StartRead(&read_);
    }
    if (ok) {
      ending_ = "the driver sends more than can be taken";
      messages_.clear();
    }
    closed_ = true;
    changed_.notify_all();
    lock.unlock();
    context_.TryCancel();  // a write that the driver does not take must not keep the stream
    RemoveHold();
  }

  void OnWriteDone(bool) override {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    changed_.notify_all();
  }

  void OnDone(const grpc::Status& status) override {
    const std::lock_guard lock(mutex_);
    done_ = true;
    if (ending_.empty()) {
      ending_ = status.ok() || status.error_code() == grpc::StatusCode::CANCELLED
                    ? "the driver has ended the stream"
                    : fmt::format("the stream to the driver failed: {}", status.error_message());
    }
    Signal();
    changed_.notify_all();
  }

  void Signal() { eventfd_write(event(), 1); }
  void Reset() {
    eventfd_t value = 0;
    eventfd_read(event(), &value);
  }

  const std::unique_ptr<proto::Driver::Stub> stub_;
  const base::FileDescriptor event_;
  grpc::ClientContext context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool writing_ = false;
  bool closed_ = false;
  bool done_ = false;
  std::string ending_;
  std::deque<proto::FromDriver> messages_;
  proto::FromDriver read_;
  proto::ToDriver written_;
};

class GrpcLink : public DriverLink {
 public:
  explicit GrpcLink(const std::shared_ptr<grpc::Channel>& channel)
      : stream_(std::make_unique<DriverStream>(channel)) {}

  void Send(const ToDriver& message, Deadline deadline) override {
    CheckUsable();
    if (!stream_->Write(ToProtobuf(message), deadline)) Fail("the driver does not read the stream");
  }

  std::optional<FromDriver> TryReceive() override {
    CheckUsable();
    // First, since a message may come between the two.
    const std::string ending = stream_->Ending();
    std::optional<proto::FromDriver> message = stream_->Take();
    if (!message && !ending.empty()) Fail(ending);
    if (!message) return std::nullopt;
    try {
      return FromProtobuf(*message);
    } catch (const DriverError& error) {
      Fail(error.what());
    }
  }

  bool HasMessage() const override { return stream_->HasMessage(); }
  int fd() const override { return stream_->event(); }

 private:
  [[noreturn]] void Fail(const std::string& what) {
    failure_ = what;
    throw DriverError(what);
  }
  void CheckUsable() const {
    if (!failure_.empty()) throw DriverError(failure_);
  }

  const std::unique_ptr<DriverStream> stream_;
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
  const auto left = deadline - std::chrono::steady_clock::now();
  if (!channel->WaitForConnected(std::chrono::system_clock::now() + left)) {
    throw DriverError(fmt::format("no driver accepts a connection at {}", address));
  }
  return std::make_unique<GrpcLink>(channel);
}

}  // namespace adapter::driver_protocol

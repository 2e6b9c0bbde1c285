#include "quorum/grpc_stream.h"

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <mutex>
#include <utility>

#include "quorum/ordering.grpc.pb.h"
#include "quorum/unary_link.h"

namespace quorum {
namespace {

// The reactor owns itself until OnDone: gRPC's events come until then.
class GrpcStream : public Stream,
                   public grpc::ClientBidiReactor<Frame, Frame>,
                   public std::enable_shared_from_this<GrpcStream> {
 public:
  explicit GrpcStream(std::shared_ptr<Events> events) : events_(std::move(events)) {}

  void Open(Ordering::StubInterface& stub) {
    self_ = shared_from_this();
    context_.set_initial_metadata_corked(true);  // goes with the first message, which comes now
    static_cast<Ordering::Stub&>(stub).async()->Messages(&context_, this);
    AddHold();  // writes come from outside of reactions
    StartRead(&read_);
    StartCall();
  }

  void Write(Frame frame) override {
    std::unique_lock lock(mutex_);
    if (closed_) return;
    AddHold();
    lock.unlock();
    written_ = std::move(frame);
    StartWrite(&written_);
    RemoveHold();
  }

  void Close() override { context_.TryCancel(); }

 private:
  void OnReadDone(bool ok) override {
    if (ok) {
      events_->OnFrame(read_);
      read_.Clear();
      return StartRead(&read_);
    }
    std::unique_lock lock(mutex_);
    closed_ = true;
    lock.unlock();
    context_.TryCancel();  // a write that the node does not take must not keep the stream
    RemoveHold();
  }

  void OnWriteDone(bool ok) override {
    if (ok) events_->OnWritten();
  }

  void OnDone(const grpc::Status& status) override {
    // A server that ends the stream without an error is gone for us, too.
    events_->OnClosed(status.ok() ? NodeError{0, NodeErrorCode::kUnavailable, "stream closed"}
                                  : ErrorOf(0, status));
    const std::shared_ptr<Events> events = events_;
    self_ = nullptr;  // may destroy *this
    events->OnGone();
  }

  const std::shared_ptr<Events> events_;
  std::shared_ptr<GrpcStream> self_;
  grpc::ClientContext context_;
  std::mutex mutex_;
  bool closed_ = false;
  Frame read_;
  Frame written_;
};

}  // namespace

OpenStream StreamsOn(std::shared_ptr<grpc::ChannelInterface> channel) {
  std::shared_ptr<Ordering::Stub> stub = Ordering::NewStub(channel);
  return [stub](std::shared_ptr<Stream::Events> events) {
    auto stream = std::make_shared<GrpcStream>(std::move(events));
    stream->Open(*stub);
    return stream;
  };
}

}  // namespace quorum

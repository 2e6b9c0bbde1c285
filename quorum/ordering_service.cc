#include "quorum/ordering_service.h"

#include <deque>
#include <mutex>
#include <utility>

namespace quorum {
namespace {

using Reactor = grpc::ServerBidiReactor<Frame, Frame>;

// The answers of one stream on their way back. Handlers hold it, and may answer when the stream is
// gone.
class Replies {
 public:
  explicit Replies(Reactor* reactor) : reactor_(reactor) {}

  void Add(Frame frame) {
    std::unique_lock lock(mutex_);
    if (ending_) return;
    frames_.push_back(std::move(frame));
    WriteNext(std::move(lock));
  }

  void OnWritten(bool ok) {
    std::unique_lock lock(mutex_);
    writing_ = false;
    frames_.pop_front();
    if (!ok) ending_ = true;
    if (ending_) return Finish(std::move(lock));
    WriteNext(std::move(lock));
  }

  // The sender is gone: ends the stream, after the write that runs.
  void End() {
    std::unique_lock lock(mutex_);
    ending_ = true;
    if (!writing_) Finish(std::move(lock));
  }

 private:
  void WriteNext(std::unique_lock<std::mutex> lock) {
    if (writing_ || frames_.empty()) return;
    writing_ = true;
    const Frame* const frame = &frames_.front();  // a deque's elements stay where they are
    lock.unlock();
    reactor_->StartWrite(frame);  // it lives until the write is done
  }

  void Finish(std::unique_lock<std::mutex> lock) {
    if (std::exchange(finished_, true)) return;
    lock.unlock();
    reactor_->Finish(grpc::Status::OK);
  }

  std::mutex mutex_;
  Reactor* const reactor_;
  std::deque<Frame> frames_;
  bool writing_ = false;
  bool ending_ = false;
  bool finished_ = false;
};

class NodeStream : public Reactor {
 public:
  explicit NodeStream(std::shared_ptr<const Dispatcher> handlers)
      : handlers_(std::move(handlers)), replies_(std::make_shared<Replies>(this)) {
    StartRead(&frame_);
  }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) return replies_->End();
    Handle();
    frame_.Clear();
    StartRead(&frame_);
  }
  void OnWriteDone(bool ok) override { replies_->OnWritten(ok); }
  void OnDone() override { delete this; }

  void Handle() {
    const auto answer = [replies = replies_, number = frame_.number(), one_way = frame_.one_way()](
                            const Dispatcher::Message* reply, const NodeError& error) {
      if (one_way) return;
      Frame frame;
      frame.set_number(number);
      if (reply != nullptr) {
        reply->SerializeToString(frame.mutable_payload());
      } else {
        frame.mutable_failure()->set_code(static_cast<int>(error.code));
        frame.mutable_failure()->set_message(error.message);
      }
      replies->Add(std::move(frame));
    };
    const Dispatcher::Handler* const handler = handlers_->Find(frame_.method());
    if (handler == nullptr) {
      return answer(nullptr, {0, NodeErrorCode::kRemote, "there is no method " + frame_.method()});
    }
    const auto request = handler->NewRequest();
    if (!request->ParseFromString(frame_.payload())) {
      return answer(nullptr, {0, NodeErrorCode::kRemote, "the request is malformed"});
    }
    handler->Handle(*request, answer);
  }

  const std::shared_ptr<const Dispatcher> handlers_;
  const std::shared_ptr<Replies> replies_;
  Frame frame_;
};

}  // namespace

OrderingService::OrderingService(std::shared_ptr<const Dispatcher> handlers)
    : handlers_(std::move(handlers)) {}

Reactor* OrderingService::Messages(grpc::CallbackServerContext*) {
  return new NodeStream(handlers_);
}

}  // namespace quorum

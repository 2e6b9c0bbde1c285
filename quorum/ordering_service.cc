#include "quorum/ordering_service.h"

#include <deque>
#include <mutex>
#include <set>
#include <utility>

namespace quorum {
namespace {

using Reactor = grpc::ServerBidiReactor<Frame, Frame>;

// The answers of one stream on their way back. Handlers hold it, and may answer when the stream is
// gone.
class Answers {
 public:
  explicit Answers(Reactor* reactor) : reactor_(reactor) {}

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
    if (!ok || (ending_ && frames_.empty())) return Finish(std::move(lock));
    WriteNext(std::move(lock));
  }

  // Ends the stream when what was added is written; for a sender that is gone the first write
  // fails.
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

}  // namespace

// The streams that have not ended, by their way back. Streams hold it, and may outlive the service.
class OrderingService::Streams {
 public:
  void Add(const std::shared_ptr<Answers>& stream) {
    std::unique_lock lock(mutex_);
    if (!closed_) {
      streams_.insert(stream);
      return;
    }
    lock.unlock();
    stream->End();
  }

  void Remove(const std::shared_ptr<Answers>& stream) {
    std::lock_guard lock(mutex_);
    streams_.erase(stream);
  }

  void Close() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    const auto streams = streams_;
    lock.unlock();  // an end may remove its stream at once
    for (const auto& stream : streams) stream->End();
  }

 private:
  std::mutex mutex_;
  std::set<std::shared_ptr<Answers>> streams_;
  bool closed_ = false;
};

class OrderingService::NodeStream : public Reactor {
 public:
  NodeStream(std::shared_ptr<const Dispatcher> handlers, std::shared_ptr<Streams> streams)
      : handlers_(std::move(handlers)),
        streams_(std::move(streams)),
        answers_(std::make_shared<Answers>(this)) {
    StartRead(&frame_);
    streams_->Add(answers_);
  }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) return answers_->End();
    Handle();
    frame_.Clear();
    StartRead(&frame_);
  }
  void OnWriteDone(bool ok) override { answers_->OnWritten(ok); }
  void OnDone() override {
    streams_->Remove(answers_);
    delete this;
  }

  void Handle() {
    const auto answer = [answers = answers_, number = frame_.number(), one_way = frame_.one_way()](
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
      answers->Add(std::move(frame));
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
  const std::shared_ptr<Streams> streams_;
  const std::shared_ptr<Answers> answers_;
  Frame frame_;
};

OrderingService::OrderingService(std::shared_ptr<const Dispatcher> handlers)
    : handlers_(std::move(handlers)), streams_(std::make_shared<Streams>()) {}

OrderingService::~OrderingService() = default;

void OrderingService::Close() { streams_->Close(); }

Reactor* OrderingService::Messages(grpc::CallbackServerContext*) {
  return new NodeStream(handlers_, streams_);
}

}  // namespace quorum

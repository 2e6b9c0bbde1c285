#include "quorum/stream_link.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "quorum/sync.h"

namespace quorum {
namespace {

constexpr Duration kFirstBackOff{5'000};
constexpr Duration kLongestBackOff{50'000};

// A reply's content goes into the call; or what is wrong with it.
std::optional<NodeError> Fill(NodeCall& call, const Frame& frame) {
  if (frame.has_failure()) {
    return NodeError{call.node(), static_cast<NodeErrorCode>(frame.failure().code()),
                     frame.failure().message()};
  }
  if (call.reply().ParseFromString(frame.payload())) return std::nullopt;
  return NodeError{call.node(), NodeErrorCode::kRemote, "the reply is malformed"};
}

}  // namespace

class StreamLink::Core : public Stream::Events, public std::enable_shared_from_this<Core> {
 public:
  Core(OpenStream open, std::shared_ptr<Timer> timer)
      : open_(std::move(open)),
        timer_(timer),
        pending_(std::make_shared<PendingCalls>(std::move(timer))) {}

  void Start(const std::shared_ptr<NodeCall>& call) {
    std::unique_lock lock(mutex_);
    if (!shut_down_ && !stream_ && !opening_ && last_error_ && timer_->Now() < retry_at_) {
      const NodeError error = *last_error_;
      lock.unlock();
      return call->Finish(error);
    }
    lock.unlock();
    const auto number = pending_->Add(call);
    if (!number) return;
    lock.lock();
    queue_.push_back(*number);
    Pump(std::move(lock));
  }

  void OnFrame(const Frame& frame) override {
    std::unique_lock lock(mutex_);
    back_off_ = kFirstBackOff;
    lock.unlock();
    pending_->Finish(frame.number(), [&](NodeCall& call) { return Fill(call, frame); });
  }

  void OnWritten() override {
    std::unique_lock lock(mutex_);
    writing_ = false;
    const std::optional<PendingCalls::Number> sent = std::exchange(one_way_, std::nullopt);
    Pump(std::move(lock));
    if (sent) pending_->Finish(*sent, [](const NodeCall&) { return std::nullopt; });
  }

  void OnClosed(const NodeError& error) override {
    std::unique_lock lock(mutex_);
    stream_ = nullptr;
    closed_early_ = opening_;
    writing_ = false;
    one_way_.reset();
    queue_.clear();
    last_error_ = NodeError{0, NodeErrorCode::kUnavailable, error.message};
    retry_at_ = timer_->Now() + back_off_;
    back_off_ = std::min(back_off_ * 2, kLongestBackOff);
    const NodeError unavailable = *last_error_;
    lock.unlock();
    pending_->FailAll(unavailable);
  }

  void OnGone() override {
    std::lock_guard lock(mutex_);
    --users_;
    if (users_ == 0) idle_.notify_all();
  }

  void Close() {
    std::unique_lock lock(mutex_);
    shut_down_ = true;
    const std::shared_ptr<Stream> stream = stream_;
    lock.unlock();
    pending_->Shutdown();
    if (stream) stream->Close();
  }

  void Shutdown() {
    Close();
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return users_ == 0; });
    // What opens streams holds the channel, which must not die on gRPC's threads; a stream that is
    // gone may still hold *this there.
    const OpenStream open = std::exchange(open_, nullptr);
    lock.unlock();
  }

 private:
  // Writes the next message, if it is time: on a stream that is there, or on a new one.
  void Pump(std::unique_lock<sync::Mutex> lock) {
    while (!writing_ && !opening_ && !queue_.empty() && !shut_down_) {
      const PendingCalls::Number number = queue_.front();
      const std::shared_ptr<NodeCall> call = pending_->Find(number);
      if (call == nullptr) {  // its deadline has passed, or it was cancelled
        queue_.pop_front();
        continue;
      }
      if (stream_ == nullptr) {
        lock = Open(std::move(lock));
        continue;
      }
      queue_.pop_front();
      writing_ = true;
      if (call->method().one_way) one_way_ = number;
      const std::shared_ptr<Stream> stream = stream_;
      ++users_;
      lock.unlock();
      Frame frame;
      frame.set_number(number);
      frame.set_method(call->method().name);
      frame.set_one_way(call->method().one_way);
      call->request().SerializeToString(frame.mutable_payload());
      stream->Write(std::move(frame));
      lock.lock();
      --users_;
    }
    if (users_ == 0) idle_.notify_all();
  }

  std::unique_lock<sync::Mutex> Open(std::unique_lock<sync::Mutex> lock) {
    opening_ = true;
    closed_early_ = false;
    users_ += 2;  // the stream, until OnGone, and this thread
    lock.unlock();
    std::shared_ptr<Stream> stream = open_(shared_from_this());
    lock.lock();
    opening_ = false;
    if (!closed_early_) stream_ = std::move(stream);
    if (shut_down_ && stream_) {
      stream = stream_;
      lock.unlock();
      stream->Close();
      lock.lock();
    }
    --users_;
    return lock;
  }

  OpenStream open_;  // null after Shutdown
  const std::shared_ptr<const Timer> timer_;
  const std::shared_ptr<PendingCalls> pending_;
  sync::Mutex mutex_;
  sync::ConditionVariable idle_;
  std::shared_ptr<Stream> stream_;  // null: none, or being opened
  bool opening_ = false;
  bool closed_early_ = false;  // it was closed before it was opened
  bool writing_ = false;
  bool shut_down_ = false;
  int users_ = 0;                           // streams that are not gone, and threads that write
  std::deque<PendingCalls::Number> queue_;  // not written yet
  std::optional<PendingCalls::Number> one_way_;  // is being written and ends with that
  std::optional<NodeError> last_error_;
  Timer::Time retry_at_;
  Duration back_off_ = kFirstBackOff;
};

StreamLink::StreamLink(OpenStream open, std::shared_ptr<Timer> timer)
    : core_(std::make_shared<Core>(std::move(open), std::move(timer))) {}

StreamLink::~StreamLink() { Shutdown(); }

void StreamLink::Start(std::shared_ptr<NodeCall> call) { core_->Start(call); }

void StreamLink::Close() { core_->Close(); }

void StreamLink::Shutdown() { core_->Shutdown(); }

}  // namespace quorum

// Links without gRPC under threads that answer, break, cancel and shut down at the same time. Meant
// for TSan: what counts is that nothing races, and that each call has exactly one result.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <thread>
#include <vector>

#include "quorum/local_link.h"
#include "quorum/stream_link.h"
#include "quorum/test_spec_testing.h"
#include "quorum/thread_timer.h"

namespace quorum {
namespace {

using testing::Text;

constexpr Method kMethod{"/quorum.testing.Test/Single"};
constexpr int kRounds = 200;
constexpr int kCalls = 20;

// A stream whose frames an echoing thread answers; it breaks when it is told to.
class EchoStream : public Stream {
 public:
  explicit EchoStream(std::shared_ptr<Events> events) : events_(std::move(events)) {
    thread_ = std::jthread([this] { Run(); });
  }
  ~EchoStream() override { Close(); }
  void Write(Frame frame) override {
    std::lock_guard lock(mutex_);
    frames_.push_back(std::move(frame));
    changed_.notify_one();
  }
  void Close() override {
    std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_one();
  }

 private:
  void Run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return closed_ || !frames_.empty(); });
      if (closed_) break;
      const std::vector<Frame> frames = std::exchange(frames_, {});
      lock.unlock();
      for (const Frame& frame : frames) {
        events_->OnWritten();
        events_->OnFrame(frame);
      }
      lock.lock();
    }
    lock.unlock();
    events_->OnClosed({0, NodeErrorCode::kUnavailable, "broken"});
    events_->OnGone();
  }

  const std::shared_ptr<Events> events_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Frame> frames_;
  bool closed_ = false;
  std::jthread thread_;
};

// Starts kCalls calls to `link`; each result adds one to `results`.
void StartCalls(Link& link, std::atomic<int>& results, Duration timeout,
                const std::stop_token& cancellation) {
  for (int i = 0; i < kCalls; ++i) {
    CallOptions options{timeout};
    options.cancellation = cancellation;
    link.Start(std::make_shared<TypedNodeCall<Text, Text>>(
        0, kMethod, options, std::make_shared<const Text>(TextOf("why")),
        [&results](const NodeResult<Text>&) { ++results; }));
  }
}

TEST(LinkRaceTest, CallsOnAStreamHaveOneResultWhateverHappens) {
  for (int round = 0; round < kRounds; ++round) {
    std::atomic<int> results = 0;
    std::vector<std::shared_ptr<EchoStream>> streams;  // joined here, not on their own threads
    std::mutex mutex;
    StreamLink link(
        [&](std::shared_ptr<Stream::Events> events) {
          auto stream = std::make_shared<EchoStream>(std::move(events));
          std::lock_guard lock(mutex);
          streams.push_back(stream);
          return stream;
        },
        std::make_shared<ThreadTimer>());
    std::stop_source source;
    std::barrier start(4);
    std::vector<std::jthread> threads;
    threads.emplace_back([&] {
      start.arrive_and_wait();
      StartCalls(link, results, Duration(60'000'000), source.get_token());
    });
    threads.emplace_back([&] {
      start.arrive_and_wait();
      StartCalls(link, results, Duration(50), {});
    });
    threads.emplace_back([&] {
      start.arrive_and_wait();
      if (round % 2 == 0) source.request_stop();
      std::unique_lock lock(mutex);
      const std::vector broken(streams.begin(), streams.end());
      lock.unlock();
      for (const auto& stream : broken) stream->Close();
    });
    start.arrive_and_wait();
    if (round % 3 == 0) link.Shutdown();
    threads.clear();
    link.Shutdown();
    ASSERT_EQ(results, 2 * kCalls);
  }
}

TEST(LinkRaceTest, LocalCallsHaveOneResultWhateverHappens) {
  for (int round = 0; round < kRounds; ++round) {
    std::atomic<int> results = 0;
    std::mutex mutex;
    std::vector<Respond<Text>> parked;
    auto dispatcher = std::make_shared<Dispatcher>();
    dispatcher->Add<Text, Text>(kMethod, [&](const Text&, Respond<Text> respond) {
      std::lock_guard lock(mutex);
      parked.push_back(std::move(respond));
    });
    LocalLink link(dispatcher, std::make_shared<ThreadTimer>());
    std::stop_source source;
    StartCalls(link, results, Duration(60'000'000), source.get_token());
    StartCalls(link, results, Duration(50), {});
    std::barrier start(3);
    std::vector<std::jthread> threads;
    threads.emplace_back([&] {
      start.arrive_and_wait();
      for (const auto& respond : parked) respond(NodeResult<Text>::Ok(TextOf("because")));
    });
    threads.emplace_back([&] {
      start.arrive_and_wait();
      source.request_stop();
    });
    start.arrive_and_wait();
    link.Shutdown();
    threads.clear();
    ASSERT_EQ(results, 2 * kCalls);
  }
}

}  // namespace
}  // namespace quorum

// The ordered link over streams that the test plays: no gRPC.
#include "quorum/stream_link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quorum/calls.h"
#include "quorum/test_spec_testing.h"
#include "quorum/timer_testing.h"

namespace quorum {
namespace {

using ::testing::ElementsAre;
using testing::Text;

constexpr Method kMethod{"/quorum.testing.Test/Single"};
constexpr Method kOneWay{"/quorum.testing.Test/ToOne", true};

// A stream that notes what is written; the test makes its events happen.
class FakeStream : public Stream {
 public:
  explicit FakeStream(std::shared_ptr<Events> events) : events_(std::move(events)) {}
  void Write(Frame frame) override { frames_.push_back(std::move(frame)); }
  void Close() override { Break("closed"); }

  void Written() const { events_->OnWritten(); }
  void Answer(std::size_t index, const std::string& text) const {
    Frame frame;
    frame.set_number(frames_.at(index).number());
    TextOf(text).SerializeToString(frame.mutable_payload());
    events_->OnFrame(frame);
  }
  void Break(const std::string& message) {
    const auto events = std::exchange(events_, nullptr);
    if (events == nullptr) return;
    events->OnClosed({0, NodeErrorCode::kUnavailable, message});
    events->OnGone();
  }

  std::vector<Frame> frames_;
  std::shared_ptr<Events> events_;
};

class StreamLinkTest : public ::testing::Test {
 protected:
  void Start(const std::string& text, const Method& method = kMethod, CallOptions options = {}) {
    options.timeout = Duration(60'000'000);
    Node().Start(std::make_shared<TypedNodeCall<Text, Text>>(
        3, method, options, std::make_shared<const Text>(TextOf(text)),
        [this, text](const NodeResult<Text>& result) {
          results_.push_back(text + ": " +
                             (result.reply ? result.reply->text() : result.error.message));
        }));
  }
  Link& Node() { return *link_; }
  FakeStream& Last() { return *streams_.back(); }
  std::vector<std::string> Written() const {
    std::vector<std::string> texts;
    for (const Frame& frame : streams_.back()->frames_) {
      Text text;
      text.ParseFromString(frame.payload());
      texts.push_back(text.text());
    }
    return texts;
  }

  const std::shared_ptr<ManualTimer> timer_ = std::make_shared<ManualTimer>();
  std::vector<std::shared_ptr<FakeStream>> streams_;
  std::vector<std::string> results_;
  std::unique_ptr<StreamLink> link_ = std::make_unique<StreamLink>(
      [this](std::shared_ptr<Stream::Events> events) {
        streams_.push_back(std::make_shared<FakeStream>(std::move(events)));
        return streams_.back();
      },
      timer_);
};

TEST_F(StreamLinkTest, WritesOneMessageAtATimeInTheirOrder) {
  for (const char* text : {"a", "b", "c"}) Start(text);
  EXPECT_THAT(Written(), ElementsAre("a"));
  Last().Written();
  Last().Written();
  EXPECT_THAT(Written(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(streams_.size(), 1u);
}

TEST_F(StreamLinkTest, RepliesFindTheirCallsInAnyOrder) {
  Start("a");
  Last().Written();
  Start("b");
  Last().Answer(1, "B");
  Last().Answer(0, "A");
  Last().Answer(0, "again");
  EXPECT_THAT(results_, ElementsAre("b: B", "a: A"));
}

TEST_F(StreamLinkTest, LateReplyIsNotTheNextCalls) {
  std::stop_source source;
  CallOptions options;
  options.cancellation = source.get_token();
  Start("a", kMethod, options);
  Last().Written();
  source.request_stop();
  Start("b");
  Last().Answer(0, "A");
  EXPECT_THAT(results_, ElementsAre("a: cancelled by the caller"));
  Last().Answer(1, "B");
  EXPECT_THAT(results_, ElementsAre("a: cancelled by the caller", "b: B"));
}

TEST_F(StreamLinkTest, CancelledCallIsNotWrittenAnyMore) {
  std::stop_source source;
  CallOptions options;
  options.cancellation = source.get_token();
  Start("a");
  Start("b", kMethod, options);
  Start("c");
  source.request_stop();
  Last().Written();
  EXPECT_THAT(Written(), ElementsAre("a", "c"));
}

TEST_F(StreamLinkTest, OneWayCallEndsWhenItIsWritten) {
  Start("a", kOneWay);
  EXPECT_TRUE(results_.empty());
  EXPECT_TRUE(Last().frames_[0].one_way());
  Last().Written();
  EXPECT_THAT(results_, ElementsAre("a: "));
}

TEST_F(StreamLinkTest, BrokenStreamFailsItsCalls) {
  Start("a");
  Start("b");
  Last().Break("gone");
  EXPECT_THAT(results_, ElementsAre("a: gone", "b: gone"));
}

TEST_F(StreamLinkTest, CallsWithinTheBackOffFailAtOnceAndALaterOneOpensANewStream) {
  Start("a");
  Last().Break("gone");
  timer_->Advance(Duration(4'999));
  Start("b");
  EXPECT_THAT(results_, ElementsAre("a: gone", "b: gone"));
  EXPECT_EQ(streams_.size(), 1u);
  timer_->Advance(Duration(1));
  Start("c");
  ASSERT_EQ(streams_.size(), 2u);
  EXPECT_THAT(Written(), ElementsAre("c"));
  Last().Answer(0, "C");
  EXPECT_EQ(results_.back(), "c: C");
}

// How long after its stream broke a link opens a new one.
TEST_F(StreamLinkTest, BackOffDoublesUpToItsLongestAndAReplyResetsIt) {
  const auto back_off = [&] {
    const std::size_t before = streams_.size();
    Last().Break("gone");
    for (int milliseconds = 0;; ++milliseconds) {
      Start("again");
      if (streams_.size() > before) return milliseconds;
      timer_->Advance(std::chrono::milliseconds(1));
    }
  };
  Start("a");
  std::vector<int> waits;
  for (int i = 0; i < 6; ++i) waits.push_back(back_off());
  Last().Answer(0, "A");
  waits.push_back(back_off());
  EXPECT_THAT(waits, ElementsAre(5, 10, 20, 40, 50, 50, 5));
}

TEST_F(StreamLinkTest, CallEndsAtItsDeadline) {
  Start("a");
  timer_->Advance(Duration(59'999'999));
  EXPECT_TRUE(results_.empty());
  timer_->Advance(Duration(1));
  EXPECT_THAT(results_, ElementsAre("a: no reply before the deadline"));
}

TEST_F(StreamLinkTest, MalformedReplyIsTheNodesError) {
  Start("a");
  Frame frame;
  frame.set_number(Last().frames_[0].number());
  frame.set_payload("\xff\xff");
  Last().events_->OnFrame(frame);
  EXPECT_THAT(results_, ElementsAre("a: the reply is malformed"));
}

TEST_F(StreamLinkTest, ShutdownEndsCallsAndStream) {
  Start("a");
  link_->Shutdown();
  EXPECT_THAT(results_, ElementsAre("a: shut down"));
  EXPECT_EQ(Last().events_, nullptr);
  Start("b");
  EXPECT_THAT(results_, ElementsAre("a: shut down", "b: shut down"));
  EXPECT_EQ(streams_.size(), 1u);
}

}  // namespace
}  // namespace quorum

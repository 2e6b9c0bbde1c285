#include "quorum/systematic/threads/wire.h"

#include <deque>
#include <utility>

#include "quorum/test_service.pb.h"

namespace quorum::systematic {

using ::systematic::fibers::ThreadKind;
using ::systematic::fibers::WaitUntil;
using ::systematic::fibers::Yield;

std::string AnswerOf(NodeId node, const std::string& request) {
  return std::to_string(node) + " to " + request;
}

// Its threads own it.
class Wire::WireStream : public Stream, public std::enable_shared_from_this<WireStream> {
 public:
  WireStream(Wire& wire, std::shared_ptr<Events> events)
      : wire_(wire),
        scene_(wire.scene_),
        counted_(wire.scene_.alive.streams),
        events_(std::move(events)) {}

  void Open() {
    const std::string name =
        " " + std::to_string(wire_.node_) + "." + std::to_string(wire_.opened_++);
    scene_.threads.Start(
        "reader" + name, [self = shared_from_this()] { self->Read(); }, ThreadKind::kServant);
    scene_.threads.Start(
        "writer" + name, [self = shared_from_this()] { self->SayWritten(); }, ThreadKind::kServant);
  }

  bool closed() const { return closed_; }

  void Write(Frame frame) override {
    if (closed_) return;
    if (writing_) Fail("a message is written while another one is");
    if (!wire_.written_.insert(frame.number()).second) Fail("a message is written twice");
    writing_ = true;
    if (!frame.one_way()) Answer(frame);
  }

  void Close() override { closing_ = true; }

 private:
  void Fail(const std::string& message) { scene_.Fail("stream", message); }

  void Answer(const Frame& request) {
    if (scene_.Spend(&ThreadBudgets::silences, "silence")) return;
    testing::Text text;
    text.ParseFromString(request.payload());
    text.set_text(AnswerOf(wire_.node_, text.text()));
    Frame reply;
    reply.set_number(request.number());
    if (scene_.threads.Choose("answer", 2) == 0) {
      text.SerializeToString(reply.mutable_payload());
    } else {
      reply.mutable_failure()->set_code(static_cast<int>(NodeErrorCode::kRemote));
      reply.mutable_failure()->set_message("it does not want to");
    }
    if (scene_.Spend(&ThreadBudgets::duplicates, "duplicate")) replies_.push_back(reply);
    replies_.push_back(std::move(reply));
  }

  void Read() {
    while (WaitUntil([this] { return closing_ || !replies_.empty(); }, "frame") && !closing_) {
      const Frame frame = std::move(replies_.front());
      replies_.pop_front();
      events_->OnFrame(frame);
    }
    closed_ = true;
    WaitUntil([this] { return !saying_; });
    events_->OnClosed({0, NodeErrorCode::kUnavailable, "broken"});
    wire_.timer_.LetTimePass();
    Yield();
    const auto events = std::exchange(events_, nullptr);
    events->OnGone();
  }

  void SayWritten() {
    while (WaitUntil([this] { return writing_ || closed_; }, "written") && !closed_) {
      saying_ = true;
      writing_ = false;
      events_->OnWritten();
      saying_ = false;
    }
  }

  Wire& wire_;
  Scene& scene_;
  const Counted counted_;
  std::shared_ptr<Events> events_;
  std::deque<Frame> replies_;  // under way
  bool writing_ = false;
  bool saying_ = false;   // OnWritten() runs
  bool closing_ = false;  // the reader is about to find out
  bool closed_ = false;
};

OpenStream Wire::Opener() {
  return [this](std::shared_ptr<Stream::Events> events) {
    if (const auto open = open_.lock(); open && !open->closed()) {
      scene_.Fail("stream", "a second stream is opened");
    }
    const auto stream = std::make_shared<WireStream>(*this, std::move(events));
    open_ = stream;
    stream->Open();
    Yield();  // the stream may break before whoever opened it has it
    return stream;
  };
}

void Wire::Break() {
  if (const auto open = open_.lock()) open->Close();
}

}  // namespace quorum::systematic

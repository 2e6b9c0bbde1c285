#include "quorum/systematic/model_stream.h"

#include <utility>

namespace quorum::systematic {

// One stream. The network holds it until it is gone; a handler's answer holds it weakly.
class ModelNetwork::ModelStream : public Stream, public std::enable_shared_from_this<ModelStream> {
 public:
  ModelStream(ModelNetwork& network, std::shared_ptr<Events> events)
      : network_(network),
        world_(network.world_),
        life_(network.opened_++),
        counted_(world_.alive().streams),
        events_(std::move(events)) {
    if (network.open_++ > 0) world_.Fail("stream", "a second stream is opened");
  }

  void Open() {
    if (world_.Spend(&Budgets::breaks, world_.words.start, network_.machine_)) {
      return Break(world_.Choose(world_.words.gone, network_.machine_, 2) == 0);
    }
    OfferBreak();
  }

  void EndAtOnce() {
    if (gone_) return;
    if (closed_) {
      world_.Disable(KeyOf(world_.words.gone, 0));
      Gone();
    } else if (closing_) {
      Break(true);
    }
  }

  void Write(Frame frame) override {
    if (closed_) return;
    if (writing_) world_.Fail("stream", "a message is written while another one is");
    if (frame.number() <= network_.last_number_) {
      world_.Fail("stream", "message " + std::to_string(frame.number()) + " is written after " +
                                std::to_string(network_.last_number_));
    }
    network_.last_number_ = frame.number();
    writing_ = true;
    requests_.push_back(std::move(frame));
    if (network_.quick_) {
      Arrive();
    } else if (requests_.size() == 1) {
      OfferArrival();
    }
    if (network_.quick_ || world_.Choose(world_.words.written, network_.machine_, 2) == 0) {
      return Offer(world_.words.written, writes_++, [this] { Written(); });
    }
    Written();
  }

  void Close() override {
    if (closed_ || closing_) return;
    closing_ = true;
    if (network_.close_at_once_) return Break(true);
    Offer(world_.words.closed, 0, [this] { Break(false); });
  }

 private:
  using Kind = OptionKind;

  template <class Step>
  void Offer(Word what, std::uint32_t ordinal, Step step, Kind kind = Kind::kMessage) {
    world_.Enable(KeyOf(what, ordinal), network_.machine_, kind,
                  [self = shared_from_this(), step = std::move(step)]() mutable { step(); });
  }
  Key KeyOf(Word what, std::uint32_t ordinal) const {
    Key key = world_.KeyOf(what, network_.machine_, ordinal);
    key.life = life_;
    return key;
  }

  void OfferBreak() {
    if (!world_.MaySpend(&Budgets::breaks)) return;
    Offer(
        world_.words.break_, 0,
        [this] {
          if (!world_.MaySpend(&Budgets::breaks)) return;
          world_.Spend(&Budgets::breaks);
          Break(false);
        },
        Kind::kFault);
  }

  void Written() {
    writing_ = false;
    events_->OnWritten();
  }

  void OfferArrival() {
    Offer(world_.words.arrive, arrivals_++, [this] { Arrive(); });
  }

  // The node gets the next message, and answers as its handler does.
  void Arrive() {
    const Frame frame = std::move(requests_.front());
    requests_.pop_front();
    if (!requests_.empty()) OfferArrival();
    const Dispatcher::Handler* const handler = network_.handlers_->Find(frame.method());
    const auto request = handler->NewRequest();
    request->ParseFromString(frame.payload());
    handler->Handle(*request, [weak = weak_from_this(), number = frame.number(),
                               one_way = frame.one_way(), held = Counted(world_.alive().answers)](
                                  const Dispatcher::Message* reply, const NodeError& error) {
      const auto self = weak.lock();
      if (self && !one_way) self->Answer(number, reply, error);
    });
  }

  void Answer(std::uint64_t number, const Dispatcher::Message* reply, const NodeError& error) {
    if (closed_) return;
    Frame frame;
    frame.set_number(number);
    if (reply == nullptr) {
      frame.mutable_failure()->set_code(static_cast<int>(error.code));
      frame.mutable_failure()->set_message(error.message);
    } else if (world_.Spend(&Budgets::malformed, world_.words.reply, network_.machine_)) {
      frame.set_payload("\xff\xff");
    } else {
      reply->SerializeToString(frame.mutable_payload());
    }
    replies_.push_back(std::move(frame));
    if (replies_.size() == 1) OfferReply();
  }

  void OfferReply() {
    Offer(world_.words.reply, deliveries_++, [this] { Deliver(); });
  }

  void Deliver() {
    const Frame frame = replies_.front();
    if (!world_.Spend(&Budgets::duplicates, world_.words.duplicate, network_.machine_)) {
      replies_.pop_front();
    }
    if (!replies_.empty()) OfferReply();
    events_->OnFrame(frame);
  }

  // The stream's end; with `at_once` nothing else happens before it is gone.
  void Break(bool at_once) {
    at_once = at_once || network_.close_at_once_;
    closed_ = true;
    --network_.open_;
    requests_.clear();
    replies_.clear();
    TakeBack();
    if (!at_once) Offer(world_.words.gone, 0, [this] { Gone(); });
    const auto self = shared_from_this();
    events_->OnClosed({0, NodeErrorCode::kUnavailable, "broken"});
    network_.timer_->LetTimePass();
    if (at_once) Gone();
  }

  void TakeBack() {
    const auto self = shared_from_this();  // the options may hold it alone
    world_.Disable(KeyOf(world_.words.break_, 0));
    world_.Disable(KeyOf(world_.words.closed, 0));
    if (writes_ > 0) world_.Disable(KeyOf(world_.words.written, writes_ - 1));
    if (arrivals_ > 0) world_.Disable(KeyOf(world_.words.arrive, arrivals_ - 1));
    if (deliveries_ > 0) world_.Disable(KeyOf(world_.words.reply, deliveries_ - 1));
  }

  void Gone() {
    if (gone_) return;
    gone_ = true;
    const auto self = shared_from_this();
    std::erase(network_.all_, self);
    const auto events = std::exchange(events_, nullptr);
    events->OnGone();
  }

  ModelNetwork& network_;
  World& world_;
  const std::uint16_t life_;
  const Counted counted_;
  std::shared_ptr<Events> events_;
  std::deque<Frame> requests_;  // written, not arrived
  std::deque<Frame> replies_;   // answered, not arrived
  std::uint32_t writes_ = 0;
  std::uint32_t arrivals_ = 0;
  std::uint32_t deliveries_ = 0;
  bool writing_ = false;
  bool closing_ = false;
  bool closed_ = false;
  bool gone_ = false;
};

OpenStream ModelNetwork::Opener() {
  return [this](std::shared_ptr<Stream::Events> events) {
    auto stream = std::make_shared<ModelStream>(*this, std::move(events));
    all_.push_back(stream);
    stream->Open();
    return stream;
  };
}

void ModelNetwork::EndStreams() {
  close_at_once_ = true;
  const auto streams = all_;
  for (const auto& stream : streams) stream->EndAtOnce();
}

}  // namespace quorum::systematic

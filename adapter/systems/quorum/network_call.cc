#include "adapter/systems/quorum/network_call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace adapter {

using quorum::NodeId;
using scripted::Text;

std::string WrongAnnouncement(const std::vector<cases::ServerId>& expected,
                              const std::vector<cases::ServerId>& observed) {
  const auto text = [](const std::vector<cases::ServerId>& servers) {
    return servers.empty() ? "none" : fmt::format("{}", fmt::join(servers, ", "));
  };
  if (expected == observed) return "";
  return fmt::format(
      "servers that the message before the call failed to reach: expected {}, "
      "observed {}",
      text(expected), text(observed));
}

/// Counts replies, whatever the method.
class NetworkCall::Spec : public scripted::ScriptedQuorumSpec {
 public:
  using Replies = quorum::Replies<Text>;
  using Combined = quorum::Combined<scripted::Count>;

  explicit Spec(std::shared_ptr<NetworkCall> call) : call_(std::move(call)) {}

  Combined CallQF(const Text&, const Replies& replies) const override { return Count(replies); }
  Combined CallEachQF(const Text&, const Replies& replies) const override { return Count(replies); }
  Combined CallApartQF(const Text&, const Replies& replies) const override {
    return Count(replies);
  }
  Combined ImproveQF(const Text&, const Replies& replies) const override { return Count(replies); }
  Combined ImproveEachQF(const Text&, const Replies& replies) const override {
    return Count(replies);
  }

 private:
  Combined Count(const Replies& replies) const {
    const quorum::Combined<int> combined = call_->Count(replies);
    scripted::Count count;
    count.set_count(combined.reply);
    return {count, combined.quorum, combined.missing, combined.level};
  }

  const std::shared_ptr<NetworkCall> call_;
};

bool NetworkCall::IsSkipped(NodeId node) const {
  return std::ranges::find(skipped_, observer_.Server(node)) != skipped_.end();
}

Text NetworkCall::TextFor(NodeId node) const {
  Text text;
  text.set_text(network_.board().TextFor({number_, node}));
  return text;
}

quorum::PerNode<Text> NetworkCall::PerNode() const {
  return [this](const Text&, NodeId node) {
    return IsSkipped(node) ? std::nullopt : std::optional(TextFor(node));
  };
}

void NetworkCall::Start(const quorum::Configuration& nodes, const CallWay& way,
                        const std::vector<cases::ServerId>& skipped,
                        std::shared_ptr<const std::atomic<std::int64_t>> events,
                        quorum::CallOptions options) {
  way_ = way;
  skipped_ = skipped;
  events_ = std::move(events);
  const scripted::ScriptedConfiguration servers(scripted::ScriptedNodes(nodes),
                                                std::make_shared<Spec>(shared_from_this()));
  Announce(servers, options);
  if (way.has_token) options.cancellation = giving_up_.get_token();
  const Text all = TextFor(kAnyNode);
  const auto done = [self = shared_from_this()](const Outcome& end) { self->Ended(end); };
  if (way.style == CallStyle::kCorrectable) {
    correctable_ =
        way.each ? servers.ImproveEach(all, PerNode(), options) : servers.Improve(all, options);
    for (int level = 0; level <= configuration_.system_size; ++level) {
      correctable_->Watch(level, [self = shared_from_this(), level](const auto& view) {
        if (!view.final && view.level < level) {
          self->observer_.Misuse("a correctable's watcher is called before its level");
        }
        const std::lock_guard lock(self->mutex_);
        self->levels_told_.push_back(level);
      });
    }
  } else if (way.style == CallStyle::kFuture) {
    future_ = way.apart  ? servers.CallApartAsync(all, PerNode(), options)
              : way.each ? servers.CallEachAsync(all, PerNode(), options)
                         : servers.CallAsync(all, options);
  } else if (way.apart) {
    servers.CallApart(all, PerNode(), options, done);
  } else if (way.each) {
    servers.CallEach(all, PerNode(), options, done);
  } else {
    servers.Call(all, options, done);
  }
  See();
}

void NetworkCall::Announce(const scripted::ScriptedConfiguration& servers,
                           const quorum::CallOptions& options) {
  const auto on_sent = [self = shared_from_this()](const quorum::SendErrors& errors) {
    const std::lock_guard lock(self->mutex_);
    ++self->announced_;
    for (const quorum::NodeError& error : errors) self->not_told_.push_back(error.node);
    self->announcing_.notify_all();
  };
  if (way_.announcement == Announcement::kMulticast) {
    if (way_.each) {
      servers.TellEach(TextFor(kAnyNode), PerNode(), options, on_sent);
    } else {
      servers.Tell(TextFor(kAnyNode), options, on_sent);
    }
  } else if (way_.announcement == Announcement::kUnicast) {
    for (const NodeId node : servers.nodes().ids()) {
      if (IsSkipped(node)) continue;
      servers.TellOne(node, TextFor(node), options, [on_sent](const auto& error) {
        on_sent(error ? quorum::SendErrors{*error} : quorum::SendErrors{});
      });
    }
  }
}

std::vector<NodeId> NetworkCall::Skipped() const {
  std::vector<NodeId> skipped;
  for (NodeId node = 0; node < configuration_.system_size; ++node) {
    if (IsSkipped(node)) skipped.push_back(node);
  }
  return skipped;
}

std::vector<cases::ServerId> NetworkCall::ServersOf(const std::vector<NodeId>& nodes) const {
  std::vector<cases::ServerId> servers;
  for (const NodeId node : nodes) servers.push_back(observer_.Server(node));
  return servers;
}

int NetworkCall::Announcements() const {
  if (way_.announcement == Announcement::kNone) return 0;
  if (way_.announcement == Announcement::kMulticast) return 1;
  return configuration_.system_size - static_cast<int>(Skipped().size());
}

void NetworkCall::AwaitAnnouncement() {
  std::unique_lock lock(mutex_);
  announcing_.wait_for(lock, CallBoard::kPatience,
                       [this] { return announced_ >= Announcements(); });
}

void NetworkCall::CheckAnnouncement() {
  const std::lock_guard lock(mutex_);
  const int wanted = Announcements();
  if (announced_ != wanted) {
    observer_.Misuse(fmt::format("messages before the call: expected {} to be sent, observed {}",
                                 wanted, announced_));
  }
  const bool multicast = way_.announcement == Announcement::kMulticast;
  const std::string wrong = WrongAnnouncement(
      ServersOf(multicast ? Skipped() : std::vector<NodeId>()), ServersOf(not_told_));
  if (!wrong.empty()) observer_.Misuse(wrong);
}

quorum::Combined<int> NetworkCall::Count(const quorum::Replies<Text>& replies) {
  {
    const std::lock_guard lock(mutex_);
    counted_ = std::max(counted_, static_cast<int>(replies.size()));
  }
  return observer_.Count<Text>(replies, [this](NodeId node, const Text& reply) {
    const Text asked = TextFor(way_.each || way_.apart ? node : kAnyNode);
    return reply.text() == network_.board().ReplyTo(asked.text(), node);
  });
}

void NetworkCall::Ended(const Outcome& end) {
  const std::optional<scripted::Count>& reply = end.reply();
  observer_.Ended(*events_, end.ok() ? nullptr : &end.error(),
                  reply ? std::optional(reply->count()) : std::nullopt);
  if (end.ok()) return;
  const std::lock_guard lock(mutex_);
  error_ = end.error();
}

void NetworkCall::Cancel() {
  if (way_.has_token) {
    giving_up_.request_stop();
  } else if (future_) {
    future_->Cancel();
  } else {
    correctable_->Cancel();
  }
}

void NetworkCall::See() {
  if (future_ && future_->Ready() && !observer_.has_ended()) {
    Ended(future_->Get());
    future_->Cancel();  // too late: what is still under way goes on
  }
  if (correctable_) SeeCorrectable();
}

void NetworkCall::SeeCorrectable() {
  const auto view = correctable_->Get();
  std::unique_lock lock(mutex_);
  const int level = counted_ == 0 ? quorum::kNoLevel : counted_;
  if (view.level != level || view.reply.value_or(scripted::Count()).count() != counted_) {
    observer_.Misuse(
        fmt::format("level of the correctable: expected {}, observed {}", level, view.level));
  }
  const auto told = levels_told_.size();
  lock.unlock();
  const std::size_t watchers = static_cast<std::size_t>(configuration_.system_size) + 1;
  const std::size_t reached = view.final ? watchers : static_cast<std::size_t>(view.level + 1);
  if (told != reached) {
    observer_.Misuse(fmt::format(
        "watchers of the correctable: expected {} to be called, observed {}", reached, told));
  }
  if (correctable_->Await(view.level).level != view.level) {
    observer_.Misuse("a correctable changes while nothing happens");
  }
  if (view.final && !observer_.has_ended()) Ended(correctable_->Final());
}

std::optional<quorum::QuorumCallError> NetworkCall::error() {
  const std::lock_guard lock(mutex_);
  return error_;
}

}  // namespace adapter

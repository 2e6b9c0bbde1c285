#include "adapter/faults/mechanical_faults.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace adapter {
namespace {

class MessageFault : public PlannedFault {
 public:
  explicit MessageFault(const MessagePattern& pattern) : pattern_(pattern) {}

  std::optional<Routing> RouteByMessage(const Message& message) final {
    if (!waiting() || !IsOfDirection(message) || message.kind != pattern_.kind) return std::nullopt;
    Begin();
    return RouteFirst();
  }

 protected:
  /// What becomes of the first message of the pattern.
  virtual Routing RouteFirst() = 0;

  bool IsOfDirection(const Message& message) const {
    return message.kind && message.from == pattern_.from && message.to == pattern_.to;
  }
  const MessagePattern& pattern() const { return pattern_; }

 private:
  const MessagePattern pattern_;
};

/// A fault that is over as soon as its message has come.
class MomentaryFault : public MessageFault {
 public:
  MomentaryFault(const MessagePattern& pattern, Fate fate) : MessageFault(pattern), fate_(fate) {}

 private:
  Routing RouteFirst() override {
    End();
    return {fate_};
  }

  const Fate fate_;
};

class Delay : public MessageFault {
 public:
  Delay(const MessagePattern& pattern, int until) : MessageFault(pattern), until_(until) {}

  void OnPoint(int point, Node) override {
    if (active() && point == until_) End();
  }

 private:
  Routing RouteFirst() override {
    if (!course().passed.contains(until_)) return Held(false);
    End();  // it comes after the point by itself
    return {Fate::kDeliver};
  }

  const int until_;
};

class Reorder : public MessageFault {
 public:
  using MessageFault::MessageFault;

  // The next message in the same direction has overtaken the one that is held back.
  void OnArrived(const Message& message) override {
    if (active() && IsOfDirection(message) && message.request == pattern().request) End();
  }

 private:
  Routing RouteFirst() override { return Held(false); }
};

class Partition : public PlannedFault {
 public:
  Partition(std::set<Node> side, int until) : side_(std::move(side)), until_(until) {}

  void OnStart() override { Begin(); }

  std::optional<Routing> RouteByNode(const Message& message) override {
    if (side_.contains(message.from) == side_.contains(message.to)) return std::nullopt;
    if (message.prober && in_old_period_.contains(*message.prober)) return Routing{Fate::kLose};
    if (!active()) return std::nullopt;
    felt_ = true;
    return Routing{Fate::kLose};
  }

  void OnPoint(int point, Node) override {
    if (!active() || point != until_) return;
    for (std::size_t i = 0; i < course().incarnations.size(); ++i) {
      in_old_period_.insert(static_cast<Node>(i));
    }
    End(felt_);
  }

  void OnPeriodEnd(Node node) override { in_old_period_.erase(node); }

 private:
  const std::set<Node> side_;
  const int until_;
  bool felt_ = false;  // it has stopped a message
  // After the partition has healed: the nodes whose present period of heartbeats began before. Some
  // heartbeats of such a period were sent before and some after, so none of them gets through: else
  // it would depend on their order whom a node hears from.
  std::set<Node> in_old_period_;
};

class Crash : public PlannedFault {
 public:
  Crash(Node node, std::optional<int> at, Comeback comeback)
      : node_(node), at_(at), comeback_(comeback) {}

  void OnStart() override {
    if (!at_) GoDown();
  }

  void OnPoint(int point, Node node) override {
    if (waiting() && at_ == point && node == node_) GoDown();
  }

  std::optional<Routing> RouteByNode(const Message& message) override {
    if (!active() || message.to != node_) return std::nullopt;
    const bool waits = comeback_ == Comeback::kAtOnce && message.kind;
    return waits ? Held(true) : Routing{Fate::kLose};
  }

  std::optional<Node> DueToRestart(bool all_done) const override {
    if (!active() || std::ranges::count(course().crashed, node_) > 0) return std::nullopt;
    const bool due =
        comeback_ == Comeback::kAtOnce || (comeback_ == Comeback::kWhenAllDone && all_done);
    return due ? std::optional(node_) : std::nullopt;
  }

  void OnRestarted(Node node) override {
    if (active() && node == node_) End();
  }

  bool ComesBack() const override { return comeback_ != Comeback::kNever; }
  bool Pending() const override { return active() && ComesBack(); }

 private:
  void GoDown() {
    Begin();
    course().down.insert(node_);
    ++course().incarnations[static_cast<std::size_t>(node_)];
    course().crashed.push_back(node_);
    if (!ComesBack()) Report(true);  // and it stays active: what is sent to the node is lost
  }

  const Node node_;
  const std::optional<int> at_;
  const Comeback comeback_;
};

class SlowDisk : public PlannedFault {
 public:
  explicit SlowDisk(Node node) : node_(node) {}

  std::optional<WriteFate> OnWrite(Node node) override {
    if (node != node_) return std::nullopt;
    if (waiting()) {
      Begin();
      End();
    }
    return WriteFate::kSlow;
  }

 private:
  const Node node_;
};

class FailedWrite : public PlannedFault {
 public:
  explicit FailedWrite(Node node) : node_(node) {}

  std::optional<WriteFate> OnWrite(Node node) override {
    if (node != node_ || !waiting()) return std::nullopt;
    Begin();
    End();
    return WriteFate::kFail;
  }

 private:
  const Node node_;
};

}  // namespace

std::unique_ptr<PlannedFault> MakeDrop(const MessagePattern& message) {
  return std::make_unique<MomentaryFault>(message, Fate::kLose);
}

std::unique_ptr<PlannedFault> MakeDuplicate(const MessagePattern& message) {
  return std::make_unique<MomentaryFault>(message, Fate::kDuplicate);
}

std::unique_ptr<PlannedFault> MakeDelay(const MessagePattern& message, int until) {
  return std::make_unique<Delay>(message, until);
}

std::unique_ptr<PlannedFault> MakeReorder(const MessagePattern& message) {
  return std::make_unique<Reorder>(message);
}

std::unique_ptr<PlannedFault> MakePartition(std::set<Node> side, int until) {
  return std::make_unique<Partition>(std::move(side), until);
}

std::unique_ptr<PlannedFault> MakeCrash(Node node, std::optional<int> at, Comeback comeback) {
  return std::make_unique<Crash>(node, at, comeback);
}

std::unique_ptr<PlannedFault> MakeSlowDisk(Node node) { return std::make_unique<SlowDisk>(node); }

std::unique_ptr<PlannedFault> MakeFailedWrite(Node node) {
  return std::make_unique<FailedWrite>(node);
}

}  // namespace adapter

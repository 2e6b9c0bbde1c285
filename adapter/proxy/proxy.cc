#include "adapter/proxy/proxy.h"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "adapter/proxy/link_state.h"
#include "adapter/proxy/reactor.h"
#include "adapter/proxy/tcp_link.h"
#include "adapter/proxy/udp_link.h"

namespace adapter {

class Proxy::State {
 public:
  State() : thread_([this] { Serve(); }) {}

  ~State() {
    is_ending_ = true;
    reactor_.Wake();
    thread_.join();
  }

  std::uint16_t AddLink(const LinkSpec& spec) {
    const Turn turn(*this);
    if (links_.count(spec.name) != 0) {
      throw ProxyError(fmt::format("link '{}' is there already", spec.name));
    }
    const std::uint64_t number = links_.size();
    std::unique_ptr<Link> link;
    if (spec.protocol == LinkProtocol::kTcp) {
      link = std::make_unique<TcpLink>(spec, number, reactor_);
    } else {
      link = std::make_unique<UdpLink>(spec, number, reactor_);
    }
    reactor_.AddLink(link.get());
    const std::uint16_t port = link->port();
    links_[spec.name] = std::move(link);
    return port;
  }

  // What `act` does to the link has taken effect when this returns.
  template <typename Act>
  auto Control(const std::string& name, Act act) {
    const Turn turn(*this);
    const auto link = links_.find(name);
    if (link == links_.end()) throw ProxyError(fmt::format("there is no link '{}'", name));
    return act(*link->second);
  }

 private:
  // The lock, for a thread that controls: the one that serves lets those that wait go first, since
  // it would hardly ever let go of the lock by itself when there is much to do.
  class Turn {
   public:
    explicit Turn(State& state) : state_(state) {
      ++state_.waiting_;
      state_.mutex_.lock();
    }
    ~Turn() {
      state_.mutex_.unlock();
      if (--state_.waiting_ == 0) state_.waiting_.notify_one();
      state_.reactor_.Wake();  // there may be timers that it does not know of
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    State& state_;
  };

  void Serve() {
    int patience = -1;
    while (!is_ending_) {
      reactor_.Wait(patience);
      for (int waiting = waiting_; waiting > 0; waiting = waiting_) waiting_.wait(waiting);
      const std::lock_guard lock(mutex_);
      reactor_.Dispatch();
      patience = reactor_.Patience();
    }
  }

  Reactor reactor_;
  std::mutex mutex_;  // guards the links, and the reactor but for Wait() and Wake()
  std::map<std::string, std::unique_ptr<Link>> links_;
  std::atomic<int> waiting_{0};  // threads that control, or want to
  std::atomic<bool> is_ending_{false};
  std::thread thread_;
};

Proxy::Proxy() : state_(std::make_unique<State>()) {}
Proxy::~Proxy() = default;

std::uint16_t Proxy::AddLink(const LinkSpec& spec) { return state_->AddLink(spec); }

void Proxy::Cut(const std::string& link) {
  state_->Control(link, [](Link& it) { it.Cut(); });
}

void Proxy::Partition(const std::string& link, Direction direction) {
  state_->Control(link, [&](Link& it) { it.Partition(direction); });
}

void Proxy::Heal(const std::string& link) {
  state_->Control(link, [](Link& it) { it.Heal(); });
}

void Proxy::Delay(const std::string& link, std::chrono::milliseconds delay) {
  state_->Control(link, [&](Link& it) { it.Delay(delay); });
}

void Proxy::Throttle(const std::string& link, std::uint64_t bytes_per_second) {
  state_->Control(link, [&](Link& it) { it.Throttle(bytes_per_second); });
}

std::uint64_t Proxy::DropConnections(const std::string& link) {
  return state_->Control(link, [](Link& it) { return it.DropConnections(); });
}

std::uint64_t Proxy::HalfOpen(const std::string& link, LinkSide closed) {
  return state_->Control(link, [&](Link& it) { return it.HalfOpen(closed); });
}

void Proxy::Disturb(const std::string& link, const DatagramFault& fault) {
  state_->Control(link, [&](Link& it) { it.Disturb(fault); });
}

LinkCounters Proxy::Counters(const std::string& link) const {
  return state_->Control(link, [](Link& it) { return it.Counters(); });
}

}  // namespace adapter

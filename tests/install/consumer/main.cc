// Three nodes that count, and a majority's answer: what a user of quorum calls begins with.
#include <cstdio>
#include <memory>
#include <vector>

#include "counter.quorum.h"
#include "quorum/manager.h"
#include "quorum/server.h"

namespace {

class Node : public counter::CounterHandlers {
 public:
  void Add(const counter::Increment& increment, quorum::Respond<counter::Count> respond) override {
    value_ += increment.by();
    counter::Count count;
    count.set_value(value_);
    respond(quorum::NodeResult<counter::Count>::Ok(count));
  }

 private:
  std::int64_t value_ = 0;  // one client, one call at a time
};

class Majority : public counter::CounterQuorumSpec {
 public:
  quorum::Combined<counter::Count> AddQF(
      const counter::Increment&, const quorum::Replies<counter::Count>& replies) const override {
    counter::Count highest;
    for (const auto& [node, count] : replies) {
      if (count.value() > highest.value()) highest = count;
    }
    const int missing = 2 - static_cast<int>(replies.size());
    return {highest, missing <= 0, missing};
  }
};

}  // namespace

int main() {
  std::vector<std::unique_ptr<quorum::Server>> servers;
  std::vector<quorum::Endpoint> endpoints;
  for (quorum::NodeId id = 0; id < 3; ++id) {
    auto dispatcher = std::make_shared<quorum::Dispatcher>();
    counter::AddCounterHandlers(*dispatcher, std::make_shared<Node>());
    servers.push_back(std::make_unique<quorum::Server>("127.0.0.1:0", dispatcher, nullptr));
    endpoints.push_back({id, servers.back()->address(), nullptr});
  }
  quorum::ManagerOptions options;
  options.order = quorum::Order::kFifo;  // so that one node counts one call after the other
  const quorum::Manager manager(endpoints, options);
  const counter::CounterConfiguration counters(counter::CounterNodes(manager.All()),
                                               std::make_shared<Majority>());
  for (const std::int64_t by : {2, 40}) {
    counter::Increment increment;
    increment.set_by(by);
    const auto count = counters.AddAsync(increment).Get();
    if (!count.ok()) return 1;
    std::printf("%lld\n", static_cast<long long>(count.value().value()));
  }
}

// What is looked for in searched worlds.
//
// Not thread-safe: they belong to one execution.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sut/paxos/systematic/searched/host.h"
#include "systematic/monitor.h"

namespace paxos::searched {

using Hosts = std::vector<std::unique_ptr<Host>>;

/// What became of a client's question.
enum class Question : std::uint8_t { kUnasked, kOpen, kAnswered };

/// Every request that a live replica has got is answered.
class EveryRequestAnswered : public systematic::Monitor {
 public:
  static constexpr const char* kName = "every-request-answered";

  /// `questions[client * replicas + replica]`. Both must outlive the monitor.
  EveryRequestAnswered(const Hosts& hosts, const std::vector<Question>& questions)
      : hosts_(hosts), questions_(questions) {}
  std::string_view name() const override { return kName; }
  systematic::Heat heat() const override;
  std::string owed() const override;

 private:
  /// The place of a question that is not answered, by a replica that lives.
  std::optional<std::size_t> Unanswered() const;

  const Hosts& hosts_;
  const std::vector<Question>& questions_;
};

/// Every detector has had Host::kPeriods periods, and each live replica takes the lowest that lives
/// for the leader.
class NamesLowest : public systematic::Monitor {
 public:
  static constexpr const char* kName = "names-lowest";

  explicit NamesLowest(const Hosts& hosts) : hosts_(hosts) {}
  std::string_view name() const override { return kName; }
  systematic::Heat heat() const override;
  std::string owed() const override;

 private:
  std::optional<ReplicaId> Lowest() const;
  /// Who names another one, or has not had its periods.
  std::optional<ReplicaId> Stray() const;

  const Hosts& hosts_;
};

}  // namespace paxos::searched

// What a replica's process did, as lines of a file that all its incarnations append to: the events
// of its instrumentation, and around each write of its storage a line before and one after.
//
// Invariants:
//  1. a line is one write(2), so that SIGKILL leaves whole lines; what was logged stays;
//  2. times are those of one monotonic clock of the machine, so that lines of several processes can
//     be merged: what an event caused elsewhere has a later time.
// Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/storage.h"

namespace durability {

/// Now, in nanoseconds of CLOCK_MONOTONIC.
std::int64_t Now();

struct Line {
  enum class Kind {
    kEvent = 0,   ///< `event` was observed
    kSaving = 1,  ///< `record` is about to be saved
    kSaved = 2,   ///< saving `record` returned
  };
  std::int64_t time = 0;
  Kind kind = Kind::kEvent;
  paxos::Event event;
  paxos::Record record;
};

/// One line without its end. Values must be free of white space.
std::string ToText(const Line& line);
/// Throws std::runtime_error when the text is not such a line.
Line ParseLine(const std::string& text);

/// All lines of a file, in order.
std::vector<Line> ReadLines(const std::string& path);

/// Appends to a file.
class EventLog : public paxos::Instrumentation {
 public:
  explicit EventLog(const std::string& path);
  ~EventLog() override;

  void Observe(const paxos::Event& event) override;
  paxos::Action Decide(const paxos::Event&) override { return paxos::Action::kGo; }
  std::optional<std::size_t> ChooseProposal(paxos::ReplicaId,
                                            const std::vector<std::string>&) override {
    return 0;
  }

  /// A storage that saves in `storage` and logs each Save before and after.
  std::unique_ptr<paxos::Storage> Logged(std::unique_ptr<paxos::Storage> storage);
  void Append(const Line& line);

 private:
  int fd_;
};

}  // namespace durability

// A system under test that somebody else wrote, as its system file describes it: processes, links
// between them, the driver, limits, what faults mean.
//
// Plain values. Texts that may hold placeholders ({port}, {address server}, {folder}, {here}; in
// faults the fields of the stimulus) are as written: placeholders.h puts values in.
// Source: docs/drivers.md, "The system file".
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cpn/values/error.h"

namespace adapter::external {

/// When a process can be used.
struct ReadyWhen {
  enum class Kind {
    kStarted,  ///< at once: the driver waits by itself
    kPort,     ///< it accepts connections at its port `text`
    kLine,     ///< a line of its output contains `text`
    kMatches,  ///< a line of its output matches the regular expression `text`
  };
  Kind kind = Kind::kStarted;
  std::string text = {};
};

struct ProcessDescription {
  std::string name;
  std::vector<std::string> command;
  std::map<std::string, std::string> environment;
  std::vector<std::string> ports;  ///< names; the first is also the one without a name
  ReadyWhen ready;
  cpn::SourceLocation where;
};

/// A proxy stands between the two, so that the link can be cut.
struct LinkDescription {
  std::string from;  ///< a process, "driver", or a client that the driver plays
  std::string to;
  std::string port;  ///< of `to`
  bool udp = false;  ///< datagrams; otherwise TCP connections
};

struct DriverDescription {
  std::vector<std::string> command;
  std::map<std::string, std::string> environment;
  bool grpc = false;  ///< it serves the stream at its {port}; otherwise lines of JSON
  /// Names of clients that it plays; a link can begin at each.
  std::vector<std::string> clients;
};

/// On which processes a case runs that is not the first.
enum class Reuse {
  kNever,        ///< on fresh ones
  kUndisturbed,  ///< on those of the last case, unless it had faults
  kAfterFaults,  ///< on those of the last case, whose faults were undone
};

enum class Action {
  kKill,
  kRestart,
  kPause,
  kResume,
  kCut,         ///< connections of links are reset, new ones refused
  kPartition,   ///< nothing passes, connections stay
  kHeal,        ///< of links: all is as at first
  kDelay,       ///< of links: `amount` milliseconds
  kThrottle,    ///< of links: `amount` bytes a second
  kDisconnect,  ///< of links: the connections that are open now are reset
  kHalfOpen,    ///< of links of TCP: the same, but one side is told nothing
};

/// What a stimulus of that name makes the adapter do, in this order.
struct FaultAction {
  Action action = Action::kKill;
  /// Processes, or links as "from -> to"; with placeholders for fields of the stimulus. A "*" is
  /// all there are.
  std::vector<std::string> targets;
  std::string amount = {};
  bool from_is_reset = false;  ///< kHalfOpen: the side of who connects is; otherwise the other
};
struct FaultDescription {
  std::string name;
  std::vector<FaultAction> actions;
  cpn::SourceLocation where;
};

struct Limits {
  std::chrono::milliseconds start{10'000};  ///< until everything is ready
  std::chrono::milliseconds step{2'000};    ///< until the responses of a step have come
  std::chrono::milliseconds stop{2'000};    ///< for a driver to end by itself
  /// How long nothing may happen at the end of a case, or where only silence tells.
  std::chrono::milliseconds quiet{20};
};

struct SystemDescription {
  std::string name;
  std::string file;
  std::string folder;                         ///< of the file: {here}
  std::vector<ProcessDescription> processes;  ///< by name
  std::vector<LinkDescription> links;
  DriverDescription driver;
  Limits limits;
  std::vector<FaultDescription> faults;
  Reuse reuse = Reuse::kNever;

  const ProcessDescription* FindProcess(const std::string& process) const {
    for (const ProcessDescription& known : processes) {
      if (known.name == process) return &known;
    }
    return nullptr;
  }
  const FaultDescription* FindFault(const std::string& fault) const {
    for (const FaultDescription& known : faults) {
      if (known.name == fault) return &known;
    }
    return nullptr;
  }
};

}  // namespace adapter::external

// One running instance of a system under test: its processes, the links between them, its driver.
// Cases run on it one after the other.
//
// Invariants:
//  1. when the constructor has returned, everything is ready, and the driver has said so;
//  2. when the destructor has returned, no process, port or file of the instance is left; a driver
//     that is not busy has had limits.stop to end by itself, while the system still ran.
// Not thread-safe: one thread uses an instance.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/driver_protocol/driver_link.h"
#include "adapter/process/ports.h"
#include "adapter/process/process_tree.h"
#include "adapter/proxy/proxy.h"
#include "adapter/systems/external/system_description.h"
#include "adapter/verdict.h"

namespace adapter::external {

/// The system or its driver does not work as it must for any case: it does not start, say. what()
/// is for the user.
class SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What can happen while somebody waits.
using Occurrence = std::variant<driver_protocol::FromDriver, ProcessExit>;

class Instance {
 public:
  using Deadline = driver_protocol::Deadline;

  /// Starts everything; `system` must outlive this. Throws SystemError.
  explicit Instance(const SystemDescription& system);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// As the driver is told them: "server", "server.peer", and for the clients that it plays
  /// "client -> server".
  const std::vector<std::pair<std::string, std::string>>& addresses() const { return addresses_; }
  ProcessTree& tree() { return *tree_; }
  /// Null without links.
  Proxy* proxy() { return proxy_.get(); }

  /// The number of the next message to the driver.
  int NextId() { return ++last_id_; }
  /// Throws SystemError, with what is known of the driver's end.
  void Send(const driver_protocol::ToDriver& message, Deadline deadline);
  /// What happens next; nothing at the deadline. Throws SystemError.
  std::optional<Occurrence> Next(Deadline deadline);

  /// Starts a process again with its data, and waits until it is ready. Throws SystemError.
  void Restart(const std::string& process, Deadline deadline);

  /// Closes the connection: a driver then ends by itself.
  void HangUp() { link_.reset(); }

  /// The last lines of the output of all processes, each behind the process's name.
  std::vector<std::pair<std::string, std::string>> LastLogLines(std::size_t of_each) const;

  /// What is written from now on belongs to the next case.
  void MarkLogs();
  /// What each process wrote since then, or since it was started: of more than 256 KiB the end.
  /// Without those that wrote nothing.
  std::vector<ProcessLog> LogsSinceMark() const;

  /// Cases that have begun on it.
  int cases = 0;

 private:
  /// Logs have what has been printed up to now.
  void AwaitLogs() const;

  struct Exits;

  void ReservePorts();
  void AddLinks();
  void StartProcess(const ProcessDescription& process);
  void WaitUntilReady(const ProcessDescription& process, Deadline deadline);
  void StartDriver(Deadline deadline);
  void Connect(std::shared_ptr<driver_protocol::DriverLink> link);
  void Greet(Deadline deadline);
  std::string NoAnswerToHello() const;
  std::uint16_t PortOf(const std::string& process, const std::string& port) const;
  /// Where `from` finds that port: the proxy's, if the link is declared.
  std::string AddressFor(const std::string& from, const std::string& to,
                         const std::string& port) const;
  std::string Fill(const std::string& text, const std::string& owner) const;
  ProcessSpec SpecOf(const std::string& name, const std::vector<std::string>& command,
                     const std::map<std::string, std::string>& environment) const;
  /// `what`, and how the driver ended, if it did, with its last words.
  [[noreturn]] void FailOfDriver(const std::string& what);
  std::optional<ProcessExit> TakeExit();
  /// The processes and the driver.
  std::vector<std::string> Names() const;

  const SystemDescription& system_;
  std::shared_ptr<Exits> exits_;
  std::map<std::pair<std::string, std::string>, PortReservation> ports_;  ///< process and port
  std::map<std::string, std::uint16_t> link_ports_;  ///< by name of the link, of its proxy
  std::vector<std::pair<std::string, std::string>> addresses_;
  std::unique_ptr<Proxy> proxy_;
  std::unique_ptr<ProcessTree> tree_;
  std::shared_ptr<driver_protocol::DriverLink> link_;
  std::map<std::string, std::uint64_t> log_marks_;  ///< by process: the size of its log
  int last_id_ = 0;
  bool is_driver_idle_ = true;  ///< it has answered what it was sent
};

/// How faults and the proxy call a link: "from -> to", and ".port" behind it for another port than
/// the first.
std::string NameOf(const LinkDescription& link, const SystemDescription& system);

}  // namespace adapter::external

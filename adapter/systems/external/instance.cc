#include "adapter/systems/external/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "adapter/driver_protocol/grpc/grpc_link.h"
#include "adapter/driver_protocol/stdio_link.h"
#include "adapter/process/log_tail.h"
#include "adapter/process/readiness.h"
#include "adapter/systems/external/placeholders.h"

namespace adapter::external {
namespace {

namespace protocol = driver_protocol;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr const char* kDriver = "driver";
constexpr const char* kMainPort = "main";

std::string LinesText(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "\n    | " + line;
  return text;
}

}  // namespace

std::string NameOf(const LinkDescription& link, const SystemDescription& system) {
  const std::string name = link.from + " -> " + link.to;
  return link.port == system.FindProcess(link.to)->ports.front() ? name : name + '.' + link.port;
}

/// Exits of processes, which a thread of the tree reports.
struct Instance::Exits {
  std::mutex mutex;
  std::deque<ProcessExit> exits;
  std::weak_ptr<driver_protocol::DriverLink> waiting;  ///< is told of each
};

Instance::Instance(const SystemDescription& system)
    : system_(system), exits_(std::make_shared<Exits>()) {
  const Deadline deadline = Clock::now() + system.limits.start;
  try {
    ReservePorts();
    AddLinks();
    tree_ = std::make_unique<ProcessTree>([exits = exits_](const ProcessExit& exit) {
      const std::lock_guard lock(exits->mutex);
      exits->exits.push_back(exit);
      if (const auto link = exits->waiting.lock()) link->Wake();
    });
    for (const ProcessDescription& process : system.processes) StartProcess(process);
    for (const ProcessDescription& process : system.processes) WaitUntilReady(process, deadline);
    StartDriver(deadline);
    Greet(deadline);
  } catch (const ProcessError& error) {
    throw SystemError(error.what());
  } catch (const ProxyError& error) {
    throw SystemError(error.what());
  } catch (const PlaceholderError& error) {
    throw SystemError(error.what());
  }
}

Instance::~Instance() {
  // The driver first: it is to see the end of its input rather than of the system. One that is busy
  // does not look at its input.
  const bool can_end = link_ != nullptr && is_driver_idle_;
  HangUp();
  if (can_end) tree_->WaitForExit(kDriver, Clock::now() + system_.limits.stop);
}

// ---------------------------------------------------------------------------------------- starting

void Instance::ReservePorts() {
  for (const ProcessDescription& process : system_.processes) {
    for (const std::string& port : process.ports) {
      ports_.emplace(std::pair(process.name, port), PortReservation());
    }
  }
  if (system_.driver.grpc) ports_.emplace(std::pair(kDriver, kMainPort), PortReservation());
}

void Instance::AddLinks() {
  if (!system_.links.empty()) proxy_ = std::make_unique<Proxy>();
  for (const LinkDescription& link : system_.links) {
    LinkSpec spec;
    spec.name = NameOf(link, system_);
    if (link.udp) spec.protocol = LinkProtocol::kUdp;
    spec.target_port = PortOf(link.to, link.port);
    link_ports_[spec.name] = proxy_->AddLink(spec);
  }
  for (const ProcessDescription& process : system_.processes) {
    addresses_.emplace_back(process.name, AddressFor(kDriver, process.name, process.ports.front()));
    for (const std::string& port : process.ports) {
      addresses_.emplace_back(process.name + '.' + port, AddressFor(kDriver, process.name, port));
    }
  }
  for (const LinkDescription& link : system_.links) {
    const std::vector<std::string>& clients = system_.driver.clients;
    if (std::ranges::find(clients, link.from) == clients.end()) continue;
    addresses_.emplace_back(NameOf(link, system_), AddressFor(link.from, link.to, link.port));
  }
}

std::uint16_t Instance::PortOf(const std::string& process, const std::string& port) const {
  return ports_.at({process, port}).port();
}

std::string Instance::AddressFor(const std::string& from, const std::string& to,
                                 const std::string& port) const {
  const auto proxied = link_ports_.find(NameOf({from, to, port, false}, system_));
  return fmt::format("127.0.0.1:{}",
                     proxied == link_ports_.end() ? PortOf(to, port) : proxied->second);
}

std::string Instance::Fill(const std::string& text, const std::string& owner) const {
  const std::string first =
      owner == kDriver ? kMainPort : system_.FindProcess(owner)->ports.front();
  return FillIn(text, [&](std::string_view inside) -> std::optional<std::string> {
    const std::string word(inside);
    if (word == "here") return system_.folder;
    if (word == "folder") return (tree_->folder() / owner).string();
    if (word == "port") return std::to_string(PortOf(owner, first));
    if (word.starts_with("port.")) return std::to_string(PortOf(owner, word.substr(5)));
    if (!word.starts_with("address ")) return std::nullopt;
    const std::string target = word.substr(8);
    const std::size_t dot = target.find('.');
    const std::string process = target.substr(0, dot);
    return AddressFor(owner, process,
                      dot == std::string::npos ? system_.FindProcess(process)->ports.front()
                                               : target.substr(dot + 1));
  });
}

ProcessSpec Instance::SpecOf(const std::string& name, const std::vector<std::string>& command,
                             const std::map<std::string, std::string>& environment) const {
  ProcessSpec spec;
  spec.name = name;
  for (const std::string& word : command) spec.command.push_back(Fill(word, name));
  for (const auto& [variable, value] : environment) spec.environment[variable] = Fill(value, name);
  spec.working_folder = tree_->folder() / name;
  std::filesystem::create_directories(spec.working_folder);
  return spec;
}

void Instance::StartProcess(const ProcessDescription& process) {
  tree_->Start(SpecOf(process.name, process.command, process.environment));
}

void Instance::WaitUntilReady(const ProcessDescription& process, Deadline deadline) {
  Readiness readiness{true, ""};
  switch (process.ready.kind) {
    case ReadyWhen::Kind::kStarted:
      break;
    case ReadyWhen::Kind::kPort:
      readiness =
          WaitForPort(*tree_, process.name, PortOf(process.name, process.ready.text), deadline);
      break;
    case ReadyWhen::Kind::kLine:
      readiness = WaitForLogText(*tree_, process.name, process.ready.text, deadline);
      break;
    case ReadyWhen::Kind::kMatches:
      readiness = WaitForLogMatch(*tree_, process.name, process.ready.text, deadline);
      break;
  }
  if (!readiness.is_ready) throw SystemError(readiness.reason);
}

void Instance::StartDriver(Deadline deadline) {
  ProcessSpec spec = SpecOf(kDriver, system_.driver.command, system_.driver.environment);
  spec.has_pipes = !system_.driver.grpc;
  StartedProcess started = tree_->Start(spec);
  if (!system_.driver.grpc) {
    return Connect(
        std::make_shared<protocol::StdioLink>(std::move(started.input), std::move(started.output)));
  }
  const std::uint16_t port = PortOf(kDriver, kMainPort);
  const Readiness readiness = WaitForPort(*tree_, kDriver, port, deadline);
  if (!readiness.is_ready) throw SystemError(readiness.reason);
  try {
    Connect(protocol::ConnectToDriver(fmt::format("127.0.0.1:{}", port), deadline));
  } catch (const protocol::DriverError& error) {
    FailOfDriver(error.what());
  }
}

void Instance::Connect(std::shared_ptr<protocol::DriverLink> link) {
  link_ = std::move(link);
  const std::lock_guard lock(exits_->mutex);
  exits_->waiting = link_;
}

std::string Instance::NoAnswerToHello() const {
  const std::string text = "the driver did not answer hello";
  if (system_.driver.grpc) return text;
  return text + " with a line of JSON (one that serves gRPC needs speaks = \"grpc\")";
}

void Instance::Greet(Deadline deadline) {
  Send(protocol::Hello{protocol::kVersion, system_.name}, deadline);
  while (true) {
    const std::optional<Occurrence> next = Next(deadline);
    if (!next || Clock::now() > deadline) FailOfDriver(NoAnswerToHello());
    if (const auto* exit = std::get_if<ProcessExit>(&*next)) {
      if (exit->name == kDriver) continue;  // the link says so, too
      throw SystemError(NotReady(*tree_, exit->name, "it " + ExitText(*exit)).reason);
    }
    const auto& message = std::get<protocol::FromDriver>(*next);
    if (std::holds_alternative<protocol::Log>(message)) continue;
    if (const auto* error = std::get_if<protocol::Error>(&message)) {
      FailOfDriver("the driver answered hello with an error: " + error->message);
    }
    const auto* ready = std::get_if<protocol::Ready>(&message);
    if (ready == nullptr) FailOfDriver("the driver did not answer hello with ready");
    if (ready->version == protocol::kVersion) return;
    FailOfDriver(fmt::format("the driver speaks version {} of the protocol, the adapter version {}",
                             ready->version, protocol::kVersion));
  }
}

// ----------------------------------------------------------------------------------------- running

void Instance::Send(const protocol::ToDriver& message, Deadline deadline) {
  is_driver_idle_ = false;
  try {
    link_->Send(message, deadline);
  } catch (const protocol::DriverError& error) {
    FailOfDriver(error.what());
  }
}

std::optional<ProcessExit> Instance::TakeExit() {
  const std::lock_guard lock(exits_->mutex);
  if (exits_->exits.empty()) return std::nullopt;
  ProcessExit exit = std::move(exits_->exits.front());
  exits_->exits.pop_front();
  return exit;
}

std::optional<Occurrence> Instance::Next(Deadline deadline) {
  while (true) {
    try {
      // What the driver saw of a process comes before that process's end.
      if (auto message = link_->TryReceive()) {
        is_driver_idle_ = is_driver_idle_ || !(std::holds_alternative<protocol::Event>(*message) ||
                                               std::holds_alternative<protocol::Log>(*message));
        return *message;
      }
    } catch (const protocol::DriverError& error) {
      FailOfDriver(error.what());
    }
    if (auto exit = TakeExit()) return *exit;
    if (Clock::now() >= deadline) return std::nullopt;
    link_->Wait(deadline);
  }
}

void Instance::Restart(const std::string& process, Deadline deadline) {
  try {
    tree_->Restart(process);
    WaitUntilReady(*system_.FindProcess(process), deadline);
  } catch (const ProcessError& error) {
    throw SystemError(error.what());
  }
}

void Instance::FailOfDriver(const std::string& what) {
  // Its output ends before it does.
  const auto exit = tree_->WaitForExit(kDriver, Clock::now() + milliseconds(100));
  std::string how;
  if (exit && !exit->was_asked_for) how = "; it " + ExitText(*exit);
  if (!exit && tree_->IsPaused(kDriver)) how = "; it stands still (SIGSTOP)";
  // A driver that dies may print where it was, below what is wrong.
  const std::size_t lines = exit ? 30 : 10;
  throw SystemError(what + how + LinesText(LastLines(tree_->Started(kDriver).log, lines)));
}

std::vector<std::string> Instance::Names() const {
  std::vector<std::string> names;
  for (const ProcessDescription& process : system_.processes) names.push_back(process.name);
  names.emplace_back(kDriver);
  return names;
}

void Instance::AwaitLogs() const {
  try {
    tree_->PumpLogs();
  } catch (const ProcessError&) {
    // The warden was killed: the logs are what they are.
  }
}

void Instance::MarkLogs() {
  AwaitLogs();
  for (const std::string& name : Names()) log_marks_[name] = SizeOf(tree_->Started(name).log);
}

std::vector<ProcessLog> Instance::LogsSinceMark() const {
  constexpr std::size_t kMost = std::size_t{256} << 10;
  AwaitLogs();
  std::vector<ProcessLog> logs;
  for (const std::string& name : Names()) {
    const auto mark = log_marks_.find(name);
    const std::uint64_t begin = mark == log_marks_.end() ? 0 : mark->second;
    std::string text = TextFrom(tree_->Started(name).log, begin, kMost);
    if (!text.empty()) logs.push_back({name, std::move(text)});
  }
  return logs;
}

std::vector<std::pair<std::string, std::string>> Instance::LastLogLines(std::size_t of_each) const {
  AwaitLogs();
  std::vector<std::pair<std::string, std::string>> lines;
  for (const std::string& name : Names()) {
    for (std::string& line : LastLines(tree_->Started(name).log, of_each)) {
      lines.emplace_back(name, std::move(line));
    }
  }
  return lines;
}

}  // namespace adapter::external

#include "adapter/process/warden/warden.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <utility>

#include "adapter/process/warden/family.h"
#include "adapter/process/warden/launcher.h"
#include "adapter/process/warden/process_table.h"
#include "adapter/process/warden/remove_tree.h"

namespace adapter {
namespace {

// What epoll says of the two descriptors that belong to no child; children have their numbers.
constexpr std::uint64_t kSocket = 1ULL << 32;
constexpr std::uint64_t kSignals = kSocket + 1;

base::FileDescriptor TakeSignals() {
  ::signal(SIGPIPE, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, signal);
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  return base::FileDescriptor(::signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC));
}

}  // namespace

Warden::Warden(base::FileDescriptor socket, const std::string& folder_template)
    : socket_(std::move(socket)),
      signals_(TakeSignals()),
      events_(::epoll_create1(EPOLL_CLOEXEC)),
      folder_(folder_template) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  Watch(socket_.get(), kSocket);
  Watch(signals_.get(), kSignals);
  if (::mkdtemp(folder_.data()) == nullptr) folder_error_ = errno;
}

int Warden::Run() {
  Report hello;
  hello.kind = ReportKind::kHello;
  hello.pid = ::getpid();
  hello.error = folder_error_;
  hello.folder = folder_;
  Send(hello);
  bool serves = folder_error_ == 0;
  while (serves) {
    std::array<epoll_event, 16> events;
    const int count = ::epoll_wait(events_.get(), events.data(), events.size(), -1);
    if (count < 0 && errno != EINTR) break;
    for (int i = 0; i < count && serves; ++i) {
      const std::uint64_t id = events[static_cast<std::size_t>(i)].data.u64;
      if (id == kSocket) {
        serves = ServeRequest();
      } else if (id == kSignals) {
        serves = ReadSignals();
      } else {
        PumpLog(static_cast<std::uint32_t>(id));
      }
    }
  }
  KillAll();
  return folder_error_ == 0 ? RemoveTree(folder_) : folder_error_;
}

void Warden::Watch(int descriptor, std::uint64_t id) const {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = id;
  ::epoll_ctl(events_.get(), EPOLL_CTL_ADD, descriptor, &event);
}

bool Warden::ServeRequest() {
  const auto packet = ReceivePacket(socket_.get());
  if (!packet) return false;
  const auto request = DecodeRequest(packet->bytes);
  if (!request) return false;
  if (request->kind == RequestKind::kStart) {
    Start(*request, packet->descriptors);
    return true;
  }
  switch (request->kind) {
    case RequestKind::kStart:
      break;
    case RequestKind::kSignal:
      Signal(*request);
      break;
    case RequestKind::kSignalAll:
      KillAll();
      break;
    case RequestKind::kPumpLogs:
      PumpLogs();
      break;
  }
  Report done;
  done.kind = ReportKind::kDone;
  done.process = request->process;
  Send(done);
  return true;
}

void Warden::Start(const Request& request, const std::vector<base::FileDescriptor>& pipes) {
  Launched launched = LaunchProgram(request.launch, pipes);
  Report report;
  report.kind = launched.pid < 0 ? ReportKind::kStartFailed : ReportKind::kStarted;
  report.process = request.process;
  report.pid = launched.pid;
  report.step = launched.failed_step;
  report.error = launched.error;
  report.log_start = launched.log_start;
  if (launched.pid >= 0) {
    Watch(launched.output.get(), request.process);
    children_[request.process] = {
        launched.pid, request.mark,
        LogPump(std::move(launched.output), std::move(launched.log), request.launch.log_limit),
        false};
  }
  Send(report);
}

void Warden::Signal(const Request& request) {
  const auto child = children_.find(request.process);
  Family family;
  family.mark = request.mark;
  family.is_reaped = child == children_.end() || child->second.has_ended;
  if (child != children_.end()) family.leader = child->second.pid;
  SignalFamily(::getpid(), family, request.signal);
}

bool Warden::ReadSignals() {
  signalfd_siginfo signal{};
  while (::read(signals_.get(), &signal, sizeof signal) == static_cast<ssize_t>(sizeof signal)) {
    if (signal.ssi_signo != static_cast<std::uint32_t>(SIGCHLD)) return false;
  }
  Reap();
  return true;
}

void Warden::PumpLog(std::uint32_t process) {
  const auto child = children_.find(process);
  if (child == children_.end()) return;
  child->second.log.Pump();
  const bool can_go = child->second.has_ended && child->second.log.descriptor() < 0;
  if (can_go) children_.erase(child);
}

void Warden::PumpLogs() {
  for (auto entry = children_.begin(); entry != children_.end();) {
    Child& child = entry->second;
    child.log.Pump();
    const bool can_go = child.has_ended && child.log.descriptor() < 0;
    entry = can_go ? children_.erase(entry) : std::next(entry);
  }
}

bool Warden::Reap() {
  while (true) {
    int status = 0;
    const pid_t pid = ::waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED);
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0) return false;
    if (pid == 0) return true;
    const auto child = std::find_if(children_.begin(), children_.end(), [&](const auto& entry) {
      return entry.second.pid == pid && !entry.second.has_ended;
    });
    if (child == children_.end()) continue;  // a descendant that lost its own parent
    const std::uint32_t process = child->first;
    if (WIFSTOPPED(status) || WIFCONTINUED(status)) {
      Report report;
      report.kind = WIFSTOPPED(status) ? ReportKind::kStopped : ReportKind::kContinued;
      report.process = process;
      report.pid = pid;
      report.status = WIFSTOPPED(status) ? WSTOPSIG(status) : 0;
      Send(report);
    } else {
      Ended(process, child->second, status);
      if (child->second.log.descriptor() < 0) children_.erase(child);
    }
  }
}

// Its last words are in the log before its end is known.
void Warden::Ended(std::uint32_t process, Child& child, int status) {
  child.log.Pump();
  child.has_ended = true;
  Report report;
  report.kind = ReportKind::kExited;
  report.process = process;
  report.pid = child.pid;
  report.status = status;
  report.dropped = child.log.dropped();
  Send(report);
}

void Warden::KillAll() {
  for (const auto& [process, child] : children_) {
    if (!child.has_ended) ::kill(-child.pid, SIGKILL);
  }
  constexpr int kPatience = 5;      // milliseconds until it is worth looking who is left
  constexpr int kLookEachTime = 4;  // a process that forks without end reports deaths without end
  for (int round = 1; Reap(); ++round) {
    pollfd signals = {signals_.get(), POLLIN, 0};
    const bool nothing_ended = ::poll(&signals, 1, kPatience) == 0;
    signalfd_siginfo signal{};
    while (::read(signals_.get(), &signal, sizeof signal) > 0) {
    }
    if (!nothing_ended && round % kLookEachTime != 0) continue;
    const auto left = DescendantsOf(::getpid(), ListProcesses());
    SignalProcesses(left, SIGKILL, [](const ListedProcess&) { return true; });
  }
}

void Warden::Send(const Report& report) const { SendPacket(socket_.get(), Encode(report)); }

}  // namespace adapter

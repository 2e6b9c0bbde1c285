#include "adapter/process/process_tree.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "adapter/process/launch_of.h"
#include "adapter/process/process_texts.h"
#include "adapter/process/warden/messages.h"
#include "adapter/process/warden_process.h"

namespace adapter {
namespace {

/// For what the kernel and the warden do by themselves; on a machine that is very busy, too.
constexpr std::chrono::seconds kPatience{30};

struct Pipe {
  base::FileDescriptor reader;
  base::FileDescriptor writer;
};

Pipe MakePipe() {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw ProcessError(fmt::format("no pipe for a process: {}", std::strerror(errno)));
  }
  return {base::FileDescriptor(ends[0]), base::FileDescriptor(ends[1])};
}

}  // namespace

class ProcessTree::State {
 public:
  explicit State(OnExit on_exit) : on_exit_(std::move(on_exit)), warden_(StartWarden()) {
    reader_ = std::thread([this] { ReadReports(); });
  }

  ~State() {
    {
      const std::lock_guard lock(mutex_);
      is_ending_ = true;
    }
    ::shutdown(warden_.socket.get(), SHUT_RDWR);
    reader_.join();
    if (!lost_.empty()) return;
    const int status = WaitAtMost(warden_.pid, static_cast<int>(kPatience.count() * 1000));
    if (status != 0) CleanUpAfterWarden(warden_.folder);
  }

  const WardenProcess& warden() const { return warden_; }

  StartedProcess Start(const ProcessSpec& spec) {
    const std::lock_guard one_question(ask_mutex_);
    Request request;
    request.mark = spec.name;
    request.launch = LaunchOf(spec, warden_.folder);
    request.process = Register(spec, request.launch.log);
    Pipe input;
    Pipe output;
    std::vector<int> theirs;
    if (spec.has_pipes) {
      input = MakePipe();
      output = MakePipe();
      theirs = {input.reader.get(), output.writer.get()};
    }
    const Report answer = AskLocked(request, theirs);
    if (answer.kind != ReportKind::kStarted) {
      throw ProcessError(LaunchErrorText(spec, request.launch, answer.step, answer.error));
    }
    StartedProcess started;
    started.pid = answer.pid;
    started.input = std::move(input.writer);
    started.output = std::move(output.reader);
    started.log = request.launch.log;
    started.log_start = answer.log_start;
    return started;
  }

  // To the family of a process.
  void Signal(const std::string& name, int signal) {
    const std::lock_guard one_question(ask_mutex_);
    Request request;
    request.kind = RequestKind::kSignal;
    request.mark = name;
    request.signal = signal;
    {
      const std::lock_guard lock(mutex_);
      Entry& entry = Named(name);
      request.process = entry.number;
      if (signal == SIGKILL || signal == SIGTERM) entry.was_asked_for = true;
    }
    AskLocked(request, {});
  }

  void KillAll() {
    const std::lock_guard one_question(ask_mutex_);
    {
      const std::lock_guard lock(mutex_);
      for (auto& [name, entry] : entries_) entry.was_asked_for = true;
    }
    Request request;
    request.kind = RequestKind::kSignalAll;
    request.signal = SIGKILL;
    AskLocked(request, {});
  }

  void PumpLogs() {
    const std::lock_guard one_question(ask_mutex_);
    Request request;
    request.kind = RequestKind::kPumpLogs;
    AskLocked(request, {});
  }

  // Waits until `reached` of the process, or its end. False at the deadline.
  template <typename Reached>
  bool Wait(const std::string& name, Clock::time_point deadline, Reached reached) {
    std::unique_lock lock(mutex_);
    Named(name);
    return changed_.wait_until(lock, deadline, [&] {
      const Entry& entry = entries_.at(name);
      return entry.exit || reached(entry);
    });
  }

  std::optional<ProcessExit> Exited(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return Named(name).exit;
  }
  bool IsPaused(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return Named(name).is_paused;
  }
  ProcessSpec Spec(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return Named(name).spec;
  }
  StartedProcess Started(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const Entry& entry = Named(name);
    StartedProcess started;
    started.pid = entry.pid;
    started.log = entry.log;
    started.log_start = entry.log_start;
    return started;
  }
  std::string Lost() {
    const std::lock_guard lock(mutex_);
    return lost_;
  }

 private:
  struct Entry {
    ProcessSpec spec;
    std::uint32_t number = 0;
    pid_t pid = -1;  // -1: being started
    std::filesystem::path log;
    std::uint64_t log_start = 0;
    bool is_paused = false;
    bool was_asked_for = false;
    std::optional<ProcessExit> exit;
  };

  Entry& Named(const std::string& name) {
    const auto entry = entries_.find(name);
    if (entry == entries_.end() || entry->second.pid < 0) {
      throw ProcessError(fmt::format("no process '{}' was started", name));
    }
    return entry->second;
  }

  // Its end can be reported before its start is known to the caller.
  std::uint32_t Register(const ProcessSpec& spec, const std::filesystem::path& log) {
    const std::lock_guard lock(mutex_);
    const auto before = entries_.find(spec.name);
    if (before != entries_.end() && before->second.pid >= 0 && !before->second.exit) {
      throw ProcessError(fmt::format("cannot start '{}': it runs already (process {})", spec.name,
                                     before->second.pid));
    }
    Entry entry;
    entry.spec = spec;
    entry.number = ++last_number_;
    entry.log = log;
    starting_ = std::move(entry);
    return starting_.number;
  }

  Report AskLocked(const Request& request, const std::vector<int>& descriptors) {
    {
      const std::lock_guard lock(mutex_);
      if (!lost_.empty()) throw ProcessError(lost_);
      answer_.reset();
    }
    const std::string packet = Encode(request);
    const int error = SendPacket(warden_.socket.get(), packet, descriptors);
    if (error == EMSGSIZE) {
      throw ProcessError(fmt::format(
          "cannot start '{}': its command and environment have {} bytes, and {} are the most",
          request.mark, packet.size(), kMaximalPacket));
    }
    std::unique_lock lock(mutex_);
    const auto has_answer = [&] { return answer_.has_value() || !lost_.empty(); };
    if (!changed_.wait_for(lock, kPatience, has_answer)) {
      ::kill(warden_.pid, SIGKILL);  // what it would answer later would be taken for another answer
      changed_.wait(lock, has_answer);
    }
    if (!answer_) throw ProcessError(lost_);
    return *answer_;
  }

  void ReadReports() {
    while (const auto packet = ReceivePacket(warden_.socket.get())) {
      if (const auto report = DecodeReport(packet->bytes)) Take(*report);
    }
    std::unique_lock lock(mutex_);
    if (is_ending_) return;
    lock.unlock();
    TakeLoss();
  }

  void Take(const Report& report) {
    std::unique_lock lock(mutex_);
    switch (report.kind) {
      case ReportKind::kStarted:
        starting_.pid = report.pid;
        starting_.log_start = report.log_start;
        numbers_[starting_.number] = starting_.spec.name;
        entries_[starting_.spec.name] = std::move(starting_);
        answer_ = report;
        break;
      case ReportKind::kStartFailed:
      case ReportKind::kDone:
        answer_ = report;
        break;
      case ReportKind::kStopped:
      case ReportKind::kContinued:
        EntryOf(report).is_paused = report.kind == ReportKind::kStopped;
        break;
      case ReportKind::kExited:
        TakeExit(lock, EntryOf(report), report.status, report.dropped);
        break;
      case ReportKind::kHello:
        break;
    }
    changed_.notify_all();
  }

  Entry& EntryOf(const Report& report) { return entries_.at(numbers_.at(report.process)); }

  void TakeExit(std::unique_lock<std::mutex>& lock, Entry& entry, int status,
                std::uint64_t dropped) {
    ProcessExit exit;
    exit.name = entry.spec.name;
    exit.pid = entry.pid;
    if (WIFEXITED(status)) exit.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) exit.signal = WTERMSIG(status);
    exit.was_asked_for = entry.was_asked_for;
    exit.dropped_output = dropped;
    entry.is_paused = false;
    entry.exit = exit;
    lock.unlock();
    changed_.notify_all();
    if (on_exit_) on_exit_(exit);
    lock.lock();
  }

  // The kernel has killed the children of the warden; this program does the rest.
  void TakeLoss() {
    const int status = WaitAtMost(warden_.pid, -1);
    CleanUpAfterWarden(warden_.folder);
    ProcessExit warden;
    if (WIFEXITED(status)) warden.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) warden.signal = WTERMSIG(status);
    std::unique_lock lock(mutex_);
    lost_ =
        fmt::format("the warden (process {}) of the instance in {} {}; its processes are killed",
                    warden_.pid, warden_.folder.string(), ExitText(warden));
    for (auto& [name, entry] : entries_) {
      if (!entry.exit) TakeExit(lock, entry, SIGKILL, 0);
    }
    changed_.notify_all();
  }

  const OnExit on_exit_;
  WardenProcess warden_;
  std::thread reader_;

  std::mutex ask_mutex_;  // one question at a time; taken before mutex_
  std::mutex mutex_;      // guards what follows
  std::condition_variable changed_;
  std::map<std::string, Entry> entries_;
  std::map<std::uint32_t, std::string> numbers_;
  Entry starting_;
  std::uint32_t last_number_ = 0;
  std::optional<Report> answer_;
  std::string lost_;
  bool is_ending_ = false;
};

ProcessTree::ProcessTree(OnExit on_exit) : state_(std::make_unique<State>(std::move(on_exit))) {}
ProcessTree::~ProcessTree() = default;

const std::filesystem::path& ProcessTree::folder() const { return state_->warden().folder; }
pid_t ProcessTree::warden() const { return state_->warden().pid; }

StartedProcess ProcessTree::Start(const ProcessSpec& spec) { return state_->Start(spec); }

StartedProcess ProcessTree::Restart(const std::string& name) {
  Kill(name);
  return state_->Start(state_->Spec(name));
}

ProcessExit ProcessTree::Kill(const std::string& name) {
  state_->Signal(name, SIGKILL);
  const auto exit = WaitForExit(name, Clock::now() + kPatience);
  if (!exit) throw ProcessError(fmt::format("'{}' was killed and does not end", name));
  return *exit;
}

ProcessExit ProcessTree::Terminate(const std::string& name, std::chrono::milliseconds grace) {
  const auto deadline = Clock::now() + grace;
  if (!Exited(name)) {
    state_->Signal(name, SIGTERM);
    // A process that stands still is told nothing but SIGKILL until it goes on.
    if (IsPaused(name)) state_->Signal(name, SIGCONT);
    WaitForExit(name, deadline);
  }
  return Kill(name);
}

void ProcessTree::KillAll() { state_->KillAll(); }
void ProcessTree::PumpLogs() { state_->PumpLogs(); }

bool ProcessTree::Pause(const std::string& name) {
  state_->Signal(name, SIGSTOP);
  const bool has_happened = state_->Wait(name, Clock::now() + kPatience,
                                         [](const auto& entry) { return entry.is_paused; });
  if (!has_happened) throw ProcessError(fmt::format("'{}' does not stand still", name));
  return !Exited(name);
}

bool ProcessTree::Resume(const std::string& name) {
  state_->Signal(name, SIGCONT);
  const bool has_happened = state_->Wait(name, Clock::now() + kPatience,
                                         [](const auto& entry) { return !entry.is_paused; });
  if (!has_happened) throw ProcessError(fmt::format("'{}' does not go on", name));
  return !Exited(name);
}

bool ProcessTree::IsPaused(const std::string& name) const { return state_->IsPaused(name); }

std::optional<ProcessExit> ProcessTree::Exited(const std::string& name) const {
  return state_->Exited(name);
}

std::optional<ProcessExit> ProcessTree::WaitForExit(const std::string& name,
                                                    Clock::time_point deadline) const {
  state_->Wait(name, deadline, [](const auto&) { return false; });
  return state_->Exited(name);
}

StartedProcess ProcessTree::Started(const std::string& name) const { return state_->Started(name); }

std::string ProcessTree::Lost() const { return state_->Lost(); }

}  // namespace adapter

#include "adapter/process/warden/launcher.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

extern char** environ;

namespace adapter {
namespace {

struct Failure {
  LaunchStep step = LaunchStep::kNone;
  int error = 0;
};

struct Pipe {
  base::FileDescriptor reader;
  base::FileDescriptor writer;
};

Pipe MakePipe() {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  return {base::FileDescriptor(ends[0]), base::FileDescriptor(ends[1])};
}

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

void ResetSignals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Copies a descriptor above those that the child gets, so that none of these overwrites it.
int Above(int descriptor) { return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 10); }

// In the child: never returns. What fails is written to `failures`.
[[noreturn]] void BecomeProgram(const Launch& launch, pid_t warden, int input, int output,
                                int log_output, int failures) {
  const int report = Above(failures);
  const std::array<int, 3> standard = {Above(input), Above(output), Above(log_output)};
  for (int number = 0; number < 3; ++number) {
    ::dup2(standard[static_cast<std::size_t>(number)], number);
  }
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != warden) ::_exit(1);  // it died before the line above
  ResetSignals();
  Failure failure;
  if (!launch.working_folder.empty() && ::chdir(launch.working_folder.c_str()) != 0) {
    failure = {LaunchStep::kWorkingFolder, errno};
  } else {
    std::vector<char*> environment = Pointers(launch.environment);
    environ = environment.data();  // execvp looks for the program in its PATH
    ::execvp(launch.command[0].c_str(), Pointers(launch.command).data());
    failure = {LaunchStep::kProgram, errno};
  }
  [[maybe_unused]] const ssize_t ignored = ::write(report, &failure, sizeof failure);
  ::_exit(127);
}

Launched Failed(LaunchStep step, int error) {
  Launched launched;
  launched.failed_step = step;
  launched.error = error;
  return launched;
}

}  // namespace

Launched LaunchProgram(const Launch& launch, const std::vector<base::FileDescriptor>& pipes) {
  if (launch.command.empty() || (launch.has_pipes && pipes.size() != 2)) {
    return Failed(LaunchStep::kProgram, EINVAL);
  }
  Launched launched;
  launched.log = base::FileDescriptor(
      ::open(launch.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0644));
  struct stat log {};
  if (!launched.log || ::fstat(launched.log.get(), &log) != 0) {
    return Failed(LaunchStep::kLog, errno);
  }
  launched.log_start = static_cast<std::uint64_t>(log.st_size);
  Pipe output = MakePipe();
  Pipe failures = MakePipe();
  const base::FileDescriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!output.writer || !failures.writer || !nothing) return Failed(LaunchStep::kFork, errno);
  ::fcntl(output.reader.get(), F_SETFL, O_NONBLOCK);

  const pid_t warden = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return Failed(LaunchStep::kFork, errno);
  if (child == 0) {
    const int input = launch.has_pipes ? pipes[0].get() : nothing.get();
    const int standard_output = launch.has_pipes ? pipes[1].get() : output.writer.get();
    BecomeProgram(launch, warden, input, standard_output, output.writer.get(),
                  failures.writer.get());
  }
  failures.writer.Close();
  Failure failure;
  ssize_t count = -1;
  do {
    count = ::read(failures.reader.get(), &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  if (count == static_cast<ssize_t>(sizeof failure)) return Failed(failure.step, failure.error);
  launched.pid = child;
  launched.output = std::move(output.reader);
  return launched;
}

}  // namespace adapter

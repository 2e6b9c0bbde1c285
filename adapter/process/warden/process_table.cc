#include "adapter/process/warden/process_table.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <unordered_set>

#include "base/file_descriptor.h"

namespace adapter {
namespace {

std::string ProcFile(pid_t pid, const char* name) {
  std::array<char, 64> path;
  std::snprintf(path.data(), path.size(), "/proc/%d/%s", static_cast<int>(pid), name);
  return path.data();
}

std::string ReadAll(const std::string& path) {
  const base::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  if (!file) return text;
  std::array<char, 4096> buffer;
  ssize_t count = 0;
  while ((count = ::read(file.get(), buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

// What follows the name in "PID (name) S parent group ..."; a name may have parentheses and blanks.
// Empty when there is no such file.
std::string FieldsOf(const std::string& stat_file) {
  const std::string stat = ReadAll(stat_file);
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string::npos ? "" : stat.substr(name_end + 1);
}

bool HasEnded(char state) { return state == 'Z' || state == 'X'; }

// The entries of a folder that are numbers: processes, or threads of one.
std::vector<pid_t> NumbersIn(const std::string& folder) {
  std::vector<pid_t> numbers;
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  if (!open) return numbers;
  while (const dirent* entry = ::readdir(open.get())) {
    const pid_t number = std::atoi(entry->d_name);
    if (number > 0) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

std::vector<ListedProcess> ListProcesses() {
  std::vector<ListedProcess> listed;
  for (const pid_t pid : NumbersIn("/proc")) {
    if (const auto process = ReadProcess(pid)) listed.push_back(*process);
  }
  std::sort(listed.begin(), listed.end(),
            [](const ListedProcess& a, const ListedProcess& b) { return a.pid < b.pid; });
  return listed;
}

// The start is the 22nd field.
std::optional<ListedProcess> ReadProcess(pid_t pid) {
  const std::string stat = FieldsOf(ProcFile(pid, "stat"));
  char state = 0;
  int parent = 0;
  int group = 0;
  unsigned long long started = 0;
  const int fields =
      std::sscanf(stat.c_str(),
                  " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
                  &state, &parent, &group, &started);
  if (fields != 4) return std::nullopt;
  return ListedProcess{pid, parent, group, HasEnded(state), started};
}

pid_t NewestNumber() {
  int newest = 0;
  const std::string load = ReadAll("/proc/loadavg");
  return std::sscanf(load.c_str(), "%*s %*s %*s %*s %d", &newest) == 1 ? newest : 0;
}

std::vector<pid_t> OrphansIn(const std::vector<ListedProcess>& listed) {
  std::unordered_set<pid_t> pids;
  for (const ListedProcess& process : listed) pids.insert(process.pid);
  std::vector<pid_t> orphans;
  for (const ListedProcess& process : listed) {
    if (pids.count(process.parent) == 0) orphans.push_back(process.pid);
  }
  return orphans;
}

std::vector<ListedProcess> DescendantsOf(pid_t ancestor, const std::vector<ListedProcess>& all) {
  std::unordered_set<pid_t> family = {ancestor};
  std::vector<ListedProcess> found;
  // A child can have a smaller number than its parent once the numbers have wrapped around.
  for (std::size_t before = 0; before != family.size();) {
    before = family.size();
    for (const ListedProcess& process : all) {
      if (process.pid == ancestor || family.count(process.parent) == 0) continue;
      if (family.insert(process.pid).second) found.push_back(process);
    }
  }
  return found;
}

bool IsBelow(pid_t ancestor, const ListedProcess& process) {
  auto below = std::make_optional(process);
  while (below && below->parent != ancestor && below->parent > 0) {
    below = ReadProcess(below->parent);
  }
  return below && below->parent == ancestor;
}

bool HasInEnvironment(pid_t pid, const std::string& entry) {
  const std::string environment = '\0' + ReadAll(ProcFile(pid, "environ"));
  const std::string wanted = '\0' + entry + '\0';
  return environment.find(wanted) != std::string::npos;
}

bool StandsStill(pid_t pid) {
  const std::string threads = ProcFile(pid, "task");
  const std::vector<pid_t> all = NumbersIn(threads);
  return std::all_of(all.begin(), all.end(), [&](pid_t thread) {
    char state = 'X';
    std::sscanf(FieldsOf(threads + "/" + std::to_string(thread) + "/stat").c_str(), " %c", &state);
    return HasEnded(state) || state == 'T' || state == 't';
  });
}

int SignalProcesses(const std::vector<ListedProcess>& listed, int signal,
                    const std::function<bool(const ListedProcess&)>& choose) {
  int signalled = 0;
  for (const ListedProcess& process : listed) {
    if (process.is_zombie) continue;
    const base::FileDescriptor held(static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0)));
    if (!held) continue;
    const auto now = ReadProcess(process.pid);
    if (!now || now->started != process.started || now->is_zombie || !choose(*now)) continue;
    if (::syscall(SYS_pidfd_send_signal, held.get(), signal, nullptr, 0) == 0) ++signalled;
  }
  return signalled;
}

}  // namespace adapter

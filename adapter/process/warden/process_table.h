// The processes of the machine, as /proc lists them: who is whose descendant, and which mark a
// process carries in its environment.
//
// Thread safety: free functions without state. What they return may have changed meanwhile.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace adapter {

struct ListedProcess {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  bool is_zombie = false;          ///< has ended, and nobody has asked how
  unsigned long long started = 0;  ///< ticks since boot: tells it from a later one of that number
};

/// All of them, by pid.
std::vector<ListedProcess> ListProcesses();

/// That one alone; nothing when there is none.
std::optional<ListedProcess> ReadProcess(pid_t pid);

/// The number that was given last to a process or a thread (proc(5), loadavg); 0 when that cannot
/// be read. It takes microseconds, a list takes milliseconds; that process may not be listed yet,
/// or no longer.
pid_t NewestNumber();

/// Those whose parent is not listed. A list takes time: who is born meanwhile may be missing while
/// its child is there.
std::vector<pid_t> OrphansIn(const std::vector<ListedProcess>& listed);

/// Those below `ancestor`, without it, zombies included.
std::vector<ListedProcess> DescendantsOf(pid_t ancestor, const std::vector<ListedProcess>& all);

/// Is `ancestor` the parent of `process`, or the parent's parent, and so on? False, too, when one
/// of those between ends meanwhile.
bool IsBelow(pid_t ancestor, const ListedProcess& process);

/// Is `entry` ("NAME=value") in the environment that the process was started with? False when that
/// cannot be read.
bool HasInEnvironment(pid_t pid, const std::string& entry);

/// Does no thread of the process run, or wait for something that lets it go on? True when it was
/// stopped (SIGSTOP), and when it has ended.
bool StandsStill(pid_t pid);

/// Sends the signal to those listed processes that are no zombies and that `choose` takes; never to
/// another one that has got the number of one that is listed. Returns to how many.
int SignalProcesses(const std::vector<ListedProcess>& listed, int signal,
                    const std::function<bool(const ListedProcess&)>& choose);

}  // namespace adapter

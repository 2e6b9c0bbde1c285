#include "adapter/process/warden/family.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <unordered_set>
#include <vector>

#include "adapter/process/warden/messages.h"
#include "adapter/process/warden/process_table.h"

namespace adapter {
namespace {

// How long a process that was told to stop may take; one that waits for its child of vfork() does
// not stop at all.
constexpr std::chrono::seconds kPatience{1};
// A family that forks faster than it is listed is caught by luck, mostly within some lists.
constexpr std::chrono::seconds kLongest{10};

std::unordered_set<pid_t> MembersBelow(const std::vector<ListedProcess>& below_warden,
                                       const Family& family) {
  std::unordered_set<pid_t> members;
  if (!family.is_reaped) {
    members.insert(family.leader);
    for (const ListedProcess& member : DescendantsOf(family.leader, below_warden)) {
      members.insert(member.pid);
    }
  }
  const std::string entry = std::string(kProcessVariable) + "=" + family.mark;
  for (const ListedProcess& process : below_warden) {
    if (process.is_zombie || members.count(process.pid) != 0) continue;
    if (process.group == family.leader || HasInEnvironment(process.pid, entry)) {
      members.insert(process.pid);
    }
  }
  return members;
}

}  // namespace

void SignalFamily(pid_t warden, const Family& family, int signal) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + kLongest;
  auto deadline = Clock::now() + kPatience;
  std::unordered_set<pid_t> signalled;
  std::unordered_set<pid_t> seen;
  bool stand_still = false;  // all that were known when the list was made, already before that
  bool is_whole = false;
  while (!is_whole && Clock::now() < deadline) {
    bool is_new = false;
    const auto listed = ListProcesses();
    const auto below_warden = DescendantsOf(warden, listed);
    const auto members = MembersBelow(below_warden, family);
    SignalProcesses(below_warden, signal, [&](const ListedProcess& process) {
      if (members.count(process.pid) == 0 || !signalled.insert(process.pid).second) return false;
      is_new = true;
      return true;
    });
    // Who was born while the list was made may be missing, while its child is there, below nobody;
    // and who is seen for the first time, even at its end and without its mark, may have a child.
    for (const ListedProcess& process : below_warden) is_new |= seen.insert(process.pid).second;
    for (const pid_t orphan : OrphansIn(listed)) is_new |= seen.insert(orphan).second;
    if (is_new) deadline = std::min(end, Clock::now() + kPatience);
    // A fork that has begun ends although its process was told to stop, and the child runs: only
    // when nobody could fork any more does a list have them all.
    is_whole = !is_new && (signal != SIGSTOP || stand_still);
    stand_still = !is_new && std::all_of(members.begin(), members.end(), StandsStill);
  }
}

}  // namespace adapter

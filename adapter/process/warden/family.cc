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
// A family without its mark that forks faster than it is listed is caught by luck.
constexpr std::chrono::seconds kLongest{10};
// So many numbers before the newest are looked at; others fork, too.
constexpr pid_t kRecent = 64;
constexpr int kMostChases = 100;

std::string EntryOf(const Family& family) {
  return std::string(kProcessVariable) + "=" + family.mark;
}

std::unordered_set<pid_t> MembersBelow(const std::vector<ListedProcess>& below_warden,
                                       const Family& family) {
  std::unordered_set<pid_t> members;
  if (!family.is_reaped) {
    members.insert(family.leader);
    for (const ListedProcess& member : DescendantsOf(family.leader, below_warden)) {
      members.insert(member.pid);
    }
  }
  const std::string entry = EntryOf(family);
  for (const ListedProcess& process : below_warden) {
    if (process.is_zombie || members.count(process.pid) != 0) continue;
    if (process.group == family.leader || HasInEnvironment(process.pid, entry)) {
      members.insert(process.pid);
    }
  }
  return members;
}

// Signals the youngest that carry the mark. One that hands its life on to a child each millisecond
// has ended when a list is complete, and what it leaves behind makes each list longer than the
// last: it has to be met where it is born.
void SignalYoungest(pid_t warden, const Family& family, int signal,
                    std::unordered_set<pid_t>& signalled) {
  const std::string entry = EntryOf(family);
  pid_t before = 0;
  for (int chase = 0; chase < kMostChases; ++chase) {
    const pid_t newest = NewestNumber();
    if (newest == before) return;
    for (pid_t pid = newest; pid > std::max(0, newest - kRecent); --pid) {
      if (signalled.count(pid) != 0) continue;
      const auto process = ReadProcess(pid);
      if (!process) continue;
      const int count = SignalProcesses({*process}, signal, [&](const ListedProcess& held) {
        // Another warden's may carry the same mark.
        return IsBelow(warden, held) && HasInEnvironment(held.pid, entry);
      });
      if (count != 0) signalled.insert(pid);
    }
    before = newest;
  }
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
    SignalYoungest(warden, family, signal, signalled);
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

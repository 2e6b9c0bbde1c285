#include "adapter/process/warden/family.h"

#include <signal.h>

#include <unordered_set>
#include <vector>

#include "adapter/process/warden/messages.h"
#include "adapter/process/warden/process_table.h"

namespace adapter {
namespace {

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
  std::unordered_set<pid_t> signalled;
  for (bool is_new = true; is_new;) {
    is_new = false;
    const auto below_warden = DescendantsOf(warden, ListProcesses());
    const auto members = MembersBelow(below_warden, family);
    SignalProcesses(below_warden, signal, [&](const ListedProcess& process) {
      if (members.count(process.pid) == 0 || !signalled.insert(process.pid).second) return false;
      is_new = true;
      return true;
    });
  }
}

}  // namespace adapter

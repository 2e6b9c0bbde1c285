#include "adapter/process/listeners.h"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_set>

#include "adapter/process/warden/process_table.h"

namespace adapter {
namespace {

// What descriptors of sockets that listen at the port, on loopback or on all addresses, lead to. A
// line of /proc/net/tcp: number, local address, remote address, state, ..., the tenth field the
// inode. The kernel lists those that listen first; for the others it goes through a large table.
void AddLinks(const char* table, std::uint16_t port, std::unordered_set<std::string>& links) {
  std::ifstream file(table);
  const std::string ending = fmt::format(":{:04X}", port);
  std::string line;
  std::getline(file, line);  // names of the fields
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string field;
    std::string local;
    std::string state;
    std::string inode;
    for (int i = 0; i < 10 && fields >> field; ++i) {
      if (i == 1) local = field;
      if (i == 3) state = field;
      if (i == 9) inode = field;
    }
    if (state != "0A") break;
    if (local.size() > ending.size() && local.ends_with(ending)) {
      links.insert(fmt::format("socket:[{}]", inode));
    }
  }
}

bool HasSocket(pid_t pid, const std::unordered_set<std::string>& links) {
  const std::string path = fmt::format("/proc/{}/fd", pid);
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), ::closedir);
  if (!folder) return false;
  while (const dirent* entry = ::readdir(folder.get())) {
    std::array<char, 64> target;
    const ssize_t size =
        ::readlinkat(::dirfd(folder.get()), entry->d_name, target.data(), target.size());
    if (size <= 0) continue;
    if (links.count(std::string(target.data(), static_cast<std::size_t>(size))) != 0) return true;
  }
  return false;
}

}  // namespace

std::vector<pid_t> ListenersAt(std::uint16_t port, pid_t likely) {
  std::unordered_set<std::string> links;  // what the descriptors of the listeners lead to
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    AddLinks(table, port, links);
    if (HasSocket(likely, links)) return {likely};
  }
  std::vector<pid_t> listeners;
  if (links.empty()) return listeners;
  for (const ListedProcess& process : ListProcesses()) {
    if (HasSocket(process.pid, links)) listeners.push_back(process.pid);
  }
  return listeners;
}

bool IsOfFamily(pid_t process, pid_t of) {
  if (process == of) return true;
  const auto all = ListProcesses();
  const auto below = DescendantsOf(of, all);
  const auto is_it = [process](const ListedProcess& listed) { return listed.pid == process; };
  if (std::any_of(below.begin(), below.end(), is_it)) return true;
  const auto listed = std::find_if(all.begin(), all.end(), is_it);
  return listed != all.end() && listed->group == of;
}

}  // namespace adapter

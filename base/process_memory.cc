#include "base/process_memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

#include "base/file_descriptor.h"

namespace base {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

std::optional<std::uint64_t> ReadNumber(const fs::path& file) {
  std::ifstream in(file);
  std::uint64_t number = 0;
  if (in >> number) return number;
  return std::nullopt;  // not there, or "max"
}

/// The figure behind `key` in a file of lines such as "MemAvailable:   24072176 kB".
std::optional<std::uint64_t> ReadKey(const fs::path& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t number = 0;
    if (words >> name >> number && name == key) return number;
  }
  return std::nullopt;
}

/// Names of the files of one version of control groups.
struct ControlGroups {
  const char* mount;
  const char* limit;
  const char* usage;
  const char* cache_key;  ///< in memory.stat: what the kernel gives back when memory is short
};

/// What is left in the group `folder`; kUnlimited when it has no limit.
std::uint64_t LeftIn(const fs::path& folder, const ControlGroups& version) {
  const auto limit = ReadNumber(folder / version.limit);
  const auto usage = ReadNumber(folder / version.usage);
  if (!limit || !usage) return kUnlimited;
  const std::uint64_t cache = ReadKey(folder / "memory.stat", version.cache_key).value_or(0);
  const std::uint64_t used = *usage - std::min(cache, *usage);
  return *limit - std::min(used, *limit);
}

/// The least that is left in the group and in those around it. In a container the group's own path
/// is often not there, and the root of the mount is the group.
std::uint64_t LeftUpwards(const fs::path& mount, fs::path group, const ControlGroups& version) {
  std::uint64_t left = LeftIn(mount, version);
  for (group = group.relative_path(); !group.empty(); group = group.parent_path()) {
    left = std::min(left, LeftIn(mount / group, version));
  }
  return left;
}

/// Lines of /proc/self/cgroup are ID:CONTROLLERS:PATH; those of version 2 name no controllers.
std::uint64_t LeftInControlGroups(const fs::path& root) {
  constexpr ControlGroups kFirst{"sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                 "memory.usage_in_bytes", "total_inactive_file"};
  constexpr ControlGroups kSecond{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};
  std::uint64_t left = kUnlimited;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") {
      left = std::min(left, LeftUpwards(root / kSecond.mount, path, kSecond));
    } else if (controllers.find(",memory,") != std::string::npos) {
      left = std::min(left, LeftUpwards(root / kFirst.mount, path, kFirst));
    }
  }
  return left;
}

}  // namespace

std::uint64_t ResidentMemory() {
  static const auto page_size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  // The second number of /proc/self/statm. Not by a stream: this runs when memory is short.
  const FileDescriptor file(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC));
  char text[128];
  const ssize_t length = file.get() < 0 ? -1 : ::read(file.get(), text, sizeof text);
  if (length <= 0) return 0;
  const char* const begin = text;
  const char* const end = begin + length;
  const char* const space = std::find(begin, end, ' ');
  std::uint64_t pages = 0;
  if (space == end) return 0;
  std::from_chars(space + 1, end, pages);
  return pages * page_size;
}

std::uint64_t ObtainableMemory(const fs::path& root) {
  std::uint64_t free = kUnlimited;
  if (const auto available = ReadKey(root / "proc/meminfo", "MemAvailable:")) {
    free = *available * 1024;
  }
  free = std::min(free, LeftInControlGroups(root));
  return free == kUnlimited ? free : free + ResidentMemory();
}

void GiveBackFreeMemory() {
// Sanitizers have a heap of their own, and the C library must not begin to use its own then.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  ::malloc_trim(0);
#endif
}

}  // namespace base

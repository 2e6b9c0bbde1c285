#include "adapter/process/testing/instances.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <thread>

#include "adapter/process/warden/messages.h"
#include "adapter/process/warden/process_table.h"

namespace adapter {
namespace {

namespace fs = std::filesystem;

// Nothing tells when another one's child has ended: looks until it is so.
template <typename Condition>
bool Eventually(Condition condition) {
  const auto deadline = Soon();
  while (!condition()) {
    if (ProcessTree::Clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace

ProcessSpec Misbehaving(const std::string& name, const std::vector<std::string>& arguments) {
  ProcessSpec spec;
  spec.name = name;
  spec.command = {(fs::read_symlink("/proc/self/exe").parent_path() / "misbehave").string()};
  spec.command.insert(spec.command.end(), arguments.begin(), arguments.end());
  return spec;
}

std::vector<pid_t> ProcessesOf(const fs::path& folder, pid_t warden) {
  const std::string mark = std::string(kInstanceVariable) + "=" + folder.string();
  const auto all = ListProcesses();
  std::vector<pid_t> found;
  for (const ListedProcess& process : DescendantsOf(warden, all)) {
    if (!process.is_zombie) found.push_back(process.pid);
  }
  for (const ListedProcess& process : all) {
    if (process.is_zombie || !HasInEnvironment(process.pid, mark)) continue;
    if (std::find(found.begin(), found.end(), process.pid) == found.end()) {
      found.push_back(process.pid);
    }
  }
  return found;
}

bool HasSoMany(const ProcessTree& tree, std::size_t count) {
  return Eventually([&] { return ProcessesOf(tree.folder(), tree.warden()).size() == count; });
}

std::string WhatIsLeft(const fs::path& folder, pid_t warden) {
  const bool is_gone =
      Eventually([&] { return !fs::exists(folder) && ProcessesOf(folder, warden).empty(); });
  if (is_gone) return {};
  return fmt::format("folder {}: {}; processes: {}", folder.string(), fs::exists(folder),
                     fmt::join(ProcessesOf(folder, warden), " "));
}

ProcessTree::Clock::time_point Soon() {
  return ProcessTree::Clock::now() + std::chrono::seconds(30);
}

}  // namespace adapter

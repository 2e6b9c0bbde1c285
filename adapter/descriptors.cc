#include "adapter/descriptors.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <utility>

#include "adapter/input_error.h"
#include "base/file_descriptor.h"

namespace adapter {
namespace {

std::size_t DescriptorLimit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<std::size_t>(limit.rlim_cur);
}

/// Those of this process that are open; 0 when that cannot be found out.
std::size_t OpenDescriptors() {
  DIR* const folder = ::opendir("/proc/self/fd");
  if (folder == nullptr) return 0;
  std::size_t count = 0;
  while (::readdir(folder) != nullptr) ++count;
  ::closedir(folder);
  constexpr std::size_t kOthers = 3;  // ".", "..", and the folder itself
  return count - kOthers;
}

Verdict TooFew(std::size_t available, std::size_t needed) {
  return {
      .outcome = Outcome::kInconclusive,
      .detail = fmt::format("{} descriptors are free of {} (ulimit -n), and a case can need {}; "
                            "fewer --jobs, or a higher limit",
                            available, DescriptorLimit(), needed)};
}

}  // namespace

void RequireDescriptors() {
  if (DescriptorLimit() >= kFewestDescriptors) return;
  throw InputError(
      fmt::format("the limit on descriptors (ulimit -n) is {}: running cases needs at "
                  "least {}",
                  DescriptorLimit(), kFewestDescriptors));
}

std::size_t FreeDescriptors() {
  // Where not even one is free, the folder cannot be opened.
  const base::FileDescriptor probe(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!probe) return 0;
  const std::size_t open = OpenDescriptors() - 1;
  const std::size_t limit = DescriptorLimit();
  return limit > open ? limit - open : 0;
}

CaseRunner WithDescriptors(CaseRunner run, std::size_t needed) {
  return [run = std::move(run), needed](const SelectedCase& selected, std::uint64_t seed) {
    if (const std::size_t before = FreeDescriptors(); before < needed) {
      return TooFew(before, needed);
    }
    Verdict verdict = run(selected, seed);
    if (verdict.outcome != Outcome::kFail) return verdict;
    if (const std::size_t after = FreeDescriptors(); after < needed) {
      return TooFew(after, needed);
    }
    return verdict;
  };
}

}  // namespace adapter

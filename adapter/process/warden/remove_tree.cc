#include "adapter/process/warden/remove_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/file_descriptor.h"

namespace adapter {
namespace {

constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// Opens a folder so that its entries can be removed; its owner gives itself the right to.
base::FileDescriptor OpenFolder(int parent, const std::string& name) {
  base::FileDescriptor folder(::openat(parent, name.c_str(), kFolder));
  if (!folder && errno == EACCES) {
    // O_PATH needs no permission; what it names cannot be exchanged for a link in between.
    const base::FileDescriptor named(
        ::openat(parent, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const std::string path = "/proc/self/fd/" + std::to_string(named.get());
    if (named && ::chmod(path.c_str(), S_IRWXU) == 0) {
      folder = base::FileDescriptor(::openat(parent, name.c_str(), kFolder));
    }
  }
  if (folder) ::fchmod(folder.get(), S_IRWXU);
  return folder;
}

std::vector<std::string> NamesIn(int folder) {
  std::vector<std::string> names;
  // The stream closes the descriptor that it reads.
  const int own = ::openat(folder, ".", kFolder);
  if (own < 0) return names;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(own), ::closedir);
  if (!stream) {
    ::close(own);
    return names;
  }
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  return names;
}

// Removes what is in a folder. Folders within its folders are moved up to it, to be removed in
// their turn: so that neither the stack nor the descriptors grow with the depth.
class Remover {
 public:
  explicit Remover(int root) : root_(root) {}

  int RemoveAll() {
    while (true) {
      const std::vector<std::string> names = NamesIn(root_);
      if (names.empty()) return 0;
      bool has_removed = false;
      for (const std::string& name : names) {
        const int error = Remove(name);
        if (error == 0) has_removed = true;
        if (error != 0) error_ = error;
      }
      if (!has_removed) return error_;
    }
  }

 private:
  // An entry of the root. Returns errno.
  int Remove(const std::string& name) {
    if (::unlinkat(root_, name.c_str(), 0) == 0) return 0;
    if (errno != EISDIR && errno != EPERM) return errno;
    const base::FileDescriptor folder = OpenFolder(root_, name);
    if (!folder) return errno;
    for (const std::string& entry : NamesIn(folder.get())) {
      if (::unlinkat(folder.get(), entry.c_str(), 0) != 0) MoveUp(folder.get(), entry);
    }
    return ::unlinkat(root_, name.c_str(), AT_REMOVEDIR) == 0 ? 0 : errno;
  }

  void MoveUp(int folder, const std::string& entry) {
    { const base::FileDescriptor permitted = OpenFolder(folder, entry); }
    int failed = 0;
    do {
      const std::string to = ".removed-" + std::to_string(moved_++);
      failed = ::renameat2(folder, entry.c_str(), root_, to.c_str(), RENAME_NOREPLACE);
    } while (failed != 0 && errno == EEXIST);
  }

  int root_;
  int error_ = 0;
  std::uint64_t moved_ = 0;
};

}  // namespace

int RemoveTree(const std::string& folder) {
  const base::FileDescriptor root = OpenFolder(AT_FDCWD, folder);
  if (!root) return errno == ENOENT ? 0 : errno;
  Remover(root.get()).RemoveAll();
  return ::rmdir(folder.c_str()) == 0 ? 0 : errno;
}

}  // namespace adapter

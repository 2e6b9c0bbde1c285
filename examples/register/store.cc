#include "store.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace abd {
namespace {

constexpr std::string_view kLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
constexpr std::size_t kLongestName = 64;
constexpr const char* kExtension = ".state";

[[noreturn]] void Fail(const std::string& what, const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), what + " " + path.string());
}

/// The file is new, and on disk when this returns.
void WriteThrough(const std::filesystem::path& path, const std::string& bytes) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) Fail("cannot make", path);
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = write(file, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    written += static_cast<std::size_t>(count);
  }
  const bool kept = written == bytes.size() && fsync(file) == 0;
  const int error = errno;
  close(file);
  errno = error;
  if (!kept) Fail("cannot write", path);
}

/// Makes the folder and those that it is in; all of them are on disk when this returns.
void MakeFolder(const std::filesystem::path& folder) {
  const std::filesystem::path parent = folder.parent_path();
  if (!std::filesystem::exists(parent)) MakeFolder(parent);
  if (!std::filesystem::create_directory(folder)) return;
  const int descriptor = open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) Fail("cannot open", parent);
  const bool kept = fsync(descriptor) == 0;
  const int error = errno;
  close(descriptor);
  errno = error;
  if (!kept) Fail("cannot write", parent);
}

}  // namespace

Store::Store(std::filesystem::path folder) : folder_(std::move(folder)) {
  MakeFolder(std::filesystem::absolute(folder_));
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() != kExtension) continue;  // it was being written when the process ended
    std::ifstream file(path, std::ios::binary);
    if (!states_[path.stem()].ParseFromIstream(&file)) {
      throw std::runtime_error(path.string() + " is no state of a register");
    }
  }
  descriptor_ = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) Fail("cannot open", folder_);
}

Store::~Store() { close(descriptor_); }

std::filesystem::path Store::FileOf(const std::string& name) const {
  if (name.empty() || name.size() > kLongestName ||
      name.find_first_not_of(kLetters) != std::string::npos) {
    throw std::runtime_error("no name of a register: letters, digits, '-' and '_', at most 64");
  }
  return folder_ / (name + kExtension);
}

State Store::Get(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto known = states_.find(name);
  return known == states_.end() ? State() : known->second;
}

void Store::Put(const std::string& name, const State& state) {
  const std::filesystem::path path = FileOf(name);
  const std::filesystem::path next = path.string() + ".new";
  WriteThrough(next, state.SerializeAsString());
  if (rename(next.c_str(), path.c_str()) != 0) Fail("cannot rename", next);
  // The new name is kept when the folder is.
  if (fsync(descriptor_) != 0) Fail("cannot write", folder_);
  const std::lock_guard lock(mutex_);
  states_[name] = state;
}

void Store::Clear() {
  for (const auto& file : std::filesystem::directory_iterator(folder_)) {
    std::filesystem::remove(file.path());
  }
  if (fsync(descriptor_) != 0) Fail("cannot write", folder_);
  const std::lock_guard lock(mutex_);
  states_.clear();
}

}  // namespace abd

// The registers of one replica, on disk: a file each.
//
// Invariants: when Put() has returned, the state survives the end of the process, and of the
// machine; a file is an old state or a new one, never a part of one. One object uses a folder.
// Get() waits for no disk, and may be called on any thread; Put() and Clear() on one thread at a
// time.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "register.pb.h"

namespace abd {

class Store {
 public:
  /// Makes the folder, if it is not there, and reads what is in it. Throws std::system_error, and
  /// std::runtime_error for a file that is no state.
  explicit Store(std::filesystem::path folder);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// What is kept under the name; at first an empty state.
  State Get(const std::string& name) const;
  /// Throws std::runtime_error for a name that is none (letters, digits, '-' and '_', at most 64),
  /// and when it cannot keep the state; what was there is there then.
  void Put(const std::string& name, const State& state);
  /// Removes everything.
  void Clear();

 private:
  std::filesystem::path FileOf(const std::string& name) const;

  const std::filesystem::path folder_;
  int descriptor_ = -1;                  ///< of the folder
  mutable std::mutex mutex_;             ///< of what follows
  std::map<std::string, State> states_;  ///< what is on disk
};

}  // namespace abd

// For tests: the `adapter` program as a process of its own, and what it and its systems left.
//
// Not thread-safe.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace adapter::external {

/// A run of the program with a temporary folder of its own, in which its instances are.
class AdapterProgram {
 public:
  /// `folder`: for its output and its temporary folder.
  AdapterProgram(const std::filesystem::path& folder, const std::vector<std::string>& arguments);
  /// Kills it if it runs.
  ~AdapterProgram();
  AdapterProgram(const AdapterProgram&) = delete;
  AdapterProgram& operator=(const AdapterProgram&) = delete;

  pid_t pid() const { return pid_; }
  const std::filesystem::path& temporary() const { return temporary_; }

  /// Its exit code; 128 + signal when a signal ended it.
  int Wait();
  bool HasEnded();
  void Kill();
  /// What it printed.
  std::string Output() const;
  /// The most memory that it or a process below it had, in bytes; after Wait().
  std::size_t peak_memory() const { return peak_memory_; }

  /// Whether a process of that name of a system file runs below it.
  bool HasProcess(const std::string& name) const;
  /// Waits until no process and no file of its instances is left; says what is after half a
  /// minute, else nothing.
  std::string WhatIsLeft() const;

 private:
  void Take(int status);

  const std::filesystem::path output_;
  const std::filesystem::path temporary_;
  pid_t pid_ = -1;
  bool has_ended_ = false;
  int code_ = -1;
  std::size_t peak_memory_ = 0;
};

/// Looks again and again until it is so; false after half a minute.
bool Eventually(const std::function<bool()>& condition);

}  // namespace adapter::external

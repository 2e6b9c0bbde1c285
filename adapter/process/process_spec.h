// How a process of a system under test is started, and how it ended, as values.
//
// Thread safety: values.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/file_descriptor.h"

namespace adapter {

/// A process cannot be had, or its warden is lost; the message says which process, what and why.
class ProcessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ProcessSpec {
  /// Names it in calls and messages. A name can be started again once its process has ended.
  std::string name;
  /// The program and its arguments; no shell. A program without '/' is looked up in the PATH of
  /// `environment`, a relative one counts from the working folder.
  std::vector<std::string> command;
  /// Variables that are set or changed.
  std::map<std::string, std::string> environment;
  /// Whether the other variables are those of this program; else there are no others.
  bool inherits_environment = true;
  /// Empty: the folder of the instance.
  std::filesystem::path working_folder;
  /// Where its output goes, at the end of what is there. Empty: NAME.log in the folder of the
  /// instance, with '_' for characters that are no letter, digit, '-', '_' or '.'.
  std::filesystem::path log;
  /// What one start of it may write to the log, in bytes; the rest is dropped, and the log says so.
  std::uint64_t log_limit = std::uint64_t{16} << 20;
  /// Its standard input and output are pipes to the caller, and only its standard error goes to the
  /// log; else its input is empty and both outputs go to the log.
  bool has_pipes = false;
};

struct StartedProcess {
  pid_t pid = -1;
  base::FileDescriptor input;   ///< has_pipes: what is written here it reads
  base::FileDescriptor output;  ///< has_pipes: what it prints can be read here
  std::filesystem::path log;
  std::uint64_t log_start = 0;  ///< the size of the log before: what follows is of this start
};

struct ProcessExit {
  std::string name;
  pid_t pid = -1;
  int code = 0;    ///< exit code, if no signal ended it
  int signal = 0;  ///< the signal that ended it; 0: none
  /// This program ended it (Kill, Terminate, Restart, KillAll), or had begun to.
  bool was_asked_for = false;
  /// Bytes of its output that were not kept, for the limit of the log.
  std::uint64_t dropped_output = 0;
};

/// "exited with code 3", "was killed by signal 9 (Killed)".
std::string ExitText(const ProcessExit& exit);

}  // namespace adapter

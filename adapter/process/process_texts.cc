#include "adapter/process/process_texts.h"

#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace adapter {
namespace {

namespace fs = std::filesystem;

// Why an exec failed, so that one can see what to do about it.
std::string ProgramErrorText(const std::string& program, const Launch& launch, int error) {
  if (program.find('/') == std::string::npos) {
    if (error == ENOENT) return fmt::format("no program '{}' in PATH", program);
    return fmt::format("program '{}': {}", program, std::strerror(error));
  }
  const fs::path path = fs::path(launch.working_folder) / program;
  std::error_code unknown;
  const bool exists = fs::exists(path, unknown);
  if (error == ENOENT && exists) {
    return fmt::format("program '{}': the interpreter of its first line is missing", program);
  }
  if (error == ENOENT && fs::path(program).is_relative()) {
    return fmt::format("no program '{}' in {}", program, launch.working_folder);
  }
  if (error == ENOENT) return fmt::format("no program '{}'", program);
  if (error == EACCES && fs::is_directory(path, unknown)) {
    return fmt::format("program '{}' is a folder", program);
  }
  if (error == EACCES && exists) return fmt::format("program '{}' is not executable", program);
  return fmt::format("program '{}': {}", program, std::strerror(error));
}

}  // namespace

std::string LaunchErrorText(const ProcessSpec& spec, const Launch& launch, LaunchStep step,
                            int error) {
  std::string reason;
  switch (step) {
    case LaunchStep::kLog:
      reason = fmt::format("log file {}: {}", launch.log, std::strerror(error));
      break;
    case LaunchStep::kWorkingFolder:
      reason = fmt::format("working folder {}: {}", launch.working_folder, std::strerror(error));
      break;
    case LaunchStep::kProgram:
      reason = ProgramErrorText(spec.command[0], launch, error);
      break;
    case LaunchStep::kNone:
    case LaunchStep::kFork:
      reason = fmt::format("no new process: {}", std::strerror(error));
      break;
  }
  return fmt::format("cannot start '{}': {}", spec.name, reason);
}

std::string ExitText(const ProcessExit& exit) {
  if (exit.signal == 0) return fmt::format("exited with code {}", exit.code);
  return fmt::format("was killed by signal {} ({})", exit.signal, ::strsignal(exit.signal));
}

}  // namespace adapter

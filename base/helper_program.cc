#include "base/helper_program.h"

#include <system_error>

#ifndef CPNGEN_LIBEXEC_FROM_BIN
#error "CPNGEN_LIBEXEC_FROM_BIN must be defined by the build"
#endif

namespace base {

namespace fs = std::filesystem;

fs::path HelperProgramOf(const fs::path& programs, const std::string& name) {
  std::error_code ignored;
  const fs::path installed = (programs / CPNGEN_LIBEXEC_FROM_BIN / name).lexically_normal();
  return !fs::exists(programs / name, ignored) && fs::exists(installed, ignored) ? installed
                                                                                 : programs / name;
}

std::string HelperProgram(const std::string& name) {
  return HelperProgramOf(fs::read_symlink("/proc/self/exe").parent_path(), name).string();
}

}  // namespace base

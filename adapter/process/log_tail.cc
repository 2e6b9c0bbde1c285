#include "adapter/process/log_tail.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <string_view>

#include "base/characters.h"
#include "base/file_descriptor.h"

namespace adapter {
namespace {

constexpr std::size_t kMost = std::size_t{64} << 10;
constexpr std::size_t kLongestLine = 500;

std::string ReadEnd(const std::filesystem::path& file) {
  const base::FileDescriptor log(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!log || ::fstat(log.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const off_t start = std::max<off_t>(0, status.st_size - static_cast<off_t>(kMost));
  std::string text(kMost, '\0');
  std::size_t size = 0;
  while (size < kMost) {
    const ssize_t count =
        ::pread(log.get(), text.data() + size, kMost - size, start + static_cast<off_t>(size));
    if (count <= 0) break;
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return text;
}

std::string Printable(std::string_view line) {
  const bool is_cut = line.size() > kLongestLine;
  if (is_cut) line = line.substr(0, kLongestLine);
  std::string text;
  for (std::size_t at = 0; at < line.size();) {
    const base::Character character = base::DecodeAt(line, at);
    const bool is_control = !character.code_point || *character.code_point < 0x20 ||
                            (*character.code_point >= 0x7f && *character.code_point < 0xa0);
    if (line[at] == '\t') {
      text += ' ';
    } else if (is_control) {
      text += '?';
    } else {
      text += line.substr(at, character.bytes);
    }
    at += character.bytes;
  }
  return is_cut ? text + " [cut]" : text;
}

}  // namespace

std::vector<std::string> LastLines(const std::filesystem::path& file, std::size_t count) {
  const std::string text = ReadEnd(file);
  std::string_view rest = text;
  if (!rest.empty() && rest.back() == '\n') rest.remove_suffix(1);
  std::vector<std::string> lines;
  bool is_first = rest.empty();
  while (lines.size() < count && !is_first) {
    const std::size_t end = rest.rfind('\n');
    is_first = end == std::string_view::npos;
    std::string_view line = is_first ? rest : rest.substr(end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(Printable(line));
    if (!is_first) rest = rest.substr(0, end);
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

}  // namespace adapter

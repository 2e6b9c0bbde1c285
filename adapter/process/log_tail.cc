#include "adapter/process/log_tail.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/characters.h"
#include "base/file_descriptor.h"

namespace adapter {
namespace {

constexpr std::size_t kMost = std::size_t{64} << 10;
constexpr std::size_t kLongestLine = 500;

struct Ending {
  std::string text;
  std::uint64_t left_out = 0;  ///< bytes before it
};

/// The last `most` bytes of those from `begin` on.
Ending ReadEnd(const std::filesystem::path& file, std::uint64_t begin, std::size_t most) {
  const base::FileDescriptor log(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!log || ::fstat(log.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const auto end = static_cast<std::uint64_t>(status.st_size);
  if (begin >= end) return {};
  const std::uint64_t start = std::max(begin, end - std::min<std::uint64_t>(end, most));
  Ending ending{std::string(end - start, '\0'), start - begin};
  std::size_t size = 0;
  while (size < ending.text.size()) {
    const ssize_t count = ::pread(log.get(), ending.text.data() + size, ending.text.size() - size,
                                  static_cast<off_t>(start + size));
    if (count <= 0) break;
    size += static_cast<std::size_t>(count);
  }
  ending.text.resize(size);
  return ending;
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
  const std::string text = ReadEnd(file, 0, kMost).text;
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

std::string TextFrom(const std::filesystem::path& file, std::uint64_t begin, std::size_t most) {
  Ending ending = ReadEnd(file, begin, most);
  if (ending.left_out == 0) return std::move(ending.text);
  return fmt::format("[{} bytes before this are left out]\n{}", ending.left_out, ending.text);
}

std::uint64_t SizeOf(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

}  // namespace adapter

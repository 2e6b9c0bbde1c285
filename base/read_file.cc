#include "base/read_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace base {

FileContents ReadFile(const std::string& path, std::size_t most) {
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
  if (!file) return {"", std::strerror(errno)};
  std::string bytes;
  char block[1 << 16];
  while (const std::size_t read = std::fread(block, 1, sizeof block, file.get())) {
    bytes.append(block, read);
    if (bytes.size() > most) return {"", "it has more than " + std::to_string(most) + " bytes"};
  }
  if (std::ferror(file.get())) return {"", std::strerror(errno)};
  return {std::move(bytes), ""};
}

}  // namespace base

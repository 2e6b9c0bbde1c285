#include "cpn/lua/interpreter/chunk_name.h"

#include <charconv>

namespace cpn::lua {

std::string ChunkName(std::string_view file, int lines_before) {
  std::string name = "@";
  name += file;
  if (lines_before > 0) name += '\n' + std::to_string(lines_before);
  return name;
}

ChunkPlace ChunkPlaceOf(std::string_view source) {
  if (source.starts_with('@')) source.remove_prefix(1);
  const std::size_t separator = source.rfind('\n');
  if (separator == std::string_view::npos) return {source, 0};
  int lines = 0;
  const char* const end = source.data() + source.size();
  const auto [rest, error] = std::from_chars(source.data() + separator + 1, end, lines);
  if (error != std::errc() || rest != end) return {source, 0};
  return {source.substr(0, separator), lines};
}

SourceLocation LocationInChunk(std::string_view source, int line) {
  const ChunkPlace place = ChunkPlaceOf(source);
  return {std::string(place.file), line + place.lines_before, 0};
}

}  // namespace cpn::lua

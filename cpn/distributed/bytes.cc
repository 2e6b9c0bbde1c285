#include "cpn/distributed/bytes.h"

#include <cstring>

namespace cpn::distributed {

void ByteWriter::Number(std::uint64_t n) {
  for (; n >= 0x80; n >>= 7) bytes_.push_back(static_cast<char>(n | 0x80));
  bytes_.push_back(static_cast<char>(n));
}

void ByteWriter::Text(std::string_view text) {
  Number(text.size());
  Raw(text.data(), text.size());
}

void ByteWriter::Raw(const char* data, std::size_t size) {
  if (size == 0) return;
  std::memcpy(Extend(size), data, size);
}

std::vector<char> ByteWriter::Take() {
  std::vector<char> taken;
  taken.swap(bytes_);
  return taken;
}

std::uint64_t ByteReader::Number() {
  std::uint64_t n = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(*Raw(1));
    n |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return n;
  }
  throw BadBytes();
}

std::string_view ByteReader::Text() {
  const std::uint64_t size = Number();
  return {Raw(size), size};
}

const char* ByteReader::Raw(std::uint64_t size) {
  if (size > bytes_.size()) throw BadBytes();
  const char* const data = bytes_.data();
  bytes_ = bytes_.subspan(size);
  return data;
}

}  // namespace cpn::distributed

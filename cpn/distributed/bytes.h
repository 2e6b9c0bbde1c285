// Messages as bytes: numbers of 7 bits a byte, lowest first, and texts with their length.
// Thread safety: none; plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cpn::distributed {

/// A message or a checkpoint that nobody of this program can have written so.
struct BadBytes : std::runtime_error {
  BadBytes() : std::runtime_error("bytes from another rank, or of a checkpoint, make no sense") {}
};

/// Plain values as they lie in memory, for ranks on machines of one kind.
template <typename T>
std::vector<char> BytesOf(const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<char> bytes(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}
/// What BytesOf() made.
template <typename T>
std::vector<T> AllOf(std::span<const char> bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (bytes.size() % sizeof(T) != 0) throw BadBytes();
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

class ByteWriter {
 public:
  void Number(std::uint64_t n);
  void Text(std::string_view text);
  void Raw(const char* data, std::size_t size);
  /// Room for `size` more bytes, for the caller to write before the next call.
  char* Extend(std::size_t size) {
    bytes_.resize(bytes_.size() + size);
    return bytes_.data() + bytes_.size() - size;
  }
  void Append(const ByteWriter& other) { Raw(other.bytes_.data(), other.bytes_.size()); }
  std::size_t size() const { return bytes_.size(); }
  void Clear() { bytes_.clear(); }
  /// All bytes; none are left.
  std::vector<char> Take();

 private:
  std::vector<char> bytes_;
};

/// The members throw BadBytes where the bytes end too early. What they return points into the bytes
/// that it reads.
class ByteReader {
 public:
  explicit ByteReader(std::span<const char> bytes) : bytes_(bytes) {}

  std::uint64_t Number();
  std::uint32_t Small() { return static_cast<std::uint32_t>(Number()); }
  std::string_view Text();
  const char* Raw(std::uint64_t size);
  bool at_end() const { return bytes_.empty(); }

 private:
  std::span<const char> bytes_;
};

}  // namespace cpn::distributed

// A number for texts, to tell whether two programs, perhaps on two machines, were given the same
// ones. It is no protection against somebody who wants two texts to look alike.
//
// Invariant: equal sequences of texts have equal digests, on every machine.
// Thread safety: none; one digest is one thread's.
// Source: Fowler, Noll, Vo, "The FNV non-cryptographic hash algorithm" (FNV-1a, 64 bits).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace base {

class Digest {
 public:
  /// Where a text ends counts, too: "ab" and "c" is not "a" and "bc".
  void Add(std::string_view text) {
    for (const char c : text) AddByte(static_cast<unsigned char>(c));
    for (std::uint64_t size = text.size(), byte = 0; byte < 8; ++byte, size >>= 8u) {
      AddByte(static_cast<unsigned char>(size & 255u));
    }
  }

  /// 16 hexadecimal digits.
  std::string Text() const {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(value_ >> shift) & 15u];
    return text;
  }

 private:
  void AddByte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3u; }

  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace base

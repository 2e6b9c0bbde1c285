#include "adapter/systems/connections/http2_call.h"

#include <cstdint>

namespace adapter {
namespace {

enum FrameType : std::uint8_t { kData = 0, kHeaders = 1, kSettings = 4 };
enum FrameFlag : std::uint8_t { kEndStream = 1, kEndHeaders = 4 };
constexpr std::size_t kFrameHead = 9;
constexpr std::uint32_t kCall = 1;  // the client's first stream

std::string Number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

std::string Frame(FrameType type, std::uint8_t flags, std::uint32_t stream,
                  std::string_view payload) {
  return Number(payload.size(), 3) + Number(type, 1) + Number(flags, 1) + Number(stream, 4) +
         std::string(payload);
}

// A field that is not to be remembered, with name and value as they are (RFC 7541, 6.2.2). Both are
// shorter than 127 bytes.
std::string Field(std::string_view name, std::string_view value) {
  return Number(0, 1) + Number(name.size(), 1) + std::string(name) + Number(value.size(), 1) +
         std::string(value);
}

std::size_t NumberAt(std::string_view bytes, std::size_t at, int size) {
  std::size_t number = 0;
  for (int i = 0; i < size; ++i) {
    number = number << 8 | static_cast<std::uint8_t>(bytes[at + static_cast<std::size_t>(i)]);
  }
  return number;
}

}  // namespace

Http2Call MakeHttp2Call(std::string_view method, std::string_view request) {
  const std::string fields = Field(":method", "POST") + Field(":scheme", "http") +
                             Field(":path", method) + Field(":authority", "localhost") +
                             Field("content-type", "application/grpc") + Field("te", "trailers");
  return {.settings = Frame(kSettings, 0, 0, ""),
          .headers = Frame(kHeaders, kEndHeaders, kCall, fields),
          .message = Frame(kData, kEndStream, kCall,
                           Number(0, 1) + Number(request.size(), 4) + std::string(request))};
}

bool Http2Reply::HasMessage() const {
  std::size_t at = 0;
  while (at + kFrameHead <= bytes_.size()) {
    const std::size_t size = NumberAt(bytes_, at, 3);
    const bool is_data = NumberAt(bytes_, at + 3, 1) == kData;
    if (is_data && NumberAt(bytes_, at + 5, 4) == kCall && size > 0) return true;
    at += kFrameHead + size;
  }
  return false;
}

}  // namespace adapter

#include "adapter/process/warden/messages.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <type_traits>

namespace adapter {
namespace {

constexpr std::size_t kMaximalDescriptors = 2;

class Writer {
 public:
  template <typename T>
  void Number(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void Text(const std::string& text) {
    Number(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  void Texts(const std::vector<std::string>& texts) {
    Number(static_cast<std::uint32_t>(texts.size()));
    for (const std::string& text : texts) Text(text);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads what a Writer wrote; whatever the bytes are, it stays within them.
class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}

  template <typename T>
  void Number(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!Has(sizeof value)) return;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
  }
  void Text(std::string& text) {
    std::uint32_t size = 0;
    Number(size);
    if (!Has(size)) return;
    text.assign(bytes_, at_, size);
    at_ += size;
  }
  void Texts(std::vector<std::string>& texts) {
    std::uint32_t count = 0;
    Number(count);
    while (good_ && count-- > 0) Text(texts.emplace_back());
  }
  bool AtEnd() const { return good_ && at_ == bytes_.size(); }

 private:
  bool Has(std::size_t size) {
    good_ = good_ && size <= bytes_.size() - at_;
    return good_;
  }

  const std::string& bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

}  // namespace

std::string Encode(const Request& request) {
  Writer to;
  to.Number(request.kind);
  to.Number(request.process);
  to.Text(request.mark);
  to.Number(request.signal);
  to.Texts(request.launch.command);
  to.Texts(request.launch.environment);
  to.Text(request.launch.working_folder);
  to.Text(request.launch.log);
  to.Number(request.launch.log_limit);
  to.Number(static_cast<std::uint8_t>(request.launch.has_pipes ? 1 : 0));
  return to.Take();
}

std::optional<Request> DecodeRequest(const std::string& packet) {
  Request request;
  std::uint8_t has_pipes = 0;
  Reader from(packet);
  from.Number(request.kind);
  from.Number(request.process);
  from.Text(request.mark);
  from.Number(request.signal);
  from.Texts(request.launch.command);
  from.Texts(request.launch.environment);
  from.Text(request.launch.working_folder);
  from.Text(request.launch.log);
  from.Number(request.launch.log_limit);
  from.Number(has_pipes);
  request.launch.has_pipes = has_pipes != 0;
  if (!from.AtEnd()) return std::nullopt;
  return request;
}

std::string Encode(const Report& report) {
  Writer to;
  to.Number(report.kind);
  to.Number(report.process);
  to.Number(report.pid);
  to.Number(report.status);
  to.Number(report.error);
  to.Number(report.step);
  to.Number(report.log_start);
  to.Number(report.dropped);
  to.Text(report.folder);
  return to.Take();
}

std::optional<Report> DecodeReport(const std::string& packet) {
  Report report;
  Reader from(packet);
  from.Number(report.kind);
  from.Number(report.process);
  from.Number(report.pid);
  from.Number(report.status);
  from.Number(report.error);
  from.Number(report.step);
  from.Number(report.log_start);
  from.Number(report.dropped);
  from.Text(report.folder);
  if (!from.AtEnd()) return std::nullopt;
  return report;
}

int SendPacket(int socket, const std::string& bytes, const std::vector<int>& descriptors) {
  if (bytes.size() > kMaximalPacket) return EMSGSIZE;
  iovec part = {const_cast<char*>(bytes.data()), bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMaximalDescriptors * sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    const std::size_t size = descriptors.size() * sizeof(int);
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(size);
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    std::memcpy(CMSG_DATA(header), descriptors.data(), size);
  }
  while (::sendmsg(socket, &message, MSG_NOSIGNAL) < 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

std::optional<Packet> ReceivePacket(int socket) {
  Packet packet;
  packet.bytes.resize(kMaximalPacket);
  iovec part = {packet.bytes.data(), packet.bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMaximalDescriptors * sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t size = -1;
  do {
    size = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  if (size <= 0) return std::nullopt;
  packet.bytes.resize(static_cast<std::size_t>(size));
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    std::vector<int> received(count);
    std::memcpy(received.data(), CMSG_DATA(header), count * sizeof(int));
    for (const int descriptor : received) packet.descriptors.emplace_back(descriptor);
  }
  return packet;
}

}  // namespace adapter

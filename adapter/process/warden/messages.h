// What the adapter and a warden (warden.h) say to each other: one packet a message, over a
// SOCK_SEQPACKET socket.
//
// The adapter asks, one question at a time, and each question has one answer: kDone, kStarted or
// kStartFailed. kHello, kExited, kStopped and kContinued come by themselves.
//
// Thread safety: values and free functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/file_descriptor.h"

namespace adapter {

/// The descriptor that a warden finds its socket at.
inline constexpr int kWardenSocket = 3;

/// Environment variables that tell to which instance, and to which process of it, a process and its
/// descendants belong.
inline constexpr const char* kInstanceVariable = "CPNGEN_INSTANCE";
inline constexpr const char* kProcessVariable = "CPNGEN_PROCESS";

/// A program to be started.
struct Launch {
  std::vector<std::string> command;
  std::vector<std::string> environment;  ///< all of it: NAME=value
  std::string working_folder;
  std::string log;
  std::uint64_t log_limit = 0;
  /// Two descriptors come with the message: its standard input and output. Else its input is empty
  /// and its output goes to the log.
  bool has_pipes = false;
};

enum class RequestKind : std::uint32_t { kStart, kSignal, kSignalAll, kPumpLogs };

struct Request {
  RequestKind kind = RequestKind::kStart;
  std::uint32_t process = 0;  ///< chosen by the adapter, never twice
  std::string mark;           ///< kSignal: the value of kProcessVariable of the process
  std::int32_t signal = 0;
  Launch launch;  ///< kStart only
};

/// Where the start of a program failed.
enum class LaunchStep : std::uint32_t { kNone, kLog, kFork, kWorkingFolder, kProgram };

enum class ReportKind : std::uint32_t {
  kHello,
  kDone,
  kStarted,
  kStartFailed,
  kExited,
  kStopped,
  kContinued
};

struct Report {
  ReportKind kind = ReportKind::kHello;
  std::uint32_t process = 0;
  std::int32_t pid = 0;
  std::int32_t status = 0;  ///< kExited: as waitpid gives it; kStopped: the signal
  std::int32_t error = 0;   ///< errno of kHello and kStartFailed; 0: none
  LaunchStep step = LaunchStep::kNone;
  std::uint64_t log_start = 0;  ///< kStarted: the size of the log before
  std::uint64_t dropped = 0;    ///< kExited: bytes of output that the log has no room for
  std::string folder;           ///< kHello
};

/// Packets of more bytes are not sent.
inline constexpr std::size_t kMaximalPacket = 1 << 17;

std::string Encode(const Request& request);
std::string Encode(const Report& report);
/// Nothing when the packet is none of these.
std::optional<Request> DecodeRequest(const std::string& packet);
std::optional<Report> DecodeReport(const std::string& packet);

/// A packet and the descriptors that came with it.
struct Packet {
  std::string bytes;
  std::vector<base::FileDescriptor> descriptors;
};

/// Waits until the packet is sent. Returns errno; 0: sent.
int SendPacket(int socket, const std::string& bytes, const std::vector<int>& descriptors = {});
/// Waits for a packet. Nothing when the other end is gone.
std::optional<Packet> ReceivePacket(int socket);

}  // namespace adapter

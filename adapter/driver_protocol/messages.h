// What the adapter and a driver say to each other, as values; driver.proto defines what each means.
//
// Plain values; distinct objects may be used from different threads.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/driver_protocol/payload.h"

namespace adapter::driver_protocol {

/// Of the protocol.
inline constexpr int kVersion = 1;

struct Hello {
  int version = kVersion;
  std::string system;
  bool operator==(const Hello&) const = default;
};
struct BeginCase {
  int id = 0;
  std::string suite;
  std::string test;  ///< the case's id; the protocol calls it `case`
  std::uint64_t seed = 0;
  bool fresh = false;
  std::vector<std::pair<std::string, std::string>> addresses;
  Payload configuration;
  Payload attributes;
  bool operator==(const BeginCase&) const = default;
};
struct Stimulus {
  int id = 0;
  std::string name;
  Payload fields;
  std::string text;
  bool operator==(const Stimulus&) const = default;
};
struct Fault {
  int id = 0;
  std::string name;
  Payload fields;
  std::vector<std::string> actions;
  bool operator==(const Fault&) const = default;
};
struct EndCase {
  int id = 0;
  bool operator==(const EndCase&) const = default;
};
using ToDriver = std::variant<Hello, BeginCase, Stimulus, Fault, EndCase>;

struct Ready {
  int version = 0;
  std::string driver;
  bool operator==(const Ready&) const = default;
};
struct Event {
  std::string name;
  Payload fields;
  std::string text;
  std::string source;
  int answers = 0;
  double time = 0;
  bool operator==(const Event&) const = default;
};
struct Log {
  std::string line;
  std::string source;
  bool operator==(const Log&) const = default;
};
struct Done {
  int id = 0;
  bool operator==(const Done&) const = default;
};
struct Error {
  int id = 0;
  std::string message;
  bool operator==(const Error&) const = default;
};
using FromDriver = std::variant<Ready, Event, Log, Done, Error>;

/// An event as oracles compare it.
oracles::ObservedEvent ObservedOf(const Event& event);

/// A driver broke the protocol, or is gone. what() is for the user, in one line.
class DriverError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace adapter::driver_protocol

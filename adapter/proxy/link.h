// A link of a system under test, what can befall it, and what has, as values.
//
// Thread safety: values.
#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace adapter {

/// A link cannot be had or does not know the control; the message says which link and why.
class ProxyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class LinkProtocol { kTcp, kUdp };

/// Forward is from those who connect (or send first) to the target.
enum class Direction { kForward, kBackward, kBoth };

enum class LinkSide { kClient, kTarget };

struct LinkSpec {
  std::string name;
  LinkProtocol protocol = LinkProtocol::kTcp;
  std::uint16_t listen_port = 0;  ///< on 127.0.0.1; 0: the kernel chooses
  std::uint16_t target_port = 0;  ///< on 127.0.0.1
};

/// What is done to datagrams: to the next `count`, or, if that is 0, to each with probability
/// `share`.
struct DatagramFault {
  enum class Kind { kDrop, kDuplicate, kDelay };
  Kind kind = Kind::kDrop;
  Direction direction = Direction::kBoth;
  std::uint64_t count = 0;
  double share = 0;
  std::uint64_t seed = 1;              ///< of the choices that a share makes
  std::chrono::milliseconds delay{0};  ///< kDelay: later ones overtake it
};

/// What has happened on a link since it was added. A fault that has happened shows here; a
/// connection that is refused by a cut link does not, since nobody was there to count it.
struct LinkCounters {
  std::uint64_t connections = 0;        ///< accepted; of datagrams: clients
  std::uint64_t open = 0;               ///< those that are there now
  std::uint64_t refused_by_target = 0;  ///< the target did not accept: the client was reset
  std::uint64_t reset = 0;              ///< by Cut or DropConnections
  std::uint64_t half_opened = 0;
  /// How often data, an end of data or a new connection came to a partitioned link and was held
  /// back.
  std::uint64_t held = 0;
  std::uint64_t forward_bytes = 0;   ///< passed on to the target
  std::uint64_t backward_bytes = 0;  ///< passed on to clients
  std::uint64_t delayed = 0;         ///< pieces of data, or datagrams
  std::uint64_t throttled = 0;       ///< waits for the rate
  std::uint64_t dropped = 0;         ///< datagrams
  std::uint64_t duplicated = 0;      ///< datagrams
  /// Datagrams that no socket or buffer had room for: as on any network, but no fault that was
  /// asked for.
  std::uint64_t lost = 0;
};

}  // namespace adapter

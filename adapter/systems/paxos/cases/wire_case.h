// A case of kind wiretest: messages to one replica's server in the course of its life, or replies
// that come to its transport, and what becomes of each.
//
// Invariants of a case that the reader returned: a message has the fields that its type has
// (kWireMessageForms), all of them but those of a vote or decision, which come together or not at
// all; there are as many outcomes as messages; replies stand alone: with them there is nothing
// else. Plain values; distinct objects may be used from different threads. Source:
// docs/paxos_suites.md, "Kind wiretest".
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace cases {

struct WireMessage {
  enum class Type {
    kPrepare,
    kAccept,
    kCommit,
    kPing,
    kPropose,  ///< a client's
    kWait,
    kStatus,
    kPromise,  ///< these are replies
    kPrepareRefusal,
    kNoPromise,  ///< to a Prepare: neither of both
    kLearn,
    kAcceptRefusal,
    kNoLearn,
    kCommitted,
    kAlive,
  };
  Type type = Type::kPrepare;
  std::optional<std::int64_t> rnd = std::nullopt;
  std::optional<std::int64_t> from = std::nullopt;
  std::optional<std::int64_t> vrnd = std::nullopt;   ///< of a vote, or of what was decided
  std::optional<std::int64_t> bytes = std::nullopt;  ///< length of the value
  bool operator==(const WireMessage&) const = default;
};

/// Which fields a type of message has; those of a vote or decision are optional.
struct WireMessageForm {
  const char* word = "";
  bool rnd = false;
  bool from = false;
  bool value = false;
  bool vote = false;
  bool reply = false;
};
inline constexpr WireMessageForm kWireMessageForms[] = {
    {.word = "prepare", .rnd = true},
    {.word = "accept", .rnd = true, .value = true},
    {.word = "commit", .rnd = true, .value = true},
    {.word = "ping", .from = true},
    {.word = "propose", .value = true},
    {.word = "wait"},
    {.word = "status"},
    {.word = "promise", .rnd = true, .vote = true, .reply = true},
    {.word = "prepare_refusal", .rnd = true, .reply = true},
    {.word = "no_promise", .reply = true},
    {.word = "learn", .rnd = true, .value = true, .reply = true},
    {.word = "accept_refusal", .rnd = true, .reply = true},
    {.word = "no_learn", .reply = true},
    {.word = "committed", .reply = true},
    {.word = "alive", .rnd = true, .vote = true, .reply = true},
};

/// What happens to the server: it gets its peers; takes no more clients; ends its roles. Or all
/// clients that wait go away.
enum class WireStep { kConnect, kDrain, kStop, kVanish };

using WireEvent = std::variant<WireMessage, WireStep>;

/// What its sender learns of a message; of a reply, what the caller does.
enum class WireOutcome { kAnswered, kRefused, kUnavailable, kCancelled };

/// What the replica has saved in the end: rounds.
struct WireState {
  std::optional<std::int64_t> promised = std::nullopt;
  std::optional<std::int64_t> vrnd = std::nullopt;
  std::optional<std::int64_t> decided = std::nullopt;
  bool operator==(const WireState&) const = default;
};

struct WireCase {
  std::vector<WireEvent> events;
  std::vector<WireOutcome> outcomes;  ///< of the messages, in order
  WireState state;
  bool operator==(const WireCase&) const = default;
};

/// The words of the format, in the order of their enumerations.
inline constexpr const char* kWireStepWords[] = {"Connect", "Drain", "Stop", "Vanish"};
inline constexpr const char* kWireOutcomeWords[] = {"answered", "refused", "unavailable",
                                                    "cancelled"};

inline const WireMessageForm& FormOf(WireMessage::Type type) {
  return kWireMessageForms[static_cast<std::size_t>(type)];
}

}  // namespace cases

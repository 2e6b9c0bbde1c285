// What happened in an execution of replicas, as suites can speak of it: the events that replicas
// report, and the choices, by their names, in one order.
//
// Values, thread-safe as such.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sut/paxos/roles/instrumentation.h"
#include "systematic/schedule.h"

namespace paxos {

/// An event, and after how many choices it came: that of its step is the last of them.
struct TimedEvent {
  std::size_t choices = 0;
  Event event;
};

/// A step, or a value that was chosen.
struct NamedChoice {
  std::size_t number = 0;  ///< from 1
  std::string kind;        ///< "request", "fate of reply", "leader fails"
  int from = -1;           ///< replica; -1: none
  int client = -1;         ///< whose question it is; -1: nobody's
  int to = -1;             ///< the same
  std::string what;        ///< "Prepare"
  std::uint64_t ordinal = 0;
  std::uint64_t life = 0;
  std::uint64_t value = 0;
  bool is_step = true;
  bool healed = false;  ///< after the heal
};

struct Happenings {
  int replicas = 0;
  int clients = 0;
  bool majorities = false;                   ///< all quorums are
  int losses = 0, duplicates = 0, late = 0;  ///< budgets
  std::vector<TimedEvent> events;
  std::vector<NamedChoice> choices;
};

/// Runs the schedule leniently on its harness. The schedule must be one of `Harnesses()`.
Happenings HappeningsOf(const systematic::Schedule& schedule);

}  // namespace paxos

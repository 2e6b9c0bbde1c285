// An enabled step, as strategies see it.
//
// Values, thread-safe as such.
#pragma once

#include <cstdint>

#include "systematic/key.h"

namespace systematic {

/// Whatever takes steps: a replica, a link, a timer, a client, a disk. 0 is none.
using MachineId = std::uint16_t;

/// What sort of step it is. kFault are those that minimisation leaves out first and that a fixed
/// rest never takes; kRepair makes a fault good; kControl is the harness's own doing; kInternal is
/// one of several things that a machine may do, in any order and perhaps instead of each other: it
/// has no queue.
enum class OptionKind : std::uint8_t {
  kMessage,
  kTimer,
  kClient,
  kStorage,
  kFault,
  kRepair,
  kControl,
  kInternal
};

struct Option {
  Key key;
  std::uint32_t id = 0;    ///< options enabled before it in this execution: the age, and unique
  std::uint32_t born = 0;  ///< choices made when it was enabled; the last of them is its cause
  MachineId machine = 0;   ///< who takes the step: the receiver of a message
  std::uint16_t resource =
      0;  ///< what it shares besides its machine (a disk, a budget); 0: nothing
  OptionKind kind = OptionKind::kMessage;
};

}  // namespace systematic

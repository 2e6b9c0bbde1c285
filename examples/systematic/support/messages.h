// Messages between the machines of a harness: each is an option of its receiver until it is
// handled.
//
// In any order, or, as over one connection, in the order in which they were sent from one machine
// to another. Nothing is lost or doubled.
// Thread safety: none; it is one execution's.
#pragma once

#include <deque>
#include <map>
#include <utility>

#include "systematic/scheduler.h"

namespace support {

enum class Order { kAny, kAsSent };

class Messages {
 public:
  Messages(systematic::Scheduler& scheduler, Order order);

  /// `handle` runs when the receiver takes the message; `what` is its name.
  void Send(systematic::MachineId from, systematic::MachineId to, systematic::Word what,
            systematic::Step handle);

 private:
  struct Message {
    systematic::Key key;
    systematic::Step handle;
  };
  using Link = std::pair<systematic::MachineId, systematic::MachineId>;  // from, to

  void EnableFirst(const Link& link);
  void HandleFirst(const Link& link);

  systematic::Scheduler& scheduler_;
  const Order order_;
  const systematic::Word deliver_;
  std::map<Link, std::deque<Message>> under_way_;  // of kAsSent; the first one is enabled
};

}  // namespace support

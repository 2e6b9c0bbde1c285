// Which calls of clients are open, so that a server can end without cutting one off, and so that
// there are never more than it can carry, and none of them can take the places of all others.
//
// Invariants: after Drain has begun no call enters; never are more than the most open, in all and
// of one client.
// Thread-safe.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "sut/paxos/roles/types.h"

namespace paxos {

class ClientCalls : public std::enable_shared_from_this<ClientCalls> {
 public:
  /// A call is open for as long as someone holds it.
  using Open = std::shared_ptr<ClientCalls>;

  /// Null: the call must not enter, because too many are open (`full`), or since Drain.
  struct Entered {
    Open open;
    bool full = false;
  };

  /// At most so many are open, in all and of one client.
  ClientCalls(int most, int most_of_one) : most_(most), most_of_one_(most_of_one) {}

  /// `client`: whose call it is, such as the address of its connection; empty: of a client that
  /// cannot be told from others. The object must be in a shared_ptr.
  Entered Enter(const std::string& client);
  /// Takes no more calls, and waits until none is open, but not longer than `grace`.
  void Drain(Duration grace);

 private:
  void Leave(const std::string& client);

  std::mutex mutex_;
  std::condition_variable idle_;
  const int most_;
  const int most_of_one_;
  int open_ = 0;
  std::unordered_map<std::string, int> open_of_;  // by client, of those with a call
  bool draining_ = false;
};

}  // namespace paxos

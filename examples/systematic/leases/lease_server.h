// A server that lends one lock to clients for a while: who does not give it back in time loses it,
// and the next one gets it.
//
// Not thread-safe: the caller serialises.
#pragma once

#include <deque>
#include <optional>

class LeaseServer {
 public:
  using Client = int;
  using Lease = unsigned;  ///< the number of a loan: 1, 2, ...

  /// What the server does.
  class World {
   public:
    virtual ~World() = default;
    /// Tells the client that the lock is its own, until the lease ends.
    virtual void SendGrant(Client client, Lease lease) = 0;
    /// Has OnLeaseEnd(lease) called in a while. The client knows by its own clock.
    virtual void StartTimer(Client client, Lease lease) = 0;
  };

  explicit LeaseServer(World& world) : world_(world) {}

  /// A client wants the lock.
  void OnAcquire(Client client) {
    waiting_.push_back(client);
    GrantNext();
  }

  /// A client gives back what it got by this lease.
  void OnRelease(Client client, Lease lease) {
    if (client == holder_ && lease == lease_) Free();
  }

  /// The lease is over, whether the client has given the lock back or not.
  void OnLeaseEnd(Lease lease) {
    if (lease == lease_) Free();
  }

 private:
  void Free() {
    holder_.reset();
    GrantNext();
  }

  void GrantNext() {
    if (holder_ || waiting_.empty()) return;
    holder_ = waiting_.front();
    waiting_.pop_front();
    ++lease_;
    world_.StartTimer(*holder_, lease_);
    world_.SendGrant(*holder_, lease_);
  }

  World& world_;
  std::deque<Client> waiting_;
  std::optional<Client> holder_;
  Lease lease_ = 0;  // the last one
};

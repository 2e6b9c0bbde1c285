// The locks, waits, atomic values and stop tokens of this library, each by one name.
//
// In a normal build each name is std's type itself. A build in which one scheduler decides the
// order of all threads defines QUORUM_SYNC_HEADER, the header of types with the same members; all
// of a program is then built with it. ThreadTimer and what touches gRPC stay with std: their
// threads are not ours to order.
#pragma once

#ifdef QUORUM_SYNC_HEADER
#include QUORUM_SYNC_HEADER
#else

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace quorum::sync {

using Mutex = std::mutex;
using ConditionVariable = std::condition_variable;
template <class T>
using Atomic = std::atomic<T>;
using StopToken = std::stop_token;
using StopSource = std::stop_source;
template <class Callback>
using StopCallback = std::stop_callback<Callback>;

}  // namespace quorum::sync

#endif

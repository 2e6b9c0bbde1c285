// The names of quorum/sync.h where one scheduler decides the order of all threads. Included by
// sync.h alone, in targets that are built with QUORUM_SYNC_HEADER.
//
// Thread safety: that of the types.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

#include "systematic/fibers/sync.h"

namespace quorum::sync {

using Mutex = ::systematic::fibers::Mutex;
using ConditionVariable = ::systematic::fibers::ConditionVariable;
template <class T>
using Atomic = ::systematic::fibers::Atomic<T>;
using StopToken = ::systematic::fibers::StopToken;
using StopSource = ::systematic::fibers::StopSource;
template <class Callback>
using StopCallback = ::systematic::fibers::StopCallback<Callback>;

}  // namespace quorum::sync

// All that code under test needs in place of std's threads and locks. Code that names its types by
// one header of its own, as quorum/sync.h does, is built a second time with that header made of
// these; all of a program is then built so.
//
// Thread safety: that of the types.
#pragma once

#include "systematic/fibers/atomic.h"
#include "systematic/fibers/mutex.h"
#include "systematic/fibers/stop.h"
#include "systematic/fibers/thread.h"
#include "systematic/fibers/threads.h"

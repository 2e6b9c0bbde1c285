#include "adapter/system_driver.h"

#include "adapter/online/session.h"

namespace adapter {

std::unique_ptr<online::Subject> SystemDriver::OpenOnline() const { return nullptr; }

}  // namespace adapter

// The program `adapter_warden`, which the adapter starts; it is of no use by itself.
#include <fcntl.h>
#include <linux/close_range.h>
#include <unistd.h>

#include <cstdio>

#include "adapter/process/warden/warden.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("adapter_warden: is started by `adapter run`, not by hand\n", stderr);
    return 2;
  }
  ::close_range(adapter::kWardenSocket + 1, ~0U, 0);
  ::fcntl(adapter::kWardenSocket, F_SETFD, FD_CLOEXEC);
  return adapter::Warden(base::FileDescriptor(adapter::kWardenSocket), argv[1]).Run();
}

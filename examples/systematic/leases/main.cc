#include "systematic/main.h"

#include "lease_harness.h"

int main(int argc, char** argv) {
  return systematic::Main(
      argc, argv,
      {systematic::HarnessOf<LeaseHarness>("leases", "three clients, leases, a death")});
}

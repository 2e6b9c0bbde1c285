#include "lease_harness.h"
#include "systematic/systematic_test.h"

SYSTEMATIC_TEST(LeaseHarness, 20000);

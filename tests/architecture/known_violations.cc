// KNOWN VIOLATIONS. Each entry is the beginning of what a check reports; somebody is removing it, and
// none is added. Take an entry out when the test says that it is no longer needed.
#include "tests/architecture/rules.h"

namespace architecture {

const std::vector<std::string>& KnownViolations() {
  static const std::vector<std::string> kKnown = {
      // Being taken apart into a core and systems/ (adapter/).
      "adapter/faults/mailbox.h:", "adapter/faults/mailbox_test.cc:",
      "adapter/systems/paxos/faults/faulty_transport_test.cc:",
      // The engine and the model language.
  };
  return kKnown;
}

}  // namespace architecture

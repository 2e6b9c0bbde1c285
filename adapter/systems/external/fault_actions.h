// What the faults of a case do to the processes and links of an instance.
//
// Thread safety: free functions; one thread uses an instance.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "adapter/systems/external/instance.h"
#include "adapter/systems/external/system_description.h"
#include "xml/element.h"

namespace adapter::external {

/// A fault that cannot happen as the case asks for it: what() says why.
class FaultError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One thing to be done.
struct Deed {
  Action action = Action::kKill;
  std::string target;  ///< a process, or the name of a link
  std::uint64_t amount = 0;
  bool from_is_reset = false;
  std::string text;  ///< "kill server", "cut a -> b"
};

/// As system files call it: "kill".
const char* WordOf(Action action);

/// What the fault means for this stimulus, in order. Throws FaultError when it names a process,
/// link or field that is not there.
std::vector<Deed> DeedsOf(const FaultDescription& fault, const xml::Element& stimulus,
                          const SystemDescription& system);

/// Has everything as it was before the deeds: links are healed, with what a fault held back lost;
/// processes run, those that were killed with their data. Throws SystemError.
void Undo(const std::vector<Deed>& deeds, Instance& instance, Instance::Deadline deadline);

/// Throws FaultError when it did not happen, such as the kill of a process that does not run or
/// half of a connection where there is none, and SystemError when the system broke.
void Do(const Deed& deed, Instance& instance, Instance::Deadline deadline);

}  // namespace adapter::external

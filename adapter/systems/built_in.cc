#include "adapter/systems/built_in.h"

#include "adapter/systems/paxos/paxos_driver.h"
#include "adapter/systems/quorum/quorum_driver.h"

namespace adapter {

SystemDrivers BuiltInSystems() {
  SystemDrivers drivers;
  drivers.push_back(MakePaxosDriver());
  drivers.push_back(MakeQuorumDriver());
  return drivers;
}

}  // namespace adapter

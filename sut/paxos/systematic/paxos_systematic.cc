// paxos_systematic: the real replicas and their storage under a scheduler that makes every choice.
#include <utility>
#include <vector>

#include "sut/paxos/storage/systematic/harnesses.h"
#include "sut/paxos/systematic/harnesses.h"
#include "sut/paxos/systematic/searched/world.h"
#include "systematic/main.h"

int main(int argc, char** argv) {
  std::vector<systematic::HarnessInfo> harnesses = paxos::Harnesses();
  for (systematic::HarnessInfo& storage : paxos::StorageHarnesses()) {
    harnesses.push_back(std::move(storage));
  }
  for (const int replicas : {3, 5}) harnesses.push_back(paxos::searched::InfoOf(replicas));
  return systematic::Main(argc, argv, harnesses);
}

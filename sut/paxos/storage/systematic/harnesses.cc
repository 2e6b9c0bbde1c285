#include "sut/paxos/storage/systematic/harnesses.h"

#include <string>
#include <utility>

#include "sut/paxos/storage/systematic/storage_harness.h"

namespace paxos {
namespace {

using systematic::HarnessInfo;

const std::string kLong(500, 'v');    // a record of it spans two sectors
const std::string kZeros(500, '\0');  // cannot be told from what was not written

HarnessInfo Info(std::string name, std::string about, const StorageHarnessOptions& options) {
  HarnessInfo info = StorageHarnessInfo(std::move(name), options);
  info.about = std::move(about);
  return info;
}

StorageHarnessOptions Ends() {
  StorageHarnessOptions options;
  options.faults = {.process_ends = 1, .power_failures = 2};
  options.values = {"M1", kLong, kZeros};
  return options;
}

StorageHarnessOptions AllFaults() {
  StorageHarnessOptions options;
  options.faults = {.process_ends = 2,
                    .power_failures = 3,
                    .sync_failures = 2,
                    .write_errors = 2,
                    .read_errors = 2,
                    .full = 2,
                    .short_transfers = 4,
                    .interruptions = 4,
                    .odds = 12};
  options.records = 12;
  options.values = {"M1", kLong, kZeros, std::string(3000, 'w')};
  options.max_growth = 1500;
  return options;
}

}  // namespace

std::vector<HarnessInfo> StorageHarnesses() {
  StorageHarnessOptions rewritten = Ends();
  rewritten.max_growth = 10;
  return {Info("storage", "a replica's log on a disk whose power fails", Ends()),
          Info("storage-rewritten", "the same, rewritten after each record", rewritten),
          Info("storage-faults", "the same on a disk with every fault", AllFaults())};
}

}  // namespace paxos

// A sample for the choice of a partition as bytes, so that all ranks choose from the same one.
#pragma once

#include "cpn/distributed/bytes.h"
#include "cpn/partition/partition_sample.h"

namespace cpn::distributed {

void WriteSample(const partition::PartitionSample& sample, ByteWriter& out);
/// What WriteSample() wrote. Throws BadBytes.
partition::PartitionSample ReadSample(ByteReader& in);

}  // namespace cpn::distributed

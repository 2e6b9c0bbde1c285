// Files of a checkpoint: what each rank has between two levels, enough to go on.
//
// DIR/level-000012/rank-3 is what rank 3 had when the markings of level 12 were known. All ranks
// write into DIR/level-000012.part, which is renamed when all are done, and then older ones are
// removed: a run that is killed at any moment leaves a whole checkpoint, or none yet. What a level
// leaves is written as one rank's messages to another are (encoder.h), so that whoever reads it
// needs no number that the writer used.
// Thread safety: free functions without state; one rank alone calls Publish().
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

namespace cpn::distributed {

/// A checkpoint cannot be written, read, or is not of this run: what(), without the program's name.
struct CheckpointError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The file of `rank` in the checkpoint of `level` that is being written; makes its folder.
std::string NewCheckpointFile(const std::string& folder, std::size_t level, unsigned rank);
/// The checkpoint of `level`, which all ranks have written, becomes the folder's only one.
void PublishCheckpoint(const std::string& folder, std::size_t level);
/// The file of `rank` in the last whole checkpoint. Throws CheckpointError when there is none.
std::string LastCheckpointFile(const std::string& folder, unsigned rank);

}  // namespace cpn::distributed

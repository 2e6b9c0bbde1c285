#include "cpn/distributed/checkpoint.h"

#include <fmt/format.h>

#include <filesystem>

namespace cpn::distributed {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBegin = "level-";
constexpr std::string_view kUnfinished = ".part";

std::string FolderName(std::size_t level) { return fmt::format("{}{:06}", kBegin, level); }

bool IsWhole(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with(kBegin) && !name.ends_with(kUnfinished);
}

}  // namespace

std::string NewCheckpointFile(const std::string& folder, std::size_t level, unsigned rank) {
  const fs::path part = fs::path(folder) / (FolderName(level) + std::string(kUnfinished));
  std::error_code error;
  fs::create_directories(part, error);
  if (error) {
    throw CheckpointError(
        fmt::format("{}: cannot write a checkpoint: {}", folder, error.message()));
  }
  return part / fmt::format("rank-{}", rank);
}

void PublishCheckpoint(const std::string& folder, std::size_t level) {
  const fs::path whole = fs::path(folder) / FolderName(level);
  std::error_code error;
  fs::remove_all(whole, error);  // of another run, which had come as far
  fs::rename(whole.string() + std::string(kUnfinished), whole, error);
  if (error) {
    throw CheckpointError(
        fmt::format("{}: cannot write a checkpoint: {}", folder, error.message()));
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const bool ours = entry.path().filename().string().starts_with(kBegin);
    if (ours && entry.path() != whole) fs::remove_all(entry.path(), error);
  }
}

std::string LastCheckpointFile(const std::string& folder, unsigned rank) {
  fs::path last;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (IsWhole(entry.path()) && entry.path().filename() > last.filename()) last = entry.path();
  }
  if (last.empty()) {
    throw CheckpointError(fmt::format("{}: there is no checkpoint to go on from", folder));
  }
  return last / fmt::format("rank-{}", rank);
}

}  // namespace cpn::distributed

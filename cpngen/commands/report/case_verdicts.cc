#include "cpngen/commands/report/case_verdicts.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>

namespace cpngen {
namespace {

/// The parts of a path, the last one first, without what only says where to begin.
std::vector<std::string> Parts(const std::string& path) {
  std::vector<std::string> parts;
  for (const std::filesystem::path& part :
       std::filesystem::path(path).lexically_normal().relative_path()) {
    if (part != "..") parts.push_back(part.string());
  }
  std::reverse(parts.begin(), parts.end());
  return parts;
}

/// How many parts the shorter one has, if the longer one ends in it; otherwise 0.
std::size_t Agreement(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  const std::size_t shorter = std::min(one.size(), other.size());
  return std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(shorter), other.begin())
             ? shorter
             : 0;
}

int Badness(trace::Outcome verdict) {
  if (verdict == trace::Outcome::kFail) return 2;
  return verdict == trace::Outcome::kInconclusive ? 1 : 0;
}

}  // namespace

CaseVerdicts::CaseVerdicts(const std::vector<ResultsFile>& results) {
  std::map<std::string, std::size_t> index;
  for (const ResultsFile& file : results) {
    for (const CaseResult& result : file.cases) {
      const auto [entry, added] = index.try_emplace(result.file, files_.size());
      if (added) files_.push_back({Parts(result.file), {}});
      trace::Outcome& verdict = files_[entry->second]
                                    .verdicts.try_emplace({result.suite, result.id}, result.verdict)
                                    .first->second;
      if (Badness(result.verdict) > Badness(verdict)) verdict = result.verdict;
    }
  }
}

const VerdictsOfFile& CaseVerdicts::Of(const std::string& suite_file) const {
  const std::vector<std::string> parts = Parts(suite_file);
  std::size_t most = 0;
  const VerdictsOfFile* found = &none_;
  for (const File& file : files_) {
    const std::size_t agreement = Agreement(parts, file.path);
    if (agreement == 0 || agreement < most) continue;
    found = agreement == most ? &none_ : &file.verdicts;  // two files may be meant
    most = agreement;
  }
  return *found;
}

}  // namespace cpngen

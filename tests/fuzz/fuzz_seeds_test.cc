// The fuzz targets on their seeds, in every preset: small inputs by hand, and what fuzzing found.
// An input that a reader cannot cope with ends this program, or is reported by a sanitizer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "testing/paths.h"

// LLVMFuzzerTestOneInput of fuzz_NAME.cc, renamed in CMakeLists.txt.
extern "C" {
int FuzzCpn(const std::uint8_t* data, std::size_t size);
int FuzzLua(const std::uint8_t* data, std::size_t size);
int FuzzMcc(const std::uint8_t* data, std::size_t size);
int FuzzMl(const std::uint8_t* data, std::size_t size);
int FuzzPnml(const std::uint8_t* data, std::size_t size);
int FuzzSuite(const std::uint8_t* data, std::size_t size);
int FuzzTrace(const std::uint8_t* data, std::size_t size);
}

namespace {

namespace fs = std::filesystem;

struct Target {
  std::string name;
  int (*run)(const std::uint8_t* data, std::size_t size);
};

void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }

const std::vector<Target> kTargets = {
    {"cpn", FuzzCpn},   {"lua", FuzzLua},     {"mcc", FuzzMcc},     {"ml", FuzzMl},
    {"pnml", FuzzPnml}, {"suite", FuzzSuite}, {"trace", FuzzTrace},
};

fs::path SeedsFolder() { return fs::path(test::SourcePath()) / "tests" / "fuzz" / "seeds"; }

std::vector<fs::path> Entries(const fs::path& folder) {
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

std::vector<std::uint8_t> Bytes(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class FuzzSeedsTest : public ::testing::TestWithParam<Target> {};

TEST_P(FuzzSeedsTest, EverySeedEndsInAValueOrAnError) {
  const auto seeds = Entries(SeedsFolder() / GetParam().name);
  ASSERT_FALSE(seeds.empty()) << "a target without seeds is not guarded";
  for (const fs::path& seed : seeds) {
    SCOPED_TRACE(seed.string());
    const auto bytes = Bytes(seed);
    ASSERT_FALSE(bytes.empty());
    EXPECT_EQ(GetParam().run(bytes.data(), bytes.size()), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzSeedsTest, ::testing::ValuesIn(kTargets),
                         [](const auto& target) { return target.param.name; });

TEST(FuzzSeedsFoldersTest, EachIsOfATarget) {
  std::set<std::string> targets;
  for (const Target& target : kTargets) targets.insert(target.name);
  std::set<std::string> folders;
  for (const fs::path& folder : Entries(SeedsFolder())) folders.insert(folder.filename().string());
  EXPECT_EQ(folders, targets);
}

}  // namespace

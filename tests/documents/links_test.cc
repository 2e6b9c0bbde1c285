// Every link of the documents leads somewhere, and every document is in the index.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "testing/files.h"
#include "testing/paths.h"
#include "tests/documents/markdown.h"

namespace documents {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = test::SourcePath();

/// README.md, CONTRIBUTING.md, CHANGELOG.md, and all of docs/.
std::vector<fs::path> Documents() {
  std::vector<fs::path> documents = {kRoot / "README.md", kRoot / "CONTRIBUTING.md",
                                     kRoot / "CHANGELOG.md"};
  for (const std::string& file : test::FilesBelow(kRoot / "docs", ".md")) documents.push_back(file);
  return documents;
}

/// What is wrong with a link of a document; empty when it leads somewhere.
std::string Problem(const fs::path& document, const std::string& target) {
  if (target.find("://") != std::string::npos) return "";
  const std::size_t hash = std::min(target.find('#'), target.size());
  const std::string name = target.substr(0, hash);
  const fs::path file = name.empty() ? document : document.parent_path() / name;
  if (!fs::exists(file)) return "there is no " + name;
  if (hash == target.size()) return "";
  if (file.extension() != ".md") return "an anchor in what is no document";
  const std::vector<std::string> anchors = Anchors(test::ReadFile(file));
  const bool found =
      std::find(anchors.begin(), anchors.end(), target.substr(hash + 1)) != anchors.end();
  return found ? "" : "there is no heading " + target.substr(hash);
}

TEST(LinksTest, AllLeadSomewhere) {
  int links = 0;
  for (const fs::path& document : Documents()) {
    for (const Link& link : Links(test::ReadFile(document))) {
      ++links;
      EXPECT_EQ(Problem(document, link.target), "")
          << fs::relative(document, kRoot).string() << ":" << link.line << ": " << link.target;
    }
  }
  EXPECT_GT(links, 50);
}

TEST(LinksTest, TheIndexNamesEveryDocument) {
  const fs::path index = kRoot / "docs/README.md";
  std::vector<fs::path> named;
  for (const Link& link : Links(test::ReadFile(index))) {
    named.push_back(
        (index.parent_path() / link.target.substr(0, link.target.find('#'))).lexically_normal());
  }
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "docs")) {
    const bool picture = entry.path().extension() == ".svg" || entry.path().extension() == ".png";
    if (!entry.is_regular_file() || picture || entry.path() == index) continue;
    EXPECT_NE(std::find(named.begin(), named.end(), entry.path().lexically_normal()), named.end())
        << fs::relative(entry.path(), kRoot).string() << " is not in docs/README.md";
  }
}

TEST(LinksTest, EveryPictureIsShown) {
  std::vector<fs::path> shown;
  for (const fs::path& document : Documents()) {
    for (const Link& link : Links(test::ReadFile(document))) {
      shown.push_back((document.parent_path() / link.target).lexically_normal());
    }
  }
  std::vector<std::string> pictures = test::FilesBelow(kRoot / "docs", ".svg");
  const std::vector<std::string> photographs = test::FilesBelow(kRoot / "docs", ".png");
  pictures.insert(pictures.end(), photographs.begin(), photographs.end());
  EXPECT_FALSE(pictures.empty());
  for (const std::string& picture : pictures) {
    EXPECT_NE(std::find(shown.begin(), shown.end(), fs::path(picture).lexically_normal()),
              shown.end())
        << picture;
  }
}

}  // namespace
}  // namespace documents

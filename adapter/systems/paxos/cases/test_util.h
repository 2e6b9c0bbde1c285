// What the tests of suite/ share: files, the corpus, example suites, the whole text of an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cases::testing {

/// A new empty folder, which goes away with this object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file into the folder and returns its path.
  std::string Put(const std::string& name, const std::string& contents) const;

 private:
  std::filesystem::path path_;
};

std::string ReadText(const std::filesystem::path& path);

/// The XML files below a folder of the corpus, in order; empty when the folder is not there.
std::vector<std::string> CorpusFiles(const std::string& corpus, const std::string& folder);

/// `text` with its only occurrence of `from` replaced. Throws std::logic_error unless it is the
/// only one, so that a test cannot break nothing by accident.
std::string Replace(const std::string& text, const std::string& from, const std::string& to);

/// splitmix64; the standard distributions differ between libraries.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// A number less than `bound`, which is not 0.
  std::size_t Below(std::size_t bound) {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return static_cast<std::size_t>((z ^ (z >> 31)) % bound);
  }

 private:
  std::uint64_t state_;
};

/// What ParseSuite says about a text named a.xml; "" when it accepts it.
std::string SuiteError(const std::string& text);
/// The same for a suite with one place changed.
std::string ErrorAfter(const std::string& text, const std::string& from, const std::string& to);
/// The same for Parse.
std::string XmlError(const std::string& text);

/// One valid suite of each kind, as XML in the published form, by the name of the kind. From the
/// examples of docs/suite_format.md, so that documentation and tests cannot differ.
const std::map<std::string, std::string>& Examples();

}  // namespace cases::testing

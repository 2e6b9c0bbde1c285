#include "cpngen/suite_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <system_error>

#include "xml/xml.h"

namespace cpngen {
namespace {

constexpr const char* kCase = "TestCase";

/// All but the cases.
xml::Element Envelope(const xml::Element& test) {
  xml::Element envelope(test.name);
  envelope.attributes = test.attributes;
  for (const xml::Element& child : test.children) {
    if (child.name != kCase) envelope.Add(child);
  }
  return envelope;
}

}  // namespace

std::vector<OutputFile> SuiteFiles(const xml::Element& test, const std::string& output,
                                   bool split) {
  if (!split) return {{output, xml::Write(test)}};
  xml::Element single = Envelope(test);
  single.Add(kCase);
  std::vector<OutputFile> files;
  for (const xml::Element& child : test.children) {
    if (child.name != kCase) continue;
    single.children.back() = child;
    files.push_back(
        {InsertIntoName(output, fmt::format("-{}", files.size() + 1)), xml::Write(single)});
  }
  return files;
}

void WarnOfLeftover(const std::string& output, std::size_t cases, std::ostream& err) {
  const auto next = InsertIntoName(output, fmt::format("-{}", cases + 1));
  std::error_code unknown;  // a folder that may be written but not searched
  if (!std::filesystem::exists(next, unknown)) return;
  err << fmt::format("cpngen: warning: {} is not of this suite, which has {} cases\n",
                     next.string(), cases);
}

}  // namespace cpngen

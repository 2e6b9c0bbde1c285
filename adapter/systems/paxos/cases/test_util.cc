#include "adapter/systems/paxos/cases/test_util.h"

#include <stdexcept>

#include "adapter/systems/testing/typed_suite.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "testing/text.h"
#include "xml/xml.h"

namespace cases::testing {
namespace {

std::map<std::string, std::string> ReadExamples() {
  const std::string kStart = "\n```xml ";
  const std::string kEnd = "\n```\n";
  const std::string document = test::ReadFile(test::SourcePath("/docs/paxos_suites.md"));
  std::map<std::string, std::string> examples;
  for (std::size_t at = document.find(kStart); at != std::string::npos;
       at = document.find(kStart, at)) {
    const std::size_t name = at + kStart.size();
    const std::size_t text = document.find('\n', name) + 1;
    const std::size_t end = document.find(kEnd, text);
    if (end == std::string::npos) throw std::logic_error("an example without an end");
    const auto [example, is_new] = examples.emplace(document.substr(name, text - 1 - name),
                                                    document.substr(text, end + 1 - text));
    if (!is_new) throw std::logic_error("two examples '" + example->first + "'");
    at = end;
  }
  return examples;
}

}  // namespace

std::string SuiteError(const std::string& text) {
  try {
    ParseSuite(text, "a.xml");
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "";
}

std::string ErrorAfter(const std::string& text, const std::string& from, const std::string& to) {
  return SuiteError(test::Replace(text, from, to));
}

const std::map<std::string, std::string>& Examples() {
  static const std::map<std::string, std::string> kExamples = ReadExamples();
  return kExamples;
}

}  // namespace cases::testing

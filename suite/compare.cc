#include "suite/compare.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/characters.h"
#include "suite/content_key.h"
#include "suite/suite.h"
#include "xml/path.h"

namespace suite {
namespace {

constexpr std::size_t kExtraCasesCompared = 100;  // keeps a message about huge suites cheap

bool IsCaseId(const xml::Attribute& attribute) {
  return attribute.name == "CaseID" || attribute.name == "ID";
}

/// The element without anything that does not count.
xml::Element Normalised(const xml::Element& element) {
  xml::Element normal(element.name, std::string(base::Trim(element.text)));
  normal.attributes = element.attributes;
  std::sort(normal.attributes.begin(), normal.attributes.end(),
            [](const xml::Attribute& a, const xml::Attribute& b) { return a.name < b.name; });
  for (const xml::Element& child : element.children) normal.children.push_back(Normalised(child));
  return normal;
}

/// Sorts the alternatives in a case or alternative, which come in no order.
void SortAlternatives(xml::Element& parent) {
  for (xml::Element& choice : parent.children) {
    if (!kOneOf.Is(choice.name)) continue;
    std::vector<std::pair<std::string, xml::Element>> sorted;
    for (xml::Element& alternative : choice.children) {
      SortAlternatives(alternative);
      std::string key;
      AppendKey(alternative, key);
      sorted.emplace_back(std::move(key), std::move(alternative));
    }
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < sorted.size(); ++i)
      choice.children[i] = std::move(sorted[i].second);
  }
}

struct ComparedCase {
  std::string id;  ///< as written, "?" without one
  int line = 0;
  xml::Element content;  ///< normalised, without its id
  std::string key;       ///< one text per content
};

ComparedCase ToCase(const xml::Element& element) {
  ComparedCase result;
  const xml::Attribute* id = element.FindAttribute("CaseID");
  if (!id) id = element.FindAttribute("ID");
  result.id = id ? id->value : "?";
  result.line = element.position.line;
  result.content = Normalised(element);
  SortAlternatives(result.content);
  std::erase_if(result.content.attributes, IsCaseId);
  return result;
}

/// "case 3 (line 12): TestValues{...} TestOracles{...}"
std::string Describe(const ComparedCase& test_case) {
  std::string text = "case " + test_case.id;
  if (test_case.line > 0) text += " (line " + std::to_string(test_case.line) + ")";
  return text + ": " + OneLine(test_case.content);
}

/// How many leaves, attributes and elements of `a` stand at the same place of `b`.
std::size_t Likeness(const xml::Element& a, const xml::Element& b) {
  if (a.name != b.name) return 0;
  std::size_t likeness = a.text == b.text ? 2 : 1;
  if (a.attributes == b.attributes) ++likeness;
  const std::size_t common = std::min(a.children.size(), b.children.size());
  for (std::size_t i = 0; i < common; ++i) likeness += Likeness(a.children[i], b.children[i]);
  return likeness;
}

std::string AttributeText(const xml::Element& element) {
  std::string text;
  for (const xml::Attribute& attribute : element.attributes) {
    text += " " + attribute.name + "=" + base::Quoted(attribute.value);
  }
  return text.empty() ? " none" : text;
}

/// The first place where two elements of one name differ; requires that they do.
std::string FirstDifference(const xml::Element& expected, const xml::Element& actual,
                            const std::string& path) {
  if (expected.attributes != actual.attributes) {
    return path + ": attributes" + AttributeText(actual) + ", expected" + AttributeText(expected);
  }
  if (expected.text != actual.text) {
    return path + ": " + base::Quoted(actual.text) + ", expected " + base::Quoted(expected.text);
  }
  for (std::size_t i = 0; i < expected.children.size() && i < actual.children.size(); ++i) {
    const xml::Element& wanted = expected.children[i];
    const xml::Element& found = actual.children[i];
    const std::string step = path + "/" + xml::StepTo(expected, i);
    if (wanted.name != found.name) return step + ": <" + found.name + "> in its place";
    if (!(wanted == found)) return FirstDifference(wanted, found, step);
  }
  if (expected.children.size() > actual.children.size()) {
    return path + "/" + xml::StepTo(expected, actual.children.size()) + ": missing";
  }
  return path + "/" + xml::StepTo(actual, expected.children.size()) + ": not expected";
}

std::vector<ComparedCase> Cases(const xml::Element& test) {
  std::vector<ComparedCase> cases;
  for (const xml::Element* element : test.FindChildren("TestCase")) {
    cases.push_back(ToCase(*element));
    AppendKey(cases.back().content, cases.back().key);
  }
  return cases;
}

/// The cases of `from` that `other` does not have, each as often as it is too many.
std::vector<const ComparedCase*> Surplus(const std::vector<ComparedCase>& from,
                                         const std::vector<ComparedCase>& other) {
  std::map<std::string_view, std::size_t> available;
  for (const ComparedCase& each : other) ++available[each.key];
  std::vector<const ComparedCase*> surplus;
  for (const ComparedCase& each : from) {
    std::size_t& left = available[each.key];
    if (left == 0) {
      surplus.push_back(&each);
    } else {
      --left;
    }
  }
  return surplus;
}

/// The extra case that is most like the missing one, of the first few; null when there is none.
const ComparedCase* NearestExtra(const ComparedCase& missing,
                                 const std::vector<const ComparedCase*>& extra) {
  const ComparedCase* nearest = nullptr;
  std::size_t most = 0;
  for (std::size_t i = 0; i < extra.size() && i < kExtraCasesCompared; ++i) {
    const std::size_t likeness = Likeness(missing.content, extra[i]->content);
    if (likeness <= most) continue;
    most = likeness;
    nearest = extra[i];
  }
  return nearest;
}

void AppendOneLine(const xml::Element& element, std::string& to) {
  to += element.name;
  const bool is_leaf = element.children.empty() && element.attributes.empty();
  if (is_leaf) {
    to += '=';
    to += base::Quoted(element.text);
    return;
  }
  to += '{';
  std::string_view separator;
  for (const xml::Attribute& attribute : element.attributes) {
    to += std::string(separator) + "@" + attribute.name + "=" + base::Quoted(attribute.value);
    separator = " ";
  }
  for (const xml::Element& child : element.children) {
    to += separator;
    AppendOneLine(child, to);
    separator = " ";
  }
  if (!element.text.empty()) to += std::string(separator) + base::Quoted(element.text);
  to += '}';
}

}  // namespace

std::vector<std::string> CompareCases(const xml::Element& expected, const xml::Element& actual) {
  const std::vector<ComparedCase> expected_cases = Cases(expected);
  const std::vector<ComparedCase> actual_cases = Cases(actual);
  const std::vector<const ComparedCase*> missing = Surplus(expected_cases, actual_cases);
  const std::vector<const ComparedCase*> extra = Surplus(actual_cases, expected_cases);
  std::vector<std::string> differences;
  for (const ComparedCase* each : missing) {
    std::string difference = "missing " + Describe(*each);
    if (const ComparedCase* nearest = NearestExtra(*each, extra)) {
      difference += "\n  nearest is case " + nearest->id + ", which differs at " +
                    FirstDifference(each->content, nearest->content, "TestCase");
    }
    differences.push_back(std::move(difference));
  }
  for (const ComparedCase* each : extra) differences.push_back("extra " + Describe(*each));
  return differences;
}

std::string OneLine(const xml::Element& element) {
  std::string line;
  AppendOneLine(element, line);
  return line;
}

}  // namespace suite

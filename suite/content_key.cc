#include "suite/content_key.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace suite {
namespace {

void AppendNumber(std::size_t number, char end, std::string& key) {
  std::array<char, 20> digits;
  const auto last = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  key.append(digits.data(), last);
  key += end;
}

void AppendPart(const std::string& part, std::string& key) {
  AppendNumber(part.size(), ':', key);
  key += part;
}

void AppendSorted(std::vector<std::string> parts, std::string& key) {
  std::sort(parts.begin(), parts.end());
  AppendNumber(parts.size(), '/', key);
  for (const std::string& part : parts) AppendPart(part, key);
}

}  // namespace

void AppendKey(const xml::Element& element, std::string& key) {
  AppendPart(element.name, key);
  AppendPart(element.text, key);
  AppendNumber(element.attributes.size(), '@', key);
  for (const xml::Attribute& attribute : element.attributes) {
    AppendPart(attribute.name, key);
    AppendPart(attribute.value, key);
  }
  AppendNumber(element.children.size(), '/', key);
  for (const xml::Element& child : element.children) AppendKey(child, key);
}

std::string ContentKey(const xml::Element& element) {
  std::string key;
  AppendPart(element.name, key);
  AppendPart(element.text, key);
  std::vector<std::string> attributes;
  for (const xml::Attribute& attribute : element.attributes) {
    AppendPart(attribute.name, attributes.emplace_back());
    AppendPart(attribute.value, attributes.back());
  }
  AppendSorted(std::move(attributes), key);
  std::vector<std::string> children;
  for (const xml::Element& child : element.children) children.push_back(ContentKey(child));
  AppendSorted(std::move(children), key);
  return key;
}

}  // namespace suite

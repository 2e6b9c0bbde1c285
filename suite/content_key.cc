#include "suite/content_key.h"

#include <algorithm>
#include <vector>

namespace suite {
namespace {

void AppendPart(const std::string& part, std::string& key) {
  key += std::to_string(part.size()) + ":" + part;
}

void AppendSorted(std::vector<std::string> parts, std::string& key) {
  std::sort(parts.begin(), parts.end());
  key += std::to_string(parts.size()) + "/";
  for (const std::string& part : parts) AppendPart(part, key);
}

}  // namespace

void AppendKey(const xml::Element& element, std::string& key) {
  AppendPart(element.name, key);
  AppendPart(element.text, key);
  key += std::to_string(element.attributes.size()) + "@";
  for (const xml::Attribute& attribute : element.attributes) {
    AppendPart(attribute.name, key);
    AppendPart(attribute.value, key);
  }
  key += std::to_string(element.children.size()) + "/";
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

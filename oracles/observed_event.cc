#include "oracles/observed_event.h"

#include <algorithm>

namespace oracles {
namespace {

void AppendFields(const xml::Element& element, const std::string& prefix, ObservedEvent& event) {
  for (const xml::Attribute& attribute : element.attributes) {
    event.fields.emplace_back(prefix + '@' + attribute.name, attribute.value);
  }
  for (const xml::Element& child : element.children) {
    const bool leaf = child.children.empty();
    if (leaf) event.fields.emplace_back(prefix + child.name, child.text);
    AppendFields(child, prefix + child.name + '/', event);
  }
}

}  // namespace

ObservedEvent EventOf(const xml::Element& response) {
  ObservedEvent event;
  event.name = response.name;
  if (!response.text.empty()) event.fields.emplace_back("", response.text);
  AppendFields(response, "", event);
  return event;
}

std::string ToString(const ObservedEvent& event) {
  std::string text = event.source.empty() ? event.name : event.source + ": " + event.name;
  std::string fields;
  for (const auto& [name, value] : event.fields) {
    if (!fields.empty()) fields += ", ";
    fields += name.empty() ? value : name + ' ' + value;
  }
  if (!fields.empty()) text += " (" + fields + ')';
  return text;
}

bool SameEvent(const ObservedEvent& a, const ObservedEvent& b) {
  return a.name == b.name &&
         std::is_permutation(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end());
}

}  // namespace oracles

#include "xml/element.h"

#include <algorithm>
#include <utility>

namespace xml {

Element::Element(std::string element_name, std::string element_text)
    : name(std::move(element_name)), text(std::move(element_text)) {}

Element& Element::Add(Element child) { return children.emplace_back(std::move(child)); }

Element& Element::Add(std::string child_name, std::string child_text) {
  return children.emplace_back(std::move(child_name), std::move(child_text));
}

Element& Element::SetAttribute(std::string_view attribute_name, std::string value) {
  for (Attribute& attribute : attributes) {
    if (attribute.name == attribute_name) {
      attribute.value = std::move(value);
      return *this;
    }
  }
  attributes.push_back({std::string(attribute_name), std::move(value), {}});
  return *this;
}

const Attribute* Element::FindAttribute(std::string_view attribute_name) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const Attribute& a) { return a.name == attribute_name; });
  return found == attributes.end() ? nullptr : &*found;
}

const Element* Element::FindChild(std::string_view child_name) const {
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const Element& child) { return child.name == child_name; });
  return found == children.end() ? nullptr : &*found;
}

std::vector<const Element*> Element::FindChildren(std::string_view child_name) const {
  std::vector<const Element*> found;
  for (const Element& child : children) {
    if (child.name == child_name) found.push_back(&child);
  }
  return found;
}

bool Element::operator==(const Element& other) const {
  return name == other.name && attributes == other.attributes && text == other.text &&
         children == other.children;
}

}  // namespace xml

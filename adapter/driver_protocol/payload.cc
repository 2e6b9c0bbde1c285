#include "adapter/driver_protocol/payload.h"

#include <algorithm>

namespace adapter::driver_protocol {
namespace {

Payload ValueOf(const xml::Element& element) {
  if (element.attributes.empty() && element.children.empty()) return Payload::OfText(element.text);
  Payload value = FieldsOf(element);
  if (!element.text.empty()) value.fields.emplace_back("", Payload::OfText(element.text));
  return value;
}

/// Under `name`; a second value of that name makes a list of them.
void Add(const std::string& name, Payload value, Payload& object) {
  const auto known = std::ranges::find(object.fields, name, [](const auto& f) { return f.first; });
  if (known == object.fields.end()) {
    object.fields.emplace_back(name, std::move(value));
    return;
  }
  if (known->second.kind != Payload::Kind::kList) {
    Payload list;
    list.kind = Payload::Kind::kList;
    list.items.push_back(std::move(known->second));
    known->second = std::move(list);
  }
  known->second.items.push_back(std::move(value));
}

using Fields = std::vector<std::pair<std::string, std::string>>;

void Append(const std::string& path, const Payload& value, Fields& fields) {
  switch (value.kind) {
    case Payload::Kind::kText:
      fields.emplace_back(path, value.text);
      break;
    case Payload::Kind::kList:
      for (const Payload& item : value.items) Append(path, item, fields);
      break;
    case Payload::Kind::kObject:
      for (const auto& [name, field] : value.fields) {
        const bool own_text = name.empty() || path.empty();
        Append(own_text ? path + name : path + '/' + name, field, fields);
      }
      break;
  }
}

}  // namespace

Payload Payload::OfText(std::string text) {
  Payload payload;
  payload.kind = Kind::kText;
  payload.text = std::move(text);
  return payload;
}

Payload FieldsOf(const xml::Element& element) {
  Payload object;
  for (const xml::Attribute& attribute : element.attributes) {
    object.fields.emplace_back('@' + attribute.name, Payload::OfText(attribute.value));
  }
  for (const xml::Element& child : element.children) Add(child.name, ValueOf(child), object);
  return object;
}

std::vector<std::pair<std::string, std::string>> Flatten(const Payload& fields) {
  Fields flat;
  Append("", fields, flat);
  return flat;
}

}  // namespace adapter::driver_protocol

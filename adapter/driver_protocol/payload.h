// What messages carry besides their own fields: the fields of a stimulus, an event, a
// configuration. In JSON an object; in protobuf a google.protobuf.Struct; in a suite an element.
//
// How an element becomes a payload: a child that is a leaf is a text; one with children an object;
// children of one name are a list; an attribute has an @ before its name, and the text beside
// attributes has the empty name.
// Plain values; distinct objects may be used from different threads. Pure functions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "oracles/observed_event.h"
#include "xml/element.h"

namespace adapter::driver_protocol {

/// Of values in each other in what a driver sends.
inline constexpr int kDeepestValue = 64;

struct Payload {
  enum class Kind { kText, kList, kObject };

  Kind kind = Kind::kObject;
  std::string text;
  std::vector<Payload> items;
  std::vector<std::pair<std::string, Payload>> fields;

  static Payload OfText(std::string text);
  bool operator==(const Payload&) const = default;
};

/// The attributes and children of an element; empty for a leaf, whose text is element.text.
Payload FieldsOf(const xml::Element& element);

/// The fields of an event as oracles compare them: paths with slashes, items of a list one by one
/// under the name of the list.
std::vector<std::pair<std::string, std::string>> Flatten(const Payload& fields);

}  // namespace adapter::driver_protocol

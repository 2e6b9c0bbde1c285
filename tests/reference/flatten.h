// Module instances, ports and fusion sets by brute force: every place instance gets a number, and
// what is one place gets one number by renumbering until nothing changes.
#pragma once

#include <string>
#include <vector>

#include "cpn/net/model.h"
#include "tests/reference/net.h"

namespace reference {

struct FlatPlace {
  std::string name;
  std::vector<cpn::MultiSetEntry> initial;
};

struct FlatModel {
  std::vector<FlatPlace> places;
  std::vector<Transition> transitions;
};

/// Requires that cpn::Flatten() accepts the model.
FlatModel Flatten(const cpn::Model& model);

}  // namespace reference

// The kinds of cases that the adapter knows, for people and programs.
//
// Pure functions.
#pragma once

#include <string>

#include "adapter/system_driver.h"

namespace adapter {

/// A line for each kind: its name, its system and its meaning.
std::string TextKinds(const SystemDrivers& drivers);

/// [{name, system, meaning, whole_system, elements: [{name, part, shared}]}]; `part` is values,
/// oracles or steps.
std::string JsonKinds(const SystemDrivers& drivers);

/// A kind and the system that it belongs to.
struct KindOfSystem {
  const SystemDriver* driver = nullptr;  ///< never null
  const CaseForm* form = nullptr;        ///< never null
};
/// The kind of that name. Throws InputError with the nearest name when there is none.
KindOfSystem KindNamed(const std::string& name, const SystemDrivers& drivers);

}  // namespace adapter

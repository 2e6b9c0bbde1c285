// Observations, test cases and XML nodes between Lua and C++.
//
//   observation  { kind = "stimulus" | "response", name = ..., and its fields }
//   test case    { stimuli = {...}, responses = {...} }, or { events = {...} } for sequences
//   XML node     { name = ..., text = ... or children = {...}, attributes = {{name, value}, ...} }
//
// The functions that read throw ModelError without location when something else is there. Call all
// of them under LuaState::Protect().
#pragma once

#include <lua.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cpn/lua/run/test_case.h"

namespace cpn::lua {

void PushObservation(lua_State* L, const Observation& observation);
Observation ObservationAt(lua_State* L, int index);
/// Nothing (nil), one observation, or a list of them.
std::vector<Observation> ObservationsAt(lua_State* L, int index);

void PushTestCase(lua_State* L, const TestCase& test_case, CaseOrder order);
TestCase TestCaseAt(lua_State* L, int index, CaseOrder order);

void PushXmlNode(lua_State* L, const XmlNode& node);
/// Nothing (nil), one node, or a list of them.
std::vector<XmlNode> XmlNodesAt(lua_State* L, int index);
/// A list of {name, value} pairs, or nothing (nil).
std::vector<std::pair<std::string, std::string>> AttributesAt(lua_State* L, int index);
/// A table of values by name, {name = value, ...}, in the order of the names, or nothing (nil).
std::vector<std::pair<std::string, std::string>> OptionsAt(lua_State* L, int index);

/// <Vote><value>yes</value><worker>1</worker></Vote>: an element for the observation, one inside it
/// for each field, in order of their names; a list gives one for each of its elements.
XmlNode DefaultElement(const ValueStore& values, const Observation& observation);

}  // namespace cpn::lua

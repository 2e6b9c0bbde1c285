// Small nets and formulas for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/temporary_folder.h"
#include "mcc/formula.h"
#include "mcc/loaded_net.h"
#include "pnml/testing.h"

namespace mcc::testing {

inline LoadedNet Load(const std::string& text) {
  const base::TemporaryFolder folder;
  return LoadNet(folder.Write("net.pnml", text));
}

/// a holds two tokens, t moves them to b, and then the net is dead.
inline LoadedNet TwoTokens() { return Load(pnml::testing::PlainNet()); }

/// So many places off with a token each that goes to a place on: 2^count markings.
inline LoadedNet Switches(int count) {
  std::string net;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    net += "<place id=\"off" + n + "\"><initialMarking><text>1</text></initialMarking></place>\n";
    net += "<place id=\"on" + n + "\"/><transition id=\"t" + n + "\"/>\n";
    net += "<arc id=\"i" + n + "\" source=\"off" + n + "\" target=\"t" + n + "\"/>\n";
    net += "<arc id=\"o" + n + "\" source=\"t" + n + "\" target=\"on" + n + "\"/>\n";
  }
  return Load(pnml::testing::NetText("ptnet", net));
}
/// The places on of Switches().
inline Indices OnPlaces(int count) {
  Indices places;
  for (int i = 0; i < count; ++i) places.push_back(static_cast<std::size_t>(2 * i + 1));
  return places;
}

inline Formula Make(FormulaKind kind, std::vector<Formula> operands) {
  Formula formula;
  formula.kind = kind;
  formula.operands = std::move(operands);
  return formula;
}

/// The place of index 1 holds at least so many tokens.
inline Formula AtLeast(std::int64_t tokens) {
  Formula formula;
  formula.kind = FormulaKind::kLessOrEqual;
  formula.left.constant = tokens;
  formula.right.is_constant = false;
  formula.right.places = {1};
  return formula;
}

/// The transition of index 0 can fire.
inline Formula CanFire() {
  Formula formula;
  formula.kind = FormulaKind::kFireable;
  formula.transitions = {0};
  return formula;
}

}  // namespace mcc::testing

// Small nets for tests.
#pragma once

#include <string>

#include "base/parse_error.h"
#include "pnml/reader.h"

namespace pnml::testing {

/// A net of that type around `content`, which begins in line 2.
inline std::string NetText(const std::string& type, const std::string& content) {
  return "<pnml><net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/" + type +
         "\"><page id=\"p\">\n" + content + "</page></net></pnml>\n";
}

/// Two tokens go from a to b, one after the other.
inline std::string PlainNet() {
  return NetText("ptnet",
                 "<place id=\"a\"><initialMarking><text>2</text></initialMarking></place>\n"
                 "<place id=\"b\"><name><text>the end</text></name></place>\n"
                 "<transition id=\"t\"/>\n"
                 "<arc id=\"1\" source=\"a\" target=\"t\"/>\n"
                 "<arc id=\"2\" source=\"t\" target=\"b\"/>\n");
}

inline std::string Named(const std::string& id, const std::string& sort) {
  return "<namedsort id=\"" + id + "\" name=\"" + id + "\">" + sort + "</namedsort>\n";
}
inline std::string Declarations(const std::string& declarations) {
  return "<declaration><structure><declarations>\n" + declarations +
         "</declarations></structure></declaration>\n";
}
inline std::string Structure(const std::string& label, const std::string& term) {
  return "<" + label + "><structure>" + term + "</structure></" + label + ">";
}
inline std::string Subterm(const std::string& term) { return "<subterm>" + term + "</subterm>"; }
inline std::string Operation(const std::string& name, const std::string& left,
                             const std::string& right) {
  return "<" + name + ">" + Subterm(left) + Subterm(right) + "</" + name + ">";
}

inline const std::string kX = "<variable refvariable=\"x\"/>";
inline const std::string kAll = "<all><usersort declaration=\"hour\"/></all>";
inline const std::string kNoon = "<useroperator declaration=\"noon\"/>";
inline const std::string kNext = "<successor>" + Subterm(kX) + "</successor>";

/// A clock: the token in Now goes around, and Rest has all other hours.
inline std::string Clock(const std::string& condition = "", const std::string& out = kNext) {
  return NetText(
      "symmetricnet",
      Declarations(Named("hour",
                         "<cyclicenumeration><feconstant id=\"noon\" name=\"12\"/>"
                         "<feconstant id=\"one\" name=\"1\"/><feconstant id=\"two\" name=\"2\"/>"
                         "</cyclicenumeration>") +
                   "<variabledecl id=\"x\" name=\"x\"><usersort declaration=\"hour\"/>"
                   "</variabledecl>\n") +
          "<place id=\"Now\">" + Structure("type", "<usersort declaration=\"hour\"/>") +
          Structure("hlinitialMarking", kNoon) + "</place>\n" + "<place id=\"Rest\">" +
          Structure("type", "<usersort declaration=\"hour\"/>") +
          Structure("hlinitialMarking", Operation("subtract", kAll, kNoon)) + "</place>\n" +
          "<transition id=\"Tick\">" +
          (condition.empty() ? "" : Structure("condition", condition)) + "</transition>\n" +
          "<arc id=\"1\" source=\"Now\" target=\"Tick\">" + Structure("hlinscription", kX) +
          "</arc>\n" + "<arc id=\"2\" source=\"Tick\" target=\"Now\">" +
          Structure("hlinscription", out) + "</arc>\n" +
          "<arc id=\"3\" source=\"Rest\" target=\"Tick\">" +
          Structure("hlinscription", Operation("subtract", kAll, kX)) + "</arc>\n" +
          "<arc id=\"4\" source=\"Tick\" target=\"Rest\">" +
          Structure("hlinscription", Operation("subtract", kAll, kNext)) + "</arc>\n");
}

/// The error of reading the text; empty when there is none.
inline std::string ErrorOf(const std::string& text) {
  try {
    ReadNet(text, "n.pnml");
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace pnml::testing

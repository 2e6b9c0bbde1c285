// What a translation ends in: the model as text, its names, and what went wrong or was left out.
//
// Plain values.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cpntools {

/// Something that cannot be translated.
struct Problem {
  std::string page;    ///< empty for declarations
  std::string object;  ///< "transition Send Packet"
  std::string reason;
  std::string file;
  int line = 0;  ///< in the file; 0 when unknown
  int column = 0;
};

/// What a place or a transition is called in the document: its page, and its name with `_` for
/// blanks and line ends, as CPN Tools' reports have it.
struct OriginalName {
  std::string page;
  std::string name;
};

struct OriginalNames {
  std::map<std::string, std::string> pages;  ///< by module, the top module aside
  /// By module (empty: the top module) and the name there.
  std::map<std::pair<std::string, std::string>, OriginalName> nodes;
};

/// A piece of the model that can stand in a file of its own.
struct TranslatedPart {
  std::string module;  ///< that it declares; empty: it belongs to the top module
  std::string lua;
};

struct Translation {
  std::string lua;                    ///< the whole model: all parts
  std::vector<TranslatedPart> parts;  ///< in the order in which they must run
  OriginalNames names;
  std::vector<Problem> problems;
  std::vector<std::string> notes;
};

/// "page Top, transition Send Packet: timed regions are not supported"
std::string WhatIsWrong(const Problem& problem);
/// The same behind its place: "m.cpn:12:7: page Top, ..."
std::string ProblemText(const Problem& problem);

}  // namespace cpntools

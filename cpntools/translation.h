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

/// Where a piece of the model's text comes from.
struct Origin {
  int lua_line = 0;  ///< where the piece begins in Translation::lua
  int lua_column = 0;
  int line = 0;              ///< in the document's file; 0: it comes from nothing there
  int column = 0;            ///< 0 when unknown
  std::string transition{};  ///< of an arc, the names of its ends in the model
  std::string place{};
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
  std::vector<Origin> origins;  ///< in the order of `lua`; each counts up to the next
  std::vector<Problem> problems;
  std::vector<std::string> notes;
};

/// Where the text at this line and column (0: unknown) comes from: what `message`, an error of the
/// model, is about. Null when that is unknown, too.
const Origin* OriginOf(const Translation& translation, int lua_line, int lua_column,
                       const std::string& message);

/// "page Top, transition Send Packet: timed regions are not supported"
std::string WhatIsWrong(const Problem& problem);
/// Where it is and what is wrong: "m.cpn:12:7: page Top, transition Send Packet: ..."
std::string ProblemText(const Problem& problem);

}  // namespace cpntools

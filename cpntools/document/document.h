// A CPN Tools model as a plain document: what its .cpn file says, before anything of it is
// understood. Inscriptions are texts with their places in the file.
//
// Invariants of what ReadDocument returns:
//  1. every arc joins a place and a transition of its page; every substitution transition names a
//     page of the document, and its assignments a port of that page and a place of its own;
//  2. prime pages are pages of the document; ids are distinct; fusion places name a fusion set of
//     the document.
// Plain values; distinct documents may be used from different threads.
// Source: the files' DTD, http://cpntools.org/DTD/6/cpn.dtd.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cpntools {

/// A text of the file, and where it starts.
struct Text {
  std::string text;
  int line = 0;
  int column = 0;
};

struct Declaration {
  enum class Kind {
    kBlock,  ///< a heading; its members follow
    kColourSet,
    kVariables,
    kMl,     ///< val, fun, ...; a globref is `val name = ref (value)`
    kOther,  ///< use: files outside
  };
  enum class Constructor {
    kUnit,
    kBool,
    kInt,
    kReal,
    kString,
    kTime,
    kEnumerated,
    kIndex,
    kProduct,
    kRecord,
    kList,
    kUnion,
    kSubset,
    kAlias,
  };
  struct Field {
    std::string name;  ///< label, constructor or constant; empty in products
    std::string type;  ///< empty for constants
  };

  Kind kind = Kind::kMl;
  std::string name;  ///< of a block, a colour set, or the variables' colour set
  Constructor constructor = Constructor::kAlias;
  std::vector<Field> fields;       ///< of a colour set
  std::vector<Text> bounds;        ///< two, of integers, index sets, strings (characters) and lists
                                   ///< (lengths) with bounds; one, of a subset by a list
  std::vector<Text> lengths;       ///< two, of strings with bounds on their lengths
  std::vector<std::string> names;  ///< new ones: of the unit, or of false and true
  Text predicate;                  ///< of a subset
  bool timed = false;
  std::vector<std::string> variables;
  Text ml;
  int line = 0;
};

struct Place {
  std::string id;
  std::string name;
  Text type;
  Text initial;
  std::string port;    ///< "", "In", "Out" or "I/O"
  std::string fusion;  ///< name of its fusion set, or empty
  int line = 0;
};

struct Assignment {
  std::string port;    ///< id
  std::string socket;  ///< id
};

struct Transition {
  std::string id;
  std::string name;
  Text guard;
  Text time;
  Text code;
  Text priority;
  std::string subpage;  ///< id of a page, of substitution transitions
  std::vector<Assignment> assignments;
  int line = 0;
};

struct Arc {
  enum class Kind { kInput, kOutput, kBoth, kInhibitor, kReset };
  Kind kind = Kind::kInput;
  std::string place;
  std::string transition;
  Text inscription;
  int line = 0;
};

struct Page {
  std::string id;
  std::string name;
  std::vector<Place> places;
  std::vector<Transition> transitions;
  std::vector<Arc> arcs;
  std::vector<Text> comments;  ///< the texts that stand beside the net
  int line = 0;
};

struct Document {
  std::string file;
  std::vector<Declaration> declarations;
  std::vector<Page> pages;
  /// Ids of pages, one for each instance that no page contains; empty when the file names none.
  std::vector<std::string> prime_pages;
  std::vector<std::string> monitors;  ///< names; they have no meaning here
};

}  // namespace cpntools

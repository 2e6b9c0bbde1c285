// The declarations of a document in the model language: colour sets, variables, values and
// functions, in their order, as far as the net needs them.
//
// Invariants:
//  1. a declaration that cannot be translated is remembered, and becomes a problem only when
//     something that is translated needs it;
//  2. names keep the order of their declaration, and are claimed in it.
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cpntools/document/document.h"
#include "cpntools/lua/expression_writer.h"
#include "cpntools/lua/names.h"
#include "cpntools/ml/inference.h"
#include "cpntools/origins.h"
#include "cpntools/translation.h"

namespace cpntools {

/// Whether this is the model language's own colour set of that name and kind.
bool IsPredefinedColourSet(const Declaration& set);

class Declarations {
 public:
  /// Reads all declarations of the document, which must outlive it.
  explicit Declarations(const Document* document);
  Declarations(const Declarations&) = delete;
  Declarations& operator=(const Declarations&) = delete;

  ml::Inference& inference() { return inference_; }
  const Globals& globals() const { return globals_; }
  Names& names() { return names_; }

  /// The name of a colour set in the model; nullopt when nothing declares it. Throws MlError where
  /// its declaration could not be translated.
  std::optional<std::string> ColourSet(const std::string& name) const;
  /// Whether two colour sets are the same but for their names.
  bool SameColours(const std::string& a, const std::string& b) const;
  /// Whether the model language can enumerate its colours.
  bool IsSmall(const std::string& name) const;
  /// Lua names of those ML names that are variables, in the order of their declaration.
  std::vector<std::string> VariablesAmong(const std::set<std::string>& used) const;
  bool IsVariable(const std::string& ml) const { return variables_.contains(ml); }
  /// The value of an expression of integers and constants, if it is one.
  std::optional<std::int64_t> Evaluate(const ml::Expression& e) const;
  /// What went wrong in the declaration of a name, if anything did.
  const Problem* FailureOf(const std::string& name) const;

  /// The text of what is needed: by `used`, names that inscriptions use, and `loading`, those that
  /// the initial markings use. Has marks; adds to helpers, problems and notes.
  std::string Text(const std::set<std::string>& used, const std::set<std::string>& loading,
                   std::set<std::string>& helpers, OriginMarks& marks, Translation& out);

 private:
  struct Extent {
    std::size_t depth = 1;  ///< of colour sets in colour sets
    std::size_t parts = 1;  ///< all of them, with itself
  };
  struct Item {
    const Declaration* source = nullptr;
    std::vector<std::string> names;      ///< ML names that it declares; colour sets as "C."
    std::optional<ml::Declaration> ml;   ///< nothing for a text of comments only
    std::vector<std::string> variables;  ///< of a var declaration, those that are new
    std::optional<Problem> failure;
    std::optional<Problem> loss;  ///< of what is translated, but not wholly
  };

  void Read(const Declaration& declaration);
  void ReadMl(const Declaration& declaration);
  void DeclarePredefinedColourSets();
  void ReadColourSet(const Declaration& declaration, Item& item);
  void CheckExtent(const Declaration& declaration);
  static void CheckBounds(const Declaration& declaration);
  void ReadVariables(const Declaration& declaration, Item& item);
  void ReadValue(Item& item);
  /// Throws MlError when the model has a value of that name.
  void CheckNew(const std::string& name, ml::Position where) const;
  bool IsNew(const std::string& name) const;
  ml::Type ColourSetType(const Declaration& declaration);
  ml::Type TypeNamed(const std::string& name) const;
  void DeclareConstructors(const Declaration& declaration, ml::Type type);
  void Fail(Item& item, const std::string& reason, const cpntools::Text& text, ml::Position where);

  std::string ItemText(const Item& item, ExpressionWriter& lua);
  std::string ColourSetText(const Declaration& set, ExpressionWriter& lua) const;
  std::string SubsetText(const Declaration& set, const std::string& of,
                         ExpressionWriter& lua) const;
  std::string Parts(const Declaration& set, ExpressionWriter& lua) const;
  std::string Part(const std::string& colour_set, ExpressionWriter& lua) const;
  std::optional<std::pair<std::int64_t, std::int64_t>> RangeOfList(const Declaration& set) const;
  std::string ValueText(const Item& item, ExpressionWriter& lua);
  std::set<std::string> Uses(const Item& item);
  static bool IsKept(const Item& item);
  std::set<std::size_t> RunWhileLoading(const std::set<std::size_t>& written,
                                        const std::set<std::string>& loading,
                                        const std::vector<std::set<std::string>>& uses) const;
  std::string Comments(std::size_t item) const;
  static std::string MarkOf(const Item& item, OriginMarks& marks);
  std::string Written(const Item& item, bool needed, bool loading, std::set<std::string>& helpers,
                      Translation& out);
  std::set<std::size_t> Closure(const std::set<std::string>& used,
                                const std::vector<std::set<std::string>>& uses) const;

  const Document* document_;
  ml::Inference inference_;
  Globals globals_;
  Names names_;
  std::vector<Item> items_;
  std::map<std::string, std::size_t> declared_by_;
  std::map<std::string, std::size_t> variables_;  ///< ML name to its rank
  std::map<std::string, std::int64_t> integers_;
  std::map<std::string, int> assigned_;    ///< names that the document assigns, and in which line
  std::map<std::string, Extent> extents_;  ///< of colour sets
};

}  // namespace cpntools

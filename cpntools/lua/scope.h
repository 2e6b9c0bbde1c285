// The names that the text of an expression may use: those of the model, and the local ones at the
// place that is being written. Notes which names of the model and which helpers it uses.
//
// Invariant: two local names of one Lua name never mean different things at one place.
// Thread safety: one thread at a time.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cpntools/document/document.h"
#include "cpntools/ml/inference.h"

namespace cpntools {

/// A value that the model declares.
struct GlobalValue {
  std::string lua;
  /// How a function takes its arguments, as LibraryFunction says; nullopt when it is none.
  std::optional<std::string> parameters;
};

struct ColourSetName {
  std::string lua;
  const Declaration* declaration = nullptr;
};

/// What ML names mean in the model.
struct Globals {
  std::map<std::string, GlobalValue> values;
  std::map<std::string, ColourSetName> colour_sets;
  bool catches = false;  ///< whether the model handles exceptions somewhere
};

class Scope {
 public:
  struct Local {
    std::string ml;
    std::string lua;
    std::optional<std::string> parameters;  ///< as GlobalValue has them
  };

  /// Both must outlive it.
  Scope(ml::Inference* inference, const Globals* globals)
      : inference_(inference), globals_(globals) {}

  ml::Inference& inference() const { return *inference_; }
  const Globals& globals() const { return *globals_; }
  /// Whether the text runs while the model loads.
  bool loading() const { return loading_; }
  void SetLoading(bool loading) { loading_ = loading; }

  /// The innermost local name, or null.
  const Local* Find(const std::string& name) const;
  /// A local name for the ML name: its own where that is free. `fresh`: one that no outer local
  /// name has, even if it is the same ML name's.
  std::string Add(const std::string& name, bool fresh = false,
                  std::optional<std::string> parameters = std::nullopt);
  /// Gives the ML name a Lua name that is there already.
  void AddAs(const std::string& name, const std::string& lua) {
    locals_.push_back({name, lua, std::nullopt});
  }
  /// A local name that no ML name means.
  std::string Temporary(const std::string& name);
  /// What Leave() needs to forget the local names that are added from now on.
  std::size_t Mark() const { return locals_.size(); }
  void Leave(std::size_t mark) { locals_.resize(mark); }

  void Use(const std::string& name) { used_.insert(name); }
  /// The helpers of these names, with blanks between them.
  void UseHelper(std::string_view names);
  /// The colour set's name in Lua, which is used.
  std::string ColourSetLua(const std::string& name);
  /// ML names of the model's declarations that were used; colour sets as "C.".
  const std::set<std::string>& used() const { return used_; }
  const std::set<std::string>& helpers() const { return helpers_; }

 private:
  ml::Inference* inference_;
  const Globals* globals_;
  bool loading_ = false;
  std::vector<Local> locals_;
  std::set<std::string> used_;
  std::set<std::string> helpers_;
};

}  // namespace cpntools

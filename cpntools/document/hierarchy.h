// Which pages of a document become modules and which stand in the top module, and in which order:
// a module is declared before what instantiates it.
//
// Invariants:
//  1. a page is in order() as a module if a substitution transition of a page in order() names it,
//     and once for each of its prime instances as a page of the top module, after all modules;
//  2. pages from which substitution transitions lead back to them, or more than kDeepestHierarchy
//     deep, are in faults(); only without any is the order complete.
// Immutable; use it from any thread.
// Source: CPN Tools 4, "Working with hierarchical nets".
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "cpntools/document/document.h"

namespace cpntools {

inline constexpr std::size_t kDeepestHierarchy = 100;

class Hierarchy {
 public:
  struct Use {
    const Page* page = nullptr;
    bool module = false;
  };
  struct Fault {
    const Page* page = nullptr;
    std::string reason;
  };

  /// The document must outlive it.
  explicit Hierarchy(const Document& document);

  bool IsModule(const std::string& page) const { return modules_.contains(page); }
  const std::vector<Use>& order() const { return order_; }
  const std::vector<Fault>& faults() const { return faults_; }
  /// Pages that no prime instance contains: nothing happens there.
  const std::vector<const Page*>& unused() const { return unused_; }

 private:
  std::vector<const Page*> PrimePages(const Document& document) const;
  void Visit(const Page& page);

  std::map<std::string, const Page*> pages_;
  std::set<std::string> subpages_;
  std::set<std::string> modules_;
  std::set<std::string> visited_;
  std::vector<std::string> path_;
  std::vector<Use> order_;
  std::vector<Fault> faults_;
  std::vector<const Page*> unused_;
};

}  // namespace cpntools

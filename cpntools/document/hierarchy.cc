#include "cpntools/document/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>

namespace cpntools {

Hierarchy::Hierarchy(const Document& document) {
  for (const Page& page : document.pages) {
    pages_[page.id] = &page;
    for (const Transition& transition : page.transitions) {
      if (!transition.subpage.empty()) subpages_.insert(transition.subpage);
    }
  }
  const std::vector<const Page*> primes = PrimePages(document);
  for (const Page* prime : primes) Visit(*prime);
  // A page of the top module may need the modules of all others.
  for (const Page* prime : primes) order_.push_back({prime, false});
  const bool whole = faults_.empty();
  for (const Page& page : document.pages) {
    if (visited_.contains(page.id)) continue;
    if (!document.prime_pages.empty()) {
      unused_.push_back(&page);
    } else if (whole) {
      faults_.push_back({&page, "its substitution transitions lead back to it"});
    }
  }
}

/// Those that the file says, or else those that are no subpages.
std::vector<const Page*> Hierarchy::PrimePages(const Document& document) const {
  std::vector<const Page*> primes;
  for (const std::string& id : document.prime_pages) primes.push_back(pages_.at(id));
  if (!primes.empty()) return primes;
  for (const Page& page : document.pages) {
    if (!subpages_.contains(page.id)) primes.push_back(&page);
  }
  return primes;
}

void Hierarchy::Visit(const Page& page) {
  if (std::find(path_.begin(), path_.end(), page.id) != path_.end()) {
    faults_.push_back({&page, "its substitution transitions lead back to it"});
    return;
  }
  if (!visited_.insert(page.id).second) return;
  if (path_.size() >= kDeepestHierarchy) {
    faults_.push_back({&page, fmt::format("pages nest at most {} deep", kDeepestHierarchy)});
    return;
  }
  path_.push_back(page.id);
  for (const Transition& transition : page.transitions) {
    if (transition.subpage.empty()) continue;
    const Page& subpage = *pages_.at(transition.subpage);
    Visit(subpage);
    if (modules_.insert(subpage.id).second) order_.push_back({&subpage, true});
  }
  path_.pop_back();
}

}  // namespace cpntools

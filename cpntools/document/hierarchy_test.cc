#include "cpntools/document/hierarchy.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace cpntools {
namespace {

/// Pages of these names; each pair is a substitution transition from the first to the second.
Document Pages(const std::vector<std::string>& names,
               const std::vector<std::pair<std::string, std::string>>& substitutions) {
  Document document;
  for (const std::string& name : names) {
    Page page;
    page.id = page.name = name;
    for (const auto& [from, to] : substitutions) {
      if (from != name) continue;
      page.transitions.emplace_back();
      page.transitions.back().subpage = to;
    }
    document.pages.push_back(std::move(page));
  }
  return document;
}

/// "B! A": B as a module, then A in the top module.
std::string OrderOf(const Document& document) {
  const Hierarchy hierarchy(document);
  std::string order;
  for (const Hierarchy::Use& use : hierarchy.order()) {
    order += (order.empty() ? "" : " ") + use.page->name + (use.module ? "!" : "");
  }
  return order;
}

std::string FaultsOf(const Document& document) {
  const Hierarchy hierarchy(document);
  std::string faults;
  for (const Hierarchy::Fault& fault : hierarchy.faults()) {
    faults += fault.page->name + ": " + fault.reason + "\n";
  }
  return faults;
}

TEST(HierarchyTest, ModulesStandBeforeWhatInstantiatesThem) {
  EXPECT_EQ(OrderOf(Pages({"A", "B", "C"}, {{"A", "B"}, {"B", "C"}, {"A", "C"}})), "C! B! A");
}

TEST(HierarchyTest, PrimePagesStandAfterAllModules) {
  Document document = Pages({"A", "B", "C"}, {{"A", "B"}, {"C", "B"}});
  EXPECT_EQ(OrderOf(document), "B! A C");
  document.prime_pages = {"B", "C", "C"};
  EXPECT_EQ(OrderOf(document), "B! B C C");
}

TEST(HierarchyTest, CyclesAreFaults) {
  EXPECT_EQ(FaultsOf(Pages({"A", "B"}, {{"A", "B"}, {"B", "A"}})),
            "A: its substitution transitions lead back to it\n"
            "B: its substitution transitions lead back to it\n");
  EXPECT_EQ(FaultsOf(Pages({"A", "B"}, {{"A", "B"}, {"B", "B"}})),
            "B: its substitution transitions lead back to it\n");
}

TEST(HierarchyTest, TooDeepAHierarchyIsAFault) {
  Document document;
  for (int i = 0; i < 20'000; ++i) {
    Page page;
    page.id = page.name = "P" + std::to_string(i);
    page.transitions.emplace_back();
    page.transitions[0].subpage = "P" + std::to_string(i + 1);
    document.pages.push_back(std::move(page));
  }
  document.pages.back().transitions.clear();
  EXPECT_EQ(FaultsOf(document), "P100: pages nest at most 100 deep\n");
}

}  // namespace
}  // namespace cpntools

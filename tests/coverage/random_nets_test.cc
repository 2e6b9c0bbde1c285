// Coverage of random nets against the reference, as users see it: suites that `cpngen generate`
// wrote, measured by `cpngen cover --json`.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "suite/reader.h"
#include "tests/coverage/random_net.h"
#include "tests/coverage/reference.h"
#include "xml/xml.h"

namespace coverage {
namespace {

using cpngen::testing::Call;
using cpngen::testing::Outcome;

const std::vector<std::string> kCriteria = {"transitions", "bindings",       "arcs",
                                            "values",      "place-markings", "decisions",
                                            "conditions",  "mcdc",           "pairs"};

/// A net, its model in a folder, and all of its cases by the reference.
class Subject {
 public:
  explicit Subject(std::uint64_t seed) : net_(MakeRandomNet(seed)), cases_(AllCases(net_)) {
    folder_.Write("net.lua", ModelText(net_));
    for (const auto& [observed, of_case] : cases_) {
      reachable_.insert(of_case.some.begin(), of_case.some.end());
    }
  }

  std::string Path(const std::string& name) const { return (folder_.path() / name).string(); }
  const std::map<Observed, OfCase>& cases() const { return cases_; }
  const Things& reachable() const { return reachable_; }

  /// False when the model has no test case.
  bool Generate(const std::vector<std::string>& how, const std::string& file) const {
    std::vector<std::string> call{"generate", Path("net.lua"), "-o", Path(file)};
    call.insert(call.end(), how.begin(), how.end());
    const Outcome outcome = Call(call);
    EXPECT_TRUE(outcome.code == 0 || outcome.code == 2) << outcome.err;
    return outcome.code == 0;
  }

  std::vector<Observed> Read(const std::string& file) const {
    std::vector<Observed> all;
    const suite::Suite suite = suite::ReadSuite(Path(file));
    for (const suite::Case& test_case : suite.cases()) {
      Observed& observed = all.emplace_back();
      for (const xml::Element& part : test_case.element->children) {
        for (const xml::Element& event : part.children) {
          observed.push_back(event.name + " " + event.children.at(0).text);
        }
      }
      if (!net_.sequence) std::sort(observed.begin(), observed.end());
    }
    return all;
  }

  /// Leaves some of the suite's cases, at least one.
  void Thin(const std::string& file, std::mt19937& random) const {
    const suite::Suite suite = suite::ReadSuite(Path(file));
    xml::Element thin(suite.root().name);
    thin.attributes = suite.root().attributes;
    std::size_t left = 0;
    for (const xml::Element& child : suite.root().children) {
      const bool is_case = child.name == "TestCase";
      if (is_case && left > 0 && random() % 2 == 0) continue;
      if (is_case) ++left;
      thin.Add(child);
    }
    folder_.Write(file, xml::Write(thin));
  }

  Figures Expected(const std::vector<Observed>& suite, const std::string& criterion) const {
    Things some, every;
    for (const Observed& observed : suite) {
      const auto of_case = cases_.find(observed);
      EXPECT_NE(of_case, cases_.end());
      if (of_case == cases_.end()) continue;
      some.insert(of_case->second.some.begin(), of_case->second.some.end());
      every.insert(of_case->second.every.begin(), of_case->second.every.end());
    }
    return Count(criterion, some, every, reachable_);
  }

 private:
  mutable base::TemporaryFolder folder_;
  RandomNet net_;
  std::map<Observed, OfCase> cases_;
  Things reachable_;
};

std::map<std::string, Figures> Measured(const Subject& subject, const std::string& suite) {
  std::vector<std::string> call{
      "cover", subject.Path("net.lua"), subject.Path(suite), "--json", "--variable", "x"};
  for (const std::string& criterion : kCriteria) {
    call.insert(call.end(), {"--criterion", criterion});
  }
  const Outcome outcome = Call(call);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  std::map<std::string, Figures> figures;
  const auto json = nlohmann::json::parse(outcome.out);
  for (const auto& row : json.at("criteria")) {
    figures[row.at("criterion")] = {row.at("covered"), row.at("sure"), row.at("reachable")};
  }
  return figures;
}

TEST(RandomNetsTest, FiguresOfSuitesAreThoseOfTheReference) {
  std::mt19937 random(5);
  int suites = 0;
  int infeasible = 0;
  int partly = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Subject subject(seed);
    if (!subject.Generate({"--state-space"}, "suite.xml")) continue;
    if (seed % 3 != 0) subject.Thin("suite.xml", random);
    const std::vector<Observed> suite = subject.Read("suite.xml");
    const std::map<std::string, Figures> measured = Measured(subject, "suite.xml");
    EXPECT_EQ(measured.size(), kCriteria.size() + 1);
    for (const auto& [criterion, figures] : measured) {
      const Figures expected = subject.Expected(suite, criterion);
      EXPECT_EQ(figures.covered, expected.covered) << "seed " << seed << ", " << criterion;
      EXPECT_EQ(figures.sure, expected.sure) << "seed " << seed << ", " << criterion;
      EXPECT_EQ(figures.reachable, expected.reachable) << "seed " << seed << ", " << criterion;
      if (figures.covered < figures.reachable) ++partly;
      if (criterion == "mcdc" && figures.reachable > 0) ++infeasible;
    }
    ++suites;
    if (HasFailure()) return;
  }
  EXPECT_GT(suites, 200);  // and not all of them cover all
  EXPECT_GT(partly, 200);
  EXPECT_GT(infeasible, 50);
}

/// The fewest cases that cover what all cases together do, by trying every choice.
std::size_t Fewest(const Subject& subject, const std::string& criterion) {
  std::vector<Observed> all;
  for (const auto& [observed, of_case] : subject.cases()) {
    if (!observed.empty()) all.push_back(observed);
  }
  const std::size_t wanted = subject.Expected(all, criterion).covered;
  std::size_t fewest = all.size();
  for (std::uint32_t choice = 0; choice < (1u << all.size()); ++choice) {
    std::vector<Observed> chosen;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (choice >> i & 1) chosen.push_back(all[i]);
    }
    if (chosen.size() >= fewest) continue;
    if (subject.Expected(chosen, criterion).covered == wanted) fewest = chosen.size();
  }
  return fewest;
}

TEST(RandomNetsTest, SuitesForAGoalCoverItWithTheFewestCases) {
  int suites = 0;
  int smaller = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const Subject subject(seed);
    if (subject.cases().size() > 8) continue;
    if (!subject.Generate({"--state-space"}, "all.xml")) continue;
    const std::vector<Observed> all = subject.Read("all.xml");
    for (const std::string goal : {"transitions", "bindings", "arcs", "pairs", "mcdc"}) {
      const Figures wanted = subject.Expected(all, goal);
      if (wanted.covered == 0) continue;
      if (!subject.Generate({"--goal", goal}, "goal.xml")) {
        ADD_FAILURE() << "seed " << seed << ", " << goal;
        continue;
      }
      const std::vector<Observed> chosen = subject.Read("goal.xml");
      EXPECT_EQ(subject.Expected(chosen, goal).covered, wanted.covered)
          << "seed " << seed << ", " << goal;
      const std::size_t fewest = Fewest(subject, goal);
      EXPECT_LE(static_cast<double>(chosen.size()), 1.2 * static_cast<double>(fewest))
          << "seed " << seed << ", " << goal;
      if (chosen.size() < all.size()) ++smaller;
      ++suites;
    }
  }
  EXPECT_GT(suites, 100);
  EXPECT_GT(smaller, 50);
}

TEST(RandomNetsTest, WhatASuiteLacksIsAdded) {
  std::mt19937 random(9);
  int added = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const Subject subject(seed);
    if (!subject.Generate({"--state-space"}, "all.xml")) continue;
    const std::vector<Observed> all = subject.Read("all.xml");
    subject.Thin("all.xml", random);
    std::vector<Observed> thin = subject.Read("all.xml");
    const Figures wanted = subject.Expected(all, "arcs");
    const bool lacks = subject.Expected(thin, "arcs").covered < wanted.covered;
    const std::vector<std::string> how{"--goal", "arcs", "--cover-missing",
                                       subject.Path("all.xml")};
    EXPECT_TRUE(subject.Generate(how, "more.xml"));
    EXPECT_EQ(std::filesystem::exists(subject.Path("more.xml")), lacks) << "seed " << seed;
    if (!lacks) continue;
    for (const Observed& observed : subject.Read("more.xml")) {
      EXPECT_EQ(std::count(thin.begin(), thin.end(), observed), 0) << "seed " << seed;
      thin.push_back(observed);
      ++added;
    }
    EXPECT_EQ(subject.Expected(thin, "arcs").covered, wanted.covered) << "seed " << seed;
  }
  EXPECT_GT(added, 50);
}

}  // namespace
}  // namespace coverage

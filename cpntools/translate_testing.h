// A small document for tests of the translation.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "cpntools/testing.h"
#include "cpntools/translate.h"

namespace cpntools::testing {

inline Declaration Colours(const std::string& name, Declaration::Constructor constructor,
                           std::vector<Declaration::Field> fields = {}) {
  Declaration declaration = ColourSet(name, constructor, std::move(fields));
  declaration.line = 3;
  return declaration;
}

inline Declaration Ml(const std::string& text) {
  Declaration declaration;
  declaration.ml = {text, 10, 5};
  return declaration;
}

/// One page with the places P and Q of INT, and a transition T.
class TranslateTest : public ::testing::Test {
 protected:
  TranslateTest() {
    using Constructor = Declaration::Constructor;
    document_.file = "m.cpn";
    document_.declarations = {Colours("INT", Constructor::kInt),
                              Colours("Pair", Constructor::kProduct, {{"", "INT"}, {"", "INT"}}),
                              Colours("Ints", Constructor::kList, {{"", "INT"}}),
                              Variables("INT", {"n", "n'", "k"}), Variables("Ints", {"xs", "ys"})};
    Page page;
    page.id = "page";
    page.name = "Top";
    page.transitions.emplace_back();
    page.transitions[0].id = "t";
    page.transitions[0].name = "Do\nit";
    document_.pages = {page};
    AddPlace("p", "P", "INT");
    AddPlace("q", "Q", "INT");
  }

  Page& page() { return document_.pages[0]; }
  Transition& transition() { return page().transitions[0]; }

  void AddPlace(const std::string& id, const std::string& name, const std::string& type) {
    Place place;
    place.id = id;
    place.name = name;
    place.type = {type, 20, 1};
    page().places.push_back(place);
  }

  void AddArc(Arc::Kind kind, const std::string& place, const std::string& inscription) {
    page().arcs.push_back({kind, place, "t", {inscription, 30, 9}, 29});
  }

  /// The lines of the transition, without the first and the last.
  std::string TransitionText() {
    const Translation translation = Translate(document_, "m");
    EXPECT_EQ(translation.problems.size(), 0u);
    const std::string& lua = translation.lua;
    const std::size_t begin = lua.find("Do_it = transition {\n");
    if (begin == std::string::npos) return lua;
    const std::size_t first = lua.find('\n', begin) + 1;
    return lua.substr(first, lua.find("\n}\n", begin) + 1 - first);
  }

  std::string FirstProblem() {
    const Translation translation = Translate(document_, "m");
    return translation.problems.empty() ? "none" : ProblemText(translation.problems[0]);
  }

  Document document_;
};

}  // namespace cpntools::testing

// The examples in the documents are models that load and run.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "cpn/ctl/check.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language_names.h"
#include "cpn/lua/run/model_state.h"
#include "cpn/lua/testing.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace cpn::lua {
namespace {

/// The ```lua blocks of a document.
std::vector<std::string> Examples(const std::string& document) {
  std::ifstream in(test::SourcePath("/docs/") + document);
  std::vector<std::string> examples;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (!inside && line == "```lua") {
      inside = true;
      examples.emplace_back();
    } else if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      examples.back() += line + '\n';
    }
  }
  return examples;
}

TEST(DocumentationTest, ModelLanguageExamplesRun) {
  const std::vector<std::string> examples = Examples("model_language.md");
  ASSERT_GT(examples.size(), 20u);
  for (std::size_t i = 1; i < examples.size(); ++i) {
    SCOPED_TRACE(examples[i]);
    const auto model = testing::LoadText(examples[0] + examples[i]);
    testing::Successors(*model);
    for (const auto& specification : model->specifications()) {
      for (BindingElementId id : model->engine().Enabled(model->engine().InitialMarking())) {
        for (const Observation& seen : specification->Observe(model->engine().Element(id))) {
          specification->Format(seen);
          specification->Attributes(specification->Normalise({seen}));
        }
      }
      specification->Suite();
    }
    if (model->chart() == nullptr) continue;
    for (BindingElementId id : model->engine().Enabled(model->engine().InitialMarking())) {
      EXPECT_FALSE(model->chart()->MessagesOf(model->engine().Element(id)).empty());
    }
  }
}

TEST(DocumentationTest, EveryTransitionOfTheExamplesCanOccur) {
  const std::vector<std::string> examples = Examples("model_language.md");
  ASSERT_FALSE(examples.empty());
  for (std::size_t i = 1; i < examples.size(); ++i) {
    SCOPED_TRACE(examples[i]);
    const auto model = testing::LoadText(examples[0] + examples[i]);
    for (const Transition& transition : model->net().transitions()) {
      bool enabled = false;
      for (const std::string& element : testing::EnabledOf(*model)) {
        enabled = enabled || element.starts_with(transition.name + " (");
      }
      EXPECT_TRUE(enabled) << transition.name;
    }
  }
}

std::string ReadText(const std::string& path) { return test::ReadFile(test::SourcePath() + path); }

/// What the model language adds to Lua.
std::vector<std::string> NamesOfTheLanguage() {
  const std::set<std::string> of_lua{
      "and",      "break",    "do",    "else",   "elseif", "end",    "false", "for",    "function",
      "goto",     "if",       "in",    "local",  "nil",    "not",    "or",    "repeat", "return",
      "then",     "true",     "until", "while",  "ipairs", "pairs",  "next",  "select", "type",
      "tostring", "tonumber", "error", "assert", "math",   "string", "table", "utf8",   "_ENV"};
  std::vector<std::string> names;
  for (const std::string& name : LanguageNames()) {
    if (!of_lua.count(name)) names.push_back(name);
  }
  return names;
}

TEST(DocumentationTest, AnnotationsExplainEveryName) {
  const std::string text = ReadText("/models/cpngen.d.lua");
  const std::vector<std::string> names = NamesOfTheLanguage();
  EXPECT_GT(names.size(), 60u);
  for (const std::string& name : names) {
    std::size_t at = text.find("\nfunction " + name + "(");
    if (at == std::string::npos) at = text.find("\n" + name + " = ");
    ASSERT_NE(at, std::string::npos) << name << " is not declared";
    // Annotations stand right above, and the hover text comes first.
    const std::size_t gap = text.rfind("\n\n", at);
    const std::size_t above = std::max(text.rfind("\n---", at), gap);
    EXPECT_EQ(text.compare(above, 4, "\n---"), 0) << name << " has no hover text";
  }
}

TEST(DocumentationTest, ReferenceNamesEveryName) {
  const std::string text = ReadText("/docs/model_language.md") + ReadText("/docs/properties.md");
  for (const std::string& name : NamesOfTheLanguage()) {
    EXPECT_NE(text.find(name), std::string::npos) << name;
  }
}

TEST(DocumentationTest, AnnotationsDeclareNothingElse) {
  const std::string text = ReadText("/models/cpngen.d.lua");
  const std::vector<std::string> names = NamesOfTheLanguage();
  for (const FreeName& free : AnalyseChunk(Tokenise(text)).free_names) {
    EXPECT_NE(std::find(names.begin(), names.end(), free.name), names.end()) << free.name;
  }
}

TEST(DocumentationTest, PropertiesOfTheExampleHold) {
  const std::vector<std::string> examples = Examples("properties.md");
  ASSERT_EQ(examples.size(), 1u);
  const auto model = testing::LoadText(examples[0]);
  ASSERT_EQ(model->properties().size(), 3u);
  for (const ctl::Property& property : model->properties()) {
    const ctl::Property* const pointer = &property;
    const ctl::Result result =
        ctl::Check(model->engine(), model->state_functions(), {&pointer, 1}).front();
    EXPECT_EQ(result.verdict, ctl::Verdict::kHolds) << result.property;
    EXPECT_TRUE(result.notes.empty()) << result.notes[0].text;
  }
}

}  // namespace
}  // namespace cpn::lua
